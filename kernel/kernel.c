/* The compiled twin of src/tilerummy/solver/reference.py. The Python modules say why; the names here are theirs:
 * bounds, groups, runs, walk, placed, arrangement, laying, keeping, reference follow one another. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 2,
    JOKER = 52,
    KINDS = 53,
    PROVED = 0,
    NONE = 1,
    UNFINISHED = 2,
    FEASIBLE = 3,
    MALFORMED = 4,
    VALUE = 1,
    OUT = 2,
    MOST_COPIES = 3,
    MOST_JOKERS = 8,
    MOST_TABLE = 80,
    MOST_LENGTH = 13,
    MOST_TILES = 200,
    MOST_STATES = 1 << 20,
    LOOK = 256,
    TRIAL_STATES = 20,
    RUN_STATES = 20,
    VECTORS = 256,
    VECTOR_LISTS = 1 << 13,
    BLOCKS_KNOWN = 1 << 8,
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
};

struct tilerummy_solver {
    struct request request;
    struct run_states states[MOST_COPIES + 1];
    int8_t runs_through[MOST_COPIES + 1][MOST_JOKERS + 1][625]; /* value + 1; 0: not yet known */
    struct spending spending;
    struct vector_list vector_lists[VECTOR_LISTS];
    struct block blocks[4][BLOCKS_KNOWN];
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
        } free;
        struct {
            struct placed_step steps[MOST_STATES + 1];
            struct placed_seen seen[SEEN_MOST], moving[SEEN_MOST / 2];
        } placed;
    } store;
};

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* ---- spending ---------------------------------------------------------------------------------------------------- */

static int late(struct spending *s) {
    if (s->clock == NULL || s->clock() < s->deadline) return 0;
    s->limit = s->nodes;
    return 1;
}

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
static int make_vectors(const struct tilerummy_solver *s, rows here, int number, int jokers, const int8_t like[4],
                        int placed, struct vector *list) {
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
    struct vector_list *list = &s->vector_lists[key * 0x9E3779B1u >> 19];
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
}

static void make_ways(struct ways *w, const struct run_states *s, int state, int top, const int8_t *row, int number,
                      int must, int jokers, int colour) {
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
static struct block *find_block(struct tilerummy_solver *s, int colour, int most_runs, int top, const int8_t *row,
                                int number, int must, int jokers) {
    uint32_t key = (uint32_t)(most_runs | top << 2 | must << 4 | least(2, 13 - number) << 6 | jokers << 8) |
                   (uint32_t)(row[number] | row[number + 1] << 2 | row[number + 2] << 4) << 12;
    for (uint32_t at = key * 0x9E3779B1u >> 24;; at = (at + 1) % BLOCKS_KNOWN) {
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
                          int last, struct arrangement *found) {
    int top = 0, tops[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; c++) {
        for (int number = 1; number < 14; number++) tops[c] = most(tops[c], here[c][number]);
        top = most(top, tops[c]);
    }
    struct step *steps = s->store.free.steps;
    seen *table = s->store.free.seen;
    uint64_t goal_cost = UINT64_MAX;
    uint32_t goal = 0, made = 0, vector_keys[14] = {0};
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
        if (!take(spending)) goto ended;
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
                            if (made % 4096 == 0 && (made == MOST_STATES || late(spending))) goto ended;
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
    uint32_t goal = 0, made = 0;
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
                                if (made % 4096 == 0 && (made == MOST_STATES || late(&s->spending))) goto ended;
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
        int cut = 3;
        while (cut < longest->length && longest->kinds[cut - 1] == JOKER) cut++;
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
    struct walked walked = walk(s, used, used, jokers, no_weights, &trial, like, 0, first, last, found);
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
    int on_table[KINDS] = {0};
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
    for (int kind = 0; kind < KINDS; kind++)
        if (r->must[kind] + r->may[kind] > (kind == JOKER ? MOST_JOKERS : r->copies)) return 0;
    r->melds = data[start];
    if (r->melds > MOST_TABLE) return 0;
    size_t at = start + 1;
    for (int i = 0; i < r->melds; i++) {
        if (at >= length || data[at] < 1 || data[at] > MOST_LENGTH || at + 1 + data[at] > length) return 0;
        r->table[i].length = data[at];
        for (int t = 0; t < data[at]; t++) {
            uint8_t kind = data[at + 1 + (size_t)t];
            if (kind > JOKER || ++on_table[kind] > r->must[kind]) return 0;
            r->table[i].kinds[t] = kind;
        }
        if (!is_meld(&r->table[i])) return 0;
        at += 1 + (size_t)data[at];
    }
    return at == length;
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
            walk(s, must_rows, here, jokers, weights, &s->spending, like, base, 1, 13, found);
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
static uint8_t *put_head(uint8_t *to, int outcome, uint64_t cost, uint64_t nodes, const int left[KINDS]) {
    uint8_t *counted = to + 13, *kinds = counted + 2;
    *to++ = (uint8_t)outcome;
    to = put_little(to, cost >> PRIMARY_BITS, 4);
    put_little(to, nodes, 8);
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < left[kind]; i++) *kinds++ = (uint8_t)kind;
    put_little(counted, (uint64_t)(kinds - counted - 2), 2);
    return kinds;
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
        uint8_t *to = put_head(reply, walked.proved ? NONE : UNFINISHED, walked.cost, s->spending.nodes, may);
        memset(to, 0, (size_t)r->melds + 1);
        return (size_t)(to + r->melds + 1 - reply);
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
    uint8_t *to = put_head(reply, walked.proved ? PROVED : FEASIBLE, walked.cost, s->spending.nodes, left);
    for (int i = 0; i < r->melds; i++) *to++ = kept[i];
    *to++ = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        *to++ = s->laid[i].length;
        memcpy(to, s->laid[i].kinds, s->laid[i].length);
        to += s->laid[i].length;
    }
    return (size_t)(to - reply);
}

struct tilerummy_solver *tilerummy_new(void) {
    struct tilerummy_solver *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    for (int top = 0; top <= MOST_COPIES; top++) make_run_states(&s->states[top], top);
    make_vector_needs(s);
    return s;
}

void tilerummy_free(struct tilerummy_solver *s) { free(s); }

size_t tilerummy_search(struct tilerummy_solver *s, const uint8_t *request, size_t length, uint8_t *reply,
                        tilerummy_clock clock) {
    if (read_request(&s->request, request, length)) return answer(s, reply, clock);
    memset(reply, 0, 16);
    reply[0] = MALFORMED;
    return 16;
}
