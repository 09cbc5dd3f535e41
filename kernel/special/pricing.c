/* The pricing problem of column generation: the meld of least reduced cost, as a dynamic program over open runs.
 *
 * Where no meld pays less than nothing, prices tell what must at least be lost: see simplex.c. The melds are a
 * little more than the rules allow: a run takes as many jokers as it likes, a mirror run asks nothing of the number
 * in its middle. */

static int64_t cheaper(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t sum_of(const struct prices *p, const uint8_t *kinds, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) sum += p->price[kinds[i]];
    return sum;
}

static void taken_at(const struct prices *p, int covered, int number, int colour, int64_t taken[4]) {
    int kind = colour * 13 + number - 1;
    int64_t joker = p->price[JOKER], twice = p->price[DOUBLE], one = cheaper(p->price[kind], joker);
    int64_t both = one + (p->tiles[kind] > 1 ? one : joker);
    for (int need = 0; need < 4; need++) {
        int64_t bare = p->rest[covered == PLAIN ? PLAIN : 0][need][number][colour];
        int64_t half = p->rest[1][need][number][colour], full = p->rest[2][need][number][colour];
        if (covered == PLAIN)
            taken[need] = cheaper(one + bare, twice + p->rest[PLAIN][need][number + 1][colour]);
        else if (covered == 2)
            taken[need] = bare;
        else if (covered == 1)
            taken[need] = cheaper(one + bare, twice + half);
        else
            taken[need] = cheaper(both + bare, cheaper(one + twice + half, 2 * twice + full));
    }
}

/* What open runs still pay: pricing.Prices.__init__ */
static void set_prices(struct prices *p) {
    static const int order[4] = {PLAIN, 0, 1, 2};
    const int64_t far = INT64_C(1) << FAR_BITS;
    for (int i = 0; i < 4 * 4 * 16 * 5; i++) (&p->rest[0][0][0][0])[i] = far;
    for (int number = 13; number >= 0; number--)
        for (int at = 0; at < 4; at++) {
            int covered = order[at], bare = covered == PLAIN || covered == 0;
            int64_t taken[4][4];
            for (int c = 0; c < 4 && number < 13; c++) taken_at(p, covered, number + 1, c, taken[c]);
            for (int need = 0; need < 4; need++) {
                int64_t *row = p->rest[covered][need][number], end = need == 0 && bare ? 0 : far;
                int less = max_i(0, need - 1);
                if (bare)
                    end = cheaper(end, p->price[BORDER] * (covered ? 1 : 2) + p->rest[covered][less][number + 1][CROSSING]);
                row[CROSSING] = end;
                for (int c = 0; c < 4; c++) {
                    row[c] = number < 13 ? cheaper(end, taken[c][less]) : end;
                    row[CROSSING] = cheaper(row[CROSSING], row[c]);
                }
            }
        }
}

/* Whether the run that `way` leaves open pays least by going on so; then `way` goes on. */
static int goes_on(const struct prices *p, struct way *way, int first, int second, int covered, int need, int number,
                   int colour) {
    uint8_t kinds[2] = {(uint8_t)(first < 0 ? 0 : first), (uint8_t)(second < 0 ? 0 : second)};
    int count = (first >= 0) + (second >= 0);
    if (sum_of(p, kinds, count) + p->rest[covered][need][number][colour] !=
        p->rest[way->covered][way->need][way->number][way->colour])
        return 0;
    for (int i = 0; i < count && way->count < COLUMN_KINDS; i++) way->kinds[way->count++] = kinds[i];
    way->covered = covered;
    way->need = need;
    way->number = number;
    way->colour = colour;
    return 1;
}

/* One step of the cheapest rest of a run: the first of pricing.Prices._ways that is. */
static void go_on(const struct prices *p, struct way *way) {
    int covered = way->covered, less = max_i(0, way->need - 1), number = way->number + 1;
    int bare = covered == PLAIN || covered == 0;
    if ((way->need == 0 && bare && p->rest[covered][0][way->number][way->colour] == 0) || way->number == 13) {
        way->covered = -1;
        return;
    }
    if (bare && goes_on(p, way, BORDER, covered ? -1 : BORDER, covered, less, number, CROSSING)) return;
    int from = way->colour == CROSSING ? 0 : way->colour, to = way->colour == CROSSING ? 3 : way->colour;
    for (int c = from; c <= to; c++) {
        int kind = c * 13 + number - 1, tile = p->price[kind] <= p->price[JOKER] ? kind : JOKER;
        if (covered == PLAIN) {
            if (goes_on(p, way, tile, -1, PLAIN, less, number, c)) return;
            if (goes_on(p, way, DOUBLE, -1, PLAIN, less, number + 1, c)) return;
        } else if (covered == 1) {
            if (goes_on(p, way, tile, -1, 0, less, number, c)) return;
            if (goes_on(p, way, DOUBLE, -1, 1, less, number, c)) return;
        } else if (covered == 2) {
            if (goes_on(p, way, -1, -1, 0, less, number, c)) return;
        } else {
            if (goes_on(p, way, tile, p->tiles[kind] > 1 ? tile : JOKER, 0, less, number, c)) return;
            if (goes_on(p, way, tile, DOUBLE, 1, less, number, c)) return;
            if (goes_on(p, way, DOUBLE, DOUBLE, 2, less, number, c)) return;
        }
    }
    way->covered = -1;
}

