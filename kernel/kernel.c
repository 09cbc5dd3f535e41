/* The compiled twin of src/tilerummy/solver/regular/reference.py. The Python modules say why; the names here are theirs:
 * bounds, groups, runs, walk, floors, crowded, placed, arrangement, laying, keeping, reference follow one another. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

/* States taken up before the walk begins anew, see crowded.py; tests have less. */
#ifndef CROWDED_PATIENCE
#define CROWDED_PATIENCE (1 << 14)
#endif

enum {
    VERSION = 4,
    JOKER = 52,
    KINDS = 53,
    PROVED = 0,
    NONE = 1,
    UNFINISHED = 2,
    FEASIBLE = 3,
    MALFORMED = 4,
    REPLY_HEAD = 15,
    BETWEEN = 255, /* new melds of a reply */
    VALUE = 1,
    OUT = 2,
    MOST_COPIES = 3,
    MOST_JOKERS = 8,
    MOST_TABLE = 80,
    MOST_LENGTH = 13,
    MOST_TILES = 200,
    MOST_STATES = 1 << 20,
    LOOK = 256, /* states, or what one state leads to, between two looks at the clock */
    TRIAL_STATES = 20,
    RUN_STATES = 20,
    VECTORS = 256,
    VECTOR_LISTS_BITS = 13,
    VECTOR_LISTS = 1 << VECTOR_LISTS_BITS,
    BLOCKS_KNOWN_BITS = 10,
    BLOCKS_KNOWN = 1 << BLOCKS_KNOWN_BITS,
    PLACINGS = 64,
    MOST_MELDS = 72,
    SEEN_LEAST = 1 << 11,
    SEEN_MOST = 1 << 21,
    PRIMARY_BITS = 24,
    SPENT_BITS = 18,
};

typedef int8_t rows[4][16]; /* tiles by colour, then number 1-13; 14 and 15 empty */

struct spending {
    uint64_t nodes, limit, deadline;
    tilerummy_clock clock; /* NULL: no limit of time */
};

struct vector {
    uint16_t asks;   /* bit 4 * colour + tiles given, for each colour */
    uint8_t grouped; /* tiles given, two bits for each colour */
    uint8_t needed;  /* jokers */
};

/* The vectors of one number, remembered: `key` is all they follow from, plus 1. */
struct vector_list {
    uint32_t key;
    int count;
    struct vector list[VECTORS];
};

/* A state of the walk: jokers spent (8 bits), the number to come (4), and STATE_BITS for each colour's open runs. */
typedef uint32_t state;
enum { STATE_BITS = 5, NUMBER_AT = 8, RUNS_AT = 12 };

/* One way to use the tiles of one colour at one number, runs.Option: asked and left, a byte each, and what it adds to the
 * state in the upper half. The sum of a way of each colour is a way of all. */
typedef uint64_t option;

struct ways {
    uint8_t count[4], fewest[4];       /* by tiles given to groups: the ways, and the fewest that one of them asks */
    uint8_t possible[MOST_JOKERS + 1]; /* by jokers at hand: bit n is set where there are ways for n tiles to groups */
    option way[4][4];
};

/* The ways of one colour at one number by state, remembered: `key` is all else that they follow from. */
struct block {
    uint32_t key, walk, made; /* `walk`: the last that used it; `made`: a bit for each state whose ways are there */
    struct ways ways[RUN_STATES];
};

/* One way with the jokers placed: placed.Placing */
struct placing {
    int8_t asked, left, places, jokers;
    uint16_t after;
};

struct placings {
    int count[4];
    struct placing way[4][PLACINGS];
};

/* A state and how it was reached: walk.Step */
struct step {
    state state;
    uint32_t how; /* the step before, above the 8 bits of the tiles given to groups */
};

/* A state of the walk with jokers placed: placed.Step */
struct placed_step {
    uint64_t opens; /* 16 bits for each colour */
    uint64_t how;   /* tiles and jokers in groups, places and jokers in runs on the way here */
    uint32_t before;
    uint16_t points;
    uint8_t number, jokers;
};

/* A state taken up, with the walk's stamp in the upper half. */
typedef uint64_t seen;

struct placed_seen {
    uint64_t opens;
    uint32_t stamp, rest;
};

struct arrangement {
    int8_t groups[14][4], group_jokers[14];
    int8_t runs[14][4], run_jokers[14][4];
    int spare;
};

struct walked {
    uint64_t cost;
    int found, proved;
};

struct meld {
    uint8_t length, kinds[16];
};

struct run {
    int8_t colour, first, length;
    uint8_t kinds[16];
};

struct group {
    int8_t number, length;
    uint8_t kinds[8];
};

struct request {
    int copies, objective, exact, penalty, threshold, melds;
    uint64_t nodes, nanoseconds;
    int must[KINDS], may[KINDS];
    struct meld table[MOST_TABLE];
};

struct run_states {
    int count;
    int8_t counts[RUN_STATES][3], total[RUN_STATES], needs[RUN_STATES];
    int8_t after[RUN_STATES][4];
    uint32_t no_worse[RUN_STATES]; /* a bit for each state */
};

/* A state that crowded.py has taken up: `before` is the last one before the same number, above 0. */
struct taken {
    uint64_t cost;
    state state;
    uint32_t before;
};

struct special;

struct tilerummy_solver {
    struct special *special;
    struct request request;
    struct run_states states[MOST_COPIES + 1];
    int8_t runs_through[MOST_COPIES + 1][MOST_JOKERS + 1][625]; /* value + 1; 0: not yet known */
    struct spending spending;
    struct vector_list vector_lists[VECTOR_LISTS];
    struct block blocks[4][BLOCKS_KNOWN];
    uint64_t alone[15][4][RUN_STATES][MOST_JOKERS + 1]; /* floors.Floors */
    uint8_t vector_needs[256]; /* jokers that groups of so many tiles take, by vector.grouped */
    struct placings placings[4];
    struct run run_list[MOST_MELDS];
    struct group group_list[MOST_MELDS];
    struct meld laid[MOST_MELDS];
    uint32_t stamp, walk, seen_mask, seen_count, waiting_count, stack_count;
    uint64_t waiting[MOST_STATES + 1];
    uint32_t stack[MOST_STATES + 1];
    union {
        struct {
            struct step steps[MOST_STATES + 1];
            seen seen[SEEN_MOST], moving[SEEN_MOST / 2];
            uint64_t costs[MOST_STATES + 1]; /* of the steps, where the table is crowded */
            struct taken taken[MOST_STATES + 1];
        } free;
        struct {
            struct placed_step steps[MOST_STATES + 1];
            struct placed_seen seen[SEEN_MOST], moving[SEEN_MOST / 2];
        } placed;
    } store;
};

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

/* ---- bounds ------------------------------------------------------------------------------------------------------ */

static int runs_through_slowly(const int have[4], int jokers, int top) {
    int best = 0;
    for (int ending = 0; ending <= top; ending++)
        for (int middle = 0; middle <= top - ending; middle++)
            for (int starting = 0; starting <= top - ending - middle; starting++) {
                int want[4] = {ending, ending + middle, middle + starting, starting};
                int lacking = 0, possible = 1;
                for (int i = 0; i < 4; i++) {
                    if (want[i] && have[i] < 0) possible = 0;
                    lacking += most(0, want[i] - most(have[i], 0));
                }
                if (possible && lacking <= jokers) best = most(best, ending + middle + starting);
            }
    return best;
}

static int runs_through(struct tilerummy_solver *s, const int have[4], int jokers, int top) {
    int at = (((have[0] + 1) * 5 + have[1] + 1) * 5 + have[2] + 1) * 5 + have[3] + 1;
    int8_t *known = &s->runs_through[top][jokers][at];
    if (*known == 0) *known = (int8_t)(runs_through_slowly(have, jokers, top) + 1);
    return *known - 1;
}

static int groups_with(int first, int second, int third, int jokers, int top) {
    int best = 0;
    for (int groups = 1; groups <= top; groups++)
        if (least(first, groups) + least(second, groups) + least(third, groups) + jokers >= 2 * groups) best = groups;
    return best;
}

static void usable(struct tilerummy_solver *s, rows here, int jokers, int top) {
    for (int number = 1; number < 14; number++)
        for (int colour = 0; colour < 4; colour++) {
            int8_t *row = here[colour];
            if (row[number] == 0) continue;
            int have[4] = {number > 2 ? row[number - 2] : -1, number > 1 ? row[number - 1] : -1,
                           number < 13 ? row[number + 1] : -1, number < 12 ? row[number + 2] : -1};
            int runs = runs_through(s, have, jokers, top);
            if (runs >= row[number]) continue;
            int other[3], at = 0;
            for (int c = 0; c < 4; c++)
                if (c != colour) other[at++] = here[c][number];
            int bound = runs + groups_with(other[0], other[1], other[2], jokers, top);
            row[number] = (int8_t)least(row[number], bound);
        }
}

/* ---- groups ------------------------------------------------------------------------------------------------------ */

static int number_of_groups(const int8_t tiles[4], int jokers) {
    int sum = tiles[0] + tiles[1] + tiles[2] + tiles[3], highest = 1;
    for (int c = 0; c < 4; c++) highest = most(highest, tiles[c]);
    for (int groups = highest; groups <= sum; groups++)
        if (3 * groups <= sum + jokers && sum + jokers <= 4 * groups) return groups;
    return 0;
}

/* groups.vectors, or with `placed` >= 0 those of groups.placed_vectors with that many jokers: in order of jokers, then the
 * more alike to `like`, then as made. */
static inline int make_vectors(const struct tilerummy_solver *s, rows here, int number, int jokers,
                               const int8_t like[4], int placed, struct vector *list) {
    int keys[VECTORS], unlike[4][4], count = 0;
    for (int c = 0; c < 4; c++)
        for (int tiles = 0; tiles < 4; tiles++) unlike[c][tiles] = abs(tiles - like[c]);
    for (int g0 = here[0][number]; g0 >= 0; g0--)
        for (int g1 = here[1][number]; g1 >= 0; g1--)
            for (int g2 = here[2][number]; g2 >= 0; g2--)
                for (int g3 = here[3][number]; g3 >= 0; g3--) {
                    int grouped = g0 | g1 << 2 | g2 << 4 | g3 << 6, needed = placed, at = count;
                    if (placed < 0) {
                        needed = s->vector_needs[grouped];
                        if (needed > jokers) continue;
                    } else if (placed + grouped > 0) {
                        const int8_t tiles[4] = {(int8_t)g0, (int8_t)g1, (int8_t)g2, (int8_t)g3};
                        if (!number_of_groups(tiles, placed)) continue;
                    }
                    int key = needed * 64 + unlike[0][g0] + unlike[1][g1] + unlike[2][g2] + unlike[3][g3];
                    for (; at > 0 && keys[at - 1] > key; at--) {
                        keys[at] = keys[at - 1];
                        list[at] = list[at - 1];
                    }
                    keys[at] = key;
                    list[at].asks = (uint16_t)(1 << g0 | 1 << (4 + g1) | 1 << (8 + g2) | 1 << (12 + g3));
                    list[at].grouped = (uint8_t)grouped;
                    list[at].needed = (uint8_t)needed;
                    count++;
                }
    return count;
}

static void make_vector_needs(struct tilerummy_solver *s) {
    for (int grouped = 0; grouped < 256; grouped++) {
        int g[4] = {grouped & 3, grouped >> 2 & 3, grouped >> 4 & 3, grouped >> 6};
        int highest = most(most(g[0], g[1]), most(g[2], g[3]));
        s->vector_needs[grouped] = (uint8_t)most(0, 3 * highest - g[0] - g[1] - g[2] - g[3]);
    }
}

/* All that the vectors of a number follow from, but the number of jokers placed. */
static uint32_t vectors_key(rows here, int number, int jokers, const int8_t like[4]) {
    uint32_t key = (uint32_t)jokers;
    for (int c = 0; c < 4; c++) key = key << 4 | (uint32_t)(here[c][number] & 3) << 2 | (uint32_t)(like[c] & 3);
    return key << 4;
}

/* The same, remembered by their key and `placed`; the list holds until the next call. */
static const struct vector_list *vectors_at(struct tilerummy_solver *s, uint32_t key, rows here, int number, int jokers,
                                            const int8_t like[4], int placed) {
    key += (uint32_t)placed + 2;
    struct vector_list *list = &s->vector_lists[slot(key, VECTOR_LISTS_BITS)];
    if (list->key != key) {
        list->key = key;
        list->count = make_vectors(s, here, number, jokers, like, placed, list->list);
    }
    return list;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static void make_run_states(struct run_states *s, int top) {
    int index[4][4][4];
    s->count = 0;
    for (int total = 0; total <= top; total++)
        for (int done = total; done >= 0; done--)
            for (int two = total - done; two >= 0; two--) {
                int one = total - done - two, at = s->count++;
                index[one][two][done] = at;
                s->counts[at][0] = (int8_t)one;
                s->counts[at][1] = (int8_t)two;
                s->counts[at][2] = (int8_t)done;
                s->needs[at] = (int8_t)(one + two);
                s->total[at] = (int8_t)total;
            }
    for (int at = 0; at < s->count; at++)
        for (int tiles = s->needs[at]; tiles <= top; tiles++) {
            int rest = tiles - s->needs[at], longer = least(s->counts[at][2], rest);
            s->after[at][tiles] = (int8_t)index[rest - longer][s->counts[at][0]][s->counts[at][1] + longer];
        }
    for (int at = 0; at < s->count; at++) {
        s->no_worse[at] = 0;
        for (int other = 0; other < s->count; other++)
            if (s->counts[other][0] <= s->counts[at][0] && s->needs[other] <= s->needs[at] &&
                s->counts[other][2] >= s->counts[at][2] && s->total[other] >= s->total[at])
                s->no_worse[at] |= 1u << other;
    }
}

static inline void make_ways(struct ways *w, const struct run_states *s, int state, int top, const int8_t *row,
                             int number, int must, int jokers, int colour) {
    int here = row[number], edge = least(2, 13 - number);
    memset(w->possible, 0, sizeof w->possible);
    for (int grouped = 0; grouped <= here; grouped++) {
        int count = 0, fewest = jokers + 1, keys[4];
        option *way = w->way[grouped];
        for (int tiles = s->needs[state]; tiles <= top; tiles++) {
            int used = least(tiles, here - grouped), after = s->after[state][tiles];
            int one = s->counts[after][0], two = s->counts[after][1];
            if (used + grouped < must || (edge == 0 && one + two) || (edge == 1 && one)) continue;
            int asked = tiles - used + most(0, one + two - row[number + 1]) + most(0, one - row[number + 2]);
            if (asked > jokers) continue;
            int left = here - grouped - used, key = left << 8 | asked, at = count++;
            fewest = least(fewest, asked);
            for (; at > 0 && keys[at - 1] > key; at--) {
                keys[at] = keys[at - 1];
                way[at] = way[at - 1];
            }
            keys[at] = key;
            way[at] = (option)key | (option)(tiles - used) << 32 | (option)after << (32 + RUNS_AT + STATE_BITS * colour);
        }
        w->count[grouped] = (uint8_t)count;
        w->fewest[grouped] = (uint8_t)fewest;
        for (int free = fewest; free <= jokers; free++) w->possible[free] |= (uint8_t)(1 << grouped);
    }
}

/* The block of a colour and number, which is this walk's from now on. */
static inline struct block *find_block(struct tilerummy_solver *s, int colour, int most_runs, int top,
                                       const int8_t *row, int number, int must, int jokers) {
    uint32_t key = (uint32_t)(most_runs | top << 2 | must << 4 | least(2, 13 - number) << 6 | jokers << 8) |
                   (uint32_t)(row[number] | row[number + 1] << 2 | row[number + 2] << 4) << 12;
    for (uint32_t at = slot(key, BLOCKS_KNOWN_BITS);; at = (at + 1) % BLOCKS_KNOWN) {
        struct block *block = &s->blocks[colour][at];
        if (block->key != key && block->walk == s->walk) continue;
        if (block->key != key) {
            block->key = key;
            block->made = 0;
        }
        block->walk = s->walk;
        return block;
    }
}

/* ---- what waits: a heap of cost, then depth, then the newest ------------------------------------------------------- */

static uint64_t waiting_key(uint64_t cost, int number, uint32_t made) {
    return cost << 24 | (uint64_t)(15 - number) << 20 | (MOST_STATES - made);
}

static void wait_for(struct tilerummy_solver *s, uint64_t key) {
    uint64_t *heap = s->waiting;
    uint32_t at = s->waiting_count++;
    while (at > 0 && heap[(at - 1) / 2] > key) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = key;
}

static uint64_t next_waiting(struct tilerummy_solver *s) {
    uint64_t *heap = s->waiting, top = heap[0], last = heap[--s->waiting_count];
    uint32_t at = 0, count = s->waiting_count;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) break;
        if (child + 1 < count && heap[child + 1] < heap[child]) child++;
        if (heap[child] >= last) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return top;
}

static void turn(uint32_t *from, uint32_t *to) {
    while (from < --to) {
        uint32_t kept = *from;
        *from++ = *to;
        *to = kept;
    }
}

