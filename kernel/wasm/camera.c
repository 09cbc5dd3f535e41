/* The camera as a module of WebAssembly: the weights' file is written where `weights` says and loaded, the photograph
 * where `photo` says, the box where `box` says; the answer is read where `reply` says. It imports nothing. */
#include "../camera/camera.c"

#define EXPORT(name) __attribute__((export_name(#name))) name

static struct tilerummy_camera camera;
static uint8_t pixels[4 * CAMERA_PIXELS], file[CAMERA_WEIGHTS], in_box[CAMERA_KINDS];

uint8_t *EXPORT(weights)(void) { return file; }

uint8_t *EXPORT(photo)(void) { return pixels; }

uint8_t *EXPORT(box)(void) { return in_box; }

const float *EXPORT(reply)(void) { return tilerummy_camera_reply(&camera); }

/* The most pixels a photograph may have. */
int EXPORT(most)(void) { return CAMERA_PIXELS; }

int EXPORT(load)(size_t length) {
    return length <= CAMERA_WEIGHTS ? tilerummy_camera_load(&camera, file, length) : CAMERA_BAD_WEIGHTS;
}

int EXPORT(read)(int width, int height, int as, int smallest, int wraps) {
    struct camera_request request = {pixels, width, height, as, smallest, wraps, in_box};
    return tilerummy_camera_read(&camera, &request);
}
