/* Uniform-cost search (Dijkstra) over a dynamic program by number: which rack tiles to lay, least cost first.
 *
 * Between two numbers all that matters is which runs are open and how many jokers are spent. Jokers are never
 * placed: a run or group that asks for more tiles of a kind than there are costs jokers; those not needed are spare
 * and laid at the end. Work goes cost level by cost level (the cost of what was left behind so far), within a level
 * depth first; the first arrival after 13 leaves the least. A state reached before with no more jokers spent is not
 * expanded again.
 *
 * Order of ties: that of groups.c, then per colour what leaves fewer tiles, then what asks fewer jokers; states of
 * equal cost are expanded deepest first, of equal depth newest first. */

static uint64_t waiting_key(uint64_t cost, int number, uint32_t made) {
    return cost << 24 | (uint64_t)(15 - number) << 20 | (MOST_STATES - made);
}

static void wait_for(struct tilerummy_solver *s, uint64_t key) {
    uint64_t *heap = s->waiting;
    uint32_t at = s->waiting_count++;
    while (at > 0 && heap[(at - 1) / 2] > key) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = key;
}

static uint64_t next_waiting(struct tilerummy_solver *s) {
    uint64_t *heap = s->waiting, top = heap[0], last = heap[--s->waiting_count];
    uint32_t at = 0, count = s->waiting_count;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) break;
        if (child + 1 < count && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= last) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

static void turn(uint32_t *from, uint32_t *to) {
    while (from < --to) {
        uint32_t kept = *from;
        *from++ = *to;
        *to = kept;
    }
}

static void start_search(struct tilerummy_solver *s) {
    if (s->stamp > (UINT64_MAX >> STAMP_AT) - STAMPS_OF_A_SEARCH) {
        memset(&s->store, 0, sizeof s->store);
        s->stamp = 0;
    }
    s->search++;
    s->stamp++;
    s->seen_mask = SEEN_LEAST - 1;
    s->seen_count = s->waiting_count = s->stack_count = 0;
}

/* ---- the search ---------------------------------------------------------------------------------------------------- */

/* How the runs of a colour are open. */
static inline int runs_in(state at, int colour) { return (int)(at >> (RUNS_AT + STATE_BITS * colour) & STATE_MASK); }

static inline state state_of(seen known) { return (state)(known & ((UINT64_C(1) << STAMP_AT) - 1)); }

/* Where a state is to be found, or to be noted where it is not known. */
static seen *find_seen(seen *table, uint32_t mask, seen wanted) {
    for (uint32_t at = (uint32_t)(wanted >> 8) * 0x9E3779B1u >> 8 & mask;; at = (at + 1) & mask)
        if ((table[at] ^ wanted) >> NUMBER_AT == 0 || table[at] >> STAMP_AT != wanted >> STAMP_AT) return &table[at];
}

/* Whether what was found for a state is the same with no more jokers spent. */
static int no_worse(seen known, seen state) { return (known ^ state) >> NUMBER_AT == 0 && known <= state; }

static void grow_seen(struct tilerummy_solver *s) {
    seen *table = s->store.plain.seen, *moving = s->store.plain.moving;
    uint32_t count = 0;
    for (uint32_t at = 0; at <= s->seen_mask; at++)
        if (table[at] >> STAMP_AT == s->stamp) moving[count++] = table[at] + (UINT64_C(1) << STAMP_AT);
    s->stamp++;
    s->seen_mask = s->seen_mask * 2 + 1;
    for (uint32_t at = 0; at < count; at++) *find_seen(table, s->seen_mask, moving[at]) = moving[at];
}

static int tiles_in_runs(const struct arrangement *a) {
    for (int number = 1; number < 14; number++)
        for (int colour = 0; colour < 4; colour++)
            if (a->runs[number][colour] > a->run_jokers[number][colour]) return 1;
    return 0;
}

static void drop_joker_runs(struct arrangement *a) {
    if (tiles_in_runs(a)) return;
    for (int number = 1; number < 14; number++)
        for (int colour = 0; colour < 4; colour++) a->spare += a->run_jokers[number][colour];
    memset(a->runs, 0, sizeof a->runs);
    memset(a->run_jokers, 0, sizeof a->run_jokers);
}

/* Whether no open run is unfinished. */
static int finished(const struct run_states *s, state at) {
    for (int c = 0; c < 4; c++)
        if (s->needs[runs_in(at, c)]) return 0;
    return 1;
}

static void arrangement_of(struct tilerummy_solver *s, uint32_t goal, rows here, int jokers, int top,
                           struct arrangement *a) {
    const struct step *steps = s->store.plain.steps, *at = &steps[goal];
    memset(a, 0, sizeof *a);
    a->spare = jokers - (int)(at->state & 255);
    for (; at != steps; at = &steps[at->how >> HOW_BITS]) {
        int number = (int)(at->state >> NUMBER_AT & 15) - 1;
        int highest = 0, sum = 0;
        for (int c = 0; c < 4; c++) {
            int grouped = given((int)(at->how & ((1u << HOW_BITS) - 1)), c);
            int places = s->states[top].total[runs_in(at->state, c)];
            a->groups[number][c] = (int8_t)grouped;
            highest = max_i(highest, grouped);
            sum += grouped;
            a->runs[number][c] = (int8_t)places;
            a->run_jokers[number][c] = (int8_t)max_i(0, places - here[c][number] + grouped);
        }
        a->group_jokers[number] = (int8_t)max_i(0, 3 * highest - sum);
    }
    drop_joker_runs(a);
}

