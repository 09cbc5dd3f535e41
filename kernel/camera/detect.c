/* Where tiles lie: peaks of the detector's heat with their four corners, the best first, none upon another. */
#include "types.h"

/* Tile widths in pixels of the first look: smaller ones are looked at again in four parts, all others so that they get
 * the width that the detector knows best. */
#define SMALL 30.0f
#define BEST 38.0f
#define OVERLAP 0.06f   /* of parts beyond the middle */
#define LEAST_HEAT 0.3f /* of a tile */
#define LEAST_MEAN 0.25f /* over the turns of the picture */
#define SAME 0.35f      /* of the width, between the centres of a tile as two turns see it */
#define APART 0.55f     /* of the smaller width, between two centres */

static float distance(float x, float y) { return root(x * x + y * y); }

/* Centre, size and direction of four corners; 0 where they are no convex figure in the order of reading. */
ONCE int measure(struct found *f) {
    const float *q = f->corner;
    float area = 0;
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) % 4, k = (i + 2) % 4;
        float turn = (q[2 * j] - q[2 * i]) * (q[2 * k + 1] - q[2 * j + 1]) -
                     (q[2 * j + 1] - q[2 * i + 1]) * (q[2 * k] - q[2 * j]);
        if (!(turn > 1)) return 0;
        area += turn;
    }
    f->x = (q[0] + q[2] + q[4] + q[6]) / 4;
    f->y = (q[1] + q[3] + q[5] + q[7]) / 4;
    float rx = (q[2] + q[4] - q[0] - q[6]) / 2, ry = (q[3] + q[5] - q[1] - q[7]) / 2;
    f->width = distance(rx, ry);
    f->height = distance((q[4] + q[6] - q[0] - q[2]) / 2, (q[5] + q[7] - q[1] - q[3]) / 2);
    if (!(f->width > 4 && f->height > 4)) return 0;
    f->right_x = rx / f->width;
    f->right_y = ry / f->width;
    return 1;
}

/* Whether nowhere around this cell is it hotter; of equals the first. */
static int is_peak(const struct map *heat, int x, int y) {
    float here = *pixel(heat, x, y);
    for (int v = maximum(y - 1, 0); v <= y + 1 && v < heat->height; v++)
        for (int u = maximum(x - 1, 0); u <= x + 1 && u < heat->width; u++) {
            float there = *pixel(heat, u, v);
            if (there > here || (there == here && (v < y || (v == y && u < x)))) return 0;
        }
    return 1;
}

/* The picture in so many quarter turns clockwise. */
static void turn_map(const struct map *in, int turn, const struct map *out) {
    clear(out);
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++) {
            int u = turn == 0 ? x : turn == 1 ? in->width - 1 - y : turn == 2 ? in->width - 1 - x : y;
            int v = turn == 0 ? y : turn == 1 ? x : turn == 2 ? in->height - 1 - y : in->height - 1 - x;
            memcpy(pixel(out, x, y), pixel(in, u, v), 3 * sizeof(float));
        }
}

/* A point of the turned picture, where it lies in the picture as it was. */
static void turn_back(const struct map *in, int turn, float *point) {
    float u = point[0], v = point[1], width = (float)in->width, height = (float)in->height;
    point[0] = turn == 0 ? u : turn == 1 ? width - v : turn == 2 ? width - u : v;
    point[1] = turn == 0 ? v : turn == 1 ? u : turn == 2 ? height - v : height - u;
}

/* Look at a box of the photograph with this long side, turned; collect the tiles whose centres lie within `own`. */
ONCE void look(struct tilerummy_camera *c, struct box box, struct box own, int long_side, int turn) {
    float scale = (float)long_side / maximum(box.width, box.height);
    int width = (int)maximum(1, box.width * scale + 0.5f), height = (int)maximum(1, box.height * scale + 0.5f);
    struct map seen = {c->buffer[1], (width + CELL - 1) / CELL * CELL, (height + CELL - 1) / CELL * CELL, 3};
    struct map in = {c->buffer[0], turn % 2 ? seen.height : seen.width, turn % 2 ? seen.width : seen.height, 3};
    shrink(&c->picture, box, scale, &seen);
    turn_map(&seen, turn, &in);
    struct map out = run(&c->weights.detector, in, c->buffer);
    for (int y = 0; y < out.height; y++)
        for (int x = 0; x < out.width; x++) {
            const float *said = pixel(&out, x, y);
            struct found f = {.heat = 1 / (1 + exponential(-said[0] / c->weights.temperature[0])), .turn = turn};
            if (f.heat < LEAST_HEAT || c->candidates == CANDIDATES || !is_peak(&out, x, y)) continue;
            for (int i = 0; i < 8; i += 2) {
                float point[2] = {((float)x + 0.5f + said[1 + i]) * CELL, ((float)y + 0.5f + said[2 + i]) * CELL};
                turn_back(&seen, turn, point);
                f.corner[i] = box.left + point[0] / scale;
                f.corner[i + 1] = box.top + point[1] / scale;
            }
            if (measure(&f) && f.x >= own.left && f.x < own.left + own.width && f.y >= own.top &&
                f.y < own.top + own.height)
                c->candidate[c->candidates++] = f;
        }
}

