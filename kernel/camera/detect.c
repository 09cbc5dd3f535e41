/* Where tiles lie: peaks of the detector's heat with their four corners, the best first, none upon another. */
#include "types.h"

/* Tile widths in pixels of the first look: smaller ones are looked at again in four parts, all others so that they get
 * the width that the detector knows best. */
#define SMALL 30.0f
#define BEST 38.0f
#define ANEW 0.95f      /* of the long side: a look that differs less shows nothing else */
#define OVERLAP 0.06f   /* of parts beyond the middle */
#define LEAST_HEAT 0.3f /* of a tile */
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

/* The tiles in what the detector says of a box of the photograph, if their centres lie within `own`. */
static void collect(struct tilerummy_camera *c, const struct map *out, float temperature, struct box box, struct box own,
                    float scale) {
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++) {
            const float *said = pixel(out, x, y);
            struct found f;
            f.heat = 1 / (1 + exponential(-said[0] / temperature));
            if (f.heat < LEAST_HEAT || c->candidates == CANDIDATES || !is_peak(out, x, y)) continue;
            for (int i = 0; i < 4; i++) {
                f.corner[2 * i] = box.left + ((float)x + 0.5f + said[1 + 2 * i]) * CELL / scale;
                f.corner[2 * i + 1] = box.top + ((float)y + 0.5f + said[2 + 2 * i]) * CELL / scale;
            }
            if (measure(&f) && f.x >= own.left && f.x < own.left + own.width && f.y >= own.top &&
                f.y < own.top + own.height)
                c->candidate[c->candidates++] = f;
        }
}

/* Look at a box of the photograph with this long side. */
ONCE void look(struct tilerummy_camera *c, struct box box, struct box own, int long_side) {
    float scale = (float)long_side / maximum(box.width, box.height);
    int width = (int)maximum(1, box.width * scale + 0.5f), height = (int)maximum(1, box.height * scale + 0.5f);
    struct map in = {c->buffer[0], (width + CELL - 1) / CELL * CELL, (height + CELL - 1) / CELL * CELL, 3};
    shrink(&c->picture, box, scale, &in);
    struct map out = run(&c->weights.detector, in, c->buffer);
    collect(c, &out, c->weights.temperature[0], box, own, scale);
}

/* Non-maximum suppression: of two candidates in one place the hotter is the tile. */
ONCE void suppress(struct tilerummy_camera *c) {
    float heat[CANDIDATES];
    int order[CANDIDATES];
    c->tiles = 0;
    for (int i = 0; i < c->candidates; i++) heat[i] = c->candidate[i].heat, order[i] = i;
    sort_by(heat, order, c->candidates);
    for (int i = 0; i < c->candidates && c->tiles < CAMERA_TILES; i++) {
        const struct found *f = &c->candidate[order[i]];
        int free = 1;
        for (int j = 0; free && j < c->tiles; j++) {
            const struct found *t = &c->tile[j];
            free = distance(f->x - t->x, f->y - t->y) >= APART * minimum(f->width, t->width);
        }
        if (free) c->tile[c->tiles++] = *f;
    }
}

ONCE float median_width(const struct tilerummy_camera *c) {
    float width[CAMERA_TILES];
    int order[CAMERA_TILES];
    for (int i = 0; i < c->tiles; i++) width[i] = c->tile[i].width, order[i] = i;
    sort_by(width, order, c->tiles);
    return c->tiles ? width[order[c->tiles / 2]] : 0;
}

/* The whole photograph at once. */
ONCE void look_at_all(struct tilerummy_camera *c, int long_side) {
    struct box all = {0, 0, (float)c->picture.width, (float)c->picture.height};
    c->candidates = 0;
    look(c, all, all, long_side);
    suppress(c);
}

/* Its four quarters, each with some of the others around it. */
static void look_at_parts(struct tilerummy_camera *c) {
    float width = (float)c->picture.width, height = (float)c->picture.height;
    c->candidates = 0;
    for (int i = 0; i < 4; i++) {
        struct box own = {(float)(i % 2) * width / 2, (float)(i / 2) * height / 2, width / 2, height / 2};
        struct box seen = {i % 2 ? own.left - OVERLAP * width : 0, i / 2 ? own.top - OVERLAP * height : 0,
                           own.width + OVERLAP * width, own.height + OVERLAP * height};
        look(c, seen, own, LONG_SIDE);
    }
    suppress(c);
}

/* A first look says how large tiles are, a second one reads where they lie. */
static void detect(struct tilerummy_camera *c) {
    float longer = maximum((float)c->picture.width, (float)c->picture.height);
    look_at_all(c, LONG_SIDE);
    float width = median_width(c) * LONG_SIDE / longer;
    if (c->tiles > 0 && width < SMALL && longer > LONG_SIDE) {
        look_at_parts(c);
        return;
    }
    float side = c->tiles > 0 ? LONG_SIDE * BEST / width : LONG_SIDE / 2;
    side = maximum(LONG_SIDE * 0.4f, minimum(side, LONG_SIDE));
    if (side < ANEW * LONG_SIDE) look_at_all(c, (int)side / CELL * CELL);
}
