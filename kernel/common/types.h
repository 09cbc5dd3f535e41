/* Types of the regular search, and the memory of one solver. */

/* States expanded before the search starts again, see astar.c; tests have less. */
#ifndef ASTAR_AFTER
#define ASTAR_AFTER (1 << 14)
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
    MOST_IN_BOX = 7,
    MOST_JOKERS = 8,
    MOST_TABLE = 120,
    MOST_LENGTH = 13,
    MOST_TILES = 340,
    MOST_STATES = 1 << 20,
    LOOK = 256, /* states, or what one state leads to, between two looks at the clock */
    TRIAL_STATES = 20,
    VECTOR_LISTS = 1 << VECTOR_LISTS_BITS,
    BLOCKS_KNOWN = 1 << BLOCKS_KNOWN_BITS,
    MOST_MELDS = 128,
    STAMPS_OF_A_SEARCH = 32, /* at most */
    SEEN_LEAST = 1 << 11,
    SEEN_MOST = 1 << 21,
    PRIMARY_BITS = 24,
    SPENT_BITS = 18,
};

typedef int8_t rows[4][16]; /* tiles by colour, then number 1-13; 14 and 15 empty */

struct limits {
    uint64_t nodes, limit, deadline;
    tilerummy_clock clock; /* NULL: nobody ends the search */
};

struct vector {
    asks asks;           /* bit WAYS * colour + tiles given, for each colour */
    given_tiles grouped; /* GIVEN_BITS for each colour */
    uint8_t needed;      /* jokers */
};

/* The vectors of one number, remembered: `key` is all they follow from, plus 1. */
struct vector_list {
    uint32_t key;
    int count;
    struct vector list[VECTORS];
};

/* A state of the search: jokers spent (8 bits), the number to come (4), and STATE_BITS for each colour's open runs. */
enum { NUMBER_AT = 8, RUNS_AT = 12, STAMP_AT = RUNS_AT + 4 * STATE_BITS };

/* One way to use the tiles of one colour at one number: asked and left, a byte each, and what it adds to the
 * state. The sum of a way of each colour is a way of all. */
typedef uint64_t option;
enum { OPTION_AT = 16 };

struct ways {
    uint8_t count[WAYS], fewest[WAYS]; /* by tiles given to groups: the ways, and the fewest that one of them asks */
    uint8_t possible[MOST_JOKERS + 1]; /* by jokers at hand: bit n is set where there are ways for n tiles to groups */
    option way[WAYS][WAYS];
};

/* The ways of one colour at one number by state, remembered: `key` is all else that they follow from. */
struct block {
    uint32_t key, search;     /* the last search that used it */
    uint8_t made[RUN_STATES]; /* whether the ways of a state are there */
    struct ways ways[RUN_STATES];
};

/* One way with the jokers placed */
struct placing {
    int8_t asked, left, places, jokers;
    opened after;
};

struct placings {
    int count[WAYS];
    struct placing way[WAYS][PLACINGS];
};

/* A state and how it was reached: search.Step */
struct step {
    state state;
    uint32_t how; /* the step before, above the HOW_BITS of the tiles given to groups */
};

/* The open runs of each colour, where jokers are placed. */
struct opens {
    opened of[4];
};

/* A state of the search with jokers placed */
struct placed_step {
    struct opens opens;
    uint64_t how; /* tiles and jokers in groups, places and jokers in runs on the way here */
    uint32_t before;
    uint16_t points;
    uint8_t number, jokers;
};

/* A state expanded, with the search's stamp from STAMP_AT on. */
typedef uint64_t seen;

struct placed_seen {
    struct opens opens;
    uint32_t stamp, rest;
};

struct arrangement {
    int8_t groups[14][4], group_jokers[14];
    int8_t runs[14][4], run_jokers[14][4];
    int spare;
};

struct result {
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
    int8_t after[RUN_STATES][WAYS];
    uint8_t no_worse[RUN_STATES][RUN_STATES]; /* whether the second is no worse than the first */
};

/* A state that A* has expanded: `before` is the last one before the same number, above 0. */
struct taken {
    uint64_t cost;
    state state;
    uint32_t before;
};

struct special;

struct tilerummy_solver {
    struct special *special;
    struct wide_solver *wide; /* NULL until a request needs it */
    struct request request;
    struct run_states states[MOST_COPIES + 1];
    int8_t runs_through[MOST_COPIES + 1][MOST_JOKERS + 1][NEIGHBOURS]; /* value + 1; 0: not yet known */
    struct limits limits;
    struct vector_list vector_lists[VECTOR_LISTS];
    struct block blocks[4][BLOCKS_KNOWN];
    uint64_t alone[15][4][RUN_STATES][MOST_JOKERS + 1];
    uint8_t vector_needs[1 << HOW_BITS]; /* jokers that groups of so many tiles take, by vector.grouped */
    struct placings placings[4];
    struct run run_list[MOST_MELDS];
    struct group group_list[MOST_MELDS];
    struct meld laid[MOST_MELDS];
    uint32_t stamp, search, seen_mask, seen_count, waiting_count, stack_count;
    uint64_t waiting[MOST_STATES + 1];
    uint32_t stack[MOST_STATES + 1];
    union {
        struct {
            struct step steps[MOST_STATES + 1];
            seen seen[SEEN_MOST], moving[SEEN_MOST / 2];
            uint64_t costs[MOST_STATES + 1]; /* of the steps, where the table is crowded */
            struct taken taken[MOST_STATES + 1];
        } plain;
        struct {
            struct placed_step steps[MOST_STATES + 1];
            struct placed_seen seen[SEEN_MOST], moving[SEEN_MOST / 2];
        } placed;
    } store;
};

