/* A request answered: the search with free jokers where its answer holds, else the one with jokers placed.
 *
 * A cost is one number: what the objective counts, jokers spent, the other measure. */

static void to_rows(const int counts[KINDS], rows to) {
    memset(to, 0, sizeof(rows));
    for (int kind = 0; kind < JOKER; kind++) to[kind / 13][kind % 13 + 1] = (int8_t)counts[kind];
}

/* What `here` leaves of the tiles is hopeless: its cost into `base`; 0 where it must lie. */
static int hopeless(rows must, rows have, rows here, const uint64_t weights[14], uint64_t *base) {
    *base = 0;
    for (int c = 0; c < 4; c++)
        for (int number = 1; number < 14; number++) {
            if (here[c][number] < must[c][number]) return 0;
            *base += (uint64_t)(have[c][number] - here[c][number]) * weights[number];
        }
    return 1;
}

/* `found` is how to lay, `result` the proof. */
static struct result best(struct tilerummy_solver *s, const int must[KINDS], const int may[KINDS], int8_t like[14][4],
                          struct arrangement *found) {
    const struct request *r = &s->request;
    int by_value = r->objective == VALUE, jokers = must[JOKER] + may[JOKER], top = 0, any_must = 0;
    uint64_t weights[14], one = UINT64_C(1) << PRIMARY_BITS, base;
    uint64_t joker_left = by_value ? (uint64_t)r->penalty * one + 1 : one + (uint64_t)r->penalty;
    rows must_rows, have, here;
    for (int number = 0; number < 14; number++)
        weights[number] = by_value ? (uint64_t)number * one + 1 : one + (uint64_t)number;
    to_rows(must, must_rows);
    to_rows(may, have);
    for (int kind = 0; kind < KINDS; kind++) any_must |= must[kind];
    for (int c = 0; c < 4; c++)
        for (int number = 1; number < 14; number++) {
            have[c][number] = (int8_t)(have[c][number] + must_rows[c][number]);
            top = max_i(top, have[c][number]);
        }
    memcpy(here, have, sizeof here);
    usable(s, here, jokers, top);
    if (!hopeless(must_rows, have, here, weights, &base)) return (struct result){0, 0, 1};
    memset(found, 0, sizeof *found);
    if (r->penalty || !by_value || !may[JOKER]) {
        struct result result =
            search(s, must_rows, here, jokers, weights, &s->limits, like, base, 1, 13, ASTAR_AFTER, found);
        if (!result.proved && s->limits.nodes < s->limits.limit)
            result = search_astar(s, must_rows, here, jokers, weights, like, base, result, found);
        if (!result.found) return result;
        if (empty(found) && !any_must) {
            memset(found, 0, sizeof *found);
            if (r->threshold) return (struct result){result.cost, 0, result.proved};
            return (struct result){result.cost + (uint64_t)may[JOKER] * joker_left, 1, result.proved};
        }
        if (has_room(found) && (!r->threshold || points(s->laid, lay(s, found)) >= r->threshold)) return result;
        if (!result.proved) return (struct result){result.cost, 0, 0};
    }
    struct terms terms = {must[JOKER], may[JOKER], r->threshold, joker_left, UINT64_C(1) << SPENT_BITS};
    return search_placed(s, must_rows, here, weights, &terms, like, base, found);
}

static uint8_t *put_le(uint8_t *to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

/* The head of a reply, with the kinds left behind; returns where it goes on. */
static uint8_t *put_head(uint8_t *to, int outcome, uint64_t bound, uint64_t nodes, const int *left, int left_kinds) {
    uint8_t *counted = to + REPLY_HEAD - 2, *kinds = to + REPLY_HEAD;
    *to++ = (uint8_t)outcome;
    to = put_le(to, bound, 4);
    put_le(to, nodes, 8);
    for (int kind = 0; kind < left_kinds; kind++)
        for (int i = 0; i < left[kind]; i++) *kinds++ = (uint8_t)kind;
    put_le(counted, (uint64_t)(kinds - counted - 2), 2);
    return kinds;
}

/* A new meld, after `before` others; returns where the reply goes on. */
static uint8_t *put_meld(uint8_t *to, int before, const uint8_t *kinds, int length) {
    if (before) *to++ = BETWEEN;
    memcpy(to, kinds, (size_t)length);
    return to + length;
}

static size_t answer(struct tilerummy_solver *s, uint8_t *reply, tilerummy_clock clock) {
    struct request *r = &s->request;
    int must[KINDS], may[KINDS], left[KINDS], jokers, nothing = 1, whole = 1, on_table[KINDS] = {0};
    int8_t like[14][4];
    uint8_t kept[MOST_TABLE] = {0};
    struct arrangement found;
    rows used;
    s->limits = limits_of(r->nodes, r->nanoseconds, clock);
    for (int kind = 0; kind < KINDS; kind++) {
        int all = r->exact || r->objective == OUT;
        must[kind] = r->must[kind] + (all ? r->may[kind] : 0);
        may[kind] = all ? 0 : r->may[kind];
    }
    groups_of(r, like);
    struct result result = best(s, must, may, like, &found);
    if (!result.found) {
        uint8_t *to = put_head(reply, result.proved ? NONE : UNFINISHED, result.cost >> PRIMARY_BITS, s->limits.nodes, may, KINDS);
        memset(to, 0, (size_t)r->melds);
        return (size_t)(to + r->melds - reply);
    }
    jokers = found.spare;
    memset(used, 0, sizeof used);
    for (int number = 1; number < 14; number++) {
        jokers += found.group_jokers[number];
        for (int c = 0; c < 4; c++) {
            int taken = found.run_jokers[number][c];
            used[c][number] = (int8_t)(found.groups[number][c] + found.runs[number][c] - taken);
            jokers += taken;
        }
    }
    for (int i = 0; i < r->melds; i++)
        for (int t = 0; t < r->table[i].length; t++) on_table[r->table[i].kinds[t]]++;
    for (int kind = 0; kind < KINDS; kind++) {
        int lies = kind == JOKER ? jokers : used[kind / 13][kind % 13 + 1];
        left[kind] = must[kind] + may[kind] - lies;
        if (left[kind] != may[kind]) nothing = 0;
        if (on_table[kind] != must[kind]) whole = 0;
    }
    if (r->melds && nothing && whole) {
        memset(kept, 1, sizeof kept);
        memset(&found, 0, sizeof found);
    } else if (r->melds) {
        keep(s, used, jokers, &found, like, kept);
    }
    int count = lay(s, &found);
    uint8_t *to = put_head(reply, result.proved ? PROVED : FEASIBLE, result.cost >> PRIMARY_BITS, s->limits.nodes, left, KINDS);
    for (int i = 0; i < r->melds; i++) *to++ = kept[i];
    for (int i = 0; i < count; i++) to = put_meld(to, i, s->laid[i].kinds, s->laid[i].length);
    return (size_t)(to - reply);
}

