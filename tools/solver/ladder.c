/* A value table without a solved game: boards from simple play, valued one turn deep by the weights for fewer empty cells. */
#include "ladder.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coach.h"

/* What a simple player likes: points, cells that something fits, lines on the way to a bonus. */
static double promise(const uint8_t board[CELLS])
{
    double sum = score_of(board);
    for (int i = 0; i < CELLS; i++) {
        if (board[i]) continue;
        int low = 1, high = 6;
        for (int j = 0; j < CELLS; j++) {
            if (!(neighbours[i] >> j & 1) || !board[j] || board[j] == 7) continue;
            if (board[j] - 1 > low) low = board[j] - 1;
            if (board[j] + 1 < high) high = board[j] + 1;
        }
        sum += high - low > 1 ? 8 : high - low == 1 ? 5 : high == low ? 0 : -18;
    }
    for (int line = 0; line < 8; line++) {
        int numbers = 0, ruins = 0, up = 0, down = 0, same = 0, is_up = 1, is_down = 1, is_same = 1;
        for (int k = 0; k < 4; k++) {
            int v = board[line < 4 ? 4 * line + k : 4 * k + line - 4];
            ruins += v == 7;
            if (!v || v == 7) continue;
            if (numbers && v - k != up) is_up = 0;
            if (numbers && v + k != down) is_down = 0;
            if (numbers && v != same) is_same = 0;
            up = v - k, down = v + k, same = v, numbers++;
        }
        if (ruins || numbers < 2 || numbers == 4) continue;
        if ((is_up && up >= 1 && up <= 3) || (is_down && down >= 4 && down <= 6)) sum += 11 * (numbers - 1);
        else if (is_same) sum += 8 * (numbers - 1);
    }
    return sum;
}

enum { KEEP = 8 };

typedef struct {
    Random *random;
    const uint8_t *wanted;
    int count, seen;
    double worth[KEEP];
    uint8_t board[KEEP][CELLS], any[2][CELLS];
} Found;

static int random_below(Random *r, int n)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (int)(((z ^ z >> 31) >> 32) * (uint64_t)n >> 32);
}

static void find(void *context, const uint8_t after[CELLS], int multiset, int reward)
{
    Found *f = context;
    (void)reward;
    if (!f->wanted[multiset]) return;
    int slot = f->seen < 2 ? f->seen : random_below(f->random, f->seen + 1);
    if (slot < 2) memcpy(f->any[slot], after, CELLS);
    f->seen++;
    double worth = promise(after);
    if (f->count == KEEP && worth <= f->worth[KEEP - 1]) return;
    int k = f->count < KEEP ? f->count++ : KEEP - 1;
    for (; k && f->worth[k - 1] < worth; k--) {
        f->worth[k] = f->worth[k - 1];
        memcpy(f->board[k], f->board[k - 1], CELLS);
    }
    f->worth[k] = worth;
    memcpy(f->board[k], after, CELLS);
}

static int empties_of(const uint8_t board[CELLS])
{
    int n = 0;
    for (int i = 0; i < CELLS; i++) n += !board[i];
    return n;
}

int write_pool(const char *path, long boards, uint64_t seed)
{
    Random random = {seed * 1000003};
    long count[CELLS + 1] = {0}, full = 0;
    FILE *f = fopen(path, "wb");
    if (!f) return fprintf(stderr, "solver: cannot write %s\n", path), 1;
    while (full < 9) {
        uint8_t board[CELLS] = {0}, wanted[MULTISETS];
        while (empties_of(board)) {
            Found found = {.random = &random, .wanted = wanted};
            int roll = throw_dice(&random, 0), n;
            unsigned values = 0;
            mark_parts(roll, wanted);
            for (int k = 0; k < 4; k++) values |= 1u << multiset_dice[multiset_first[4] + roll][k];
            visit_placements(board, values, find, &found);
            if (!found.count) {
                double best = -1e9;
                int cell = 0;
                for (int i = 0; i < CELLS; i++) {
                    if (board[i]) continue;
                    board[i] = 7;
                    double worth = promise(board);
                    board[i] = 0;
                    if (worth > best) best = worth, cell = i;
                }
                memcpy(found.board[0], board, CELLS);
                found.board[0][cell] = 7;
                found.count = 1;
            }
            for (int k = 0; k < found.count + (found.seen > KEEP ? 2 : 0); k++) {
                const uint8_t *b = k < found.count ? found.board[k] : found.any[k - found.count];
                if ((n = empties_of(b)) && count[n] < boards) {
                    fwrite(b, 1, CELLS, f);
                    full += ++count[n] == boards && n < 10;
                }
            }
            memcpy(board, found.board[random_below(&random, 10) < 6 ? 0 : random_below(&random, found.count)], CELLS);
        }
    }
    return fclose(f) != 0;
}

typedef struct {
    const uint8_t *boards;
    int16_t *values;
    long from, to;
} Job;

static void *label(void *argument)
{
    Job *job = argument;
    Analysis *a = need(malloc(sizeof *a));
    for (long i = job->from; i < job->to; i++) {
        analyse(a, job->boards + i * CELLS, game.levels, 0, -1, table_oracle);
        for (int p = 0; p < game.levels; p++) {
            double stored = a->value[p] * SCALE - BIAS;
            job->values[i * game.levels + p] = (int16_t)(stored < -32000 ? -32000 : stored > 32000 ? 32000 : stored);
        }
    }
    free(a);
    return NULL;
}

int label_boards(const char *from, const char *to, int threads)
{
    FILE *f = fopen(from, "rb");
    if (!f || fseek(f, 0, SEEK_END)) return fprintf(stderr, "solver: cannot read %s\n", from), 1;
    long count = ftell(f) / CELLS;
    uint8_t *boards = need(malloc((size_t)count * CELLS + 1));
    int16_t *values = need(malloc((size_t)(count * game.levels + 1) * sizeof *values));
    pthread_t thread[64];
    Job job[64];
    rewind(f);
    if (fread(boards, CELLS, (size_t)count, f) != (size_t)count) return 1;
    fclose(f);
    for (int i = 0; i < threads; i++) {
        job[i] = (Job){boards, values, count * i / threads, count * (i + 1) / threads};
        if (pthread_create(&thread[i], NULL, label, &job[i])) return 1;
    }
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    if (!(f = fopen(to, "wb"))) return fprintf(stderr, "solver: cannot write %s\n", to), 1;
    for (long i = 0; i < count; i++) {
        fwrite(boards + i * CELLS, 1, CELLS, f);
        fwrite(values + i * game.levels, sizeof *values, (size_t)game.levels, f);
    }
    return fclose(f) != 0;
}
