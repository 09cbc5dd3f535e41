/* Games side by side for who learns: src/tilerummy/learning/core.py. Whoever moves chooses between nothing and a few plays.
 *
 * What may be chosen is what learning/candidates.py says, tile for tile. Of the table only the tiles are known. */

enum { MOST_CHOICES = TILERUMMY_MOST_PLAYS + 1, LEARNER_NODES = 3000, NUMBERS = 13, ALL_KINDS = 56, FIGURES = 17 };
enum { TURNS_TOLD = TILERUMMY_TURNS_TOLD, OF_A_SEAT = ALL_KINDS + 4, OF_A_TURN = ALL_KINDS + 3 };

struct past_turn {
    int seat;
    enum move move;
    uint8_t laid[KINDS];
};

struct tilerummy_table {
    struct game g;
    int over, box, plays, choices;
    int choice[MOST_CHOICES][KINDS]; /* the tiles that each lays */
    int laid[MOST_SEATS][KINDS], draws[MOST_SEATS], passes[MOST_SEATS];
    struct past_turn past[TURNS_TOLD]; /* a ring, by the number of the turn */
};

/* The most of these tiles that one play can lay, into `laid`; their number. */
static int most_of(struct game *g, int seat, const int *of, uint32_t nodes, int *laid, struct found *found) {
    int opened = g->racks[seat].opened, number = 0;
    search_for(g, no_tiles, of, TILES_FIRST, opened ? 0 : least_opening(g), opened, nodes, found);
    for (int kind = 0; kind < KINDS; kind++) number += laid[kind] = has_melds(found) ? of[kind] - found->left[kind] : 0;
    return number;
}

/* Whether a play can lay these tiles and no others. */
static int lays(struct game *g, int seat, const int *tiles, struct found *found) {
    int opened = g->racks[seat].opened;
    search_for(g, tiles, no_tiles, TILES_FIRST, opened ? 0 : least_opening(g), opened, LEARNER_NODES, found);
    return has_melds(found);
}

static int lays_one(struct game *g, int seat, int kind, struct found *found) {
    int one[KINDS] = {0};
    one[kind] = 1;
    return lays(g, seat, one, found);
}

static void add_choice(struct tilerummy_table *t, const int *laid) {
    memcpy(t->choice[t->choices++], laid, sizeof *t->choice);
}

/* A play less one tile, and less another, as long as more than `least` are left; how many plays. */
static int shrink(struct game *g, int seat, const int *from, int least, int to[][KINDS], struct found *found) {
    int held[KINDS], number = number_of(from), before = 0, plays = 0;
    memcpy(held, from, sizeof held);
    while (number != before) {
        before = number;
        for (int kind = 0; kind < KINDS; kind++)
            while (held[kind] && number > 1) {
                held[kind]--;
                if (!lays(g, seat, held, found)) {
                    held[kind]++;
                    break;
                }
                if (--number > least) memcpy(to[plays++], held, sizeof held);
            }
    }
    return plays;
}

/* Single tiles that can be laid, those of the highest numbers first, jokers last; how many, at most `most`. */
static int alone(struct tilerummy_table *t, int seat, int most, int to[], struct found *found) {
    int plays = 0, known = t->choices;
    for (int at = 0; at <= JOKER && plays < most; at++) {
        int kind = at == JOKER ? JOKER : at % 4 * NUMBERS + NUMBERS - 1 - at / 4, old = 0;
        if (!t->g.racks[seat].tiles[kind]) continue;
        for (int i = 1; i < known; i++) old |= t->choice[i][kind] == 1 && number_of(t->choice[i]) == 1;
        if (!old && lays_one(&t->g, seat, kind, found)) to[plays++] = kind;
    }
    return plays;
}

/* The choices after the first, which lays nothing. */
static void find_plays(struct tilerummy_table *t, int plays, struct found *found) {
    struct game *g = &t->g;
    int seat = g->turn, laid[KINDS], plain[KINDS], opened = g->racks[seat].opened;
    int smaller[MOST_TILES][KINDS], single[MOST_CHOICES], parts = 0, singles = 0;
    t->choices = 1;
    if (most_of(g, seat, g->racks[seat].tiles, LEARNER_NODES, laid, found)) add_choice(t, laid);
    if (t->choices > 1 && laid[JOKER] && plays > 1) {
        memcpy(plain, g->racks[seat].tiles, sizeof plain);
        plain[JOKER] = 0;
        if (most_of(g, seat, plain, LEARNER_NODES, laid, found)) add_choice(t, laid);
    }
    int room = plays + 1 - t->choices;
    if (room < 1) return;
    if (t->choices > 1) parts = shrink(g, seat, t->choice[t->choices - 1], opened, smaller, found);
    if (opened) singles = alone(t, seat, room - (parts < room / 2 ? parts : room / 2), single, found);
    room -= singles;
    int told = parts < room ? parts : room;
    for (int i = 0; i < told; i++)
        add_choice(t, smaller[parts <= room ? i : room == 1 ? parts - 1 : i * (parts - 1) / (room - 1)]);
    for (int i = 0; i < singles; i++) {
        memset(laid, 0, sizeof laid);
        laid[single[i]] = 1;
        add_choice(t, laid);
    }
}

