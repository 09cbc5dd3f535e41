/* The melds of a solution, the same way every time.
 *
 * Runs: at each number the unfinished ones go on first, then the finished ones, newest first; what remains begins
 * new runs. Tiles go first to the runs that hold jokers alone, longest first, then to the others, oldest first.
 * Groups: the fewest that hold the tiles, dealt in turn, colour by colour, jokers last. A spare joker goes where it
 * stands for the highest number: after a run, before it, or into a group of three (into the groups of the highest
 * numbers, where there is no run); where no meld has room, the longest run is cut after its third place (or its
 * first tile, where that comes later). Last the melds are put in canonical order. */

/* Share the spare jokers among the groups, most to the highest numbers; `shares` may be NULL. */
static int share(const struct arrangement *a, int number, int spare, int8_t *shares) {
    if (spare == 0) return 1;
    if (number == 0) return 0;
    for (int part = spare; part >= 0; part--)
        if (part == 0 || number_of_groups(a->groups[number], a->group_jokers[number] + part))
            if (share(a, number - 1, spare - part, shares)) {
                if (shares) shares[number] = (int8_t)part;
                return 1;
            }
    return 0;
}

static int has_room(const struct arrangement *a) {
    return a->spare == 0 || tiles_in_runs(a) || share(a, 13, a->spare, NULL);
}

static void seat_spare(struct arrangement *a) {
    int8_t shares[14] = {0};
    if (a->spare == 0 || tiles_in_runs(a) || !share(a, 13, a->spare, shares)) return;
    for (int number = 1; number < 14; number++) a->group_jokers[number] += shares[number];
    a->spare = 0;
}

static int empty(const struct arrangement *a) {
    for (int number = 1; number < 14; number++)
        for (int c = 0; c < 4; c++)
            if (a->groups[number][c] || a->runs[number][c]) return 0;
    return 1;
}

/* ---- laying ------------------------------------------------------------------------------------------------------ */

static int bare(const struct run *r) {
    for (int i = 0; i < r->length; i++)
        if (r->kinds[i] != JOKER) return 0;
    return 1;
}

/* The runs of one colour; jokers in runs that hold nothing else are spare. `list` has room for all. */
static int lay_runs(const struct arrangement *a, int colour, struct run *list, int *spare) {
    struct run open[MOST_OPEN];
    int opened = 0, count = 0;
    for (int number = 1; number < 15; number++) {
        int places = number < 14 ? a->runs[number][colour] : 0;
        int jokers = number < 14 ? a->run_jokers[number][colour] : 0;
        int goes[MOST_OPEN], longer = places, going = 0, given = 0;
        for (int i = 0; i < opened; i++) {
            goes[i] = open[i].length < 3 || bare(&open[i]);
            longer -= goes[i];
        }
        for (int i = opened - 1; i >= 0; i--)
            if (!goes[i] && longer > 0) {
                goes[i] = 1;
                longer--;
            }
        for (int i = 0; i < opened; i++)
            if (goes[i])
                open[going++] = open[i];
            else if (bare(&open[i]))
                *spare += open[i].length;
            else
                list[count++] = open[i];
        opened = going;
        while (opened < places) open[opened++] = (struct run){(int8_t)colour, (int8_t)number, 0, {0}};
        for (int i = 0; i < opened; i++) goes[i] = i >= going ? 1 : bare(&open[i]) ? 0 : 2;
        for (int turn_of = 0; turn_of < 3; turn_of++)
            for (int i = 0; i < opened; i++)
                if (goes[i] == turn_of) {
                    int tile = given++ < places - jokers;
                    open[i].kinds[open[i].length++] = (uint8_t)(tile ? colour * 13 + number - 1 : JOKER);
                }
    }
    return count;
}

static int lay_groups(const struct arrangement *a, int number, struct group *list) {
    int jokers = a->group_jokers[number], groups = number_of_groups(a->groups[number], jokers), dealt = 0;
    for (int i = 0; i < groups; i++) list[i] = (struct group){(int8_t)number, 0, {0}};
    if (groups == 0) return 0;
    for (int c = 0; c <= 4; c++)
        for (int i = 0; i < (c < 4 ? a->groups[number][c] : jokers); i++) {
            struct group *to = &list[dealt++ % groups];
            to->kinds[to->length++] = (uint8_t)(c < 4 ? c * 13 + number - 1 : JOKER);
        }
    return groups;
}

