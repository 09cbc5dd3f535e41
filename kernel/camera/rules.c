/* What the rules make of a reading: the most probable table on which melds are legal and no tile is more often than in
 * the box. Legality has a price, not a veto: a table in the middle of a turn stays as it is read.
 *
 * The best paths through each chain by dynamic programming over its melds, then beam search over the chains. */
#include "types.h"

/* All in nats. */
#define DOUBT 1e-5f   /* least probability of anything */
#define ILLEGAL 9.0f  /* to leave tiles as they are read, though no meld */
#define CUT 4.0f      /* between tiles that touch */
#define JOIN 3.0f     /* tiles that do not */
#define BEYOND 9.0f   /* a tile more than the box has */

/* The probability of a kind by itself. */
ONCE float alone(const struct seen *s, int kind) {
    return kind == JOKER_KIND ? s->number[JOKER] : s->number[kind % 13] * s->colour[kind / 13];
}

static void weigh(struct deciding *d, const struct seen *seen, int count) {
    for (int i = 0; i < count; i++) {
        float p[CAMERA_KINDS];
        for (int kind = 0; kind < CAMERA_KINDS; kind++) {
            p[kind] = alone(&seen[i], kind);
            d->evidence[i][kind] = logarithm(p[kind] + DOUBT);
        }
        d->read[i] = best_of(p, CAMERA_KINDS);
    }
}

/* Keep a path to tile `at` among the best. */
static void keep(struct deciding *d, int at, const struct path *p) {
    struct path *paths = d->path[at];
    int n = d->paths[at], i;
    if (n == PATHS && p->score <= paths[n - 1].score) return;
    if (n < PATHS) d->paths[at] = ++n;
    for (i = n - 1; i > 0 && paths[i - 1].score < p->score; i--) paths[i] = paths[i - 1];
    paths[i] = *p;
}

/* All paths that go on from tile `from` to `to` with this piece. */
ONCE void go_on(struct deciding *d, int from, int to, float score, const struct path *piece) {
    struct path next = *piece;
    next.from = (int16_t)from;
    for (int rank = 0; rank < d->paths[from]; rank++) {
        next.score = d->path[from][rank].score + score;
        next.rank = (int16_t)rank;
        keep(d, to, &next);
    }
}

/* A meld with the tiles `p->label`: each a joker where that is more probable; and each time the next best choice too. */
ONCE void lay(struct deciding *d, int start, int from, int to, float price, struct path *p) {
    float score = -price;
    int others = 0;
    for (int i = from; i < to; i++) {
        const float *evidence = d->evidence[start + i];
        uint8_t *label = &p->label[i - from];
        if (evidence[JOKER_KIND] > evidence[*label]) *label = JOKER_KIND;
        else others++;
        score += evidence[*label];
    }
    if (others == 0) return;
    go_on(d, from, to, score, p);
}

/* Every run and group over tiles [from, to) of the chain that begins at `start`. */
static void lay_melds(struct deciding *d, const struct camera_request *r, int start, int from, int to, float price) {
    int length = to - from, highest = r->wraps ? 14 : 13;
    struct path p = {0};
    p.legal = 1;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int low = 0; low + length <= highest; low++)
            for (int down = 0; down < 2; down++) {
                for (int i = 0; i < length; i++)
                    p.label[i] = (uint8_t)(colour * 13 + (low + (down ? length - 1 - i : i)) % 13);
                lay(d, start, from, to, price, &p);
            }
    if (length > COLOURS) return;
    for (int number = 0; number < 13; number++)
        for (int order = 0; order < 256; order++) {
            int used = 0, twice = order >> 2 * length;
            for (int i = 0; i < length; i++) {
                int colour = order >> 2 * i & 3;
                twice |= used >> colour & 1;
                used |= 1 << colour;
                p.label[i] = (uint8_t)(colour * 13 + number);
            }
            if (!twice) lay(d, start, from, to, price, &p);
        }
}

/* The best ways to read a chain. */
static void read_chain(struct deciding *d, const struct camera_request *r, const struct seen *seen, struct unit *u) {
    memset(d->paths, 0, sizeof d->paths);
    d->paths[0] = 1;
    d->path[0][0].score = 0;
    for (int to = 1; to <= u->count; to++) {
        float inner = 0, as_read = 0; /* prices of what is joined, and what the tiles are by themselves */
        for (int from = to - 1; from >= 0; from--) {
            float gap = seen[u->start + from].gap;
            int touching = from == 0 || gap < TOUCHING;
            float price = inner + (from > 0 && touching ? CUT : 0);
            as_read += d->evidence[u->start + from][d->read[u->start + from]];
            struct path left = {0};
            go_on(d, from, to, as_read - price - ILLEGAL, &left);
            if (to - from >= r->smallest && to - from <= MELD) lay_melds(d, r, u->start, from, to, price);
            if (!touching) inner += JOIN;
        }
    }
    u->ways = d->paths[u->count];
    for (int way = 0; way < u->ways; way++) {
        int at = u->count, rank = way;
        u->score[way] = d->path[at][rank].score;
        while (at > 0) {
            const struct path *p = &d->path[at][rank];
            for (int i = p->from; i < at; i++) {
                int tile = u->start + i;
                d->label[way][tile] = p->legal ? p->label[i - p->from] : (uint8_t)d->read[tile];
                d->legal[way][tile] = p->legal;
                d->begins[way][tile] = i == p->from || (!p->legal && seen[tile].gap >= TOUCHING);
            }
            at = p->from, rank = p->rank;
        }
    }
}

