/* The camera's grouping and rules alone, for tests: tiles where they lie and how probable each kind is, of a picture that
 * nobody took. */
#include "../camera/camera.c"

/* For each tile 26 floats: 8 of corners, 14 of numbers, 4 of colours. The tiles of the reply; 0 without memory. */
int arrange_tiles(struct tilerummy_camera *c, int as, int wraps, const uint8_t *box, const float *tile, int count) {
    struct camera_request request = {NULL, 1, 1, as, 3, wraps, box};
    c->count = 0;
    for (int i = 0; i < count && i < CAMERA_TILES; i++, tile += 26) {
        struct seen *s = &c->seen[c->count];
        memcpy(s->place.corner, tile, sizeof s->place.corner);
        memcpy(s->number, tile + 8, sizeof s->number);
        memcpy(s->colour, tile + 22, sizeof s->colour);
        s->sound = 1;
        c->count += measure(&s->place);
    }
    arrange(c, &request);
    return c->count;
}
