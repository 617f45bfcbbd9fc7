/* Command line of the solver: solve a game, or answer questions from a solved one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach.h"
#include "fit.h"
#include "geometry.h"
#include "layers.h"
#include "play.h"
#include "solve.h"
#include "table.h"

static const char USAGE[] =
    "usage: solver COMMAND DIRECTORY GAME [option=value ...]\n"
    "commands: solve, values (boards from standard input, one a line: 3456/334./#4../.3..;\n"
    "          deep=1: the last turn computed anew, without the rounding of the stored value;\n"
    "          tables=RAW: the value table's values after them),\n"
    "          opening (every first roll and ruin), play (perfect games; games=, seed=, powers= to begin with),\n"
    "          coach (games of the coach's twin; games=, seed=, powers=, tables=RAW), decide (what it does; tables=RAW;\n"
    "          positions from standard input: BOARD ROLL POWERS_LEFT),\n"
    "          sample (boards with exact values; records=, seed=, out=PATH)\n"
    "          fit (a value table to samples; in=PATH, out=RAW, ridge=, rounds=; the directory is not used)\n"
    "games: nightmare, plain (minimum 2, no Power), survival, peaceful\n"
    "options: threads=2 board=4x4\n";

static int option(int argc, char **argv, const char *name, int otherwise)
{
    size_t length = strlen(name);
    for (int i = 4; i < argc; i++)
        if (!strncmp(argv[i], name, length) && argv[i][length] == '=') return atoi(argv[i] + length + 1);
    return otherwise;
}

static const char *text_option(int argc, char **argv, const char *name, const char *otherwise)
{
    size_t length = strlen(name);
    for (int i = 4; i < argc; i++)
        if (!strncmp(argv[i], name, length) && argv[i][length] == '=') return argv[i] + length + 1;
    return otherwise;
}

static Game game_named(const char *name, int argc, char **argv)
{
    Game g = {.minimum = 2, .levels = 1};
    int rows = 4, columns = 4;
    for (int i = 4; i < argc; i++)
        if (!strncmp(argv[i], "board=", 6)) sscanf(argv[i] + 6, "%dx%d", &rows, &columns);
    for (int i = 0; i < CELLS; i++)
        if (i / 4 < rows && i % 4 < columns) g.walls_free |= 1 << i;
    g.cells = rows * columns;
    if (!strcmp(name, "nightmare")) g.minimum = 3;
    else if (!strcmp(name, "survival")) g.levels = 2, g.cost[1] = 70;
    else if (!strcmp(name, "peaceful")) g.levels = 4, g.cost[1] = 40, g.cost[2] = 20, g.cost[3] = 10;
    else if (strcmp(name, "plain")) fputs(USAGE, stderr), exit(2);
    return g;
}

int read_board(const char *text, uint8_t board[CELLS])
{
    int cell = 0;
    memset(board, 0, CELLS);
    for (; *text && *text > ' '; text++) {
        if (*text == '/') continue;
        if (cell == CELLS) return 0;
        if (*text >= '1' && *text <= '6') board[cell] = (uint8_t)(*text - '0');
        else if (*text == '#') board[cell] = 7;
        else if (*text != '.') return 0;
        cell++;
    }
    return cell == CELLS;
}

static void open_all(void)
{
    for (int n = 0; n < game.cells; n++) layer_open(n);
}

static int print_values(int is_deep, int has_table)
{
    static Analysis a;
    char line[256];
    open_all();
    while (fgets(line, sizeof line, stdin)) {
        uint8_t board[CELLS];
        Place at;
        if (!read_board(line, board) || !place_board(board, &at)) {
            fprintf(stderr, "solver: not a board: %s", line);
            return 1;
        }
        if (is_deep && at.numbers < game.cells) {
            analyse(&a, board, game.levels, 0, -1, exact_oracle);
            for (int p = 0; p < game.levels; p++) printf(p ? " %.4f" : "%.4f", a.value[p]);
        } else for (int p = 0; p < game.levels; p++)
            printf(p ? " %.4f" : "%.4f",
                   at.numbers == game.cells ? 0.0 : points(layer_values[at.numbers][at.state * (uint64_t)game.levels + (uint64_t)p]));
        double guess[MAX_LEVELS];
        if (has_table) table_oracle(board, guess);
        for (int p = 0; has_table && p < game.levels; p++) printf(" %.4f", guess[p]);
        putchar('\n');
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4) return fputs(USAGE, stderr), 2;
    Game g = game_named(argv[3], argc, argv);
    geometry_init(&g);
    int threads = option(argc, argv, "threads", 2), seed = option(argc, argv, "seed", 1);
    const char *out = text_option(argc, argv, "out", "out.bin");
    if (!strcmp(argv[1], "fit"))
        return fit_table(text_option(argc, argv, "in", "samples.bin"), out, option(argc, argv, "ridge", 3),
                         option(argc, argv, "rounds", 60), threads);
    layers_init(argv[2], !strcmp(argv[1], "solve"));
    if (!strcmp(argv[1], "solve")) return solve_all(threads), 0;
    if (!strcmp(argv[1], "values")) {
        const char *tables = text_option(argc, argv, "tables", NULL);
        if (tables) table_load(tables);
        return print_values(option(argc, argv, "deep", 0), tables != NULL);
    }
    open_all();
    start_left = option(argc, argv, "powers", game.levels - 1);
    if (!strcmp(argv[1], "opening")) return print_opening(), 0;
    if (!strcmp(argv[1], "play")) return play_perfect(option(argc, argv, "games", 10000), threads, (uint64_t)seed), 0;
    if (!strcmp(argv[1], "coach") || !strcmp(argv[1], "decide")) {
        table_load(text_option(argc, argv, "tables", "weights.raw"));
        look_budget = option(argc, argv, "budget", look_budget);
        look_margin = option(argc, argv, "margin", look_margin);
        if (!strcmp(argv[1], "decide")) return print_decisions();
        return play_coach(option(argc, argv, "games", 20000), threads, (uint64_t)seed), 0;
    }
    if (!strcmp(argv[1], "sample")) {
        return write_samples(out, option(argc, argv, "records", 1000000), threads, (uint64_t)seed);
    }
    return fputs(USAGE, stderr), 2;
}
