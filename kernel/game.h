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

/* A game whose mover, at whatever seat, chooses between nothing and some plays. */
struct tilerummy_table;
enum { TILERUMMY_MOST_PLAYS = 64, TILERUMMY_TURNS_TOLD = 16 };
size_t tilerummy_table_size(void);

/* Deal the game of a request as above, whose levels do not matter; 0 where it is none. */
int tilerummy_deal(struct tilerummy_table *table, const uint8_t *request, size_t length);

/* Whether the mover has this choice, after they have looked; then to take it, which says whether that ends the game. */
int tilerummy_may(const struct tilerummy_table *table, int64_t choice);
int tilerummy_act(struct tilerummy_solver *solver, struct tilerummy_table *table, int64_t choice);

/* Where what the mover sees goes, all of it zeros before: see src/tilerummy/learning/. */
struct tilerummy_sight {
    int8_t *mask;
    float *choices, *tiles, *seats, *turns;
};

/* Look for the mover's choices, at most `plays` beside nothing, and put what they see; returns their seat, -1 where the
 * game is over or between another number of seats. */
int tilerummy_look(struct tilerummy_solver *solver, struct tilerummy_table *table, int plays, int seats,
                   const struct tilerummy_sight *to);

/* The reply of a game that is over. */
size_t tilerummy_ended(const struct tilerummy_table *table, uint8_t *reply);

#endif
