/* A photograph to tiles: where they lie, what each is, which lie together, and what the rules say of all. */
#include "types.h"

#include "network.c"
#include "picture.c"

#ifdef __wasm__ /* all but these two is to be small */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

#include "weights.c"
#include "detect.c"
#include "classify.c"
#include "inks.c"
#include "group.c"
#include "rules.c"

#define CERTAIN 0.9f  /* below it a person should look */
#define ODD 0.4f      /* the trust in a tile of another size than the others */
#define PARTLY 0.5f   /* in one that the picture's edge cuts, and in a joker away from all others */
#define OUTSIDE 0.12f /* of its width beyond the edge */

const size_t tilerummy_camera_size = sizeof(struct tilerummy_camera);

int tilerummy_camera_load(struct tilerummy_camera *c, const uint8_t *file, size_t length) {
    if (read_weights(&c->weights, file, length)) return 1;
    c->weights.detector.layers = 0;
    return CAMERA_BAD_WEIGHTS;
}

const float *tilerummy_camera_reply(const struct tilerummy_camera *c) { return c->reply.said; }

static int is_cut(const struct found *f, const struct picture *p) {
    float beyond = OUTSIDE * f->width;
    for (int i = 0; i < 4; i++) {
        float x = f->corner[2 * i], y = f->corner[2 * i + 1];
        if (x < -beyond || y < -beyond || x > (float)p->width + beyond || y > (float)p->height + beyond) return 1;
    }
    return 0;
}

/* Read every tile that was found; what turns out to be none is left out. */
static void read_tiles(struct tilerummy_camera *c) {
    float usual = median_width(c);
    c->count = 0;
    for (int i = 0; i < c->tiles; i++) {
        struct seen *s = &c->seen[c->count];
        s->place = c->tile[i];
        if (!classify(c, s)) continue;
        s->sound = s->state[0] * minimum(1, s->place.heat + 0.4f);
        if (c->tiles > 3 && (s->place.width < 0.6f * usual || s->place.width > 1.6f * usual)) s->sound *= ODD;
        if (is_cut(&s->place, &c->picture)) s->sound *= PARTLY;
        c->count++;
    }
    decide_colours(c->seen, c->count);
}

/* The next kinds that a tile may be; first what the rules want, where that is another than was read. */
static void other_kinds(const struct seen *s, struct camera_tile *t) {
    float p[CAMERA_KINDS];
    int order[CAMERA_KINDS], n = 0;
    for (int kind = 0; kind < CAMERA_KINDS; kind++) p[kind] = alone(s, kind), order[kind] = kind;
    float wanted = p[(int)t->wanted];
    p[(int)t->wanted] = 2;
    sort_by(p, order, CAMERA_KINDS);
    p[(int)t->wanted] = wanted;
    for (int i = 0; n < 3; i++)
        if (order[i] != (int)t->read) t->other[n] = (float)order[i], t->other_p[n++] = p[order[i]];
}

/* Whether the tile is alone in its meld or row. */
static int is_alone(const struct camera_tile *t, int i, int count) {
    return (i == 0 || t[i - 1].group != t[i].group) && (i + 1 == count || t[i + 1].group != t[i].group);
}

/* Put the tiles into melds or rows, decide them together, and tell. */
static void arrange(struct tilerummy_camera *c, const struct camera_request *r) {
    struct seen *room = (struct seen *)c->buffer[0];
    struct camera_tile *reply = c->reply.tile;
    if (r->as == CAMERA_TABLE) group_table(c->seen, c->count, room);
    else group_rack(c->seen, c->count, room);
    decide(&c->deciding, r, c->seen, c->count, reply);
    for (int i = 0, group = -1; i < c->count; i++) {
        const struct seen *s = &c->seen[i];
        struct camera_tile *t = &reply[i];
        memcpy(t->corner, s->place.corner, sizeof t->corner);
        memcpy(t->number, s->number, sizeof t->number);
        memcpy(t->colour, s->colour, sizeof t->colour);
        memcpy(t->state, s->state, sizeof t->state);
        if (s->gap == 0 || s->gap >= TOUCHING) group++;
        t->group = r->as == CAMERA_TABLE ? (float)group : (float)s->row;
        other_kinds(s, t);
    }
    for (int i = 0; i < c->count; i++) {
        struct camera_tile *t = &reply[i];
        t->p *= c->seen[i].sound * (t->read == JOKER_KIND && is_alone(reply, i, c->count) ? PARTLY : 1);
        t->unsure = t->p < CERTAIN || t->wanted != t->read;
    }
}

/* What a network says of the picture as it is, to compare with training. */
static int heads(struct tilerummy_camera *c, const struct camera_request *r) {
    struct box all = {0, 0, (float)r->width, (float)r->height};
    struct map in = {c->buffer[0], r->width, r->height, 3}, out;
    int outputs = r->as == CAMERA_DETECTOR ? HEAT_AND_CORNERS : LOGITS, count = 0;
    if (r->as == CAMERA_DETECTOR) {
        if (r->width % CELL || r->height % CELL || r->width > LONG_SIDE || r->height > LONG_SIDE)
            return CAMERA_BAD_SIZE;
        shrink(&c->picture, all, 1, &in);
        out = run(&c->weights.detector, in, c->buffer);
    } else {
        struct found whole = {{0, 0, CROP_WIDTH, 0, CROP_WIDTH, CROP_HEIGHT, 0, CROP_HEIGHT}, 0, 0, 0, 0, 0, 0, 1};
        if (r->width != CROP_WIDTH || r->height != CROP_HEIGHT || !measure(&whole)) return CAMERA_BAD_SIZE;
        flatten(&c->picture, &whole, 1, 0, &in);
        balance(&in);
        out = run(&c->weights.classifier, in, c->buffer);
    }
    for (int y = 0; y < out.height; y++)
        for (int x = 0; x < out.width; x++)
            for (int i = 0; i < outputs; i++) c->reply.said[count++] = pixel(&out, x, y)[i];
    return count;
}

int tilerummy_camera_read(struct tilerummy_camera *c, const struct camera_request *r) {
    if (c->weights.detector.layers == 0) return CAMERA_BAD_WEIGHTS;
    if (r->width < 1 || r->height < 1 || r->width > CAMERA_PIXELS / r->height) return CAMERA_BAD_SIZE;
    c->picture = (struct picture){r->rgba, r->width, r->height};
    if (r->as != CAMERA_RACK && r->as != CAMERA_TABLE) return heads(c, r);
    detect(c);
    read_tiles(c);
    arrange(c, r);
    return c->count;
}

#ifdef __wasm__
#pragma clang attribute pop
#endif
