/* Games read and told: see src/tilerummy/bots/core/codec.py. */

static uint32_t read_number(const uint8_t *from, int bytes) {
    uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | from[i];
    return value;
}

static uint8_t *put_number(uint8_t *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

static int pool_left(const struct game *g) { return g->pool_size - g->drawn; }

/* The levels and racks of the seats, and the pool. */
static int read_deal(struct game *g, const uint8_t *data, size_t length) {
    int box[KINDS] = {0};
    size_t at = 2 * (size_t)g->seats, tiles = 0;
    if (length < at) return 0;
    for (int seat = 0; seat < g->seats; seat++) {
        if (data[seat] >= LEVEL_COUNT || data[g->seats + seat] == 0) return 0;
        g->levels[seat] = (enum level)data[seat];
        tiles += data[g->seats + seat];
    }
    if (length - at < tiles || length - at > MOST_TILES) return 0;
    for (size_t i = at; i < length; i++)
        if (data[i] > JOKER || ++box[data[i]] > (data[i] == JOKER ? MOST_JOKERS : g->copies)) return 0;
    for (int seat = 0; seat < g->seats; seat++) {
        g->racks[seat].count = data[g->seats + seat];
        for (int i = 0; i < g->racks[seat].count; i++) g->racks[seat].tiles[data[at++]]++;
    }
    g->pool_size = (int)(length - at);
    memcpy(g->pool, data + at, length - at);
    return 1;
}

static int read_game(struct game *g, const uint8_t *data, size_t length) {
    g->seats = g->drawn = g->pool_size = g->melds = g->turn = g->turns = g->passed = g->beyond = 0;
    g->last_turns = -1;
    g->reason = STUCK;
    memset(g->racks, 0, sizeof g->racks);
    memset(g->on_table, 0, sizeof g->on_table);
    if (length < GAME_HEAD || data[0] != GAME_VERSION) return 0;
    int seats = data[1];
    g->turn = data[2];
    g->copies = data[3];
    g->one_turn_each = data[4];
    g->must_lay = data[5];
    g->told = data[6];
    g->keep = data[7];
    g->penalty = (int)read_number(data + 8, 2);
    g->opening = (int)read_number(data + 10, 2);
    g->late_opening = (int)read_number(data + 12, 2);
    g->same_turn = data[14];
    g->nodes = read_number(data + 16, 4);
    g->proof_nodes = read_number(data + 20, 4);
    if (seats < 2 || seats > MOST_SEATS || g->turn >= seats || g->copies < 1 || g->copies > MOST_COPIES) return 0;
    if (g->penalty > 500 || g->opening > 300 || g->late_opening > 300) return 0;
    g->seats = seats;
    return read_deal(g, data + GAME_HEAD, length - GAME_HEAD);
}

/* Writes the head of the reply, and the racks after the moves that are in it already; its length. */
static size_t put_game(const struct game *g, enum game_outcome outcome, uint8_t *reply) {
    uint8_t *to = reply, *racks = g->moves;
    *to++ = (uint8_t)outcome;
    *to++ = (uint8_t)g->reason;
    to = put_number(to, (uint32_t)g->turns, 2);
    to = put_number(to, (uint32_t)pool_left(g), 2);
    *to++ = (uint8_t)g->turn;
    *to++ = (uint8_t)g->seats;
    put_number(to, (uint32_t)(g->moves - reply - REPLY_MOVES_AT), 2);
    for (int seat = 0; seat < g->seats; seat++) {
        racks = put_number(racks, (uint32_t)g->racks[seat].count, 2);
        for (int kind = 0; kind < KINDS; kind++)
            for (int i = 0; i < g->racks[seat].tiles[kind]; i++) *racks++ = (uint8_t)kind;
    }
    return (size_t)(racks - reply);
}
