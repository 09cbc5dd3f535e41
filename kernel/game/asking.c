/* The searches that a level asks for in its turn, as solve.py puts them. */

enum { TILES_FIRST = 0 }; /* the objective beside VALUE and OUT */

/* What may be laid: the whole rack, or its tiles without a joker. */
enum range { ALL_TILES, PLAIN_TILES };

static int least_opening(const struct game *g) {
    return pool_left(g) == 0 || g->last_turns >= 0 ? g->late_opening : g->opening;
}

/* The best play of a seat by this objective, within a budget of states. */
static enum status ask(const struct game *g, int seat, int objective, enum range range, uint32_t nodes,
                       struct found *found) {
    const struct rack *rack = &g->racks[seat];
    struct request *r = &g->solver->request;
    int may = rack->count, opened = rack->opened;
    memcpy(r->may, rack->tiles, sizeof r->may);
    found->kept = range == PLAIN_TILES ? rack->tiles[JOKER] : 0;
    r->may[JOKER] -= found->kept;
    may -= found->kept;
    r->copies = g->copies;
    r->objective = objective;
    r->exact = 0;
    r->penalty = g->penalty;
    r->threshold = opened ? 0 : least_opening(g);
    r->nodes = nodes;
    r->nanoseconds = 0;
    r->melds = opened ? g->melds : 0;
    if (opened)
        memcpy(r->must, g->on_table, sizeof r->must);
    else
        memset(r->must, 0, sizeof r->must);
    memcpy(r->table, g->table, (size_t)r->melds * sizeof *r->table);
    found->length = tilerummy_answer(g->solver, found->reply, g->clock);
    int outcome = found->reply[0], left = (int)read_number(found->reply + REPLY_HEAD - 2, 2);
    found->tiles = may - left;
    if (outcome == NONE || (outcome == PROVED && left == may)) return found->status = NO_PLAY;
    if (outcome == UNFINISHED || left == may) return found->status = OUT_OF_BUDGET;
    return found->status = outcome == PROVED ? OPTIMAL : FOUND;
}

static int has_play(const struct found *found) { return found->status == OPTIMAL || found->status == FOUND; }

static enum status most_tiles(const struct game *g, int seat, struct found *found) {
    return ask(g, seat, TILES_FIRST, ALL_TILES, g->nodes, found);
}

static enum status whole_rack(const struct game *g, int seat, struct found *found) {
    return ask(g, seat, OUT, ALL_TILES, g->nodes, found);
}

/* The play of most tiles without a joker, but the whole rack where it can go out. */
static enum status jokers_kept(const struct game *g, int seat, struct found *found) {
    if (g->racks[seat].tiles[JOKER] == 0) return most_tiles(g, seat, found);
    whole_rack(g, seat, found);
    return has_play(found) ? found->status : ask(g, seat, TILES_FIRST, PLAIN_TILES, g->nodes, found);
}

/* Whether a seat can lay a tile, with the play: solver/ability.py. */
static enum status ability(const struct game *g, int seat, struct found *found) {
    return ask(g, seat, TILES_FIRST, ALL_TILES, g->proof_nodes, found);
}
