/* What is on each tile: number, colour, and whether it lies upright. */
#include "types.h"

#define LARGER 1.12f /* than its corners a tile is cut out */
#define SURE 0.97f   /* one look is enough */

/* Further views of a tile: how much larger than its corners, and turned by how many radians. */
static const float further[][2] = {{1, 0}, {1.24f, 0}, {LARGER, 0.1f}, {LARGER, -0.1f}};
enum { FURTHER = sizeof further / sizeof further[0] };

/* The mean of what differs most from the body, so that thin lines do not pale. */
static void ink_of(const struct map *crop, float *ink) {
    float weights = 0, sum[3] = {0, 0, 0};
    for (int y = CROP_HEIGHT / 8; y < CROP_HEIGHT * 5 / 8; y++)
        for (int x = CROP_WIDTH / 5; x < CROP_WIDTH * 4 / 5; x++) {
            const float *at = pixel(crop, x, y);
            float far = 0;
            for (int c = 0; c < 3; c++) far += (at[c] - 0.2f) * (at[c] - 0.2f);
            far *= far;
            weights += far;
            for (int c = 0; c < 3; c++) sum[c] += far * at[c];
        }
    for (int c = 0; c < 3; c++) ink[c] = sum[c] / maximum(weights, 1e-6f) + 0.8f;
}

/* A view of a tile: its probabilities and the colour of its ink, in parts of its body's. */
ONCE void view(struct tilerummy_camera *c, struct seen *s, float larger, float angle) {
    const float *temperature = c->weights.temperature;
    struct map crop = {c->buffer[0], CROP_WIDTH, CROP_HEIGHT, 3};
    flatten(&c->picture, &s->place, larger, angle, &crop);
    balance(&crop);
    ink_of(&crop, s->ink);
    struct map out = run(&c->weights.classifier, crop, c->buffer);
    const float *logit = pixel(&out, 0, 0);
    softmax(logit, NUMBERS, temperature[1], s->number);
    softmax(logit + NUMBERS, COLOURS, temperature[2], s->colour);
    softmax(logit + NUMBERS + COLOURS, STATES, temperature[3], s->state);
}

static void turn(struct found *f) {
    for (int i = 0; i < 4; i++) {
        float kept = f->corner[i];
        f->corner[i] = f->corner[i + 4];
        f->corner[i + 4] = kept;
    }
    f->right_x = -f->right_x;
    f->right_y = -f->right_y;
}

/* How sure number, colour and side are. */
static float certainty(const struct seen *s) {
    int number = best_of(s->number, NUMBERS);
    return s->number[number] * (number == JOKER ? 1 : s->colour[best_of(s->colour, COLOURS)]) * s->state[0];
}

ONCE void blend(float *mean, const float *view, int count, int before) {
    for (int i = 0; i < count; i++) mean[i] += (view[i] - mean[i]) / (float)(before + 2);
}

/* Whether there is a tile, and what it is: one view, one more where it lies upside down, some more until it is sure. */
static int classify(struct tilerummy_camera *c, struct seen *s) {
    view(c, s, LARGER, 0);
    if (s->state[1] > s->state[0]) {
        struct seen turned = *s;
        turn(&turned.place);
        view(c, &turned, LARGER, 0);
        if (turned.state[0] > s->state[0]) *s = turned;
    }
    for (int n = 0; n < FURTHER && certainty(s) < SURE; n++) {
        struct seen again = *s;
        view(c, &again, further[n][0], further[n][1]);
        blend(s->number, again.number, NUMBERS, n);
        blend(s->colour, again.colour, COLOURS, n);
        blend(s->state, again.state, STATES, n);
    }
    return s->state[2] <= 0.5f;
}
