/* A* with an admissible lower bound and dominance pruning, for tables that leave the plain search too much.
 *
 * That one expands every state that leaves less behind than the answer does, which may be hundreds of thousands.
 * After ASTAR_AFTER of them it starts again with two more things known. A level is now what was left behind so far
 * and what must still be left, so most states wait for good. And a state is dropped where another one before the
 * same number dominates it, with no more jokers spent and no more left behind.
 *
 * The lower bound looks at each colour alone: its runs as they are, its groups as if the other colours gave them
 * all their tiles. The jokers at hand are dealt to the four colours the best way. Nothing real leaves less, so it
 * is never too high; nor does it fall on the way, since what a colour can do alone it can also do one number later.
 *
 * Order of ties: what a state leads to at the present level is expanded with fewer jokers spent first, then with
 * more runs open, then in the order of search.c. What lies higher is not made: the state waits for its next level.
 * States that wait for the same level are expanded again deepest first, then newest first. */

static const uint64_t NEVER = UINT64_C(1) << 56; /* the cost where there is no way */

static int group_jokers(rows here, int number, int colour, int grouped) {
    int highest = 0, others = 0;
    for (int c = 1; c < 4; c++)
        if (here[c][number] > here[highest][number]) highest = c;
    if (colour != highest) return 0;
    for (int c = 0; c < 4; c++)
        if (c != colour) others += min_i(grouped, here[c][number]);
    return max_i(0, 2 * grouped - others);
}

static void make_alone(struct tilerummy_solver *s, const struct block *block, rows here, int number, int colour,
                       int jokers, int top, uint64_t weight) {
    for (int from = 0; from < s->states[top].count; from++) {
        const struct ways *w = &block->ways[from];
        uint64_t *row = s->alone[number][colour][from];
        for (int free = 0; free <= jokers; free++) row[free] = NEVER;
        for (int grouped = 0; grouped <= here[colour][number]; grouped++)
            for (int i = 0; i < w->count[grouped]; i++) {
                option way = w->way[grouped][i];
                int used = group_jokers(here, number, colour, grouped) + (int)(way >> OPTION_AT & 255);
                uint64_t left = (way >> 8 & 255) * weight;
                const uint64_t *rest = s->alone[number + 1][colour][runs_in((state)(way >> OPTION_AT), colour)];
                for (int free = used; free <= jokers; free++)
                    if (left + rest[free - used] < row[free]) row[free] = left + rest[free - used];
            }
    }
}

static void make_lower_bounds(struct tilerummy_solver *s, struct block *blocks[14][4], rows must, rows here, int jokers,
                        int top, const int tops[4], const uint64_t weights[14]) {
    const struct run_states *states = &s->states[top];
    for (int c = 0; c < 4; c++)
        for (int at = 0; at < states->count; at++)
            for (int free = 0; free <= jokers; free++) s->alone[14][c][at][free] = states->needs[at] ? NEVER : 0;
    for (int number = 13; number > 0; number--)
        for (int c = 0; c < 4; c++) {
            struct block *block = find_block(s, c, top, tops[c], here[c], number, must[c][number], jokers);
            for (int at = 0; at < states->count; at++)
                if (!block->made[at])
                    make_ways(&block->ways[at], states, at, tops[c], here[c], number, must[c][number], jokers, c);
            memset(block->made, 1, (size_t)states->count);
            blocks[number][c] = block;
            make_alone(s, block, here, number, c, jokers, top, weights[number]);
        }
}

static uint64_t lower_bound_at(const struct tilerummy_solver *s, state at, int free) {
    const uint64_t *row[4];
    uint64_t pair[2][MOST_JOKERS + 1], found = 2 * NEVER;
    for (int c = 0; c < 4; c++)
        row[c] = s->alone[at >> NUMBER_AT & 15][c][runs_in(at, c)];
    for (int half = 0; half < 2; half++)
        for (int jokers = 0; jokers <= free; jokers++) {
            pair[half][jokers] = 2 * NEVER;
            for (int one = 0; one <= jokers; one++) {
                uint64_t sum = row[2 * half][one] + row[2 * half + 1][jokers - one];
                if (sum < pair[half][jokers]) pair[half][jokers] = sum;
            }
        }
    for (int one = 0; one <= free; one++)
        if (pair[0][one] + pair[1][free - one] < found) found = pair[0][one] + pair[1][free - one];
    return found;
}

