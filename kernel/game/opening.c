/* Same-turn openings by Lawler's partition: solver/opening/same_turn.py, which says why. */

static const int no_tiles[KINDS] = {0};

static int max_of(int a, int b) { return a > b ? a : b; }

static int number_of(const int tiles[KINDS]) {
    int count = 0;
    for (int kind = 0; kind < KINDS; kind++) count += tiles[kind];
    return count;
}

/* The searches for one first play: the states they may expand and have, and whether all of them came to their end. */
struct first_play {
    struct game *g;
    struct found *found;
    int amount, proved, waiting, made;
    uint32_t limit, nodes;
};

/* Put a task to the search, with what is left of the budget. Melds that reach the amount need no proof. */
static void ask_for(struct first_play *p, const int *least, const int *may, int objective, int amount, int table) {
    struct found *found = p->found;
    if (p->nodes >= p->limit) {
        found->outcome = UNFINISHED;
        p->proved = 0;
        return;
    }
    search_for(p->g, least, may, objective, amount, table, p->limit - p->nodes, found);
    p->nodes += found->spent;
    p->proved = p->proved && (found->proved || (amount > 0 && has_melds(found)));
}

/* Melds of these tiles alone that reach the amount, into `own`; 0 where there are none, or none is found in time. */
static int own_melds(struct first_play *p, const int *tiles, struct own_melds *own) {
    ask_for(p, no_tiles, tiles, TILES_FIRST, p->amount, 0);
    if (!has_melds(p->found)) return 0;
    const uint8_t *melds = p->found->reply + REPLY_HEAD + number_of(p->found->left);
    own->length = (size_t)(p->found->reply + p->found->length - melds);
    memcpy(own->melds, melds, own->length);
    for (int kind = 0; kind < KINDS; kind++) own->tiles[kind] = tiles[kind] - p->found->left[kind];
    return own->length > 0;
}

/* Melds of these tiles that reach the amount, of which no tile can be left out; 0 where there are none. */
static int smallest(struct first_play *p, const int *tiles, struct own_melds *own) {
    struct own_melds fewer;
    int all[KINDS];
    if (!own_melds(p, tiles, own)) return 0;
    memcpy(all, own->tiles, sizeof all);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < all[kind] && own->tiles[kind]; i++) {
            int held[KINDS];
            memcpy(held, own->tiles, sizeof held);
            held[kind]--;
            if (own_melds(p, held, &fewer)) *own = fewer;
        }
    return 1;
}

/* What it costs to leave these tiles: how many, then jokers laid, then points. */
static uint64_t cost_of(const struct game *g, const int left[KINDS]) {
    uint64_t points = (uint64_t)(left[JOKER] * g->penalty);
    for (int kind = 0; kind < JOKER; kind++) points += (uint64_t)(left[kind] * (kind % 13 + 1));
    return (uint64_t)number_of(left) << 32 | (uint64_t)(MOST_JOKERS - left[JOKER]) << 24 | points;
}

/* The best play of a part for a player who has opened waits for its turn; 0 where there is no room for it. */
static int add_part(struct first_play *p, const int *whole, int objective, const int *least, const int *most,
                    const struct own_melds *opening) {
    struct game *g = p->g;
    int may[KINDS];
    for (int kind = 0; kind < KINDS; kind++) may[kind] = most[kind] > least[kind] ? most[kind] - least[kind] : 0;
    ask_for(p, least, may, objective, 0, 1);
    p->made++;
    if (!has_melds(p->found)) return 1;
    if (p->waiting == MOST_PARTS) return 0;
    struct part *part = &g->parts[p->waiting++];
    for (int kind = 0; kind < KINDS; kind++) p->found->left[kind] += whole[kind] - most[kind];
    part->cost = cost_of(g, p->found->left);
    part->made = p->made;
    memcpy(part->least, least, sizeof part->least);
    memcpy(part->most, most, sizeof part->most);
    part->opening.length = 0;
    if (opening != NULL) part->opening = *opening;
    part->found = *p->found;
    return 1;
}

/* The part by how much it lays of a smallest witness; 0 where there is no room for all that come of it. */
static int part_it(struct first_play *p, const int *whole, int objective, const struct part *part) {
    struct own_melds witness;
    int least[KINDS], fewer[KINDS];
    if (!smallest(p, part->most, &witness)) return 1;
    memcpy(fewer, part->least, sizeof fewer);
    for (int kind = 0; kind < KINDS; kind++) fewer[kind] = max_of(fewer[kind], witness.tiles[kind]);
    if (!add_part(p, whole, objective, fewer, part->most, &witness)) return 0;
    memcpy(least, part->least, sizeof least);
    for (int tile = 0; tile < KINDS; tile++) {
        int fits = 1;
        if (!witness.tiles[tile]) continue;
        memcpy(fewer, part->most, sizeof fewer);
        fewer[tile] = witness.tiles[tile] - 1;
        for (int kind = 0; kind < KINDS; kind++) fits &= least[kind] <= fewer[kind];
        if (fits && !add_part(p, whole, objective, least, fewer, NULL)) return 0;
        least[tile] = max_of(least[tile], witness.tiles[tile]);
    }
    return 1;
}

static struct part next_part(struct first_play *p) {
    struct part *parts = p->g->parts;
    int first = 0;
    for (int i = 1; i < p->waiting; i++)
        if (parts[i].cost < parts[first].cost || (parts[i].cost == parts[first].cost && parts[i].made < parts[first].made))
            first = i;
    struct part found = parts[first];
    parts[first] = parts[--p->waiting];
    return found;
}

/* The best play of these tiles whose opening is made of them alone. Where too many parts would wait, the game is beyond
 * what can be played here. */
static void open_in_turn(struct game *g, const int *whole, int objective, int amount, uint32_t nodes,
                         struct found *found) {
    struct first_play p = {g, found, amount, 1, 0, 0, nodes, 0};
    struct own_melds own;
    if (!own_melds(&p, whole, &own)) {
        found->outcome = UNFINISHED;
        found->proved = p.proved;
        return;
    }
    int room = add_part(&p, whole, objective, objective == OUT ? whole : no_tiles, whole, NULL);
    while (room && p.waiting) {
        struct part part = next_part(&p);
        int laid[KINDS];
        for (int kind = 0; kind < KINDS; kind++) laid[kind] = whole[kind] - part.found.left[kind];
        if (part.opening.length || own_melds(&p, laid, &part.opening)) {
            *found = part.found;
            found->proved = p.proved;
            found->opening_length = part.opening.length;
            memcpy(found->opening, part.opening.melds, part.opening.length);
            return;
        }
        room = part_it(&p, whole, objective, &part);
    }
    g->beyond |= !room;
    found->outcome = UNFINISHED;
    found->proved = p.proved;
}
