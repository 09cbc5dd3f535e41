/* The colours of a photograph, decided together: a box has four inks, so what is one ink is one colour, whatever the
 * lamp makes of it. A step of expectation and maximization from what the classifier says of each tile alone. */
#include "types.h"

enum { ENOUGH = 2 };        /* tiles of a colour that tell its ink */
#define TRUST 0.5f          /* in inks, beside the classifier */
#define LEAST_SPREAD 0.003f /* variance of an ink, for each channel */
#define MOST_FAR 12.0f      /* squared deviations: further away nothing is known */

static void decide_colours(struct seen *tiles, int count) {
    float mass[COLOURS] = {0}, ink[COLOURS][3] = {{0}}, spread = 0, all = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COLOURS; k++) {
            float p = tiles[i].colour[k] * (1 - tiles[i].number[JOKER]);
            mass[k] += p;
            for (int c = 0; c < 3; c++) ink[k][c] += p * tiles[i].ink[c];
        }
    for (int k = 0; k < COLOURS; k++)
        for (int c = 0; c < 3; c++) ink[k][c] /= maximum(mass[k], 1e-6f);
    float far[CAMERA_TILES][COLOURS];
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COLOURS; k++) {
            float p = tiles[i].colour[k] * (1 - tiles[i].number[JOKER]), d = 0;
            for (int c = 0; c < 3; c++) d += (tiles[i].ink[c] - ink[k][c]) * (tiles[i].ink[c] - ink[k][c]);
            far[i][k] = d;
            spread += p * d, all += p;
        }
    spread = maximum(spread / maximum(3 * all, 1e-6f), LEAST_SPREAD);
    for (int i = 0; i < count; i++) {
        float *p = tiles[i].colour, nearest = far[i][best_of(p, COLOURS)], sum = 0;
        for (int k = 0; k < COLOURS; k++)
            if (mass[k] >= ENOUGH) nearest = minimum(nearest, far[i][k]);
        for (int k = 0; k < COLOURS; k++) {
            if (mass[k] >= ENOUGH) p[k] *= exponential(-TRUST / 2 * minimum((far[i][k] - nearest) / spread, MOST_FAR));
            sum += p[k];
        }
        for (int k = 0; k < COLOURS; k++) p[k] /= sum;
    }
}
