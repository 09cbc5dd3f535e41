/* What the mover at a table sees, as numbers: src/tilerummy/learning/figures.py and history.py. */

static void put_counts(float *to, const int *tiles) {
    for (int kind = 0; kind < KINDS; kind++) to[kind] = (float)tiles[kind];
}

/* What is the same for all choices of the mover. */
struct around {
    const struct rack *rack;
    int least, all, opened, others, on_table;
};

static struct around around_of(const struct game *g) {
    struct around a = {&g->racks[g->turn], MOST_TILES, 0, 0, g->seats - 1, number_of(g->on_table)};
    for (int seat = 0; seat < g->seats; seat++) {
        const struct rack *other = &g->racks[seat];
        if (seat == g->turn) continue;
        if (other->count < a.least) a.least = other->count;
        a.all += other->count;
        a.opened += other->opened;
    }
    return a;
}

static void put_figures(const struct tilerummy_table *t, const struct around *a, const int *laid, float *to) {
    const struct game *g = &t->g;
    int left = 0, points = 0, lays = number_of(laid), pairs = 0, neighbours = 0, held[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        held[kind] = a->rack->tiles[kind] - laid[kind];
        left += held[kind];
        points += held[kind] * (kind == JOKER ? g->penalty : kind % NUMBERS + 1);
    }
    for (int number = 0; number < NUMBERS; number++) {
        int colours = 0;
        for (int c = 0; c < 4; c++) {
            int there = held[c * NUMBERS + number] > 0;
            colours += there;
            neighbours += there && number + 1 < NUMBERS && held[c * NUMBERS + number + 1] > 0;
        }
        pairs += colours > 1 ? colours - 1 : 0;
    }
    double said[FIGURES] = {lays > 0, lays / 14.0, laid[JOKER], left / 14.0, points / 100.0, held[JOKER],
                            pairs / 14.0, neighbours / 14.0, left == 0, a->rack->opened, lays && !a->rack->opened,
                            (double)pool_left(g) / t->box, (double)a->on_table / t->box, a->least / 14.0,
                            (double)a->all / a->others / 14.0, (double)a->opened / a->others, (g->turns + 1) / 100.0};
    for (int i = 0; i < FIGURES; i++) to[i] = (float)said[i];
}

static void put_past(const struct tilerummy_table *t, float *seats, float *turns) {
    const struct game *g = &t->g;
    for (int after = 0; after < g->seats; after++, seats += OF_A_SEAT) {
        int seat = (g->turn + after) % g->seats;
        put_counts(seats, t->laid[seat]);
        seats[ALL_KINDS] = (float)g->racks[seat].count;
        seats[ALL_KINDS + 1] = (float)g->racks[seat].opened;
        seats[ALL_KINDS + 2] = (float)t->draws[seat];
        seats[ALL_KINDS + 3] = (float)t->passes[seat];
    }
    for (int ago = 1; ago <= TURNS_TOLD && ago <= g->turns; ago++, turns += OF_A_TURN) {
        const struct past_turn *turn = &t->past[(g->turns - ago) % TURNS_TOLD];
        for (int kind = 0; kind < KINDS; kind++) turns[kind] = turn->laid[kind];
        turns[ALL_KINDS] = (float)((turn->seat - g->turn + g->seats) % g->seats);
        turns[ALL_KINDS + 1] = turn->move == DRAW;
        turns[ALL_KINDS + 2] = turn->move == PASS;
    }
}

int tilerummy_look(struct tilerummy_solver *s, struct tilerummy_table *t, int plays, int seats,
                   const struct tilerummy_sight *to) {
    struct game *g = &t->g;
    if (t->over || g->seats != seats) return -1;
    g->solver = s;
    if (!t->choices || t->plays != plays) find_choices(t, plays);
    struct around around = around_of(g);
    for (int i = 0; i < t->choices; i++) {
        float *row = to->choices + i * (ALL_KINDS + FIGURES);
        to->mask[i] = 1;
        put_counts(row, t->choice[i]);
        put_figures(t, &around, t->choice[i], row + ALL_KINDS);
    }
    put_counts(to->tiles, around.rack->tiles);
    put_counts(to->tiles + ALL_KINDS, g->on_table);
    put_past(t, to->seats, to->turns);
    return g->turn;
}