static void start_walk(struct tilerummy_solver *s) {
    s->walk++;
    s->stamp++;
    s->seen_mask = SEEN_LEAST - 1;
    s->seen_count = s->waiting_count = s->stack_count = 0;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

/* Where a state is to be found, or to be noted where it is not known. */
static seen *find_seen(seen *table, uint32_t mask, seen wanted) {
    for (uint32_t at = (uint32_t)(wanted >> 8) * 0x9E3779B1u >> 8 & mask;; at = (at + 1) & mask)
        if ((table[at] ^ wanted) >> NUMBER_AT == 0 || table[at] >> 32 != wanted >> 32) return &table[at];
}

/* Whether what was found for a state is the same with no more jokers spent. */
static int no_worse(seen known, seen state) { return (known ^ state) >> NUMBER_AT == 0 && known <= state; }

static void grow_seen(struct tilerummy_solver *s) {
    seen *table = s->store.free.seen, *moving = s->store.free.moving;
    uint32_t count = 0;
    for (uint32_t at = 0; at <= s->seen_mask; at++)
        if (table[at] >> 32 == s->stamp) moving[count++] = table[at] + (UINT64_C(1) << 32);
    s->stamp++;
    s->seen_mask = s->seen_mask * 2 + 1;
    for (uint32_t at = 0; at < count; at++) *find_seen(table, s->seen_mask, moving[at]) = moving[at];
}

static int tiles_in_runs(const struct arrangement *a) {
    for (int number = 1; number < 14; number++)
        for (int colour = 0; colour < 4; colour++)
            if (a->runs[number][colour] > a->run_jokers[number][colour]) return 1;
    return 0;
}

static void drop_joker_runs(struct arrangement *a) {
    if (tiles_in_runs(a)) return;
    for (int number = 1; number < 14; number++)
        for (int colour = 0; colour < 4; colour++) a->spare += a->run_jokers[number][colour];
    memset(a->runs, 0, sizeof a->runs);
    memset(a->run_jokers, 0, sizeof a->run_jokers);
}

/* Whether no open run is unfinished. */
static int finished(const struct run_states *s, state at) {
    for (int c = 0; c < 4; c++)
        if (s->needs[at >> (RUNS_AT + STATE_BITS * c) & 31]) return 0;
    return 1;
}

static void arrangement_of(struct tilerummy_solver *s, uint32_t goal, rows here, int jokers, int top,
                           struct arrangement *a) {
    const struct step *steps = s->store.free.steps, *at = &steps[goal];
    memset(a, 0, sizeof *a);
    a->spare = jokers - (int)(at->state & 255);
    for (; at != steps; at = &steps[at->how >> 8]) {
        int number = (int)(at->state >> NUMBER_AT & 15) - 1;
        int highest = 0, sum = 0;
        for (int c = 0; c < 4; c++) {
            int grouped = (int)(at->how >> 2 * c & 3);
            int places = s->states[top].total[at->state >> (RUNS_AT + STATE_BITS * c) & 31];
            a->groups[number][c] = (int8_t)grouped;
            highest = most(highest, grouped);
            sum += grouped;
            a->runs[number][c] = (int8_t)places;
            a->run_jokers[number][c] = (int8_t)most(0, places - here[c][number] + grouped);
        }
        a->group_jokers[number] = (int8_t)most(0, 3 * highest - sum);
    }
    drop_joker_runs(a);
}

static struct walked walk(struct tilerummy_solver *s, rows must, rows here, int jokers, const uint64_t weights[14],
                          struct spending *spending, int8_t like[14][4], uint64_t cost, int first,
                          int last, uint32_t patience, struct arrangement *found) {
    int top = 0, tops[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; c++) {
        for (int number = 1; number < 14; number++) tops[c] = most(tops[c], here[c][number]);
        top = most(top, tops[c]);
    }
    struct step *steps = s->store.free.steps;
    seen *table = s->store.free.seen;
    uint64_t goal_cost = UINT64_MAX;
    uint32_t goal = 0, made = 0, tried = 0, taken = 0, vector_keys[14] = {0};
    struct block *blocks[14][4];
    start_walk(s);
    steps[0] = (struct step){(state)first << NUMBER_AT, 0};
    s->stack[s->stack_count++] = 0;
    while (s->stack_count || s->waiting_count) {
        if (!s->stack_count) {
            uint64_t key = next_waiting(s);
            cost = key >> 24;
            s->stack[s->stack_count++] = MOST_STATES - (uint32_t)(key & (MOST_STATES - 1));
        }
        uint32_t index = s->stack[--s->stack_count];
        const state at = steps[index].state;
        const int number = (int)(at >> NUMBER_AT & 15), spent = (int)(at & 255);
        const seen now = (seen)s->stamp << 32 | at;
        seen *known = find_seen(table, s->seen_mask, now);
        if (no_worse(*known, now)) continue;
        if (number > last && finished(&s->states[top], at)) {
            arrangement_of(s, index, here, jokers, top, found);
            return (struct walked){cost, 1, 1};
        }
        if (taken++ == patience || !take(spending)) goto ended;
        s->seen_count += *known >> 32 != s->stamp;
        *known = now;
        if (s->seen_count > s->seen_mask / 2) grow_seen(s);
        if (!vector_keys[number]) {
            vector_keys[number] = vectors_key(here, number, jokers, like[number]);
            for (int c = 0; c < 4; c++)
                blocks[number][c] =
                    find_block(s, c, top, tops[c], here[c], number, must[c][number], jokers);
        }
        const uint32_t free = (uint32_t)(jokers - spent), mask = s->seen_mask;
        const seen stamp = (seen)s->stamp << 32;
        const struct ways *ways[4];
        uint32_t possible = 0;
        for (int c = 0; c < 4; c++) {
            struct block *block = blocks[number][c];
            uint32_t state = at >> (RUNS_AT + STATE_BITS * c) & 31;
            struct ways *w = &block->ways[state];
            if (!(block->made >> state & 1)) {
                block->made |= 1u << state;
                make_ways(w, &s->states[top], (int)state, tops[c], here[c], number, must[c][number], jokers, c);
            }
            ways[c] = w;
            possible |= (uint32_t)w->possible[free] << 4 * c;
        }
        const struct vector_list *vectors =
            vectors_at(s, vector_keys[number], here, number, jokers, like[number], -1);
        const struct vector *vector = vectors->list, *end = vector + vectors->count;
        const uint64_t weight = weights[number];
        uint32_t *level = &s->stack[s->stack_count], *top_of_stack = level;
        for (; vector < end && vector->needed <= free; vector++) {
            if (vector->asks & ~possible) continue;
            if (++tried % LOOK == 0 && late(spending)) goto ended;
            const int grouped = vector->grouped, needed = vector->needed;
            const int g0 = grouped & 3, g1 = grouped >> 2 & 3, g2 = grouped >> 4 & 3, g3 = grouped >> 6;
            const option *first0 = ways[0]->way[g0], *end0 = first0 + ways[0]->count[g0];
            const option *first1 = ways[1]->way[g1], *end1 = first1 + ways[1]->count[g1];
            const option *first2 = ways[2]->way[g2], *end2 = first2 + ways[2]->count[g2];
            const option *first3 = ways[3]->way[g3], *end3 = first3 + ways[3]->count[g3];
            const int most2 = (int)free - ways[3]->fewest[g3], most1 = most2 - ways[2]->fewest[g2];
            const int most0 = most1 - ways[1]->fewest[g1];
            const option before = (option)needed | (option)(spent + needed + ((number + 1) << NUMBER_AT)) << 32;
            if (needed + ways[0]->fewest[g0] > most0) continue;
            for (const option *w0 = first0; w0 < end0; w0++) {
                const option sum0 = before + *w0;
                if ((int)(sum0 & 255) > most0) continue;
                for (const option *w1 = first1; w1 < end1; w1++) {
                    const option sum1 = sum0 + *w1;
                    if ((int)(sum1 & 255) > most1) continue;
                    for (const option *w2 = first2; w2 < end2; w2++) {
                        const option sum2 = sum1 + *w2;
                        if ((int)(sum2 & 255) > most2) continue;
                        for (const option *w3 = first3; w3 < end3; w3++) {
                            const option sum = sum2 + *w3;
                            if ((sum & 255) > free) continue;
                            const uint64_t more = (sum >> 8 & 255) * weight;
                            if (cost + more >= goal_cost) continue;
                            const seen next = stamp | sum >> 32;
                            if (no_worse(*find_seen(table, mask, next), next)) continue;
                            steps[++made] = (struct step){(state)next, index << 8 | (uint32_t)grouped};
                            if (number >= last && finished(&s->states[top], (state)next)) {
                                goal_cost = cost + more;
                                goal = made;
                            }
                            if (more)
                                wait_for(s, waiting_key(cost + more, number, made));
                            else
                                *top_of_stack++ = made;
                            if (made == MOST_STATES) goto ended;
                        }
                    }
                }
            }
        }
        turn(level, top_of_stack);
        s->stack_count += (uint32_t)(top_of_stack - level);
    }
    return (struct walked){0, 0, 1};
ended:
    if (goal) arrangement_of(s, goal, here, jokers, top, found);
    return (struct walked){cost, goal != 0, 0};
}

/* ---- floors ------------------------------------------------------------------------------------------------------ */

static const uint64_t NEVER = UINT64_C(1) << 56; /* the cost where there is no way */

static int group_jokers(rows here, int number, int colour, int grouped) {
    int highest = 0, others = 0;
    for (int c = 1; c < 4; c++)
        if (here[c][number] > here[highest][number]) highest = c;
    if (colour != highest) return 0;
    for (int c = 0; c < 4; c++)
        if (c != colour) others += least(grouped, here[c][number]);
    return most(0, 2 * grouped - others);
}

/* floors._alone, of all states */
static void make_alone(struct tilerummy_solver *s, const struct block *block, rows here, int number, int colour,
                       int jokers, int top, uint64_t weight) {
    for (int from = 0; from < s->states[top].count; from++) {
        const struct ways *w = &block->ways[from];
        uint64_t *row = s->alone[number][colour][from];
        for (int free = 0; free <= jokers; free++) row[free] = NEVER;
        for (int grouped = 0; grouped <= here[colour][number]; grouped++)
            for (int i = 0; i < w->count[grouped]; i++) {
                option way = w->way[grouped][i];
                int used = group_jokers(here, number, colour, grouped) + (int)(way >> 32 & 255);
                uint64_t left = (way >> 8 & 255) * weight;
                const uint64_t *rest = s->alone[number + 1][colour][way >> (32 + RUNS_AT + STATE_BITS * colour) & 31];
                for (int free = used; free <= jokers; free++)
                    if (left + rest[free - used] < row[free]) row[free] = left + rest[free - used];
            }
    }
}

static void make_floors(struct tilerummy_solver *s, struct block *blocks[14][4], rows must, rows here, int jokers,
                        int top, const int tops[4], const uint64_t weights[14]) {
    const struct run_states *states = &s->states[top];
    for (int c = 0; c < 4; c++)
        for (int at = 0; at < states->count; at++)
            for (int free = 0; free <= jokers; free++) s->alone[14][c][at][free] = states->needs[at] ? NEVER : 0;
    for (int number = 13; number > 0; number--)
        for (int c = 0; c < 4; c++) {
            struct block *block = find_block(s, c, top, tops[c], here[c], number, must[c][number], jokers);
            for (int at = 0; at < states->count; at++)
                if (!(block->made >> at & 1))
                    make_ways(&block->ways[at], states, at, tops[c], here[c], number, must[c][number], jokers, c);
            block->made = (1u << states->count) - 1;
            blocks[number][c] = block;
            make_alone(s, block, here, number, c, jokers, top, weights[number]);
        }
}

/* floors.Floors.least */
static uint64_t floor_at(const struct tilerummy_solver *s, state at, int free) {
    const uint64_t *row[4];
    uint64_t pair[2][MOST_JOKERS + 1], found = 2 * NEVER;
    for (int c = 0; c < 4; c++)
        row[c] = s->alone[at >> NUMBER_AT & 15][c][at >> (RUNS_AT + STATE_BITS * c) & 31];
    for (int half = 0; half < 2; half++)
        for (int jokers = 0; jokers <= free; jokers++) {
            pair[half][jokers] = 2 * NEVER;
            for (int one = 0; one <= jokers; one++) {
                uint64_t sum = row[2 * half][one] + row[2 * half + 1][jokers - one];
                if (sum < pair[half][jokers]) pair[half][jokers] = sum;
            }
        }
    for (int one = 0; one <= free; one++)
        if (pair[0][one] + pair[1][free - one] < found) found = pair[0][one] + pair[1][free - one];
    return found;
}

/* ---- the walk of a crowded table --------------------------------------------------------------------------------- */

/* Where a state is noted that was made, or is to be noted. */
static seen *find_made(struct tilerummy_solver *s, seen wanted) {
    seen *table = s->store.free.seen;
    uint32_t at = (uint32_t)wanted * 0x9E3779B1u >> 11;
    while (table[at] != wanted && table[at] >> 32 == s->stamp) at = (at + 1) % SEEN_MOST;
    return &table[at];
}

/* crowded._dropped; `last` is the last state taken up before this number. -1: time is up. */
static int dropped(const struct tilerummy_solver *s, const struct run_states *states, state at, uint64_t cost,
                   uint32_t last, struct spending *spending, uint32_t *tried) {
    uint32_t no_worse[4];
    for (int c = 0; c < 4; c++) no_worse[c] = states->no_worse[at >> (RUNS_AT + STATE_BITS * c) & 31];
    for (const struct taken *t = &s->store.free.taken[last]; t != s->store.free.taken; t = &s->store.free.taken[t->before]) {
        if (++*tried % LOOK == 0 && late(spending)) return -1;
        if ((t->state & 255) > (at & 255) || t->cost > cost) continue;
        uint32_t all = 1;
        for (int c = 0; c < 4; c++) all &= no_worse[c] >> (t->state >> (RUNS_AT + STATE_BITS * c) & 31);
        if (all) return 1;
    }
    return 0;
}

/* What one state leads to at this level, in the order in which it is taken up: fewest jokers, then most runs open. */
static void order_level(const struct tilerummy_solver *s, const struct run_states *states, uint32_t first, uint32_t count,
                        uint32_t *level) {
    enum { RUNS = 4 * MOST_COPIES + 1, KEYS = (MOST_JOKERS + 1) * RUNS };
    uint32_t from[KEYS + 1] = {0};
    for (int put = 0; put < 2; put++) {
        for (uint32_t index = first; index < first + count; index++) {
            const state at = s->store.free.steps[index].state;
            int key = (int)(at & 255) * RUNS + RUNS - 1;
            for (int c = 0; c < 4; c++) key -= states->total[at >> (RUNS_AT + STATE_BITS * c) & 31];
            if (put)
                level[from[key]++] = index;
            else
                from[key + 1]++;
        }
        if (!put)
            for (int key = 0; key < KEYS; key++) from[key + 1] += from[key];
    }
}

/* crowded._search; `walked` is how far walk() came, `found` what it found */
static struct walked walk_crowded(struct tilerummy_solver *s, rows must, rows here, int jokers,
                                  const uint64_t weights[14], int8_t like[14][4], uint64_t base, struct walked walked,
                                  struct arrangement *found) {
    struct spending *spending = &s->spending;
    struct step *steps = s->store.free.steps;
    struct taken *taken = s->store.free.taken;
    uint64_t *costs = s->store.free.costs;
    uint32_t made = 0, taken_count = 0, tried = 0, last[15] = {0};
    struct block *blocks[14][4];
    int top = 0, tops[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; c++) {
        for (int number = 1; number < 14; number++) tops[c] = most(tops[c], here[c][number]);
        top = most(top, tops[c]);
    }
    const struct run_states *states = &s->states[top];
    start_walk(s);
    make_floors(s, blocks, must, here, jokers, top, tops, weights);
    steps[0] = (struct step){(state)1 << NUMBER_AT, 0};
    costs[0] = base;
    uint64_t level = base + floor_at(s, steps[0].state, jokers);
    if (level >= NEVER) return (struct walked){0, 0, 1};
    s->stack[s->stack_count++] = 0;
    while (s->stack_count || s->waiting_count) {
        uint32_t index;
        if (s->stack_count) {
            index = s->stack[--s->stack_count];
            const state at = steps[index].state;
            const int number = (int)(at >> NUMBER_AT & 15);
            if (number == 14) {
                arrangement_of(s, index, here, jokers, top, found);
                return (struct walked){costs[index], 1, 1};
            }
            int drop = dropped(s, states, at, costs[index], last[number], spending, &tried);
            if (drop < 0) goto ended;
            if (drop) continue;
            taken[++taken_count] = (struct taken){costs[index], at, last[number]};
            last[number] = taken_count;
        } else {
            uint64_t key = next_waiting(s);
            level = key >> 24;
            index = MOST_STATES - 1 - (uint32_t)(key & (MOST_STATES - 1));
        }
        if (!take(spending)) goto ended;
        const state at = steps[index].state;
        const uint64_t cost = costs[index];
        const int number = (int)(at >> NUMBER_AT & 15), spent = (int)(at & 255);
        const uint32_t free = (uint32_t)(jokers - spent), first = made + 1;
        const struct ways *ways[4];
        uint32_t possible = 0;
        uint64_t higher = NEVER;
        for (int c = 0; c < 4; c++) {
            ways[c] = &blocks[number][c]->ways[at >> (RUNS_AT + STATE_BITS * c) & 31];
            possible |= (uint32_t)ways[c]->possible[free] << 4 * c;
        }
        const struct vector_list *vectors =
            vectors_at(s, vectors_key(here, number, jokers, like[number]), here, number, jokers, like[number], -1);
        const struct vector *vector = vectors->list, *end = vector + vectors->count;
        for (; vector < end && vector->needed <= free; vector++) {
            if (vector->asks & ~possible) continue;
            const int grouped = vector->grouped, needed = vector->needed;
            const int g[4] = {grouped & 3, grouped >> 2 & 3, grouped >> 4 & 3, grouped >> 6};
            const option before = (option)needed | (option)(spent + needed + ((number + 1) << NUMBER_AT)) << 32;
            for (int i0 = 0; i0 < ways[0]->count[g[0]]; i0++) {
                const option sum0 = before + ways[0]->way[g[0]][i0];
                for (int i1 = 0; i1 < ways[1]->count[g[1]]; i1++) {
                    if (++tried % LOOK == 0 && late(spending)) goto ended;
                    const option sum1 = sum0 + ways[1]->way[g[1]][i1];
                    if ((sum1 & 255) > free) continue;
                    for (int i2 = 0; i2 < ways[2]->count[g[2]]; i2++) {
                        const option sum2 = sum1 + ways[2]->way[g[2]][i2];
                        if ((sum2 & 255) > free) continue;
                        for (int i3 = 0; i3 < ways[3]->count[g[3]]; i3++) {
                            const option sum = sum2 + ways[3]->way[g[3]][i3];
                            if ((sum & 255) > free) continue;
                            const state next = (state)(sum >> 32);
                            const uint64_t left = cost + (sum >> 8 & 255) * weights[number];
                            const seen wanted = (seen)s->stamp << 32 | next;
                            if (left >= higher) continue;
                            seen *known = find_made(s, wanted);
                            if (*known == wanted) continue;
                            const uint64_t floor = left + floor_at(s, next, jokers - (int)(next & 255));
                            if (floor > level && floor < higher) higher = floor;
                            if (floor != level) continue;
                            *known = wanted;
                            steps[++made] = (struct step){next, index << 8 | (uint32_t)grouped};
                            costs[made] = left;
                            if (made == MOST_STATES) goto ended;
                        }
                    }
                }
            }
        }
        uint32_t *above = &s->stack[s->stack_count];
        order_level(s, states, first, made + 1 - first, above);
        s->stack_count += made + 1 - first;
        turn(above, &s->stack[s->stack_count]);
        if (higher < NEVER) wait_for(s, waiting_key(higher, number, index + 1));
    }
    return (struct walked){0, 0, 1};
ended:
    if (level > walked.cost) walked.cost = level;
    return walked;
}

/* ---- the walk with jokers placed --------------------------------------------------------------------------------- */

/* placed.Open in 16 bits: three each for the runs of one, two and more places and those of one joker; four for the runs
 * of two and of more jokers, of which MOST_JOKERS jokers can make only so many. */
static const uint8_t bare_twos[16] = {0, 1, 2, 3, 4, 0, 1, 2, 0, 1}, bare_mores[16] = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2};

static uint16_t advance(uint16_t opens, int places, int jokers, int *possible) {
    static const int first_with[3] = {0, 5, 8};
    int one = opens & 7, two = opens >> 3 & 7, more = opens >> 6 & 7;
    int bare_one = opens >> 9 & 7, bare_two = bare_twos[opens >> 12], bare_more = bare_mores[opens >> 12];
    int rest = places - (one + two + bare_one + bare_two + bare_more);
    *possible = rest >= 0;
    if (rest < 0) return 0;
    int longer = least(more, rest), begun = rest - longer, tiles = places - jokers;
    int saved_more = least(tiles, bare_more);
    int saved_two = least(tiles - saved_more, bare_two);
    int saved_one = least(tiles - saved_more - saved_two, bare_one);
    int begun_tile = least(tiles - saved_more - saved_two - saved_one, begun);
    int twos = bare_one - saved_one, mores = bare_more - saved_more + bare_two - saved_two;
    *possible = 2 * twos + 3 * mores <= MOST_JOKERS;
    if (!*possible) return 0;
    return (uint16_t)(begun_tile | (one + saved_one) << 3 | (longer + two + saved_more + saved_two) << 6 |
                      (begun - begun_tile) << 9 | (first_with[mores] + twos) << 12);
}

static void make_placings(struct placings *p, uint16_t opens, int top, const int8_t *row, int number, int must,
                          int jokers) {
    int here = row[number], edge = least(2, 13 - number);
    for (int grouped = 0; grouped <= here; grouped++) {
        int count = 0, free = here - grouped;
        struct placing *way = p->way[grouped];
        for (int places = 0; places <= top; places++)
            for (int used = most(0, places - free); used <= least(places, jokers); used++) {
                int possible, left = free - places + used;
                uint16_t after = advance(opens, places, used, &possible);
                if (!possible || here - left < must) continue;
                int at_two = (after & 7) + (after >> 9 & 7);
                int at_one = at_two + (after >> 3 & 7) + bare_twos[after >> 12] + bare_mores[after >> 12];
                if ((edge == 0 && at_one) || (edge == 1 && at_two)) continue;
                int asked = used + most(0, at_one - row[number + 1]) + most(0, at_two - row[number + 2]);
                if (asked > jokers || count == PLACINGS) continue;
                int at = count++;
                for (; at > 0 && (way[at - 1].left > left || (way[at - 1].left == left && way[at - 1].asked > asked));
                     at--)
                    way[at] = way[at - 1];
                way[at] = (struct placing){(int8_t)asked, (int8_t)left, (int8_t)places, (int8_t)used, after};
            }
        p->count[grouped] = count;
    }
}

static struct placed_seen *find_placed(struct tilerummy_solver *s, uint64_t opens, uint32_t rest) {
    uint64_t hash = (opens ^ (uint64_t)rest * UINT64_C(0xC2B2AE3D27D4EB4F)) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t at = (uint32_t)(hash >> 40) & s->seen_mask;
    for (;; at = (at + 1) & s->seen_mask) {
        struct placed_seen *entry = &s->store.placed.seen[at];
        if (entry->stamp != s->stamp || (entry->opens == opens && entry->rest == rest)) return entry;
    }
}

static void grow_placed(struct tilerummy_solver *s) {
    struct placed_seen *from = s->store.placed.seen, *moving = s->store.placed.moving;
    uint32_t count = 0;
    for (uint32_t at = 0; at <= s->seen_mask; at++)
        if (from[at].stamp == s->stamp) moving[count++] = from[at];
    s->stamp++;
    s->seen_mask = s->seen_mask * 2 + 1;
    for (uint32_t at = 0; at < count; at++) {
        struct placed_seen *entry = find_placed(s, moving[at].opens, moving[at].rest);
        *entry = moving[at];
        entry->stamp = s->stamp;
    }
}

static void see_placed(struct tilerummy_solver *s, uint64_t opens, uint32_t rest) {
    struct placed_seen *entry = find_placed(s, opens, rest);
    if (entry->stamp == s->stamp) return;
    *entry = (struct placed_seen){opens, s->stamp, rest};
    if (++s->seen_count > s->seen_mask / 2) grow_placed(s);
}

static int placed_before(struct tilerummy_solver *s, uint64_t opens, uint32_t rest) {
    return find_placed(s, opens, rest)->stamp == s->stamp;
}

static uint32_t rest_of(int number, int jokers, int points) {
    return (uint32_t)number | (uint32_t)jokers << 4 | (uint32_t)points << 8;
}

