/* The coach's twin. */
#include "coach.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table.h"

enum { STEP = UNIT, OPENING = 10, KNOWN = 2 };

static const int exact_empties[MAX_LEVELS] = {5, 4, 4, 4};

/* Boards just reached that are judged exactly. */
static int is_known(const uint8_t board[CELLS])
{
    int empties = count_empties(board);
    return empties <= KNOWN || empties >= OPENING;
}

/* The table's values, corrected to the exact values where the Python player looks further: in the opening, and where at most two
 * cells are empty. */
static void refined_oracle(const uint8_t board[CELLS], double value[MAX_LEVELS])
{
    int empties = count_empties(board);
    double exact[MAX_LEVELS];
    if (empties <= KNOWN) {
        exact_oracle(board, value);
        return;
    }
    table_oracle(board, value);
    if (empties < OPENING) return;
    exact_oracle(board, exact);
    double steps = 0, below = 0;
    for (int p = 0; p < game.levels; p++) {
        double here = floor((exact[p] - value[p]) * UNIT / STEP + 0.5), beyond = here - below;
        steps += beyond > 127 ? 127 : beyond < -127 ? -127 : beyond;
        below = here;
        value[p] += steps * STEP / UNIT;
    }
}

/* A board that the roll can lead to: what it is worth at once, and after a look one turn deeper. */
typedef struct {
    double worth, deeper;
    int multiset, is_settled;   /* settled: exact, or looked at */
    uint8_t board[CELLS];
} Candidate;

enum { MOST_CANDIDATES = 8192 };

typedef struct {
    Analysis *a;
    const uint8_t *mine;        /* multisets of the roll on the table; all others count for the Powers only */
    int left, count;
    Candidate *found;
} Search;

static void consider(void *context, const uint8_t after[CELLS], int multiset, int reward)
{
    Search *s = context;
    double value[MAX_LEVELS];
    if (!s->mine[multiset] && !s->left) return;
    (s->mine[multiset] ? refined_oracle : table_oracle)(after, value);
    for (int p = 0; p <= s->left; p++)
        if (value[p] + reward > s->a->best[multiset][p]) s->a->best[multiset][p] = value[p] + reward;
    if (!s->mine[multiset]) return;
    if (s->count == MOST_CANDIDATES) fprintf(stderr, "solver: too many boards\n"), exit(1);
    Candidate *c = &s->found[s->count++];
    c->worth = c->deeper = value[s->left] + reward;
    c->multiset = multiset;
    c->is_settled = is_known(after);
    memcpy(c->board, after, CELLS);
}

void mark_parts(int roll, uint8_t wanted[MULTISETS])
{
    int id = multiset_first[4] + roll;
    memset(wanted, 0, MULTISETS);
    wanted[id] = 1;
    for (int i = id; i > 0; i--)
        for (int k = 0; wanted[i] && k < multiset_subs[i]; k++) wanted[multiset_sub[i][k]] = 1;
}

static int by_worth(const void *one, const void *two)
{
    const Candidate *a = one, *b = two;
    if (a->worth != b->worth) return a->worth < b->worth ? 1 : -1;
    return memcmp(a->board, b->board, CELLS);
}

static void clear(Analysis *a, const uint8_t board[CELLS], int levels)
{
    a->board = board;
    a->levels = levels;
    for (int i = 0; i < MULTISETS; i++)
        for (int p = 0; p < levels; p++) a->best[i][p] = NONE;
}

static void consider_all(void *context, const uint8_t after[CELLS], int multiset, int reward)
{
    Analysis *a = context;
    double value[MAX_LEVELS];
    table_oracle(after, value);
    for (int p = 0; p < a->levels; p++)
        if (value[p] + reward > a->best[multiset][p]) a->best[multiset][p] = value[p] + reward;
}

/* What a board is worth before a roll, by the tables one turn on. */
static double look(const uint8_t board[CELLS], int left)
{
    static _Thread_local Analysis a;
    clear(&a, board, left + 1);
    visit_placements(board, 0x7e, consider_all, &a);
    finish_analysis(&a, left, -1, refined_oracle);
    return a.value[left];
}

int look_budget = 60, look_margin = 12;
static const int look_cost[CELLS + 1] = {0, 0, 0, 1, 1, 1, 2, 4, 7, 10, 15, 20, 25, 25, 25, 25, 25};
static const int outlook_cost[CELLS + 1] = {0, 0, 0, 0, 1, 1, 3, 4, 7, 11, 18, 25, 30, 30, 30, 20, 10};

/* Look at the best few again, one turn deeper; returns what that changed on average. */
static double look_deeper(const uint8_t board[CELLS], Candidate *found, int count, int left)
{
    double moved = 0;
    int budget = look_budget - (left ? outlook_cost[count_empties(board)] : 0), looked = 0;
    if (count < 2 || found[1].worth < found[0].worth - look_margin) return 0;
    for (int i = 0; i < count && found[i].worth >= found[0].worth - look_margin; i++) {
        if (found[i].is_settled) continue;
        budget -= look_cost[count_empties(found[i].board)];
        if (budget < 0) break;
        found[i].deeper = score_of(found[i].board) - score_of(board) + look(found[i].board, left);
        found[i].is_settled = 1;
        moved += found[i].deeper - found[i].worth;
        looked++;
    }
    moved = looked ? moved / looked : 0;
    for (int i = 0; i < count; i++)
        if (!found[i].is_settled) found[i].deeper += moved;
    return moved;
}

