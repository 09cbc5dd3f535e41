/* Requests read: see src/tilerummy/solver/regular/codec.py. */

static uint64_t read_le(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | from[i];
    return value;
}

/* Whether the tiles can be a meld as laid: their colours all differ and their numbers do not, or the other way round
 * with each number in its place. */
static int is_meld(const struct meld *m) {
    int at[MOST_LENGTH], count = tiles_of(m, at), group = m->length <= 4, run = 1;
    if (m->length < 3) return 0;
    for (int t = 0; t < count; t++) {
        int kind = m->kinds[at[t]], first = m->kinds[at[0]];
        if (kind % 13 != first % 13) group = 0;
        for (int u = 0; u < t; u++)
            if (m->kinds[at[u]] == kind) group = 0;
        if (kind / 13 != first / 13 || kind - at[t] != first - at[0]) run = 0;
        if (kind % 13 - at[t] < 0 || kind % 13 - at[t] + m->length > 13) run = 0;
    }
    return group || run;
}

static int read_request(struct request *r, const uint8_t *data, size_t length) {
    enum { HEAD = 28 };
    int tiles = 0;
    if (length <= HEAD || data[0] != VERSION) return 0;
    r->copies = data[1];
    r->objective = data[2];
    r->exact = data[3];
    r->penalty = (int)read_le(data + 4, 2);
    r->threshold = (int)read_le(data + 6, 2);
    r->nodes = read_le(data + 8, 8);
    r->nanoseconds = read_le(data + 16, 8);
    size_t musts = (size_t)read_le(data + 24, 2), start = HEAD + musts + (size_t)read_le(data + 26, 2);
    if (r->copies < 1 || r->copies > MOST_IN_BOX || r->objective > OUT || r->exact > 1) return 0;
    if (r->penalty > 500 || r->threshold > 300 || start > HEAD + MOST_TILES || length <= start) return 0;
    memset(r->must, 0, sizeof r->must);
    memset(r->may, 0, sizeof r->may);
    for (size_t at = HEAD; at < start; at++) {
        if (data[at] > JOKER) return 0;
        (at < HEAD + musts ? r->must : r->may)[data[at]]++;
    }
    r->melds = data[start];
    if (r->melds > MOST_TABLE) return 0;
    size_t at = start + 1;
    for (int i = 0; i < r->melds; i++) {
        if (at >= length || data[at] < 1 || data[at] > MOST_LENGTH || at + 1 + data[at] > length) return 0;
        r->table[i].length = data[at];
        for (int t = 0; t < data[at]; t++) {
            uint8_t kind = data[at + 1 + (size_t)t];
            if (kind > JOKER) return 0;
            r->must[kind]++;
            r->table[i].kinds[t] = kind;
        }
        if (!is_meld(&r->table[i])) return 0;
        at += 1 + (size_t)data[at];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        tiles += r->must[kind] + r->may[kind];
        if (r->must[kind] + r->may[kind] > (kind == JOKER ? MOST_JOKERS : r->copies)) return 0;
    }
    return at == length && tiles <= MOST_TILES;
}

