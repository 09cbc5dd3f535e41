/* How wide the searches are. Nearly all questions are about three copies of a tile and the jokers of an official box;
 * `wide.c` compiles the same searches once more for all that house rules can put into one. */
#ifdef WIDE
enum {
    MOST_COPIES = 7, /* one more than in any box: what a frozen joker stands for may be asked about as a tile */
    GIVEN_BITS = 3,
    STATE_BITS = 7,
    OPEN_BITS = 4,
    PLACINGS = 128,
    VECTOR_LISTS_BITS = 10,
    BLOCKS_KNOWN_BITS = 8,
    SPECIAL_JOKERS = 8,
    SPECIAL_OTHERS = 4,
    SPECIAL_PLACES = 1 << 16,
};
typedef uint64_t state;
typedef uint32_t asks;
typedef uint16_t given_tiles;
typedef uint32_t opened;
#else
enum {
    MOST_COPIES = 3,
    GIVEN_BITS = 2, /* of the tiles of a colour that are given to groups */
    STATE_BITS = 5, /* of the open runs of a colour */
    OPEN_BITS = 3,  /* of the open runs of one kind, where jokers are placed */
    PLACINGS = 64,
    VECTOR_LISTS_BITS = 13,
    BLOCKS_KNOWN_BITS = 10,
    SPECIAL_JOKERS = 4, /* most regular jokers beside special ones; of each of the others */
    SPECIAL_OTHERS = 2,
    SPECIAL_PLACES = 1 << 15,
};
typedef uint32_t state;
typedef uint16_t asks;
typedef uint8_t given_tiles;
typedef uint16_t opened;
#endif

enum {
    WAYS = MOST_COPIES + 1, /* to give tiles of a colour to groups */
    VECTORS = WAYS * WAYS * WAYS * WAYS,
    GIVEN_MASK = (1 << GIVEN_BITS) - 1,
    HOW_BITS = 4 * GIVEN_BITS,
    RUN_STATES = WAYS * (WAYS + 1) * (WAYS + 2) / 6,
    STATE_MASK = (1 << STATE_BITS) - 1,
    OPEN_MASK = (1 << OPEN_BITS) - 1,
    MOST_OPEN = 1 << OPEN_BITS,
    NEIGHBOURS = (WAYS + 1) * (WAYS + 1) * (WAYS + 1) * (WAYS + 1),
};
