/* Uniform-cost search with every joker placed: for openings that must reach an amount, or lack room.
 *
 * As search.c, but jokers are tiles that take a place: a state also counts the jokers that lie, the points of all
 * melds so far (up to the threshold) and, per colour, open runs that so far hold jokers alone, since no meld may
 * end like that. The cost is final: what is left behind, rack jokers left behind, and rack jokers spent. */

/* The open runs of a colour as one number: OPEN_BITS each for the runs of one, two and more places and those of one
 * joker; four for the runs of two and of more jokers, of which MOST_JOKERS jokers can make only so many. */
enum { TWO_AT = OPEN_BITS, MORE_AT = 2 * OPEN_BITS, BARE_AT = 3 * OPEN_BITS, BARE_REST_AT = 4 * OPEN_BITS };
static const uint8_t bare_twos[16] = {0, 1, 2, 3, 4, 0, 1, 2, 0, 1}, bare_mores[16] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2};

static opened advance(opened opens, int places, int jokers, int *possible) {
    static const int first_with[3] = {0, 5, 8};
    int one = opens & OPEN_MASK, two = opens >> TWO_AT & OPEN_MASK, more = opens >> MORE_AT & OPEN_MASK;
    int bare_one = opens >> BARE_AT & OPEN_MASK;
    int bare_two = bare_twos[opens >> BARE_REST_AT], bare_more = bare_mores[opens >> BARE_REST_AT];
    int rest = places - (one + two + bare_one + bare_two + bare_more);
    *possible = rest >= 0;
    if (rest < 0) return 0;
    int longer = min_i(more, rest), begun = rest - longer, tiles = places - jokers;
    int saved_more = min_i(tiles, bare_more);
    int saved_two = min_i(tiles - saved_more, bare_two);
    int saved_one = min_i(tiles - saved_more - saved_two, bare_one);
    int begun_tile = min_i(tiles - saved_more - saved_two - saved_one, begun);
    int twos = bare_one - saved_one, mores = bare_more - saved_more + bare_two - saved_two;
    *possible = 2 * twos + 3 * mores <= MOST_JOKERS;
    if (!*possible) return 0;
    return (opened)(begun_tile | (one + saved_one) << TWO_AT | (longer + two + saved_more + saved_two) << MORE_AT |
                    (begun - begun_tile) << BARE_AT | (first_with[mores] + twos) << BARE_REST_AT);
}

static void make_placings(struct placings *p, opened opens, int top, const int8_t *row, int number, int must,
                          int jokers) {
    int here = row[number], edge = min_i(2, 13 - number);
    for (int grouped = 0; grouped <= here; grouped++) {
        int count = 0, free = here - grouped;
        struct placing *way = p->way[grouped];
        for (int places = 0; places <= top; places++)
            for (int used = max_i(0, places - free); used <= min_i(places, jokers); used++) {
                int possible, left = free - places + used;
                opened after = advance(opens, places, used, &possible);
                if (!possible || here - left < must) continue;
                int at_two = (int)(after & OPEN_MASK) + (int)(after >> BARE_AT & OPEN_MASK);
                int at_one = at_two + (int)(after >> TWO_AT & OPEN_MASK) + bare_twos[after >> BARE_REST_AT] +
                             bare_mores[after >> BARE_REST_AT];
                if ((edge == 0 && at_one) || (edge == 1 && at_two)) continue;
                int asked = used + max_i(0, at_one - row[number + 1]) + max_i(0, at_two - row[number + 2]);
                if (asked > jokers || count == PLACINGS) continue;
                int at = count++;
                for (; at > 0 && (way[at - 1].left > left || (way[at - 1].left == left && way[at - 1].asked > asked));
                     at--)
                    way[at] = way[at - 1];
                way[at] = (struct placing){(int8_t)asked, (int8_t)left, (int8_t)places, (int8_t)used, after};
            }
        p->count[grouped] = count;
    }
}

