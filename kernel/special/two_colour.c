/* Runs with two-colour jokers: how they begin with one, and where they go after one.
 *
 * A run whose last tile is a two-colour joker belongs to no colour: it ends there, goes on in another colour at the
 * next number, or takes another two-colour joker first. */

/* What becomes of every run at a border: `turn` per run the colour it goes on in, TURN_END or TURN_AGAIN */
enum { TURN_END = 4, TURN_AGAIN = 5, MOST_TURNS = SPECIAL_OTHERS > 2 ? 6 * 6 * 6 * 6 : 6 * 6, MOST_BEGINNINGS = 16 };

struct turns {
    uint16_t entered[SPECIAL_OTHERS], still[SPECIAL_OTHERS];
    uint8_t turn[SPECIAL_OTHERS], colours[SPECIAL_OTHERS], entering, staying, jokers;
    int points;
};

struct beginning {
    uint16_t runs[SPECIAL_OTHERS];
    int count, mirrored;
};

/* A run that begins with a two-colour joker */
static uint16_t begun(const struct special *x, int blank) {
    int run = (blank + 1) | NO_COLOUR << COLOUR_AT;
    if (x->rules->all_jokers) run |= REAL;
    if (x->free & FREE_C && !(blank & MIRROR)) run |= LED;
    if (x->rules->per_set) run |= (blank & MIRROR ? 3 : 1) << JOKERS_AT;
    return (uint16_t)run;
}

/* The run with one more two-colour joker, -1 where it would hold too many jokers. */
static int again(const struct special *x, int run) {
    int long_again = x->free & FREE_C && (run & LENGTH) == LENGTH && !(run & MIRROR);
    run = (run & LENGTH) == LENGTH ? run - long_again : run + 1;
    if (x->rules->border_any) run = (run & ~COLOUR) | NO_COLOUR << COLOUR_AT;
    if (x->rules->per_set) {
        int jokers = ((run & RUN_JOKERS) >> JOKERS_AT) + (run & MIRROR ? 2 : 1);
        if (jokers > x->rules->per_set) return -1;
        run = (run & ~RUN_JOKERS) | jokers << JOKERS_AT;
    }
    return run;
}

static int beginnings(const struct special *x, int number, int borders, int mirrors, struct beginning *found) {
    int count = 0, blanks = x->rules->mirror_counts && number > 1 ? 2 : 1;
    memset(&found[count++], 0, sizeof *found);
    if (number == 13) return count;
    for (int plain = 1; plain <= borders; plain++) {
        found[count] = found[count - 1];
        found[count].runs[found[count].count++] = begun(x, 0);
        count++;
    }
    if (mirrors && borders && !(x->rules->per_set && x->rules->per_set < 3))
        for (int blank = 0; blank < blanks; blank++)
            for (int at = 0; at < count; at++) {
                if (found[at].mirrored >= mirrors || found[at].count + found[at].mirrored + 2 > borders) continue;
                found[count] = found[at];
                found[count].mirrored++;
                found[count].runs[found[count].count++] = begun(x, blank ? MIRROR | FALLING : MIRROR);
                count++;
            }
    return count;
}

static int turns_of(const struct special *x, const uint16_t *runs, int count, int number, int borders,
                    struct turns *found) {
    struct turns ways[MOST_TURNS];
    int known = 1;
    memset(&found[0], 0, sizeof found[0]);
    for (int at = 0; at < count; at++) {
        int run = runs[at], sides = run & MIRROR ? 2 : 1, plain = run & ~COLOUR, before = known;
        memcpy(ways, found, (size_t)known * sizeof *found);
        known = 0;
        for (int w = 0; w < before; w++) {
            const struct turns *way = &ways[w];
            if (is_complete(plain, number, x->rules)) {
                struct turns *t = &found[known++];
                *t = *way;
                t->turn[at] = TURN_END;
                t->points += end_points(plain, number, x->rules);
            }
            if (number == 13 || must_end(plain)) continue;
            int longer = way->jokers + sides <= borders ? again(x, run) : -1;
            if (longer >= 0) {
                struct turns *t = &found[known++];
                *t = *way;
                t->turn[at] = TURN_AGAIN;
                t->still[t->staying++] = (uint16_t)longer;
                sort_runs(t->still, t->staying);
                t->jokers = (uint8_t)(t->jokers + sides);
                t->points += sides * (number + 1);
            }
            for (int c = 0; c < 4; c++) {
                int enterable = x->tiles[c * 13 + number] || x->tiles[JOKER] || x->tiles[DOUBLE];
                if (c == (run & COLOUR) >> COLOUR_AT || !enterable) continue;
                struct turns *t = &found[known++];
                *t = *way;
                t->turn[at] = (uint8_t)c;
                t->colours[t->entering] = (uint8_t)c;
                t->entered[t->entering++] = (uint16_t)(plain | ENTERED);
            }
        }
    }
    return known;
}

