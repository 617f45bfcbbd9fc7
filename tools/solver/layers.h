/* Layers of solved values on disk: one file per number of numbers, int16 [state][level], mapped into memory. */
#ifndef LAYERS_H
#define LAYERS_H

#include <stdint.h>

#include "geometry.h"

extern int16_t *layer_values[CELLS + 1];        /* NULL where not open */

/* Remember the directory; write or compare its manifest of the game's parameters (stops where it holds another game). */
void layers_init(const char *directory, int may_create);

int layer_is_done(int numbers);
void layer_create(int numbers);
void layer_finish(int numbers);                 /* flush and mark as done */
void layer_open(int numbers);                   /* for reading */
void layer_close(int numbers);

static inline double points(int16_t stored)
{
    return (stored + BIAS) / (double)SCALE;
}

#endif