static void offer(const struct prices *p, struct way *best, const uint8_t *kinds, int count) {
    int64_t price = sum_of(p, kinds, count);
    if (price >= best->price) return;
    best->price = price;
    best->covered = -1;
    best->count = count;
    memcpy(best->kinds, kinds, (size_t)count);
}

static void offer_groups(const struct prices *p, struct way *best, int number) {
    uint8_t sorted[4], pairs[5][4], mirrored[2 + 4 * 5];
    int64_t sums[5];
    int lengths[5], count = 0;
    for (int c = 0; c < 4; c++) {
        int kind = c * 13 + number - 1, at = c;
        for (; at > 0 && p->price[sorted[at - 1]] > p->price[kind]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = (uint8_t)kind;
    }
    const uint8_t first = sorted[0], second = sorted[1];
    offer(p, best, sorted, 3);
    offer(p, best, sorted, 4);
    offer(p, best, (const uint8_t[3]){first, second, JOKER}, 3);
    offer(p, best, (const uint8_t[3]){first, second, DOUBLE}, 3);
    offer(p, best, (const uint8_t[3]){first, JOKER, JOKER}, 3);
    offer(p, best, (const uint8_t[3]){first, JOKER, DOUBLE}, 3);
    int twice = p->price[DOUBLE] < 2 * p->price[JOKER];
    for (int i = 0; i < 5; i++) {
        uint8_t pair[4];
        int kind = (i - 1) * 13 + number - 1, length = 0, at = i;
        int reals = i == 0 ? 0 : p->tiles[kind] > 1 || p->any_colours ? 4 : 2;
        while (length < reals) pair[length++] = (uint8_t)kind;
        for (int slots = reals; slots < 4; slots += 2) {
            pair[length++] = twice ? DOUBLE : JOKER;
            if (!twice) pair[length++] = JOKER;
        }
        int64_t sum = sum_of(p, pair, length);
        for (; at > 0 && sums[at - 1] > sum; at--) {
            sums[at] = sums[at - 1];
            lengths[at] = lengths[at - 1];
            memcpy(pairs[at], pairs[at - 1], sizeof pair);
        }
        sums[at] = sum;
        lengths[at] = length;
        memcpy(pairs[at], pair, sizeof pair);
    }
    mirrored[count++] = MIRRORED;
    mirrored[count++] = MIRRORED;
    for (int i = 0; i < 5; i++) {
        if (i > 0 && sums[i] >= 0) continue;
        memcpy(&mirrored[count], pairs[i], (size_t)lengths[i]);
        count += lengths[i];
    }
    offer(p, best, mirrored, count);
}

static struct way cheapest(const struct prices *p) {
    struct way best = {INT64_C(1) << FAR_BITS, 0, -1, 0, 0, 0, {0}};
    for (int number = 1; number < 14; number++) {
        for (int mirror = 0; mirror < 2; mirror++)
            for (int c = 0; c < 4; c++) {
                int covered = mirror ? 0 : PLAIN, need = mirror ? 2 : 3;
                int64_t price = (mirror ? p->price[MIRRORED] : 0) + p->rest[covered][need][number - 1][c];
                if (price < best.price) best = (struct way){price, mirror, covered, need, number - 1, c, {MIRRORED}};
            }
        offer_groups(p, &best, number);
    }
    while (best.covered >= 0) go_on(p, &best);
    return best;
}

static int64_t rest_of_run(const struct prices *p, int run, int number, int colour) {
    int length = run & LENGTH;
    if (run & MIRROR) {
        int need = run & ENTERED || length < 2;
        return p->rest[(run & SIDES) >> SIDES_AT][need][number][colour];
    }
    int need = max_i(3 - length, max_i(run & REAL ? 0 : 1, run & ENTERED ? 1 : 0));
    return p->rest[PLAIN][need][number + (run & COVERED ? 1 : 0)][colour];
}

static int64_t rest_of_runs(const struct prices *p, const uint16_t *runs, int count, int number, int colour) {
    int64_t rest = 0;
    for (int i = 0; i < count; i++) rest += rest_of_run(p, runs[i], number, colour);
    return rest;
}

