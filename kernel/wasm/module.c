/* The kernel as a module of WebAssembly: a request is written where `request` says, `search` answers it, and the reply
 * is read where `reply` says. The host brings the clock. */
#include "../kernel.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { PAGE = 1 << 16, REQUEST_MOST = 2048 };

__attribute__((import_module("host"), import_name("now"))) uint64_t now(void);

static struct tilerummy_solver *solver;
static uint8_t request_bytes[REQUEST_MOST], reply_bytes[TILERUMMY_REPLY_MOST];

/* Fresh pages, which are zero; the solver takes its memory once and keeps it. */
void *calloc(size_t count, size_t size) {
    size_t before = __builtin_wasm_memory_grow(0, (count * size + PAGE - 1) / PAGE);
    return before == (size_t)-1 ? NULL : (void *)(before * PAGE);
}

void *realloc(void *taken, size_t size) {
    (void)taken, (void)size;
    return NULL;
}

void free(void *taken) { (void)taken; }

uint8_t *EXPORT(request)(void) { return request_bytes; }

uint8_t *EXPORT(reply)(void) { return reply_bytes; }

/* The most bytes a request may have. */
size_t EXPORT(most)(void) { return REQUEST_MOST; }

/* The length of the reply; 0 where there is no memory for a search. */
size_t EXPORT(search)(size_t length) {
    if (solver == NULL && (solver = tilerummy_new()) == NULL) return 0;
    return tilerummy_search(solver, request_bytes, length, reply_bytes, now);
}
