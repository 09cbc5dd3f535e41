/* The compiled twin of the searches in src/tilerummy/solver: one translation unit. Each file says in its first
 * line which Python modules it repeats; those say why, and the names here are theirs. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#include "common/types.h"
#include "common/limits.h"
#include "regular/usable_tiles.c"
#include "regular/groups.c"
#include "regular/runs.c"
#include "regular/search.c"
#include "regular/astar.c"
#include "regular/placed_jokers.c"
#include "regular/melds.c"
#include "regular/stability.c"
#include "regular/codec.c"
#include "regular/answer.c"
#include "special/types.h"
#include "special/codec.c"
#include "special/groups.c"
#include "special/pricing.c"
#include "special/simplex.c"
#include "special/runs.c"
#include "special/two_colour.c"
#include "special/bounds.c"
#include "special/memory.c"
#include "special/search.c"
#include "special/melds.c"
#include "special/joker_places.c"
#include "special/answer.c"

    for (int i = 0; i < r->melds; i++) *to++ = kept[i];
    for (int i = 0; i < x->laid_count; i++) to = put_meld(to, i, x->laid[i].kinds, x->laid[i].length);
    return (size_t)(to - reply);
}

struct tilerummy_solver *tilerummy_new(void) {
    struct tilerummy_solver *s = calloc(1, sizeof *s);
    if (s == NULL || (s->special = new_special()) == NULL) {
        free(s);
        return NULL;
    }
    for (int top = 0; top <= MOST_COPIES; top++) make_run_states(&s->states[top], top);
    make_vector_needs(s);
    return s;
}

void tilerummy_free(struct tilerummy_solver *s) {
    if (s != NULL) free_special(s->special);
    free(s);
}

size_t tilerummy_search(struct tilerummy_solver *s, const uint8_t *request, size_t length, uint8_t *reply,
                        tilerummy_clock clock) {
    if (read_request(&s->request, request, length)) return answer(s, reply, clock);
    if (read_special(&s->special->request, request, length)) {
        size_t said = answer_special(s, s->special, reply, clock);
        if (s->special->room > MOST_STATES) make_room(s->special, MOST_STATES);
        return said;
    }
    memset(reply, 0, REPLY_HEAD);
    reply[0] = MALFORMED;
    return REPLY_HEAD;
}
