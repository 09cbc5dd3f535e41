/* A request with special jokers answered, and what of the table stays as it lies.
 *
 * Jokers can nearly always be laid somewhere, so the search at first treats them as free: it leaves them out where
 * they do not help. If all of them then find places, nothing better can be; the kinds that find none are searched
 * with exactly.
 *
 * A meld of the table with a joker stays where the play lays a meld of the same tiles; one without stays where it
 * can be taken out of the melds without jokers, which may be cut again. Then the others are tried in the order in
 * which they lie: all that is not yet kept is arranged without one, and if that succeeds within a few states it
 * stays too. */

static void count_melds(const struct special_meld *melds, int count, int counts[SPECIAL_KINDS]) {
    memset(counts, 0, SPECIAL_KINDS * sizeof *counts);
    for (int i = 0; i < count; i++)
        for (int t = 0; t < melds[i].length; t++) counts[melds[i].kinds[t]]++;
}

/* The melds of the least cost into x->laid. */
static struct result best_special(struct tilerummy_solver *s, struct special *x, const int must[SPECIAL_KINDS],
                                  const int may[SPECIAL_KINDS], struct limits *limits) {
    static const uint8_t jokers[3] = {DOUBLE, BORDER, JOKER};
    const struct special_request *r = &x->request;
    int by_value = r->objective == VALUE, rack_jokers = may[JOKER] + may[DOUBLE] + may[BORDER] + may[MIRRORED];
    uint64_t bound = 0;
    x->rules = &r->rules;
    x->threshold = r->threshold;
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        uint64_t worth = (uint64_t)(kind < JOKER ? kind % 13 + 1 : r->penalty);
        x->leave[kind] = by_value ? (worth << LOSS_BITS) + 1 : (UINT64_C(1) << LOSS_BITS) + worth;
        x->must[kind] = must[kind];
        x->tiles[kind] = must[kind] + may[kind];
    }
    x->free = r->threshold || (by_value && !r->penalty && rack_jokers) ? 0 : FREE_J | FREE_D | FREE_C;
    for (;;) {
        struct result result = search_special(s, x, limits);
        int used[SPECIAL_KINDS], spares = 0, left_over = 0, tries = MOST_TRIES;
        uint8_t spare[SPECIAL_JOKERS + 2 * SPECIAL_OTHERS];
        bound = max_u64(bound, result.cost);
        if (!result.found) return (struct result){bound, 0, result.proved};
        lay_special(x);
        count_melds(x->laid, x->laid_count, used);
        for (int i = 0; i < 3; i++) {
            int kind = jokers[i], letter = kind == JOKER ? 'J' : kind == DOUBLE ? 'D' : 'C';
            for (int n = used[kind]; is_free(x->free, letter) && n < x->tiles[kind]; n++) {
                spare[spares++] = (uint8_t)kind;
                left_over |= is_free(x->free, letter);
            }
        }
        if (settle(x, spare, spares, &tries)) return (struct result){bound, 1, result.proved};
        if (!result.proved) return (struct result){bound, 0, 0};
        x->free &= ~left_over;
    }
}

static int has_jokers(const struct special_meld *m) {
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] >= JOKER) return 1;
    return 0;
}

static void part_melds(struct special *x) {
    memset(&x->plain, 0, sizeof x->plain);
    x->other_count = 0;
    for (int i = 0; i < x->laid_count; i++) {
        const struct special_meld *m = &x->laid[i];
        if (has_jokers(m)) {
            x->others[x->other_count++] = *m;
            continue;
        }
        int8_t(*rows)[4] = m->kinds[0] % 13 == m->kinds[1] % 13 ? x->plain.groups : x->plain.runs;
        for (int t = 0; t < m->length; t++) rows[m->kinds[t] % 13 + 1][m->kinds[t] / 13]++;
    }
}

/* All melds that are not kept, in canonical order into x->laid. */
static void lay_rest(struct tilerummy_solver *s, struct special *x) {
    int plain = lay(s, &x->plain);
    x->laid_count = 0;
    for (int i = 0; i < plain; i++) {
        struct special_meld m = {s->laid[i].length, {0}};
        memcpy(m.kinds, s->laid[i].kinds, m.length);
        add_special(x->laid, &x->laid_count, &m);
    }
    for (int i = 0; i < x->other_count; i++) add_special(x->laid, &x->laid_count, &x->others[i]);
}

static int same_tiles(const struct special_meld *a, const struct special_meld *b) {
    int counts[SPECIAL_KINDS] = {0};
    if (a->length != b->length) return 0;
    for (int i = 0; i < a->length; i++) counts[a->kinds[i]]++;
    for (int i = 0; i < b->length; i++)
        if (counts[b->kinds[i]]-- == 0) return 0;
    return 1;
}