/* What the mover may choose. The first choice lays as little as may be. */
static void find_choices(struct tilerummy_table *t, int plays) {
    struct game *g = &t->g;
    struct found found;
    t->plays = plays;
    find_plays(t, plays, &found);
    memset(t->choice[0], 0, sizeof *t->choice);
    if (!g->must_lay || pool_left(g)) return;
    if (t->choices > 1)
        memcpy(t->choice[0], t->choice[t->choices - 1], sizeof *t->choice);
    else
        most_of(g, g->turn, g->racks[g->turn].tiles, g->proof_nodes, t->choice[0], &found);
}

/* Whether nobody who will still move can lay a tile: a single one is proof enough that somebody can. */
static int all_are_stuck(struct game *g) {
    struct found found;
    const struct rack *rack = &g->racks[g->turn];
    if (!g->must_lay || pool_left(g)) return 0;
    for (int kind = 0; rack->opened && kind < KINDS; kind++)
        if (rack->tiles[kind] && lays_one(g, g->turn, kind, &found)) return 0;
    return nobody_can_lay(g, &found) > 0;
}

static void remember(struct tilerummy_table *t, int seat, enum move move, const int *laid) {
    struct past_turn *turn = &t->past[t->g.turns % TURNS_TOLD];
    turn->seat = seat;
    turn->move = move;
    for (int kind = 0; kind < KINDS; kind++) {
        turn->laid[kind] = (uint8_t)laid[kind];
        t->laid[seat][kind] += laid[kind];
    }
    t->draws[seat] += move == DRAW;
    t->passes[seat] += move == PASS;
}

static void lay_tiles(struct game *g, int seat, const int *laid) {
    struct rack *rack = &g->racks[seat];
    for (int kind = 0; kind < KINDS; kind++) {
        rack->tiles[kind] -= laid[kind];
        g->on_table[kind] += laid[kind];
        rack->count -= laid[kind];
    }
    rack->opened = 1;
    g->passed = 0;
    if (g->last_turns > 0) g->last_turns--;
}

size_t tilerummy_table_size(void) { return sizeof(struct tilerummy_table); }

int tilerummy_deal(struct tilerummy_table *t, const uint8_t *request, size_t length) {
    struct game *g = &t->g;
    memset(t, 0, sizeof *t);
    t->over = !read_game(g, request, length) || g->same_turn;
    if (t->over) return 0;
    g->told = 0;
    t->box = g->pool_size;
    for (int seat = 0; seat < g->seats; seat++) t->box += g->racks[seat].count;
    return 1;
}

int tilerummy_may(const struct tilerummy_table *t, int64_t choice) {
    return !t->over && choice >= 0 && choice < t->choices;
}

int tilerummy_act(struct tilerummy_solver *s, struct tilerummy_table *t, int64_t choice) {
    struct game *g = &t->g;
    const int *laid = t->choice[choice];
    int seat = g->turn;
    enum move move = number_of(laid) ? PLAY : no_play(g);
    g->solver = s;
    t->choices = 0;
    remember(t, seat, move, laid);
    if (move == PLAY)
        lay_tiles(g, seat, laid);
    else if (move == DRAW)
        draw(g, seat);
    else
        pass(g);
    g->turn = (seat + 1) % g->seats;
    g->turns++;
    g->reason = g->racks[seat].count == 0 ? RACK_EMPTY : POOL_EXHAUSTED;
    t->over = g->reason == RACK_EMPTY || g->last_turns == 0 || (pool_left(g) == 0 && g->passed >= g->seats);
    if (!t->over) {
        g->reason = STUCK;
        t->over = all_are_stuck(g);
    }
    return t->over;
}

size_t tilerummy_ended(const struct tilerummy_table *t, uint8_t *reply) {
    struct game g = t->g;
    g.moves = reply + REPLY_MOVES_AT;
    return put_game(&g, GAME_WHOLE, reply);
}
