/* The weights' file, all little endian:
 *
 *   "TILECAM1"; u16 layers of the detector; u16 layers of the classifier;
 *   f32 temperatures of heat, number, colour and state, by which logits are divided;
 *   for each layer, the detector's first:
 *     u16 inputs; u16 outputs; u8 kernel height, kernel width, stride, dilation, flags; 3 zeros;
 *     f32 scale[outputs]; f32 bias[outputs]; i8 weight[outputs][height][width][inputs]; zeros up to a multiple of 4.
 *
 * A weight is its byte times the scale of its output. The first layer of each network takes red, green, blue. */
#include "types.h"

enum { HEAD = 28, LAYER_HEAD = 12 };

static int read_u16(const uint8_t *at) { return at[0] | at[1] << 8; }

static float read_f32(const uint8_t *at) {
    return from_bits((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

/* Unpack a layer for convolve(): [outputs / 8][height][width][inputs][8]. The file's bytes used, 0 where it is wrong. */
static size_t read_layer(struct weights *w, struct layer *l, const uint8_t *at, size_t left) {
    if (left < LAYER_HEAD) return 0;
    *l = (struct layer){read_u16(at), read_u16(at + 2), at[4], at[5], at[6], at[7], at[8], NULL, NULL};
    if (l->inputs < 1 || l->inputs > 128 || l->outputs < 1 || l->outputs > 128 || l->height < 1 || l->height > 8 ||
        l->width < 1 || l->width > 8 || l->stride < 1 || l->stride > 2 || l->dilation < 1 || l->dilation > PAD)
        return 0;
    if (!(l->flags & NO_PADDING) && (l->height / 2 * l->dilation > PAD || l->width / 2 * l->dilation > PAD)) return 0;
    size_t each = (size_t)l->height * l->width * l->inputs, outputs = l->outputs, padded = lanes(l->outputs);
    size_t bytes = LAYER_HEAD + 8 * outputs + (each * outputs + 3) / 4 * 4, floats = padded * (each + 1);
    if (left < bytes || w->taken + floats > FLOATS) return 0;
    const uint8_t *scale = at + LAYER_HEAD, *bias = scale + 4 * outputs;
    const int8_t *packed = (const int8_t *)(bias + 4 * outputs);
    float *weight = w->pool + w->taken, *biases = weight + padded * each;
    memset(weight, 0, floats * sizeof *weight);
    for (size_t o = 0; o < outputs; o++) {
        float factor = read_f32(scale + 4 * o);
        biases[o] = read_f32(bias + 4 * o);
        for (size_t i = 0; i < each; i++)
            weight[(o / LANES * each + i) * LANES + o % LANES] = factor * packed[o * each + i];
    }
    l->weight = weight;
    l->bias = biases;
    w->taken += floats;
    return bytes;
}

/* Whether the layers follow from each other, fit in the buffers, and end in `outputs` of this size. */
static int fits(const struct network *n, int width, int height, int to_width, int to_height, int outputs) {
    int channels = 3;
    for (int i = 0; i < n->layers; i++) {
        const struct layer *l = &n->layer[i];
        int wide = after(width, l->width, l), high = after(height, l->height, l);
        if (l->inputs != channels || wide < 1 || high < 1) return 0;
        if (l->flags & ADDS_INPUT && (l->outputs != channels || wide != width || high != height)) return 0;
        if ((wide + 2 * PAD) * (high + 2 * PAD) * lanes(l->outputs) > BUFFER - 64) return 0;
        if (i + 1 < n->layers && l->outputs % LANES) return 0;
        width = wide, height = high, channels = l->outputs;
    }
    return width == to_width && height == to_height && channels == outputs;
}

static int read_weights(struct weights *w, const uint8_t *file, size_t length) {
    if (length < HEAD || memcmp(file, "TILECAM1", 8) != 0) return 0;
    struct network *both[2] = {&w->detector, &w->classifier};
    size_t at = HEAD;
    w->taken = 0;
    for (int i = 0; i < 4; i++)
        if (!((w->temperature[i] = read_f32(file + 12 + 4 * i)) > 0)) return 0;
    for (int n = 0; n < 2; n++) {
        both[n]->layers = read_u16(file + 8 + 2 * n);
        if (both[n]->layers < 1 || both[n]->layers > LAYERS) return 0;
        for (int i = 0; i < both[n]->layers; i++) {
            size_t used = read_layer(w, &both[n]->layer[i], file + at, length - at);
            if (used == 0) return 0;
            at += used;
        }
    }
    enum { CELLS = LONG_SIDE / CELL };
    return at == length && fits(&w->detector, LONG_SIDE, LONG_SIDE, CELLS, CELLS, HEAT_AND_CORNERS) &&
           fits(&w->classifier, CROP_WIDTH, CROP_HEIGHT, 1, 1, LOGITS);
}