static void lay_spare(struct run *runs, int *run_count, struct group *groups, int group_count) {
    int best = 0, at = -1, way = 0;
    for (int i = 0; i < *run_count; i++) {
        int last = runs[i].first + runs[i].length - 1;
        if (last < 13 && last + 1 > best) best = last + 1, at = i, way = 0;
        if (runs[i].first > 1 && runs[i].first - 1 > best) best = runs[i].first - 1, at = i, way = 1;
    }
    for (int i = 0; i < group_count; i++)
        if (groups[i].length == 3 && groups[i].number > best) best = groups[i].number, at = i, way = 2;
    if (at < 0) {
        if (*run_count == 0) return;
        struct run *longest = runs;
        for (int i = 1; i < *run_count; i++)
            if (runs[i].length > longest->length) longest = &runs[i];
        int tile = 0; /* the first; no run here is bare */
        while (longest->kinds[tile] == JOKER) tile++;
        int cut = max_i(3, tile + 1);
        struct run *rest = &runs[(*run_count)++];
        *rest = (struct run){longest->colour, (int8_t)(longest->first + cut), (int8_t)(longest->length - cut), {0}};
        memcpy(rest->kinds, longest->kinds + cut, (size_t)rest->length);
        longest->length = (int8_t)cut;
        longest->kinds[longest->length++] = JOKER;
    } else if (way == 0) {
        runs[at].kinds[runs[at].length++] = JOKER;
    } else if (way == 1) {
        memmove(runs[at].kinds + 1, runs[at].kinds, (size_t)runs[at].length);
        runs[at].kinds[0] = JOKER;
        runs[at].length++;
        runs[at].first--;
    } else {
        groups[at].kinds[groups[at].length++] = JOKER;
    }
}

static int meld_after(const struct meld *one, const struct meld *other) {
    int same = memcmp(one->kinds, other->kinds, (size_t)min_i(one->length, other->length));
    return same > 0 || (same == 0 && one->length > other->length);
}

static void add_meld(struct meld *melds, int *count, const uint8_t *kinds, int length) {
    struct meld made = {(uint8_t)length, {0}};
    memcpy(made.kinds, kinds, (size_t)length);
    int at = (*count)++;
    for (; at > 0 && meld_after(&melds[at - 1], &made); at--) melds[at] = melds[at - 1];
    melds[at] = made;
}

/* The melds in canonical order into s->laid; returns how many. */
static int lay(struct tilerummy_solver *s, const struct arrangement *arrangement) {
    struct arrangement a = *arrangement;
    int run_count = 0, group_count = 0, count = 0;
    seat_spare(&a);
    for (int c = 0; c < 4; c++) run_count += lay_runs(&a, c, s->run_list + run_count, &a.spare);
    for (int number = 1; number < 14; number++) group_count += lay_groups(&a, number, s->group_list + group_count);
    for (; a.spare > 0; a.spare--) lay_spare(s->run_list, &run_count, s->group_list, group_count);
    for (int i = 0; i < run_count; i++) add_meld(s->laid, &count, s->run_list[i].kinds, s->run_list[i].length);
    for (int i = 0; i < group_count; i++) add_meld(s->laid, &count, s->group_list[i].kinds, s->group_list[i].length);
    return count;
}

static int meld_points(const struct meld *m) {
    int at = 0, points = 0;
    while (m->kinds[at] == JOKER) at++;
    int kind = m->kinds[at], number = kind % 13 + 1, first = number - at;
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] != JOKER && m->kinds[i] != kind && m->kinds[i] % 13 == kind % 13) return number * m->length;
    if (first < 1 || first + m->length > 14) return number * m->length;
    for (int i = 0; i < m->length; i++) points += first + i;
    return points;
}

static int points(const struct meld *melds, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += meld_points(&melds[i]);
    return sum;
}

