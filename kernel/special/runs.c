/* Runs at one number and colour: everything that the tiles of one kind, and jokers, can do there.
 *
 * A joker is free where the search may leave it out at no cost, because a place for it is looked for afterwards.
 * Then it is only worth laying where it is needed: not after a complete run unless more follows (such a run counts
 * as two tiles again), and not before one that is complete without it (a run begun by a free joker ends as soon as
 * it is complete). */

/* A move: a letter for a run, two for a mirror run: R numbered, J D C jokers, P covered by a double joker; the
 * first in the high byte; PLUS for a mirror run that is laid falling. */
enum { PLUS = 1 << 15, END_MOVE = 'E' << 8 };

static int letters(uint16_t move, char letter) {
    return ((move >> 8 & 127) == letter) + ((move & 127) == letter);
}

static int is_complete(int run, int reached, const struct meld_rules *rules) {
    if (run & (COVERED | ENTERED) || !(run & REAL)) return 0;
    if (!(run & MIRROR)) return (run & LENGTH) == LENGTH;
    if (run & SIDES || (run & LENGTH) < max_i(2, rules->mirror_least)) return 0;
    if (run & FALLING) return reached == 13;
    return reached < 13 || !rules->mirror_counts;
}

static int end_points(int run, int reached, const struct meld_rules *rules) {
    return run & MIRROR && !(run & FALLING) && rules->mirror_counts ? reached + 1 : 0;
}

static int is_free(int free, int letter) {
    return free & (letter == 'J' ? FREE_J : letter == 'D' ? FREE_D : letter == 'C' ? FREE_C : 0);
}

/* The run with the tiles of a move laid, -1 where it would hold too many jokers. */
static int grown(const struct special *x, int run, uint16_t move) {
    const struct meld_rules *rules = x->rules;
    int length = run & LENGTH, first = move >> 8 & 127, second = move & 127;
    int after = run & ~(LENGTH | ENTERED | COVERED | SIDES);
    after |= first == 'P' && !second ? length : min_i(3, length + 1);
    if (!second && is_free(x->free, first) && !(run & MIRROR)) {
        if (!length)
            after |= LED;
        else if (length == 3 && run & REAL)
            after--;
    }
    if (letters(move, 'R') || rules->all_jokers) after |= REAL;
    int covering = letters(move, 'D');
    after |= run & MIRROR ? covering << SIDES_AT : covering * COVERED;
    if (rules->per_set) {
        int jokers = ((run & RUN_JOKERS) >> JOKERS_AT) + letters(move, 'J') + covering + letters(move, 'C');
        if (jokers > rules->per_set) return -1;
        after = (after & ~RUN_JOKERS) | jokers << JOKERS_AT;
    }
    return after;
}

static int must_end(int run) { return run & LED && (run & LENGTH) == 3 && run & REAL && !(run & COVERED); }

/* What an open run can do at a number; returns how many moves. */
static int moves_of(int run, int number, const struct meld_rules *rules, uint16_t moves[8]) {
    static const char here[3] = {'R', 'J', 'D'};
    int count = 0, tiles = number < 13 ? 3 : 2;
    if (!(run & MIRROR)) {
        if (run & COVERED) {
            moves[count++] = 'P' << 8;
            return count;
        }
        if (is_complete(run, number - 1, rules)) moves[count++] = END_MOVE;
        for (int i = 0; i < tiles; i++) moves[count++] = (uint16_t)(here[i] << 8);
        if (!(run & ENTERED)) moves[count++] = 'C' << 8;
        return count;
    }
    int sides = (run & SIDES) >> SIDES_AT;
    if (is_complete(run, number - 1, rules)) moves[count++] = END_MOVE;
    if (sides == 2) {
        moves[count++] = 'P' << 8 | 'P';
    } else if (sides == 1) {
        for (int i = 0; i < tiles; i++) moves[count++] = (uint16_t)('P' << 8 | here[i]);
    } else {
        for (int i = 0; i < tiles; i++)
            for (int j = i; j < tiles; j++) moves[count++] = (uint16_t)(here[i] << 8 | here[j]);
        if (!(run & ENTERED)) moves[count++] = 'C' << 8 | 'C';
    }
    return count;
}

