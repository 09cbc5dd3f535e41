/* The search for the best melds, with regular and with special jokers: bytes in, bytes out.
 *
 * src/tilerummy/solver/regular/codec.py and special/codec.py describe request and reply; what a best play is says
 * definition.py there, in its shortest form. */
#ifndef TILERUMMY_KERNEL_H
#define TILERUMMY_KERNEL_H

#include <stddef.h>
#include <stdint.h>

enum { TILERUMMY_REPLY_MOST = 2048 };

struct tilerummy_solver;

/* Nanoseconds of a monotonic clock; UINT64_MAX ends the search that looks at it. */
typedef uint64_t (*tilerummy_clock)(void);

/* All memory a search needs, taken once; NULL when there is none. Pages not needed by a search are never touched. */
struct tilerummy_solver *tilerummy_new(void);
void tilerummy_free(struct tilerummy_solver *solver);

/* Answer a request of any bytes into `reply` (TILERUMMY_REPLY_MOST bytes); returns the reply's length. `clock` may be
 * NULL: then a budget of time is no limit. Each search looks at it after every few hundred pieces of work. Not reentrant on one solver. */
size_t tilerummy_search(struct tilerummy_solver *solver, const uint8_t *request, size_t length, uint8_t *reply,
                        tilerummy_clock clock);

/* Answer the request with regular jokers that stands in the solver, and is known to be one (game.c). */
size_t tilerummy_answer(struct tilerummy_solver *solver, uint8_t *reply, tilerummy_clock clock);

#endif
