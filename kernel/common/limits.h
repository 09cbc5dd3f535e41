/* Small helpers, and the limits of a search: nodes counted, and now and then the clock. */

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }
static uint64_t greatest(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Where a key is looked for in a table of 1 << bits. */
static uint32_t slot(uint32_t key, int bits) { return key * 0x9E3779B1u >> (32 - bits); }

/* ---- spending ---------------------------------------------------------------------------------------------------- */

static int late(struct spending *s) {
    if (s->clock == NULL || s->clock() < s->deadline) return 0;
    s->limit = s->nodes;
    return 1;
}

/* Spending.over: nothing more may be spent, looking at the clock */
static int over(struct spending *s) { return s->nodes >= s->limit || late(s); }

static int take(struct spending *s) {
    if (s->nodes >= s->limit) return 0;
    if (s->nodes % LOOK == LOOK - 1 && late(s)) return 0;
    s->nodes++;
    return 1;
}

