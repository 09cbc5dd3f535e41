/* Minimal-change repair: melds of the table that need not be touched for a play that is already chosen.
 *
 * The search first tries to leave as many tiles in groups as lie there. Then every meld that can be taken out of
 * the arrangement as it is stays, in the order in which they lie. For each of the others, in the same order, what
 * does not stay yet is arranged again without it, and if that succeeds within a few states it stays too. What is
 * left over is laid from the last arrangement. */

static int tiles_of(const struct meld *m, int at[MOST_LENGTH]) {
    int count = 0;
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] != JOKER) at[count++] = i;
    return count;
}

static void groups_of(const struct request *r, int8_t like[14][4]) {
    int at[MOST_LENGTH];
    memset(like, 0, 14 * 4);
    for (int i = 0; i < r->melds; i++) {
        const struct meld *m = &r->table[i];
        int count = tiles_of(m, at);
        if (count > 1 && m->kinds[at[0]] % 13 == m->kinds[at[1]] % 13)
            for (int t = 0; t < count; t++) {
                int kind = m->kinds[at[t]];
                like[kind % 13 + 1][kind / 13]++;
            }
    }
}

static int take_group(const struct meld *m, const int *at, int count, struct arrangement *a) {
    int number = m->kinds[at[0]] % 13 + 1, jokers = m->length - count, sum = 0, holds = 1;
    int8_t *row = a->groups[number];
    struct arrangement before = *a;
    for (int t = 0; t < count; t++)
        if (row[m->kinds[at[t]] / 13]-- <= 0) holds = 0;
    a->group_jokers[number] -= (int8_t)jokers;
    for (int c = 0; c < 4; c++) sum += row[c];
    int left = a->group_jokers[number];
    if (holds && left >= 0 && (sum + left == 0 || number_of_groups(row, left)) && has_room(a)) return 1;
    *a = before;
    return 0;
}

static int runs_hold(const struct arrangement *a, int colour) {
    int one = 0, two = 0, more = 0;
    for (int number = 1; number < 14; number++) {
        int rest = a->runs[number][colour] - one - two, longer;
        if (rest < 0) return 0;
        longer = min_i(more, rest);
        more = two + longer;
        two = one;
        one = rest - longer;
    }
    return one + two == 0;
}

static int take_run(const struct meld *m, int colour, int first, struct arrangement *a) {
    struct arrangement before = *a;
    for (int i = 0; i < m->length; i++) {
        int number = first + i, jokers = a->run_jokers[number][colour];
        int have = m->kinds[i] == JOKER ? jokers : a->runs[number][colour] - jokers;
        if (have == 0) {
            *a = before;
            return 0;
        }
        a->runs[number][colour]--;
        if (m->kinds[i] == JOKER) a->run_jokers[number][colour]--;
    }
    if (runs_hold(a, colour) && has_room(a)) return 1;
    *a = before;
    return 0;
}

static int take_out(const struct meld *m, struct arrangement *a) {
    int at[MOST_LENGTH], count = tiles_of(m, at);
    if (count < 2) return 0;
    int kind = m->kinds[at[0]];
    if (kind % 13 == m->kinds[at[1]] % 13) return take_group(m, at, count, a);
    return take_run(m, kind / 13, kind % 13 + 1 - at[0], a);
}

static void change(rows used, const struct meld *m, int by) {
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] != JOKER) used[m->kinds[i] / 13][m->kinds[i] % 13 + 1] += (int8_t)by;
}

/* All of these tiles laid: from the first number at which a run with the lowest can begin to the last. */
static int arrange_all(struct tilerummy_solver *s, rows used, int jokers, int8_t like[14][4], struct arrangement *found) {
    static const uint64_t no_weights[14] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    uint64_t rest = s->limits.limit - s->limits.nodes;
    struct limits trial = {0, rest < TRIAL_STATES ? rest : TRIAL_STATES, 0, NULL};
    int first = 0, last = 0;
    for (int number = 1; number < 14; number++)
        if (used[0][number] | used[1][number] | used[2][number] | used[3][number]) {
            if (!first) first = number;
            last = number;
        }
    if (!first) {
        memset(found, 0, sizeof *found);
        found->spare = jokers;
        return has_room(found);
    }
    first = max_i(1, first - min_i(2, jokers));
    struct result result = search(s, used, used, jokers, no_weights, &trial, like, 0, first, last, MOST_STATES, found);
    s->limits.nodes += trial.nodes;
    return result.found && has_room(found);
}

static void keep(struct tilerummy_solver *s, rows used, int jokers, struct arrangement *arrangement, int8_t like[14][4],
                 uint8_t *kept) {
    const struct request *r = &s->request;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < r->melds; i++) {
            const struct meld *m = &r->table[i];
            struct arrangement again;
            int at[MOST_LENGTH], own = m->length - tiles_of(m, at);
            if (kept[i]) continue;
            int lies = take_out(m, arrangement);
            if (!lies && round == 0) continue;
            change(used, m, -1);
            if (!lies && !arrange_all(s, used, jokers - own, like, &again)) {
                change(used, m, 1);
                continue;
            }
            if (!lies) *arrangement = again;
            kept[i] = 1;
            jokers -= own;
        }
}

