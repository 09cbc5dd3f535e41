/* Uniform-cost search over the numbers with special jokers, least loss first: see types.h. */

static int jokers_left(const struct special *x, const struct special_step *t, int joker) {
    return x->tiles[JOKER + joker] - t->used[joker];
}

static int exact_joker(const struct special *x, int joker) { return joker == 3 || !(x->free >> joker & 1); }

static uint64_t seen_hash(const struct special *x, const struct special_step *t) {
    uint64_t places, hash = (uint64_t)t->at << 48 | (uint64_t)t->borders[0] << 32 | (uint64_t)t->borders[1] << 16 | t->points;
    memcpy(&places, t->places, sizeof places);
    for (int joker = 0; joker < 4; joker++)
        if (exact_joker(x, joker)) hash = hash * 5 + t->used[joker];
    return (places * UINT64_C(0x9E3779B97F4A7C15) ^ hash) * UINT64_C(0xC2B2AE3D27D4EB4F);
}

static int same_state(const struct special *x, const struct special_step *a, const struct special_step *b) {
    for (int joker = 0; joker < 4; joker++)
        if (exact_joker(x, joker) && a->used[joker] != b->used[joker]) return 0;
    return a->at == b->at && a->points == b->points && a->border_count == b->border_count &&
           memcmp(a->places, b->places, sizeof a->places) == 0 && memcmp(a->borders, b->borders, sizeof a->borders) == 0;
}

/* Whether no more regular and double jokers are used; two free regular ones do all that a double joker does. */
static int no_more(const struct special *x, const uint8_t one[4], const uint8_t other[4]) {
    int more = one[1] - other[1];
    if (more > 0 && (x->rules->per_set || (x->free & (FREE_J | FREE_D)) != (FREE_J | FREE_D))) return 0;
    return one[0] + 2 * max_i(0, more) <= other[0];
}

/* Whether a state that costs no more and has used no more jokers was expanded; `entry` belongs to `at` if not. */
static int known_special(const struct special *x, const struct special_step *t, struct special_seen *entry,
                         uint32_t *at) {
    uint64_t hash = seen_hash(x, t);
    entry->stamp = x->stamp;
    entry->tag = (uint32_t)hash;
    for (*at = (uint32_t)(hash >> 40) & x->seen_mask; x->seen[*at].stamp == x->stamp; *at = (*at + 1) & x->seen_mask) {
        if (x->seen[*at].tag != entry->tag) continue;
        const struct special_step *other = &x->steps[x->seen[*at].step];
        if (other->cost <= t->cost && other->used[2] <= t->used[2] && no_more(x, other->used, t->used) &&
            same_state(x, other, t))
            return 1;
    }
    return 0;
}

static void grow_special(struct special *x) {
    uint32_t count = 0, at, end = x->room + SPECIAL_AHEAD;
    /* the far end of the stack has room: no state is both there and here */
    uint32_t old = x->seen_mask;
    x->seen_mask = old * 2 + 1;
    for (uint32_t i = 0; i <= old; i++)
        if (x->seen[i].stamp == x->stamp) x->stack[end - 1 - count++] = x->seen[i].step;
    memset(x->seen, 0, (size_t)(x->seen_mask + 1) * sizeof *x->seen);
    while (count > 0) {
        uint32_t step = x->stack[end - count--];
        uint64_t hash = seen_hash(x, &x->steps[step]);
        at = (uint32_t)(hash >> 40) & x->seen_mask;
        while (x->seen[at].stamp == x->stamp) at = (at + 1) & x->seen_mask;
        x->seen[at] = (struct special_seen){x->stamp, (uint32_t)hash, step};
    }
}

static int waits_before(const struct special_waiting *a, const struct special_waiting *b) {
    return a->floor < b->floor || (a->floor == b->floor && a->order < b->order);
}