/* ---- the search of a crowded table --------------------------------------------------------------------------------- */

/* Where a state is noted that was made, or is to be noted. */
static seen *find_made(struct tilerummy_solver *s, seen wanted) {
    seen *table = s->store.plain.seen;
    uint32_t at = (uint32_t)(state_of(wanted) * UINT64_C(0x9E3779B97F4A7C15) >> 43);
    while (table[at] != wanted && table[at] >> STAMP_AT == s->stamp) at = (at + 1) % SEEN_MOST;
    return &table[at];
}

/* Drops what cannot be better; `last` is the last state expanded before this number. -1: time is up. */
static int dropped(const struct tilerummy_solver *s, const struct run_states *states, state at, uint64_t cost,
                   uint32_t last, struct limits *limits, uint32_t *tried) {
    const uint8_t *no_worse[4];
    for (int c = 0; c < 4; c++) no_worse[c] = states->no_worse[runs_in(at, c)];
    for (const struct taken *t = &s->store.plain.taken[last]; t != s->store.plain.taken; t = &s->store.plain.taken[t->before]) {
        if (++*tried % LOOK == 0 && expired(limits)) return -1;
        if ((t->state & 255) > (at & 255) || t->cost > cost) continue;
        int all = 1;
        for (int c = 0; c < 4; c++) all &= no_worse[c][runs_in(t->state, c)];
        if (all) return 1;
    }
    return 0;
}

/* What one state leads to at this level, in the order in which it is expanded: fewest jokers, then most runs open. */
static void order_level(const struct tilerummy_solver *s, const struct run_states *states, uint32_t first, uint32_t count,
                        uint32_t *level) {
    enum { RUNS = 4 * MOST_COPIES + 1, KEYS = (MOST_JOKERS + 1) * RUNS };
    uint32_t from[KEYS + 1] = {0};
    for (int put = 0; put < 2; put++) {
        for (uint32_t index = first; index < first + count; index++) {
            const state at = s->store.plain.steps[index].state;
            int key = (int)(at & 255) * RUNS + RUNS - 1;
            for (int c = 0; c < 4; c++) key -= states->total[runs_in(at, c)];
            if (put)
                level[from[key]++] = index;
            else
                from[key + 1]++;
        }
        if (!put)
            for (int key = 0; key < KEYS; key++) from[key + 1] += from[key];
    }
}

