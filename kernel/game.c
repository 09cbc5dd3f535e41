/* Games played by the searches of kernel.c, as one translation unit. */
#include "game.h"

#include <string.h>

#include "common/width.h"
#include "common/types.h"
#include "game/types.h"
#include "game/codec.c"
#include "game/task.c"
#include "game/opening.c"
#include "game/asking.c"
#include "game/levels.c"
#include "game/turns.c"
#include "game/tables.c"
#include "game/sights.c"

size_t tilerummy_play(struct tilerummy_solver *s, const uint8_t *request, size_t length, uint8_t *reply,
                      tilerummy_clock clock) {
    struct game g;
    g.solver = s;
    g.clock = clock;
    g.moves = reply + REPLY_MOVES_AT;
    int outcome = read_game(&g, request, length) ? play_on(&g, reply + TILERUMMY_GAME_MOST) : GAME_MALFORMED;
    return put_game(&g, outcome, reply);
}
