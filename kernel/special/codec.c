/* Requests with special jokers read: see src/tilerummy/solver/special/codec.py. */

/* Whether numbered tiles are a meld as laid. */
static int is_plain_meld(const struct special_meld *m) {
    int group = 1, run = 1;
    for (int i = 0; i < m->length; i++) {
        if (m->kinds[i] % 13 != m->kinds[0] % 13) group = 0;
        for (int j = 0; j < i; j++)
            if (m->kinds[i] == m->kinds[j]) group = 0;
        if (m->kinds[i] != m->kinds[0] + i) run = 0;
    }
    return group || (run && m->kinds[0] / 13 == m->kinds[m->length - 1] / 13);
}

static int read_special(struct special_request *r, const uint8_t *data, size_t length) {
    int tiles = 0;
    if (length <= SPECIAL_HEAD || data[0] != SPECIAL_VERSION) return 0;
    r->copies = data[1];
    r->objective = data[2];
    r->exact = data[3];
    r->penalty = (int)read_le(data + 4, 2);
    r->threshold = (int)read_le(data + 6, 2);
    r->nodes = read_le(data + 8, 8);
    r->nanoseconds = read_le(data + 16, 8);
    size_t must_end = SPECIAL_HEAD + (size_t)read_le(data + 24, 2), start = must_end + (size_t)read_le(data + 26, 2);
    memcpy(&r->rules, data + 28, sizeof r->rules);
    r->run_only = read_le(data + 35, 8);
    if (r->copies < 1 || r->copies > MOST_IN_BOX || r->objective > OUT || r->exact > 1) return 0;
    if (r->penalty > 500 || r->threshold > 300 || start > SPECIAL_HEAD + MOST_TILES || length <= start) return 0;
    if (r->rules.per_set > 16 || r->rules.mirror_least < 1 || r->rules.mirror_least > 3) return 0;
    if (r->rules.mirror_most < 1 || r->rules.mirror_most > 4) return 0;
    if ((r->rules.all_jokers | r->rules.any_colours | r->rules.border_any | r->rules.mirror_counts) > 1) return 0;
    memset(r->must, 0, sizeof r->must);
    memset(r->may, 0, sizeof r->may);
    for (size_t at = SPECIAL_HEAD; at < start; at++) {
        if (data[at] >= SPECIAL_KINDS) return 0;
        (at < must_end ? r->must : r->may)[data[at]]++;
    }
    r->melds = data[start];
    if (r->melds > MOST_TABLE) return 0;
    size_t at = start + 1;
    for (int i = 0; i < r->melds; i++) {
        struct special_meld *m = &r->table[i];
        if (at >= length || data[at] < 3 || data[at] > SPECIAL_LENGTH || at + 1 + data[at] > length) return 0;
        m->length = data[at];
        for (int t = 0; t < m->length; t++) {
            uint8_t kind = data[at + 1 + (size_t)t];
            if (kind >= SPECIAL_KINDS) return 0;
            r->must[kind]++;
            m->kinds[t] = kind;
        }
        if (!has_jokers(m) && !is_plain_meld(m)) return 0;
        at += 1 + (size_t)data[at];
    }
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        int limit = kind < JOKER ? r->copies : kind == JOKER ? MOST_JOKERS : MOST_OTHERS;
        tiles += r->must[kind] + r->may[kind];
        if (r->must[kind] + r->may[kind] > limit) return 0;
    }
    return at == length && tiles <= MOST_TILES;
}