static int wanting(const uint16_t *runs, int count, int number, const int after[3]) {
    int needs[3] = {0, 0, 0}, lacking = 0;
    for (int i = 0; i < count; i++) {
        int run = runs[i];
        if (run & MIRROR) {
            if (run & (SIDES | ENTERED) || (run & LENGTH) < 2 || !(run & REAL))
                needs[0] += 2 - ((run & SIDES) >> SIDES_AT);
            continue;
        }
        int wants = max_i(3 - (run & LENGTH), max_i(run & REAL ? 0 : 1, run & ENTERED ? 1 : 0));
        int covered = run & COVERED ? 1 : 0;
        for (int step = covered; step < min_i(3, covered + wants); step++) needs[step]++;
    }
    for (int step = 0; step < 3; step++) {
        if (needs[step] && number + step >= 13) return WANTS_NEVER;
        lacking += max_i(0, needs[step] - after[step]);
    }
    return lacking;
}

static void sort_runs(uint16_t *runs, int count) {
    for (int i = 1; i < count; i++) {
        uint16_t run = runs[i];
        int at = i;
        for (; at > 0 && runs[at - 1] > run; at--) runs[at] = runs[at - 1];
        runs[at] = run;
    }
}

/* The place of these runs (sorted), made where it is new. */
static uint32_t place_of(struct special *x, int colour, int number, const uint16_t *runs, int count) {
    uint64_t hash = (uint64_t)(colour * 16 + number + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < count; i++) hash = (hash ^ runs[i]) * UINT64_C(0xC2B2AE3D27D4EB4F);
    uint32_t at = (uint32_t)(hash >> 40) & (2 * SPECIAL_PLACES - 1);
    for (; x->place_stamp[at] == x->stamp; at = (at + 1) & (2 * SPECIAL_PLACES - 1)) {
        const struct place *p = &x->places[x->place_of[at]];
        if (p->colour == colour && p->number == number && p->count == count &&
            memcmp(p->runs, runs, (size_t)count * sizeof *runs) == 0)
            return x->place_of[at];
    }
    if (x->place_count == SPECIAL_PLACES) {
        x->overflow = 1;
        return 0;
    }
    uint32_t made = x->place_count++;
    struct place *p = &x->places[made];
    x->place_stamp[at] = x->stamp;
    x->place_of[at] = made;
    memcpy(p->runs, runs, (size_t)count * sizeof *runs);
    p->count = (uint8_t)count;
    p->colour = (uint8_t)colour;
    p->number = (uint8_t)number;
    p->open = p->covered = p->mirrored = 0;
    for (int i = 0; i < count; i++) {
        p->open = (uint8_t)(p->open + (runs[i] & MIRROR ? 2 : 1));
        p->covered |= (runs[i] & (runs[i] & MIRROR ? SIDES : COVERED)) != 0;
        p->mirrored |= (runs[i] & MIRROR) != 0;
    }
    int after[3];
    for (int i = 0; i < 3; i++) after[i] = number + i < 13 ? x->tiles[colour * 13 + number + i] : 0;
    p->wanting = (uint8_t)wanting(runs, count, number, after);
    /* at a number that is passed over, runs may begin beside */
    p->lost = x->lost[colour][min_i(14, number + p->covered)][p->covered ? MOST_COPIES : min_i(MOST_COPIES, p->open)];
    p->newest = 0;
    p->rest = x->prices.known ? rest_of_runs(&x->prices, runs, count, number, colour) : 0;
    memset(p->options, 0, sizeof p->options);
    return made;
}

static int weight_of(const uint8_t used[4]) { return used[0] + 2 * used[1] + 2 * used[2]; }

/* The part with a move made too; 0 where there is not enough. */
static int laid_part(const struct special *x, struct part *part, uint16_t move, int blank) {
    int number = x->maker.number, more[4] = {letters(move, 'J'), letters(move, 'D'), letters(move, 'C'), 0};
    more[3] = blank & MIRROR ? 1 : 0;
    part->real = (uint8_t)(part->real + letters(move, 'R'));
    if (part->real > x->maker.here) return 0;
    for (int joker = 0; joker < 4; joker++) {
        part->used[joker] = (uint8_t)(part->used[joker] + more[joker]);
        if (part->used[joker] > x->maker.left[joker]) return 0;
    }
    part->points += (blank & FALLING ? number - 1 : 0) + number * (letters(move, 'R') + more[0] + more[2]) +
                    (2 * number + 1) * more[1];
    part->moves[part->move_count++] = (uint16_t)(move | (blank & FALLING ? PLUS : 0));
    return 1;
}