/* Add the corners of the same tile, in whatever order another turn of the picture has them. */
static void join(const struct found *tile, const struct found *f, float *sum) {
    float nearest = 0;
    int first = 0;
    for (int roll = 0; roll < 4; roll++) {
        float apart = 0;
        for (int i = 0; i < 8; i++) apart += size_of(tile->corner[i] - f->corner[(i + 2 * roll) % 8]);
        if (roll == 0 || apart < nearest) nearest = apart, first = roll;
    }
    for (int i = 0; i < 8; i++) sum[i] += f->corner[(i + 2 * first) % 8];
}

/* Non-maximum suppression: of candidates in one place the hottest is the tile, at the mean of where `turns` of the picture
 * see it. */
ONCE void suppress(struct tilerummy_camera *c, int turns) {
    float heat[CANDIDATES], sum[CAMERA_TILES][8], heats[CAMERA_TILES];
    int order[CANDIDATES], joined[CAMERA_TILES], found = 0;
    for (int i = 0; i < c->candidates; i++) heat[i] = c->candidate[i].heat, order[i] = i;
    sort_by(heat, order, c->candidates);
    for (int i = 0; i < c->candidates; i++) {
        const struct found *f = &c->candidate[order[i]];
        int free = 1, bit = 1 << f->turn;
        for (int j = 0; free && j < found; j++) {
            struct found *t = &c->tile[j];
            float apart = distance(f->x - t->x, f->y - t->y);
            free = apart >= APART * minimum(f->width, t->width);
            if (free || apart >= SAME * t->width || t->turn & bit) continue;
            join(t, f, sum[j]);
            t->turn |= bit, heats[j] += f->heat, joined[j]++;
        }
        if (!free || found == CAMERA_TILES) continue;
        memcpy(sum[found], f->corner, sizeof f->corner);
        heats[found] = f->heat, joined[found] = 1;
        c->tile[found] = *f;
        c->tile[found++].turn = bit;
    }
    c->tiles = 0;
    for (int j = 0; j < found; j++) {
        struct found t = c->tile[j];
        for (int i = 0; i < 8; i++) t.corner[i] = sum[j][i] / (float)joined[j];
        t.heat = heats[j] / (float)turns;
        if (t.heat >= LEAST_MEAN && measure(&t)) c->tile[c->tiles++] = t;
    }
}

ONCE float median_width(const struct tilerummy_camera *c) {
    float width[CAMERA_TILES];
    int order[CAMERA_TILES];
    for (int i = 0; i < c->tiles; i++) width[i] = c->tile[i].width, order[i] = i;
    sort_by(width, order, c->tiles);
    return c->tiles ? width[order[c->tiles / 2]] : 0;
}

/* The whole photograph at once, in so many quarter turns. */
ONCE void look_at_all(struct tilerummy_camera *c, int long_side, int turns) {
    struct box all = {0, 0, (float)c->picture.width, (float)c->picture.height};
    c->candidates = 0;
    for (int turn = 0; turn < turns; turn++) look(c, all, all, long_side, turn);
    suppress(c, turns);
}

/* Its four quarters, each with some of the others around it. */
static void look_at_parts(struct tilerummy_camera *c) {
    float width = (float)c->picture.width, height = (float)c->picture.height;
    c->candidates = 0;
    for (int i = 0; i < 4; i++) {
        struct box own = {(float)(i % 2) * width / 2, (float)(i / 2) * height / 2, width / 2, height / 2};
        struct box seen = {i % 2 ? own.left - OVERLAP * width : 0, i / 2 ? own.top - OVERLAP * height : 0,
                           own.width + OVERLAP * width, own.height + OVERLAP * height};
        look(c, seen, own, LONG_SIDE, 0);
    }
    suppress(c, 1);
}

/* A first look says how large tiles are; then the mean of four turned ones says where they lie. */
static void detect(struct tilerummy_camera *c) {
    float longer = maximum((float)c->picture.width, (float)c->picture.height);
    look_at_all(c, LONG_SIDE, 1);
    float width = median_width(c) * LONG_SIDE / longer;
    if (c->tiles > 0 && width < SMALL && longer > LONG_SIDE) {
        look_at_parts(c);
        return;
    }
    float side = c->tiles > 0 ? LONG_SIDE * BEST / width : LONG_SIDE / 2;
    look_at_all(c, (int)maximum(LONG_SIDE * 0.4f, minimum(side, LONG_SIDE)) / CELL * CELL, 4);
}
