/* The searches that are wide enough for every house rule, with memory of their own: see common/width.h. */
#ifndef TILERUMMY_WIDE_H
#define TILERUMMY_WIDE_H

#include "kernel.h"

struct wide_solver;
struct request;
struct special_request;

struct wide_solver *wide_new(void);
void wide_free(struct wide_solver *solver);
size_t wide_answer(struct wide_solver *solver, const struct request *request, uint8_t *reply, tilerummy_clock clock);
size_t wide_answer_special(struct wide_solver *solver, const struct special_request *request, uint8_t *reply,
                           tilerummy_clock clock);

#endif
