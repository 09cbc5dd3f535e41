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

/* The melds of a reply, behind those of the table that stay; 0 where they have no room. */
static int add_melds(struct game *g, const uint8_t *from, const uint8_t *to) {
    while (from < to) {
        if (g->melds == MOST_TABLE) return 0;
        struct meld *meld = &g->table[g->melds++];
        for (meld->length = 0; from < to && *from != BETWEEN; from++) meld->kinds[meld->length++] = *from;
        from++;
    }
    return 1;
}

static int lay_down(struct game *g, int seat, const struct found *found) {
    struct rack *rack = &g->racks[seat];
    const uint8_t *left = found->reply + REPLY_HEAD, *end = found->reply + found->length;
    int rest[KINDS] = {0}, unlaid = (int)read_number(left - 2, 2), kept = 0, lying = rack->opened ? g->melds : 0;
    const uint8_t *stays = left + unlaid, *melds = stays + lying;
    for (int i = 0; i < unlaid; i++) rest[left[i]]++;
    rest[JOKER] += found->kept;
    for (int kind = 0; kind < KINDS; kind++) g->on_table[kind] += rack->tiles[kind] - rest[kind];
    memcpy(rack->tiles, rest, sizeof rest);
    rack->count -= found->tiles;
    if (g->told) {
        *g->moves++ = PLAY;
        if (rack->opened)
            memcpy(g->moves, stays, (size_t)g->melds);
        else
            memset(g->moves, 1, (size_t)g->melds);
        g->moves = put_number(g->moves + g->melds, (uint32_t)(end - melds), 2);
        memcpy(g->moves, melds, (size_t)(end - melds));
        g->moves += end - melds;
    }
    for (int i = 0; i < lying; i++)
        if (stays[i]) g->table[kept++] = g->table[i];
    if (rack->opened) g->melds = kept;
    rack->opened = 1;
    g->passed = 0;
    if (g->last_turns > 0) g->last_turns--;
    return add_melds(g, melds, end);
}

/* Whether none of the seats that will still move can lay a tile, which ends the game; -1 where the search cannot say. */
static int nobody_can_lay(const struct game *g, struct found *found) {
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
        if (room - g->moves < ROOM_OF_A_MOVE + ROOM_OF_RACKS) return GAME_BEYOND;
        switch (move_of(g, seat, &found)) {
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
        if (stuck) return stuck > 0 ? GAME_WHOLE : GAME_BEYOND;
    }
}
