/* Whole games between levels that ask for no more than the search can answer: bytes in, bytes out.
 *
 * src/tilerummy/bots/core/codec.py describes request and reply. The judge stays the judge: what is told here are moves,
 * of which it makes the events. */
#ifndef TILERUMMY_GAME_H
#define TILERUMMY_GAME_H

#include "kernel.h"

enum { TILERUMMY_GAME_MOST = 1 << 16 };

/* Play the game that a request of any bytes deals, into `reply` (TILERUMMY_GAME_MOST bytes); returns the reply's length.
 * `clock` may be NULL; where it says that it is the end of time the game ends unfinished. */
size_t tilerummy_play(struct tilerummy_solver *solver, const uint8_t *request, size_t length, uint8_t *reply,
                      tilerummy_clock clock);

#endif