static struct result search(struct tilerummy_solver *s, rows must, rows here, int jokers, const uint64_t weights[14],
                          struct limits *limits, int8_t like[14][4], uint64_t cost, int first,
                          int last, uint32_t restart_after, struct arrangement *found) {
    int top = 0, tops[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; c++) {
        for (int number = 1; number < 14; number++) tops[c] = max_i(tops[c], here[c][number]);
        top = max_i(top, tops[c]);
    }
    struct step *steps = s->store.plain.steps;
    seen *table = s->store.plain.seen;
    uint64_t goal_cost = UINT64_MAX;
    uint32_t goal = 0, made = 0, tried = 0, taken = 0, vector_keys[14] = {0};
    struct block *blocks[14][4];
    start_search(s);
    steps[0] = (struct step){(state)first << NUMBER_AT, 0};
    s->stack[s->stack_count++] = 0;
    while (s->stack_count || s->waiting_count) {
        if (!s->stack_count) {
            uint64_t key = next_waiting(s);
            cost = key >> 24;
            s->stack[s->stack_count++] = MOST_STATES - (uint32_t)(key & (MOST_STATES - 1));
        }
        uint32_t index = s->stack[--s->stack_count];
        const state at = steps[index].state;
        const int number = (int)(at >> NUMBER_AT & 15), spent = (int)(at & 255);
        const seen now = (seen)s->stamp << STAMP_AT | at;
        seen *known = find_seen(table, s->seen_mask, now);
        if (no_worse(*known, now)) continue;
        if (number > last && finished(&s->states[top], at)) {
            arrangement_of(s, index, here, jokers, top, found);
            return (struct result){cost, 1, 1};
        }
        if (taken++ == restart_after || !count_node(limits)) goto ended;
        s->seen_count += *known >> STAMP_AT != s->stamp;
        *known = now;
        if (s->seen_count > s->seen_mask / 2) grow_seen(s);
        if (!vector_keys[number]) {
            vector_keys[number] = vectors_key(here, number, jokers, like[number]);
            for (int c = 0; c < 4; c++)
                blocks[number][c] =
                    find_block(s, c, top, tops[c], here[c], number, must[c][number], jokers);
        }
        const uint32_t free = (uint32_t)(jokers - spent), mask = s->seen_mask;
        const seen stamp = (seen)s->stamp << STAMP_AT;
        const struct ways *ways[4];
        uint32_t possible = 0;
        for (int c = 0; c < 4; c++) {
            struct block *block = blocks[number][c];
            const int open = runs_in(at, c);
            struct ways *w = &block->ways[open];
            if (!block->made[open]) {
                block->made[open] = 1;
                make_ways(w, &s->states[top], open, tops[c], here[c], number, must[c][number], jokers, c);
            }
            ways[c] = w;
            possible |= (uint32_t)w->possible[free] << WAYS * c;
        }
        const struct vector_list *vectors =
            vectors_at(s, vector_keys[number], here, number, jokers, like[number], -1);
        const struct vector *vector = vectors->list, *end = vector + vectors->count;
        const uint64_t weight = weights[number];
        uint32_t *level = &s->stack[s->stack_count], *top_of_stack = level;
        for (; vector < end && vector->needed <= free; vector++) {
            if (vector->asks & ~possible) continue;
            if (++tried % LOOK == 0 && expired(limits)) goto ended;
            const int grouped = vector->grouped, needed = vector->needed;
            const int g0 = given(grouped, 0), g1 = given(grouped, 1), g2 = given(grouped, 2), g3 = given(grouped, 3);
            const option *first0 = ways[0]->way[g0], *end0 = first0 + ways[0]->count[g0];
            const option *first1 = ways[1]->way[g1], *end1 = first1 + ways[1]->count[g1];
            const option *first2 = ways[2]->way[g2], *end2 = first2 + ways[2]->count[g2];
            const option *first3 = ways[3]->way[g3], *end3 = first3 + ways[3]->count[g3];
            const int most2 = (int)free - ways[3]->fewest[g3], most1 = most2 - ways[2]->fewest[g2];
            const int most0 = most1 - ways[1]->fewest[g1];
            const option before = (option)needed | (option)(spent + needed + ((number + 1) << NUMBER_AT)) << OPTION_AT;
            if (needed + ways[0]->fewest[g0] > most0) continue;
            for (const option *w0 = first0; w0 < end0; w0++) {
                const option sum0 = before + *w0;
                if ((int)(sum0 & 255) > most0) continue;
                for (const option *w1 = first1; w1 < end1; w1++) {
                    const option sum1 = sum0 + *w1;
                    if ((int)(sum1 & 255) > most1) continue;
                    for (const option *w2 = first2; w2 < end2; w2++) {
                        const option sum2 = sum1 + *w2;
                        if ((int)(sum2 & 255) > most2) continue;
                        for (const option *w3 = first3; w3 < end3; w3++) {
                            const option sum = sum2 + *w3;
                            if ((sum & 255) > free) continue;
                            const uint64_t more = (sum >> 8 & 255) * weight;
                            if (cost + more >= goal_cost) continue;
                            const seen next = stamp | sum >> OPTION_AT;
                            if (no_worse(*find_seen(table, mask, next), next)) continue;
                            steps[++made] = (struct step){state_of(next), index << HOW_BITS | (uint32_t)grouped};
                            if (number >= last && finished(&s->states[top], state_of(next))) {
                                goal_cost = cost + more;
                                goal = made;
                            }
                            if (more)
                                wait_for(s, waiting_key(cost + more, number, made));
                            else
                                *top_of_stack++ = made;
                            if (made == MOST_STATES) goto ended;
                        }
                    }
                }
            }
        }
        turn(level, top_of_stack);
        s->stack_count += (uint32_t)(top_of_stack - level);
    }
    return (struct result){0, 0, 1};
ended:
    if (goal) arrangement_of(s, goal, here, jokers, top, found);
    return (struct result){cost, goal != 0, 0};
}

