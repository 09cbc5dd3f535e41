/* Requests of any bytes: read, and given to the search that is wide enough. */
#include "searches.c"
#include "regular/codec.c"
#include "special/codec.c"
#include "wide.h"

struct tilerummy_solver *tilerummy_new(void) { return new_solver(); }

void tilerummy_free(struct tilerummy_solver *s) {
    if (s != NULL) wide_free(s->wide);
    free_solver(s);
}

/* Whether there are no more than `most` tiles of each of these kinds. */
static int no_more_than(int most, const int *must, const int *may, int from, int to) {
    for (int kind = from; kind < to; kind++)
        if (must[kind] + may[kind] > most) return 0;
    return 1;
}

static struct wide_solver *wide_of(struct tilerummy_solver *s) {
    if (s->wide == NULL) s->wide = wide_new();
    return s->wide;
}

size_t tilerummy_answer(struct tilerummy_solver *s, uint8_t *reply, tilerummy_clock clock) { return answer(s, reply, clock); }

size_t tilerummy_search(struct tilerummy_solver *s, const uint8_t *request, size_t length, uint8_t *reply,
                        tilerummy_clock clock) {
    struct request *r = &s->request;
    struct special_request *x = &s->special->request;
    if (read_request(r, request, length)) {
        if (no_more_than(MOST_COPIES, r->must, r->may, 0, JOKER)) return answer(s, reply, clock);
        return wide_of(s) == NULL ? 0 : wide_answer(s->wide, r, reply, clock);
    }
    if (read_special(x, request, length)) {
        if (no_more_than(MOST_COPIES, x->must, x->may, 0, JOKER) &&
            no_more_than(SPECIAL_JOKERS, x->must, x->may, JOKER, DOUBLE) &&
            no_more_than(SPECIAL_OTHERS, x->must, x->may, DOUBLE, SPECIAL_KINDS))
            return answer_special(s, s->special, reply, clock);
        return wide_of(s) == NULL ? 0 : wide_answer_special(s->wide, x, reply, clock);
    }
    memset(reply, 0, REPLY_HEAD);
    reply[0] = MALFORMED;
    return REPLY_HEAD;
}
