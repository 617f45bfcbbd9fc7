/* The inner work of the solver, compiled once for each number of levels: define LEVELS, then include.
 *
 * One call solves a batch of colourings of one mask, all ruin sets of each:
 *   1. spread: every placement is enumerated once and its whole target vector is maximised into the lanes of its multiset;
 *   2. settle: chunk by chunk, maxima pass from multisets to those that hold them, rolls without a legal placement take the best
 *      ruin, the Powers are applied level by level, and the expectation is stored. */
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define NAME(x) JOIN(x, LEVELS)

enum { NAME(CHUNK) = MULTISETS * LANE * LEVELS };

/* best[lane] = max(best[lane], reward + value) over one target vector; an entry holds all levels. */
static inline void NAME(spread_)(int16_t *restrict best, const uint32_t *restrict lane, const int16_t *restrict value,
                                 uint32_t length, int reward)
{
#if LEVELS == 4 && defined(__SSE2__)
    const __m128i add = _mm_set1_epi16((int16_t)reward);
    for (uint32_t j = 0; j < length; j++) {
        __m128i *to = (__m128i *)(best + (size_t)lane[j] * 4);
        __m128i v = _mm_add_epi16(_mm_loadl_epi64((const __m128i *)(value + (size_t)j * 4)), add);
        _mm_storel_epi64(to, _mm_max_epi16(_mm_loadl_epi64(to), v));
    }
#else
    for (uint32_t j = 0; j < length; j++)
        for (int p = 0; p < LEVELS; p++) {
            int16_t *to = best + (size_t)lane[j] * LEVELS + p;
            int16_t v = (int16_t)(value[(size_t)j * LEVELS + p] + reward);
            *to = *to > v ? *to : v;
        }
#endif
}

static void NAME(flush_)(Worker *w)
{
    for (int i = 0; i < w->queued; i++) {
        const Target *t = &w->queue[i];
        NAME(spread_)(w->best + (size_t)t->at * LEVELS, t->lane, t->value, t->length, t->reward);
    }
    w->queued = 0;
}

/* Queue one placement: *value[i]* on the set's i-th cell. */
static inline void NAME(emit_)(Worker *w, const Set *s, const int *value, int multiset, int sum)
{
    Target *t = &w->queue[w->queued++];
    uint64_t to = w->rows[s->transform];
    int reward = 2 * sum;
    for (int i = 0; i < s->size; i++) to += unit[s->transform][s->cell[i]] * (uint64_t)value[i];
    if (s->rows_done | s->columns_done) reward += lines_bonus(w->rows, s, value);
    t->lane = s->lane;
    t->length = s->length;
    t->reward = reward * SCALE;
    t->at = (uint32_t)(multiset * LANE + w->member);
    if (s->is_last) t->value = end_values;
    else {
        const Mask *m = s->target;
        uint64_t state = m->offset + ((uint64_t)colouring_index(m, to) << m->empties);
        t->value = layer_values[m->numbers] + state * LEVELS;
        __builtin_prefetch(t->value);
        __builtin_prefetch(t->value + 32);
    }
    if (w->queued == QUEUE) NAME(flush_)(w);
}

static void NAME(place_)(Worker *w, const Set *s)
{
    int value[4];
    for (unsigned a = w->allowed[s->cell[0]]; a; a &= a - 1) {
        value[0] = __builtin_ctz(a);
        int one = multiset_add[0][value[0]];
        if (s->size == 1) {
            NAME(emit_)(w, s, value, one, value[0]);
            continue;
        }
        unsigned b = w->allowed[s->cell[1]];
        if (s->beside[1]) b &= near[value[0]];
        for (; b; b &= b - 1) {
            value[1] = __builtin_ctz(b);
            int two = multiset_add[one][value[1]], sum2 = value[0] + value[1];
            if (s->size == 2) {
                NAME(emit_)(w, s, value, two, sum2);
                continue;
            }
            unsigned c = w->allowed[s->cell[2]];
            if (s->beside[2] & 1) c &= near[value[0]];
            if (s->beside[2] & 2) c &= near[value[1]];
            for (; c; c &= c - 1) {
                value[2] = __builtin_ctz(c);
                int three = multiset_add[two][value[2]], sum3 = sum2 + value[2];
                if (s->size == 3) {
                    NAME(emit_)(w, s, value, three, sum3);
                    continue;
                }
                unsigned d = w->allowed[s->cell[3]];
                if (s->beside[3] & 1) d &= near[value[0]];
                if (s->beside[3] & 2) d &= near[value[1]];
                if (s->beside[3] & 4) d &= near[value[2]];
                for (; d; d &= d - 1) {
                    value[3] = __builtin_ctz(d);
                    NAME(emit_)(w, s, value, multiset_add[three][value[3]], sum3 + value[3]);
                }
            }
        }
    }
}