static void placed_arrangement(struct tilerummy_solver *s, uint32_t goal, struct arrangement *a) {
    const struct placed_step *steps = s->store.placed.steps, *at = &steps[goal];
    memset(a, 0, sizeof *a);
    for (; at->number > 1; at = &steps[at->before]) {
        int number = at->number - 1;
        for (int c = 0; c < 4; c++) {
            a->groups[number][c] = (int8_t)(at->how >> 2 * c & 3);
            a->runs[number][c] = (int8_t)(at->how >> (12 + 8 * c) & 15);
            a->run_jokers[number][c] = (int8_t)(at->how >> (16 + 8 * c) & 15);
        }
        a->group_jokers[number] = (int8_t)(at->how >> 8 & 15);
    }
}

struct terms {
    int must, may, threshold;
    uint64_t left, spent;
};

static int most_runs(int copies, int jokers) { return least(copies + jokers, (5 * copies + jokers) / 3); }

static struct walked walk_placed(struct tilerummy_solver *s, rows must, rows here, const uint64_t weights[14],
                                 const struct terms *terms, int8_t like[14][4], uint64_t cost,
                                 struct arrangement *found) {
    struct placed_step *steps = s->store.placed.steps;
    int jokers = terms->must + terms->may, tops[4], above[14] = {0};
    uint64_t goal_cost = UINT64_MAX;
    uint32_t goal = 0, made = 0, tried = 0;
    for (int c = 0; c < 4; c++) {
        int copies = 0;
        for (int number = 1; number < 14; number++) copies = most(copies, here[c][number]);
        tops[c] = most_runs(copies, jokers);
    }
    for (int number = 12; number >= 0; number--) {
        above[number] = above[number + 1];
        for (int c = 0; c < 4; c++) above[number] += (number + 1) * here[c][number + 1];
    }
    if (above[0] + 13 * jokers < terms->threshold) return (struct walked){0, 0, 1};
    start_walk(s);
    memset(&steps[0], 0, sizeof steps[0]);
    steps[0].number = 1;
    s->stack[s->stack_count++] = 0;
    while (s->stack_count || s->waiting_count) {
        if (!s->stack_count) {
            uint64_t key = next_waiting(s);
            cost = key >> 24;
            s->stack[s->stack_count++] = MOST_STATES - (uint32_t)(key & (MOST_STATES - 1));
        }
        uint32_t index = s->stack[--s->stack_count];
        const struct placed_step at = steps[index];
        int number = at.number;
        if (placed_before(s, at.opens, rest_of(number, at.jokers, at.points))) continue;
        if (number == 14) {
            placed_arrangement(s, index, found);
            return (struct walked){cost, 1, 1};
        }
        if (!take(&s->spending)) goto ended;
        see_placed(s, at.opens, rest_of(number, at.jokers, at.points));
        for (int c = 0; c < 4; c++)
            make_placings(&s->placings[c], (uint16_t)(at.opens >> 16 * c), tops[c], here[c], number, must[c][number],
                          jokers);
        int joker_above = number < 13 ? 13 : 0;
        uint32_t level = s->stack_count, key = vectors_key(here, number, jokers, like[number]);
        for (int needed = 0; needed <= jokers - at.jokers; needed++) {
            const struct vector_list *vectors = vectors_at(s, key, here, number, jokers, like[number], needed);
            for (int v = 0; v < vectors->count; v++) {
                int grouped = vectors->list[v].grouped;
                const int g[4] = {grouped & 3, grouped >> 2 & 3, grouped >> 4 & 3, grouped >> 6};
                int free0 = jokers - at.jokers - needed;
                const struct placings *p = s->placings;
                for (int i0 = 0; i0 < p[0].count[g[0]]; i0++) {
                    const struct placing *w0 = &p[0].way[g[0]][i0];
                    int free1 = free0 - w0->asked;
                    if (free1 < 0) continue;
                    for (int i1 = 0; i1 < p[1].count[g[1]]; i1++) {
                        if (++tried % LOOK == 0 && late(&s->spending)) goto ended;
                        const struct placing *w1 = &p[1].way[g[1]][i1];
                        int free2 = free1 - w1->asked;
                        if (free2 < 0) continue;
                        for (int i2 = 0; i2 < p[2].count[g[2]]; i2++) {
                            const struct placing *w2 = &p[2].way[g[2]][i2];
                            int free3 = free2 - w2->asked;
                            if (free3 < 0) continue;
                            for (int i3 = 0; i3 < p[3].count[g[3]]; i3++) {
                                const struct placing *w3 = &p[3].way[g[3]][i3];
                                if (w3->asked > free3) continue;
                                int lie = at.jokers + needed + w0->jokers + w1->jokers + w2->jokers + w3->jokers;
                                int laid = g[0] + g[1] + g[2] + g[3] + needed + w0->places + w1->places + w2->places +
                                           w3->places;
                                int score = least(terms->threshold, at.points + number * laid);
                                if (score + above[number] + joker_above * (jokers - lie) < terms->threshold) continue;
                                uint64_t more =
                                    (uint64_t)(w0->left + w1->left + w2->left + w3->left) * weights[number];
                                if (number == 13) {
                                    if (lie < terms->must) continue;
                                    more += (uint64_t)(jokers - lie) * terms->left +
                                            (uint64_t)(lie - terms->must) * terms->spent;
                                }
                                if (cost + more >= goal_cost) continue;
                                uint64_t after = (uint64_t)w0->after | (uint64_t)w1->after << 16 |
                                                 (uint64_t)w2->after << 32 | (uint64_t)w3->after << 48;
                                if (placed_before(s, after, rest_of(number + 1, lie, score))) continue;
                                made++;
                                uint64_t how = (uint64_t)(grouped | needed << 8);
                                const struct placing *way[4] = {w0, w1, w2, w3};
                                for (int c = 0; c < 4; c++)
                                    how |= (uint64_t)way[c]->places << (12 + 8 * c) |
                                           (uint64_t)way[c]->jokers << (16 + 8 * c);
                                steps[made] = (struct placed_step){
                                    after, how, index, (uint16_t)score, (uint8_t)(number + 1), (uint8_t)lie};
                                if (number == 13) {
                                    goal_cost = cost + more;
                                    goal = made;
                                }
                                if (more)
                                    wait_for(s, waiting_key(cost + more, number, made));
                                else
                                    s->stack[s->stack_count++] = made;
                                if (made == MOST_STATES) goto ended;
                            }
                        }
                    }
                }
            }
        }
        turn(&s->stack[level], &s->stack[s->stack_count]);
    }
    return (struct walked){0, 0, 1};
ended:
    if (goal) placed_arrangement(s, goal, found);
    return (struct walked){cost, goal != 0, 0};
}

/* ---- arrangement ------------------------------------------------------------------------------------------------- */

/* Share the spare jokers among the groups, most to the highest numbers; `shares` may be NULL. */
static int share(const struct arrangement *a, int number, int spare, int8_t *shares) {
    if (spare == 0) return 1;
    if (number == 0) return 0;
    for (int part = spare; part >= 0; part--)
        if (part == 0 || number_of_groups(a->groups[number], a->group_jokers[number] + part))
            if (share(a, number - 1, spare - part, shares)) {
                if (shares) shares[number] = (int8_t)part;
                return 1;
            }
    return 0;
}

static int has_room(const struct arrangement *a) {
    return a->spare == 0 || tiles_in_runs(a) || share(a, 13, a->spare, NULL);
}

static void seat_spare(struct arrangement *a) {
    int8_t shares[14] = {0};
    if (a->spare == 0 || tiles_in_runs(a) || !share(a, 13, a->spare, shares)) return;
    for (int number = 1; number < 14; number++) a->group_jokers[number] += shares[number];
    a->spare = 0;
}

static int empty(const struct arrangement *a) {
    for (int number = 1; number < 14; number++)
        for (int c = 0; c < 4; c++)
            if (a->groups[number][c] || a->runs[number][c]) return 0;
    return 1;
}

/* ---- laying ------------------------------------------------------------------------------------------------------ */

static int bare(const struct run *r) {
    for (int i = 0; i < r->length; i++)
        if (r->kinds[i] != JOKER) return 0;
    return 1;
}

/* The runs of one colour; jokers in runs that hold nothing else are spare. `list` has room for all. */
static int lay_runs(const struct arrangement *a, int colour, struct run *list, int *spare) {
    struct run open[8];
    int opened = 0, count = 0;
    for (int number = 1; number < 15; number++) {
        int places = number < 14 ? a->runs[number][colour] : 0;
        int jokers = number < 14 ? a->run_jokers[number][colour] : 0;
        int goes[8], longer = places, going = 0, given = 0;
        for (int i = 0; i < opened; i++) {
            goes[i] = open[i].length < 3 || bare(&open[i]);
            longer -= goes[i];
        }
        for (int i = opened - 1; i >= 0; i--)
            if (!goes[i] && longer > 0) {
                goes[i] = 1;
                longer--;
            }
        for (int i = 0; i < opened; i++)
            if (goes[i])
                open[going++] = open[i];
            else if (bare(&open[i]))
                *spare += open[i].length;
            else
                list[count++] = open[i];
        opened = going;
        while (opened < places) open[opened++] = (struct run){(int8_t)colour, (int8_t)number, 0, {0}};
        for (int i = 0; i < opened; i++) goes[i] = i >= going ? 1 : bare(&open[i]) ? 0 : 2;
        for (int turn_of = 0; turn_of < 3; turn_of++)
            for (int i = 0; i < opened; i++)
                if (goes[i] == turn_of) {
                    int tile = given++ < places - jokers;
                    open[i].kinds[open[i].length++] = (uint8_t)(tile ? colour * 13 + number - 1 : JOKER);
                }
    }
    return count;
}

static int lay_groups(const struct arrangement *a, int number, struct group *list) {
    int jokers = a->group_jokers[number], groups = number_of_groups(a->groups[number], jokers), dealt = 0;
    for (int i = 0; i < groups; i++) list[i] = (struct group){(int8_t)number, 0, {0}};
    if (groups == 0) return 0;
    for (int c = 0; c <= 4; c++)
        for (int i = 0; i < (c < 4 ? a->groups[number][c] : jokers); i++) {
            struct group *to = &list[dealt++ % groups];
            to->kinds[to->length++] = (uint8_t)(c < 4 ? c * 13 + number - 1 : JOKER);
        }
    return groups;
}

static void lay_spare(struct run *runs, int *run_count, struct group *groups, int group_count) {
    int best = 0, at = -1, way = 0;
    for (int i = 0; i < *run_count; i++) {
        int last = runs[i].first + runs[i].length - 1;
        if (last < 13 && last + 1 > best) best = last + 1, at = i, way = 0;
        if (runs[i].first > 1 && runs[i].first - 1 > best) best = runs[i].first - 1, at = i, way = 1;
    }
    for (int i = 0; i < group_count; i++)
        if (groups[i].length == 3 && groups[i].number > best) best = groups[i].number, at = i, way = 2;
    if (at < 0) {
        if (*run_count == 0) return;
        struct run *longest = runs;
        for (int i = 1; i < *run_count; i++)
            if (runs[i].length > longest->length) longest = &runs[i];
        int tile = 0; /* the first; no run here is bare */
        while (longest->kinds[tile] == JOKER) tile++;
        int cut = most(3, tile + 1);
        struct run *rest = &runs[(*run_count)++];
        *rest = (struct run){longest->colour, (int8_t)(longest->first + cut), (int8_t)(longest->length - cut), {0}};
        memcpy(rest->kinds, longest->kinds + cut, (size_t)rest->length);
        longest->length = (int8_t)cut;
        longest->kinds[longest->length++] = JOKER;
    } else if (way == 0) {
        runs[at].kinds[runs[at].length++] = JOKER;
    } else if (way == 1) {
        memmove(runs[at].kinds + 1, runs[at].kinds, (size_t)runs[at].length);
        runs[at].kinds[0] = JOKER;
        runs[at].length++;
        runs[at].first--;
    } else {
        groups[at].kinds[groups[at].length++] = JOKER;
    }
}

static int meld_after(const struct meld *one, const struct meld *other) {
    int same = memcmp(one->kinds, other->kinds, (size_t)least(one->length, other->length));
    return same > 0 || (same == 0 && one->length > other->length);
}

static void add_meld(struct meld *melds, int *count, const uint8_t *kinds, int length) {
    struct meld made = {(uint8_t)length, {0}};
    memcpy(made.kinds, kinds, (size_t)length);
    int at = (*count)++;
    for (; at > 0 && meld_after(&melds[at - 1], &made); at--) melds[at] = melds[at - 1];
    melds[at] = made;
}

/* The melds in canonical order into s->laid; returns how many. */
static int lay(struct tilerummy_solver *s, const struct arrangement *arrangement) {
    struct arrangement a = *arrangement;
    int run_count = 0, group_count = 0, count = 0;
    seat_spare(&a);
    for (int c = 0; c < 4; c++) run_count += lay_runs(&a, c, s->run_list + run_count, &a.spare);
    for (int number = 1; number < 14; number++) group_count += lay_groups(&a, number, s->group_list + group_count);
    for (; a.spare > 0; a.spare--) lay_spare(s->run_list, &run_count, s->group_list, group_count);
    for (int i = 0; i < run_count; i++) add_meld(s->laid, &count, s->run_list[i].kinds, s->run_list[i].length);
    for (int i = 0; i < group_count; i++) add_meld(s->laid, &count, s->group_list[i].kinds, s->group_list[i].length);
    return count;
}

static int meld_points(const struct meld *m) {
    int at = 0, points = 0;
    while (m->kinds[at] == JOKER) at++;
    int kind = m->kinds[at], number = kind % 13 + 1, first = number - at;
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] != JOKER && m->kinds[i] != kind && m->kinds[i] % 13 == kind % 13) return number * m->length;
    if (first < 1 || first + m->length > 14) return number * m->length;
    for (int i = 0; i < m->length; i++) points += first + i;
    return points;
}

static int points(const struct meld *melds, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += meld_points(&melds[i]);
    return sum;
}

/* ---- keeping ----------------------------------------------------------------------------------------------------- */

static int tiles_of(const struct meld *m, int at[MOST_LENGTH]) {
    int count = 0;
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] != JOKER) at[count++] = i;
    return count;
}

static void groups_of(const struct request *r, int8_t like[14][4]) {
    int at[MOST_LENGTH];
    memset(like, 0, 14 * 4);
    for (int i = 0; i < r->melds; i++) {
        const struct meld *m = &r->table[i];
        int count = tiles_of(m, at);
        if (count > 1 && m->kinds[at[0]] % 13 == m->kinds[at[1]] % 13)
            for (int t = 0; t < count; t++) {
                int kind = m->kinds[at[t]];
                like[kind % 13 + 1][kind / 13]++;
            }
    }
}

static int take_group(const struct meld *m, const int *at, int count, struct arrangement *a) {
    int number = m->kinds[at[0]] % 13 + 1, jokers = m->length - count, sum = 0, holds = 1;
    int8_t *row = a->groups[number];
    struct arrangement before = *a;
    for (int t = 0; t < count; t++)
        if (row[m->kinds[at[t]] / 13]-- <= 0) holds = 0;
    a->group_jokers[number] -= (int8_t)jokers;
    for (int c = 0; c < 4; c++) sum += row[c];
    int left = a->group_jokers[number];
    if (holds && left >= 0 && (sum + left == 0 || number_of_groups(row, left)) && has_room(a)) return 1;
    *a = before;
    return 0;
}

static int runs_hold(const struct arrangement *a, int colour) {
    int one = 0, two = 0, more = 0;
    for (int number = 1; number < 14; number++) {
        int rest = a->runs[number][colour] - one - two, longer;
        if (rest < 0) return 0;
        longer = least(more, rest);
        more = two + longer;
        two = one;
        one = rest - longer;
    }
    return one + two == 0;
}

static int take_run(const struct meld *m, int colour, int first, struct arrangement *a) {
    struct arrangement before = *a;
    for (int i = 0; i < m->length; i++) {
        int number = first + i, jokers = a->run_jokers[number][colour];
        int have = m->kinds[i] == JOKER ? jokers : a->runs[number][colour] - jokers;
        if (have == 0) {
            *a = before;
            return 0;
        }
        a->runs[number][colour]--;
        if (m->kinds[i] == JOKER) a->run_jokers[number][colour]--;
    }
    if (runs_hold(a, colour) && has_room(a)) return 1;
    *a = before;
    return 0;
}

static int take_out(const struct meld *m, struct arrangement *a) {
    int at[MOST_LENGTH], count = tiles_of(m, at);
    if (count < 2) return 0;
    int kind = m->kinds[at[0]];
    if (kind % 13 == m->kinds[at[1]] % 13) return take_group(m, at, count, a);
    return take_run(m, kind / 13, kind % 13 + 1 - at[0], a);
}

static void change(rows used, const struct meld *m, int by) {
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] != JOKER) used[m->kinds[i] / 13][m->kinds[i] % 13 + 1] += (int8_t)by;
}

/* walk.walk_all */
static int arrange_all(struct tilerummy_solver *s, rows used, int jokers, int8_t like[14][4], struct arrangement *found) {
    static const uint64_t no_weights[14] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    uint64_t rest = s->spending.limit - s->spending.nodes;
    struct spending trial = {0, rest < TRIAL_STATES ? rest : TRIAL_STATES, 0, NULL};
    int first = 0, last = 0;
    for (int number = 1; number < 14; number++)
        if (used[0][number] | used[1][number] | used[2][number] | used[3][number]) {
            if (!first) first = number;
            last = number;
        }
    if (!first) {
        memset(found, 0, sizeof *found);
        found->spare = jokers;
        return has_room(found);
    }
    first = most(1, first - least(2, jokers));
    struct walked walked = walk(s, used, used, jokers, no_weights, &trial, like, 0, first, last, MOST_STATES, found);
    s->spending.nodes += trial.nodes;
    return walked.found && has_room(found);
}

static void keep(struct tilerummy_solver *s, rows used, int jokers, struct arrangement *arrangement, int8_t like[14][4],
                 uint8_t *kept) {
    const struct request *r = &s->request;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < r->melds; i++) {
            const struct meld *m = &r->table[i];
            struct arrangement again;
            int at[MOST_LENGTH], own = m->length - tiles_of(m, at);
            if (kept[i]) continue;
            int lies = take_out(m, arrangement);
            if (!lies && round == 0) continue;
            change(used, m, -1);
            if (!lies && !arrange_all(s, used, jokers - own, like, &again)) {
                change(used, m, 1);
                continue;
            }
            if (!lies) *arrangement = again;
            kept[i] = 1;
            jokers -= own;
        }
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

static uint64_t little(const uint8_t *from, int bytes) {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | from[i];
    return value;
}

static uint8_t *put_little(uint8_t *to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *to++ = (uint8_t)(value >> 8 * i);
    return to;
}

/* Whether the tiles can be a meld as laid: their colours all differ and their numbers do not, or the other way round
 * with each number in its place. */
static int is_meld(const struct meld *m) {
    int at[MOST_LENGTH], count = tiles_of(m, at), group = m->length <= 4, run = 1;
    if (m->length < 3) return 0;
    for (int t = 0; t < count; t++) {
        int kind = m->kinds[at[t]], first = m->kinds[at[0]];
        if (kind % 13 != first % 13) group = 0;
        for (int u = 0; u < t; u++)
            if (m->kinds[at[u]] == kind) group = 0;
        if (kind / 13 != first / 13 || kind - at[t] != first - at[0]) run = 0;
        if (kind % 13 - at[t] < 0 || kind % 13 - at[t] + m->length > 13) run = 0;
    }
    return group || run;
}

static int read_request(struct request *r, const uint8_t *data, size_t length) {
    enum { HEAD = 28 };
    int tiles = 0;
    if (length <= HEAD || data[0] != VERSION) return 0;
    r->copies = data[1];
    r->objective = data[2];
    r->exact = data[3];
    r->penalty = (int)little(data + 4, 2);
    r->threshold = (int)little(data + 6, 2);
    r->nodes = little(data + 8, 8);
    r->nanoseconds = little(data + 16, 8);
    size_t musts = (size_t)little(data + 24, 2), start = HEAD + musts + (size_t)little(data + 26, 2);
    if (r->copies < 1 || r->copies > MOST_COPIES || r->objective > OUT || r->exact > 1) return 0;
    if (r->penalty > 500 || r->threshold > 300 || start > HEAD + MOST_TILES || length <= start) return 0;
    memset(r->must, 0, sizeof r->must);
    memset(r->may, 0, sizeof r->may);
    for (size_t at = HEAD; at < start; at++) {
        if (data[at] > JOKER) return 0;
        (at < HEAD + musts ? r->must : r->may)[data[at]]++;
    }
    r->melds = data[start];
    if (r->melds > MOST_TABLE) return 0;
    size_t at = start + 1;
    for (int i = 0; i < r->melds; i++) {
        if (at >= length || data[at] < 1 || data[at] > MOST_LENGTH || at + 1 + data[at] > length) return 0;
        r->table[i].length = data[at];
        for (int t = 0; t < data[at]; t++) {
            uint8_t kind = data[at + 1 + (size_t)t];
            if (kind > JOKER) return 0;
            r->must[kind]++;
            r->table[i].kinds[t] = kind;
        }
        if (!is_meld(&r->table[i])) return 0;
        at += 1 + (size_t)data[at];
    }
    for (int kind = 0; kind < KINDS; kind++) {
        tiles += r->must[kind] + r->may[kind];
        if (r->must[kind] + r->may[kind] > (kind == JOKER ? MOST_JOKERS : r->copies)) return 0;
    }
    return at == length && tiles <= MOST_TILES;
}

