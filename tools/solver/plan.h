/* Plans: for one mask of numbers, every set of cells that a turn can fill, and where each leads. */
#ifndef PLAN_H
#define PLAN_H

#include "geometry.h"

typedef struct {
    uint8_t size;               /* cells filled, 1-4 */
    uint8_t cell[4];
    uint8_t beside[4];          /* earlier cells of this set that touch this one, as bits */
    uint8_t rows_done, columns_done; /* lines that it completes, as bits */
    uint8_t transform;          /* carries the new mask to its canonical one */
    uint8_t is_last;            /* only as the end of the game: too few dice otherwise, or nothing is left empty */
    const Mask *target;
    uint32_t length;            /* ruin sets it goes with */
    const uint32_t *lane;       /* for each ruin set of the target, the lane of the same ruins here */
} Set;

typedef struct {
    const Mask *mask;
    int sets;
    Set *set;
    uint32_t *lanes;            /* backing store of all Set.lane */
} Plan;

/* Lanes: the ruin sets of *batch* colourings of one mask side by side, by number of ruins, most first, each
 * number of ruins starting at a chunk of 16 lanes.  A chunk never mixes numbers of ruins, so a chunk may use the values of
 * the chunks before it (one ruin more). */
typedef struct {
    int empties, batch;
    uint32_t chunks;
    uint32_t *lane_of;          /* [ruins] lane of the batch's first colouring */
    int32_t *ruins_of;          /* [lane] or -1 where the lane is padding */
    uint8_t *member_of;         /* [lane] colouring within the batch */
} Lanes;

enum { LANE = 16 };

/* Address of a lane in units of one lane's entry, for multiset 0: chunk, multiset, lane. */
static inline uint32_t lane_address(uint32_t lane)
{
    return lane / LANE * (MULTISETS * LANE) + lane % LANE;
}

void lanes_init(Lanes *lanes, int empties);
void lanes_free(Lanes *lanes);
void plan_init(Plan *plan, const Mask *mask, const Lanes *lanes);
void plan_free(Plan *plan);

#endif
