/* Many games with the exact values. */
#include "play.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layers.h"

int start_left;

static uint64_t next_random(Random *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(Random *r, int n) { return (int)((next_random(r) >> 32) * (uint64_t)n >> 32); }

int throw_dice(Random *r, int kept)
{
    while (multiset_size[kept] < 4) kept = multiset_add[kept][1 + below(r, 6)];
    return kept - multiset_first[4];
}

static int empties_of(const uint8_t board[CELLS])
{
    int empties = 0;
    for (int i = 0; i < CELLS; i++) empties += game.walls_free >> i & 1 && !board[i];
    return empties;
}

int score_of(const uint8_t board[CELLS])
{
    static const int power[4] = {1, 7, 49, 343};
    int score = 0;
    for (int i = 0; i < CELLS; i++) score += board[i] == 7 ? -15 : 2 * board[i];
    for (int i = 0; i < 4; i++) {
        int row = 0, column = 0;
        for (int j = 0; j < 4; j++) {
            row += power[j] * (board[4 * i + j] % 7);
            column += power[j] * (board[4 * j + i] % 7);
        }
        score += line_bonus[row] + line_bonus[column];
    }
    return score;
}

/* Play one turn of *board*; returns the Powers left. */
static int play_turn(Share *s, uint8_t board[CELLS], int left)
{
    Analysis a;
    int roll = throw_dice(&s->random, 0), was_struck = 0;
    analyse(&a, board, game.levels, left, left ? -1 : roll, exact_oracle);
    for (;;) {
        if (a.best[multiset_first[4] + roll][left] == NONE && !was_struck) was_struck = 1, s->struck++;
        Choice c = choose(&a, roll, left);
        if (c.kind == PLACE || c.kind == RUIN) {
            s->turns++;
            if (c.kind == RUIN) s->ruins++, board[c.multiset] = 7;
            else {
                s->escaped += was_struck;
                memcpy(board, a.board_of[c.multiset], CELLS);
            }
            return left;
        }
        s->powers++;
        s->power_kind[c.kind == REROLL]++;
        left--;
        roll = c.kind == REROLL ? throw_dice(&s->random, c.multiset) : c.multiset;
        analyse(&a, board, game.levels, left, left ? -1 : roll, exact_oracle);
    }
}

static void *play_share(void *argument)
{
    Share *s = argument;
    for (long g = 0; g < s->games; g++) {
        uint8_t board[CELLS] = {0};
        int left = start_left;
        while (empties_of(board)) left = s->turn(s, board, left);
        int score = score_of(board);
        for (int p = start_left; p > left; p--) score -= game.cost[p];
        s->powers_games[start_left - left]++;
        s->sum += score;
        s->squares += (double)score * score;
        s->score[score - LOWEST]++;
    }
    return NULL;
}

static void run(Share *share, int threads, void *(*work)(void *))
{
    pthread_t thread[64];
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, &share[i])) exit(1);
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
}

static void print_quantiles(const long score[SCORES], long games)
{
    static const double marks[] = {0, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1};
    printf("  \"quantiles\": {");
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
        long seen = 0, need_seen = (long)(marks[k] * (double)(games - 1)) + 1;
        int at = 0;
        while ((seen += score[at]) < need_seen) at++;
        printf("%s\"%g\": %d", k ? ", " : "", marks[k], at + LOWEST);
    }
    printf("},\n  \"histogram_of_40\": {");
    for (int from = 0, any = 0; from < SCORES; from += 40) {
        long count = 0;
        for (int k = from; k < from + 40; k++) count += score[k];
        if (count) printf("%s\"%d\": %ld", any++ ? ", " : "", from + LOWEST, count);
    }
    printf("}\n");
}

void play_perfect(long games, int threads, uint64_t seed) { play_games(games, threads, seed, play_turn); }

