/* One position at a time.  Sums are made in the same order as the plain Python player makes them, so that both choose alike. */
#include "probe.h"

#include <string.h>

#include "layers.h"

const double NONE = -1e9;
static const uint8_t near[7] = {0x7e, 0x06, 0x0e, 0x1c, 0x38, 0x70, 0x60};

void exact_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS])
{
    Place at;
    int is_over = 1;
    for (int i = 0; i < CELLS; i++)
        if (game.walls_free >> i & 1 && !board[i]) is_over = 0;
    for (int p = 0; p < game.levels; p++) value[p] = 0;
    if (is_over || !place_board(board, &at)) return;
    const int16_t *stored = layer_values[at.numbers] + at.state * (uint64_t)game.levels;
    for (int p = 0; p < game.levels; p++) value[p] = points(stored[p]);
}

typedef struct {
    const uint8_t *board;
    uint8_t after[CELLS], allowed[CELLS];
    int cells[CELLS], size;
    unsigned values;
    Visit *visit;
    void *context;
} Search;

static int reward_of(const Search *s)
{
    static const int power[4] = {1, 7, 49, 343};
    int reward = 0, rows = 0, columns = 0;
    for (int k = 0; k < s->size; k++) {
        reward += 2 * s->after[s->cells[k]];
        rows |= 1 << s->cells[k] / 4;
        columns |= 1 << s->cells[k] % 4;
    }
    for (int i = 0; i < 4; i++) {
        int row = 0, column = 0;
        for (int j = 0; j < 4; j++) {
            row += power[j] * (s->after[4 * i + j] % 7);
            column += power[j] * (s->after[4 * j + i] % 7);
        }
        if (rows >> i & 1) reward += line_bonus[row];
        if (columns >> i & 1) reward += line_bonus[column];
    }
    return reward;
}

static void assign(Search *s, int k, int multiset)
{
    int cell = s->cells[k];
    unsigned values = s->allowed[cell] & s->values;
    for (int j = 0; j < k; j++)
        if (neighbours[cell] >> s->cells[j] & 1) values &= near[s->after[s->cells[j]]];
    for (; values; values &= values - 1) {
        int v = __builtin_ctz(values), more = multiset_add[multiset][v];
        s->after[cell] = (uint8_t)v;
        if (k + 1 < s->size) assign(s, k + 1, more);
        else s->visit(s->context, s->after, more, reward_of(s));
    }
    s->after[cell] = 0;
}

static int usual_minimum(int empties) { return empties < game.minimum ? empties : game.minimum; }

void visit_placements(const uint8_t board[CELLS], unsigned values, Visit *visit, void *context)
{
    Search s = {.board = board, .values = values, .visit = visit, .context = context};
    int mask = 0, open = 0;
    memcpy(s.after, board, CELLS);
    memset(s.allowed, 0x7e, CELLS);
    for (int i = 0; i < CELLS; i++) {
        if (!(game.walls_free >> i & 1)) continue;
        if (!board[i]) open |= 1 << i;
        else if (board[i] < 7) {
            mask |= 1 << i;
            for (int j = 0; j < CELLS; j++)
                if (neighbours[i] >> j & 1) s.allowed[j] &= near[board[i]];
        }
    }
    int minimum = usual_minimum(__builtin_popcount((unsigned)open));
    for (int cells = open; cells; cells = (cells - 1) & open) {
        int size = __builtin_popcount((unsigned)cells);
        if (size > 4 || size < minimum || canonical_id[mask | cells] < 0) continue;
        s.size = 0;
        for (int i = 0; i < CELLS; i++)
            if (cells >> i & 1) s.cells[s.size++] = i;
        assign(&s, 0, 0);
    }
}

typedef struct {
    Analysis *analysis;
    Oracle *oracle;
    int best_level;
    const uint8_t *wanted;      /* multisets of interest, or NULL */
} Maximum;

static void maximise(void *context, const uint8_t after[CELLS], int multiset, int reward)
{
    Maximum *m = context;
    Analysis *a = m->analysis;
    double value[MAX_LEVELS];
    if (m->wanted && !m->wanted[multiset]) return;
    m->oracle(after, value);
    for (int p = 0; p < a->levels; p++) {
        double worth = value[p] + reward;
        if (worth <= a->best[multiset][p]) continue;
        a->best[multiset][p] = worth;
        if (p == m->best_level) memcpy(a->board_of[multiset], after, CELLS);
    }
}

static void consider_ruins(Analysis *a, int best_level, Oracle *oracle)
{
    uint8_t after[CELLS];
    double value[MAX_LEVELS];
    memcpy(after, a->board, CELLS);
    for (int p = 0; p < a->levels; p++) a->ruin[p] = NONE;
    for (int i = 0; i < CELLS; i++) {
        if (a->board[i] || !(game.walls_free >> i & 1)) continue;
        after[i] = 7;
        oracle(after, value);
        after[i] = 0;
        for (int p = 0; p < a->levels; p++) {
            if (value[p] - 15 <= a->ruin[p]) continue;
            a->ruin[p] = value[p] - 15;
            if (p == best_level) a->ruin_cell = (uint8_t)i;
        }
    }
}

