/* One position at a time: every board that a turn can reach, what each is worth, and the best use of each roll. */
#ifndef PROBE_H
#define PROBE_H

#include <stdint.h>

#include "geometry.h"

enum { MAX_LEVELS = 4 };

/* What a board after a turn is still worth, by Powers left, in points. */
typedef void Oracle(const uint8_t board[CELLS], double value[MAX_LEVELS]);

/* The exact values, from the layers. */
void exact_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS]);

/* Everything about one board before a roll. */
typedef struct {
    const uint8_t *board;
    int minimum, levels;
    double best[MULTISETS][MAX_LEVELS];         /* best placement of exactly these dice or fewer; NONE where there is none */
    uint8_t board_of[MULTISETS][CELLS];         /* the board it leads to, judged by best_level */
    double ruin[MAX_LEVELS];                    /* best ruin */
    uint8_t ruin_cell;
    double play[MAX_LEVELS][ROLLS];             /* W: best of everything, by Powers left */
    double kept[MAX_LEVELS][MULTISETS];         /* mean over a reroll that keeps these dice */
    double value[MAX_LEVELS];                   /* mean over the rolls */
} Analysis;

extern const double NONE;

/* Visit every placement open on *board* that uses at most the dice allowed (bit v of *values*); at least *minimum* dice. */
typedef void Visit(void *context, const uint8_t after[CELLS], int multiset, int reward);
void visit_placements(const uint8_t board[CELLS], unsigned values, Visit *visit, void *context);

/* Analyse *board* with *levels* levels; where *roll* >= 0 and only level 0 matters, only that roll is filled in. */
void analyse(Analysis *a, const uint8_t board[CELLS], int levels, int best_level, int roll, Oracle *oracle);

/* Second half of analyse: from a->best, with board and levels set. */
void finish_analysis(Analysis *a, int best_level, int roll, Oracle *oracle);

/* What one turn does: a use of a Power, a placement or a ruin. */
typedef struct {
    enum { PLACE, RUIN, NUDGE, REROLL } kind;
    int multiset;               /* NUDGE: the new roll; REROLL: the dice kept */
    double worth;
} Choice;

/* The best use of a Power on a roll with *left* of them, of the worth NONE where no use is possible. */
Choice choose_power(const Analysis *a, int roll, int left);

/* The best choice for a roll with *left* Powers. */
Choice choose(const Analysis *a, int roll, int left);

#endif