Decision coach_decide(const uint8_t board[CELLS], int roll, int left)
{
    static _Thread_local Analysis a;
    static _Thread_local Candidate found[MOST_CANDIDATES];
    Decision d;
    uint8_t mine[MULTISETS];
    int id = multiset_first[4] + roll, is_exact = count_empties(board) <= exact_empties[left];
    Search s = {&a, mine, left, 0, found};
    mark_parts(roll, mine);
    if (is_exact) {
        analyse(&a, board, left + 1, left, left ? -1 : roll, exact_oracle);
        d.choice = choose(&a, roll, left);
        if (d.choice.kind == PLACE) memcpy(d.board, a.board_of[d.choice.multiset], CELLS);
    } else {
        unsigned values = left ? 0x7e : 0;
        for (int k = 0; k < 4; k++) values |= 1u << multiset_dice[id][k];
        clear(&a, board, left + 1);
        visit_placements(board, values, consider, &s);
        finish_analysis(&a, left, left ? -1 : roll, refined_oracle);
        if (!s.count)
            for (int i = 0; i < CELLS; i++) {
                double value[MAX_LEVELS];
                if (board[i]) continue;
                Candidate *c = &found[s.count++];
                memcpy(c->board, board, CELLS);
                c->board[i] = 7;
                c->multiset = -1 - i;
                c->is_settled = is_known(c->board);
                refined_oracle(c->board, value);
                c->worth = c->deeper = value[left] - 15;
            }
        qsort(found, (size_t)s.count, sizeof *found, by_worth);
        double moved = look_deeper(board, found, s.count, left);
        int best = 0;
        for (int i = 1; i < s.count; i++)
            if (found[i].deeper > found[best].deeper) best = i;
        int ruined = -1 - found[best].multiset;
        d.choice = (Choice){ruined < 0 ? PLACE : RUIN, ruined < 0 ? id : ruined, found[best].deeper};
        memcpy(d.board, found[best].board, CELLS);
        if (left) {
            Choice power = choose_power(&a, roll, left);
            if (count_empties(board) >= OPENING) {
                double known[MAX_LEVELS];
                refined_oracle(board, known);
                moved = known[left - 1] - a.value[left - 1];
            }
            power.worth += moved;
            if (power.worth > d.choice.worth) d.choice = power;
        }
    }
    if (d.choice.kind == RUIN) {
        memcpy(d.board, board, CELLS);
        d.board[d.choice.multiset] = 7;
    }
    return d;
}

/* Exact worth of what was decided. */
static double exact_worth(const Analysis *exact, const uint8_t board[CELLS], const Decision *d, int left)
{
    double value[MAX_LEVELS];
    switch (d->choice.kind) {
    case NUDGE: return exact->play[left - 1][d->choice.multiset] - game.cost[left];
    case REROLL: return exact->kept[left - 1][d->choice.multiset] - game.cost[left];
    default:
        exact_oracle(d->board, value);
        return value[left] + score_of(d->board) - score_of(board);
    }
}

static int coach_turn(Share *s, uint8_t board[CELLS], int left)
{
    static _Thread_local Analysis exact;
    int roll = throw_dice(&s->random, 0), was_struck = 0;
    for (;;) {
        Decision d = coach_decide(board, roll, left);
        analyse(&exact, board, left + 1, left, left ? -1 : roll, exact_oracle);
        if (exact.best[multiset_first[4] + roll][left] == NONE && !was_struck) was_struck = 1, s->struck++;
        double loss = exact.play[left][roll] - exact_worth(&exact, board, &d, left);
        s->loss += loss;
        s->loss_at[count_empties(board)] += loss;
        if (d.choice.kind == PLACE || d.choice.kind == RUIN) {
            s->turns++;
            s->ruins += d.choice.kind == RUIN;
            memcpy(board, d.board, CELLS);
            return left;
        }
        s->powers++;
        left--;
        roll = d.choice.kind == REROLL ? throw_dice(&s->random, d.choice.multiset) : d.choice.multiset;
    }
}

void play_coach(long games, int threads, uint64_t seed) { play_games(games, threads, seed, coach_turn); }

int print_decisions(void)
{
    char line[256], dice[8];
    while (fgets(line, sizeof line, stdin)) {
        char text[64];
        int left, id = 0;
        uint8_t board[CELLS];
        if (sscanf(line, "%63s %7s %d", text, dice, &left) != 3 || !read_board(text, board)) return 1;
        for (int k = 0; k < 4; k++) id = multiset_add[id][dice[k] - '0'];
        Decision d = coach_decide(board, id - multiset_first[4], left);
        printf("%.4f ", d.choice.worth);
        if (d.choice.kind == PLACE || d.choice.kind == RUIN) print_board(d.board);
        else {
            int set = d.choice.multiset + (d.choice.kind == NUDGE) * multiset_first[4];
            printf(d.choice.kind == NUDGE ? "nudge " : "keep ");
            for (int k = 4 - multiset_size[set]; k < 4; k++) printf("%d", multiset_dice[set][k]);
        }
        putchar('\n');
    }
    return 0;
}
