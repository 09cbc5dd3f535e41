/* The compiled twin of src/tilerummy/solver/reference.py. The Python modules say why; the names here are theirs:
 * bounds, groups, runs, walk, placed, arrangement, laying, keeping, reference follow one another. */
#include "kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
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
    MOST_JOKERS = 7,
    MOST_TABLE = 80,
    MOST_LENGTH = 13,
    MOST_TILES = 200,
    MOST_STATES = 1 << 20,
    LOOK = 256,
    TRIAL_STATES = 24,
    RUN_STATES = 20,
    VECTORS = 256,
    VECTOR_LISTS = 1 << 11,
    WAYS_KNOWN = 1 << 12,
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
    int8_t needed; /* jokers */
    int8_t tiles[4];
};

/* The vectors of one number, remembered: `key` is all they follow from, plus 1. */
struct vector_list {
    uint32_t key;
    int count;
    struct vector list[VECTORS];
};

/* One way to use the tiles of one colour at one number: runs.Option */
struct option {
    int8_t asked, left, jokers, state;
};

struct ways {
    uint32_t stamp;
    int8_t count[4]; /* by tiles given to groups */
    struct option way[4][4];
};

/* The ways that follow from `key`, remembered: all that they follow from, plus 1. */
struct ways_known {
    uint32_t key;
    struct ways ways;
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

/* A state of the walk: walk.Step */
struct step {
    uint32_t states; /* a byte for each colour's open runs */
    uint32_t before;
    uint8_t number, jokers, grouped, unused;
};

/* A state of the walk with jokers placed: placed.Step */
struct placed_step {
    uint64_t opens; /* 16 bits for each colour */
    uint64_t how;   /* tiles and jokers in groups, places and jokers in runs on the way here */
    uint32_t before;
    uint16_t points;
    uint8_t number, jokers;
};

struct seen {
    uint32_t stamp, states;
    uint8_t number, jokers;
};

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
    struct ways_known ways_known[WAYS_KNOWN];
    struct ways ways[14][4][RUN_STATES];
    struct placings placings[4];
    struct run run_list[MOST_MELDS];
    struct group group_list[MOST_MELDS];
    struct meld laid[MOST_MELDS];
    uint32_t stamp, seen_mask, seen_count, made, waiting_count, stack_count;
    uint64_t waiting[MOST_STATES + 1];
    uint32_t stack[MOST_STATES + 1];
    union {
        struct {
            struct step steps[MOST_STATES + 1];
            struct seen seen[SEEN_MOST], moving[SEEN_MOST / 2];
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

struct sorted {
    int keys[VECTORS], count;
    struct vector *list;
};

/* Put the vector behind all whose key is not greater. */
static void sort_in(struct sorted *sorted, int key, const int8_t tiles[4], int needed) {
    int at = sorted->count++;
    for (; at > 0 && sorted->keys[at - 1] > key; at--) {
        sorted->keys[at] = sorted->keys[at - 1];
        sorted->list[at] = sorted->list[at - 1];
    }
    sorted->keys[at] = key;
    sorted->list[at].needed = (int8_t)needed;
    memcpy(sorted->list[at].tiles, tiles, 4);
}

static int unlike(const int8_t one[4], const int8_t other[4]) {
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2]) + abs(one[3] - other[3]);
}

/* groups.vectors, or with `placed` >= 0 those of groups.placed_vectors with that many jokers. */
static int make_vectors(rows here, int number, int jokers, const int8_t like[4], int placed, struct vector *list) {
    struct sorted sorted;
    int a = here[0][number], b = here[1][number], c = here[2][number], d = here[3][number];
    int8_t g[4];
    sorted.count = 0;
    sorted.list = list;
    for (g[0] = (int8_t)a; g[0] >= 0; g[0]--)
        for (g[1] = (int8_t)b; g[1] >= 0; g[1]--)
            for (g[2] = (int8_t)c; g[2] >= 0; g[2]--)
                for (g[3] = (int8_t)d; g[3] >= 0; g[3]--) {
                    int sum = g[0] + g[1] + g[2] + g[3];
                    if (placed >= 0) {
                        if ((sum == 0 && placed == 0) || number_of_groups(g, placed))
                            sort_in(&sorted, unlike(g, like), g, placed);
                        continue;
                    }
                    int needed = most(0, 3 * most(most(g[0], g[1]), most(g[2], g[3])) - sum);
                    if (needed <= jokers) sort_in(&sorted, needed * 64 + unlike(g, like), g, needed);
                }
    return sorted.count;
}

/* The same, remembered; the list holds until the next call. */
static const struct vector_list *vectors_at(struct tilerummy_solver *s, rows here, int number, int jokers,
                                            const int8_t like[4], int placed) {
    uint32_t key = (uint32_t)jokers | (uint32_t)(placed + 1) << 3;
    for (int c = 0; c < 4; c++) key = key << 4 | (uint32_t)(here[c][number] & 3) << 2 | (uint32_t)(like[c] & 3);
    struct vector_list *list = &s->vector_lists[key * 0x9E3779B1u >> 21];
    if (list->key != key + 1) {
        list->key = key + 1;
        list->count = make_vectors(here, number, jokers, like, placed, list->list);
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
                      int must, int jokers) {
    int here = row[number], edge = least(2, 13 - number);
    for (int grouped = 0; grouped <= here; grouped++) {
        int count = 0;
        for (int tiles = s->needs[state]; tiles <= top; tiles++) {
            int used = least(tiles, here - grouped), after = s->after[state][tiles];
            int one = s->counts[after][0], two = s->counts[after][1];
            if (used + grouped < must || (edge == 0 && one + two) || (edge == 1 && one)) continue;
            int asked = tiles - used + most(0, one + two - row[number + 1]) + most(0, one - row[number + 2]);
            if (asked > jokers) continue;
            int left = here - grouped - used, at = count++;
            struct option *way = w->way[grouped];
            for (; at > 0 && (way[at - 1].left > left || (way[at - 1].left == left && way[at - 1].asked > asked)); at--)
                way[at] = way[at - 1];
            way[at].asked = (int8_t)asked;
            way[at].left = (int8_t)left;
            way[at].jokers = (int8_t)(tiles - used);
            way[at].state = (int8_t)after;
        }
        w->count[grouped] = (int8_t)count;
    }
}

/* The same, remembered. */
static void find_ways(struct tilerummy_solver *s, struct ways *w, int most_runs, int state, int top, const int8_t *row,
                      int number, int must, int jokers) {
    uint32_t key = (uint32_t)(most_runs | state << 2 | top << 7 | must << 9 | least(2, 13 - number) << 11);
    key |= (uint32_t)(row[number] | row[number + 1] << 2 | row[number + 2] << 4 | jokers << 6) << 13;
    struct ways_known *known = &s->ways_known[key * 0x9E3779B1u >> 20];
    if (known->key != key + 1) {
        known->key = key + 1;
        make_ways(&known->ways, &s->states[most_runs], state, top, row, number, must, jokers);
    }
    uint32_t stamp = w->stamp;
    *w = known->ways;
    w->stamp = stamp;
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
    s->stamp++;
    s->seen_mask = SEEN_LEAST - 1;
    s->seen_count = s->waiting_count = s->stack_count = s->made = 0;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

static struct seen *find_seen(struct tilerummy_solver *s, int number, uint32_t states) {
    uint64_t hash = ((uint64_t)states << 4 | (unsigned)number) * UINT64_C(0x9E3779B97F4A7C15);
    uint32_t at = (uint32_t)(hash >> 40) & s->seen_mask;
    for (;; at = (at + 1) & s->seen_mask) {
        struct seen *entry = &s->store.free.seen[at];
        if (entry->stamp != s->stamp || (entry->states == states && entry->number == number)) return entry;
    }
}

static void grow_seen(struct tilerummy_solver *s) {
    struct seen *from = s->store.free.seen, *moving = s->store.free.moving;
    uint32_t count = 0;
    for (uint32_t at = 0; at <= s->seen_mask; at++)
        if (from[at].stamp == s->stamp) moving[count++] = from[at];
    s->stamp++;
    s->seen_mask = s->seen_mask * 2 + 1;
    for (uint32_t at = 0; at < count; at++) {
        struct seen *entry = find_seen(s, moving[at].number, moving[at].states);
        *entry = moving[at];
        entry->stamp = s->stamp;
    }
}

static void see(struct tilerummy_solver *s, int number, uint32_t states, int jokers) {
    struct seen *entry = find_seen(s, number, states);
    if (entry->stamp != s->stamp) {
        entry->stamp = s->stamp;
        entry->states = states;
        entry->number = (uint8_t)number;
        if (++s->seen_count > s->seen_mask / 2) {
            entry->jokers = (uint8_t)jokers;
            grow_seen(s);
            return;
        }
    }
    entry->jokers = (uint8_t)jokers;
}

static int known_better(struct tilerummy_solver *s, int number, uint32_t states, int jokers) {
    const struct seen *entry = find_seen(s, number, states);
    return entry->stamp == s->stamp && entry->jokers <= jokers;
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

static void arrangement_of(struct tilerummy_solver *s, uint32_t goal, rows here, int jokers, int top,
                           struct arrangement *a) {
    const struct step *steps = s->store.free.steps, *at = &steps[goal];
    memset(a, 0, sizeof *a);
    a->spare = jokers - at->jokers;
    for (; at->number > 1; at = &steps[at->before]) {
        int number = at->number - 1, highest = 0, sum = 0;
        for (int c = 0; c < 4; c++) {
            int grouped = at->grouped >> 2 * c & 3, places = s->states[top].total[at->states >> 8 * c & 255];
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
                          struct spending *spending, int8_t like[14][4], uint64_t cost, struct arrangement *found) {
    int top = 0, tops[4] = {0, 0, 0, 0};
    for (int c = 0; c < 4; c++) {
        for (int number = 1; number < 14; number++) tops[c] = most(tops[c], here[c][number]);
        top = most(top, tops[c]);
    }
    struct step *steps = s->store.free.steps;
    uint64_t goal_cost = UINT64_MAX;
    uint32_t goal = 0, ways_stamp;
    start_walk(s);
    ways_stamp = s->stamp;
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
        const struct step at = steps[index];
        int number = at.number;
        if (known_better(s, number, at.states, at.jokers)) continue;
        if (number == 14) {
            arrangement_of(s, index, here, jokers, top, found);
            return (struct walked){cost, 1, 1};
        }
        if (!take(spending)) goto ended;
        see(s, number, at.states, at.jokers);
        const struct vector_list *vectors = vectors_at(s, here, number, jokers, like[number], -1);
        const struct ways *ways[4];
        for (int c = 0; c < 4; c++) {
            int state = at.states >> 8 * c & 255;
            struct ways *w = &s->ways[number][c][state];
            if (w->stamp != ways_stamp) {
                w->stamp = ways_stamp;
                find_ways(s, w, top, state, tops[c], here[c], number, must[c][number], jokers);
            }
            ways[c] = w;
        }
        int free = jokers - at.jokers;
        uint32_t level = s->stack_count;
        for (int v = 0; v < vectors->count; v++) {
            const struct vector *vector = &vectors->list[v];
            if (vector->needed > free) break;
            const int8_t *g = vector->tiles;
            int n0 = ways[0]->count[g[0]], n1 = ways[1]->count[g[1]], n2 = ways[2]->count[g[2]],
                n3 = ways[3]->count[g[3]];
            if (!n0 || !n1 || !n2 || !n3) continue;
            uint8_t grouped = (uint8_t)(g[0] | g[1] << 2 | g[2] << 4 | g[3] << 6);
            int free0 = free - vector->needed, used0 = at.jokers + vector->needed;
            for (int i0 = 0; i0 < n0; i0++) {
                const struct option *w0 = &ways[0]->way[g[0]][i0];
                int free1 = free0 - w0->asked, used1 = used0 + w0->jokers;
                if (free1 < 0) continue;
                for (int i1 = 0; i1 < n1; i1++) {
                    const struct option *w1 = &ways[1]->way[g[1]][i1];
                    int free2 = free1 - w1->asked, used2 = used1 + w1->jokers, left1 = w0->left + w1->left;
                    if (free2 < 0) continue;
                    for (int i2 = 0; i2 < n2; i2++) {
                        const struct option *w2 = &ways[2]->way[g[2]][i2];
                        int free3 = free2 - w2->asked, used3 = used2 + w2->jokers, left2 = left1 + w2->left;
                        if (free3 < 0) continue;
                        for (int i3 = 0; i3 < n3; i3++) {
                            const struct option *w3 = &ways[3]->way[g[3]][i3];
                            int left = left2 + w3->left, used = used3 + w3->jokers;
                            uint64_t more = (uint64_t)left * weights[number];
                            if (w3->asked > free3 || cost + more >= goal_cost) continue;
                            uint32_t after = (uint32_t)w0->state | (uint32_t)w1->state << 8 |
                                             (uint32_t)w2->state << 16 | (uint32_t)w3->state << 24;
                            if (known_better(s, number + 1, after, used)) continue;
                            uint32_t made = ++s->made;
                            steps[made] = (struct step){after, index, (uint8_t)(number + 1), (uint8_t)used, grouped, 0};
                            if (number == 13) {
                                goal_cost = cost + more;
                                goal = made;
                            }
                            if (more)
                                wait_for(s, waiting_key(cost + more, number, made));
                            else
                                s->stack[s->stack_count++] = made;
                            if (made == MOST_STATES || (made % 4096 == 0 && late(spending))) goto ended;
                        }
                    }
                }
            }
        }
        turn(&s->stack[level], &s->stack[s->stack_count]);
    }
    return (struct walked){0, 0, 1};
ended:
    if (goal) arrangement_of(s, goal, here, jokers, top, found);
    return (struct walked){cost, goal != 0, 0};
}

/* ---- the walk with jokers placed --------------------------------------------------------------------------------- */

static uint16_t advance(uint16_t opens, int places, int jokers, int *possible) {
    int one = opens & 7, two = opens >> 3 & 7, more = opens >> 6 & 7;
    int bare_one = opens >> 9 & 7, bare_two = opens >> 12 & 3, bare_more = opens >> 14 & 3;
    int rest = places - (one + two + bare_one + bare_two + bare_more);
    *possible = rest >= 0;
    if (rest < 0) return 0;
    int longer = least(more, rest), begun = rest - longer, tiles = places - jokers;
    int saved_more = least(tiles, bare_more);
    int saved_two = least(tiles - saved_more, bare_two);
    int saved_one = least(tiles - saved_more - saved_two, bare_one);
    int begun_tile = least(tiles - saved_more - saved_two - saved_one, begun);
    return (uint16_t)(begun_tile | (one + saved_one) << 3 | (longer + two + saved_more + saved_two) << 6 |
                      (begun - begun_tile) << 9 | (bare_one - saved_one) << 12 |
                      (bare_more - saved_more + bare_two - saved_two) << 14);
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
                int at_one = at_two + (after >> 3 & 7) + (after >> 12 & 3) + (after >> 14 & 3);
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
    uint32_t goal = 0;
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
        uint32_t level = s->stack_count;
        for (int needed = 0; needed <= jokers - at.jokers; needed++) {
            const struct vector_list *vectors = vectors_at(s, here, number, jokers, like[number], needed);
            for (int v = 0; v < vectors->count; v++) {
                const int8_t *g = vectors->list[v].tiles;
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
                                uint32_t made = ++s->made;
                                uint64_t how = (uint64_t)(g[0] | g[1] << 2 | g[2] << 4 | g[3] << 6 | needed << 8);
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
                                if (made == MOST_STATES || (made % 4096 == 0 && late(&s->spending))) goto ended;
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

static void keep(struct tilerummy_solver *s, rows used, int jokers, struct arrangement *arrangement, int8_t like[14][4],
                 uint8_t *kept) {
    static const uint64_t no_weights[14] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    const struct request *r = &s->request;
    for (int i = 0; i < r->melds; i++) {
        const struct meld *m = &r->table[i];
        int at[MOST_LENGTH], own = m->length - tiles_of(m, at);
        if (!take_out(m, arrangement)) {
            uint64_t rest = s->spending.limit - s->spending.nodes;
            struct spending trial = {0, rest < TRIAL_STATES ? rest : TRIAL_STATES, 0, NULL};
            struct arrangement again;
            change(used, m, -1);
            struct walked walked = walk(s, used, used, jokers - own, no_weights, &trial, like, 0, &again);
            s->spending.nodes += trial.nodes;
            if (!walked.found || !has_room(&again)) {
                change(used, m, 1);
                continue;
            }
            *arrangement = again;
        } else {
            change(used, m, -1);
        }
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
    enum { HEAD = 24, START = HEAD + 2 * KINDS };
    int total = 0, on_table[KINDS] = {0};
    if (length <= START || data[0] != VERSION) return 0;
    r->copies = data[1];
    r->objective = data[2];
    r->exact = data[3];
    r->penalty = (int)little(data + 4, 2);
    r->threshold = (int)little(data + 6, 2);
    r->nodes = little(data + 8, 8);
    r->nanoseconds = little(data + 16, 8);
    if (r->copies < 1 || r->copies > MOST_COPIES || r->objective > OUT || r->exact > 1) return 0;
    if (r->penalty > 500 || r->threshold > 300) return 0;
    for (int kind = 0; kind < KINDS; kind++) {
        r->must[kind] = data[HEAD + kind];
        r->may[kind] = data[HEAD + KINDS + kind];
        total += r->must[kind] + r->may[kind];
        if (r->must[kind] + r->may[kind] > (kind == JOKER ? MOST_JOKERS : r->copies)) return 0;
    }
    if (total > MOST_TILES) return 0;
    r->melds = data[START];
    if (r->melds > MOST_TABLE) return 0;
    size_t at = START + 1;
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
            walk(s, must_rows, here, jokers, weights, &s->spending, like, base, found);
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
    uint8_t *to = reply;
    if (!walked.found) {
        *to++ = walked.proved ? NONE : UNFINISHED;
        to = put_little(to, walked.cost >> PRIMARY_BITS, 4);
        to = put_little(to, s->spending.nodes, 8);
        for (int kind = 0; kind < KINDS; kind++) *to++ = (uint8_t)may[kind];
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
    *to++ = walked.proved ? PROVED : FEASIBLE;
    to = put_little(to, walked.cost >> PRIMARY_BITS, 4);
    to = put_little(to, s->spending.nodes, 8);
    for (int kind = 0; kind < KINDS; kind++) *to++ = (uint8_t)left[kind];
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
    return s;
}

void tilerummy_free(struct tilerummy_solver *s) { free(s); }

size_t tilerummy_search(struct tilerummy_solver *s, const uint8_t *request, size_t length, uint8_t *reply,
                        tilerummy_clock clock) {
    if (read_request(&s->request, request, length)) return answer(s, reply, clock);
    memset(reply, 0, 14 + KINDS);
    reply[0] = MALFORMED;
    return 14 + KINDS;
}
