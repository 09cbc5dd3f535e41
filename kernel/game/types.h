/* A game: whose tiles are where, as counts, and the table as it lies, since equal plays are told apart by it. */

enum {
    GAME_VERSION = 1,
    MOST_SEATS = 8,
    GAME_HEAD = 24,
    REPLY_MOVES_AT = 10,
    MOST_OPENING = 2 * MOST_TILES,
    MOST_PARTS = 16,
    ROOM_OF_A_MOVE = 1 + MOST_TABLE + 2 + TILERUMMY_REPLY_MOST + 2 + MOST_OPENING,
    ROOM_OF_RACKS = 2 * MOST_SEATS + MOST_TILES,
};

enum game_outcome { GAME_WHOLE, GAME_BEYOND, GAME_MALFORMED };
enum game_reason { RACK_EMPTY, POOL_EXHAUSTED, STUCK };
enum level { EXPERT, MOST_TILES_FIRST, MASTER, WAITER, LEVEL_COUNT };
enum move { DRAW, PASS, PLAY, OPEN, NO_MOVE }; /* OPEN: with its opening apart; NO_MOVE: what the level
                                               * does now is not known here */

struct rack {
    int count, opened, tiles[KINDS];
};

/* What the search said of the last task, and the play that was chosen: what stays on the rack, the melds of the table in
 * the reply, those of an opening that are said apart. */
enum status { OPTIMAL, FOUND, NO_PLAY, OUT_OF_BUDGET };
struct found {
    enum status status;
    int outcome, proved, tiles, lying, left[KINDS];
    uint32_t spent;
    size_t length, opening_length;
    uint8_t reply[TILERUMMY_REPLY_MOST], opening[MOST_OPENING];
};

/* Melds that reach the amount of an opening, and their tiles. */
struct own_melds {
    size_t length;
    int tiles[KINDS];
    uint8_t melds[MOST_OPENING];
};

/* First plays that lay at least the tiles `least` and at most `most`, with the best of them for who has opened. */
struct part {
    uint64_t cost;
    int made, least[KINDS], most[KINDS];
    struct own_melds opening;
    struct found found;
};

struct game {
    struct tilerummy_solver *solver;
    tilerummy_clock clock;
    uint8_t *moves; /* where the next move is told */
    int seats, copies, penalty, one_turn_each, must_lay, same_turn, told, keep;
    int opening, late_opening; /* least value of a first play, before and after the end of the pool */
    uint32_t nodes, proof_nodes;
    enum level levels[MOST_SEATS];
    struct rack racks[MOST_SEATS];
    uint8_t pool[MOST_TILES];
    int drawn, pool_size;
    int melds, on_table[KINDS];
    struct meld table[MOST_TABLE];
    int turn, turns, passed, last_turns; /* last_turns: seats that still have theirs, -1 before that */
    int beyond;
    enum game_reason reason;
    struct part parts[MOST_PARTS];
};
