/* The same searches once more, wide: see common/width.h. */
#define WIDE
#define tilerummy_solver wide_solver

#ifdef __wasm__ /* which goes over the line: few ask for this part, and it may take longer */
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#endif

#include "searches.c"
#include "wide.h"

struct wide_solver *wide_new(void) { return new_solver(); }

void wide_free(struct wide_solver *s) { free_solver(s); }

size_t wide_answer(struct wide_solver *s, const struct request *request, uint8_t *reply, tilerummy_clock clock) {
    s->request = *request;
    return answer(s, reply, clock);
}

size_t wide_answer_special(struct wide_solver *s, const struct special_request *request, uint8_t *reply,
                           tilerummy_clock clock) {
    s->special->request = *request;
    return answer_special(s, s->special, reply, clock);
}

#ifdef __wasm__
#pragma clang attribute pop
#endif