/* ---- reference --------------------------------------------------------------------------------------------------- */

static void to_rows(const int counts[KINDS], rows to) {
    memset(to, 0, sizeof(rows));
    for (int kind = 0; kind < JOKER; kind++) to[kind / 13][kind % 13 + 1] = (int8_t)counts[kind];
}

/* What `here` leaves of the tiles is hopeless: its cost into `base`; 0 where it must lie. */
static int hopeless(rows must, rows have, rows here, const uint64_t weights[14], uint64_t *base) {
    *base = 0;
    for (int c = 0; c < 4; c++)
        for (int number = 1; number < 14; number++) {
            if (here[c][number] < must[c][number]) return 0;
            *base += (uint64_t)(have[c][number] - here[c][number]) * weights[number];
        }
    return 1;
}

/* reference._best: `found` is how to lay, `walked` the proof. */
static struct walked best(struct tilerummy_solver *s, const int must[KINDS], const int may[KINDS], int8_t like[14][4],
                          struct arrangement *found) {
    const struct request *r = &s->request;
    int by_value = r->objective == VALUE, jokers = must[JOKER] + may[JOKER], top = 0, any_must = 0;
    uint64_t weights[14], one = UINT64_C(1) << PRIMARY_BITS, base;
    uint64_t joker_left = by_value ? (uint64_t)r->penalty * one + 1 : one + (uint64_t)r->penalty;
    rows must_rows, have, here;
    for (int number = 0; number < 14; number++)
        weights[number] = by_value ? (uint64_t)number * one + 1 : one + (uint64_t)number;
    to_rows(must, must_rows);
    to_rows(may, have);
    for (int kind = 0; kind < KINDS; kind++) any_must |= must[kind];
    for (int c = 0; c < 4; c++)
        for (int number = 1; number < 14; number++) {
            have[c][number] = (int8_t)(have[c][number] + must_rows[c][number]);
            top = most(top, have[c][number]);
        }
    memcpy(here, have, sizeof here);
    usable(s, here, jokers, top);
    if (!hopeless(must_rows, have, here, weights, &base)) return (struct walked){0, 0, 1};
    memset(found, 0, sizeof *found);
    if (r->penalty || !by_value || !may[JOKER]) {
        struct walked walked =
            walk(s, must_rows, here, jokers, weights, &s->spending, like, base, 1, 13, CROWDED_PATIENCE, found);
        if (!walked.proved && s->spending.nodes < s->spending.limit)
            walked = walk_crowded(s, must_rows, here, jokers, weights, like, base, walked, found);
        if (!walked.found) return walked;
        if (empty(found) && !any_must) {
            memset(found, 0, sizeof *found);
            if (r->threshold) return (struct walked){walked.cost, 0, walked.proved};
            return (struct walked){walked.cost + (uint64_t)may[JOKER] * joker_left, 1, walked.proved};
        }
        if (has_room(found) && (!r->threshold || points(s->laid, lay(s, found)) >= r->threshold)) return walked;
        if (!walked.proved) return (struct walked){walked.cost, 0, 0};
    }
    struct terms terms = {must[JOKER], may[JOKER], r->threshold, joker_left, UINT64_C(1) << SPENT_BITS};
    return walk_placed(s, must_rows, here, weights, &terms, like, base, found);
}

/* The head of a reply, with the kinds left behind; returns where it goes on. */
static uint8_t *put_head(uint8_t *to, int outcome, uint64_t bound, uint64_t nodes, const int *left, int left_kinds) {
    uint8_t *counted = to + REPLY_HEAD - 2, *kinds = to + REPLY_HEAD;
    *to++ = (uint8_t)outcome;
    to = put_little(to, bound, 4);
    put_little(to, nodes, 8);
    for (int kind = 0; kind < left_kinds; kind++)
        for (int i = 0; i < left[kind]; i++) *kinds++ = (uint8_t)kind;
    put_little(counted, (uint64_t)(kinds - counted - 2), 2);
    return kinds;
}

/* A new meld, behind `before` others; returns where the reply goes on. */
static uint8_t *put_meld(uint8_t *to, int before, const uint8_t *kinds, int length) {
    if (before) *to++ = BETWEEN;
    memcpy(to, kinds, (size_t)length);
    return to + length;
}

static size_t answer(struct tilerummy_solver *s, uint8_t *reply, tilerummy_clock clock) {
    struct request *r = &s->request;
    int must[KINDS], may[KINDS], left[KINDS], jokers, nothing = 1, whole = 1, on_table[KINDS] = {0};
    int8_t like[14][4];
    uint8_t kept[MOST_TABLE] = {0};
    struct arrangement found;
    rows used;
    s->spending = (struct spending){0, r->nodes, 0, r->nanoseconds ? clock : NULL};
    if (s->spending.clock) {
        uint64_t start = clock();
        s->spending.deadline = r->nanoseconds > UINT64_MAX - start ? UINT64_MAX : start + r->nanoseconds;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        int all = r->exact || r->objective == OUT;
        must[kind] = r->must[kind] + (all ? r->may[kind] : 0);
        may[kind] = all ? 0 : r->may[kind];
    }
    groups_of(r, like);
    struct walked walked = best(s, must, may, like, &found);
    if (!walked.found) {
        uint8_t *to = put_head(reply, walked.proved ? NONE : UNFINISHED, walked.cost >> PRIMARY_BITS, s->spending.nodes, may, KINDS);
        memset(to, 0, (size_t)r->melds);
        return (size_t)(to + r->melds - reply);
    }
    jokers = found.spare;
    memset(used, 0, sizeof used);
    for (int number = 1; number < 14; number++) {
        jokers += found.group_jokers[number];
        for (int c = 0; c < 4; c++) {
            int taken = found.run_jokers[number][c];
            used[c][number] = (int8_t)(found.groups[number][c] + found.runs[number][c] - taken);
            jokers += taken;
        }
    }
    for (int i = 0; i < r->melds; i++)
        for (int t = 0; t < r->table[i].length; t++) on_table[r->table[i].kinds[t]]++;
    for (int kind = 0; kind < KINDS; kind++) {
        int lies = kind == JOKER ? jokers : used[kind / 13][kind % 13 + 1];
        left[kind] = must[kind] + may[kind] - lies;
        if (left[kind] != may[kind]) nothing = 0;
        if (on_table[kind] != must[kind]) whole = 0;
    }
    if (r->melds && nothing && whole) {
        memset(kept, 1, sizeof kept);
        memset(&found, 0, sizeof found);
    } else if (r->melds) {
        keep(s, used, jokers, &found, like, kept);
    }
    int count = lay(s, &found);
    uint8_t *to = put_head(reply, walked.proved ? PROVED : FEASIBLE, walked.cost >> PRIMARY_BITS, s->spending.nodes, left, KINDS);
    for (int i = 0; i < r->melds; i++) *to++ = kept[i];
    for (int i = 0; i < count; i++) to = put_meld(to, i, s->laid[i].kinds, s->laid[i].length);
    return (size_t)(to - reply);
}

/* ---- special jokers: rules and requests --------------------------------------------------------------------------- */

/* The twin of special_reference.py and the modules it names: special_request, _groups, _prices, _simplex, _sale, _runs,
 * _borders, _bounds, _walk, _melds, _places, _keeping follow one another. */

/* States taken up before the walk looks for prices; tests have less. */
#ifndef SPECIAL_PATIENCE
#define SPECIAL_PATIENCE 3000
#endif

enum {
    SPECIAL_VERSION = 103,
    DOUBLE = 53,
    BORDER = 54,
    MIRRORED = 55,
    SPECIAL_KINDS = 56,
    SPECIAL_HEAD = 35,
    SPECIAL_JOKERS = 4, /* most regular jokers; of the others */
    SPECIAL_OTHERS = 2,
    SPECIAL_TABLE = 60,
    SPECIAL_LENGTH = 27,
    SPECIAL_RUNS = 16,
    SPECIAL_MELDS = 96,
    SPECIAL_PLACES = 1 << 15,
    SPECIAL_LISTS = UINT16_MAX,
    LEFTS = (SPECIAL_JOKERS + 1) * (SPECIAL_OTHERS + 1) * (SPECIAL_OTHERS + 1) * (SPECIAL_OTHERS + 1),
    SPECIAL_OPTIONS = 1 << 19,
    SPECIAL_MOVES = 1 << 20,
    SPECIAL_STATES = MOST_STATES + (1 << 13), /* as many as one state may lead to besides */
    SPECIAL_SEEN = 1 << 21,
    GROUP_KINDS = 4096,
    END = 65,
    LOSS_BITS = 40,
    SPECIAL_SPENT_BITS = 20,
    NEVER_BITS = 55,
    SMALL_BITS = 30,
    PLAIN = 3,
    CROSSING = 4,
    FAR_BITS = 56,
    ABSENT_BITS = 53,
    DEAR = 256,
    NEARLY = 1 << 16,
    MARGIN = 1 << 20,
    MOST_STEPS = 1000,
    PROGRAM_ROWS = 56 + 52,
    COLUMN_KINDS = 32,
    SPECIAL_TRIAL = 100,
    OWN_STATES = 500,
    MOST_TRIES = 4096,
    FREE_J = 1,
    FREE_D = 2,
    FREE_C = 4,
};

static const double LOSS_UNIT = (double)(UINT64_C(1) << LOSS_BITS);

/* A run's code: see special_runs.py */
enum {
    LENGTH = 3,
    REAL = 4,
    COVERED = 8,
    ENTERED = 16,
    JOKERS_AT = 5,
    RUN_JOKERS = 7 << JOKERS_AT,
    MIRROR = 256,
    SIDES_AT = 9,
    SIDES = 3 << SIDES_AT,
    FALLING = 2048,
    COLOUR_AT = 12,
    COLOUR = 7 << COLOUR_AT,
    NO_COLOUR = 4,
    LED = 1 << 15,
    WANTS_NEVER = 99,
};

struct meld_rules {
    uint8_t per_set, all_jokers, mirror_least, mirror_most, any_colours, border_any, mirror_counts;
};

struct special_meld {
    uint8_t length, kinds[SPECIAL_LENGTH];
};

struct special_request {
    int copies, objective, exact, penalty, threshold, melds;
    uint64_t nodes, nanoseconds;
    struct meld_rules rules;
    int must[SPECIAL_KINDS], may[SPECIAL_KINDS];
    struct special_meld table[SPECIAL_TABLE];
};

/* Part of a group: colours as bits, and jokers */
struct side {
    uint8_t colours, regular, doubles;
};

struct group_kind {
    uint8_t reals[4], regular, doubles, mirrors;
    struct side left, right;
};

/* Every group the rules know, and of what tiles groups can be made: the first of them plus 2, 1 for none, 0 unknown. */
struct group_kinds {
    int count, known;
    struct meld_rules rules;
    struct group_kind list[GROUP_KINDS];
    int16_t first[256][SPECIAL_JOKERS + 1][SPECIAL_OTHERS + 1][SPECIAL_OTHERS + 1];
};

/* The open runs of one colour behind one number, and what follows from them. */
struct place {
    uint16_t runs[SPECIAL_RUNS];
    uint8_t count, colour, number, open, covered, mirrored;
    uint8_t wanting;
    uint16_t options[LEFTS]; /* by the jokers left: its list of options, 0 while unknown */
    uint64_t lost;
    int64_t rest; /* what the runs still pay at least, by the prices */
};

/* The options of a place while so many jokers are left. */
struct option_list {
    uint32_t first, count;
};

struct special_option {
    uint32_t moves, place;
    uint16_t borders[SPECIAL_OTHERS], points;
    uint8_t real, grouped, used[4], border_count, move_count;
};

struct special_step {
    uint64_t cost, lost; /* of all places */
    uint32_t before, how;
    uint16_t places[4], borders[SPECIAL_OTHERS], points;
    uint8_t used[4], at, reals, border_count, wanting;
};

struct special_waiting {
    uint64_t floor, order;
};

struct special_seen {
    uint32_t stamp, tag, step; /* tag: of the hash, so that few steps need be looked at */
};

struct saved {
    uint64_t regular, doubles, borders, mirrors, mirrored;
};

/* special_prices.Prices: `known` if there are any */
struct prices {
    int known, any_colours;
    const int *tiles;
    int64_t price[SPECIAL_KINDS], rest[4][4][16][5], sold[END + 1];
};

/* The kinds of a meld that is being priced, and the run that it leaves open; `covered` is negative for none. */
struct way {
    int64_t price;
    int count, covered, need, number, colour;
    uint8_t kinds[COLUMN_KINDS];
};

/* A column of the program: numbers by row, in the order in which the rows come up. */
struct column {
    int count, rows[COLUMN_KINDS], numbers[COLUMN_KINDS];
    double cost;
};

/* special_simplex.Program */
struct program {
    int kinds, some, size, kind[SPECIAL_KINDS], row[SPECIAL_KINDS], some_row[PROGRAM_ROWS];
    double costs[PROGRAM_ROWS], leave[PROGRAM_ROWS], amounts[PROGRAM_ROWS], worth[PROGRAM_ROWS];
    double inverse[PROGRAM_ROWS][PROGRAM_ROWS];
};

struct laid {
    uint16_t code;
    uint8_t left[14], right[14], lefts, rights, right_covered;
};

struct laid_list {
    int count;
    struct laid list[SPECIAL_RUNS];
};

/* What an option is made of on its way: special_runs.Part */
struct part {
    uint16_t out[SPECIAL_RUNS], borders[SPECIAL_OTHERS], moves[2 * SPECIAL_RUNS];
    uint8_t outs, border_count, move_count, real, used[4], ended;
    int points;
};

struct special {
    struct special_request request;
    struct group_kinds groups;
    /* of one walk */
    const struct meld_rules *rules;
    struct spending *spending;
    int must[SPECIAL_KINDS], tiles[SPECIAL_KINDS], free, threshold, overflow;
    uint64_t leave[SPECIAL_KINDS];
    rows rows_here;
    int top;
    uint64_t lost[4][15][MOST_COPIES + 1], worst[4][16];
    struct saved saved[14];
    struct prices prices;
    struct program program;
    uint64_t dearest;
    uint32_t place_count, list_count, option_count, move_count, stamp, made, goal, waiting_count, stack_count, level_from;
    uint32_t seen_mask, seen_count;
    uint64_t floor, goal_cost;
    struct place places[SPECIAL_PLACES];
    uint32_t place_of[2 * SPECIAL_PLACES], place_stamp[2 * SPECIAL_PLACES];
    struct option_list lists[SPECIAL_LISTS];
    struct special_option options[SPECIAL_OPTIONS];
    uint16_t moves[SPECIAL_MOVES];
    struct special_step steps[SPECIAL_STATES];
    struct special_waiting waiting[SPECIAL_STATES];
    uint32_t stack[SPECIAL_STATES];
    struct special_seen seen[SPECIAL_SEEN];
    struct special_meld laid[SPECIAL_MELDS];
    int laid_count;
    uint32_t path[END + 1];
    /* the maker of options */
    struct {
        int number, colour, must, here, weight, start_count, after[3];
        uint8_t left[4];
        uint16_t start_moves[24], start_blanks[24];
        uint32_t first;
    } maker;
    struct arrangement plain;
    struct special_meld others[SPECIAL_MELDS];
    int other_count;
};

/* Whether numbered tiles are a meld as laid. */
static int is_plain_meld(const struct special_meld *m) {
    int group = 1, run = 1;
    for (int i = 0; i < m->length; i++) {
        if (m->kinds[i] % 13 != m->kinds[0] % 13) group = 0;
        for (int j = 0; j < i; j++)
            if (m->kinds[i] == m->kinds[j]) group = 0;
        if (m->kinds[i] != m->kinds[0] + i) run = 0;
    }
    return group || (run && m->kinds[0] / 13 == m->kinds[m->length - 1] / 13);
}

static int has_jokers(const struct special_meld *m) {
    for (int i = 0; i < m->length; i++)
        if (m->kinds[i] >= JOKER) return 1;
    return 0;
}

static int read_special(struct special_request *r, const uint8_t *data, size_t length) {
    int tiles = 0;
    if (length <= SPECIAL_HEAD || data[0] != SPECIAL_VERSION) return 0;
    r->copies = data[1];
    r->objective = data[2];
    r->exact = data[3];
    r->penalty = (int)little(data + 4, 2);
    r->threshold = (int)little(data + 6, 2);
    r->nodes = little(data + 8, 8);
    r->nanoseconds = little(data + 16, 8);
    size_t must_end = SPECIAL_HEAD + (size_t)little(data + 24, 2), start = must_end + (size_t)little(data + 26, 2);
    memcpy(&r->rules, data + 28, sizeof r->rules);
    if (r->copies < 1 || r->copies > MOST_COPIES || r->objective > OUT || r->exact > 1) return 0;
    if (r->penalty > 500 || r->threshold > 300 || start > SPECIAL_HEAD + MOST_TILES || length <= start) return 0;
    if (r->rules.per_set > 16 || r->rules.mirror_least < 1 || r->rules.mirror_least > 3) return 0;
    if (r->rules.mirror_most < 1 || r->rules.mirror_most > 4) return 0;
    if ((r->rules.all_jokers | r->rules.any_colours | r->rules.border_any | r->rules.mirror_counts) > 1) return 0;
    memset(r->must, 0, sizeof r->must);
    memset(r->may, 0, sizeof r->may);
    for (size_t at = SPECIAL_HEAD; at < start; at++) {
        if (data[at] >= SPECIAL_KINDS) return 0;
        (at < must_end ? r->must : r->may)[data[at]]++;
    }
    r->melds = data[start];
    if (r->melds > SPECIAL_TABLE) return 0;
    size_t at = start + 1;
    for (int i = 0; i < r->melds; i++) {
        struct special_meld *m = &r->table[i];
        if (at >= length || data[at] < 3 || data[at] > SPECIAL_LENGTH || at + 1 + data[at] > length) return 0;
        m->length = data[at];
        for (int t = 0; t < m->length; t++) {
            uint8_t kind = data[at + 1 + (size_t)t];
            if (kind >= SPECIAL_KINDS) return 0;
            r->must[kind]++;
            m->kinds[t] = kind;
        }
        if (!has_jokers(m) && !is_plain_meld(m)) return 0;
        at += 1 + (size_t)data[at];
    }
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        int limit = kind < JOKER ? r->copies : kind == JOKER ? SPECIAL_JOKERS : SPECIAL_OTHERS;
        tiles += r->must[kind] + r->may[kind];
        if (r->must[kind] + r->may[kind] > limit) return 0;
    }
    return at == length && tiles <= MOST_TILES;
}

/* ---- special jokers: groups --------------------------------------------------------------------------------------- */

static int few_jokers(const struct meld_rules *rules, int reals, int jokers) {
    return (rules->all_jokers || reals) && (!rules->per_set || jokers <= rules->per_set);
}

static int bits(int colours) { return (colours & 1) + (colours >> 1 & 1) + (colours >> 2 & 1) + (colours >> 3 & 1); }

/* The nth choice of colours in the order of special_groups.SUBSETS, as bits by colour. */
static int subset(int nth) { return (nth >> 3 & 1) | (nth >> 2 & 1) << 1 | (nth >> 1 & 1) << 2 | (nth & 1) << 3; }

static void add_group(struct group_kinds *g, struct side left, struct side right, int mirrors) {
    struct group_kind *k = &g->list[g->count];
    for (int c = 0; c < 4; c++) k->reals[c] = (uint8_t)((left.colours >> c & 1) + (right.colours >> c & 1));
    k->regular = (uint8_t)(left.regular + right.regular);
    k->doubles = (uint8_t)(left.doubles + right.doubles);
    k->mirrors = (uint8_t)mirrors;
    k->left = left;
    k->right = right;
    for (int i = 0; mirrors && i < g->count; i++)
        if (g->list[i].mirrors && memcmp(g->list[i].reals, k->reals, 6) == 0) return;
    /* more jokers than a request may hold need not be known */
    if (k->regular > SPECIAL_JOKERS || k->doubles > SPECIAL_OTHERS || g->count == GROUP_KINDS - 1) return;
    g->count++;
}

