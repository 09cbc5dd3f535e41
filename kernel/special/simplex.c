/* Column generation by the revised simplex method: dual prices for the greatest provable loss.
 *
 * The program lays parts of melds too, so it loses no more than any play. The prices follow from the melds it lays,
 * and the cheapest meld by these prices is laid next, until none is cheaper than nothing. Then all tiles that are
 * left are sold: melds still to come pay nothing or more for theirs, open runs and groups at least what they still
 * have to, and a tile that stays pays what it costs to leave it. What the prices of all that is left lack is lost. */

static void start_program(struct program *g, const struct special *x) {
    g->kinds = g->some = 0;
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        if (!x->tiles[kind]) continue;
        int row = g->kinds++, lays = kind < JOKER || kind == MIRRORED;
        g->kind[row] = kind;
        g->row[kind] = row;
        g->costs[row] = lays && x->must[kind] ? DEAR : kind < JOKER ? (double)x->leave[kind] / LOSS_UNIT : 0.0;
        g->amounts[row] = x->tiles[kind];
        if (kind < JOKER && x->must[kind] && x->must[kind] < x->tiles[kind]) g->some_row[g->some++] = row;
    }
    g->size = g->kinds + g->some;
    for (int i = 0; i < g->some; i++) {
        int kind = g->kind[g->some_row[i]];
        g->leave[i] = (double)x->leave[kind] / LOSS_UNIT;
        g->costs[g->kinds + i] = 0.0;
        g->amounts[g->kinds + i] = x->tiles[kind] - x->must[kind];
    }
    for (int row = 0; row < g->size; row++) {
        g->amounts[row] = g->amounts[row] + (row * 37 % 101 + 1) / 65536.0;
        g->worth[row] = g->costs[row];
        for (int at = 0; at < g->size; at++) g->inverse[row][at] = row == at ? 1.0 : 0.0;
    }
}

static int64_t whole(double cost) {
    const double top = 4096.0;
    cost = cost < top ? cost : top;
    cost = cost > -top ? cost : -top;
    return (int64_t)(cost * LOSS_UNIT);
}

static void prices_of(const struct program *g, int64_t *price) {
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) price[kind] = INT64_C(1) << ABSENT_BITS;
    for (int row = 0; row < g->kinds; row++) {
        int kind = g->kind[row];
        int64_t least_price = kind >= JOKER && kind < MIRRORED ? 0 : -whole(DEAR);
        price[kind] = -whole(g->worth[row]);
        if (price[kind] < least_price) price[kind] = least_price;
    }
}

/* simplex.Program.spare: how little the tile costs that gains most if it is left. */
static int64_t spare_tile(const struct program *g, struct column *best) {
    int64_t least_gain = 0;
    for (int i = 0; i < g->size + g->some; i++) {
        int row = i < g->size ? i : g->some_row[i - g->size], other = i < g->size ? -1 : g->kinds + i - g->size;
        double cost = other < 0 ? g->costs[row] : g->leave[i - g->size], gained = cost - g->worth[row];
        if (other >= 0) gained = gained - g->worth[other];
        int64_t gain = whole(gained);
        if (gain >= least_gain) continue;
        least_gain = gain;
        *best = (struct column){other < 0 ? 1 : 2, {row, other}, {1, 1}, cost};
    }
    return least_gain;
}

static int enter_column(struct program *g, const struct column *column) {
    double gain = column->cost, change[PROGRAM_ROWS], least_ratio = 0.0;
    int leaving = -1, size = g->size;
    for (int i = 0; i < column->count; i++) gain = gain - g->worth[column->rows[i]] * column->numbers[i];
    for (int row = 0; row < size; row++) {
        double changed = 0.0;
        for (int i = 0; i < column->count; i++) changed = changed + g->inverse[row][column->rows[i]] * column->numbers[i];
        change[row] = changed;
        if (changed > 1.0 / (1 << 30)) {
            double ratio = g->amounts[row] / changed;
            if (leaving < 0 || ratio < least_ratio) {
                leaving = row;
                least_ratio = ratio;
            }
        }
    }
    if (leaving < 0) return 0;
    double *entered = g->inverse[leaving], pivot = change[leaving];
    for (int at = 0; at < size; at++) entered[at] = entered[at] / pivot;
    for (int row = 0; row < size; row++) {
        double part = change[row];
        if (row == leaving || part == 0.0) continue;
        for (int at = 0; at < size; at++) g->inverse[row][at] = g->inverse[row][at] - part * entered[at];
        g->amounts[row] = g->amounts[row] - part * least_ratio;
    }
    g->amounts[leaving] = least_ratio;
    for (int at = 0; at < size; at++) g->worth[at] = g->worth[at] + gain * entered[at];
    return 1;
}

static void set_sold(const struct special *x, struct prices *p) {
    p->sold[END] = 0;
    for (int at = END - 1; at >= 0; at--) {
        p->sold[at] = p->sold[at + 1];
        if (at % 5 == 4) continue;
        int kind = at % 5 * 13 + at / 5;
        int64_t price = p->price[kind], less = cheaper(0, (int64_t)x->leave[kind] + price);
        p->sold[at] += (x->tiles[kind] - x->must[kind]) * less - x->tiles[kind] * price;
    }
}

/* simplex.find_prices, and what follows from them; whether there are any. */
static int find_prices(struct special *x) {
    struct prices *p = &x->prices;
    struct program *g = &x->program;
    p->tiles = x->tiles;
    p->any_colours = x->rules->any_colours;
    start_program(g, x);
    for (int step = 0; step < MOST_STEPS; step++) {
        struct column column = {1, {0}, {1}, 0.0};
        prices_of(g, p->price);
        set_prices(p);
        struct way meld = cheapest(p);
        int64_t gain = spare_tile(g, &column);
        if (meld.price < gain) {
            gain = meld.price;
            column.count = 0;
            column.cost = 0.0;
            for (int i = 0; i < meld.count; i++) {
                int row = g->row[meld.kinds[i]], at = 0;
                while (at < column.count && column.rows[at] != row) at++;
                if (at == column.count) {
                    column.rows[column.count] = row;
                    column.numbers[column.count++] = 0;
                }
                column.numbers[at]++;
            }
        }
        if (gain >= -NEARLY) {
            for (int kind = 0; kind < SPECIAL_KINDS; kind++)
                if (kind < JOKER || kind == MIRRORED) p->price[kind] += MARGIN;
            set_prices(p);
            if (cheapest(p).price < 0) return 0;
            set_sold(x, p);
            for (uint32_t i = 0; i < x->place_count; i++)
                x->places[i].rest = rest_of_runs(p, x->places[i].runs, x->places[i].count, x->places[i].number,
                                                 x->places[i].colour);
            return 1;
        }
        expired(x->limits); /* a step may take as long as many states */
        if (!count_node(x->limits) || !enter_column(g, &column)) return 0;
    }
    return 0;
}