/* `result` is how far search() came, `found` what it found */
static struct result search_astar(struct tilerummy_solver *s, rows must, rows here, int jokers,
                                  const uint64_t weights[14], int8_t like[14][4], uint64_t base, struct result result,
                                  struct arrangement *found) {
    struct limits *limits = &s->limits;
    struct step *steps = s->store.plain.steps;
    struct taken *taken = s->store.plain.taken;
    uint64_t *costs = s->store.plain.costs;
    uint32_t made = 0, taken_count = 0, tried = 0, last[15] = {0};
    struct block *blocks[14][4];
    int top = 0, tops[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; c++) {
        for (int number = 1; number < 14; number++) tops[c] = max_i(tops[c], here[c][number]);
        top = max_i(top, tops[c]);
    }
    const struct run_states *states = &s->states[top];
    start_search(s);
    make_lower_bounds(s, blocks, must, here, jokers, top, tops, weights);
    steps[0] = (struct step){(state)1 << NUMBER_AT, 0};
    costs[0] = base;
    uint64_t level = base + lower_bound_at(s, steps[0].state, jokers);
    if (level >= NEVER) return (struct result){0, 0, 1};
    s->stack[s->stack_count++] = 0;
    while (s->stack_count || s->waiting_count) {
        uint32_t index;
        if (s->stack_count) {
            index = s->stack[--s->stack_count];
            const state at = steps[index].state;
            const int number = (int)(at >> NUMBER_AT & 15);
            if (number == 14) {
                arrangement_of(s, index, here, jokers, top, found);
                return (struct result){costs[index], 1, 1};
            }
            int drop = dropped(s, states, at, costs[index], last[number], limits, &tried);
            if (drop < 0) goto ended;
            if (drop) continue;
            taken[++taken_count] = (struct taken){costs[index], at, last[number]};
            last[number] = taken_count;
        } else {
            uint64_t key = next_waiting(s);
            level = key >> 24;
            index = MOST_STATES - 1 - (uint32_t)(key & (MOST_STATES - 1));
        }
        if (!count_node(limits)) goto ended;
        const state at = steps[index].state;
        const uint64_t cost = costs[index];
        const int number = (int)(at >> NUMBER_AT & 15), spent = (int)(at & 255);
        const uint32_t free = (uint32_t)(jokers - spent), first = made + 1;
        const struct ways *ways[4];
        uint32_t possible = 0;
        uint64_t higher = NEVER;
        for (int c = 0; c < 4; c++) {
            ways[c] = &blocks[number][c]->ways[runs_in(at, c)];
            possible |= (uint32_t)ways[c]->possible[free] << WAYS * c;
        }
        const struct vector_list *vectors =
            vectors_at(s, vectors_key(here, number, jokers, like[number]), here, number, jokers, like[number], -1);
        const struct vector *vector = vectors->list, *end = vector + vectors->count;
        for (; vector < end && vector->needed <= free; vector++) {
            if (vector->asks & ~possible) continue;
            const int grouped = vector->grouped, needed = vector->needed;
            const int g[4] = {given(grouped, 0), given(grouped, 1), given(grouped, 2), given(grouped, 3)};
            const option before = (option)needed | (option)(spent + needed + ((number + 1) << NUMBER_AT)) << OPTION_AT;
            for (int i0 = 0; i0 < ways[0]->count[g[0]]; i0++) {
                const option sum0 = before + ways[0]->way[g[0]][i0];
                for (int i1 = 0; i1 < ways[1]->count[g[1]]; i1++) {
                    if (++tried % LOOK == 0 && expired(limits)) goto ended;
                    const option sum1 = sum0 + ways[1]->way[g[1]][i1];
                    if ((sum1 & 255) > free) continue;
                    for (int i2 = 0; i2 < ways[2]->count[g[2]]; i2++) {
                        const option sum2 = sum1 + ways[2]->way[g[2]][i2];
                        if ((sum2 & 255) > free) continue;
                        for (int i3 = 0; i3 < ways[3]->count[g[3]]; i3++) {
                            const option sum = sum2 + ways[3]->way[g[3]][i3];
                            if ((sum & 255) > free) continue;
                            const state next = (state)(sum >> OPTION_AT);
                            const uint64_t left = cost + (sum >> 8 & 255) * weights[number];
                            const seen wanted = (seen)s->stamp << STAMP_AT | next;
                            if (left >= higher) continue;
                            seen *known = find_made(s, wanted);
                            if (*known == wanted) continue;
                            const uint64_t floor = left + lower_bound_at(s, next, jokers - (int)(next & 255));
                            if (floor > level && floor < higher) higher = floor;
                            if (floor != level) continue;
                            *known = wanted;
                            steps[++made] = (struct step){next, index << HOW_BITS | (uint32_t)grouped};
                            costs[made] = left;
                            if (made == MOST_STATES) goto ended;
                        }
                    }
                }
            }
        }
        uint32_t *above = &s->stack[s->stack_count];
        order_level(s, states, first, made + 1 - first, above);
        s->stack_count += made + 1 - first;
        turn(above, &s->stack[s->stack_count]);
        if (higher < NEVER) wait_for(s, waiting_key(higher, number, index + 1));
    }
    return (struct result){0, 0, 1};
ended:
    if (level > result.cost) result.cost = level;
    return result;
}

