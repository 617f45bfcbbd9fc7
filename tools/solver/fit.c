/* Sparse least squares: value = the sum of the weights that a board looks up, with some weight kept near 0.
 *
 * A stage (number of empty cells) is a problem of its own, solved by conjugate gradients for all levels at once.  Level 0 is
 * fitted to the values without a Power, a higher one to what one Power more adds.  A cell's weight is a sum of its own and of
 * parts that it shares: by what its row holds, by what its column holds, by what fits the cell.  So a cell met rarely is
 * judged by its parts. */
#include "fit.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "table.h"

enum {
    FIRST_PARTS = 0, SECOND_PARTS = FIRST_PARTS + OUTER + 2 * INNER, FIT_PARTS = SECOND_PARTS + OUTER + 2 * INNER,
    PARTS = FIT_PARTS + 3 * 128, HELD = 20, LOWEST_WEIGHT = -2048, HIGHEST_WEIGHT = 8192, NONE_MET = -1
};

/* Weights are multiples of so many units, by level: they pack better, and lose next to nothing. */
static const double grain[MAX_LEVELS] = {8, 16, 16, 16};

typedef double Levels[MAX_LEVELS];

typedef struct {
    long count;                 /* boards */
    int width, own;             /* weights a board; weights met, the first of which stays 0 */
    int *used;                  /* [count][width] numbers of weights */
    int *number_of;             /* [WEIGHTS] */
    int (*part)[3];             /* [own] parts of a cell's weight, from own on; own + PARTS for none */
    Levels *target, mean;
} Problem;

static const uint8_t *records;
static long record_count;
static int16_t *fitted;         /* [level][stage][WEIGHTS] */
static int ridge, rounds, next_stage = STAGES;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static size_t record_size(void) { return CELLS + 2 * (size_t)game.levels; }

static int number_weight(Problem *p, int index, int fit)
{
    if (p->number_of[index] != NONE_MET) return p->number_of[index];
    int none = PARTS, *part = p->part[p->own];
    part[0] = part[1] = part[2] = none;
    if (index < COVERS) {
        int table = index < EDGES ? 0 : index < CENTRES ? 1 : 2, inside = index - (int[]){CORNERS, EDGES, CENTRES}[table];
        int width = table ? INNER : OUTER;
        part[0] = FIRST_PARTS + (int[]){0, OUTER, OUTER + INNER}[table] + inside / width;
        part[1] = table == 1 ? SECOND_PARTS + inside % width : part[0] - inside / width + inside % width;
        part[2] = FIT_PARTS + 128 * table + fit;
    }
    return p->number_of[index] = p->own++;
}

/* Corner and centre cells look alike by row and by column: one of the two weights stands for both. */
static int halved(int index)
{
    int start = index < EDGES ? CORNERS : CENTRES, width = index < EDGES ? OUTER : INNER;
    if ((index >= EDGES && index < CENTRES) || index >= COVERS) return index;
    int a = (index - start) / width, b = (index - start) % width;
    return a <= b ? index : start + b * width + a;
}

static void gather(Problem *p, int stage)
{
    long room = 0;
    for (long i = 0; i < record_count; i++) room += stage_of(count_empties(records + (size_t)i * record_size())) == stage;
    p->width = (stage == STAGES - 1 ? CELLS : stage + 1) + 2;
    p->used = need(calloc((size_t)(room * p->width + 1), sizeof *p->used));
    p->target = need(calloc((size_t)room + 1, sizeof *p->target));
    p->number_of = need(malloc(WEIGHTS * sizeof *p->number_of));
    p->part = need(malloc(WEIGHTS * sizeof *p->part));
    for (int i = 0; i < WEIGHTS; i++) p->number_of[i] = NONE_MET;
    p->part[0][0] = p->part[0][1] = p->part[0][2] = PARTS;
    p->own = 1;
    for (long i = 0; i < record_count; i++) {
        const uint8_t *board = records + (size_t)i * record_size();
        int16_t stored[MAX_LEVELS];
        int index[MAX_TERMS], fit[CELLS] = {0}, empties = count_empties(board);
        if (stage_of(empties) != stage) continue;
        int n = table_terms(board, index, fit);
        for (int k = 0; k < n; k++)
            p->used[p->count * p->width + k] = number_weight(p, halved(index[k]), k < empties ? fit[k] : 0);
        memcpy(stored, board + CELLS, 2 * (size_t)game.levels);
        for (int l = 0; l < game.levels; l++)
            p->target[p->count][l] = l ? (stored[l] - stored[l - 1]) / (double)SCALE : (stored[0] + BIAS) / (double)SCALE;
        p->count++;
    }
}

