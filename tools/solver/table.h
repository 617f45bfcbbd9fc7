/* The coach's value table, compiled: what a board is still worth as a sum of looked-up weights (game/coach/values.py). */
#ifndef TABLE_H
#define TABLE_H

#include "probe.h"

enum {
    OUTER = 260, INNER = 352, STAGES = 14, COVER = 4096, RUIN_COUNTS = 16, UNIT = 16,
    CORNERS = 0, EDGES = OUTER * OUTER, CENTRES = EDGES + OUTER * INNER, COVERS = CENTRES + INNER * INNER,
    RUINED = COVERS + COVER, WEIGHTS = RUINED + RUIN_COUNTS,
    MAX_TERMS = CELLS + 2,
    LONELY = 64         /* among the values that fit a cell: no number is beside it */
};

/* Prepare the look-ups. */
void table_init(void);

/* Read raw weights, int16 [level][stage][WEIGHTS]. */
void table_load(const char *path);

/* Weights of a board that is not full: fills *index*, and what fits each open cell, in that order; returns how many. */
int table_terms(const uint8_t board[CELLS], int index[MAX_TERMS], int fit[CELLS]);

/* Number of empty cells. */
int count_empties(const uint8_t board[CELLS]);

static inline int stage_of(int empties) { return (empties < STAGES ? empties : STAGES) - 1; }

/* The table's values, in points. */
void table_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS]);

#endif
