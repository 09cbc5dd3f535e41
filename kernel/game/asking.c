/* The searches that a level asks for in its turn, as solve.py puts them. */

/* What may be laid: the whole rack, or its tiles without a joker. */
enum range { ALL_TILES, PLAIN_TILES };

static int least_opening(const struct game *g) {
    return pool_left(g) == 0 || g->last_turns >= 0 ? g->late_opening : g->opening;
}

/* The best play of a seat by this objective, within a budget of states. */
static enum status ask(struct game *g, int seat, int objective, enum range range, uint32_t nodes, struct found *found) {
    const struct rack *rack = &g->racks[seat];
    int may[KINDS], kept = range == PLAIN_TILES ? rack->tiles[JOKER] : 0;
    memcpy(may, rack->tiles, sizeof may);
    may[JOKER] -= kept;
    if (rack->opened)
        search_for(g, no_tiles, may, objective, 0, 1, nodes, found);
    else if (g->same_turn)
        open_in_turn(g, may, objective, least_opening(g), nodes, found);
    else
        search_for(g, no_tiles, may, objective, least_opening(g), 0, nodes, found);
    found->left[JOKER] += kept;
    found->tiles = rack->count - (has_melds(found) ? number_of(found->left) : rack->count);
    if (found->tiles == 0) return found->status = found->proved ? NO_PLAY : OUT_OF_BUDGET;
    return found->status = found->proved ? OPTIMAL : FOUND;
}

static int has_play(const struct found *found) { return found->status == OPTIMAL || found->status == FOUND; }

static enum status most_tiles(struct game *g, int seat, struct found *found) {
    return ask(g, seat, TILES_FIRST, ALL_TILES, g->nodes, found);
}

static enum status whole_rack(struct game *g, int seat, struct found *found) {
    return ask(g, seat, OUT, ALL_TILES, g->nodes, found);
}

/* The play of most tiles without a joker, but the whole rack where it can go out. */
static enum status jokers_kept(struct game *g, int seat, struct found *found) {
    if (g->racks[seat].tiles[JOKER] == 0) return most_tiles(g, seat, found);
    whole_rack(g, seat, found);
    return has_play(found) ? found->status : ask(g, seat, TILES_FIRST, PLAIN_TILES, g->nodes, found);
}

/* Whether a seat can lay a tile, with the play: solver/ability.py. */
static enum status ability(struct game *g, int seat, struct found *found) {
    return ask(g, seat, TILES_FIRST, ALL_TILES, g->proof_nodes, found);
}