/* Shared parts are added into every weight, and sums of weights into their parts. */
static void spread_parts(const Problem *p, const Levels *weights, Levels *whole)
{
    for (int i = 1; i < p->own; i++)
        for (int l = 0; l < game.levels; l++) {
            whole[i][l] = weights[i][l];
            for (int k = 0; k < 3; k++) whole[i][l] += weights[p->own + p->part[i][k]][l];
        }
}

static void collect_parts(const Problem *p, Levels *sums)
{
    memset(sums + p->own, 0, (PARTS + 1) * sizeof *sums);
    for (int i = 1; i < p->own; i++)
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < game.levels; l++) sums[p->own + p->part[i][k]][l] += sums[i][l];
    memset(sums, 0, sizeof *sums);
    memset(sums + p->own + PARTS, 0, sizeof *sums);
}

/* sums = A^T A whole + ridge * way, or A^T target where way is NULL; only boards that are not held back. */
static void multiply(const Problem *p, const Levels *way, Levels *whole, Levels *sums)
{
    int levels = game.levels;
    memset(sums, 0, (size_t)p->own * sizeof *sums);
    if (way) spread_parts(p, way, whole);
    for (long i = p->count / HELD; i < p->count; i++) {
        const int *used = p->used + i * p->width;
        Levels value = {0};
        if (way) {
            for (int k = 0; k < p->width; k++)
                for (int l = 0; l < levels; l++) value[l] += whole[used[k]][l];
        } else
            for (int l = 0; l < levels; l++) value[l] = p->target[i][l] - p->mean[l];
        for (int k = 0; k < p->width; k++)
            for (int l = 0; l < levels; l++) sums[used[k]][l] += value[l];
    }
    collect_parts(p, sums);
    for (int i = 0; way && i < p->own + PARTS; i++)
        for (int l = 0; l < levels; l++) sums[i][l] += ridge * way[i][l];
}

static void dot(const Levels *a, const Levels *b, int size, Levels sum)
{
    for (int l = 0; l < game.levels; l++) sum[l] = 0;
    for (int i = 0; i < size; i++)
        for (int l = 0; l < game.levels; l++) sum[l] += a[i][l] * b[i][l];
}

/* Conjugate gradients, each weight in units of how often it is used; leaves the sums with all parts in *whole*. */
static void solve(const Problem *p, Levels *whole)
{
    int size = p->own + PARTS + 1;
    Levels *memory = need(calloc((size_t)size * 5, sizeof *memory)), norm, before, length;
    Levels *weights = memory, *rest = memory + size, *step = memory + 2 * size, *way = memory + 3 * size, *pulled = memory + 4 * size;
    double *scale = need(calloc((size_t)size, sizeof *scale));
    for (long i = p->count / HELD; i < p->count; i++)
        for (int k = 0; k < p->width; k++) scale[p->used[i * p->width + k]]++;
    for (int i = 1; i < p->own; i++)
        for (int k = 0; k < 3; k++) scale[p->own + p->part[i][k]] += scale[i];
    multiply(p, NULL, whole, rest);
    for (int round = 0; round <= rounds; round++) {
        for (int i = 0; i < size; i++)
            for (int l = 0; l < game.levels; l++) step[i][l] = rest[i][l] / (scale[i] + ridge);
        memcpy(before, norm, sizeof norm);
        dot(rest, step, size, norm);
        for (int i = 0; i < size; i++)
            for (int l = 0; l < game.levels; l++)
                way[i][l] = step[i][l] + (round && before[l] > 0 ? norm[l] / before[l] * way[i][l] : 0);
        if (round == rounds) break;
        multiply(p, way, whole, pulled);
        dot(way, pulled, size, length);
        for (int i = 0; i < size; i++)
            for (int l = 0; l < game.levels; l++) {
                double by = length[l] > 0 ? norm[l] / length[l] : 0;
                weights[i][l] += by * way[i][l];
                rest[i][l] -= by * pulled[i][l];
            }
    }
    memset(whole, 0, sizeof *whole);
    spread_parts(p, weights, whole);
    free(memory);
    free(scale);
}

static void errors(const Problem *p, const Levels *whole, long from, long to, Levels error)
{
    for (int l = 0; l < game.levels; l++) {
        double sum = 0;
        for (long i = from; i < to; i++) {
            double value = p->mean[l] - p->target[i][l];
            for (int k = 0; k < p->width; k++) value += whole[p->used[i * p->width + k]][l];
            sum += value * value;
        }
        error[l] = sqrt(sum / (double)(to - from + !(to - from)));
    }
}

