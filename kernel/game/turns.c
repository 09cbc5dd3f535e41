/* Turn by turn until the game is over: rules/game/evolve.py and endings.py for seats that never resign or run out of
 * time. */

static void draw(struct game *g, int seat) {
    g->racks[seat].tiles[g->pool[g->drawn++]]++;
    g->racks[seat].count++;
    if (pool_left(g) == 0 && g->one_turn_each) g->last_turns = g->seats;
    if (g->told) *g->moves++ = DRAW;
}

static void pass(struct game *g) {
    g->passed++;
    if (g->last_turns > 0) g->last_turns--;
    if (g->told) *g->moves++ = PASS;
}

/* Adds the melds of a reply after those that stay on the table; 0 where there is no room for them. */
static int add_melds(struct game *g, const uint8_t *from, const uint8_t *to) {
    while (from < to) {
        if (g->melds == MOST_TABLE) return 0;
        struct meld *meld = &g->table[g->melds++];
        for (meld->length = 0; from < to && *from != BETWEEN; from++) meld->kinds[meld->length++] = *from;
        from++;
    }
    return 1;
}

/* What a play lays down, told as codec.py says. */
static void tell_play(struct game *g, const struct found *found, const uint8_t *stays, const uint8_t *melds) {
    size_t length = (size_t)(found->reply + found->length - melds);
    *g->moves++ = found->opening_length ? OPEN : PLAY;
    if (found->lying)
        memcpy(g->moves, stays, (size_t)g->melds);
    else
        memset(g->moves, 1, (size_t)g->melds);
    g->moves = put_number(g->moves + g->melds, (uint32_t)length, 2);
    memcpy(g->moves, melds, length);
    g->moves += length;
    if (!found->opening_length) return;
    g->moves = put_number(g->moves, (uint32_t)found->opening_length, 2);
    memcpy(g->moves, found->opening, found->opening_length);
    g->moves += found->opening_length;
}

static int lay_down(struct game *g, int seat, const struct found *found) {
    struct rack *rack = &g->racks[seat];
    const uint8_t *end = found->reply + found->length;
    const uint8_t *stays = found->reply + REPLY_HEAD + read_number(found->reply + REPLY_HEAD - 2, 2);
    const uint8_t *melds = stays + found->lying;
    int kept = 0;
    if (g->told) tell_play(g, found, stays, melds);
    for (int kind = 0; kind < KINDS; kind++) g->on_table[kind] += rack->tiles[kind] - found->left[kind];
    memcpy(rack->tiles, found->left, sizeof rack->tiles);
    rack->count -= found->tiles;
    rack->opened = 1;
    for (int i = 0; i < found->lying; i++)
        if (stays[i]) g->table[kept++] = g->table[i];
    if (found->lying) g->melds = kept;
    g->passed = 0;
    if (g->last_turns > 0) g->last_turns--;
    return add_melds(g, melds, end);
}

/* Whether none of the seats that will still move can lay a tile, which ends the game; -1 where the search cannot say. */
static int nobody_can_lay(struct game *g, struct found *found) {
    int to_move = g->last_turns >= 0 ? g->last_turns : g->seats;
    if (!g->must_lay || pool_left(g)) return 0;
    for (int step = 0; step < to_move; step++) {
        enum status able = ability(g, (g->turn + step) % g->seats, found);
        if (able == OUT_OF_BUDGET) return -1;
        if (able != NO_PLAY) return 0;
    }
    return 1;
}

static enum game_outcome play_on(struct game *g, const uint8_t *room) {
    struct found found;
    for (;;) {
        int seat = g->turn, stuck;
        enum move move = move_of(g, seat, &found);
        if (g->beyond || room - g->moves < ROOM_OF_A_MOVE + ROOM_OF_RACKS) return GAME_BEYOND;
        switch (move) {
            case DRAW: draw(g, seat); break;
            case PASS: pass(g); break;
            case PLAY:
                if (!lay_down(g, seat, &found)) return GAME_BEYOND;
                break;
            default: return GAME_BEYOND;
        }
        g->turn = (seat + 1) % g->seats;
        g->turns++;
        g->reason = g->racks[seat].count == 0 ? RACK_EMPTY : POOL_EXHAUSTED;
        if (g->reason == RACK_EMPTY || g->last_turns == 0 || (pool_left(g) == 0 && g->passed >= g->seats))
            return GAME_WHOLE;
        g->reason = STUCK;
        stuck = nobody_can_lay(g, &found);
        if (stuck) return stuck > 0 && !g->beyond ? GAME_WHOLE : GAME_BEYOND;
    }
}
