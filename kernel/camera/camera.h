/* Reads tiles off a photograph: a detector of tiles, a classifier of each, and what the rules say of all together.
 *
 * Two small convolutional networks, without a runtime; the same C for Python and WebAssembly, with the same answers bit
 * for bit. Nothing is taken of the standard library but memory. */
#ifndef TILERUMMY_CAMERA_H
#define TILERUMMY_CAMERA_H

#include <stddef.h>
#include <stdint.h>

enum {
    CAMERA_PIXELS = 2048 * 1536, /* of a photograph, at most */
    CAMERA_WEIGHTS = 512 * 1024, /* bytes of the file, at most */
    CAMERA_TILES = 256,
    CAMERA_KINDS = 53, /* colour * 13 + number - 1 in the order k r b y, then the joker */
};

/* What is asked: of tiles in rows or in melds, or what a network itself says of the picture, to compare with training. */
enum camera_as { CAMERA_RACK, CAMERA_TABLE, CAMERA_DETECTOR, CAMERA_CLASSIFIER };

/* Why there is no answer. */
enum { CAMERA_BAD_WEIGHTS = -1, CAMERA_BAD_SIZE = -2 };

struct camera_request {
    const uint8_t *rgba;
    int width, height, as;
    int smallest;       /* tiles of the smallest meld */
    int wraps;          /* whether a 1 may follow the 13, and ends the run */
    const uint8_t *box; /* how often each kind may be there */
};

/* A tile, in reading order, group by group. */
struct camera_tile {
    float corner[8]; /* x, y of top left, top right, bottom right, bottom left, as one reads it */
    float number[14], colour[4], state[3]; /* probabilities; state: upright, upside down, no tile */
    float read, p;                         /* the kind as it is read, and how probable it is, rules counted in */
    float unsure;                          /* whether a person should look */
    float group;                           /* the meld, or the row of a rack */
    float wanted, wanted_group;            /* both in the most probable legal table */
    float other[3], other_p[3];            /* the next kinds that it may be */
};

enum { CAMERA_FLOATS = sizeof(struct camera_tile) / sizeof(float) };

struct tilerummy_camera;

/* The memory that reading needs beside photograph and file. */
extern const size_t tilerummy_camera_size;

/* Take the weights out of a file; 1, or CAMERA_BAD_WEIGHTS where it is none. */
int tilerummy_camera_load(struct tilerummy_camera *camera, const uint8_t *file, size_t length);

/* The number of tiles, of a network's floats, or why there are none. */
int tilerummy_camera_read(struct tilerummy_camera *camera, const struct camera_request *request);

/* The tiles, or what a network said. */
const float *tilerummy_camera_reply(const struct tilerummy_camera *camera);

#endif
