/* Geometry of the board and the index of colourings: what every part of the solver counts with.
 *
 * A board is a number mask n (a bit per cell that holds a number), a colouring (the numbers) and a ruin set R, a subset
 * of the complement of n.  Small boards are the 4x4 board with walls: a wall makes no connection, sets no limit and
 * earns no bonus.  Value = points still to come. */
#ifndef GEOMETRY_H
#define GEOMETRY_H

#include <stdint.h>

enum {
    CELLS = 16,
    ROW_CODES = 583,    /* rows of four cells (0 empty, 1-6) whose neighbours differ by at most 1 */
    PACKED_ROWS = 2401, /* 7^4 */
    MULTISETS = 210,    /* of up to four dice; 0 is the empty one */
    ROLLS = 126,
    MAX_SETS = 2600,
    SCALE = 80,                 /* fixed point: 1/80 point */
    BIAS = 152 * SCALE,         /* stored = value * SCALE - BIAS, which centres -240..544 in int16 */
    NEVER = INT16_MIN           /* no legal placement */
};

typedef struct {
    int walls_free;             /* mask of the cells that exist */
    int cells;                  /* how many */
    int minimum;                /* dice a turn must place (M2.3) */
    int levels;                 /* 1 + Majda Powers */
    int cost[4];                /* cost[p]: cost of the Power used while p are left, in points; cost[0] unused */
} Game;

/* A mask of numbers up to symmetry. */
typedef struct {
    int mask, numbers, empties;
    uint32_t colourings;
    uint64_t offset;            /* in states, within its layer */
    uint32_t *first;            /* by rank of (row 1, row 2): index of the first colouring that starts so */
    int row_mask[4];
    uint8_t complement[CELLS];  /* cells that exist and hold no number, ascending: bit b of R is complement[b] */
} Mask;

extern Game game;
extern int transform_of[8][CELLS];      /* image of a cell */
extern int neighbours[CELLS];           /* mask of the cells beside a cell (walls included) */
extern int symmetry_used[8];            /* does this transform keep the walls? */
extern uint16_t row_code[PACKED_ROWS];  /* packed row (sum of value * 7^column) -> code, 0xffff where illegal */
extern uint16_t row_packed[ROW_CODES];
extern uint8_t row_code_mask[ROW_CODES];
extern uint16_t line_bonus[PACKED_ROWS];/* M7.2-M7.4, in points; 0 for lines not full */
extern uint64_t unit[8][CELLS];         /* value 1 on a cell, seen through a transform: four packed rows of 16 bits */

extern Mask *masks;                     /* canonical masks, by number of numbers */
extern int mask_count;
extern int layer_first[CELLS + 2];      /* masks of n numbers: layer_first[n] .. layer_first[n + 1] - 1 */
extern int32_t *canonical_id;           /* [65536], -1 where not connected */
extern uint8_t *canonical_transform;    /* [65536] transform that carries a mask to its canonical one */

extern uint8_t multiset_size[MULTISETS];
extern uint8_t multiset_add[MULTISETS][7];      /* plus one die; only for sizes < 4 */
extern uint8_t multiset_sub[MULTISETS][4];      /* minus one die: the distinct results, then the first again */
extern uint8_t multiset_subs[MULTISETS];
extern uint8_t multiset_first[6];               /* ids of size s: multiset_first[s] .. multiset_first[s + 1] - 1 */
extern uint8_t multiset_dice[MULTISETS][4];
extern double roll_chance[ROLLS];               /* of multiset multiset_first[4] + roll */
extern uint8_t nudge[ROLLS][8];                 /* rolls reached by LOWER or RAISE of one die (M5.1) */
extern uint8_t nudges[ROLLS];

/* Prepare everything for *g*. */
void geometry_init(const Game *g);

/* States (with ruins) of the layer of *numbers*. */
uint64_t layer_states(int numbers);

/* Index of a colouring given as four packed rows, of a mask with these row masks. */
static inline uint32_t colouring_index(const Mask *m, uint64_t rows);

extern uint16_t *rank_top;      /* [r1][r2] among pairs of the same two row masks */
extern uint16_t *rank_third;    /* [mask of row 4][r2][r3] */
extern uint8_t *rank_fourth;    /* [r3][r4] */

static inline uint32_t colouring_index(const Mask *m, uint64_t rows)
{
    unsigned a = row_code[rows & 0xffff], b = row_code[rows >> 16 & 0xffff];
    unsigned c = row_code[rows >> 32 & 0xffff], d = row_code[rows >> 48];
    return m->first[rank_top[a * ROW_CODES + b]]
         + rank_third[((unsigned)m->row_mask[3] * ROW_CODES + b) * ROW_CODES + c]
         + rank_fourth[c * ROW_CODES + d];
}

/* Write all colourings of *m*, in index order, as 4 bits a cell (cell 0 lowest). */
void list_colourings(const Mask *m, uint64_t *out);

/* Position of a board: which stored state holds it. */
typedef struct {
    int numbers, mask_id, transform;
    uint64_t state;             /* within the layer */
} Place;

/* Find the board (16 values: 0 empty, 1-6, 7 ruin; walls are 0).  Returns 0 where its numbers are not one legal field. */
int place_board(const uint8_t board[CELLS], Place *out);

void *need(void *memory);       /* stops the program where memory is NULL */

#endif
