/* Fitting the coach's value table to exact values. */
#ifndef FIT_H
#define FIT_H

/* Read samples (play.h) and write raw weights (table.h) that fit them, printing how well. */
int fit_table(const char *samples, const char *out, int ridge, int rounds, int threads);

#endif
