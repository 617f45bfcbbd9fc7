/* The coach's value table. */
#include "table.h"

#include <stdio.h>
#include <stdlib.h>

enum { CODES = 4096 };

static int16_t *weights;        /* [level][stage][WEIGHTS] */
static int others[4][CODES];    /* id of what else the line holds, by position */
static int fits[4][CODES];

static int is_number(int v) { return v >= 1 && v <= 6; }

static int is_legal(const int *v, int n)
{
    for (int i = 1; i < n; i++)
        if (is_number(v[i]) && is_number(v[i - 1]) && abs(v[i] - v[i - 1]) > 1) return 0;
    return 1;
}

static void init_ids(int first, int ids[512])
{
    int next = 0;
    for (int k = 0; k < 512; k++) {
        int v[3] = {k >> 6, k >> 3 & 7, k & 7};
        ids[k] = is_legal(v, first) && is_legal(v + first, 3 - first) ? next++ : 0;
    }
}

void table_init(void)
{
    static const int near[7] = {0, 0x03, 0x07, 0x0e, 0x1c, 0x38, 0x30};
    int outer[512], inner[512];
    init_ids(0, outer);
    init_ids(1, inner);
    for (int code = 0; code < CODES; code++) {
        int v[4] = {code & 7, code >> 3 & 7, code >> 6 & 7, code >> 9};
        for (int at = 0; at < 4; at++) {
            int seen[4], rest[3], n = 0, place = at < 2 ? at : 3 - at;
            for (int k = 0; k < 4; k++) seen[k] = at < 2 ? v[k] : v[3 - k];
            for (int k = 0; k < 4; k++)
                if (k != place) rest[n++] = seen[k];
            others[at][code] = (place ? inner : outer)[rest[0] << 6 | rest[1] << 3 | rest[2]];
            fits[at][code] = 63 | LONELY;
            if (at && is_number(v[at - 1])) fits[at][code] &= near[v[at - 1]];
            if (at < 3 && is_number(v[at + 1])) fits[at][code] &= near[v[at + 1]];
        }
    }
}

void table_load(const char *path)
{
    size_t size = (size_t)game.levels * STAGES * WEIGHTS;
    FILE *f = fopen(path, "rb");
    weights = need(malloc(size * sizeof *weights));
    if (!f || fread(weights, sizeof *weights, size, f) != size || fgetc(f) != EOF) {
        fprintf(stderr, "solver: not the weights of this game: %s\n", path);
        exit(1);
    }
    fclose(f);
    table_init();
}

int count_empties(const uint8_t board[CELLS])
{
    int empties = 0;
    for (int i = 0; i < CELLS; i++) empties += !board[i];
    return empties;
}

int table_terms(const uint8_t board[CELLS], int index[MAX_TERMS], int fit[CELLS])
{
    int lines[8] = {0}, n = 0, ruins = 0, counts[6] = {0}, cover = 0;
    for (int i = 0; i < CELLS; i++) {
        lines[i / 4] |= board[i] << 3 * (i % 4);
        lines[4 + i % 4] |= board[i] << 3 * (i / 4);
        ruins += board[i] == 7;
    }
    for (int i = 0; i < CELLS; i++) {
        if (board[i]) continue;
        int r = i / 4, c = i % 4, row = lines[r], column = lines[4 + c];
        int along = others[c][row], down = others[r][column], r_outer = r == 0 || r == 3, c_outer = c == 0 || c == 3;
        fit[n] = fits[c][row] & fits[r][column];
        for (int v = 0; v < 6 && !(fit[n] & LONELY); v++) counts[v] += fit[n] >> v & 1;
        if (r_outer && c_outer) index[n++] = CORNERS + along * OUTER + down;
        else if (c_outer) index[n++] = EDGES + along * INNER + down;
        else if (r_outer) index[n++] = EDGES + down * INNER + along;
        else index[n++] = CENTRES + along * INNER + down;
    }
    for (int v = 5; v >= 0; v--) cover = 4 * cover + (counts[v] < 3 ? counts[v] : 3);
    index[n++] = COVERS + cover;
    index[n++] = RUINED + ruins;
    return n;
}

void table_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS])
{
    int index[MAX_TERMS], fit[CELLS], empties = count_empties(board), total = 0;
    for (int p = 0; p < game.levels; p++) value[p] = 0;
    if (!empties) return;
    int n = table_terms(board, index, fit);
    for (int p = 0; p < game.levels; p++) {
        const int16_t *w = weights + ((size_t)p * STAGES + (size_t)stage_of(empties)) * WEIGHTS;
        for (int k = 0; k < n; k++) total += w[index[k]];
        value[p] = total / (double)UNIT;
    }
}
