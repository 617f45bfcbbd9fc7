/* Geometry of the board and the index of colourings. */
#include "geometry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Game game;
int transform_of[8][CELLS], neighbours[CELLS], symmetry_used[8];
uint16_t row_code[PACKED_ROWS], row_packed[ROW_CODES], line_bonus[PACKED_ROWS];
uint8_t row_code_mask[ROW_CODES];
uint64_t unit[8][CELLS];
Mask *masks;
int mask_count, layer_first[CELLS + 2];
int32_t *canonical_id;
uint8_t *canonical_transform;
uint8_t multiset_size[MULTISETS], multiset_add[MULTISETS][7], multiset_sub[MULTISETS][4];
uint8_t multiset_subs[MULTISETS], multiset_first[6], multiset_dice[MULTISETS][4];
double roll_chance[ROLLS];
uint8_t nudge[ROLLS][8], nudges[ROLLS];
uint16_t *rank_top, *rank_third;
uint8_t *rank_fourth;

static uint8_t compatible[ROW_CODES][ROW_CODES];        /* may one row stand above the other? */
static uint16_t count_one[16][ROW_CODES];               /* fourth rows of a mask below a third row */
static uint32_t count_two[16][16][ROW_CODES];           /* (third, fourth) rows of two masks below a second row */
static uint16_t codes_of_mask[16][ROW_CODES];
static int codes_in_mask[16];

void *need(void *memory)
{
    if (!memory) {
        fprintf(stderr, "solver: out of memory\n");
        exit(1);
    }
    return memory;
}

static void init_cells(void)
{
    static const int power[4] = {1, 7, 49, 343};
    for (int t = 0; t < 8; t++) {
        symmetry_used[t] = 1;
        for (int i = 0; i < CELLS; i++) {
            int r = i / 4, c = i % 4;
            if (t & 4) { int s = r; r = c; c = s; }
            if (t & 2) r = 3 - r;
            if (t & 1) c = 3 - c;
            transform_of[t][i] = 4 * r + c;
            unit[t][i] = (uint64_t)power[c] << 16 * r;
            if ((game.walls_free >> i & 1) != (game.walls_free >> (4 * r + c) & 1)) symmetry_used[t] = 0;
        }
    }
    for (int i = 0; i < CELLS; i++) {
        neighbours[i] = 0;
        if (i % 4) neighbours[i] |= 1 << (i - 1);
        if (i % 4 < 3) neighbours[i] |= 1 << (i + 1);
        if (i > 3) neighbours[i] |= 1 << (i - 4);
        if (i < 12) neighbours[i] |= 1 << (i + 4);
    }
}

static int bonus_of(const int v[4])
{
    int step = v[1] - v[0], count[7] = {0}, pairs = 0;
    for (int i = 0; i < 4; i++) count[v[i]]++;
    if (count[0]) return 0;
    if ((step == 1 || step == -1) && v[2] - v[1] == step && v[3] - v[2] == step) return 60;
    if (count[v[0]] == 4) return 40;
    for (int i = 1; i < 7; i++) pairs += count[i] == 2;
    return pairs == 2 ? 20 : 0;
}

static void init_rows(void)
{
    int codes = 0;
    memset(row_code, 0xff, sizeof row_code);
    memset(codes_in_mask, 0, sizeof codes_in_mask);
    for (int p = 0; p < PACKED_ROWS; p++) {
        int v[4] = {p % 7, p / 7 % 7, p / 49 % 7, p / 343}, mask = 0, legal = 1;
        for (int i = 0; i < 4; i++) {
            mask |= (v[i] > 0) << i;
            if (i && v[i] && v[i - 1] && abs(v[i] - v[i - 1]) > 1) legal = 0;
        }
        line_bonus[p] = (uint16_t)bonus_of(v);
        if (!legal) continue;
        row_packed[codes] = (uint16_t)p;
        row_code_mask[codes] = (uint8_t)mask;
        codes_of_mask[mask][codes_in_mask[mask]++] = (uint16_t)codes;
        row_code[p] = (uint16_t)codes++;
    }
    for (int a = 0; a < ROW_CODES; a++)
        for (int b = 0; b < ROW_CODES; b++) {
            compatible[a][b] = 1;
            for (int i = 0, p = row_packed[a], q = row_packed[b]; i < 4; i++, p /= 7, q /= 7)
                if (p % 7 && q % 7 && abs(p % 7 - q % 7) > 1) compatible[a][b] = 0;
        }
}

