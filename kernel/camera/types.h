/* What the parts of the camera share. */
#ifndef TILERUMMY_CAMERA_TYPES_H
#define TILERUMMY_CAMERA_TYPES_H

#include "camera.h"
#include "maths.h"

enum {
    PAD = 4,         /* zeros around every map: as far as any convolution reaches */
    LONG_SIDE = 640, /* of a picture as the detector sees it */
    CELL = 8,        /* the detector's stride */
    CROP_WIDTH = 32,
    CROP_HEIGHT = 48,
    NUMBERS = 14,
    JOKER = 13, /* among the numbers */
    COLOURS = 4,
    STATES = 3,
    JOKER_KIND = 52,
    HEAT_AND_CORNERS = 9,
    LOGITS = NUMBERS + COLOURS + STATES,
    LAYERS = 20,
    FLOATS = 540000, /* unpacked weights */
    BUFFER = (LONG_SIDE / 2 + 2 * PAD) * (LONG_SIDE / 2 + 2 * PAD) * 16 + 64,
    CANDIDATES = 1024,
    MELD = 14, /* tiles of the longest, with a 1 after the 13 */
    PATHS = 8, /* ways to read a chain */
    BEAM = 200,
};

struct layer {
    int inputs, outputs, height, width, stride, dilation, flags;
    const float *weight, *bias;
};

struct network {
    int layers;
    struct layer layer[LAYERS];
};

struct weights {
    struct network detector, classifier;
    float temperature[4]; /* of heat, number, colour, state */
    float pool[FLOATS];
    size_t taken;
};

/* A picture of floats with PAD zeros on every side, a pixel's channels together. */
struct map {
    float *at;
    int width, height, channels;
};

struct picture {
    const uint8_t *rgba;
    int width, height;
};

/* A part of the photograph. */
struct box {
    float left, top, width, height;
};

/* A tile where it lies: its centre, size, direction from left to right, and how sure it is to be one. */
struct found {
    float corner[8], x, y, width, height, right_x, right_y, heat;
    int turn; /* in which quarter turn of the picture it was seen; of a tile all of these, a bit for each */
};

/* A tile as it is read. */
struct seen {
    struct found place;
    float number[NUMBERS], colour[COLOURS], state[STATES], ink[3];
    float sound; /* how far it can be trusted, whatever is on it */
    float gap;   /* to the tile before it in its chain, in widths; 0 for the first */
    int row;     /* of the rack */
};

/* A way to read a chain up to one of its tiles: the way before it, and a meld, or tiles left as they are read. */
struct path {
    float score;
    int16_t from, rank;
    uint8_t legal, label[MELD];
};

/* Tiles that are decided together, with the best ways to read them: a chain of the table, or a tile of a rack. */
struct unit {
    int start, count, ways;
    float score[PATHS];
};

/* The best tables so far: which way of each unit, and how often each kind is there. */
struct table {
    float score;
    uint8_t way[CAMERA_TILES], used[CAMERA_KINDS];
};

struct deciding {
    float evidence[CAMERA_TILES][CAMERA_KINDS]; /* logarithms */
    int read[CAMERA_TILES];
    struct path path[CAMERA_TILES + 1][PATHS];
    int paths[CAMERA_TILES + 1];
    struct unit unit[CAMERA_TILES];
    int units;
    uint8_t label[PATHS][CAMERA_TILES], legal[PATHS][CAMERA_TILES], begins[PATHS][CAMERA_TILES];
    struct table table[2][BEAM];
};

/* What is small comes first: near addresses make a small module. */
struct tilerummy_camera {
    struct picture picture;
    int count, tiles, candidates;
    struct seen seen[CAMERA_TILES];
    struct found tile[CAMERA_TILES], candidate[CANDIDATES];
    union {
        struct camera_tile tile[CAMERA_TILES];
        float said[(LONG_SIDE / CELL) * (LONG_SIDE / CELL) * HEAT_AND_CORNERS];
    } reply;
    struct deciding deciding;
    struct weights weights;
    float buffer[2][BUFFER];
};

#endif