static void make_groups(struct group_kinds *g, const struct meld_rules *rules) {
    static const struct side none = {0, 0, 0};
    memset(g->first, 0, sizeof g->first);
    g->count = 0;
    g->known = 1;
    g->rules = *rules;
    for (int nth = 0; nth < 16; nth++)
        for (int regular = 0; regular < 5; regular++)
            for (int doubles = 0; doubles < 2; doubles++) {
                struct side side = {(uint8_t)subset(nth), (uint8_t)regular, (uint8_t)doubles};
                int physical = bits(side.colours) + regular;
                int fits = doubles ? physical == 2 : physical == 3 || physical == 4;
                if (fits && few_jokers(rules, side.colours, regular + doubles)) add_group(g, side, none, 0);
            }
    for (int size = rules->mirror_least; size <= rules->mirror_most; size++) {
        struct side sides[48];
        int count = 0;
        for (int nth = 0; nth < 16; nth++)
            for (int doubles = 0; doubles < 3; doubles++) {
                int colours = subset(nth), regular = size - bits(colours) - 2 * doubles;
                if (regular >= 0) sides[count++] = (struct side){(uint8_t)colours, (uint8_t)regular, (uint8_t)doubles};
            }
        for (int l = 0; l < count; l++)
            for (int r = 0; r < count; r++) {
                int both = sides[l].colours | sides[r].colours;
                int jokers = sides[l].regular + sides[r].regular + sides[l].doubles + sides[r].doubles + 1;
                if (bits(both) > size && !rules->any_colours) continue;
                if (few_jokers(rules, both, jokers)) add_group(g, sides[l], sides[r], 1);
            }
    }
}

/* The group that comes first when exactly these tiles are split into groups, plus 2; 1 where they cannot be. No tiles
 * at all: GROUP_KINDS. */
static int split(struct group_kinds *g, const uint8_t reals[4], int regular, int doubles, int mirrors) {
    int first = 0;
    while (first < 4 && !reals[first]) first++;
    if (first == 4 && !regular && !doubles && !mirrors) return GROUP_KINDS;
    if (first == 4 && !g->rules.all_jokers) return 1;
    int16_t *known = &g->first[reals[0] | reals[1] << 2 | reals[2] << 4 | reals[3] << 6][regular][doubles][mirrors];
    if (*known) return *known;
    for (int i = 0; i < g->count; i++) {
        const struct group_kind *k = &g->list[i];
        uint8_t rest[4];
        int fits = k->regular <= regular && k->doubles <= doubles && k->mirrors <= mirrors &&
                   (first == 4 || k->reals[first]);
        for (int c = 0; c < 4; c++) {
            if (k->reals[c] > reals[c]) fits = 0;
            rest[c] = (uint8_t)(reals[c] - k->reals[c]);
        }
        if (fits && split(g, rest, regular - k->regular, doubles - k->doubles, mirrors - k->mirrors) != 1)
            return *known = (int16_t)(i + 2);
    }
    return *known = 1;
}

/* ---- special jokers: prices --------------------------------------------------------------------------------------- */

static int64_t cheaper(int64_t a, int64_t b) { return a < b ? a : b; }

static int64_t sum_of(const struct prices *p, const uint8_t *kinds, int count) {
    int64_t sum = 0;
    for (int i = 0; i < count; i++) sum += p->price[kinds[i]];
    return sum;
}

/* special_prices.Prices._taken */
static void taken_at(const struct prices *p, int covered, int number, int colour, int64_t taken[4]) {
    int kind = colour * 13 + number - 1;
    int64_t joker = p->price[JOKER], twice = p->price[DOUBLE], one = cheaper(p->price[kind], joker);
    int64_t both = one + (p->tiles[kind] > 1 ? one : joker);
    for (int need = 0; need < 4; need++) {
        int64_t bare = p->rest[covered == PLAIN ? PLAIN : 0][need][number][colour];
        int64_t half = p->rest[1][need][number][colour], full = p->rest[2][need][number][colour];
        if (covered == PLAIN)
            taken[need] = cheaper(one + bare, twice + p->rest[PLAIN][need][number + 1][colour]);
        else if (covered == 2)
            taken[need] = bare;
        else if (covered == 1)
            taken[need] = cheaper(one + bare, twice + half);
        else
            taken[need] = cheaper(both + bare, cheaper(one + twice + half, 2 * twice + full));
    }
}

/* What open runs still pay: special_prices.Prices.__init__ */
static void set_prices(struct prices *p) {
    static const int order[4] = {PLAIN, 0, 1, 2};
    const int64_t far = INT64_C(1) << FAR_BITS;
    for (int i = 0; i < 4 * 4 * 16 * 5; i++) (&p->rest[0][0][0][0])[i] = far;
    for (int number = 13; number >= 0; number--)
        for (int at = 0; at < 4; at++) {
            int covered = order[at], bare = covered == PLAIN || covered == 0;
            int64_t taken[4][4];
            for (int c = 0; c < 4 && number < 13; c++) taken_at(p, covered, number + 1, c, taken[c]);
            for (int need = 0; need < 4; need++) {
                int64_t *row = p->rest[covered][need][number], end = need == 0 && bare ? 0 : far;
                int less = most(0, need - 1);
                if (bare)
                    end = cheaper(end, p->price[BORDER] * (covered ? 1 : 2) + p->rest[covered][less][number + 1][CROSSING]);
                row[CROSSING] = end;
                for (int c = 0; c < 4; c++) {
                    row[c] = number < 13 ? cheaper(end, taken[c][less]) : end;
                    row[CROSSING] = cheaper(row[CROSSING], row[c]);
                }
            }
        }
}

/* Whether the run that `way` leaves open pays least by going on so; then `way` goes on. */
static int goes_on(const struct prices *p, struct way *way, int first, int second, int covered, int need, int number,
                   int colour) {
    uint8_t kinds[2] = {(uint8_t)(first < 0 ? 0 : first), (uint8_t)(second < 0 ? 0 : second)};
    int count = (first >= 0) + (second >= 0);
    if (sum_of(p, kinds, count) + p->rest[covered][need][number][colour] !=
        p->rest[way->covered][way->need][way->number][way->colour])
        return 0;
    for (int i = 0; i < count && way->count < COLUMN_KINDS; i++) way->kinds[way->count++] = kinds[i];
    way->covered = covered;
    way->need = need;
    way->number = number;
    way->colour = colour;
    return 1;
}

/* One step of the cheapest rest of a run: the first of special_prices.Prices._ways that is. */
static void go_on(const struct prices *p, struct way *way) {
    int covered = way->covered, less = most(0, way->need - 1), number = way->number + 1;
    int bare = covered == PLAIN || covered == 0;
    if ((way->need == 0 && bare && p->rest[covered][0][way->number][way->colour] == 0) || way->number == 13) {
        way->covered = -1;
        return;
    }
    if (bare && goes_on(p, way, BORDER, covered ? -1 : BORDER, covered, less, number, CROSSING)) return;
    int from = way->colour == CROSSING ? 0 : way->colour, to = way->colour == CROSSING ? 3 : way->colour;
    for (int c = from; c <= to; c++) {
        int kind = c * 13 + number - 1, tile = p->price[kind] <= p->price[JOKER] ? kind : JOKER;
        if (covered == PLAIN) {
            if (goes_on(p, way, tile, -1, PLAIN, less, number, c)) return;
            if (goes_on(p, way, DOUBLE, -1, PLAIN, less, number + 1, c)) return;
        } else if (covered == 1) {
            if (goes_on(p, way, tile, -1, 0, less, number, c)) return;
            if (goes_on(p, way, DOUBLE, -1, 1, less, number, c)) return;
        } else if (covered == 2) {
            if (goes_on(p, way, -1, -1, 0, less, number, c)) return;
        } else {
            if (goes_on(p, way, tile, p->tiles[kind] > 1 ? tile : JOKER, 0, less, number, c)) return;
            if (goes_on(p, way, tile, DOUBLE, 1, less, number, c)) return;
            if (goes_on(p, way, DOUBLE, DOUBLE, 2, less, number, c)) return;
        }
    }
    way->covered = -1;
}

static void offer(const struct prices *p, struct way *best, const uint8_t *kinds, int count) {
    int64_t price = sum_of(p, kinds, count);
    if (price >= best->price) return;
    best->price = price;
    best->covered = -1;
    best->count = count;
    memcpy(best->kinds, kinds, (size_t)count);
}

/* special_prices.Prices._groups */
static void offer_groups(const struct prices *p, struct way *best, int number) {
    uint8_t sorted[4], pairs[5][4], mirrored[2 + 4 * 5];
    int64_t sums[5];
    int lengths[5], count = 0;
    for (int c = 0; c < 4; c++) {
        int kind = c * 13 + number - 1, at = c;
        for (; at > 0 && p->price[sorted[at - 1]] > p->price[kind]; at--) sorted[at] = sorted[at - 1];
        sorted[at] = (uint8_t)kind;
    }
    const uint8_t first = sorted[0], second = sorted[1];
    offer(p, best, sorted, 3);
    offer(p, best, sorted, 4);
    offer(p, best, (const uint8_t[3]){first, second, JOKER}, 3);
    offer(p, best, (const uint8_t[3]){first, second, DOUBLE}, 3);
    offer(p, best, (const uint8_t[3]){first, JOKER, JOKER}, 3);
    offer(p, best, (const uint8_t[3]){first, JOKER, DOUBLE}, 3);
    int twice = p->price[DOUBLE] < 2 * p->price[JOKER];
    for (int i = 0; i < 5; i++) {
        uint8_t pair[4];
        int kind = (i - 1) * 13 + number - 1, length = 0, at = i;
        int reals = i == 0 ? 0 : p->tiles[kind] > 1 || p->any_colours ? 4 : 2;
        while (length < reals) pair[length++] = (uint8_t)kind;
        for (int slots = reals; slots < 4; slots += 2) {
            pair[length++] = twice ? DOUBLE : JOKER;
            if (!twice) pair[length++] = JOKER;
        }
        int64_t sum = sum_of(p, pair, length);
        for (; at > 0 && sums[at - 1] > sum; at--) {
            sums[at] = sums[at - 1];
            lengths[at] = lengths[at - 1];
            memcpy(pairs[at], pairs[at - 1], sizeof pair);
        }
        sums[at] = sum;
        lengths[at] = length;
        memcpy(pairs[at], pair, sizeof pair);
    }
    mirrored[count++] = MIRRORED;
    mirrored[count++] = MIRRORED;
    for (int i = 0; i < 5; i++) {
        if (i > 0 && sums[i] >= 0) continue;
        memcpy(&mirrored[count], pairs[i], (size_t)lengths[i]);
        count += lengths[i];
    }
    offer(p, best, mirrored, count);
}

static struct way cheapest(const struct prices *p) {
    struct way best = {INT64_C(1) << FAR_BITS, 0, -1, 0, 0, 0, {0}};
    for (int number = 1; number < 14; number++) {
        for (int mirror = 0; mirror < 2; mirror++)
            for (int c = 0; c < 4; c++) {
                int covered = mirror ? 0 : PLAIN, need = mirror ? 2 : 3;
                int64_t price = (mirror ? p->price[MIRRORED] : 0) + p->rest[covered][need][number - 1][c];
                if (price < best.price) best = (struct way){price, mirror, covered, need, number - 1, c, {MIRRORED}};
            }
        offer_groups(p, &best, number);
    }
    while (best.covered >= 0) go_on(p, &best);
    return best;
}

/* special_prices.Prices.rest_of */
static int64_t rest_of_run(const struct prices *p, int run, int number, int colour) {
    int length = run & LENGTH;
    if (run & MIRROR) {
        int need = run & ENTERED || length < 2;
        return p->rest[(run & SIDES) >> SIDES_AT][need][number][colour];
    }
    int need = most(3 - length, most(run & REAL ? 0 : 1, run & ENTERED ? 1 : 0));
    return p->rest[PLAIN][need][number + (run & COVERED ? 1 : 0)][colour];
}

static int64_t rest_of_runs(const struct prices *p, const uint16_t *runs, int count, int number, int colour) {
    int64_t rest = 0;
    for (int i = 0; i < count; i++) rest += rest_of_run(p, runs[i], number, colour);
    return rest;
}

static void start_program(struct program *g, const struct special *x) {
    g->kinds = g->some = 0;
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        if (!x->tiles[kind]) continue;
        int row = g->kinds++, lays = kind < JOKER || kind == MIRRORED;
        g->kind[row] = kind;
        g->row[kind] = row;
        g->costs[row] = lays && x->must[kind] ? DEAR : kind < JOKER ? (double)x->leave[kind] / LOSS_UNIT : 0.0;
        g->amounts[row] = x->tiles[kind];
        if (kind < JOKER && x->must[kind] && x->must[kind] < x->tiles[kind]) g->some_row[g->some++] = row;
    }
    g->size = g->kinds + g->some;
    for (int i = 0; i < g->some; i++) {
        int kind = g->kind[g->some_row[i]];
        g->leave[i] = (double)x->leave[kind] / LOSS_UNIT;
        g->costs[g->kinds + i] = 0.0;
        g->amounts[g->kinds + i] = x->tiles[kind] - x->must[kind];
    }
    for (int row = 0; row < g->size; row++) {
        g->amounts[row] = g->amounts[row] + (row * 37 % 101 + 1) / 65536.0;
        g->worth[row] = g->costs[row];
        for (int at = 0; at < g->size; at++) g->inverse[row][at] = row == at ? 1.0 : 0.0;
    }
}

/* special_simplex._whole */
static int64_t whole(double cost) {
    const double top = 4096.0;
    cost = cost < top ? cost : top;
    cost = cost > -top ? cost : -top;
    return (int64_t)(cost * LOSS_UNIT);
}

static void prices_of(const struct program *g, int64_t *price) {
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) price[kind] = INT64_C(1) << ABSENT_BITS;
    for (int row = 0; row < g->kinds; row++) {
        int kind = g->kind[row];
        int64_t least_price = kind >= JOKER && kind < MIRRORED ? 0 : -whole(DEAR);
        price[kind] = -whole(g->worth[row]);
        if (price[kind] < least_price) price[kind] = least_price;
    }
}

/* special_simplex.Program.spare: how little the tile costs that gains most if it is left. */
static int64_t spare_tile(const struct program *g, struct column *best) {
    int64_t least_gain = 0;
    for (int i = 0; i < g->size + g->some; i++) {
        int row = i < g->size ? i : g->some_row[i - g->size], other = i < g->size ? -1 : g->kinds + i - g->size;
        double cost = other < 0 ? g->costs[row] : g->leave[i - g->size], gained = cost - g->worth[row];
        if (other >= 0) gained = gained - g->worth[other];
        int64_t gain = whole(gained);
        if (gain >= least_gain) continue;
        least_gain = gain;
        *best = (struct column){other < 0 ? 1 : 2, {row, other}, {1, 1}, cost};
    }
    return least_gain;
}

/* special_simplex.Program.enter */
static int enter_column(struct program *g, const struct column *column) {
    double gain = column->cost, change[PROGRAM_ROWS], least_ratio = 0.0;
    int leaving = -1, size = g->size;
    for (int i = 0; i < column->count; i++) gain = gain - g->worth[column->rows[i]] * column->numbers[i];
    for (int row = 0; row < size; row++) {
        double changed = 0.0;
        for (int i = 0; i < column->count; i++) changed = changed + g->inverse[row][column->rows[i]] * column->numbers[i];
        change[row] = changed;
        if (changed > 1.0 / (1 << 30)) {
            double ratio = g->amounts[row] / changed;
            if (leaving < 0 || ratio < least_ratio) {
                leaving = row;
                least_ratio = ratio;
            }
        }
    }
    if (leaving < 0) return 0;
    double *entered = g->inverse[leaving], pivot = change[leaving];
    for (int at = 0; at < size; at++) entered[at] = entered[at] / pivot;
    for (int row = 0; row < size; row++) {
        double part = change[row];
        if (row == leaving || part == 0.0) continue;
        for (int at = 0; at < size; at++) g->inverse[row][at] = g->inverse[row][at] - part * entered[at];
        g->amounts[row] = g->amounts[row] - part * least_ratio;
    }
    g->amounts[leaving] = least_ratio;
    for (int at = 0; at < size; at++) g->worth[at] = g->worth[at] + gain * entered[at];
    return 1;
}

/* special_sale.Sale.__init__ */
static void set_sold(const struct special *x, struct prices *p) {
    p->sold[END] = 0;
    for (int at = END - 1; at >= 0; at--) {
        p->sold[at] = p->sold[at + 1];
        if (at % 5 == 4) continue;
        int kind = at % 5 * 13 + at / 5;
        int64_t price = p->price[kind], less = cheaper(0, (int64_t)x->leave[kind] + price);
        p->sold[at] += (x->tiles[kind] - x->must[kind]) * less - x->tiles[kind] * price;
    }
}

/* special_simplex.find_prices, and what follows from them; whether there are any. */
static int find_prices(struct special *x) {
    struct prices *p = &x->prices;
    struct program *g = &x->program;
    p->tiles = x->tiles;
    p->any_colours = x->rules->any_colours;
    start_program(g, x);
    for (int step = 0; step < MOST_STEPS; step++) {
        struct column column = {1, {0}, {1}, 0.0};
        prices_of(g, p->price);
        set_prices(p);
        struct way meld = cheapest(p);
        int64_t gain = spare_tile(g, &column);
        if (meld.price < gain) {
            gain = meld.price;
            column.count = 0;
            column.cost = 0.0;
            for (int i = 0; i < meld.count; i++) {
                int row = g->row[meld.kinds[i]], at = 0;
                while (at < column.count && column.rows[at] != row) at++;
                if (at == column.count) {
                    column.rows[column.count] = row;
                    column.numbers[column.count++] = 0;
                }
                column.numbers[at]++;
            }
        }
        if (gain >= -NEARLY) {
            for (int kind = 0; kind < SPECIAL_KINDS; kind++)
                if (kind < JOKER || kind == MIRRORED) p->price[kind] += MARGIN;
            set_prices(p);
            if (cheapest(p).price < 0) return 0;
            set_sold(x, p);
            for (uint32_t i = 0; i < x->place_count; i++)
                x->places[i].rest = rest_of_runs(p, x->places[i].runs, x->places[i].count, x->places[i].number,
                                                 x->places[i].colour);
            return 1;
        }
        late(x->spending); /* a step may take as long as many states */
        if (!take(x->spending) || !enter_column(g, &column)) return 0;
    }
    return 0;
}

/* ---- special jokers: runs ----------------------------------------------------------------------------------------- */

/* A move: its letters as in the reference, the first in the high byte; PLUS for a mirror run that is laid falling. */
enum { PLUS = 1 << 15, END_MOVE = 'E' << 8 };

static int letters(uint16_t move, char letter) {
    return ((move >> 8 & 127) == letter) + ((move & 127) == letter);
}

static int is_complete(int run, int reached, const struct meld_rules *rules) {
    if (run & (COVERED | ENTERED) || !(run & REAL)) return 0;
    if (!(run & MIRROR)) return (run & LENGTH) == LENGTH;
    if (run & SIDES || (run & LENGTH) < most(2, rules->mirror_least)) return 0;
    if (run & FALLING) return reached == 13;
    return reached < 13 || !rules->mirror_counts;
}

static int end_points(int run, int reached, const struct meld_rules *rules) {
    return run & MIRROR && !(run & FALLING) && rules->mirror_counts ? reached + 1 : 0;
}

static int is_free(int free, int letter) {
    return free & (letter == 'J' ? FREE_J : letter == 'D' ? FREE_D : letter == 'C' ? FREE_C : 0);
}

/* The run with the tiles of a move laid, -1 where it would hold too many jokers. */
static int grown(const struct special *x, int run, uint16_t move) {
    const struct meld_rules *rules = x->rules;
    int length = run & LENGTH, first = move >> 8 & 127, second = move & 127;
    int after = run & ~(LENGTH | ENTERED | COVERED | SIDES);
    after |= first == 'P' && !second ? length : least(3, length + 1);
    if (!second && is_free(x->free, first) && !(run & MIRROR)) {
        if (!length)
            after |= LED;
        else if (length == 3 && run & REAL)
            after--;
    }
    if (letters(move, 'R') || rules->all_jokers) after |= REAL;
    int covering = letters(move, 'D');
    after |= run & MIRROR ? covering << SIDES_AT : covering * COVERED;
    if (rules->per_set) {
        int jokers = ((run & RUN_JOKERS) >> JOKERS_AT) + letters(move, 'J') + covering + letters(move, 'C');
        if (jokers > rules->per_set) return -1;
        after = (after & ~RUN_JOKERS) | jokers << JOKERS_AT;
    }
    return after;
}

static int must_end(int run) { return run & LED && (run & LENGTH) == 3 && run & REAL && !(run & COVERED); }

