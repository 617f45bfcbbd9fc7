/* A value table without a solved game (see ladder.py). */
#ifndef LADDER_H
#define LADDER_H

#include <stdint.h>

/* Write boards after a turn from a simple player's games, at most *boards* for each number of empty cells. */
int write_pool(const char *path, long boards, uint64_t seed);

/* Value every board of a pool one turn deep by the weights loaded, and write samples as play.h describes. */
int label_boards(const char *from, const char *to, int threads);

#endif