static void init_ranks(void)
{
    const size_t n = ROW_CODES;
    rank_top = need(calloc(n * n, sizeof *rank_top));
    rank_third = need(calloc(16 * n * n, sizeof *rank_third));
    rank_fourth = need(calloc(n * n, sizeof *rank_fourth));
    memset(count_one, 0, sizeof count_one);
    memset(count_two, 0, sizeof count_two);
    for (int a = 0; a < ROW_CODES; a++)
        for (int m = 0; m < 16; m++)
            for (int k = 0; k < codes_in_mask[m]; k++) {
                int b = codes_of_mask[m][k];
                rank_fourth[a * n + b] = (uint8_t)count_one[m][a];
                count_one[m][a] += compatible[a][b];
            }
    for (int m4 = 0; m4 < 16; m4++)
        for (int b = 0; b < ROW_CODES; b++)
            for (int m3 = 0; m3 < 16; m3++)
                for (int k = 0; k < codes_in_mask[m3]; k++) {
                    int c = codes_of_mask[m3][k];
                    rank_third[(m4 * n + b) * n + c] = (uint16_t)count_two[m3][m4][b];
                    if (compatible[b][c]) count_two[m3][m4][b] += count_one[m4][c];
                }
    for (int m1 = 0; m1 < 16; m1++)
        for (int m2 = 0; m2 < 16; m2++) {
            uint16_t rank = 0;
            for (int i = 0; i < codes_in_mask[m1]; i++)
                for (int j = 0; j < codes_in_mask[m2]; j++) {
                    int a = codes_of_mask[m1][i], b = codes_of_mask[m2][j];
                    rank_top[a * n + b] = rank;
                    rank += compatible[a][b];
                }
        }
}

static int is_connected(int mask)
{
    int seen = mask & -mask, grown = 0;
    while (grown != seen) {
        grown = seen;
        for (int i = 0; i < CELLS; i++)
            if (grown >> i & 1) seen |= neighbours[i] & mask;
    }
    return seen == mask;
}

static int image_of(int mask, int t)
{
    int image = 0;
    for (int i = 0; i < CELLS; i++)
        if (mask >> i & 1) image |= 1 << transform_of[t][i];
    return image;
}

static void init_mask(Mask *m, int mask, int numbers)
{
    int n = 0;
    memset(m, 0, sizeof *m);
    m->mask = mask;
    m->numbers = numbers;
    for (int i = 0; i < CELLS; i++)
        if ((game.walls_free & ~mask) >> i & 1) m->complement[n++] = (uint8_t)i;
    m->empties = n;
    for (int r = 0; r < 4; r++) m->row_mask[r] = mask >> 4 * r & 15;
    int m1 = m->row_mask[0], m2 = m->row_mask[1];
    m->first = need(calloc((size_t)codes_in_mask[m1] * (size_t)codes_in_mask[m2] + 1, sizeof *m->first));
    int rank = 0;
    for (int i = 0; i < codes_in_mask[m1]; i++)
        for (int j = 0; j < codes_in_mask[m2]; j++) {
            int a = codes_of_mask[m1][i], b = codes_of_mask[m2][j];
            if (!compatible[a][b]) continue;
            m->first[rank++] = m->colourings;
            m->colourings += count_two[m->row_mask[2]][m->row_mask[3]][b];
        }
}

static void init_masks(void)
{
    canonical_id = need(malloc(65536 * sizeof *canonical_id));
    canonical_transform = need(calloc(65536, 1));
    for (int i = 0; i < 65536; i++) canonical_id[i] = -1;
    masks = need(calloc(13000, sizeof *masks));
    mask_count = 0;
    for (int n = 0; n <= CELLS; n++) {
        uint64_t offset = 0;
        layer_first[n] = mask_count;
        for (int mask = 0; mask < 65536; mask++) {
            if (mask & ~game.walls_free || __builtin_popcount((unsigned)mask) != n) continue;
            if (canonical_id[mask] >= 0 || !is_connected(mask)) continue;
            Mask *m = &masks[mask_count];
            init_mask(m, mask, n);
            m->offset = offset;
            offset += (uint64_t)m->colourings << m->empties;
            for (int t = 7; t >= 0; t--) {
                if (!symmetry_used[t]) continue;
                int inverse = t & 4 ? 4 | (t & 1) << 1 | (t & 2) >> 1 : t;
                int image = image_of(mask, inverse);
                canonical_id[image] = mask_count;
                canonical_transform[image] = (uint8_t)t;
            }
            mask_count++;
        }
    }
    layer_first[CELLS + 1] = mask_count;
}

