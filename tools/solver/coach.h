/* The coach's twin: the plain Python player's judgement, compiled, to measure its strength over many games. */
#ifndef COACH_H
#define COACH_H

#include "play.h"

/* The looks of one decision: what they may cost together, and how many points behind the best they go. */
extern int look_budget, look_margin;

/* Mark the multisets that are part of a roll. */
void mark_parts(int roll, uint8_t wanted[MULTISETS]);

/* What the coach does with a roll: a board reached, or a Power. */
typedef struct {
    Choice choice;              /* RUIN: multiset is the cell */
    uint8_t board[CELLS];       /* after PLACE or RUIN */
} Decision;

Decision coach_decide(const uint8_t board[CELLS], int roll, int left);

/* Play games as the coach and print a report as JSON, with the mean loss against the exact values. */
void play_coach(long games, int threads, uint64_t seed);

/* Read positions (BOARD ROLL POWERS_LEFT) and print what the coach does. */
int print_decisions(void);

#endif