static uint64_t hash_opens(const struct opens *opens, uint64_t hash) {
    uint64_t words[sizeof *opens / sizeof hash];
    memcpy(words, opens, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        hash = (words[i] ^ hash * UINT64_C(0xC2B2AE3D27D4EB4F)) * UINT64_C(0x9E3779B97F4A7C15);
    return hash;
}

static int same_opens(const struct opens *one, const struct opens *other) {
    opened differ = 0;
    for (int c = 0; c < 4; c++) differ |= one->of[c] ^ other->of[c];
    return !differ;
}

static struct placed_seen *find_placed(struct tilerummy_solver *s, struct opens opens, uint32_t rest) {
    uint64_t hash = hash_opens(&opens, rest);
    uint32_t at = (uint32_t)(hash >> 40) & s->seen_mask;
    for (;; at = (at + 1) & s->seen_mask) {
        struct placed_seen *entry = &s->store.placed.seen[at];
        if (entry->stamp != s->stamp || (entry->rest == rest && same_opens(&entry->opens, &opens))) return entry;
    }
}

static void grow_placed(struct tilerummy_solver *s) {
    struct placed_seen *from = s->store.placed.seen, *moving = s->store.placed.moving;
    uint32_t count = 0;
    for (uint32_t at = 0; at <= s->seen_mask; at++)
        if (from[at].stamp == s->stamp) moving[count++] = from[at];
    s->stamp++;
    s->seen_mask = s->seen_mask * 2 + 1;
    for (uint32_t at = 0; at < count; at++) {
        struct placed_seen *entry = find_placed(s, moving[at].opens, moving[at].rest);
        *entry = moving[at];
        entry->stamp = s->stamp;
    }
}

static void see_placed(struct tilerummy_solver *s, struct opens opens, uint32_t rest) {
    struct placed_seen *entry = find_placed(s, opens, rest);
    if (entry->stamp == s->stamp) return;
    *entry = (struct placed_seen){opens, s->stamp, rest};
    if (++s->seen_count > s->seen_mask / 2) grow_placed(s);
}

static int placed_before(struct tilerummy_solver *s, struct opens opens, uint32_t rest) {
    return find_placed(s, opens, rest)->stamp == s->stamp;
}

/* Where the runs of a placed step begin: places, then jokers, four bits each. */
enum { RUNS_PLACED_AT = HOW_BITS + 4 };

static uint32_t rest_of(int number, int jokers, int points) {
    return (uint32_t)number | (uint32_t)jokers << 4 | (uint32_t)points << 8;
}

static void placed_arrangement(struct tilerummy_solver *s, uint32_t goal, struct arrangement *a) {
    const struct placed_step *steps = s->store.placed.steps, *at = &steps[goal];
    memset(a, 0, sizeof *a);
    for (; at->number > 1; at = &steps[at->before]) {
        int number = at->number - 1;
        for (int c = 0; c < 4; c++) {
            a->groups[number][c] = (int8_t)(at->how >> GIVEN_BITS * c & GIVEN_MASK);
            a->runs[number][c] = (int8_t)(at->how >> (RUNS_PLACED_AT + 8 * c) & 15);
            a->run_jokers[number][c] = (int8_t)(at->how >> (RUNS_PLACED_AT + 4 + 8 * c) & 15);
        }
        a->group_jokers[number] = (int8_t)(at->how >> HOW_BITS & 15);
    }
}

struct terms {
    int must, may, threshold;
    uint64_t left, spent;
};

static int most_runs(int copies, int jokers) { return min_i(copies + jokers, (5 * copies + jokers) / 3); }

static struct result search_placed(struct tilerummy_solver *s, rows must, rows here, const uint64_t weights[14],
                                 const struct terms *terms, int8_t like[14][4], uint64_t cost,
                                 struct arrangement *found) {
    struct placed_step *steps = s->store.placed.steps;
    int jokers = terms->must + terms->may, tops[4], above[14] = {0};
    uint64_t goal_cost = UINT64_MAX;
    uint32_t goal = 0, made = 0, tried = 0;
    for (int c = 0; c < 4; c++) {
        int copies = 0;
        for (int number = 1; number < 14; number++) copies = max_i(copies, here[c][number]);
        tops[c] = most_runs(copies, jokers);
    }
    for (int number = 12; number >= 0; number--) {
        above[number] = above[number + 1];
        for (int c = 0; c < 4; c++) above[number] += (number + 1) * here[c][number + 1];
    }
    if (above[0] + 13 * jokers < terms->threshold) return (struct result){0, 0, 1};
    start_search(s);
    memset(&steps[0], 0, sizeof steps[0]);
    steps[0].number = 1;
    s->stack[s->stack_count++] = 0;
    while (s->stack_count || s->waiting_count) {
        if (!s->stack_count) {
            uint64_t key = next_waiting(s);
            cost = key >> 24;
            s->stack[s->stack_count++] = MOST_STATES - (uint32_t)(key & (MOST_STATES - 1));
        }
        uint32_t index = s->stack[--s->stack_count];
        const struct placed_step at = steps[index];
        int number = at.number;
        if (placed_before(s, at.opens, rest_of(number, at.jokers, at.points))) continue;
        if (number == 14) {
            placed_arrangement(s, index, found);
            return (struct result){cost, 1, 1};
        }
        if (!count_node(&s->limits)) goto ended;
        see_placed(s, at.opens, rest_of(number, at.jokers, at.points));
        for (int c = 0; c < 4; c++)
            make_placings(&s->placings[c], at.opens.of[c], tops[c], here[c], number, must[c][number], jokers);
        int joker_above = number < 13 ? 13 : 0;
        uint32_t level = s->stack_count, key = vectors_key(here, number, jokers, like[number]);
        for (int needed = 0; needed <= jokers - at.jokers; needed++) {
            const struct vector_list *vectors = vectors_at(s, key, here, number, jokers, like[number], needed);
            for (int v = 0; v < vectors->count; v++) {
                int grouped = vectors->list[v].grouped;
                const int g[4] = {given(grouped, 0), given(grouped, 1), given(grouped, 2), given(grouped, 3)};
                int free0 = jokers - at.jokers - needed;
                const struct placings *p = s->placings;
                for (int i0 = 0; i0 < p[0].count[g[0]]; i0++) {
                    const struct placing *w0 = &p[0].way[g[0]][i0];
                    int free1 = free0 - w0->asked;
                    if (free1 < 0) continue;
                    for (int i1 = 0; i1 < p[1].count[g[1]]; i1++) {
                        if (++tried % LOOK == 0 && expired(&s->limits)) goto ended;
                        const struct placing *w1 = &p[1].way[g[1]][i1];
                        int free2 = free1 - w1->asked;
                        if (free2 < 0) continue;
                        for (int i2 = 0; i2 < p[2].count[g[2]]; i2++) {
                            const struct placing *w2 = &p[2].way[g[2]][i2];
                            int free3 = free2 - w2->asked;
                            if (free3 < 0) continue;
                            for (int i3 = 0; i3 < p[3].count[g[3]]; i3++) {
                                const struct placing *w3 = &p[3].way[g[3]][i3];
                                if (w3->asked > free3) continue;
                                int lie = at.jokers + needed + w0->jokers + w1->jokers + w2->jokers + w3->jokers;
                                int laid = g[0] + g[1] + g[2] + g[3] + needed + w0->places + w1->places + w2->places +
                                           w3->places;
                                int score = min_i(terms->threshold, at.points + number * laid);
                                if (score + above[number] + joker_above * (jokers - lie) < terms->threshold) continue;
                                uint64_t more =
                                    (uint64_t)(w0->left + w1->left + w2->left + w3->left) * weights[number];
                                if (number == 13) {
                                    if (lie < terms->must) continue;
                                    more += (uint64_t)(jokers - lie) * terms->left +
                                            (uint64_t)(lie - terms->must) * terms->spent;
                                }
                                if (cost + more >= goal_cost) continue;
                                const struct opens after = {{w0->after, w1->after, w2->after, w3->after}};
                                if (placed_before(s, after, rest_of(number + 1, lie, score))) continue;
                                made++;
                                uint64_t how = (uint64_t)(grouped | needed << HOW_BITS);
                                const struct placing *way[4] = {w0, w1, w2, w3};
                                for (int c = 0; c < 4; c++)
                                    how |= (uint64_t)way[c]->places << (RUNS_PLACED_AT + 8 * c) |
                                           (uint64_t)way[c]->jokers << (RUNS_PLACED_AT + 4 + 8 * c);
                                steps[made] = (struct placed_step){
                                    after, how, index, (uint16_t)score, (uint8_t)(number + 1), (uint8_t)lie};
                                if (number == 13) {
                                    goal_cost = cost + more;
                                    goal = made;
                                }
                                if (more)
                                    wait_for(s, waiting_key(cost + more, number, made));
                                else
                                    s->stack[s->stack_count++] = made;
                                if (made == MOST_STATES) goto ended;
                            }
                        }
                    }
                }
            }
        }
        turn(&s->stack[level], &s->stack[s->stack_count]);
    }
    return (struct result){0, 0, 1};
ended:
    if (goal) placed_arrangement(s, goal, found);
    return (struct result){cost, goal != 0, 0};
}