static void settle(Analysis *a)
{
    const int rolls = multiset_first[4];
    for (int p = 0; p < a->levels; p++) {
        double reroll[MULTISETS];
        for (int i = 0; p && i < MULTISETS; i++) {
            reroll[i] = i < rolls ? a->kept[p - 1][i] : NONE;
            for (int k = 0; k < multiset_subs[i]; k++)
                if (reroll[multiset_sub[i][k]] > reroll[i]) reroll[i] = reroll[multiset_sub[i][k]];
        }
        for (int r = 0; r < ROLLS; r++) {
            double play = a->best[rolls + r][p] == NONE ? a->ruin[p] : a->best[rolls + r][p];
            if (p) {
                double with = reroll[rolls + r];
                for (int k = 0; k < nudges[r]; k++)
                    if (a->play[p - 1][nudge[r][k]] > with) with = a->play[p - 1][nudge[r][k]];
                if (with - game.cost[p] > play) play = with - game.cost[p];
            }
            a->play[p][r] = a->kept[p][rolls + r] = play;
        }
        for (int i = rolls - 1; i >= 0; i--) {
            double sum = 0;
            for (int v = 1; v < 7; v++) sum += a->kept[p][multiset_add[i][v]];
            a->kept[p][i] = sum / 6;
        }
        a->value[p] = a->kept[p][0];
    }
}

void analyse(Analysis *a, const uint8_t board[CELLS], int levels, int best_level, int roll, Oracle *oracle)
{
    uint8_t wanted[MULTISETS] = {0};
    Maximum m = {a, oracle, best_level, roll < 0 ? NULL : wanted};
    unsigned values = 0x7e;
    a->board = board;
    a->levels = levels;
    for (int i = 0; i < MULTISETS; i++)
        for (int p = 0; p < levels; p++) a->best[i][p] = NONE;
    if (roll >= 0) {
        int id = multiset_first[4] + roll;
        wanted[id] = 1;
        values = 0;
        for (int i = id; i > 0; i--)
            for (int k = 0; wanted[i] && k < multiset_subs[i]; k++) wanted[multiset_sub[i][k]] = 1;
        for (int k = 0; k < 4; k++) values |= 1u << multiset_dice[id][k];
    }
    visit_placements(board, values, maximise, &m);
    finish_analysis(a, best_level, roll, oracle);
}

void finish_analysis(Analysis *a, int best_level, int roll, Oracle *oracle)
{
    int is_magdagdon_possible = 1;
    for (int i = multiset_first[2]; i < MULTISETS; i++)
        for (int k = 0; k < multiset_subs[i]; k++) {
            int j = multiset_sub[i][k];
            for (int p = 0; p < a->levels; p++) {
                if (a->best[j][p] <= a->best[i][p]) continue;
                a->best[i][p] = a->best[j][p];
                if (p == best_level) memcpy(a->board_of[i], a->board_of[j], CELLS);
            }
        }
    if (roll >= 0) is_magdagdon_possible = a->best[multiset_first[4] + roll][0] == NONE;
    if (is_magdagdon_possible) consider_ruins(a, best_level, oracle);
    if (roll < 0) settle(a);
    else {
        int id = multiset_first[4] + roll;
        a->play[0][roll] = a->best[id][0] == NONE ? a->ruin[0] : a->best[id][0];
    }
}

static void try_choice(Choice *best, int kind, int multiset, double worth)
{
    if (worth <= best->worth) return;
    best->kind = kind;
    best->multiset = multiset;
    best->worth = worth;
}

static void try_rerolls(Choice *best, const Analysis *a, int multiset, int left)
{
    for (int k = 0; k < multiset_subs[multiset]; k++) {
        int kept = multiset_sub[multiset][k];
        try_choice(best, REROLL, kept, a->kept[left - 1][kept] - game.cost[left]);
        try_rerolls(best, a, kept, left);
    }
}

Choice choose_power(const Analysis *a, int roll, int left)
{
    Choice best = {NUDGE, -1, NONE};
    for (int k = 0; k < nudges[roll]; k++)
        try_choice(&best, NUDGE, nudge[roll][k], a->play[left - 1][nudge[roll][k]] - game.cost[left]);
    try_rerolls(&best, a, multiset_first[4] + roll, left);
    return best;
}

Choice choose(const Analysis *a, int roll, int left)
{
    int id = multiset_first[4] + roll;
    Choice best = {PLACE, id, a->best[id][left]};
    if (best.worth == NONE) best = (Choice){RUIN, a->ruin_cell, a->ruin[left]};
    if (left) {
        Choice power = choose_power(a, roll, left);
        if (power.worth > best.worth) best = power;
    }
    return best;
}