/* What an open run can do at a number; returns how many moves. */
static int moves_of(int run, int number, const struct meld_rules *rules, uint16_t moves[8]) {
    static const char here[3] = {'R', 'J', 'D'};
    int count = 0, tiles = number < 13 ? 3 : 2;
    if (!(run & MIRROR)) {
        if (run & COVERED) {
            moves[count++] = 'P' << 8;
            return count;
        }
        if (is_complete(run, number - 1, rules)) moves[count++] = END_MOVE;
        for (int i = 0; i < tiles; i++) moves[count++] = (uint16_t)(here[i] << 8);
        if (!(run & ENTERED)) moves[count++] = 'C' << 8;
        return count;
    }
    int sides = (run & SIDES) >> SIDES_AT;
    if (is_complete(run, number - 1, rules)) moves[count++] = END_MOVE;
    if (sides == 2) {
        moves[count++] = 'P' << 8 | 'P';
    } else if (sides == 1) {
        for (int i = 0; i < tiles; i++) moves[count++] = (uint16_t)('P' << 8 | here[i]);
    } else {
        for (int i = 0; i < tiles; i++)
            for (int j = i; j < tiles; j++) moves[count++] = (uint16_t)(here[i] << 8 | here[j]);
        if (!(run & ENTERED)) moves[count++] = 'C' << 8 | 'C';
    }
    return count;
}

static int wanting(const uint16_t *runs, int count, int number, const int after[3]) {
    int needs[3] = {0, 0, 0}, lacking = 0;
    for (int i = 0; i < count; i++) {
        int run = runs[i];
        if (run & MIRROR) {
            if (run & (SIDES | ENTERED) || (run & LENGTH) < 2 || !(run & REAL))
                needs[0] += 2 - ((run & SIDES) >> SIDES_AT);
            continue;
        }
        int wants = most(3 - (run & LENGTH), most(run & REAL ? 0 : 1, run & ENTERED ? 1 : 0));
        int covered = run & COVERED ? 1 : 0;
        for (int step = covered; step < least(3, covered + wants); step++) needs[step]++;
    }
    for (int step = 0; step < 3; step++) {
        if (needs[step] && number + step >= 13) return WANTS_NEVER;
        lacking += most(0, needs[step] - after[step]);
    }
    return lacking;
}

static void sort_runs(uint16_t *runs, int count) {
    for (int i = 1; i < count; i++) {
        uint16_t run = runs[i];
        int at = i;
        for (; at > 0 && runs[at - 1] > run; at--) runs[at] = runs[at - 1];
        runs[at] = run;
    }
}

/* The place of these runs (sorted), made where it is new. */
static uint32_t place_of(struct special *x, int colour, int number, const uint16_t *runs, int count) {
    uint64_t hash = (uint64_t)(colour * 16 + number + 1) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < count; i++) hash = (hash ^ runs[i]) * UINT64_C(0xC2B2AE3D27D4EB4F);
    uint32_t at = (uint32_t)(hash >> 40) & (2 * SPECIAL_PLACES - 1);
    for (; x->place_stamp[at] == x->stamp; at = (at + 1) & (2 * SPECIAL_PLACES - 1)) {
        const struct place *p = &x->places[x->place_of[at]];
        if (p->colour == colour && p->number == number && p->count == count &&
            memcmp(p->runs, runs, (size_t)count * sizeof *runs) == 0)
            return x->place_of[at];
    }
    if (x->place_count == SPECIAL_PLACES) {
        x->overflow = 1;
        return 0;
    }
    uint32_t made = x->place_count++;
    struct place *p = &x->places[made];
    x->place_stamp[at] = x->stamp;
    x->place_of[at] = made;
    memcpy(p->runs, runs, (size_t)count * sizeof *runs);
    p->count = (uint8_t)count;
    p->colour = (uint8_t)colour;
    p->number = (uint8_t)number;
    p->open = p->covered = p->mirrored = 0;
    for (int i = 0; i < count; i++) {
        p->open = (uint8_t)(p->open + (runs[i] & MIRROR ? 2 : 1));
        p->covered |= (runs[i] & (runs[i] & MIRROR ? SIDES : COVERED)) != 0;
        p->mirrored |= (runs[i] & MIRROR) != 0;
    }
    int after[3];
    for (int i = 0; i < 3; i++) after[i] = number + i < 13 ? x->tiles[colour * 13 + number + i] : 0;
    p->wanting = (uint8_t)wanting(runs, count, number, after);
    /* at a number that is passed over, runs may begin beside */
    p->lost = x->lost[colour][least(14, number + p->covered)][p->covered ? MOST_COPIES : least(MOST_COPIES, p->open)];
    p->rest = x->prices.known ? rest_of_runs(&x->prices, runs, count, number, colour) : 0;
    memset(p->options, 0, sizeof p->options);
    return made;
}

static int weight_of(const uint8_t used[4]) { return used[0] + 2 * used[1] + 2 * used[2]; }

/* special_runs.Colour._laid */
static int laid_part(const struct special *x, struct part *part, uint16_t move, int blank) {
    int number = x->maker.number, more[4] = {letters(move, 'J'), letters(move, 'D'), letters(move, 'C'), 0};
    more[3] = blank & MIRROR ? 1 : 0;
    part->real = (uint8_t)(part->real + letters(move, 'R'));
    if (part->real > x->maker.here) return 0;
    for (int joker = 0; joker < 4; joker++) {
        part->used[joker] = (uint8_t)(part->used[joker] + more[joker]);
        if (part->used[joker] > x->maker.left[joker]) return 0;
    }
    part->points += (blank & FALLING ? number - 1 : 0) + number * (letters(move, 'R') + more[0] + more[2]) +
                    (2 * number + 1) * more[1];
    part->moves[part->move_count++] = (uint16_t)(move | (blank & FALLING ? PLUS : 0));
    return 1;
}

static void keep_option(struct special *x, const struct special_option *o, const struct part *part) {
    for (uint32_t at = x->maker.first; at < x->option_count; at++) {
        struct special_option *known = &x->options[at];
        if (known->place != o->place || known->grouped != o->grouped || known->points != o->points ||
            known->border_count != o->border_count || memcmp(known->used, o->used, 4) ||
            memcmp(known->borders, o->borders, sizeof o->borders))
            continue;
        if (known->real < o->real) {
            *known = *o;
            goto moves;
        }
        return;
    }
    if (x->option_count == SPECIAL_OPTIONS) {
        x->overflow = 1;
        return;
    }
    x->options[x->option_count++] = *o;
moves:
    if (x->move_count + part->move_count > SPECIAL_MOVES) {
        x->overflow = 1;
        return;
    }
    memcpy(&x->moves[x->move_count], part->moves, part->move_count * sizeof part->moves[0]);
    x->move_count += part->move_count;
}

/* special_runs.Colour._group */
static void group_part(struct special *x, const struct part *part) {
    struct special_option o;
    uint16_t runs[SPECIAL_RUNS];
    memset(&o, 0, sizeof o);
    memcpy(runs, part->out, sizeof runs);
    sort_runs(runs, part->outs);
    memcpy(o.borders, part->borders, part->border_count * sizeof o.borders[0]);
    sort_runs(o.borders, part->border_count);
    if (wanting(runs, part->outs, x->maker.number, x->maker.after) > x->maker.weight - weight_of(part->used)) return;
    int idle = part->ended || (part->used[0] > 0 && x->free & FREE_J), first = 1;
    for (int grouped = most(0, x->maker.must - part->real); grouped <= x->maker.here - part->real; grouped++) {
        int real = part->real + grouped;
        if (idle && real < x->maker.here) continue;
        if (first) o.place = place_of(x, x->maker.colour, x->maker.number, runs, part->outs);
        first = 0;
        o.border_count = part->border_count;
        o.real = (uint8_t)real;
        o.grouped = (uint8_t)grouped;
        o.points = (uint16_t)part->points;
        o.moves = x->move_count;
        o.move_count = part->move_count;
        memcpy(o.used, part->used, 4);
        keep_option(x, &o, part);
    }
}

/* special_runs.Colour._start */
static void start_part(struct special *x, int from, const struct part *part) {
    group_part(x, part);
    for (int at = from; at < x->maker.start_count; at++) {
        int blank = x->maker.start_blanks[at];
        if (part->ended && !(blank & MIRROR) && !x->rules->per_set) continue;
        int run = grown(x, blank, x->maker.start_moves[at]);
        struct part longer = *part;
        if (run < 0 || !laid_part(x, &longer, x->maker.start_moves[at], blank)) continue;
        if (longer.outs == SPECIAL_RUNS || longer.move_count == 2 * SPECIAL_RUNS) {
            x->overflow = 1;
            return;
        }
        longer.out[longer.outs++] = (uint16_t)run;
        start_part(x, at, &longer);
    }
}

/* special_runs.Colour._grow */
static void grow_part(struct special *x, const struct place *p, int at, const struct part *part) {
    if (at == p->count) {
        start_part(x, 0, part);
        return;
    }
    int run = p->runs[at];
    uint16_t moves[8], floor = at && p->runs[at - 1] == run ? part->moves[part->move_count - 1] : 0;
    int count = moves_of(run, x->maker.number, x->rules, moves);
    for (int i = 0; i < count; i++) {
        uint16_t move = moves[i];
        struct part longer = *part;
        if (move < floor) continue;
        if (move == END_MOVE) {
            longer.points += end_points(run, x->maker.number - 1, x->rules);
            longer.moves[longer.move_count++] = move;
            if (!(run & MIRROR)) longer.ended = 1;
            grow_part(x, p, at + 1, &longer);
            continue;
        }
        int after = grown(x, run, move);
        if (after < 0 || !laid_part(x, &longer, move, 0)) continue;
        if (move >> 8 == 'C') {
            longer.borders[longer.border_count++] = (uint16_t)(after | x->maker.colour << COLOUR_AT);
        } else if (!must_end(after)) {
            longer.out[longer.outs++] = (uint16_t)after;
        }
        grow_part(x, p, at + 1, &longer);
    }
}

static int option_before(const struct special_option *a, const struct special_option *b) {
    int jokers_a = a->used[0] + a->used[1] + a->used[2], jokers_b = b->used[0] + b->used[1] + b->used[2];
    if (a->real != b->real) return a->real > b->real;
    if (jokers_a != jokers_b) return jokers_a < jokers_b;
    return a->grouped > b->grouped;
}

static int lefts(const uint8_t left[4]) { return ((left[0] * 3 + left[1]) * 3 + left[2]) * 3 + left[3]; }

/* Make the options of a place while so many jokers are left, the best first: special_runs.Colour.options */
static const struct option_list *make_options(struct special *x, uint32_t index, const uint8_t left[4]) {
    static const char here[3] = {'R', 'J', 'D'};
    struct place *p = &x->places[index];
    int number = p->number + 1, kind = p->colour * 13 + number - 1, tiles = number < 13 ? 3 : 2, missing = 0, starts = 0;
    x->maker.number = number;
    x->maker.colour = p->colour;
    x->maker.must = x->must[kind];
    x->maker.here = x->tiles[kind];
    x->maker.weight = weight_of(left);
    memcpy(x->maker.left, left, 4);
    for (int i = 0; i < 3; i++) x->maker.after[i] = number + i < 13 ? x->tiles[kind + 1 + i] : 0;
    for (int at = number; at < 14; at++) missing += most(0, 2 - x->tiles[p->colour * 13 + at - 1]);
    int falling = x->rules->mirror_counts && number > 1 && (missing <= left[0] + 2 * left[1] || left[2] > 1);
    int blank = MIRROR | (x->rules->per_set ? 1 << JOKERS_AT : 0);
    for (int i = 0; i < tiles; i++) {
        x->maker.start_moves[starts] = (uint16_t)(here[i] << 8);
        x->maker.start_blanks[starts++] = 0;
    }
    if (left[3] && number < 13)
        for (int i = 0; i < tiles; i++)
            for (int j = i; j < tiles; j++)
                for (int fall = 0; fall <= falling; fall++) {
                    x->maker.start_moves[starts] = (uint16_t)(here[i] << 8 | here[j]);
                    x->maker.start_blanks[starts++] = (uint16_t)(blank | (fall ? FALLING : 0));
                }
    x->maker.start_count = starts;
    x->maker.first = x->option_count;
    struct part part;
    memset(&part, 0, sizeof part);
    grow_part(x, p, 0, &part);
    struct special_option *options = &x->options[x->maker.first];
    uint32_t count = x->option_count - x->maker.first;
    for (uint32_t i = 1; i < count; i++) {
        struct special_option o = options[i];
        uint32_t at = i;
        for (; at > 0 && option_before(&o, &options[at - 1]); at--) options[at] = options[at - 1];
        options[at] = o;
    }
    if (x->list_count == SPECIAL_LISTS) {
        x->overflow = 1;
        return NULL;
    }
    struct option_list *list = &x->lists[x->list_count];
    *list = (struct option_list){x->maker.first, count};
    p->options[lefts(left)] = (uint16_t)x->list_count++;
    return list;
}

static const struct option_list *options_of(struct special *x, uint32_t index, const uint8_t left[4]) {
    int known = x->places[index].options[lefts(left)];
    if (known) return &x->lists[known];
    late(x->spending); /* a list may take as long as many states */
    return make_options(x, index, left);
}

/* ---- special jokers: two-colour jokers ---------------------------------------------------------------------------- */

/* special_borders.Turns: `turn` per run the colour it goes on in, TURN_END or TURN_AGAIN */
enum { TURN_END = 4, TURN_AGAIN = 5, MOST_TURNS = 40, MOST_BEGINNINGS = 8 };

struct turns {
    uint16_t entered[SPECIAL_OTHERS], still[SPECIAL_OTHERS];
    uint8_t turn[SPECIAL_OTHERS], colours[SPECIAL_OTHERS], entering, staying, jokers;
    int points;
};

struct beginning {
    uint16_t runs[SPECIAL_OTHERS];
    int count;
};

/* A run that begins with a two-colour joker: special_borders.begun */
static uint16_t begun(const struct special *x, int blank) {
    int run = (blank + 1) | NO_COLOUR << COLOUR_AT;
    if (x->rules->all_jokers) run |= REAL;
    if (x->free & FREE_C && !(blank & MIRROR)) run |= LED;
    if (x->rules->per_set) run |= (blank & MIRROR ? 3 : 1) << JOKERS_AT;
    return (uint16_t)run;
}

/* The run with one more two-colour joker, -1 where it would hold too many jokers. */
static int again(const struct special *x, int run) {
    int long_again = x->free & FREE_C && (run & LENGTH) == LENGTH && !(run & MIRROR);
    run = (run & LENGTH) == LENGTH ? run - long_again : run + 1;
    if (x->rules->border_any) run = (run & ~COLOUR) | NO_COLOUR << COLOUR_AT;
    if (x->rules->per_set) {
        int jokers = ((run & RUN_JOKERS) >> JOKERS_AT) + (run & MIRROR ? 2 : 1);
        if (jokers > x->rules->per_set) return -1;
        run = (run & ~RUN_JOKERS) | jokers << JOKERS_AT;
    }
    return run;
}

static int beginnings(const struct special *x, int number, int borders, int mirrors, struct beginning *found) {
    int count = 0, blanks = x->rules->mirror_counts && number > 1 ? 2 : 1;
    memset(&found[count++], 0, sizeof *found);
    if (number == 13) return count;
    for (int plain = 1; plain <= borders; plain++) {
        found[count] = found[count - 1];
        found[count].runs[found[count].count++] = begun(x, 0);
        count++;
    }
    if (mirrors && borders && !(x->rules->per_set && x->rules->per_set < 3))
        for (int blank = 0; blank < blanks; blank++)
            for (int at = 0, before = count; at < before; at++) {
                if (found[at].count + 2 > borders) continue;
                found[count] = found[at];
                found[count].runs[found[count].count++] = begun(x, blank ? MIRROR | FALLING : MIRROR);
                count++;
            }
    return count;
}

static int turns_of(const struct special *x, const uint16_t *runs, int count, int number, int borders,
                    struct turns *found) {
    struct turns ways[MOST_TURNS];
    int known = 1;
    memset(&found[0], 0, sizeof found[0]);
    for (int at = 0; at < count; at++) {
        int run = runs[at], sides = run & MIRROR ? 2 : 1, plain = run & ~COLOUR, before = known;
        memcpy(ways, found, (size_t)known * sizeof *found);
        known = 0;
        for (int w = 0; w < before; w++) {
            const struct turns *way = &ways[w];
            if (is_complete(plain, number, x->rules)) {
                struct turns *t = &found[known++];
                *t = *way;
                t->turn[at] = TURN_END;
                t->points += end_points(plain, number, x->rules);
            }
            if (number == 13 || must_end(plain)) continue;
            int longer = way->jokers + sides <= borders ? again(x, run) : -1;
            if (longer >= 0) {
                struct turns *t = &found[known++];
                *t = *way;
                t->turn[at] = TURN_AGAIN;
                t->still[t->staying++] = (uint16_t)longer;
                sort_runs(t->still, t->staying);
                t->jokers = (uint8_t)(t->jokers + sides);
                t->points += sides * (number + 1);
            }
            for (int c = 0; c < 4; c++) {
                int enterable = x->tiles[c * 13 + number] || x->tiles[JOKER] || x->tiles[DOUBLE];
                if (c == (run & COLOUR) >> COLOUR_AT || !enterable) continue;
                struct turns *t = &found[known++];
                *t = *way;
                t->turn[at] = (uint8_t)c;
                t->colours[t->entering] = (uint8_t)c;
                t->entered[t->entering++] = (uint16_t)(plain | ENTERED);
            }
        }
    }
    return known;
}

/* ---- special jokers: bounds --------------------------------------------------------------------------------------- */

static int hopeless_tiles(struct tilerummy_solver *s, const struct special *x, int c, int number, int two, int one) {
    const int8_t *row = x->rows_here[c];
    int other[3], at = 0;
    if (!row[number]) return 0;
    int have[4] = {two, one, number < 13 ? row[number + 1] : -1, number < 12 ? row[number + 2] : -1};
    for (int o = 0; o < 4; o++)
        if (o != c) other[at++] = x->rows_here[o][number];
    return most(0, row[number] - runs_through(s, have, 0, x->top) - groups_with(other[0], other[1], other[2], 0, x->top));
}

static uint64_t hopeless_cost(struct tilerummy_solver *s, const struct special *x, int c, int number, int two,
                              int one) {
    if (number > 13) return 0;
    int kind = c * 13 + number - 1, lost = hopeless_tiles(s, x, c, number, two, one), may = x->tiles[kind] - x->must[kind];
    return (uint64_t)least(lost, may) * x->leave[kind] + ((uint64_t)most(0, lost - may) << NEVER_BITS);
}

static uint64_t worst_at(const struct special *x, int c, int number, int passed) {
    return number > passed && number < 14 ? x->worst[c][number] : 0;
}

static uint64_t pair_at(const struct special *x, int c, int number, int passed) {
    if (number <= passed || number > 13 || x->tiles[c * 13 + number - 1] < 2) return 0;
    return 2 * x->worst[c][number];
}

static struct saved saved_behind(const struct special *x, int passed) {
    struct saved found = {0, 0, 0, 0, 0};
    for (int at = passed + 1; at < 14; at++) {
        uint64_t below = 0, above = 0, tiles = 0, high[2] = {0, 0}, pairs[2] = {0, 0};
        for (int c = 0; c < 4; c++) {
            uint64_t here = worst_at(x, c, at, passed), pair = pair_at(x, c, at, passed);
            uint64_t before = worst_at(x, c, at - 1, passed) + worst_at(x, c, at - 2, passed);
            uint64_t two = worst_at(x, c, at + 2, passed);
            uint64_t behind = worst_at(x, c, at + 1, passed) + two, further = two + worst_at(x, c, at + 3, passed);
            found.regular = greatest(found.regular, before + behind);
            found.doubles = greatest(found.doubles, before + further);
            below = greatest(below, before);
            above = greatest(above, behind);
            found.mirrored = greatest(found.mirrored, here);
            found.mirrors = greatest(found.mirrors, pair + pair_at(x, c, at + 1, passed));
            tiles += here;
            if (here > high[0]) {
                high[1] = high[0];
                high[0] = here;
            } else {
                high[1] = greatest(high[1], here);
            }
            if (pair > pairs[0]) {
                pairs[1] = pairs[0];
                pairs[0] = pair;
            } else {
                pairs[1] = greatest(pairs[1], pair);
            }
        }
        found.borders = greatest(found.borders, below + above);
        found.regular = greatest(found.regular, high[0] + high[1]);
        found.doubles = greatest(found.doubles, high[0] + high[1]);
        found.mirrors = greatest(found.mirrors, x->rules->any_colours ? 2 * tiles : pairs[0] + pairs[1]);
    }
    return found;
}