/* Take a meld of the same tiles out of those with jokers. */
static int take_other(struct special *x, const struct special_meld *m) {
    for (int i = 0; i < x->other_count; i++)
        if (same_tiles(&x->others[i], m)) {
            memmove(&x->others[i], &x->others[i + 1], (size_t)(--x->other_count - i) * sizeof *m);
            return 1;
        }
    return 0;
}

static int take_plain(struct special *x, const struct special_meld *m) {
    struct meld meld = {m->length, {0}};
    memcpy(meld.kinds, m->kinds, m->length);
    return take_out(&meld, &x->plain);
}

/* stability.keep: melds that stay are marked, the others end in x->laid. */
static void keep_special(struct tilerummy_solver *s, struct special *x, uint8_t *kept) {
    static const int nothing[SPECIAL_KINDS] = {0};
    part_melds(x);
    for (int i = 0; i < x->request.melds; i++) {
        const struct special_meld *m = &x->request.table[i];
        kept[i] = (uint8_t)(has_jokers(m) ? take_other(x, m) : take_plain(x, m));
    }
    for (int i = 0; i < x->request.melds; i++) {
        const struct special_meld *m = &x->request.table[i];
        int rest[SPECIAL_KINDS];
        if (kept[i]) continue;
        if (over(&s->limits)) break;
        lay_rest(s, x);
        count_melds(x->laid, x->laid_count, rest);
        for (int t = 0; t < m->length; t++) rest[m->kinds[t]]--;
        uint64_t states = s->limits.limit - s->limits.nodes;
        struct limits trial = {0, states < SPECIAL_TRIAL ? states : SPECIAL_TRIAL, s->limits.deadline, s->limits.clock};
        struct result again = best_special(s, x, rest, nothing, &trial);
        s->limits.nodes += trial.nodes;
        if (!again.found) continue;
        part_melds(x);
        kept[i] = 1;
    }
    lay_rest(s, x);
}

/* the table as it lies and melds of the rack alone: the answer where the budget ends before anything is found */
static int own_melds(struct tilerummy_solver *s, struct special *x, const int on_table[SPECIAL_KINDS]) {
    struct limits trial = {0, OWN_STATES, 0, NULL};
    int must[SPECIAL_KINDS];
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) must[kind] = x->request.must[kind] - on_table[kind];
    struct result own = best_special(s, x, must, x->request.may, &trial);
    s->limits.nodes += trial.nodes;
    if (!own.found || x->laid_count + x->request.melds > SPECIAL_MELDS) return 0;
    for (int i = 0; i < x->request.melds; i++) x->laid[x->laid_count++] = x->request.table[i];
    return 1;
}

static size_t answer_special(struct tilerummy_solver *s, struct special *x, uint8_t *reply, tilerummy_clock clock) {
    const struct special_request *r = &x->request;
    int must[SPECIAL_KINDS], may[SPECIAL_KINDS], left[SPECIAL_KINDS], on_table[SPECIAL_KINDS];
    int all = r->exact || r->objective == OUT, nothing = 1, whole = 1, lies = 0;
    uint8_t kept[MOST_TABLE] = {0};
    s->limits = limits_of(r->nodes, r->nanoseconds, clock);
    if (!x->groups.known || memcmp(&x->groups.rules, &r->rules, sizeof r->rules)) make_groups(&x->groups, &r->rules);
    count_melds(r->table, r->melds, on_table);
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        must[kind] = r->must[kind] + (all ? r->may[kind] : 0);
        may[kind] = all ? 0 : r->may[kind];
        lies += on_table[kind];
    }
    struct result result = best_special(s, x, must, may, &s->limits);
    if (!result.found && !result.proved && !all && lies) result.found = own_melds(s, x, on_table);
    memcpy(left, may, sizeof left);
    if (result.found) {
        int used[SPECIAL_KINDS];
        count_melds(x->laid, x->laid_count, used);
        for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
            left[kind] = must[kind] + may[kind] - used[kind];
            if (left[kind] != may[kind]) nothing = 0;
            if (on_table[kind] != must[kind]) whole = 0;
        }
        if (nothing && whole) {
            memset(kept, 1, sizeof kept);
            x->laid_count = 0;
        } else if (r->melds) {
            keep_special(s, x, kept);
        }
    } else {
        x->laid_count = 0;
    }
    int outcome = result.found ? result.proved ? PROVED : FEASIBLE : result.proved ? NONE : UNFINISHED;
    uint8_t *to = put_head(reply, outcome, result.cost >> LOSS_BITS, s->limits.nodes, left, SPECIAL_KINDS);
    if (x->room > MOST_STATES) make_room(x, MOST_STATES);
    for (int i = 0; i < r->melds; i++) *to++ = kept[i];
    for (int i = 0; i < x->laid_count; i++) to = put_meld(to, i, x->laid[i].kinds, x->laid[i].length);
    return (size_t)(to - reply);
}
