/* The searches, as one translation unit. Each file says in its first lines what it does and why. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

#include "common/width.h"
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
#include "regular/answer.c"
#include "special/types.h"
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

static struct tilerummy_solver *new_solver(void) {
    struct tilerummy_solver *s = calloc(1, sizeof *s);
    if (s == NULL || (s->special = new_special()) == NULL) {
        free(s);
        return NULL;
    }
    for (int top = 0; top <= MOST_COPIES; top++) make_run_states(&s->states[top], top);
    make_vector_needs(s);
    return s;
}

static void free_solver(struct tilerummy_solver *s) {
    if (s != NULL) free_special(s->special);
    free(s);
}
