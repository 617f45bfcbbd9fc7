/* Plans: every set of cells that a turn can fill. */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

void lanes_init(Lanes *lanes, int empties)
{
    uint32_t sets = 1u << empties, lane = 0;
    int batch = empties >= 8 ? 1 : empties >= 4 ? 1 << (8 - empties) : 16;
    size_t room = (size_t)sets * (size_t)batch + 16 * 17;
    lanes->empties = empties;
    lanes->batch = batch;
    lanes->lane_of = need(malloc(sets * sizeof *lanes->lane_of));
    lanes->ruins_of = need(malloc(room * sizeof *lanes->ruins_of));
    lanes->member_of = need(calloc(room, 1));
    memset(lanes->ruins_of, 0xff, room * sizeof *lanes->ruins_of);
    for (int ruins = empties; ruins >= 0; ruins--) {
        for (uint32_t set = 0; set < sets; set++) {
            if (__builtin_popcount(set) != ruins) continue;
            lanes->lane_of[set] = lane;
            for (int b = 0; b < batch; b++, lane++) {
                lanes->ruins_of[lane] = (int32_t)set;
                lanes->member_of[lane] = (uint8_t)b;
            }
        }
        lane = (lane + LANE - 1) / LANE * LANE;
    }
    lanes->chunks = lane / LANE;
}

void lanes_free(Lanes *lanes)
{
    free(lanes->lane_of);
    free(lanes->ruins_of);
    free(lanes->member_of);
}

static int lines_done(int mask, int more, int columns)
{
    int done = 0;
    for (int i = 0; i < 4; i++) {
        int line = columns ? 0x1111 << i : 0xf << 4 * i;
        if (line & more && !(line & ~(mask | more))) done |= 1 << i;
    }
    return done;
}

static uint32_t *fill_lanes(const Mask *mask, const Set *set, int cells, const Lanes *lanes, uint32_t *out)
{
    int bit_of_cell[CELLS] = {0}, bit[CELLS];
    for (int b = 0; b < mask->empties; b++) bit_of_cell[mask->complement[b]] = b;
    if (set->is_last) {
        uint32_t ruins = (1u << mask->empties) - 1;
        for (int k = 0; k < set->size; k++) ruins &= ~(1u << bit_of_cell[set->cell[k]]);
        *out++ = lane_address(lanes->lane_of[ruins]);
        return out;
    }
    for (int b = 0; b < mask->empties; b++) {
        int cell = mask->complement[b];
        if (cells >> cell & 1) continue;
        for (int k = 0; k < set->target->empties; k++)
            if (set->target->complement[k] == transform_of[set->transform][cell]) bit[k] = b;
    }
    for (uint32_t theirs = 0; theirs < set->length; theirs++) {
        uint32_t ours = 0;
        for (int k = 0; k < set->target->empties; k++) ours |= (theirs >> k & 1) << bit[k];
        *out++ = lane_address(lanes->lane_of[ours]);
    }
    return out;
}

static void describe(Set *set, const Mask *mask, int cells)
{
    int whole = mask->mask | cells;
    memset(set, 0, sizeof *set);
    for (int i = 0; i < CELLS; i++)
        if (cells >> i & 1) set->cell[set->size++] = (uint8_t)i;
    for (int k = 1; k < set->size; k++)
        for (int j = 0; j < k; j++)
            if (neighbours[set->cell[k]] >> set->cell[j] & 1) set->beside[k] |= (uint8_t)(1 << j);
    set->rows_done = (uint8_t)lines_done(mask->mask, cells, 0);
    set->columns_done = (uint8_t)lines_done(mask->mask, cells, 1);
    set->transform = canonical_transform[whole];
    set->target = &masks[canonical_id[whole]];
    set->is_last = set->size < game.minimum || !set->target->empties;
    set->length = set->is_last ? 1 : 1u << set->target->empties;
}

void plan_init(Plan *plan, const Mask *mask, const Lanes *lanes)
{
    int free_cells = game.walls_free & ~mask->mask;
    size_t room = 0;
    plan->mask = mask;
    plan->sets = 0;
    plan->set = need(malloc(MAX_SETS * sizeof *plan->set));
    for (int cells = free_cells; cells; cells = (cells - 1) & free_cells) {
        if (__builtin_popcount((unsigned)cells) > 4 || canonical_id[mask->mask | cells] < 0) continue;
        Set *set = &plan->set[plan->sets++];
        describe(set, mask, cells);
        room += set->length;
    }
    plan->lanes = need(malloc((room + 1) * sizeof *plan->lanes));
    uint32_t *next = plan->lanes;
    for (int i = 0; i < plan->sets; i++) {
        Set *set = &plan->set[i];
        int cells = 0;
        for (int k = 0; k < set->size; k++) cells |= 1 << set->cell[k];
        set->lane = next;
        next = fill_lanes(mask, set, cells, lanes, next);
    }
}

void plan_free(Plan *plan)
{
    free(plan->set);
    free(plan->lanes);
}
