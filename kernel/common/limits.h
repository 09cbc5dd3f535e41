/* Small helpers, and the limits of a search: nodes counted, and now and then the clock. */

static int min_i(int a, int b) { return a < b ? a : b; }
static int max_i(int a, int b) { return a > b ? a : b; }
static uint64_t max_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Where a key is looked for in a table of 1 << bits. */
static uint32_t hash_slot(uint32_t key, int bits) { return key * 0x9E3779B1u >> (32 - bits); }

/* ---- limits ---------------------------------------------------------------------------------------------------- */

/* `nodes` states and, by `clock`, `nanoseconds` (0: no end). The clock is looked at in any case: a host that wants the
 * search to end says that it is the end of time. */
static struct limits limits_of(uint64_t nodes, uint64_t nanoseconds, tilerummy_clock clock) {
    struct limits s = {0, nodes, UINT64_MAX, clock};
    if (clock != NULL && nanoseconds) {
        uint64_t start = clock();
        if (nanoseconds < UINT64_MAX - start) s.deadline = start + nanoseconds;
    }
    return s;
}

static int expired(struct limits *s) {
    if (s->clock == NULL || s->clock() < s->deadline) return 0;
    s->limit = s->nodes;
    return 1;
}

/* Limits.over: nothing more may be spent, looking at the clock */
static int over(struct limits *s) { return s->nodes >= s->limit || expired(s); }

static int count_node(struct limits *s) {
    if (s->nodes >= s->limit) return 0;
    if (s->nodes % LOOK == LOOK - 1 && expired(s)) return 0;
    s->nodes++;
    return 1;
}