static void wait_special(struct special *x, const struct special_step *t, uint64_t floor) {
    if (floor >= x->goal_cost) return;
    if (x->made == x->room + SPECIAL_AHEAD - 1) {
        x->overflow = 1;
        return;
    }
    uint32_t made = ++x->made;
    x->steps[made] = *t;
    if (t->at == END) {
        x->goal = made;
        x->goal_cost = floor;
    }
    if (floor == x->floor) {
        x->stack[x->stack_count++] = made;
        return;
    }
    struct special_waiting waits = {floor, (uint64_t)(END - t->at) << 32 | (UINT32_MAX - made)};
    uint32_t at = x->waiting_count++;
    for (; at > 0 && waits_before(&waits, &x->waiting[(at - 1) / 2]); at = (at - 1) / 2)
        x->waiting[at] = x->waiting[(at - 1) / 2];
    x->waiting[at] = waits;
}

static uint32_t next_special(struct special *x) {
    struct special_waiting top = x->waiting[0], last = x->waiting[--x->waiting_count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= x->waiting_count) break;
        if (child + 1 < x->waiting_count && waits_before(&x->waiting[child + 1], &x->waiting[child])) child++;
        if (!waits_before(&x->waiting[child], &last)) break;
        x->waiting[at] = x->waiting[child];
        at = child;
    }
    x->waiting[at] = last;
    x->floor = top.floor;
    return UINT32_MAX - (uint32_t)(top.order & UINT32_MAX);
}

/* Whether the tiles set aside for groups split with some of the jokers left. */
static int splits(struct special *x, const struct special_step *t) {
    uint8_t reals[4];
    for (int c = 0; c < 4; c++) reals[c] = (uint8_t)given(t->reals, c);
    for (int m = 0; m <= jokers_left(x, t, 3); m++)
        for (int d = 0; d <= jokers_left(x, t, 1); d++)
            for (int j = 0; j <= jokers_left(x, t, 0); j++)
                if (split(&x->groups, reals, j, d, m) != 1) return 1;
    return 0;
}

static int lacks(struct special *x, const struct special_step *t) {
    int passed = t->at / 5, colours = t->at % 5, highest = 0, tiles = 0;
    int regular = jokers_left(x, t, 0) + 2 * jokers_left(x, t, 1), borders = 2 * jokers_left(x, t, 2);
    if (t->wanting > regular + borders) return 1;
    if (!t->reals) return 0;
    if (colours == 4 && !splits(x, t)) return 1;
    if (jokers_left(x, t, 3) > 0) return 0;
    for (int c = 0; c < 4; c++) highest = max_i(highest, given(t->reals, c));
    for (int c = 0; c < 4; c++)
        tiles += c < colours ? given(t->reals, c) : min_i(highest, x->tiles[c * 13 + passed]);
    int grouping = max_i(0, 3 * highest - tiles);
    return grouping > regular || grouping + t->wanting > regular + borders;
}

/* reduced_cost.ReducedCostBound.lost, made whole as in search.Search._least; UINT64_MAX where the state leads nowhere. */
static uint64_t unsold(const struct special *x, const struct special_step *t) {
    const struct prices *p = &x->prices;
    int passed = t->at / 5, may = x->tiles[MIRRORED] - x->must[MIRRORED];
    int64_t lost = p->sold[t->at];
    for (int c = 0; c < 4; c++) lost += x->places[t->places[c]].rest;
    for (int c = 0; t->reals && c < 4; c++) lost -= (given(t->reals, c)) * p->price[c * 13 + passed];
    for (int i = 0; i < t->border_count; i++) lost += rest_of_run(p, t->borders[i], passed + 1, CROSSING);
    for (int joker = 0; joker < 4; joker++) lost -= jokers_left(x, t, joker) * p->price[JOKER + joker];
    lost += min_i(may, jokers_left(x, t, 3)) * cheaper(0, p->price[MIRRORED]);
    if (lost <= 0) return 0;
    uint64_t cost = t->cost + (uint64_t)lost, over = cost & ((UINT64_C(1) << LOSS_BITS) - 1);
    if (over > UINT64_C(1) << SMALL_BITS) cost += (UINT64_C(1) << LOSS_BITS) - over;
    return cost > x->dearest ? UINT64_MAX : cost - t->cost;
}

