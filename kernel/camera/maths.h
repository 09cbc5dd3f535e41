/* Exponential, logarithm and root in floats, the same on every machine. */
#ifndef TILERUMMY_CAMERA_MATHS_H
#define TILERUMMY_CAMERA_MATHS_H

#include <stdint.h>
#include <string.h>

/* Never copied into its callers: the module stays small. */
#define ONCE __attribute__((noinline)) static

static float from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t to_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float minimum(float a, float b) { return a < b ? a : b; }
static float maximum(float a, float b) { return a > b ? a : b; }
static float size_of(float x) { return x < 0 ? -x : x; }

/* 2^k by the exponent's bits, times the series of the rest, which is at most ln 2 / 2. */
ONCE float exponential(float x) {
    if (x < -87) return 0;
    x = minimum(x, 87);
    int k = (int)(x * 1.44269504f + (x < 0 ? -0.5f : 0.5f));
    float r = x - (float)k * 0.693359375f + (float)k * 2.12194440e-4f;
    float series = 1 + r * (1 + r * (0.5f + r * (1 / 6.0f + r * (1 / 24.0f + r * (1 / 120.0f + r / 720)))));
    return series * from_bits((uint32_t)(k + 127) << 23);
}

/* Of a positive number: its exponent, and 2 artanh of the rest. */
ONCE float logarithm(float x) {
    uint32_t bits = to_bits(x);
    int k = (int)(bits >> 23) - 127;
    float m = from_bits((bits & 0x7fffff) | 0x3f800000);
    if (m > 1.41421356f) m /= 2, k++;
    float t = (m - 1) / (m + 1), s = t * t;
    return (float)k * 0.69314718f + 2 * t * (1 + s * (1 / 3.0f + s * (1 / 5.0f + s * (1 / 7.0f + s / 9))));
}

/* Newton's steps from half the exponent. */
ONCE float root(float x) {
    if (x <= 0) return 0;
    float y = from_bits((to_bits(x) >> 1) + 0x1fbb4000);
    for (int i = 0; i < 4; i++) y = (y + x / y) / 2;
    return y;
}

/* Shell sort of numbers by their keys, the greatest first. */
ONCE void sort_by(const float *key, int *order, int count) {
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            int moved = order[i], j = i;
            for (; j >= gap && key[order[j - gap]] < key[moved]; j -= gap) order[j] = order[j - gap];
            order[j] = moved;
        }
}

/* Probabilities out of a network's logits. */
ONCE void softmax(const float *logit, int count, float temperature, float *p) {
    float top = logit[0], sum = 0;
    for (int i = 1; i < count; i++) top = maximum(top, logit[i]);
    for (int i = 0; i < count; i++) sum += p[i] = exponential((logit[i] - top) / temperature);
    for (int i = 0; i < count; i++) p[i] /= sum;
}

ONCE int best_of(const float *p, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (p[i] > p[best]) best = i;
    return best;
}

#endif
