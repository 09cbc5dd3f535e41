/* Types of the search with special jokers: uniform-cost over a dynamic program by number, least loss first.
 *
 * A state lies between two steps. At every number there are five steps: one for each colour (what the runs of that
 * colour do there), then one for the groups and for the two-colour jokers laid at that number. Work goes level by
 * level of the least that a way through a state can cost (bounds.c), within a level depth first; the first arrival
 * after 13 is the best. A state between two numbers that was expanded before, at no more cost and with no more
 * jokers used, is not expanded again. Order of ties: the options of runs.c, the ways of groups.c, two_colour.c;
 * states of the same level are expanded deepest first, of equal depth newest first. */

/* States expanded before the search looks for prices; tests have less. */
#ifndef PRICES_AFTER
#define PRICES_AFTER 3000
#endif

enum {
    SPECIAL_VERSION = 104,
    DOUBLE = 53,
    BORDER = 54,
    MIRRORED = 55,
    SPECIAL_KINDS = 56,
    SPECIAL_HEAD = 43,
    MOST_OTHERS = 4, /* of each kind of special joker */
    SPECIAL_LENGTH = 27,
    SPECIAL_RUNS = MOST_COPIES + SPECIAL_JOKERS + 2 * SPECIAL_OTHERS,
    SPECIAL_MELDS = 128,
    SPECIAL_LISTS = UINT16_MAX,
    LEFTS = (SPECIAL_JOKERS + 1) * (SPECIAL_OTHERS + 1) * (SPECIAL_OTHERS + 1) * (SPECIAL_OTHERS + 1),
    SPECIAL_OPTIONS = 1 << 19,
    SPECIAL_MOVES = 1 << 20,
    SPECIAL_MOST = MOST_STATES << 3, /* states, where there is memory for them; at first there is room for MOST_STATES */
    SPECIAL_AHEAD = 1 << 13, /* as many as one state may lead to */
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

/* What `how` of a step says of a number: regular, double and mirror jokers in groups, the beginning and the turns chosen. */
enum { DOUBLES_AT = 4, MIRRORS_AT = 7, BEGINNING_AT = 10, TURNS_AT = 14 };

static const double LOSS_UNIT = (double)(UINT64_C(1) << LOSS_BITS);

/* A run's code: bits 0-1 physical tiles so far, 3 for three or more (a mirror run: numbers so far); 2 has a numbered tile;
 * 3 a double joker covers the next number too; 4 a two-colour joker lay at the number before, so it must go on in this
 * colour; 5-7 jokers so far, where they are limited; 8 a mirror run: both halves grow together, the mirror joker comes
 * last; 9-10 on how many of its sides a double joker covers the next number; 11 it will reach 13, laid falling; 12-14
 * after a two-colour joker: the colour before it, 4 where there is none; 15 begun by a free joker. */
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
    uint64_t nodes, nanoseconds, run_only; /* a bit for each kind that may lie in no group */
    struct meld_rules rules;
    int must[SPECIAL_KINDS], may[SPECIAL_KINDS];
    struct special_meld table[MOST_TABLE];
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
    int16_t first[1 << HOW_BITS][SPECIAL_JOKERS + 1][SPECIAL_OTHERS + 1][SPECIAL_OTHERS + 1];
};

/* The open runs of one colour after one number, and what follows from them. */
struct place {
    uint16_t runs[SPECIAL_RUNS];
    uint8_t count, colour, number, open, covered, mirrored;
    uint8_t wanting;
    uint32_t newest; /* option that leads here, plus 1, of the list that is being made */
    uint16_t options[LEFTS]; /* by the jokers left: its list of options, 0 while unknown */
    uint64_t lost;
    int64_t rest; /* what the runs still pay at least, by the prices */
};

/* The options of a place while so many jokers are left. */
struct option_list {
    uint32_t first, count;
};

struct special_option {
    uint32_t moves, place, older; /* `older`: the one before that leads to this place, as `newest` of the place */
    uint16_t borders[SPECIAL_OTHERS], points;
    uint8_t real, grouped, used[4], border_count, move_count;
};

struct special_step {
    uint64_t cost, lost; /* of all places */
    uint32_t before, how;
    uint16_t places[4], borders[SPECIAL_OTHERS], points;
    uint8_t used[4], at, border_count, wanting;
    given_tiles reals;
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

/* pricing.Prices: `known` if there are any */
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

/* What an option is made of on its way: the runs, what is used, the moves */
struct part {
    uint16_t out[SPECIAL_RUNS], borders[SPECIAL_OTHERS], moves[2 * SPECIAL_RUNS];
    uint8_t outs, border_count, move_count, real, used[4], ended;
    int points;
};

struct special {
    struct special_request request;
    struct group_kinds groups;
    /* of one search */
    const struct meld_rules *rules;
    struct limits *limits;
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
    uint32_t room; /* for states, and SPECIAL_AHEAD besides; for twice as many that were seen */
    struct special_step *steps;
    struct special_waiting *waiting;
    uint32_t *stack;
    struct special_seen *seen;
    struct special_meld laid[SPECIAL_MELDS];
    int laid_count;
    uint32_t path[END + 1];
    /* the maker of options */
    struct {
        int number, colour, must, here, grouped, weight, start_count, after[3];
        uint8_t left[4];
        uint16_t start_moves[24], start_blanks[24];
        uint32_t first, tried;
    } maker;
    struct arrangement plain;
    struct special_meld others[SPECIAL_MELDS];
    int other_count;
};