/* search.Search._hopeless; UINT64_MAX where the state leads nowhere. */
static uint64_t hopeless_ahead(const struct special *x, const struct special_step *t) {
    int passed = t->at / 5, mirrored = jokers_left(x, t, 3) > 0, bordered = 0;
    uint64_t lost = t->lost;
    for (int i = 0; i < t->border_count; i++) {
        bordered += t->borders[i] & MIRROR ? 2 : 1;
        mirrored |= (t->borders[i] & MIRROR) != 0;
    }
    if (bordered) lost = 0;
    for (int c = 0; bordered && c < 4; c++) {
        const struct place *p = &x->places[t->places[c]];
        lost += x->lost[c][min_i(14, passed + 1 + p->covered)][MOST_COPIES];
    }
    if (!lost) return 0;
    for (int c = 0; c < 4 && !mirrored; c++) mirrored = x->places[t->places[c]].mirrored;
    const struct saved *saved = &x->saved[passed];
    uint64_t beside = mirrored ? saved->mirrored : 0;
    uint64_t saves = (uint64_t)jokers_left(x, t, 0) * (saved->regular + beside) +
                     (uint64_t)jokers_left(x, t, 1) * (saved->doubles + 2 * beside) +
                     (uint64_t)jokers_left(x, t, 2) * saved->borders + (uint64_t)jokers_left(x, t, 3) * saved->mirrors;
    if (saves >= lost) return 0;
    return lost - saves >= UINT64_C(1) << (NEVER_BITS - 1) ? UINT64_MAX : lost - saves;
}

static uint64_t least_ahead(const struct special *x, const struct special_step *t) {
    uint64_t lost = hopeless_ahead(x, t);
    return x->prices.known ? max_u64(lost, unsold(x, t)) : lost;
}

/* What a joker of the rack costs at least, laid or left. */
static uint64_t joker_cost(const struct special *x, int joker) {
    uint64_t spent = UINT64_C(1) << SPECIAL_SPENT_BITS, left = x->leave[JOKER + joker];
    return spent < left ? spent : left;
}

static void finish_special(struct special *x, struct special_step *t) {
    int total = t->points;
    for (int c = 0; c < 4; c++) {
        const struct place *p = &x->places[t->places[c]];
        for (int i = 0; i < p->count; i++) {
            if (!is_complete(p->runs[i], 13, x->rules)) return;
            total += end_points(p->runs[i], 13, x->rules);
        }
    }
    if (total < x->threshold) return;
    for (int joker = 0; joker < 4; joker++) {
        int kind = JOKER + joker, used = t->used[joker], from_rack = used - x->must[kind];
        uint64_t least_each = joker_cost(x, joker);
        if (!exact_joker(x, joker)) continue;
        if (from_rack < 0) return;
        t->cost += (uint64_t)from_rack * ((UINT64_C(1) << SPECIAL_SPENT_BITS) - least_each);
        t->cost += (uint64_t)(x->tiles[kind] - used) * (x->leave[kind] - least_each);
    }
    wait_special(x, t, max_u64(x->floor, t->cost));
}

static void push_special(struct special *x, struct special_step *t) {
    struct special_seen entry;
    uint32_t at;
    if (x->overflow) return;
    if (t->at == END) {
        finish_special(x, t);
        return;
    }
    if (lacks(x, t) || (t->at % 5 == 0 && known_special(x, t, &entry, &at))) return;
    uint64_t ahead = least_ahead(x, t);
    if (ahead != UINT64_MAX) wait_special(x, t, max_u64(x->floor, t->cost + ahead));
}

/* Change one colour's place, and the sums over all. */
static void move_to(const struct special *x, struct special_step *t, int c, uint32_t place) {
    const struct place *from = &x->places[t->places[c]], *to = &x->places[place];
    t->lost += to->lost - from->lost;
    t->wanting = (uint8_t)min_i(WANTS_NEVER, t->wanting - from->wanting + to->wanting);
    t->places[c] = (uint16_t)place;
}

