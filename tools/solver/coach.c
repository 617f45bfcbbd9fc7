/* The coach's twin. */
#include "coach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers.h"

enum { OUTER = 260, INNER = 352, STAGES = 11, COVER = 4096, RUIN_COUNTS = 16, UNIT = 16, STEP = UNIT / 4, CODES = 4096 };
enum { WEIGHTS = OUTER * OUTER + OUTER * INNER + INNER * INNER + COVER + RUIN_COUNTS, LONELY = 64, OPENING = 10 };

static const int start_of[5] = {0, OUTER * OUTER, OUTER * OUTER + OUTER * INNER, OUTER * OUTER + OUTER * INNER + INNER * INNER,
                                OUTER * OUTER + OUTER * INNER + INNER * INNER + COVER};
static const int exact_empties[MAX_LEVELS] = {5, 4, 4, 4};
static int16_t *weights;        /* [level][stage][WEIGHTS] */
static int others[4][CODES];    /* id of what else the line holds, by position */
static int fits[4][CODES];

static int is_number(int v) { return v >= 1 && v <= 6; }

static int is_legal(const int *v, int n)
{
    for (int i = 1; i < n; i++)
        if (is_number(v[i]) && is_number(v[i - 1]) && abs(v[i] - v[i - 1]) > 1) return 0;
    return 1;
}

static void init_ids(int first, int ids[512])
{
    int next = 0;
    for (int k = 0; k < 512; k++) {
        int v[3] = {k >> 6, k >> 3 & 7, k & 7};
        ids[k] = is_legal(v, first) && is_legal(v + first, 3 - first) ? next++ : 0;
    }
}

static void init_lines(void)
{
    static const int near[7] = {0, 0x03, 0x07, 0x0e, 0x1c, 0x38, 0x30};
    int outer[512], inner[512];
    init_ids(0, outer);
    init_ids(1, inner);
    for (int code = 0; code < CODES; code++) {
        int v[4] = {code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9};
        for (int at = 0; at < 4; at++) {
            int seen[4], rest[3], n = 0, place = at < 2 ? at : 3 - at;
            for (int k = 0; k < 4; k++) seen[k] = at < 2 ? v[k] : v[3 - k];
            for (int k = 0; k < 4; k++)
                if (k != place) rest[n++] = seen[k];
            others[at][code] = (place ? inner : outer)[rest[0] << 6 | rest[1] << 3 | rest[2]];
            fits[at][code] = 63 | LONELY;
            if (at && is_number(v[at - 1])) fits[at][code] &= near[v[at - 1]];
            if (at < 3 && is_number(v[at + 1])) fits[at][code] &= near[v[at + 1]];
        }
    }
}

void coach_load(const char *path)
{
    size_t size = (size_t)game.levels * STAGES * WEIGHTS;
    FILE *f = fopen(path, "rb");
    weights = need(malloc(size * sizeof *weights));
    if (!f || fread(weights, sizeof *weights, size, f) != size || fgetc(f) != EOF) {
        fprintf(stderr, "solver: not the weights of this game: %s\n", path);
        exit(1);
    }
    fclose(f);
    init_lines();
}

static int count_empties(const uint8_t board[CELLS])
{
    int empties = 0;
    for (int i = 0; i < CELLS; i++) empties += !board[i];
    return empties;
}

/* The value table's values, in points. */
void table_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS])
{
    int lines[8] = {0}, index[CELLS + 2], n = 0, ruins = 0, empties = count_empties(board), counts[6] = {0};
    for (int p = 0; p < game.levels; p++) value[p] = 0;
    if (!empties) return;
    for (int i = 0; i < CELLS; i++) {
        lines[i / 4] |= board[i] << 3 * (i % 4);
        lines[4 + i % 4] |= board[i] << 3 * (i / 4);
        ruins += board[i] == 7;
    }
    for (int i = 0; i < CELLS; i++) {
        if (board[i]) continue;
        int r = i / 4, c = i % 4, row = lines[r], column = lines[4 + c];
        int along = others[c][row], down = others[r][column], r_outer = r == 0 || r == 3, c_outer = c == 0 || c == 3;
        if (r_outer && c_outer) index[n++] = start_of[0] + along * OUTER + down;
        else if (c_outer) index[n++] = start_of[1] + along * INNER + down;
        else if (r_outer) index[n++] = start_of[1] + down * INNER + along;
        else index[n++] = start_of[2] + along * INNER + down;
        int fit = fits[c][row] & fits[r][column];
        for (int v = 0; v < 6 && !(fit & LONELY); v++) counts[v] += fit >> v & 1;
    }
    int cover = 0;
    for (int v = 5; v >= 0; v--) cover = 4 * cover + (counts[v] < 3 ? counts[v] : 3);
    index[n++] = start_of[3] + cover;
    index[n++] = start_of[4] + ruins;
    int total = 0;
    for (int p = 0; p < game.levels; p++) {
        const int16_t *w = weights + ((size_t)p * STAGES + (size_t)((empties < STAGES ? empties : STAGES) - 1)) * WEIGHTS;
        for (int k = 0; k < n; k++) total += w[index[k]];
        value[p] = total / (double)UNIT;
    }
}

/* The same, corrected to the exact values where the Python player looks further: in the opening, and where at most two
 * cells are empty. */
