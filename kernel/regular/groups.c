/* groups.py: the tables of the groups at one number. */

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
    int keys[VECTORS], unlike[4][4], count = 0;
    for (int c = 0; c < 4; c++)
        for (int tiles = 0; tiles < 4; tiles++) unlike[c][tiles] = abs(tiles - like[c]);
    for (int g0 = here[0][number]; g0 >= 0; g0--)
        for (int g1 = here[1][number]; g1 >= 0; g1--)
            for (int g2 = here[2][number]; g2 >= 0; g2--)
                for (int g3 = here[3][number]; g3 >= 0; g3--) {
                    int grouped = g0 | g1 << 2 | g2 << 4 | g3 << 6, needed = placed, at = count;
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
                    list[at].asks = (uint16_t)(1 << g0 | 1 << (4 + g1) | 1 << (8 + g2) | 1 << (12 + g3));
                    list[at].grouped = (uint8_t)grouped;
                    list[at].needed = (uint8_t)needed;
                    count++;
                }
    return count;
}

static void make_vector_needs(struct tilerummy_solver *s) {
    for (int grouped = 0; grouped < 256; grouped++) {
        int g[4] = {grouped & 3, grouped >> 2 & 3, grouped >> 4 & 3, grouped >> 6};
        int highest = max_i(max_i(g[0], g[1]), max_i(g[2], g[3]));
        s->vector_needs[grouped] = (uint8_t)max_i(0, 3 * highest - g[0] - g[1] - g[2] - g[3]);
    }
}

/* All that the vectors of a number follow from, but the number of jokers placed. */
static uint32_t vectors_key(rows here, int number, int jokers, const int8_t like[4]) {
    uint32_t key = (uint32_t)jokers;
    for (int c = 0; c < 4; c++) key = key << 4 | (uint32_t)(here[c][number] & 3) << 2 | (uint32_t)(like[c] & 3);
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