static void keep_option(struct special *x, const struct special_option *o, const struct part *part) {
    struct place *place = &x->places[o->place];
    for (uint32_t at = place->newest; at > x->maker.first; at = x->options[at - 1].older) {
        struct special_option *known = &x->options[at - 1];
        if (known->grouped != o->grouped || known->points != o->points || known->border_count != o->border_count ||
            memcmp(known->used, o->used, 4) || memcmp(known->borders, o->borders, sizeof o->borders))
            continue;
        if (known->real < o->real) {
            uint32_t older = known->older;
            *known = *o;
            known->older = older;
            goto moves;
        }
        return;
    }
    if (x->option_count == SPECIAL_OPTIONS) {
        x->overflow = 1;
        return;
    }
    x->options[x->option_count] = *o;
    x->options[x->option_count++].older = place->newest;
    place->newest = x->option_count;
moves:
    if (x->move_count + part->move_count > SPECIAL_MOVES) {
        x->overflow = 1;
        return;
    }
    memcpy(&x->moves[x->move_count], part->moves, part->move_count * sizeof part->moves[0]);
    x->move_count += part->move_count;
}

/* Keep what the part makes, with every number of tiles left for groups. */
static void group_part(struct special *x, const struct part *part) {
    struct special_option o;
    uint16_t runs[SPECIAL_RUNS];
    memset(&o, 0, sizeof o);
    memcpy(runs, part->out, sizeof runs);
    sort_runs(runs, part->outs);
    memcpy(o.borders, part->borders, part->border_count * sizeof o.borders[0]);
    sort_runs(o.borders, part->border_count);
    if (wanting(runs, part->outs, x->maker.number, x->maker.after) > x->maker.weight - weight_of(part->used)) return;
    int idle = part->ended || (part->used[0] > 0 && x->free & FREE_J), first = 1;
    int most = x->maker.grouped ? x->maker.here - part->real : 0;
    for (int grouped = max_i(0, x->maker.must - part->real); grouped <= most; grouped++) {
        int real = part->real + grouped;
        if (idle && real < x->maker.here) continue;
        if (first) o.place = place_of(x, x->maker.colour, x->maker.number, runs, part->outs);
        first = 0;
        o.border_count = part->border_count;
        o.real = (uint8_t)real;
        o.grouped = (uint8_t)grouped;
        o.points = (uint16_t)part->points;
        o.moves = x->move_count;
        o.move_count = part->move_count;
        memcpy(o.used, part->used, 4);
        keep_option(x, &o, part);
    }
}

/* Every choice of new runs, each no earlier among the beginnings than the one before. */
static void start_part(struct special *x, int from, const struct part *part) {
    if (x->overflow) return;
    if (++x->maker.tried % LOOK == 0 && expired(x->limits)) {
        x->overflow = 1;
        return;
    }
    group_part(x, part);
    for (int at = from; at < x->maker.start_count; at++) {
        int blank = x->maker.start_blanks[at];
        if (part->ended && !(blank & MIRROR) && !x->rules->per_set) continue;
        int run = grown(x, blank, x->maker.start_moves[at]);
        struct part longer = *part;
        if (run < 0 || !laid_part(x, &longer, x->maker.start_moves[at], blank)) continue;
        if (longer.outs == SPECIAL_RUNS || longer.move_count == 2 * SPECIAL_RUNS) {
            x->overflow = 1;
            return;
        }
        longer.out[longer.outs++] = (uint16_t)run;
        start_part(x, at, &longer);
    }
}

