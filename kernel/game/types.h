/* A game: whose tiles are where, as counts, and the table as it lies, since equal plays are told apart by it. */

enum {
    GAME_VERSION = 1,
    MOST_SEATS = 8,
    GAME_HEAD = 28,
    REPLY_MOVES_AT = 10,
    ROOM_OF_A_MOVE = 1 + MOST_TABLE + 2 + TILERUMMY_REPLY_MOST,
    ROOM_OF_RACKS = 2 * MOST_SEATS + MOST_TILES,
};

enum game_outcome { GAME_WHOLE, GAME_BEYOND, GAME_MALFORMED };
enum game_reason { RACK_EMPTY, POOL_EXHAUSTED, STUCK };
enum level { EXPERT, MOST_TILES_FIRST, MASTER, WAITER, LEVEL_COUNT };
enum move { DRAW, PASS, PLAY, NO_MOVE }; /* NO_MOVE: what the level does now is not known here */

struct rack {
    int count, opened, tiles[KINDS];
};

struct game {
    struct tilerummy_solver *solver;
    tilerummy_clock clock;
    uint8_t *moves; /* where the next move is told */
    int seats, copies, penalty, one_turn_each, must_lay, told, keep;
    int opening, late_opening; /* least value of a first play, before and after the end of the pool */
    uint32_t nodes, proof_nodes;
    enum level levels[MOST_SEATS];
    struct rack racks[MOST_SEATS];
    uint8_t pool[MOST_TILES];
    int drawn, pool_size;
    int melds, on_table[KINDS];
    struct meld table[MOST_TABLE];
    int turn, turns, passed, last_turns; /* last_turns: seats that still have theirs, -1 before that */
    enum game_reason reason;
};

/* What the search said: how many tiles the play lays, how many jokers were not to be laid, and its reply. */
enum status { OPTIMAL, FOUND, NO_PLAY, OUT_OF_BUDGET };
struct found {
    enum status status;
    int tiles, kept;
    size_t length;
    uint8_t reply[TILERUMMY_REPLY_MOST];
};
