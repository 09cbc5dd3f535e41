/* Open runs of one colour between two numbers: all that the search over the numbers must remember of them.
 *
 * A state counts the open runs of length 1, 2 and at least 3. Tiles of the next number continue the unfinished
 * ones, then the finished ones (a longer run can do all that a shorter one can), and the rest begin new runs. So
 * the number of tiles that go to runs alone decides the next state. */

static void make_run_states(struct run_states *s, int top) {
    int index[WAYS][WAYS][WAYS];
    s->count = 0;
    for (int total = 0; total <= top; total++)
        for (int done = total; done >= 0; done--)
            for (int two = total - done; two >= 0; two--) {
                int one = total - done - two, at = s->count++;
                index[one][two][done] = at;
                s->counts[at][0] = (int8_t)one;
                s->counts[at][1] = (int8_t)two;
                s->counts[at][2] = (int8_t)done;
                s->needs[at] = (int8_t)(one + two);
                s->total[at] = (int8_t)total;
            }
    for (int at = 0; at < s->count; at++)
        for (int tiles = s->needs[at]; tiles <= top; tiles++) {
            int rest = tiles - s->needs[at], longer = min_i(s->counts[at][2], rest);
            s->after[at][tiles] = (int8_t)index[rest - longer][s->counts[at][0]][s->counts[at][1] + longer];
        }
    for (int at = 0; at < s->count; at++)
        for (int other = 0; other < s->count; other++)
            s->no_worse[at][other] = s->counts[other][0] <= s->counts[at][0] && s->needs[other] <= s->needs[at] &&
                                     s->counts[other][2] >= s->counts[at][2] && s->total[other] >= s->total[at];
}

static inline void make_ways(struct ways *w, const struct run_states *s, int state, int top, const int8_t *row,
                             int number, int must, int jokers, int colour) {
    int here = row[number], edge = min_i(2, 13 - number);
    memset(w->possible, 0, sizeof w->possible);
    for (int grouped = 0; grouped <= here; grouped++) {
        int count = 0, fewest = jokers + 1, keys[WAYS];
        option *way = w->way[grouped];
        for (int tiles = s->needs[state]; tiles <= top; tiles++) {
            int used = min_i(tiles, here - grouped), after = s->after[state][tiles];
            int one = s->counts[after][0], two = s->counts[after][1];
            if (used + grouped < must || (edge == 0 && one + two) || (edge == 1 && one)) continue;
            int asked = tiles - used + max_i(0, one + two - row[number + 1]) + max_i(0, one - row[number + 2]);
            if (asked > jokers) continue;
            int left = here - grouped - used, key = left << 8 | asked, at = count++;
            fewest = min_i(fewest, asked);
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
                way[at] = way[at - 1];
            }
            keys[at] = key;
            way[at] = (option)key | (option)(tiles - used) << OPTION_AT |
                      (option)after << (OPTION_AT + RUNS_AT + STATE_BITS * colour);
        }
        w->count[grouped] = (uint8_t)count;
        w->fewest[grouped] = (uint8_t)fewest;
        for (int free = fewest; free <= jokers; free++) w->possible[free] |= (uint8_t)(1 << grouped);
    }
}

/* The block of a colour and number, which is this search's from now on. */
static inline struct block *find_block(struct tilerummy_solver *s, int colour, int most_runs, int top,
                                       const int8_t *row, int number, int must, int jokers) {
    enum { EDGE_AT = 3 * GIVEN_BITS, JOKERS_AT = EDGE_AT + 2, ROW_AT = JOKERS_AT + 4 };
    uint32_t key = (uint32_t)(give(most_runs, top, must, 0) | min_i(2, 13 - number) << EDGE_AT | jokers << JOKERS_AT) |
                   (uint32_t)give(row[number], row[number + 1], row[number + 2], 0) << ROW_AT;
    for (uint32_t at = hash_slot(key, BLOCKS_KNOWN_BITS);; at = (at + 1) % BLOCKS_KNOWN) {
        struct block *block = &s->blocks[colour][at];
        if (block->key != key && block->search == s->search) continue;
        if (block->key != key) {
            block->key = key;
            memset(block->made, 0, sizeof block->made);
        }
        block->search = s->search;
        return block;
    }
}

