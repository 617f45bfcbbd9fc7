/* Many games: perfect play's statistics, samples to fit a value table to, and the coach's strength. */
#ifndef PLAY_H
#define PLAY_H

#include "probe.h"

typedef struct { uint64_t state; } Random;      /* splitmix64 */

enum { SCORES = 1000, LOWEST = -300 };

typedef struct Share Share;

/* Play one turn of *board*; returns the Powers left. */
typedef int Turn(Share *share, uint8_t board[CELLS], int left);

/* One thread's share of the games. */
struct Share {
    long games, turns, struck, ruins, powers, escaped, power_kind[2], powers_games[4];
    double sum, squares, loss, loss_at[CELLS + 1];      /* loss_at: by empty cells before the turn */
    long score[SCORES];
    Random random;
    Turn *turn;
    uint8_t *records;
    long wanted, written;
};

/* A roll that keeps these dice. */
int throw_dice(Random *r, int kept);
int score_of(const uint8_t board[CELLS]);
void print_board(const uint8_t board[CELLS]);
int read_board(const char *text, uint8_t board[CELLS]);

/* The Powers that games begin with. */
extern int start_left;

/* Play *games* games by *turn* and print a report as JSON. */
void play_games(long games, int threads, uint64_t seed, Turn *turn);

/* Play *games* games with the exact values and print a report as JSON. */
void play_perfect(long games, int threads, uint64_t seed);

/* Play games with some turns at random and write boards after a turn with their exact values, 16 bytes and *levels* int16
 * (value * SCALE - BIAS) each, until *records* are written to *path*. */
int write_samples(const char *path, long records, int threads, uint64_t seed);

/* What the first turn is worth: first rolls, first ruins. */
void print_opening(void);

#endif