/* The best kinds of a tile of a rack. */
static void read_alone(struct deciding *d, struct unit *u) {
    int order[CAMERA_KINDS];
    for (int kind = 0; kind < CAMERA_KINDS; kind++) order[kind] = kind;
    sort_by(d->evidence[u->start], order, CAMERA_KINDS);
    for (u->ways = 0; u->ways < PATHS; u->ways++) {
        u->score[u->ways] = d->evidence[u->start][order[u->ways]];
        d->label[u->ways][u->start] = (uint8_t)order[u->ways];
        d->legal[u->ways][u->start] = 1;
        d->begins[u->ways][u->start] = 0;
    }
}

/* A table with one more unit, read one way. */
ONCE float with(const struct deciding *d, const struct camera_request *r, const struct table *t, int unit, int way,
                  uint8_t *used) {
    const struct unit *u = &d->unit[unit];
    float score = t->score + u->score[way];
    memcpy(used, t->used, CAMERA_KINDS);
    for (int i = u->start; i < u->start + u->count; i++)
        if (used[d->label[way][i]]++ >= r->box[d->label[way][i]]) score -= BEYOND;
    return score;
}

/* Beam search, the units first whose best way stands out. The number of tables, best first, in table[0]. */
static int combine(struct deciding *d, const struct camera_request *r) {
    float stands_out[CAMERA_TILES];
    int order[CAMERA_TILES], tables = 1;
    for (int n = 0; n < d->units; n++) {
        const struct unit *u = &d->unit[n];
        stands_out[n] = u->ways > 1 ? u->score[0] - u->score[1] : 1e3f;
        order[n] = n;
    }
    sort_by(stands_out, order, d->units);
    memset(&d->table[0][0], 0, sizeof(struct table));
    for (int n = 0; n < d->units; n++) {
        float score[BEAM * PATHS];
        int best[BEAM * PATHS], ways = d->unit[order[n]].ways, all = tables * ways;
        uint8_t used[CAMERA_KINDS];
        for (int i = 0; i < all; i++) {
            score[i] = with(d, r, &d->table[0][i / ways], order[n], i % ways, used);
            best[i] = i;
        }
        sort_by(score, best, all);
        tables = all < BEAM ? all : BEAM;
        for (int i = 0; i < tables; i++) {
            struct table *t = &d->table[1][i];
            *t = d->table[0][best[i] / ways];
            t->score = with(d, r, &d->table[0][best[i] / ways], order[n], best[i] % ways, t->used);
            t->way[order[n]] = (uint8_t)(best[i] % ways);
        }
        memcpy(d->table[0], d->table[1], (size_t)tables * sizeof(struct table));
    }
    return tables;
}

/* Divide the tiles into units, and read each by itself. */
static void divide(struct deciding *d, const struct camera_request *r, const struct seen *seen, int count) {
    d->units = 0;
    for (int i = 0; i < count;) {
        struct unit *u = &d->unit[d->units++];
        u->start = i++;
        while (r->as == CAMERA_TABLE && i < count && seen[i].gap > 0) i++;
        u->count = i - u->start;
        if (r->as == CAMERA_TABLE) read_chain(d, r, seen, u);
        else read_alone(d, u);
    }
}

/* Decide all tiles together: what each is by the rules, where its meld begins, how probable it is as it was read. */
static void decide(struct deciding *d, const struct camera_request *r, const struct seen *seen, int count,
                   struct camera_tile *reply) {
    weigh(d, seen, count);
    divide(d, r, seen, count);
    int tables = combine(d, r), group = -1;
    float sum = 0, weight[BEAM];
    for (int n = 0; n < tables; n++) sum += weight[n] = exponential(d->table[0][n].score - d->table[0][0].score);
    for (int n = 0; n < d->units; n++) {
        const struct unit *u = &d->unit[n];
        for (int i = u->start; i < u->start + u->count; i++) {
            int way = d->table[0][0].way[n];
            float p = 0;
            for (int t = 0; t < tables; t++) {
                int other = d->table[0][t].way[n];
                if (d->label[other][i] == d->read[i])
                    p += weight[t] * (d->legal[other][i] ? 1 : alone(&seen[i], d->read[i]));
            }
            if (d->begins[way][i]) group++;
            reply[i].read = (float)d->read[i];
            reply[i].p = p / sum;
            reply[i].wanted = d->label[way][i];
            reply[i].wanted_group = r->as == CAMERA_TABLE ? (float)group : (float)seen[i].row;
        }
    }
}
