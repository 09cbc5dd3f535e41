/* Groups of one number: which tiles of the four colours can lie in groups together, and with how many jokers.
 *
 * With real tiles g of the four colours max(g) groups are enough: no group repeats a colour, and jokers fill up
 * what is missing to three tiles each.
 *
 * Order of ties: fewer jokers first, then what is more like the groups on the table (in tiles to add or to take),
 * then more tiles of the earlier colours. */

/* The tiles of the four colours that are given to groups, as one number; those of one colour in it. */
static int give(int g0, int g1, int g2, int g3) {
    return g0 | g1 << GIVEN_BITS | g2 << 2 * GIVEN_BITS | g3 << 3 * GIVEN_BITS;
}

static inline int given(int grouped, int colour) { return grouped >> GIVEN_BITS * colour & GIVEN_MASK; }

static int number_of_groups(const int8_t tiles[4], int jokers) {
    int sum = tiles[0] + tiles[1] + tiles[2] + tiles[3], highest = 1;
    for (int c = 0; c < 4; c++) highest = max_i(highest, tiles[c]);
    for (int groups = highest; groups <= sum; groups++)
        if (3 * groups <= sum + jokers && sum + jokers <= 4 * groups) return groups;
    return 0;
}

/* groups.vectors, or with `placed` >= 0 those of groups.placed_vectors with that many jokers: in order of jokers, then the
 * more alike to `like`, then as made. */
static inline int make_vectors(const struct tilerummy_solver *s, rows here, int number, int jokers,
                               const int8_t like[4], int placed, struct vector *list) {
    int keys[VECTORS], unlike[4][WAYS], count = 0;
    for (int c = 0; c < 4; c++)
        for (int tiles = 0; tiles < WAYS; tiles++) unlike[c][tiles] = abs(tiles - like[c]);
    for (int g0 = here[0][number]; g0 >= 0; g0--)
        for (int g1 = here[1][number]; g1 >= 0; g1--)
            for (int g2 = here[2][number]; g2 >= 0; g2--)
                for (int g3 = here[3][number]; g3 >= 0; g3--) {
                    int grouped = give(g0, g1, g2, g3), needed = placed, at = count;
                    if (placed < 0) {
                        needed = s->vector_needs[grouped];
                        if (needed > jokers) continue;
                    } else if (placed + grouped > 0) {
                        const int8_t tiles[4] = {(int8_t)g0, (int8_t)g1, (int8_t)g2, (int8_t)g3};
                        if (!number_of_groups(tiles, placed)) continue;
                    }
                    int key = needed * 64 + unlike[0][g0] + unlike[1][g1] + unlike[2][g2] + unlike[3][g3];
                    for (; at > 0 && keys[at - 1] > key; at--) {
                        keys[at] = keys[at - 1];
                        list[at] = list[at - 1];
                    }
                    keys[at] = key;
                    list[at].asks = (asks)(1u << g0 | 1u << (WAYS + g1) | 1u << (2 * WAYS + g2) | 1u << (3 * WAYS + g3));
                    list[at].grouped = (given_tiles)grouped;
                    list[at].needed = (uint8_t)needed;
                    count++;
                }
    return count;
}

static void make_vector_needs(struct tilerummy_solver *s) {
    for (int grouped = 0; grouped < 1 << HOW_BITS; grouped++) {
        int g[4] = {given(grouped, 0), given(grouped, 1), given(grouped, 2), given(grouped, 3)};
        int highest = max_i(max_i(g[0], g[1]), max_i(g[2], g[3]));
        s->vector_needs[grouped] = (uint8_t)max_i(0, 3 * highest - g[0] - g[1] - g[2] - g[3]);
    }
}

/* All that the vectors of a number follow from, but the number of jokers placed. */
static uint32_t vectors_key(rows here, int number, int jokers, const int8_t like[4]) {
    uint32_t key = (uint32_t)jokers;
    for (int c = 0; c < 4; c++)
        key = key << 2 * GIVEN_BITS | (uint32_t)(here[c][number] << GIVEN_BITS | like[c]);
    return key << 4;
}

/* The same, remembered by their key and `placed`; the list holds until the next call. */
static const struct vector_list *vectors_at(struct tilerummy_solver *s, uint32_t key, rows here, int number, int jokers,
                                            const int8_t like[4], int placed) {
    key += (uint32_t)placed + 2;
    struct vector_list *list = &s->vector_lists[hash_slot(key, VECTOR_LISTS_BITS)];
    if (list->key != key) {
        list->key = key;
        list->count = make_vectors(s, here, number, jokers, like, placed, list->list);
    }
    return list;
}