static void fit_stage(int stage)
{
    Problem p = {0};
    Levels inside, outside, *whole;
    gather(&p, stage);
    for (int l = 0; l < game.levels; l++) {
        for (long i = 0; i < p.count; i++) p.mean[l] += p.target[i][l];
        p.mean[l] /= (double)(p.count + !p.count);
    }
    whole = need(calloc((size_t)p.own + 1, sizeof *whole));
    solve(&p, whole);
    errors(&p, whole, 0, p.count / HELD, outside);
    errors(&p, whole, p.count / HELD, p.count, inside);
    for (int l = 0; l < game.levels; l++)
        for (int i = 0; i < WEIGHTS; i++) {
            int number = p.number_of[halved(i)];
            double weight = number == NONE_MET ? 0 : whole[number][l];
            /* The mean goes into the ruins, the one table that every board uses once. */
            double units = grain[l] * round((weight + (i >= RUINED ? p.mean[l] : 0)) * UNIT / grain[l]);
            units = units < LOWEST_WEIGHT ? LOWEST_WEIGHT : units > HIGHEST_WEIGHT ? HIGHEST_WEIGHT : units;
            fitted[((size_t)l * STAGES + (size_t)stage) * WEIGHTS + (size_t)i] = (int16_t)units;
        }
    pthread_mutex_lock(&lock);
    printf("%2d empty: %8ld boards, %6d weights, error (on boards held back)", stage + 1, p.count, p.own);
    for (int l = 0; l < game.levels; l++) printf(" %.3f (%.3f)", inside[l], outside[l]);
    putchar('\n');
    fflush(stdout);
    pthread_mutex_unlock(&lock);
    free(p.used), free(p.target), free(p.number_of), free(p.part), free(whole);
}

/* One empty cell: what it is worth follows from its row and its column alone. */
static void value_last_cell(const uint8_t board[CELLS])
{
    static Analysis a;
    uint8_t after[CELLS];
    int index[MAX_TERMS], fit[CELLS], cell = 0;
    table_terms(board, index, fit);
    a.board = board;
    a.levels = game.levels;
    for (int i = 0; i < MULTISETS; i++)
        for (int l = 0; l < game.levels; l++) a.best[i][l] = NONE;
    while (board[cell]) cell++;
    memcpy(after, board, CELLS);
    for (int v = 1; v < 7 && !(fit[0] & LONELY); v++) {
        after[cell] = (uint8_t)v;
        for (int l = 0; l < game.levels && fit[0] >> (v - 1) & 1; l++)
            a.best[multiset_add[0][v]][l] = score_of(after) - score_of(board);
    }
    finish_analysis(&a, 0, -1, exact_oracle);
    for (int l = 0; l < game.levels; l++)
        fitted[(size_t)l * STAGES * WEIGHTS + (size_t)index[0]] = (int16_t)round((a.value[l] - (l ? a.value[l - 1] : 0)) * UNIT);
}

static void value_last_cells(void)
{
    static const int cells[] = {0, 1, 4, 5};    /* a corner, an edge by row and by column, a centre */
    for (int k = 0; k < 4; k++)
        for (int other = 0; other < 1 << 18; other++) {
            uint8_t board[CELLS];
            int r = cells[k] / 4, c = cells[k] % 4, rest = other;
            memset(board, 7, CELLS);
            for (int i = 0; i < 4; i++) {
                if (i != c) board[4 * r + i] = rest & 7, rest >>= 3;
                if (i != r) board[4 * i + c] = rest & 7, rest >>= 3;
            }
            board[cells[k]] = 0;
            if (count_empties(board) == 1) value_last_cell(board);
        }
}

static void *fit_stages(void *nothing)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        int stage = --next_stage;
        pthread_mutex_unlock(&lock);
        if (stage < 1) return nothing;
        fit_stage(stage);
    }
}

static uint8_t *read_records(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END)) return NULL;
    long bytes = ftell(f);
    uint8_t *all = need(malloc((size_t)bytes + 1));
    rewind(f);
    record_count = bytes / (long)record_size();
    size_t whole = (size_t)record_count * record_size();
    if (fread(all, 1, whole, f) != whole || whole != (size_t)bytes) record_count = 0;
    fclose(f);
    return all;
}

int fit_table(const char *samples, const char *out, int with_ridge, int with_rounds, int threads)
{
    size_t size = (size_t)game.levels * STAGES * WEIGHTS;
    pthread_t thread[64];
    records = read_records(samples);
    if (!records || !record_count) return fprintf(stderr, "solver: no samples of this game: %s\n", samples), 1;
    ridge = with_ridge, rounds = with_rounds;
    table_init();
    fitted = need(calloc(size, sizeof *fitted));
    value_last_cells();
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, fit_stages, NULL)) return 1;
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    FILE *f = fopen(out, "wb");
    if (!f || fwrite(fitted, sizeof *fitted, size, f) != size) return fprintf(stderr, "solver: cannot write %s\n", out), 1;
    return fclose(f) != 0;
}