void play_games(long games, int threads, uint64_t seed, Turn *turn)
{
    Share *share = need(calloc((size_t)threads, sizeof *share)), all = {0};
    for (int i = 0; i < threads; i++) {
        share[i].games = games / threads + (i < games % threads);
        share[i].random.state = seed * 1000003 + (uint64_t)i;
        share[i].turn = turn;
    }
    run(share, threads, play_share);
    for (int i = 0; i < threads; i++) {
        Share *s = &share[i];
        all.games += s->games, all.turns += s->turns, all.struck += s->struck, all.ruins += s->ruins;
        all.powers += s->powers, all.escaped += s->escaped, all.sum += s->sum, all.squares += s->squares;
        all.loss += s->loss;
        for (int k = 0; k <= CELLS; k++) all.loss_at[k] += s->loss_at[k];
        for (int k = 0; k < 2; k++) all.power_kind[k] += s->power_kind[k];
        for (int k = 0; k < 4; k++) all.powers_games[k] += s->powers_games[k];
        for (int k = 0; k < SCORES; k++) all.score[k] += s->score[k];
    }
    double n = (double)all.games, mean = all.sum / n;
    printf("{\n  \"games\": %ld, \"mean\": %.3f, \"stderr\": %.3f,\n", all.games, mean,
           sqrt((all.squares / n - mean * mean) / n));
    printf("  \"turns\": %.3f, \"magdagdon_share\": %.4f, \"escaped_share\": %.4f, \"ruins\": %.4f, \"powers\": %.4f,\n",
           (double)all.turns / n, (double)all.struck / (double)all.turns,
           all.struck ? (double)all.escaped / (double)all.struck : 0.0, (double)all.ruins / n, (double)all.powers / n);
    printf("  \"nudges\": %.4f, \"rerolls\": %.4f, \"games_by_powers_used\": [%ld, %ld, %ld, %ld],\n",
           (double)all.power_kind[0] / n, (double)all.power_kind[1] / n, all.powers_games[0], all.powers_games[1],
           all.powers_games[2], all.powers_games[3]);
    printf("  \"loss\": %.4f, \"loss_by_empty_cells\": [", all.loss / n);
    for (int k = 0; k <= CELLS; k++) printf(k ? ", %.4f" : "%.4f", all.loss_at[k] / n);
    printf("],\n");
    print_quantiles(all.score, all.games);
    printf("}\n");
    free(share);
}

/* Reservoir of the boards that one roll can lead to: the best few, and some at random. */
enum { BEST = 12, ANY = 12 };

typedef struct {
    Share *share;
    const uint8_t *wanted;
    int level, count, seen;
    struct { double worth; uint8_t board[CELLS]; } best[BEST], any[ANY];
} Reservoir;

static void keep(void *context, const uint8_t after[CELLS], int multiset, int reward)
{
    Reservoir *r = context;
    double value[MAX_LEVELS];
    if (!r->wanted[multiset]) return;
    exact_oracle(after, value);
    double worth = value[r->level] + reward;
    int slot = r->seen < ANY ? r->seen : below(&r->share->random, r->seen + 1);
    if (slot < ANY) r->any[slot].worth = worth, memcpy(r->any[slot].board, after, CELLS);
    r->seen++;
    if (r->count == BEST && worth <= r->best[BEST - 1].worth) return;
    int k = r->count < BEST ? r->count++ : BEST - 1;
    for (; k && r->best[k - 1].worth < worth; k--) r->best[k] = r->best[k - 1];
    r->best[k].worth = worth;
    memcpy(r->best[k].board, after, CELLS);
}

static void record(Share *s, const uint8_t board[CELLS])
{
    double value[MAX_LEVELS];
    size_t size = CELLS + 2 * (size_t)game.levels;
    int empties = empties_of(board);
    /* Every game passes the same few boards of the opening. */
    if (!empties || s->written == s->wanted || (empties > 10 && below(&s->random, 4))) return;
    exact_oracle(board, value);
    uint8_t *to = s->records + (size_t)s->written++ * size;
    memcpy(to, board, CELLS);
    for (int p = 0; p < game.levels; p++) {
        int16_t stored = (int16_t)(value[p] * SCALE - BIAS);
        memcpy(to + CELLS + 2 * p, &stored, 2);
    }
}

