/* Exact retrograde solution, layer by layer. */
#ifndef SOLVE_H
#define SOLVE_H

/* Solve every layer that is not yet on disk. */
void solve_all(int threads);

#endif