static void init_multisets(void)
{
    int count = 0, ids[7][7][7][7];
    for (int size = 0; size <= 4; size++) {
        multiset_first[size] = (uint8_t)count;
        for (int a = 0; a < 7; a++)
            for (int b = a; b < 7; b++)
                for (int c = b; c < 7; c++)
                    for (int d = c; d < 7; d++) {
                        if ((a > 0) + (b > 0) + (c > 0) + (d > 0) != size) continue;
                        uint8_t dice[4] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
                        memcpy(multiset_dice[count], dice, 4);     /* zeros first */
                        multiset_size[count] = (uint8_t)size;
                        ids[a][b][c][d] = count++;
                    }
    }
    multiset_first[5] = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        const uint8_t *dice = multiset_dice[i];
        multiset_subs[i] = 0;
        for (int v = 1; multiset_size[i] < 4 && v < 7; v++) {
            int d[4] = {v, dice[1], dice[2], dice[3]};
            for (int k = 0; k < 3 && d[k] > d[k + 1]; k++) { int s = d[k]; d[k] = d[k + 1]; d[k + 1] = s; }
            int j = ids[d[0]][d[1]][d[2]][d[3]];
            multiset_add[i][v] = (uint8_t)j;
        }
    }
    for (int i = 0; i < count; i++)
        for (int v = 1; multiset_size[i] < 4 && v < 7; v++) {
            int j = multiset_add[i][v];
            multiset_sub[j][multiset_subs[j]++] = (uint8_t)i;
        }
    for (int i = 1; i < count; i++)
        for (int k = multiset_subs[i]; k < multiset_size[i]; k++) multiset_sub[i][k] = multiset_sub[i][0];
    for (int r = 0; r < ROLLS; r++) {
        const uint8_t *dice = multiset_dice[multiset_first[4] + r];
        int ways = 24, run = 1;
        for (int k = 1; k < 4; k++) {
            run = dice[k] == dice[k - 1] ? run + 1 : 1;
            ways /= run;
        }
        roll_chance[r] = ways / 1296.0;
        nudges[r] = 0;
        for (int k = 0; k < 4; k++)
            for (int step = -1; step < 2; step += 2) {
                if (k && dice[k] == dice[k - 1]) continue;
                if (dice[k] + step < 1 || dice[k] + step > 6) continue;
                int id = 0;
                for (int j = 0; j < 4; j++) id = multiset_add[id][j == k ? dice[j] + step : dice[j]];
                nudge[r][nudges[r]++] = (uint8_t)(id - multiset_first[4]);
            }
    }
}

void geometry_init(const Game *g)
{
    game = *g;
    init_cells();
    init_rows();
    init_ranks();
    init_masks();
    init_multisets();
}

uint64_t layer_states(int numbers)
{
    uint64_t states = 0;
    for (int i = layer_first[numbers]; i < layer_first[numbers + 1]; i++)
        states += (uint64_t)masks[i].colourings << masks[i].empties;
    return states;
}

void list_colourings(const Mask *m, uint64_t *out)
{
    const int *rm = m->row_mask;
    for (int i = 0; i < codes_in_mask[rm[0]]; i++)
        for (int j = 0; j < codes_in_mask[rm[1]]; j++) {
            int a = codes_of_mask[rm[0]][i], b = codes_of_mask[rm[1]][j];
            if (!compatible[a][b]) continue;
            for (int k = 0; k < codes_in_mask[rm[2]]; k++) {
                int c = codes_of_mask[rm[2]][k];
                if (!compatible[b][c]) continue;
                for (int l = 0; l < codes_in_mask[rm[3]]; l++) {
                    int d = codes_of_mask[rm[3]][l];
                    if (!compatible[c][d]) continue;
                    int packed[4] = {row_packed[a], row_packed[b], row_packed[c], row_packed[d]};
                    uint64_t cells = 0;
                    for (int cell = 0; cell < CELLS; cell++) {
                        cells |= (uint64_t)(packed[cell / 4] % 7) << 4 * cell;
                        packed[cell / 4] /= 7;
                    }
                    *out++ = cells;
                }
            }
        }
}

int place_board(const uint8_t board[CELLS], Place *out)
{
    int mask = 0, ruins = 0;
    uint64_t rows = 0;
    for (int i = 0; i < CELLS; i++) {
        if (board[i] >= 1 && board[i] <= 6) mask |= 1 << i;
        for (int j = i + 1; j < CELLS; j++)
            if (neighbours[i] >> j & 1 && board[i] % 7 && board[j] % 7 && abs(board[i] - board[j]) > 1) return 0;
    }
    if (mask & ~game.walls_free || canonical_id[mask] < 0) return 0;
    int t = canonical_transform[mask];
    const Mask *m = &masks[canonical_id[mask]];
    for (int i = 0; i < CELLS; i++) {
        if (board[i] == 7) ruins |= 1 << transform_of[t][i];
        else rows += unit[t][i] * board[i];
    }
    uint64_t state = 0;
    for (int b = 0; b < m->empties; b++) state |= (uint64_t)(ruins >> m->complement[b] & 1) << b;
    out->numbers = m->numbers;
    out->mask_id = canonical_id[mask];
    out->transform = t;
    out->state = m->offset + ((uint64_t)colouring_index(m, rows) << m->empties) + state;
    return 1;
}
