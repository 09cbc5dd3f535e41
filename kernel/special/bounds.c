/* An admissible lower bound: the loss to come by tiles that can lie in no meld unless a joker lies beside them.
 *
 * A tile for which there is no meld without joker lies, if at all, next to a joker, or next to one that is next to
 * it. So every joker that is left can save the tiles of a few places and no more; what the jokers left cannot save
 * is lost. */

static int hopeless_tiles(struct tilerummy_solver *s, const struct special *x, int c, int number, int two, int one) {
    const int8_t *row = x->rows_here[c];
    int other[3], at = 0;
    if (!row[number]) return 0;
    int have[4] = {two, one, number < 13 ? row[number + 1] : -1, number < 12 ? row[number + 2] : -1};
    for (int o = 0; o < 4; o++)
        if (o != c) other[at++] = x->rows_here[o][number];
    return max_i(0, row[number] - runs_through(s, have, 0, x->top) - groups_with(other[0], other[1], other[2], 0, x->top));
}

static uint64_t hopeless_cost(struct tilerummy_solver *s, const struct special *x, int c, int number, int two,
                              int one) {
    if (number > 13) return 0;
    int kind = c * 13 + number - 1, lost = hopeless_tiles(s, x, c, number, two, one), may = x->tiles[kind] - x->must[kind];
    return (uint64_t)min_i(lost, may) * x->leave[kind] + ((uint64_t)max_i(0, lost - may) << NEVER_BITS);
}

static uint64_t worst_at(const struct special *x, int c, int number, int passed) {
    return number > passed && number < 14 ? x->worst[c][number] : 0;
}

static uint64_t pair_at(const struct special *x, int c, int number, int passed) {
    if (number <= passed || number > 13 || x->tiles[c * 13 + number - 1] < 2) return 0;
    return 2 * x->worst[c][number];
}

static struct saved saved_behind(const struct special *x, int passed) {
    struct saved found = {0, 0, 0, 0, 0};
    for (int at = passed + 1; at < 14; at++) {
        uint64_t below = 0, above = 0, tiles = 0, high[2] = {0, 0}, pairs[2] = {0, 0};
        for (int c = 0; c < 4; c++) {
            uint64_t here = worst_at(x, c, at, passed), pair = pair_at(x, c, at, passed);
            uint64_t before = worst_at(x, c, at - 1, passed) + worst_at(x, c, at - 2, passed);
            uint64_t two = worst_at(x, c, at + 2, passed);
            uint64_t behind = worst_at(x, c, at + 1, passed) + two, further = two + worst_at(x, c, at + 3, passed);
            found.regular = max_u64(found.regular, before + behind);
            found.doubles = max_u64(found.doubles, before + further);
            below = max_u64(below, before);
            above = max_u64(above, behind);
            found.mirrored = max_u64(found.mirrored, here);
            found.mirrors = max_u64(found.mirrors, pair + pair_at(x, c, at + 1, passed));
            tiles += here;
            if (here > high[0]) {
                high[1] = high[0];
                high[0] = here;
            } else {
                high[1] = max_u64(high[1], here);
            }
            if (pair > pairs[0]) {
                pairs[1] = pairs[0];
                pairs[0] = pair;
            } else {
                pairs[1] = max_u64(pairs[1], pair);
            }
        }
        found.borders = max_u64(found.borders, below + above);
        found.regular = max_u64(found.regular, high[0] + high[1]);
        found.doubles = max_u64(found.doubles, high[0] + high[1]);
        found.mirrors = max_u64(found.mirrors, x->rules->any_colours ? 2 * tiles : pairs[0] + pairs[1]);
    }
    return found;
}

static void look_ahead(struct tilerummy_solver *s, struct special *x) {
    x->top = 0;
    memset(x->rows_here, 0, sizeof x->rows_here);
    for (int kind = 0; kind < JOKER; kind++) {
        x->rows_here[kind / 13][kind % 13 + 1] = (int8_t)x->tiles[kind];
        x->top = max_i(x->top, x->tiles[kind]);
    }
    for (int c = 0; c < 4; c++) {
        const int8_t *row = x->rows_here[c];
        uint64_t tail[18] = {0};
        for (int number = 13; number > 0; number--)
            tail[number] = tail[number + 1] + hopeless_cost(s, x, c, number, number > 2 ? row[number - 2] : 0, row[number - 1]);
        for (int passed = 0; passed < 15; passed++)
            for (int runs = 0; runs <= MOST_COPIES; runs++)
                x->lost[c][passed][runs] = tail[passed + 3] + hopeless_cost(s, x, c, passed + 1, runs, runs) +
                                           hopeless_cost(s, x, c, passed + 2, runs, row[passed + 1]);
        for (int number = 1; number < 14; number++) {
            int kind = c * 13 + number - 1, lost = hopeless_tiles(s, x, c, number, 0, 0);
            uint64_t never = UINT64_C(1) << NEVER_BITS;
            x->worst[c][number] = !lost ? 0 : lost > x->tiles[kind] - x->must[kind] ? never : x->leave[kind];
        }
    }
    for (int passed = 0; passed < 14; passed++) x->saved[passed] = saved_behind(x, passed);
}

