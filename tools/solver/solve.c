/* Exact retrograde solution of MAGDAGDON, layer by layer from many numbers to few. */
#include "solve.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "layers.h"
#include "plan.h"
#include "vec.h"

enum { QUEUE = 48 };

/* One placement on its way into the lanes. */
typedef struct {
    const int16_t *value;
    const uint32_t *lane;
    uint32_t length, at;
    int reward;
} Target;

typedef struct {
    int16_t *best;              /* [chunk][multiset][lane][level] */
    Wide kept[MULTISETS];       /* expectation where these dice are kept and the others thrown again */
    Sixteen mean[MULTISETS];    /* the same, unrounded */
    uint64_t rows[8];           /* the colouring through each transform, as four packed rows */
    uint8_t allowed[CELLS];     /* values that the numbers beside an empty cell allow, as bits 1-6 */
    int member, queued;
    Target queue[QUEUE];
} Worker;

static const uint8_t near[7] = {0x7e, 0x06, 0x0e, 0x1c, 0x38, 0x70, 0x60};
static const int16_t end_values[4] = {-BIAS, -BIAS, -BIAS, -BIAS};
static float chance[ROLLS];

static inline int lines_bonus(const uint64_t rows[8], const Set *s, const int *value)
{
    uint64_t across = rows[0], down = rows[4];
    int bonus = 0;
    for (int i = 0; i < s->size; i++) {
        across += unit[0][s->cell[i]] * (uint64_t)value[i];
        down += unit[4][s->cell[i]] * (uint64_t)value[i];
    }
    for (int i = 0; i < 4; i++, across >>= 16, down >>= 16) {
        if (s->rows_done >> i & 1) bonus += line_bonus[across & 0xffff];
        if (s->columns_done >> i & 1) bonus += line_bonus[down & 0xffff];
    }
    return bonus;
}

static void look_at(Worker *w, const Mask *mask, uint64_t colouring)
{
    memset(w->rows, 0, sizeof w->rows);
    memset(w->allowed, 0x7e, sizeof w->allowed);
    for (int i = 0; i < CELLS; i++) {
        int v = colouring >> 4 * i & 15;
        if (!v) continue;
        for (int t = 0; t < 8; t++) w->rows[t] += unit[t][i] * (uint64_t)v;
        for (int k = 0; k < mask->empties; k++)
            if (neighbours[i] >> mask->complement[k] & 1) w->allowed[mask->complement[k]] &= near[v];
    }
}

/* Dice that a turn must place in the lanes of a chunk (M3.1); 1 where nothing is left empty. */
static inline int chunk_minimum(const Lanes *lanes, uint32_t chunk)
{
    int left = lanes->empties - __builtin_popcount((unsigned)lanes->ruins_of[chunk * LANE]);
    return left < 1 ? 1 : left < game.minimum ? left : game.minimum;
}

static Wide expect(const Wide play[ROLLS])
{
    Sixteen sum = {{0}, {0}};
    for (int r = 0; r < ROLLS; r++) {
        Sixteen x = to_sixteen(play[r]);
        sum.low += x.low * chance[r];
        sum.high += x.high * chance[r];
    }
    return to_wide(sum);
}

/* The same, and the expectation for every set of kept dice: the mean over one die more, down to none kept. */
static Wide expect_kept(Worker *w, const Wide play[ROLLS])
{
    const int rolls = multiset_first[4];
    for (int r = 0; r < ROLLS; r++) {
        w->mean[rolls + r] = to_sixteen(play[r]);
        w->kept[rolls + r] = play[r];
    }
    for (int i = rolls - 1; i >= 0; i--) {
        Sixteen sum = w->mean[multiset_add[i][1]];
        for (int v = 2; v < 7; v++) {
            sum.low += w->mean[multiset_add[i][v]].low;
            sum.high += w->mean[multiset_add[i][v]].high;
        }
        sum.low *= 1.0f / 6;
        sum.high *= 1.0f / 6;
        w->mean[i] = sum;
        w->kept[i] = to_wide(sum);
    }
    return w->kept[0];
}

/* M5: the best of playing on and of using a Power, whose results the level below holds in w->kept. */
static void add_powers(Worker *w, Wide play[ROLLS], int cost)
{
    const int rolls = multiset_first[4];
    Wide best[MULTISETS];       /* the best reroll that keeps these dice or fewer */
    for (int i = 0; i < MULTISETS; i++) {
        Wide here = i < rolls ? w->kept[i] : wide_all(NEVER);
        for (int k = 0; k < multiset_size[i]; k++) here = wide_max(here, best[multiset_sub[i][k]]);
        best[i] = here;
    }
    for (int r = 0; r < ROLLS; r++) {
        Wide with = best[rolls + r];
        for (int k = 0; k < nudges[r]; k++) with = wide_max(with, w->kept[rolls + nudge[r][k]]);
        play[r] = wide_max(play[r], with - (int16_t)cost);
    }
}

