/* What the networks get to see of a photograph. */
#include "types.h"

/* Where an output's share of a row begins and ends: one pixel at least, so that larger pictures are interpolated. */
static void share(float centre, float size, int limit, float *from, float *to) {
    float half = maximum(size, 1) / 2;
    *from = maximum(minimum(centre - half, (float)limit - 1), 0);
    *to = minimum(maximum(centre + half, 1), (float)limit);
}

/* How much of pixel i lies between the two. */
static float part(int i, float from, float to) { return minimum(to, (float)(i + 1)) - maximum(from, (float)i); }

/* The box in `scale` of its size, each pixel the mean of what it covers, from -1 black to 1 white; black beyond it. */
ONCE void shrink(const struct picture *p, struct box box, float scale, const struct map *out) {
    int width = (int)(box.width * scale + 0.5f), height = (int)(box.height * scale + 0.5f);
    clear(out);
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++) {
            float x0, x1, y0, y1, sum[3] = {0, 0, 0}, *to = pixel(out, x, y);
            if (x >= width || y >= height) {
                to[0] = to[1] = to[2] = -1;
                continue;
            }
            share(box.left + ((float)x + 0.5f) / scale, 1 / scale, p->width, &x0, &x1);
            share(box.top + ((float)y + 0.5f) / scale, 1 / scale, p->height, &y0, &y1);
            for (int v = (int)y0; (float)v < y1; v++) {
                float row = part(v, y0, y1);
                const uint8_t *at = p->rgba + 4 * ((size_t)v * p->width + (size_t)x0);
                for (int u = (int)x0; (float)u < x1; u++, at += 4) {
                    float weight = row * part(u, x0, x1);
                    for (int c = 0; c < 3; c++) sum[c] += weight * at[c];
                }
            }
            for (int c = 0; c < 3; c++) to[c] = sum[c] / ((x1 - x0) * (y1 - y0)) / 127.5f - 1;
        }
}

/* Add the photograph's colour between pixels; beyond its edge the last ones go on. */
static void sample(const struct picture *p, float x, float y, float *sum) {
    x = maximum(0, minimum(x - 0.5f, (float)(p->width - 1)));
    y = maximum(0, minimum(y - 0.5f, (float)(p->height - 1)));
    int u = (int)x, v = (int)y, right = u + 1 < p->width ? 4 : 0;
    size_t below = v + 1 < p->height ? 4 * (size_t)p->width : 0;
    float a = x - (float)u, b = y - (float)v;
    const uint8_t *at = p->rgba + 4 * ((size_t)v * p->width + (size_t)u);
    for (int c = 0; c < 3; c++, at++)
        sum[c] += (1 - b) * ((1 - a) * at[0] + a * at[right]) + b * ((1 - a) * at[below] + a * at[below + right]);
}

/* The tile within these corners, `larger` than they are and turned by a small angle, seen from straight above: the
 * projective map of the unit square. */
ONCE void flatten(const struct picture *p, const struct found *f, float larger, float angle, const struct map *out) {
    float x[4], y[4];
    for (int i = 0; i < 4; i++) {
        float dx = (f->corner[2 * i] - f->x) * larger, dy = (f->corner[2 * i + 1] - f->y) * larger;
        x[i] = f->x + dx - dy * angle;
        y[i] = f->y + dy + dx * angle;
    }
    float sx = x[0] - x[1] + x[2] - x[3], sy = y[0] - y[1] + y[2] - y[3];
    float ax = x[1] - x[2], ay = y[1] - y[2], bx = x[3] - x[2], by = y[3] - y[2], area = ax * by - bx * ay;
    float g = (sx * by - bx * sy) / area, h = (ax * sy - sx * ay) / area;
    float ux = x[1] - x[0] + g * x[1], vx = x[3] - x[0] + h * x[3];
    float uy = y[1] - y[0] + g * y[1], vy = y[3] - y[0] + h * y[3];
    int fine = (int)maximum(1, minimum(f->height * larger / CROP_HEIGHT / 1.5f, 8));
    clear(out);
    for (int row = 0; row < CROP_HEIGHT; row++)
        for (int column = 0; column < CROP_WIDTH; column++) {
            float *to = pixel(out, column, row);
            for (int i = 0; i < fine * fine; i++) {
                float u = ((float)column + ((float)(i % fine) + 0.5f) / (float)fine) / CROP_WIDTH;
                float v = ((float)row + ((float)(i / fine) + 0.5f) / (float)fine) / CROP_HEIGHT;
                float w = g * u + h * v + 1;
                sample(p, (ux * u + vx * v + x[0]) / w, (uy * u + vy * v + y[0]) / w, to);
            }
            for (int c = 0; c < 3; c++) to[c] /= (float)(fine * fine);
        }
}

/* Divide each channel by the tile's own body, the 70th percentile of its middle: then light and lamp do not matter. */
ONCE void balance(const struct map *crop) {
    enum { TOP = 6, BOTTOM = 42, LEFT = 5, RIGHT = 27, PIXELS = (BOTTOM - TOP) * (RIGHT - LEFT) };
    for (int c = 0; c < 3; c++) {
        float value[PIXELS];
        int order[PIXELS], count = 0;
        for (int y = TOP; y < BOTTOM; y++)
            for (int x = LEFT; x < RIGHT; x++, count++) {
                value[count] = pixel(crop, x, y)[c];
                order[count] = count;
            }
        sort_by(value, order, count);
        float place = 0.3f * (PIXELS - 1), rest = place - (float)(int)place;
        float body = (1 - rest) * value[order[(int)place]] + rest * value[order[(int)place + 1]];
        for (int y = 0; y < CROP_HEIGHT; y++)
            for (int x = 0; x < CROP_WIDTH; x++) {
                float *at = pixel(crop, x, y) + c;
                *at = minimum(*at / maximum(body, 8), 1.6f) - 0.8f;
            }
    }
}