static void colour_step(struct special *x, uint32_t index) {
    const struct special_step from = x->steps[index];
    int c = from.at % 5, kind = c * 13 + from.at / 5;
    uint8_t left[4];
    for (int joker = 0; joker < 4; joker++) left[joker] = (uint8_t)jokers_left(x, &from, joker);
    const struct option_list *list = options_of(x, from.places[c], left);
    if (x->overflow) return;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct special_option *o = &x->options[list->first + i];
        struct special_step t = from;
        for (int joker = 0; joker < 4; joker++) t.used[joker] = (uint8_t)(t.used[joker] + o->used[joker]);
        t.at++;
        move_to(x, &t, c, o->place);
        for (int b = 0; b < o->border_count; b++) t.borders[t.border_count++] = o->borders[b];
        sort_runs(t.borders, t.border_count);
        t.reals = (given_tiles)(t.reals | o->grouped << GIVEN_BITS * c);
        t.points = (uint16_t)min_i(x->threshold, t.points + o->points);
        t.cost += (uint64_t)(x->tiles[kind] - o->real) * x->leave[kind];
        t.before = index;
        t.how = list->first + i;
        push_special(x, &t);
    }
}

/* search.Search._turn; `t` has the groups' jokers and points, `how` says what is chosen so far. */
static void turn_step(struct special *x, const struct special_step *t, const struct beginning *begin, int total,
                      uint32_t how) {
    struct turns ways[MOST_TURNS];
    uint16_t runs[2 * SPECIAL_OTHERS];
    int number = t->at / 5 + 1, count = 0, fresh = begin->count + begin->mirrored;
    for (int i = 0; i < t->border_count; i++) runs[count++] = t->borders[i];
    for (int i = 0; i < begin->count; i++) {
        runs[count++] = begin->runs[i];
        total += begin->runs[i] & FALLING ? number - 1 : 0;
    }
    total += number * fresh;
    int known = turns_of(x, runs, count, number, jokers_left(x, t, 2) - fresh, ways);
    for (int w = 0; w < known; w++) {
        const struct turns *way = &ways[w];
        struct special_step after = *t;
        after.at++;
        after.reals = 0;
        after.used[2] = (uint8_t)(after.used[2] + fresh + way->jokers);
        after.used[3] = (uint8_t)(after.used[3] + begin->mirrored);
        after.points = (uint16_t)min_i(x->threshold, total + way->points);
        memset(after.borders, 0, sizeof after.borders);
        memcpy(after.borders, way->still, way->staying * sizeof way->still[0]);
        after.border_count = way->staying;
        for (int c = 0; way->entering && c < 4; c++) {
            const struct place *p = &x->places[after.places[c]];
            uint16_t opened[SPECIAL_RUNS + SPECIAL_OTHERS];
            int open = p->count;
            memcpy(opened, p->runs, sizeof p->runs);
            for (int e = 0; e < way->entering; e++)
                if (way->colours[e] == c) opened[open++] = way->entered[e];
            if (open == p->count) continue;
            if (open > SPECIAL_RUNS) {
                x->overflow = 1;
                return;
            }
            sort_runs(opened, open);
            move_to(x, &after, c, place_of(x, c, number, opened, open));
        }
        after.how = how;
        for (int i = 0; i < SPECIAL_OTHERS; i++) after.how |= (uint32_t)way->turn[i] << (TURNS_AT + 3 * i);
        push_special(x, &after);
    }
}

static void joint_step(struct special *x, uint32_t index) {
    const struct special_step from = x->steps[index];
    int number = from.at / 5 + 1, sum = 0, count = 0, left[4];
    uint8_t reals[4], found[LEFTS / (SPECIAL_OTHERS + 1)][3];
    for (int c = 0; c < 4; c++) {
        reals[c] = (uint8_t)given(from.reals, c);
        sum += reals[c];
    }
    for (int joker = 0; joker < 4; joker++) left[joker] = jokers_left(x, &from, joker);
    for (int m = 0; m <= left[3]; m++)
        for (int d = 0; d <= left[1]; d++)
            for (int j = 0; j <= left[0]; j++)
                if (split(&x->groups, reals, j, d, m) != 1) {
                    found[count][0] = (uint8_t)j;
                    found[count][1] = (uint8_t)d;
                    found[count++][2] = (uint8_t)m;
                }
    for (int i = 0; i < count; i++) {
        int j = found[i][0], d = found[i][1], m = found[i][2], needed = 1;
        for (int o = 0; o < count; o++)
            if (o != i && found[o][2] == m && (x->free & FREE_J ? found[o][0] <= j : found[o][0] == j) &&
                (x->free & FREE_D ? found[o][1] <= d : found[o][1] == d))
                needed = 0;
        if (!needed) continue;
        struct special_step t = from;
        struct beginning begin[MOST_BEGINNINGS];
        t.before = index;
        t.used[0] = (uint8_t)(t.used[0] + j);
        t.used[1] = (uint8_t)(t.used[1] + d);
        t.used[3] = (uint8_t)(t.used[3] + m);
        int total = from.points + number * (sum + j + 2 * d + (x->rules->mirror_counts ? m : 0));
        int begins = beginnings(x, number, left[2], left[3] - m, begin);
        for (int b = 0; b < begins; b++)
            turn_step(x, &t, &begin[b], total, (uint32_t)(j | d << DOUBLES_AT | m << MIRRORS_AT | b << BEGINNING_AT));
    }
}