#define LEVELS 1
#include "kernel.h"
#define LEVELS 2
#include "kernel.h"
#define LEVELS 4
#include "kernel.h"

/* One layer under way, shared by the threads. */
typedef struct {
    int numbers, plans;
    Plan *plan;
    Lanes lanes;
    uint64_t **colourings;
    int16_t *out;
    pthread_mutex_t lock;
    int next_plan;
    uint32_t next_colouring, step;
} Layer;

static int take_work(Layer *layer, int *plan, uint32_t *from)
{
    pthread_mutex_lock(&layer->lock);
    while (layer->next_plan < layer->plans && layer->next_colouring >= layer->plan[layer->next_plan].mask->colourings) {
        layer->next_plan++;
        layer->next_colouring = 0;
    }
    *plan = layer->next_plan;
    *from = layer->next_colouring;
    layer->next_colouring += layer->step;
    pthread_mutex_unlock(&layer->lock);
    return *plan < layer->plans;
}

static void *work(void *argument)
{
    Layer *layer = argument;
    const Lanes *lanes = &layer->lanes;
    Worker *w = need(aligned_alloc(64, (sizeof *w + 63) / 64 * 64));
    size_t room = (size_t)lanes->chunks * MULTISETS * LANE * (size_t)game.levels * sizeof(int16_t);
    int plan;
    uint32_t from;
    memset(w, 0, sizeof *w);
    w->best = need(aligned_alloc(64, room));
    while (take_work(layer, &plan, &from)) {
        const Plan *p = &layer->plan[plan];
        uint32_t end = from + layer->step < p->mask->colourings ? from + layer->step : p->mask->colourings;
        for (uint32_t i = from; i < end; i += (uint32_t)lanes->batch) {
            int members = (int)(end - i) < lanes->batch ? (int)(end - i) : lanes->batch;
            int16_t *out = layer->out + (p->mask->offset + ((uint64_t)i << p->mask->empties)) * (uint64_t)game.levels;
            const uint64_t *c = layer->colourings[plan] + i;
            if (game.levels == 1) solve_1(w, p, lanes, c, members, out);
            else if (game.levels == 2) solve_2(w, p, lanes, c, members, out);
            else solve_4(w, p, lanes, c, members, out);
        }
    }
    free(w->best);
    free(w);
    return NULL;
}

static void solve_layer(int numbers, int threads)
{
    Layer layer = {.numbers = numbers, .plans = layer_first[numbers + 1] - layer_first[numbers]};
    pthread_t thread[64];
    layer_create(numbers);
    layer.out = layer_values[numbers];
    lanes_init(&layer.lanes, game.cells - numbers);
    layer.plan = need(malloc((size_t)layer.plans * sizeof *layer.plan));
    layer.colourings = need(malloc((size_t)layer.plans * sizeof *layer.colourings));
    for (int i = 0; i < layer.plans; i++) {
        const Mask *m = &masks[layer_first[numbers] + i];
        plan_init(&layer.plan[i], m, &layer.lanes);
        layer.colourings[i] = need(malloc((size_t)m->colourings * sizeof **layer.colourings));
        list_colourings(m, layer.colourings[i]);
    }
    layer.step = (uint32_t)layer.lanes.batch * (numbers > 6 ? 64 : 1);
    pthread_mutex_init(&layer.lock, NULL);
    for (int i = 0; i < threads; i++)
        if (pthread_create(&thread[i], NULL, work, &layer)) {
            fprintf(stderr, "solver: cannot start a thread\n");
            exit(1);
        }
    for (int i = 0; i < threads; i++) pthread_join(thread[i], NULL);
    for (int i = 0; i < layer.plans; i++) {
        plan_free(&layer.plan[i]);
        free(layer.colourings[i]);
    }
    free(layer.plan);
    free(layer.colourings);
    lanes_free(&layer.lanes);
    layer_finish(numbers);
}

void solve_all(int threads)
{
    for (int r = 0; r < ROLLS; r++) chance[r] = (float)roll_chance[r];
    for (int numbers = game.cells - 1; numbers >= 0; numbers--) {
        struct timespec start, end;
        if (numbers + 5 <= game.cells) layer_close(numbers + 5);
        clock_gettime(CLOCK_MONOTONIC, &start);
        int was_done = layer_is_done(numbers);
        if (was_done) layer_open(numbers);
        else solve_layer(numbers, threads);
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("layer %2d: %10llu states %s %.1f s\n", numbers, (unsigned long long)layer_states(numbers),
               was_done ? "kept" : "solved in", (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
        fflush(stdout);
    }
}