/* The best ruin of each lane of a chunk: one ruin more lies in a chunk before, already stored. */
static void NAME(ruins_)(const Lanes *lanes, uint32_t chunk, int members, const int16_t *out, Wide ruin[LEVELS])
{
    uint32_t all = (1u << lanes->empties) - 1;
    for (int l = 0; l < LANE; l++) {
        uint32_t lane = chunk * LANE + NAME(ORDER_)[l];
        int32_t ruins = lanes->ruins_of[lane];
        int best[LEVELS];
        for (int p = 0; p < LEVELS; p++) best[p] = NEVER;
        if (ruins >= 0 && lanes->member_of[lane] < members) {
            const int16_t *values = out + ((size_t)lanes->member_of[lane] << lanes->empties) * LEVELS;
            for (uint32_t left = all & ~(uint32_t)ruins; left; left &= left - 1) {
                const int16_t *v = values + ((uint32_t)ruins | (left & -left)) * (size_t)LEVELS;
                for (int p = 0; p < LEVELS; p++) best[p] = v[p] > best[p] ? v[p] : best[p];
            }
            for (int p = 0; p < LEVELS; p++) best[p] -= 15 * SCALE;
        }
        for (int p = 0; p < LEVELS; p++) ruin[p][l] = (int16_t)best[p];
    }
}

/* Pass maxima from every multiset of at least *minimum* dice to those that hold it.  A multiset of s dice has at most s
 * distinct parts; the table repeats the last, so that the loop has no branches. */
static inline void NAME(pass_)(Wide (*best)[LEVELS], int minimum)
{
    for (int size = minimum + 1; size <= 4; size++)
        for (int i = multiset_first[size]; i < multiset_first[size + 1]; i++)
            for (int p = 0; p < LEVELS; p++) {
                const uint8_t *sub = multiset_sub[i];
                Wide here = wide_max(best[i][p], wide_max(best[sub[0]][p], best[sub[1]][p]));
                if (size > 2) here = wide_max(here, best[sub[2]][p]);
                if (size > 3) here = wide_max(here, best[sub[3]][p]);
                best[i][p] = here;
            }
}

static void NAME(settle_)(Worker *w, const Lanes *lanes, uint32_t chunk, int members, int16_t *out)
{
    Wide(*best)[LEVELS] = (void *)(w->best + (size_t)chunk * NAME(CHUNK));
    Wide ruin[LEVELS], play[LEVELS][ROLLS], value;
    NAME(ruins_)(lanes, chunk, members, out, ruin);
    NAME(pass_)(best, chunk_minimum(lanes, chunk));
    for (int r = 0; r < ROLLS; r++) {
        Wide level[LEVELS];
        NAME(part_)(best[multiset_first[4] + r], level);
        for (int p = 0; p < LEVELS; p++) play[p][r] = wide_choose(level[p] == NEVER, ruin[p], level[p]);
    }
    for (int p = 0; p < LEVELS; p++) {
#if LEVELS > 1
        if (p) add_powers(w, play[p], game.cost[p] * SCALE);
        value = p + 1 < LEVELS ? expect_kept(w, play[p]) : expect(play[p]);
#else
        value = expect(play[p]);
#endif
        for (int l = 0; l < LANE; l++) {
            uint32_t lane = chunk * LANE + NAME(ORDER_)[l];
            if (lanes->ruins_of[lane] < 0 || lanes->member_of[lane] >= members) continue;
            size_t state = ((size_t)lanes->member_of[lane] << lanes->empties) + (size_t)lanes->ruins_of[lane];
            out[state * LEVELS + (size_t)p] = value[l];
        }
    }
}

/* Solve *members* colourings of the plan's mask; *out* is where the first one's values go. */
static void NAME(solve_)(Worker *w, const Plan *plan, const Lanes *lanes, const uint64_t *colouring, int members, int16_t *out)
{
    uint32_t all = (1u << lanes->empties) - 1;
    for (uint32_t chunk = 0; chunk < lanes->chunks; chunk++) {
        Wide *best = (Wide *)(w->best + (size_t)chunk * NAME(CHUNK));
        const Wide never = wide_all(NEVER);
        for (int i = multiset_first[chunk_minimum(lanes, chunk)] * LEVELS; i < MULTISETS * LEVELS; i++) best[i] = never;
    }
    for (w->member = 0; w->member < members; w->member++) {
        look_at(w, plan->mask, colouring[w->member]);
        for (int i = 0; i < plan->sets; i++) NAME(place_)(w, &plan->set[i]);
        NAME(flush_)(w);
        for (int p = 0; p < LEVELS; p++)
            out[(((size_t)w->member << lanes->empties) + all) * LEVELS + (size_t)p] = -BIAS;
    }
    uint32_t full = lanes->lane_of[all] / LANE;
    for (uint32_t chunk = full + 1; chunk < lanes->chunks; chunk++) NAME(settle_)(w, lanes, chunk, members, out);
}

#undef NAME
#undef JOIN
#undef JOIN2
#undef LEVELS
