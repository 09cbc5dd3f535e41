/* Convolutions, from one buffer into the other and back. */
#include "types.h"

typedef float lane4 __attribute__((vector_size(16), aligned(4)));
typedef int32_t mask4 __attribute__((vector_size(16), aligned(4)));

enum { RELU = 1, ADDS_INPUT = 2, NO_PADDING = 4 }; /* a layer's flags; ADDS_INPUT after the ReLU */
enum { LANES = 8, TOGETHER = 4 };                  /* outputs and pixels of a row that are summed at once */

/* A layer's outputs, filled up to whole lanes. */
static int lanes(int outputs) { return (outputs + LANES - 1) / LANES * LANES; }

/* A side of what comes out of a layer. */
static int after(int size, int kernel, const struct layer *l) {
    int padding = l->flags & NO_PADDING ? 0 : kernel / 2 * l->dilation;
    return (size + 2 * padding - (kernel - 1) * l->dilation - 1) / l->stride + 1;
}

static int row_of(const struct map *m) { return (m->width + 2 * PAD) * m->channels; }

static float *pixel(const struct map *m, int x, int y) {
    return m->at + (ptrdiff_t)(y + PAD) * row_of(m) + (ptrdiff_t)(x + PAD) * m->channels;
}

static void clear(const struct map *m) {
    memset(m->at, 0, (size_t)(m->height + 2 * PAD) * row_of(m) * sizeof(float));
}

/* Eight outputs of four pixels at a time. Pixels beyond the row are computed from what lies there and not kept. */
static void convolve(const struct layer *l, const struct map *in, const struct map *out) {
    int left = l->flags & NO_PADDING ? 0 : l->width / 2 * l->dilation;
    int above = l->flags & NO_PADDING ? 0 : l->height / 2 * l->dilation;
    int inputs = l->inputs, step = l->stride * inputs;
    const lane4 none = {0, 0, 0, 0};
    clear(out);
    for (int y = 0; y < out->height; y++)
        for (int o = 0; o < out->channels; o += LANES) {
            const float *weights = l->weight + (size_t)o * l->height * l->width * inputs;
            for (int x = 0; x < out->width; x += TOGETHER) {
                lane4 sum[TOGETHER][2];
                const float *weight = weights;
                for (int p = 0; p < TOGETHER; p++) {
                    sum[p][0] = *(const lane4 *)(l->bias + o);
                    sum[p][1] = *(const lane4 *)(l->bias + o + 4);
                }
                for (int ky = 0; ky < l->height; ky++)
                    for (int kx = 0; kx < l->width; kx++) {
                        const float *from = pixel(in, x * l->stride + kx * l->dilation - left,
                                                  y * l->stride + ky * l->dilation - above);
                        for (int c = 0; c < inputs; c++, weight += LANES) {
                            lane4 low = *(const lane4 *)weight, high = *(const lane4 *)(weight + 4);
                            for (int p = 0; p < TOGETHER; p++) {
                                float v = from[p * step + c];
                                lane4 all = {v, v, v, v};
                                sum[p][0] += all * low;
                                sum[p][1] += all * high;
                            }
                        }
                    }
                for (int p = 0; p < TOGETHER && x + p < out->width; p++)
                    for (int half = 0; half < 2; half++) {
                        lane4 s = sum[p][half];
                        if (l->flags & RELU) s = (lane4)((mask4)s & (s > none));
                        if (l->flags & ADDS_INPUT) s += *(const lane4 *)(pixel(in, x + p, y) + o + 4 * half);
                        *(lane4 *)(pixel(out, x + p, y) + o + 4 * half) = s;
                    }
            }
        }
}

/* What the network says of the map in the first buffer. */
ONCE struct map run(const struct network *n, struct map in, float (*buffer)[BUFFER]) {
    for (int i = 0; i < n->layers; i++) {
        const struct layer *l = &n->layer[i];
        struct map out = {buffer[(i + 1) % 2], after(in.width, l->width, l), after(in.height, l->height, l),
                          lanes(l->outputs)};
        convolve(l, &in, &out);
        in = out;
    }
    return in;
}
