/* The levels that need no more than the searches: src/tilerummy/bots, where each says why it plays so. */

static enum move no_play(const struct game *g) { return pool_left(g) ? DRAW : PASS; }

static enum move play_or_none(const struct game *g, const struct found *found) {
    return has_play(found) ? PLAY : no_play(g);
}

/* What the search was through with; where it was not, the steady level moves, which is not played here. */
static enum move greedy(struct game *g, int seat, struct found *found) {
    return most_tiles(g, seat, found) == OUT_OF_BUDGET ? NO_MOVE : play_or_none(g, found);
}

static enum move expert(struct game *g, int seat, struct found *found) {
    if (pool_left(g) == 0 || jokers_kept(g, seat, found) == OUT_OF_BUDGET) return greedy(g, seat, found);
    return play_or_none(g, found);
}

static enum move master(struct game *g, int seat, struct found *found) {
    const struct rack *rack = &g->racks[seat];
    if (!rack->opened || pool_left(g) == 0) return expert(g, seat, found);
    jokers_kept(g, seat, found);
    int left = rack->count - found->tiles;
    return has_play(found) && (left > g->keep || left == 0) ? PLAY : no_play(g);
}

static enum move waiter(struct game *g, int seat, struct found *found) {
    if (g->racks[seat].opened && pool_left(g))
        whole_rack(g, seat, found);
    else
        jokers_kept(g, seat, found);
    return play_or_none(g, found);
}

static enum move chosen(struct game *g, int seat, struct found *found) {
    switch (g->levels[seat]) {
        case EXPERT: return expert(g, seat, found);
        case MOST_TILES_FIRST: return greedy(g, seat, found);
        case MASTER: return master(g, seat, found);
        default: return waiter(g, seat, found);
    }
}

/* The move of a seat, who lays what they can where nobody may pass who could lay a tile. */
static enum move move_of(struct game *g, int seat, struct found *found) {
    enum move move = chosen(g, seat, found);
    if (move != PASS || !g->must_lay) return move;
    enum status able = ability(g, seat, found);
    return able == OUT_OF_BUDGET ? NO_MOVE : able == NO_PLAY ? PASS : PLAY;
}
