/* The melds that a finished search laid. */

static int meld_order(const uint8_t *a, int a_length, const uint8_t *b, int b_length) {
    int order = memcmp(a, b, (size_t)min_i(a_length, b_length));
    return order ? order : a_length - b_length;
}

/* Put a meld among the sorted ones. */
static void add_special(struct special_meld *melds, int *count, const struct special_meld *made) {
    struct special_meld meld = *made;
    int at = (*count)++;
    for (; at > 0 && meld_order(melds[at - 1].kinds, melds[at - 1].length, meld.kinds, meld.length) > 0; at--)
        melds[at] = melds[at - 1];
    melds[at] = meld;
}

/* The tiles of a laid run: melds.Laid.tiles */
static void add_laid(struct special *x, const struct laid *l) {
    struct special_meld m = {0, {0}};
    int mirror = l->code & MIRROR, falling = l->code & FALLING;
    for (int i = 0; i < l->lefts; i++) m.kinds[m.length++] = l->left[mirror && falling ? l->lefts - 1 - i : i];
    if (mirror) m.kinds[m.length++] = MIRRORED;
    for (int i = 0; mirror && i < l->rights; i++) m.kinds[m.length++] = l->right[falling ? i : l->rights - 1 - i];
    add_special(x->laid, &x->laid_count, &m);
}

static uint8_t tile_of(int letter, int tile) {
    return (uint8_t)(letter == 'R' ? tile : letter == 'J' ? JOKER : letter == 'D' ? DOUBLE : BORDER);
}

static void grow_laid(const struct special *x, struct laid *l, uint16_t move, int tile) {
    int left = move >> 8 & 127, right = move & 127;
    l->code = (uint16_t)grown(x, l->code, move & (PLUS - 1));
    if (l->code & MIRROR && left == 'P' && right != 'P' && l->right_covered) {
        left = right;
        right = 'P';
    }
    if (left != 'P') l->left[l->lefts++] = tile_of(left, tile);
    if (!(l->code & MIRROR)) return;
    if (right != 'P') l->right[l->rights++] = tile_of(right, tile);
    l->right_covered = right == 'D';
}

static void border_laid(struct laid *l, int code) {
    l->code = (uint16_t)code;
    l->left[l->lefts++] = BORDER;
    if (code & MIRROR) l->right[l->rights++] = BORDER;
}

/* Put a run after all whose code is not greater. */
static void add_run(struct laid_list *list, const struct laid *run) {
    struct laid laid = *run;
    int at = list->count++;
    for (; at > 0 && list->list[at - 1].code > laid.code; at--) list->list[at] = list->list[at - 1];
    list->list[at] = laid;
}

static void lay_colour(struct special *x, struct laid_list *runs, struct laid_list *borders, const struct special_option *o,
                       int colour, int number) {
    const uint16_t *moves = &x->moves[o->moves];
    struct laid_list before = *runs;
    int tile = colour * 13 + number - 1;
    runs->count = 0;
    for (int i = 0; i < o->move_count; i++) {
        uint16_t move = moves[i];
        struct laid laid;
        if (i >= before.count) {
            memset(&laid, 0, sizeof laid);
            if (move & 127) laid.code = (uint16_t)(MIRROR | (x->rules->per_set ? 1 << JOKERS_AT : 0));
            if (move & PLUS) laid.code |= FALLING;
            grow_laid(x, &laid, move, tile);
            add_run(runs, &laid);
            continue;
        }
        laid = before.list[i];
        if (move == END_MOVE) {
            add_laid(x, &laid);
        } else if (move >> 8 == 'C') {
            border_laid(&laid, grown(x, laid.code, move) | colour << COLOUR_AT);
            add_run(borders, &laid);
        } else {
            grow_laid(x, &laid, move, tile);
            if (must_end(laid.code))
                add_laid(x, &laid);
            else
                add_run(runs, &laid);
        }
    }
}

static void add_side(struct special_meld *m, const struct side *side, int number, int reversed) {
    uint8_t tiles[8];
    int count = 0;
    for (int c = 0; c < 4; c++)
        if (side->colours >> c & 1) tiles[count++] = (uint8_t)(c * 13 + number - 1);
    for (int i = 0; i < side->regular; i++) tiles[count++] = JOKER;
    for (int i = 0; i < side->doubles; i++) tiles[count++] = DOUBLE;
    for (int i = 0; i < count; i++) m->kinds[m->length++] = tiles[reversed ? count - 1 - i : i];
}

static void lay_split(struct special *x, uint8_t reals[4], int j, int d, int m, int number) {
    for (;;) {
        int found = split(&x->groups, reals, j, d, m);
        if (found == GROUP_KINDS || found == 1) return;
        const struct group_kind *k = &x->groups.list[found - 2];
        struct special_meld meld = {0, {0}};
        add_side(&meld, &k->left, number, 0);
        if (k->mirrors) {
            meld.kinds[meld.length++] = MIRRORED;
            add_side(&meld, &k->right, number, 1);
        }
        add_special(x->laid, &x->laid_count, &meld);
        for (int c = 0; c < 4; c++) reals[c] = (uint8_t)(reals[c] - k->reals[c]);
        j -= k->regular;
        d -= k->doubles;
        m -= k->mirrors;
    }
}

static void lay_joint(struct special *x, struct laid_list runs[4], struct laid_list *borders,
                      const struct special_step *from, uint32_t how) {
    struct laid_list before = *borders;
    struct beginning begin[MOST_BEGINNINGS];
    uint8_t reals[4];
    int number = from->at / 5 + 1, j = how & 15, d = how >> DOUBLES_AT & 7, m = how >> MIRRORS_AT & 7;
    for (int c = 0; c < 4; c++) reals[c] = (uint8_t)given(from->reals, c);
    lay_split(x, reals, j, d, m, number);
    beginnings(x, number, jokers_left(x, from, 2), jokers_left(x, from, 3) - m, begin);
    const struct beginning *chosen = &begin[how >> BEGINNING_AT & 15];
    for (int i = 0; i < chosen->count; i++) {
        struct laid *l = &before.list[before.count++];
        memset(l, 0, sizeof *l);
        border_laid(l, chosen->runs[i]);
    }
    borders->count = 0;
    for (int i = 0; i < before.count; i++) {
        struct laid *l = &before.list[i];
        int turned = how >> (TURNS_AT + 3 * i) & 7;
        if (turned == TURN_END) {
            add_laid(x, l);
        } else if (turned == TURN_AGAIN) {
            border_laid(l, again(x, l->code));
            add_run(borders, l);
        } else {
            l->code = (uint16_t)((l->code & ~COLOUR) | ENTERED);
            add_run(&runs[turned], l);
        }
    }
}

/* The melds of the way to x->goal, in canonical order into x->laid. */
static void lay_special(struct special *x) {
    struct laid_list runs[4], borders;
    int length = 0;
    memset(runs, 0, sizeof runs);
    memset(&borders, 0, sizeof borders);
    x->laid_count = 0;
    for (uint32_t at = x->goal; at; at = x->steps[at].before) x->path[length++] = at;
    while (length-- > 0) {
        const struct special_step *after = &x->steps[x->path[length]], *from = &x->steps[after->before];
        int number = from->at / 5 + 1, c = from->at % 5;
        if (c < 4)
            lay_colour(x, &runs[c], &borders, &x->options[after->how], c, number);
        else
            lay_joint(x, runs, &borders, from, after->how);
    }
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < runs[c].count; i++) add_laid(x, &runs[c].list[i]);
}