static void look_ahead(struct tilerummy_solver *s, struct special *x) {
    x->top = 0;
    memset(x->rows_here, 0, sizeof x->rows_here);
    for (int kind = 0; kind < JOKER; kind++) {
        x->rows_here[kind / 13][kind % 13 + 1] = (int8_t)x->tiles[kind];
        x->top = most(x->top, x->tiles[kind]);
    }
    for (int c = 0; c < 4; c++) {
        const int8_t *row = x->rows_here[c];
        uint64_t tail[18] = {0};
        for (int number = 13; number > 0; number--)
            tail[number] = tail[number + 1] + hopeless_cost(s, x, c, number, number > 2 ? row[number - 2] : 0, row[number - 1]);
        for (int passed = 0; passed < 15; passed++)
            for (int runs = 0; runs <= MOST_COPIES; runs++)
                x->lost[c][passed][runs] = tail[passed + 3] + hopeless_cost(s, x, c, passed + 1, runs, runs) +
                                           hopeless_cost(s, x, c, passed + 2, runs, row[passed + 1]);
        for (int number = 1; number < 14; number++) {
            int kind = c * 13 + number - 1, lost = hopeless_tiles(s, x, c, number, 0, 0);
            uint64_t never = UINT64_C(1) << NEVER_BITS;
            x->worst[c][number] = !lost ? 0 : lost > x->tiles[kind] - x->must[kind] ? never : x->leave[kind];
        }
    }
    for (int passed = 0; passed < 14; passed++) x->saved[passed] = saved_behind(x, passed);
}

/* ---- special jokers: the walk ------------------------------------------------------------------------------------- */

static int jokers_left(const struct special *x, const struct special_step *t, int joker) {
    return x->tiles[JOKER + joker] - t->used[joker];
}

static int exact_joker(const struct special *x, int joker) { return joker == 3 || !(x->free >> joker & 1); }

static uint64_t seen_hash(const struct special *x, const struct special_step *t) {
    uint64_t places, hash = (uint64_t)t->at << 48 | (uint64_t)t->borders[0] << 32 | (uint64_t)t->borders[1] << 16 | t->points;
    memcpy(&places, t->places, sizeof places);
    for (int joker = 0; joker < 4; joker++)
        if (exact_joker(x, joker)) hash = hash * 5 + t->used[joker];
    return (places * UINT64_C(0x9E3779B97F4A7C15) ^ hash) * UINT64_C(0xC2B2AE3D27D4EB4F);
}

static int same_state(const struct special *x, const struct special_step *a, const struct special_step *b) {
    for (int joker = 0; joker < 4; joker++)
        if (exact_joker(x, joker) && a->used[joker] != b->used[joker]) return 0;
    return a->at == b->at && a->points == b->points && a->border_count == b->border_count &&
           memcmp(a->places, b->places, sizeof a->places) == 0 && memcmp(a->borders, b->borders, sizeof a->borders) == 0;
}

/* Whether no more regular and double jokers are used; two free regular ones do all that a double joker does. */
static int no_more(const struct special *x, const uint8_t one[4], const uint8_t other[4]) {
    int more = one[1] - other[1];
    if (more > 0 && (x->rules->per_set || (x->free & (FREE_J | FREE_D)) != (FREE_J | FREE_D))) return 0;
    return one[0] + 2 * most(0, more) <= other[0];
}

/* Whether a state that costs no more and has used no more jokers was taken up; `entry` belongs to `at` if not. */
static int known_special(const struct special *x, const struct special_step *t, struct special_seen *entry,
                         uint32_t *at) {
    uint64_t hash = seen_hash(x, t);
    entry->stamp = x->stamp;
    entry->tag = (uint32_t)hash;
    for (*at = (uint32_t)(hash >> 40) & x->seen_mask; x->seen[*at].stamp == x->stamp; *at = (*at + 1) & x->seen_mask) {
        if (x->seen[*at].tag != entry->tag) continue;
        const struct special_step *other = &x->steps[x->seen[*at].step];
        if (other->cost <= t->cost && other->used[2] <= t->used[2] && no_more(x, other->used, t->used) &&
            same_state(x, other, t))
            return 1;
    }
    return 0;
}

static void grow_special(struct special *x) {
    uint32_t count = 0, at;
    /* the far end of the stack has room: no state is both there and here */
    uint32_t old = x->seen_mask;
    x->seen_mask = old * 2 + 1;
    for (uint32_t i = 0; i <= old; i++)
        if (x->seen[i].stamp == x->stamp) x->stack[SPECIAL_STATES - 1 - count++] = x->seen[i].step;
    memset(x->seen, 0, (size_t)(x->seen_mask + 1) * sizeof *x->seen);
    while (count > 0) {
        uint32_t step = x->stack[SPECIAL_STATES - count--];
        uint64_t hash = seen_hash(x, &x->steps[step]);
        at = (uint32_t)(hash >> 40) & x->seen_mask;
        while (x->seen[at].stamp == x->stamp) at = (at + 1) & x->seen_mask;
        x->seen[at] = (struct special_seen){x->stamp, (uint32_t)hash, step};
    }
}

static int waits_before(const struct special_waiting *a, const struct special_waiting *b) {
    return a->floor < b->floor || (a->floor == b->floor && a->order < b->order);
}

static void wait_special(struct special *x, const struct special_step *t, uint64_t floor) {
    if (floor >= x->goal_cost) return;
    if (x->made == SPECIAL_STATES - 1) {
        x->overflow = 1;
        return;
    }
    uint32_t made = ++x->made;
    x->steps[made] = *t;
    if (t->at == END) {
        x->goal = made;
        x->goal_cost = floor;
    }
    if (floor == x->floor) {
        x->stack[x->stack_count++] = made;
        return;
    }
    struct special_waiting waits = {floor, (uint64_t)(END - t->at) << 32 | (SPECIAL_STATES - made)};
    uint32_t at = x->waiting_count++;
    for (; at > 0 && waits_before(&waits, &x->waiting[(at - 1) / 2]); at = (at - 1) / 2)
        x->waiting[at] = x->waiting[(at - 1) / 2];
    x->waiting[at] = waits;
}

static uint32_t next_special(struct special *x) {
    struct special_waiting top = x->waiting[0], last = x->waiting[--x->waiting_count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= x->waiting_count) break;
        if (child + 1 < x->waiting_count && waits_before(&x->waiting[child + 1], &x->waiting[child])) child++;
        if (!waits_before(&x->waiting[child], &last)) break;
        x->waiting[at] = x->waiting[child];
        at = child;
    }
    x->waiting[at] = last;
    x->floor = top.floor;
    return SPECIAL_STATES - (uint32_t)(top.order & UINT32_MAX);
}

/* Whether the tiles set aside for groups split with some of the jokers left. */
static int splits(struct special *x, const struct special_step *t) {
    uint8_t reals[4];
    for (int c = 0; c < 4; c++) reals[c] = t->reals >> 2 * c & 3;
    for (int m = 0; m <= jokers_left(x, t, 3); m++)
        for (int d = 0; d <= jokers_left(x, t, 1); d++)
            for (int j = 0; j <= jokers_left(x, t, 0); j++)
                if (split(&x->groups, reals, j, d, m) != 1) return 1;
    return 0;
}

/* special_walk.Walk._lacks */
static int lacks(struct special *x, const struct special_step *t) {
    int passed = t->at / 5, colours = t->at % 5, highest = 0, tiles = 0;
    int regular = jokers_left(x, t, 0) + 2 * jokers_left(x, t, 1), borders = 2 * jokers_left(x, t, 2);
    if (t->wanting > regular + borders) return 1;
    if (!t->reals) return 0;
    if (colours == 4 && !splits(x, t)) return 1;
    if (jokers_left(x, t, 3) > 0) return 0;
    for (int c = 0; c < 4; c++) highest = most(highest, t->reals >> 2 * c & 3);
    for (int c = 0; c < 4; c++)
        tiles += c < colours ? t->reals >> 2 * c & 3 : least(highest, x->tiles[c * 13 + passed]);
    int grouping = most(0, 3 * highest - tiles);
    return grouping > regular || grouping + t->wanting > regular + borders;
}

/* special_sale.Sale.lost, made whole as in special_walk.Walk._least; UINT64_MAX where the state leads nowhere. */
static uint64_t unsold(const struct special *x, const struct special_step *t) {
    const struct prices *p = &x->prices;
    int passed = t->at / 5, may = x->tiles[MIRRORED] - x->must[MIRRORED];
    int64_t lost = p->sold[t->at];
    for (int c = 0; c < 4; c++) lost += x->places[t->places[c]].rest;
    for (int c = 0; t->reals && c < 4; c++) lost -= (t->reals >> 2 * c & 3) * p->price[c * 13 + passed];
    for (int i = 0; i < t->border_count; i++) lost += rest_of_run(p, t->borders[i], passed + 1, CROSSING);
    for (int joker = 0; joker < 4; joker++) lost -= jokers_left(x, t, joker) * p->price[JOKER + joker];
    lost += least(may, jokers_left(x, t, 3)) * cheaper(0, p->price[MIRRORED]);
    if (lost <= 0) return 0;
    uint64_t cost = t->cost + (uint64_t)lost, over = cost & ((UINT64_C(1) << LOSS_BITS) - 1);
    if (over > UINT64_C(1) << SMALL_BITS) cost += (UINT64_C(1) << LOSS_BITS) - over;
    return cost > x->dearest ? UINT64_MAX : cost - t->cost;
}

/* special_walk.Walk._hopeless; UINT64_MAX where the state leads nowhere. */
static uint64_t hopeless_ahead(const struct special *x, const struct special_step *t) {
    int passed = t->at / 5, mirrored = jokers_left(x, t, 3) > 0, bordered = 0;
    uint64_t lost = t->lost;
    for (int i = 0; i < t->border_count; i++) {
        bordered += t->borders[i] & MIRROR ? 2 : 1;
        mirrored |= (t->borders[i] & MIRROR) != 0;
    }
    if (bordered) lost = 0;
    for (int c = 0; bordered && c < 4; c++) {
        const struct place *p = &x->places[t->places[c]];
        lost += x->lost[c][least(14, passed + 1 + p->covered)][MOST_COPIES];
    }
    if (!lost) return 0;
    for (int c = 0; c < 4 && !mirrored; c++) mirrored = x->places[t->places[c]].mirrored;
    const struct saved *saved = &x->saved[passed];
    uint64_t beside = mirrored ? saved->mirrored : 0;
    uint64_t saves = (uint64_t)jokers_left(x, t, 0) * (saved->regular + beside) +
                     (uint64_t)jokers_left(x, t, 1) * (saved->doubles + 2 * beside) +
                     (uint64_t)jokers_left(x, t, 2) * saved->borders + (uint64_t)jokers_left(x, t, 3) * saved->mirrors;
    if (saves >= lost) return 0;
    return lost - saves >= UINT64_C(1) << (NEVER_BITS - 1) ? UINT64_MAX : lost - saves;
}

/* special_walk.Walk._least */
static uint64_t least_ahead(const struct special *x, const struct special_step *t) {
    uint64_t lost = hopeless_ahead(x, t);
    return x->prices.known ? greatest(lost, unsold(x, t)) : lost;
}

/* What a joker of the rack costs at least, laid or left. */
static uint64_t joker_cost(const struct special *x, int joker) {
    uint64_t spent = UINT64_C(1) << SPECIAL_SPENT_BITS, left = x->leave[JOKER + joker];
    return spent < left ? spent : left;
}

static void finish_special(struct special *x, struct special_step *t) {
    int total = t->points;
    for (int c = 0; c < 4; c++) {
        const struct place *p = &x->places[t->places[c]];
        for (int i = 0; i < p->count; i++) {
            if (!is_complete(p->runs[i], 13, x->rules)) return;
            total += end_points(p->runs[i], 13, x->rules);
        }
    }
    if (total < x->threshold) return;
    for (int joker = 0; joker < 4; joker++) {
        int kind = JOKER + joker, used = t->used[joker], from_rack = used - x->must[kind];
        uint64_t least_each = joker_cost(x, joker);
        if (!exact_joker(x, joker)) continue;
        if (from_rack < 0) return;
        t->cost += (uint64_t)from_rack * ((UINT64_C(1) << SPECIAL_SPENT_BITS) - least_each);
        t->cost += (uint64_t)(x->tiles[kind] - used) * (x->leave[kind] - least_each);
    }
    wait_special(x, t, greatest(x->floor, t->cost));
}

static void push_special(struct special *x, struct special_step *t) {
    struct special_seen entry;
    uint32_t at;
    if (x->overflow) return;
    if (t->at == END) {
        finish_special(x, t);
        return;
    }
    if (lacks(x, t) || (t->at % 5 == 0 && known_special(x, t, &entry, &at))) return;
    uint64_t ahead = least_ahead(x, t);
    if (ahead != UINT64_MAX) wait_special(x, t, greatest(x->floor, t->cost + ahead));
}

/* Change one colour's place, and the sums over all. */
static void move_to(const struct special *x, struct special_step *t, int c, uint32_t place) {
    const struct place *from = &x->places[t->places[c]], *to = &x->places[place];
    t->lost += to->lost - from->lost;
    t->wanting = (uint8_t)least(WANTS_NEVER, t->wanting - from->wanting + to->wanting);
    t->places[c] = (uint16_t)place;
}

static void colour_step(struct special *x, uint32_t index) {
    const struct special_step from = x->steps[index];
    int c = from.at % 5, kind = c * 13 + from.at / 5;
    uint8_t left[4];
    for (int joker = 0; joker < 4; joker++) left[joker] = (uint8_t)jokers_left(x, &from, joker);
    const struct option_list *list = options_of(x, from.places[c], left);
    if (x->overflow) return;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct special_option *o = &x->options[list->first + i];
        struct special_step t = from;
        for (int joker = 0; joker < 4; joker++) t.used[joker] = (uint8_t)(t.used[joker] + o->used[joker]);
        t.at++;
        move_to(x, &t, c, o->place);
        for (int b = 0; b < o->border_count; b++) t.borders[t.border_count++] = o->borders[b];
        sort_runs(t.borders, t.border_count);
        t.reals = (uint8_t)(t.reals | o->grouped << 2 * c);
        t.points = (uint16_t)least(x->threshold, t.points + o->points);
        t.cost += (uint64_t)(x->tiles[kind] - o->real) * x->leave[kind];
        t.before = index;
        t.how = list->first + i;
        push_special(x, &t);
    }
}

/* special_walk.Walk._turn; `t` has the groups' jokers and points, `how` says what is chosen so far. */
static void turn_step(struct special *x, const struct special_step *t, const struct beginning *begin, int total,
                      uint32_t how) {
    struct turns ways[MOST_TURNS];
    uint16_t runs[2 * SPECIAL_OTHERS];
    int number = t->at / 5 + 1, count = 0, mirrored = 0, fresh;
    for (int i = 0; i < t->border_count; i++) runs[count++] = t->borders[i];
    for (int i = 0; i < begin->count; i++) {
        runs[count++] = begin->runs[i];
        mirrored += (begin->runs[i] & MIRROR) != 0;
        total += begin->runs[i] & FALLING ? number - 1 : 0;
    }
    fresh = begin->count + mirrored;
    total += number * fresh;
    int known = turns_of(x, runs, count, number, jokers_left(x, t, 2) - fresh, ways);
    for (int w = 0; w < known; w++) {
        const struct turns *way = &ways[w];
        struct special_step after = *t;
        after.at++;
        after.reals = 0;
        after.used[2] = (uint8_t)(after.used[2] + fresh + way->jokers);
        after.used[3] = (uint8_t)(after.used[3] + mirrored);
        after.points = (uint16_t)least(x->threshold, total + way->points);
        memset(after.borders, 0, sizeof after.borders);
        memcpy(after.borders, way->still, way->staying * sizeof way->still[0]);
        after.border_count = way->staying;
        for (int c = 0; way->entering && c < 4; c++) {
            const struct place *p = &x->places[after.places[c]];
            uint16_t opened[SPECIAL_RUNS + SPECIAL_OTHERS];
            int open = p->count;
            memcpy(opened, p->runs, sizeof p->runs);
            for (int e = 0; e < way->entering; e++)
                if (way->colours[e] == c) opened[open++] = way->entered[e];
            if (open == p->count) continue;
            if (open > SPECIAL_RUNS) {
                x->overflow = 1;
                return;
            }
            sort_runs(opened, open);
            move_to(x, &after, c, place_of(x, c, number, opened, open));
        }
        after.how = how | (uint32_t)way->turn[0] << 11 | (uint32_t)way->turn[1] << 14;
        push_special(x, &after);
    }
}

static void joint_step(struct special *x, uint32_t index) {
    const struct special_step from = x->steps[index];
    int number = from.at / 5 + 1, sum = 0, count = 0, left[4];
    uint8_t reals[4], found[64][3];
    for (int c = 0; c < 4; c++) {
        reals[c] = from.reals >> 2 * c & 3;
        sum += reals[c];
    }
    for (int joker = 0; joker < 4; joker++) left[joker] = jokers_left(x, &from, joker);
    for (int m = 0; m <= left[3]; m++)
        for (int d = 0; d <= left[1]; d++)
            for (int j = 0; j <= left[0]; j++)
                if (split(&x->groups, reals, j, d, m) != 1) {
                    found[count][0] = (uint8_t)j;
                    found[count][1] = (uint8_t)d;
                    found[count++][2] = (uint8_t)m;
                }
    for (int i = 0; i < count; i++) {
        int j = found[i][0], d = found[i][1], m = found[i][2], needed = 1;
        for (int o = 0; o < count; o++)
            if (o != i && found[o][2] == m && (x->free & FREE_J ? found[o][0] <= j : found[o][0] == j) &&
                (x->free & FREE_D ? found[o][1] <= d : found[o][1] == d))
                needed = 0;
        if (!needed) continue;
        struct special_step t = from;
        struct beginning begin[MOST_BEGINNINGS];
        t.before = index;
        t.used[0] = (uint8_t)(t.used[0] + j);
        t.used[1] = (uint8_t)(t.used[1] + d);
        t.used[3] = (uint8_t)(t.used[3] + m);
        int total = from.points + number * (sum + j + 2 * d + (x->rules->mirror_counts ? m : 0));
        int begins = beginnings(x, number, left[2], left[3] - m, begin);
        for (int b = 0; b < begins; b++)
            turn_step(x, &t, &begin[b], total, (uint32_t)(j | d << 3 | m << 5 | b << 7));
    }
}

/* The walk for x->must, x->tiles and so on; `goal` of x is 0 where nothing was found. */
static struct walked walk_special(struct tilerummy_solver *s, struct special *x, struct spending *spending) {
    x->spending = spending;
    look_ahead(s, x);
    if (++x->stamp == 0) {
        memset(x->place_stamp, 0, sizeof x->place_stamp);
        memset(x->seen, 0, sizeof x->seen);
        x->stamp = 1;
    }
    x->list_count = 1;
    x->place_count = x->option_count = x->move_count = x->made = x->goal = x->waiting_count = x->stack_count = 0;
    x->seen_count = 0;
    x->seen_mask = SEEN_LEAST - 1;
    x->goal_cost = UINT64_MAX;
    x->overflow = x->prices.known = 0;
    x->dearest = 0;
    for (int kind = 0; kind < SPECIAL_KINDS; kind++)
        x->dearest += (uint64_t)(x->tiles[kind] - x->must[kind]) * greatest(UINT64_C(1) << SPECIAL_SPENT_BITS, x->leave[kind]);
    memset(&x->steps[0], 0, sizeof x->steps[0]);
    for (int joker = 0; joker < 4; joker++)
        if (exact_joker(x, joker))
            x->steps[0].cost += (uint64_t)(x->tiles[JOKER + joker] - x->must[JOKER + joker]) * joker_cost(x, joker);
    x->floor = x->steps[0].cost;
    const uint16_t no_runs[1] = {0};
    for (int c = 0; c < 4; c++) {
        x->steps[0].places[c] = (uint16_t)place_of(x, c, 0, no_runs, 0);
        x->steps[0].lost += x->places[x->steps[0].places[c]].lost;
    }
    uint64_t first = x->floor;
    int patience = SPECIAL_PATIENCE;
    x->stack[x->stack_count++] = 0;
    while (x->stack_count || x->waiting_count) {
        uint32_t index = x->stack_count ? x->stack[--x->stack_count] : next_special(x);
        const struct special_step *t = &x->steps[index];
        if (t->at == END) {
            x->goal = index;
            return (struct walked){t->cost, 1, 1};
        }
        if (t->at % 5 == 0) {
            struct special_seen entry;
            uint32_t at;
            if (known_special(x, t, &entry, &at)) continue;
            entry.step = index;
            x->seen[at] = entry;
            if (++x->seen_count > x->seen_mask / 2 && x->seen_mask + 1 < SPECIAL_SEEN) grow_special(x);
        }
        if (--patience == 0 && (x->prices.known = find_prices(x)) != 0) {
            memset(x->seen, 0, (size_t)(x->seen_mask + 1) * sizeof *x->seen);
            x->seen_count = x->waiting_count = x->stack_count = 0;
            x->stack[x->stack_count++] = 0;
            x->floor = first;
            continue;
        }
        if (x->made >= MOST_STATES || !take(spending) || x->overflow) return (struct walked){x->floor, x->goal != 0, 0};
        uint32_t level = x->stack_count;
        if (t->at % 5 < 4)
            colour_step(x, index);
        else
            joint_step(x, index);
        turn(&x->stack[level], &x->stack[x->stack_count]);
        if (x->overflow) return (struct walked){x->floor, x->goal != 0, 0};
    }
    return (struct walked){x->goal ? x->goal_cost : 0, x->goal != 0, 1};
}