static void refined_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS])
{
    int empties = count_empties(board);
    double exact[MAX_LEVELS];
    if (empties <= 2) {
        exact_oracle(board, value);
        return;
    }
    table_oracle(board, value);
    if (empties < OPENING) return;
    exact_oracle(board, exact);
    for (int p = 0; p < game.levels; p++) {
        double steps = floor((exact[p] - value[p]) * UNIT / STEP + 0.5);
        steps = steps > 127 ? 127 : steps < -127 ? -127 : steps;
        value[p] += steps * STEP / UNIT;
    }
}

typedef struct {
    Analysis *a;
    const uint8_t *mine;
    int left;
    double best;
    uint8_t *board;
} Search;

static void consider(void *context, const uint8_t after[CELLS], int multiset, int reward)
{
    Search *s = context;
    double value[MAX_LEVELS];
    if (!s->mine[multiset] && !s->left) return;
    (s->mine[multiset] ? refined_oracle : table_oracle)(after, value);
    for (int p = 0; p <= s->left; p++)
        if (value[p] + reward > s->a->best[multiset][p]) s->a->best[multiset][p] = value[p] + reward;
    if (!s->mine[multiset]) return;
    double worth = value[s->left] + reward;
    if (worth < s->best || (worth == s->best && memcmp(after, s->board, CELLS) >= 0)) return;
    s->best = worth;
    memcpy(s->board, after, CELLS);
}

void mark_parts(int roll, uint8_t wanted[MULTISETS])
{
    int id = multiset_first[4] + roll;
    memset(wanted, 0, MULTISETS);
    wanted[id] = 1;
    for (int i = id; i > 0; i--)
        for (int k = 0; wanted[i] && k < multiset_subs[i]; k++) wanted[multiset_sub[i][k]] = 1;
}

Decision coach_decide(const uint8_t board[CELLS], int roll, int left)
{
    static _Thread_local Analysis a;
    Decision d;
    uint8_t mine[MULTISETS];
    int is_exact = count_empties(board) <= exact_empties[left];
    Search s = {&a, mine, left, NONE, d.board};
    mark_parts(roll, mine);
    a.board = board;
    if (is_exact) {
        analyse(&a, board, left + 1, left, left ? -1 : roll, exact_oracle);
        d.choice = choose(&a, roll, left);
        if (d.choice.kind == PLACE) memcpy(d.board, a.board_of[d.choice.multiset], CELLS);
    } else {
        unsigned values = left ? 0x7e : 0;
        for (int k = 0; k < 4; k++) values |= 1u << multiset_dice[multiset_first[4] + roll][k];
        a.levels = left + 1;
        for (int i = 0; i < MULTISETS; i++)
            for (int p = 0; p <= left; p++) a.best[i][p] = NONE;
        visit_placements(board, values, consider, &s);
        finish_analysis(&a, left, left ? -1 : roll, refined_oracle);
        d.choice = choose(&a, roll, left);
    }
    if (d.choice.kind == RUIN) {
        memcpy(d.board, board, CELLS);
        d.board[d.choice.multiset] = 7;
    }
    return d;
}

/* Exact worth of what was decided. */
static double exact_worth(const Analysis *exact, const uint8_t board[CELLS], const Decision *d, int left)
{
    double value[MAX_LEVELS];
    switch (d->choice.kind) {
    case NUDGE: return exact->play[left - 1][d->choice.multiset] - game.cost[left];
    case REROLL: return exact->kept[left - 1][d->choice.multiset] - game.cost[left];
    default:
        exact_oracle(d->board, value);
        return value[left] + score_of(d->board) - score_of(board);
    }
}

static int coach_turn(Share *s, uint8_t board[CELLS], int left)
{
    static _Thread_local Analysis exact;
    int roll = throw_dice(&s->random, 0), was_struck = 0;
    for (;;) {
        Decision d = coach_decide(board, roll, left);
        analyse(&exact, board, left + 1, left, left ? -1 : roll, exact_oracle);
        if (exact.best[multiset_first[4] + roll][left] == NONE && !was_struck) was_struck = 1, s->struck++;
        double loss = exact.play[left][roll] - exact_worth(&exact, board, &d, left);
        s->loss += loss;
        s->loss_at[count_empties(board)] += loss;
        if (d.choice.kind == PLACE || d.choice.kind == RUIN) {
            s->turns++;
            s->ruins += d.choice.kind == RUIN;
            memcpy(board, d.board, CELLS);
            return left;
        }
        s->powers++;
        left--;
        roll = d.choice.kind == REROLL ? throw_dice(&s->random, d.choice.multiset) : d.choice.multiset;
    }
}

void play_coach(long games, int threads, uint64_t seed) { play_games(games, threads, seed, coach_turn); }

int print_decisions(void)
{
    char line[256], dice[8];
    while (fgets(line, sizeof line, stdin)) {
        char text[64];
        int left, id = 0;
        uint8_t board[CELLS];
        if (sscanf(line, "%63s %7s %d", text, dice, &left) != 3 || !read_board(text, board)) return 1;
        for (int k = 0; k < 4; k++) id = multiset_add[id][dice[k] - '0'];
        Decision d = coach_decide(board, id - multiset_first[4], left);
        printf("%.4f ", d.choice.worth);
        if (d.choice.kind == PLACE || d.choice.kind == RUIN) print_board(d.board);
        else {
            int set = d.choice.multiset + (d.choice.kind == NUDGE) * multiset_first[4];
            printf(d.choice.kind == NUDGE ? "nudge " : "keep ");
            for (int k = 4 - multiset_size[set]; k < 4; k++) printf("%d", multiset_dice[set][k]);
        }
        putchar('\n');
    }
    return 0;
}