static void sample_turn(Share *s, uint8_t board[CELLS])
{
    uint8_t wanted[MULTISETS] = {0};
    Reservoir r = {.share = s, .wanted = wanted, .level = below(&s->random, game.levels)};
    int roll = throw_dice(&s->random, 0), id = multiset_first[4] + roll;
    unsigned values = 0;
    wanted[id] = 1;
    for (int i = id; i > 0; i--)
        for (int k = 0; wanted[i] && k < multiset_subs[i]; k++) wanted[multiset_sub[i][k]] = 1;
    for (int k = 0; k < 4; k++) values |= 1u << multiset_dice[id][k];
    visit_placements(board, values, keep, &r);
    if (r.count) {
        for (int k = 0; k < r.count; k++) record(s, r.best[k].board);
        for (int k = 0; k < r.seen && k < ANY; k++) record(s, r.any[k].board);
        int dare = below(&s->random, 10);
        if (dare < 6) memcpy(board, r.best[0].board, CELLS);
        else if (dare < 9) memcpy(board, r.best[below(&s->random, r.count < 6 ? r.count : 6)].board, CELLS);
        else memcpy(board, r.any[below(&s->random, r.seen < ANY ? r.seen : ANY)].board, CELLS);
        return;
    }
    double worth = NONE, value[MAX_LEVELS];
    uint8_t after[CELLS], best[CELLS] = {0};
    for (int i = 0; i < CELLS; i++) {
        if (board[i] || !(game.walls_free >> i & 1)) continue;
        memcpy(after, board, CELLS);
        after[i] = 7;
        record(s, after);
        exact_oracle(after, value);
        if (value[r.level] <= worth) continue;
        worth = value[r.level];
        memcpy(best, after, CELLS);
    }
    memcpy(board, best, CELLS);
}

static void *sample_share(void *argument)
{
    Share *s = argument;
    while (s->written < s->wanted) {
        uint8_t board[CELLS] = {0};
        record(s, board);
        while (empties_of(board)) sample_turn(s, board);
    }
    return NULL;
}

int write_samples(const char *path, long records, int threads, uint64_t seed)
{
    Share *share = need(calloc((size_t)threads, sizeof *share));
    size_t size = CELLS + 2 * (size_t)game.levels;
    for (int i = 0; i < threads; i++) {
        share[i].random.state = seed * 1000003 + (uint64_t)i;
        share[i].wanted = records / threads + (i < records % threads);
        share[i].records = need(malloc((size_t)share[i].wanted * size + 1));
    }
    run(share, threads, sample_share);
    FILE *f = fopen(path, "wb");
    if (!f) return fprintf(stderr, "solver: cannot write %s\n", path), 1;
    for (int i = 0; i < threads; i++) {
        fwrite(share[i].records, size, (size_t)share[i].written, f);
        free(share[i].records);
    }
    free(share);
    return fclose(f) != 0;
}

void print_board(const uint8_t board[CELLS])
{
    for (int i = 0; i < CELLS; i++) {
        if (i && i % 4 == 0) putchar('/');
        putchar(".123456#"[board[i]]);
    }
}

void print_opening(void)
{
    static Analysis a;
    uint8_t board[CELLS] = {0};
    for (int left = 0; left < game.levels; left++) {
        analyse(&a, board, game.levels, left, -1, exact_oracle);
        printf("Powers left %d: %.3f\n", left, a.value[left]);
        for (int r = 0; r < ROLLS; r++) {
            Choice c = choose(&a, r, left);
            const uint8_t *dice = multiset_dice[multiset_first[4] + r];
            printf("  %d%d%d%d %8.3f ", dice[0], dice[1], dice[2], dice[3], c.worth);
            if (c.kind == PLACE) print_board(a.board_of[c.multiset]);
            else if (c.kind == RUIN) printf("ruin %c%d", "abcd"[c.multiset % 4], 1 + c.multiset / 4);
            else {
                printf(c.kind == NUDGE ? "change to " : "reroll, keep ");
                for (int k = 4 - multiset_size[c.multiset + (c.kind == NUDGE) * multiset_first[4]]; k < 4; k++)
                    printf("%d", multiset_dice[c.multiset + (c.kind == NUDGE) * multiset_first[4]][k]);
            }
            putchar('\n');
        }
        printf("  ruins:");
        for (int i = 0; i < CELLS; i++) {
            double value[MAX_LEVELS];
            board[i] = 7;
            exact_oracle(board, value);
            board[i] = 0;
            printf(" %c%d %.3f", "abcd"[i % 4], 1 + i / 4, value[left] - 15);
        }
        putchar('\n');
    }
}
