/* Many games: perfect play's statistics, samples to fit a value table to, and the coach's strength. */
#ifndef PLAY_H
#define PLAY_H

#include "probe.h"

/* Play *games* games with the exact values and print a report as JSON. */
void play_perfect(long games, int threads, uint64_t seed);

/* Play games with some turns at random and write boards after a turn with their exact values, 16 bytes and *levels* int16
 * (value * SCALE - BIAS) each, until *records* are written to *path*. */
int write_samples(const char *path, long records, int threads, uint64_t seed);

/* What the first turn is worth: first rolls, first ruins. */
void print_opening(void);

#endif