/* Every move of the open runs from one on. */
static void grow_part(struct special *x, const struct place *p, int at, const struct part *part) {
    if (at == p->count) {
        start_part(x, 0, part);
        return;
    }
    int run = p->runs[at];
    uint16_t moves[8], floor = at && p->runs[at - 1] == run ? part->moves[part->move_count - 1] : 0;
    int count = moves_of(run, x->maker.number, x->rules, moves);
    for (int i = 0; i < count; i++) {
        uint16_t move = moves[i];
        struct part longer = *part;
        if (move < floor) continue;
        if (move == END_MOVE) {
            longer.points += end_points(run, x->maker.number - 1, x->rules);
            longer.moves[longer.move_count++] = move;
            if (!(run & MIRROR)) longer.ended = 1;
            grow_part(x, p, at + 1, &longer);
            continue;
        }
        int after = grown(x, run, move);
        if (after < 0 || !laid_part(x, &longer, move, 0)) continue;
        if (move >> 8 == 'C') {
            longer.borders[longer.border_count++] = (uint16_t)(after | x->maker.colour << COLOUR_AT);
        } else if (!must_end(after)) {
            longer.out[longer.outs++] = (uint16_t)after;
        }
        grow_part(x, p, at + 1, &longer);
    }
}

static int option_before(const struct special_option *a, const struct special_option *b) {
    int jokers_a = a->used[0] + a->used[1] + a->used[2], jokers_b = b->used[0] + b->used[1] + b->used[2];
    if (a->real != b->real) return a->real > b->real;
    if (jokers_a != jokers_b) return jokers_a < jokers_b;
    return a->grouped > b->grouped;
}

static int lefts(const uint8_t left[4]) {
    enum { EACH = SPECIAL_OTHERS + 1 };
    return ((left[0] * EACH + left[1]) * EACH + left[2]) * EACH + left[3];
}

/* Make the options of a place while so many jokers are left, the best first. */
static const struct option_list *make_options(struct special *x, uint32_t index, const uint8_t left[4]) {
    static const char here[3] = {'R', 'J', 'D'};
    struct place *p = &x->places[index];
    int number = p->number + 1, kind = p->colour * 13 + number - 1, tiles = number < 13 ? 3 : 2, missing = 0, starts = 0;
    x->maker.number = number;
    x->maker.colour = p->colour;
    x->maker.must = x->must[kind];
    x->maker.here = x->tiles[kind];
    x->maker.grouped = !(x->request.run_only >> kind & 1);
    x->maker.weight = weight_of(left);
    memcpy(x->maker.left, left, 4);
    for (int i = 0; i < 3; i++) x->maker.after[i] = number + i < 13 ? x->tiles[kind + 1 + i] : 0;
    for (int at = number; at < 14; at++) missing += max_i(0, 2 - x->tiles[p->colour * 13 + at - 1]);
    int falling = x->rules->mirror_counts && number > 1 && (missing <= left[0] + 2 * left[1] || left[2] > 1);
    int blank = MIRROR | (x->rules->per_set ? 1 << JOKERS_AT : 0);
    for (int i = 0; i < tiles; i++) {
        x->maker.start_moves[starts] = (uint16_t)(here[i] << 8);
        x->maker.start_blanks[starts++] = 0;
    }
    if (left[3] && number < 13)
        for (int i = 0; i < tiles; i++)
            for (int j = i; j < tiles; j++)
                for (int fall = 0; fall <= falling; fall++) {
                    x->maker.start_moves[starts] = (uint16_t)(here[i] << 8 | here[j]);
                    x->maker.start_blanks[starts++] = (uint16_t)(blank | (fall ? FALLING : 0));
                }
    x->maker.start_count = starts;
    x->maker.first = x->option_count;
    x->maker.tried = 0;
    struct part part;
    memset(&part, 0, sizeof part);
    grow_part(x, p, 0, &part);
    if (x->overflow) return NULL;
    struct special_option *options = &x->options[x->maker.first];
    uint32_t count = x->option_count - x->maker.first;
    for (uint32_t i = 1; i < count; i++) {
        struct special_option o = options[i];
        uint32_t at = i;
        for (; at > 0 && option_before(&o, &options[at - 1]); at--) options[at] = options[at - 1];
        options[at] = o;
    }
    if (x->list_count == SPECIAL_LISTS) {
        x->overflow = 1;
        return NULL;
    }
    struct option_list *list = &x->lists[x->list_count];
    *list = (struct option_list){x->maker.first, count};
    p->options[lefts(left)] = (uint16_t)x->list_count++;
    return list;
}

static const struct option_list *options_of(struct special *x, uint32_t index, const uint8_t left[4]) {
    int known = x->places[index].options[lefts(left)];
    if (known) return &x->lists[known];
    expired(x->limits); /* a list may take as long as many states */
    return make_options(x, index, left);
}