/* The search for x->must, x->tiles and so on; `goal` of x is 0 where nothing was found. */
static struct result search_special(struct tilerummy_solver *s, struct special *x, struct limits *limits) {
    x->limits = limits;
    look_ahead(s, x);
    if (++x->stamp == 0) {
        memset(x->place_stamp, 0, sizeof x->place_stamp);
        memset(x->seen, 0, 2 * (size_t)x->room * sizeof *x->seen);
        x->stamp = 1;
    }
    x->list_count = 1;
    x->place_count = x->option_count = x->move_count = x->made = x->goal = x->waiting_count = x->stack_count = 0;
    x->seen_count = 0;
    x->seen_mask = SEEN_LEAST - 1;
    x->goal_cost = UINT64_MAX;
    x->overflow = x->prices.known = 0;
    x->dearest = 0;
    for (int kind = 0; kind < SPECIAL_KINDS; kind++)
        x->dearest += (uint64_t)(x->tiles[kind] - x->must[kind]) * max_u64(UINT64_C(1) << SPECIAL_SPENT_BITS, x->leave[kind]);
    memset(&x->steps[0], 0, sizeof x->steps[0]);
    for (int joker = 0; joker < 4; joker++)
        if (exact_joker(x, joker))
            x->steps[0].cost += (uint64_t)(x->tiles[JOKER + joker] - x->must[JOKER + joker]) * joker_cost(x, joker);
    x->floor = x->steps[0].cost;
    const uint16_t no_runs[1] = {0};
    for (int c = 0; c < 4; c++) {
        x->steps[0].places[c] = (uint16_t)place_of(x, c, 0, no_runs, 0);
        x->steps[0].lost += x->places[x->steps[0].places[c]].lost;
    }
    uint64_t first = x->floor;
    int restart_after = PRICES_AFTER;
    x->stack[x->stack_count++] = 0;
    while (x->stack_count || x->waiting_count) {
        if (x->made >= x->room && x->room < SPECIAL_MOST) make_room(x, 2 * x->room);
        uint32_t index = x->stack_count ? x->stack[--x->stack_count] : next_special(x);
        const struct special_step *t = &x->steps[index];
        if (t->at == END) {
            x->goal = index;
            return (struct result){t->cost, 1, 1};
        }
        if (t->at % 5 == 0) {
            struct special_seen entry;
            uint32_t at;
            if (known_special(x, t, &entry, &at)) continue;
            entry.step = index;
            x->seen[at] = entry;
            if (++x->seen_count > x->seen_mask / 2 && x->seen_mask + 1 < 2 * x->room) grow_special(x);
        }
        if (--restart_after == 0 && (x->prices.known = find_prices(x)) != 0) {
            memset(x->seen, 0, (size_t)(x->seen_mask + 1) * sizeof *x->seen);
            x->seen_count = x->waiting_count = x->stack_count = 0;
            x->stack[x->stack_count++] = 0;
            x->floor = first;
            continue;
        }
        if (x->made >= x->room || !count_node(limits) || x->overflow) return (struct result){x->floor, x->goal != 0, 0};
        uint32_t level = x->stack_count;
        if (t->at % 5 < 4)
            colour_step(x, index);
        else
            joint_step(x, index);
        turn(&x->stack[level], &x->stack[x->stack_count]);
        if (x->overflow) return (struct result){x->floor, x->goal != 0, 0};
    }
    return (struct result){x->goal ? x->goal_cost : 0, x->goal != 0, 1};
}

