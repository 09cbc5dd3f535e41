/* Room for the states of a search: a million at first, more where that does not end it. */

static void free_special(struct special *x) {
    if (x == NULL) return;
    free(x->steps);
    free(x->waiting);
    free(x->stack);
    free(x->seen);
    free(x);
}

static struct special *new_special(void) {
    struct special *x = calloc(1, sizeof *x);
    if (x == NULL) return NULL;
    x->room = MOST_STATES;
    x->steps = calloc(x->room + SPECIAL_AHEAD, sizeof *x->steps);
    x->waiting = calloc(x->room + SPECIAL_AHEAD, sizeof *x->waiting);
    x->stack = calloc(x->room + SPECIAL_AHEAD, sizeof *x->stack);
    x->seen = calloc(2 * x->room, sizeof *x->seen);
    if (x->steps != NULL && x->waiting != NULL && x->stack != NULL && x->seen != NULL) return x;
    free_special(x);
    return NULL;
}

/* Room for so many states; whether there is memory for it. What was there stays, and no array is ever shorter than
 * `room` says, whichever of them was not to be had. */
static int make_room(struct special *x, uint32_t room) {
    size_t states = (size_t)room + SPECIAL_AHEAD;
    if (room < x->room) x->room = room;
    void *steps = realloc(x->steps, states * sizeof *x->steps);
    if (steps != NULL) x->steps = steps;
    void *waiting = realloc(x->waiting, states * sizeof *x->waiting);
    if (waiting != NULL) x->waiting = waiting;
    void *stack = realloc(x->stack, states * sizeof *x->stack);
    if (stack != NULL) x->stack = stack;
    void *seen = realloc(x->seen, 2 * (size_t)room * sizeof *x->seen);
    if (seen != NULL) x->seen = seen;
    if (steps == NULL || waiting == NULL || stack == NULL || seen == NULL) return 0;
    x->room = room;
    return 1;
}