/* ---- special jokers: melds ---------------------------------------------------------------------------------------- */

static int meld_order(const uint8_t *a, int a_length, const uint8_t *b, int b_length) {
    int order = memcmp(a, b, (size_t)least(a_length, b_length));
    return order ? order : a_length - b_length;
}

/* Put a meld among the sorted ones. */
static void add_special(struct special_meld *melds, int *count, const struct special_meld *made) {
    struct special_meld meld = *made;
    int at = (*count)++;
    for (; at > 0 && meld_order(melds[at - 1].kinds, melds[at - 1].length, meld.kinds, meld.length) > 0; at--)
        melds[at] = melds[at - 1];
    melds[at] = meld;
}

/* The tiles of a laid run: special_melds.Laid.tiles */
static void add_laid(struct special *x, const struct laid *l) {
    struct special_meld m = {0, {0}};
    int mirror = l->code & MIRROR, falling = l->code & FALLING;
    for (int i = 0; i < l->lefts; i++) m.kinds[m.length++] = l->left[mirror && falling ? l->lefts - 1 - i : i];
    if (mirror) m.kinds[m.length++] = MIRRORED;
    for (int i = 0; mirror && i < l->rights; i++) m.kinds[m.length++] = l->right[falling ? i : l->rights - 1 - i];
    add_special(x->laid, &x->laid_count, &m);
}

static uint8_t tile_of(int letter, int tile) {
    return (uint8_t)(letter == 'R' ? tile : letter == 'J' ? JOKER : letter == 'D' ? DOUBLE : BORDER);
}

/* special_melds.Laid.grow */
static void grow_laid(const struct special *x, struct laid *l, uint16_t move, int tile) {
    int left = move >> 8 & 127, right = move & 127;
    l->code = (uint16_t)grown(x, l->code, move & (PLUS - 1));
    if (l->code & MIRROR && left == 'P' && right != 'P' && l->right_covered) {
        left = right;
        right = 'P';
    }
    if (left != 'P') l->left[l->lefts++] = tile_of(left, tile);
    if (!(l->code & MIRROR)) return;
    if (right != 'P') l->right[l->rights++] = tile_of(right, tile);
    l->right_covered = right == 'D';
}

static void border_laid(struct laid *l, int code) {
    l->code = (uint16_t)code;
    l->left[l->lefts++] = BORDER;
    if (code & MIRROR) l->right[l->rights++] = BORDER;
}

/* Put a run behind all whose code is not greater. */
static void add_run(struct laid_list *list, const struct laid *run) {
    struct laid laid = *run;
    int at = list->count++;
    for (; at > 0 && list->list[at - 1].code > laid.code; at--) list->list[at] = list->list[at - 1];
    list->list[at] = laid;
}

/* special_melds._colour_step */
static void lay_colour(struct special *x, struct laid_list *runs, struct laid_list *borders, const struct special_option *o,
                       int colour, int number) {
    const uint16_t *moves = &x->moves[o->moves];
    struct laid_list before = *runs;
    int tile = colour * 13 + number - 1;
    runs->count = 0;
    for (int i = 0; i < o->move_count; i++) {
        uint16_t move = moves[i];
        struct laid laid;
        if (i >= before.count) {
            memset(&laid, 0, sizeof laid);
            if (move & 127) laid.code = (uint16_t)(MIRROR | (x->rules->per_set ? 1 << JOKERS_AT : 0));
            if (move & PLUS) laid.code |= FALLING;
            grow_laid(x, &laid, move, tile);
            add_run(runs, &laid);
            continue;
        }
        laid = before.list[i];
        if (move == END_MOVE) {
            add_laid(x, &laid);
        } else if (move >> 8 == 'C') {
            border_laid(&laid, grown(x, laid.code, move) | colour << COLOUR_AT);
            add_run(borders, &laid);
        } else {
            grow_laid(x, &laid, move, tile);
            if (must_end(laid.code))
                add_laid(x, &laid);
            else
                add_run(runs, &laid);
        }
    }
}

static void add_side(struct special_meld *m, const struct side *side, int number, int reversed) {
    uint8_t tiles[8];
    int count = 0;
    for (int c = 0; c < 4; c++)
        if (side->colours >> c & 1) tiles[count++] = (uint8_t)(c * 13 + number - 1);
    for (int i = 0; i < side->regular; i++) tiles[count++] = JOKER;
    for (int i = 0; i < side->doubles; i++) tiles[count++] = DOUBLE;
    for (int i = 0; i < count; i++) m->kinds[m->length++] = tiles[reversed ? count - 1 - i : i];
}

/* special_melds._groups */
static void lay_split(struct special *x, uint8_t reals[4], int j, int d, int m, int number) {
    for (;;) {
        int found = split(&x->groups, reals, j, d, m);
        if (found == GROUP_KINDS || found == 1) return;
        const struct group_kind *k = &x->groups.list[found - 2];
        struct special_meld meld = {0, {0}};
        add_side(&meld, &k->left, number, 0);
        if (k->mirrors) {
            meld.kinds[meld.length++] = MIRRORED;
            add_side(&meld, &k->right, number, 1);
        }
        add_special(x->laid, &x->laid_count, &meld);
        for (int c = 0; c < 4; c++) reals[c] = (uint8_t)(reals[c] - k->reals[c]);
        j -= k->regular;
        d -= k->doubles;
        m -= k->mirrors;
    }
}

/* special_melds._joint_step */
static void lay_joint(struct special *x, struct laid_list runs[4], struct laid_list *borders,
                      const struct special_step *from, uint32_t how) {
    struct laid_list before = *borders;
    struct beginning begin[MOST_BEGINNINGS];
    uint8_t reals[4];
    int number = from->at / 5 + 1, j = how & 7, d = how >> 3 & 3, m = how >> 5 & 3;
    for (int c = 0; c < 4; c++) reals[c] = from->reals >> 2 * c & 3;
    lay_split(x, reals, j, d, m, number);
    beginnings(x, number, jokers_left(x, from, 2), jokers_left(x, from, 3) - m, begin);
    const struct beginning *chosen = &begin[how >> 7 & 15];
    for (int i = 0; i < chosen->count; i++) {
        struct laid *l = &before.list[before.count++];
        memset(l, 0, sizeof *l);
        border_laid(l, chosen->runs[i]);
    }
    borders->count = 0;
    for (int i = 0; i < before.count; i++) {
        struct laid *l = &before.list[i];
        int turned = how >> (11 + 3 * i) & 7;
        if (turned == TURN_END) {
            add_laid(x, l);
        } else if (turned == TURN_AGAIN) {
            border_laid(l, again(x, l->code));
            add_run(borders, l);
        } else {
            l->code = (uint16_t)((l->code & ~COLOUR) | ENTERED);
            add_run(&runs[turned], l);
        }
    }
}

/* The melds of the way to x->goal, in canonical order into x->laid. */
static void lay_special(struct special *x) {
    struct laid_list runs[4], borders;
    int length = 0;
    memset(runs, 0, sizeof runs);
    memset(&borders, 0, sizeof borders);
    x->laid_count = 0;
    for (uint32_t at = x->goal; at; at = x->steps[at].before) x->path[length++] = at;
    while (length-- > 0) {
        const struct special_step *after = &x->steps[x->path[length]], *from = &x->steps[after->before];
        int number = from->at / 5 + 1, c = from->at % 5;
        if (c < 4)
            lay_colour(x, &runs[c], &borders, &x->options[after->how], c, number);
        else
            lay_joint(x, runs, &borders, from, after->how);
    }
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < runs[c].count; i++) add_laid(x, &runs[c].list[i]);
}

/* ---- special jokers: places --------------------------------------------------------------------------------------- */

static int is_special_group(const struct special_meld *m) {
    int number = -1, taken = 0, size = m->length;
    for (int i = 0; i < m->length; i++) {
        int kind = m->kinds[i];
        if (kind == BORDER) return 0;
        if (kind == DOUBLE) size++;
        if (kind >= JOKER) continue;
        if ((number >= 0 && kind % 13 != number) || taken >> (kind / 13) & 1) return 0;
        number = kind % 13;
        taken |= 1 << kind / 13;
    }
    return size >= 3 && size <= 4;
}

static int is_special_run(const struct special_meld *m, const struct meld_rules *rules) {
    int start = -100, offset = 0, segments = 0, borders = 0, fresh = 1, colours[32], before[32];
    for (int i = 0; i < m->length; i++) {
        int kind = m->kinds[i];
        if (kind == BORDER) {
            borders++;
            fresh = 1;
        } else {
            if (fresh) {
                colours[segments] = -1;
                before[segments++] = borders;
                fresh = 0;
            }
            if (kind < JOKER) {
                if (start != -100 && kind % 13 - offset != start) return 0;
                start = kind % 13 - offset;
                if (colours[segments - 1] >= 0 && colours[segments - 1] != kind / 13) return 0;
                colours[segments - 1] = kind / 13;
            }
        }
        offset += kind == DOUBLE ? 2 : 1;
    }
    if (start < 0 || start + offset > 13) return 0;
    for (int i = 1; i < segments; i++) {
        int strict = !rules->border_any || before[i] == before[i - 1] + 1;
        if (colours[i] >= 0 && colours[i] == colours[i - 1] && strict) return 0;
    }
    return 1;
}

static int is_legal(const struct special_meld *m, const struct meld_rules *rules) {
    int jokers = 0;
    for (int i = 0; i < m->length; i++) jokers += m->kinds[i] >= JOKER;
    if (rules->per_set && jokers > rules->per_set) return 0;
    return is_special_run(m, rules) || is_special_group(m);
}

/* special_places.settled: into x->laid */
static int settle(struct special *x, const uint8_t *spare, int count, int *tries) {
    if (count == 0) return 1;
    for (int at = 0; at < x->laid_count; at++) {
        struct special_meld meld = x->laid[at];
        if (memchr(meld.kinds, MIRRORED, meld.length) || meld.length == SPECIAL_LENGTH) continue;
        for (int front = 0; front < 2; front++) {
            struct special_meld *longer = &x->laid[at];
            if ((*tries)-- <= 0) return 0;
            *longer = meld;
            memcpy(longer->kinds + front, meld.kinds, meld.length);
            longer->kinds[front ? 0 : meld.length] = spare[0];
            longer->length++;
            if (is_legal(longer, x->rules) && settle(x, spare + 1, count - 1, tries)) return 1;
            *longer = meld;
        }
    }
    return 0;
}

/* ---- special jokers: keeping and answers -------------------------------------------------------------------------- */

static void count_melds(const struct special_meld *melds, int count, int counts[SPECIAL_KINDS]) {
    memset(counts, 0, SPECIAL_KINDS * sizeof *counts);
    for (int i = 0; i < count; i++)
        for (int t = 0; t < melds[i].length; t++) counts[melds[i].kinds[t]]++;
}

/* special_reference._best: the melds into x->laid. */
static struct walked best_special(struct tilerummy_solver *s, struct special *x, const int must[SPECIAL_KINDS],
                                  const int may[SPECIAL_KINDS], struct spending *spending) {
    static const uint8_t jokers[3] = {DOUBLE, BORDER, JOKER};
    const struct special_request *r = &x->request;
    int by_value = r->objective == VALUE, rack_jokers = may[JOKER] + may[DOUBLE] + may[BORDER] + may[MIRRORED];
    uint64_t bound = 0;
    x->rules = &r->rules;
    x->threshold = r->threshold;
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        uint64_t worth = (uint64_t)(kind < JOKER ? kind % 13 + 1 : r->penalty);
        x->leave[kind] = by_value ? (worth << LOSS_BITS) + 1 : (UINT64_C(1) << LOSS_BITS) + worth;
        x->must[kind] = must[kind];
        x->tiles[kind] = must[kind] + may[kind];
    }
    x->free = r->threshold || (by_value && !r->penalty && rack_jokers) ? 0 : FREE_J | FREE_D | FREE_C;
    for (;;) {
        struct walked walked = walk_special(s, x, spending);
        int used[SPECIAL_KINDS], spares = 0, left_over = 0, tries = MOST_TRIES;
        uint8_t spare[SPECIAL_JOKERS + 2 * SPECIAL_OTHERS];
        bound = greatest(bound, walked.cost);
        if (!walked.found) return (struct walked){bound, 0, walked.proved};
        lay_special(x);
        count_melds(x->laid, x->laid_count, used);
        for (int i = 0; i < 3; i++) {
            int kind = jokers[i], letter = kind == JOKER ? 'J' : kind == DOUBLE ? 'D' : 'C';
            for (int n = used[kind]; is_free(x->free, letter) && n < x->tiles[kind]; n++) {
                spare[spares++] = (uint8_t)kind;
                left_over |= is_free(x->free, letter);
            }
        }
        if (settle(x, spare, spares, &tries)) return (struct walked){bound, 1, walked.proved};
        if (!walked.proved) return (struct walked){bound, 0, 0};
        x->free &= ~left_over;
    }
}

/* special_keeping._parted */
static void part_melds(struct special *x) {
    memset(&x->plain, 0, sizeof x->plain);
    x->other_count = 0;
    for (int i = 0; i < x->laid_count; i++) {
        const struct special_meld *m = &x->laid[i];
        if (has_jokers(m)) {
            x->others[x->other_count++] = *m;
            continue;
        }
        int8_t(*rows)[4] = m->kinds[0] % 13 == m->kinds[1] % 13 ? x->plain.groups : x->plain.runs;
        for (int t = 0; t < m->length; t++) rows[m->kinds[t] % 13 + 1][m->kinds[t] / 13]++;
    }
}

/* All melds that are not kept, in canonical order into x->laid. */
static void lay_rest(struct tilerummy_solver *s, struct special *x) {
    int plain = lay(s, &x->plain);
    x->laid_count = 0;
    for (int i = 0; i < plain; i++) {
        struct special_meld m = {s->laid[i].length, {0}};
        memcpy(m.kinds, s->laid[i].kinds, m.length);
        add_special(x->laid, &x->laid_count, &m);
    }
    for (int i = 0; i < x->other_count; i++) add_special(x->laid, &x->laid_count, &x->others[i]);
}

static int same_tiles(const struct special_meld *a, const struct special_meld *b) {
    int counts[SPECIAL_KINDS] = {0};
    if (a->length != b->length) return 0;
    for (int i = 0; i < a->length; i++) counts[a->kinds[i]]++;
    for (int i = 0; i < b->length; i++)
        if (counts[b->kinds[i]]-- == 0) return 0;
    return 1;
}

/* Take a meld of the same tiles out of those with jokers. */
static int take_other(struct special *x, const struct special_meld *m) {
    for (int i = 0; i < x->other_count; i++)
        if (same_tiles(&x->others[i], m)) {
            memmove(&x->others[i], &x->others[i + 1], (size_t)(--x->other_count - i) * sizeof *m);
            return 1;
        }
    return 0;
}

static int take_plain(struct special *x, const struct special_meld *m) {
    struct meld meld = {m->length, {0}};
    memcpy(meld.kinds, m->kinds, m->length);
    return take_out(&meld, &x->plain);
}

/* special_keeping.keep: melds that stay are marked, the others end in x->laid. */
static void keep_special(struct tilerummy_solver *s, struct special *x, uint8_t *kept) {
    static const int nothing[SPECIAL_KINDS] = {0};
    part_melds(x);
    for (int i = 0; i < x->request.melds; i++) {
        const struct special_meld *m = &x->request.table[i];
        kept[i] = (uint8_t)(has_jokers(m) ? take_other(x, m) : take_plain(x, m));
    }
    for (int i = 0; i < x->request.melds; i++) {
        const struct special_meld *m = &x->request.table[i];
        int rest[SPECIAL_KINDS];
        if (kept[i]) continue;
        if (over(&s->spending)) break;
        lay_rest(s, x);
        count_melds(x->laid, x->laid_count, rest);
        for (int t = 0; t < m->length; t++) rest[m->kinds[t]]--;
        uint64_t states = s->spending.limit - s->spending.nodes;
        struct spending trial = {0, states < SPECIAL_TRIAL ? states : SPECIAL_TRIAL, s->spending.deadline, s->spending.clock};
        struct walked again = best_special(s, x, rest, nothing, &trial);
        s->spending.nodes += trial.nodes;
        if (!again.found) continue;
        part_melds(x);
        kept[i] = 1;
    }
    lay_rest(s, x);
}

/* special_reference._own: the table as it lies and melds of the rack alone */
static int own_melds(struct tilerummy_solver *s, struct special *x, const int on_table[SPECIAL_KINDS]) {
    struct spending trial = {0, OWN_STATES, 0, NULL};
    int must[SPECIAL_KINDS];
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) must[kind] = x->request.must[kind] - on_table[kind];
    struct walked own = best_special(s, x, must, x->request.may, &trial);
    s->spending.nodes += trial.nodes;
    if (!own.found || x->laid_count + x->request.melds > SPECIAL_MELDS) return 0;
    for (int i = 0; i < x->request.melds; i++) x->laid[x->laid_count++] = x->request.table[i];
    return 1;
}

static void start_spending(struct tilerummy_solver *s, uint64_t nodes, uint64_t nanoseconds, tilerummy_clock clock) {
    s->spending = (struct spending){0, nodes, 0, nanoseconds ? clock : NULL};
    if (s->spending.clock) {
        uint64_t start = clock();
        s->spending.deadline = nanoseconds > UINT64_MAX - start ? UINT64_MAX : start + nanoseconds;
    }
}

static size_t answer_special(struct tilerummy_solver *s, struct special *x, uint8_t *reply, tilerummy_clock clock) {
    const struct special_request *r = &x->request;
    int must[SPECIAL_KINDS], may[SPECIAL_KINDS], left[SPECIAL_KINDS], on_table[SPECIAL_KINDS];
    int all = r->exact || r->objective == OUT, nothing = 1, whole = 1, lies = 0;
    uint8_t kept[SPECIAL_TABLE] = {0};
    start_spending(s, r->nodes, r->nanoseconds, clock);
    if (!x->groups.known || memcmp(&x->groups.rules, &r->rules, sizeof r->rules)) make_groups(&x->groups, &r->rules);
    count_melds(r->table, r->melds, on_table);
    for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
        must[kind] = r->must[kind] + (all ? r->may[kind] : 0);
        may[kind] = all ? 0 : r->may[kind];
        lies += on_table[kind];
    }
    struct walked walked = best_special(s, x, must, may, &s->spending);
    if (!walked.found && !walked.proved && !all && lies) walked.found = own_melds(s, x, on_table);
    memcpy(left, may, sizeof left);
    if (walked.found) {
        int used[SPECIAL_KINDS];
        count_melds(x->laid, x->laid_count, used);
        for (int kind = 0; kind < SPECIAL_KINDS; kind++) {
            left[kind] = must[kind] + may[kind] - used[kind];
            if (left[kind] != may[kind]) nothing = 0;
            if (on_table[kind] != must[kind]) whole = 0;
        }
        if (nothing && whole) {
            memset(kept, 1, sizeof kept);
            x->laid_count = 0;
        } else if (r->melds) {
            keep_special(s, x, kept);
        }
    } else {
        x->laid_count = 0;
    }
    int outcome = walked.found ? walked.proved ? PROVED : FEASIBLE : walked.proved ? NONE : UNFINISHED;
    uint8_t *to = put_head(reply, outcome, walked.cost >> LOSS_BITS, s->spending.nodes, left, SPECIAL_KINDS);
    for (int i = 0; i < r->melds; i++) *to++ = kept[i];
    for (int i = 0; i < x->laid_count; i++) to = put_meld(to, i, x->laid[i].kinds, x->laid[i].length);
    return (size_t)(to - reply);
}

struct tilerummy_solver *tilerummy_new(void) {
    struct tilerummy_solver *s = calloc(1, sizeof *s);
    if (s == NULL || (s->special = calloc(1, sizeof *s->special)) == NULL) {
        free(s);
        return NULL;
    }
    for (int top = 0; top <= MOST_COPIES; top++) make_run_states(&s->states[top], top);
    make_vector_needs(s);
    return s;
}

void tilerummy_free(struct tilerummy_solver *s) {
    if (s != NULL) free(s->special);
    free(s);
}

size_t tilerummy_search(struct tilerummy_solver *s, const uint8_t *request, size_t length, uint8_t *reply,
                        tilerummy_clock clock) {
    if (read_request(&s->request, request, length)) return answer(s, reply, clock);
    if (read_special(&s->special->request, request, length)) return answer_special(s, s->special, reply, clock);
    memset(reply, 0, REPLY_HEAD);
    reply[0] = MALFORMED;
    return REPLY_HEAD;
}
