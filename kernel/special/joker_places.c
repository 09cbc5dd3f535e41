/* Places for the free jokers that the search left over: at the ends of runs and in groups of three.
 *
 * Of several ways the first: jokers in the order given, each on the first meld that takes it, after before in
 * front. */

static int is_special_group(const struct special_meld *m) {
    int number = -1, taken = 0, size = m->length;
    for (int i = 0; i < m->length; i++) {
        int kind = m->kinds[i];
        if (kind == BORDER) return 0;
        if (kind == DOUBLE) size++;
        if (kind >= JOKER) continue;
        if ((number >= 0 && kind % 13 != number) || taken >> (kind / 13) & 1) return 0;
        number = kind % 13;
        taken |= 1 << kind / 13;
    }
    return size >= 3 && size <= 4;
}

static int is_special_run(const struct special_meld *m, const struct meld_rules *rules) {
    int start = -100, offset = 0, segments = 0, borders = 0, fresh = 1, colours[32], before[32];
    for (int i = 0; i < m->length; i++) {
        int kind = m->kinds[i];
        if (kind == BORDER) {
            borders++;
            fresh = 1;
        } else {
            if (fresh) {
                colours[segments] = -1;
                before[segments++] = borders;
                fresh = 0;
            }
            if (kind < JOKER) {
                if (start != -100 && kind % 13 - offset != start) return 0;
                start = kind % 13 - offset;
                if (colours[segments - 1] >= 0 && colours[segments - 1] != kind / 13) return 0;
                colours[segments - 1] = kind / 13;
            }
        }
        offset += kind == DOUBLE ? 2 : 1;
    }
    if (start < 0 || start + offset > 13) return 0;
    for (int i = 1; i < segments; i++) {
        int strict = !rules->border_any || before[i] == before[i - 1] + 1;
        if (colours[i] >= 0 && colours[i] == colours[i - 1] && strict) return 0;
    }
    return 1;
}

static int is_legal(const struct special_meld *m, const struct meld_rules *rules) {
    int jokers = 0;
    for (int i = 0; i < m->length; i++) jokers += m->kinds[i] >= JOKER;
    if (rules->per_set && jokers > rules->per_set) return 0;
    return is_special_run(m, rules) || is_special_group(m);
}

/* joker_places.settled: into x->laid */
static int settle(struct special *x, const uint8_t *spare, int count, int *tries) {
    if (count == 0) return 1;
    for (int at = 0; at < x->laid_count; at++) {
        struct special_meld meld = x->laid[at];
        if (memchr(meld.kinds, MIRRORED, meld.length) || meld.length == SPECIAL_LENGTH) continue;
        for (int front = 0; front < 2; front++) {
            struct special_meld *longer = &x->laid[at];
            if ((*tries)-- <= 0) return 0;
            *longer = meld;
            memcpy(longer->kinds + front, meld.kinds, meld.length);
            longer->kinds[front ? 0 : meld.length] = spare[0];
            longer->length++;
            if (is_legal(longer, x->rules) && settle(x, spare + 1, count - 1, tries)) return 1;
            *longer = meld;
        }
    }
    return 0;
}

