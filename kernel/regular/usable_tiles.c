/* An upper bound on the tiles of a kind that can lie at all, which spares the search what is hopeless.
 *
 * A tile lies in a run through its number or in a group of its number. Each use of a neighbour, of another colour
 * or of a joker is counted as if the others left it alone, so the bound never forbids what is possible. */

static int runs_through_slowly(const int have[4], int jokers, int top) {
    int best = 0;
    for (int ending = 0; ending <= top; ending++)
        for (int middle = 0; middle <= top - ending; middle++)
            for (int starting = 0; starting <= top - ending - middle; starting++) {
                int want[4] = {ending, ending + middle, middle + starting, starting};
                int lacking = 0, possible = 1;
                for (int i = 0; i < 4; i++) {
                    if (want[i] && have[i] < 0) possible = 0;
                    lacking += max_i(0, want[i] - max_i(have[i], 0));
                }
                if (possible && lacking <= jokers) best = max_i(best, ending + middle + starting);
            }
    return best;
}

static int runs_through(struct tilerummy_solver *s, const int have[4], int jokers, int top) {
    enum { BASE = MOST_COPIES + 2 };
    int at = (((have[0] + 1) * BASE + have[1] + 1) * BASE + have[2] + 1) * BASE + have[3] + 1;
    int8_t *known = &s->runs_through[top][jokers][at];
    if (*known == 0) *known = (int8_t)(runs_through_slowly(have, jokers, top) + 1);
    return *known - 1;
}

static int groups_with(int first, int second, int third, int jokers, int top) {
    int best = 0;
    for (int groups = 1; groups <= top; groups++)
        if (min_i(first, groups) + min_i(second, groups) + min_i(third, groups) + jokers >= 2 * groups) best = groups;
    return best;
}

static void usable(struct tilerummy_solver *s, rows here, int jokers, int top) {
    for (int number = 1; number < 14; number++)
        for (int colour = 0; colour < 4; colour++) {
            int8_t *row = here[colour];
            if (row[number] == 0) continue;
            int have[4] = {number > 2 ? row[number - 2] : -1, number > 1 ? row[number - 1] : -1,
                           number < 13 ? row[number + 1] : -1, number < 12 ? row[number + 2] : -1};
            int runs = runs_through(s, have, jokers, top);
            if (runs >= row[number]) continue;
            int other[3], at = 0;
            for (int c = 0; c < 4; c++)
                if (c != colour) other[at++] = here[c][number];
            int bound = runs + groups_with(other[0], other[1], other[2], jokers, top);
            row[number] = (int8_t)min_i(row[number], bound);
        }
}

