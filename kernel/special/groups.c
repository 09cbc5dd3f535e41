/* Groups at one number: which numbers of tiles split into plain groups, groups with a double joker and mirror
 * groups.
 *
 * All groups at one number are decided together, because jokers have no colour: of the numbered tiles of each
 * colour that go to groups and of j regular, d double and m mirror jokers either nothing is left over or the split
 * is impossible. */

static int few_jokers(const struct meld_rules *rules, int reals, int jokers) {
    return (rules->all_jokers || reals) && (!rules->per_set || jokers <= rules->per_set);
}

static int bits(int colours) { return (colours & 1) + (colours >> 1 & 1) + (colours >> 2 & 1) + (colours >> 3 & 1); }

/* The nth choice of colours in the order of groups.SUBSETS, as bits by colour. */
static int subset(int nth) { return (nth >> 3 & 1) | (nth >> 2 & 1) << 1 | (nth >> 1 & 1) << 2 | (nth & 1) << 3; }

static void add_group(struct group_kinds *g, struct side left, struct side right, int mirrors) {
    struct group_kind *k = &g->list[g->count];
    for (int c = 0; c < 4; c++) k->reals[c] = (uint8_t)((left.colours >> c & 1) + (right.colours >> c & 1));
    k->regular = (uint8_t)(left.regular + right.regular);
    k->doubles = (uint8_t)(left.doubles + right.doubles);
    k->mirrors = (uint8_t)mirrors;
    k->left = left;
    k->right = right;
    for (int i = 0; mirrors && i < g->count; i++)
        if (g->list[i].mirrors && memcmp(g->list[i].reals, k->reals, 6) == 0) return;
    /* more jokers than a request may hold need not be known */
    if (k->regular > SPECIAL_JOKERS || k->doubles > SPECIAL_OTHERS || g->count == GROUP_KINDS - 1) return;
    g->count++;
}

static void make_groups(struct group_kinds *g, const struct meld_rules *rules) {
    static const struct side none = {0, 0, 0};
    memset(g->first, 0, sizeof g->first);
    g->count = 0;
    g->known = 1;
    g->rules = *rules;
    for (int nth = 0; nth < 16; nth++)
        for (int regular = 0; regular < 5; regular++)
            for (int doubles = 0; doubles < 2; doubles++) {
                struct side side = {(uint8_t)subset(nth), (uint8_t)regular, (uint8_t)doubles};
                int physical = bits(side.colours) + regular;
                int fits = doubles ? physical == 2 : physical == 3 || physical == 4;
                if (fits && few_jokers(rules, side.colours, regular + doubles)) add_group(g, side, none, 0);
            }
    for (int size = rules->mirror_least; size <= rules->mirror_most; size++) {
        struct side sides[48];
        int count = 0;
        for (int nth = 0; nth < 16; nth++)
            for (int doubles = 0; doubles < 3; doubles++) {
                int colours = subset(nth), regular = size - bits(colours) - 2 * doubles;
                if (regular >= 0) sides[count++] = (struct side){(uint8_t)colours, (uint8_t)regular, (uint8_t)doubles};
            }
        for (int l = 0; l < count; l++)
            for (int r = 0; r < count; r++) {
                int both = sides[l].colours | sides[r].colours;
                int jokers = sides[l].regular + sides[r].regular + sides[l].doubles + sides[r].doubles + 1;
                if (bits(both) > size && !rules->any_colours) continue;
                if (few_jokers(rules, both, jokers)) add_group(g, sides[l], sides[r], 1);
            }
    }
}

/* The group that comes first when exactly these tiles are split into groups, plus 2; 1 where they cannot be. No tiles
 * at all: GROUP_KINDS. */
static int split(struct group_kinds *g, const uint8_t reals[4], int regular, int doubles, int mirrors) {
    int first = 0;
    while (first < 4 && !reals[first]) first++;
    if (first == 4 && !regular && !doubles && !mirrors) return GROUP_KINDS;
    if (first == 4 && !g->rules.all_jokers) return 1;
    int16_t *known = &g->first[give(reals[0], reals[1], reals[2], reals[3])][regular][doubles][mirrors];
    if (*known) return *known;
    for (int i = 0; i < g->count; i++) {
        const struct group_kind *k = &g->list[i];
        uint8_t rest[4];
        int fits = k->regular <= regular && k->doubles <= doubles && k->mirrors <= mirrors &&
                   (first == 4 || k->reals[first]);
        for (int c = 0; c < 4; c++) {
            if (k->reals[c] > reals[c]) fits = 0;
            rest[c] = (uint8_t)(reals[c] - k->reals[c]);
        }
        if (fits && split(g, rest, regular - k->regular, doubles - k->doubles, mirrors - k->mirrors) != 1)
            return *known = (int16_t)(i + 2);
    }
    return *known = 1;
}

