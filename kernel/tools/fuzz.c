/* Feeds the kernel requests with changed bytes: `fuzz SEEDS ROUNDS`. SEEDS holds requests, each after its length in two
 * bytes; with -DGAMES they are games, played and chosen in. Compile with -fsanitize=address,undefined; the same rounds
 * every time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../game.h"

enum { MOST_SEEDS = 256, MOST_BYTES = 4096 };

#ifdef GAMES
enum { REPLY_MOST = TILERUMMY_GAME_MOST, BUDGET_AT = 16 };
#define ANSWER tilerummy_play
#else
enum { REPLY_MOST = TILERUMMY_REPLY_MOST, BUDGET_AT = 8 };
#define ANSWER tilerummy_search
#endif

static uint64_t state = 88172645463325252u;

static unsigned any(unsigned below) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % below;
}

#ifdef GAMES
/* Some turns of the game that is chosen in, as far as the request is one, seen in arrays that have just the size. */
static void walk(struct tilerummy_solver *solver, const uint8_t *request, size_t length) {
    struct tilerummy_table *table = malloc(tilerummy_table_size());
    if (table != NULL && tilerummy_deal(table, request, length)) {
        for (unsigned turns = any(12), plays = 1 + any(9), seats = request[1]; turns > 0; turns--) {
            int8_t *mask = calloc(plays + 1, 1);
            float *numbers[4] = {calloc((plays + 1) * 73, sizeof(float)), calloc(2 * 56, sizeof(float)),
                                 calloc(seats * 60, sizeof(float)), calloc(TILERUMMY_TURNS_TOLD * 59, sizeof(float))};
            struct tilerummy_sight sight = {mask, numbers[0], numbers[1], numbers[2], numbers[3]};
            int over = tilerummy_look(solver, table, (int)plays, (int)seats, &sight) < 0;
            int64_t choice = any(plays + 1);
            if (!over) over = tilerummy_act(solver, table, tilerummy_may(table, choice) ? choice : 0);
            free(mask);
            for (int i = 0; i < 4; i++) free(numbers[i]);
            if (over) break;
        }
    }
    free(table);
}
#else
static void walk(struct tilerummy_solver *solver, const uint8_t *request, size_t length) {
    (void)solver, (void)request, (void)length;
}
#endif

int main(int count, char **arguments) {
    static uint8_t seeds[MOST_SEEDS][MOST_BYTES];
    static size_t lengths[MOST_SEEDS];
    static uint8_t reply[REPLY_MOST];
    uint8_t head[2];
    unsigned known = 0;
    struct tilerummy_solver *solver = tilerummy_new();
    FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
    if (solver == NULL || file == NULL) return 2;
    while (known < MOST_SEEDS && fread(head, 1, 2, file) == 2) {
        lengths[known] = head[0] | (size_t)head[1] << 8;
        if (lengths[known] > MOST_BYTES || fread(seeds[known], 1, lengths[known], file) != lengths[known]) return 2;
        known++;
    }
    fclose(file);
    if (known == 0) return 2;
    for (long round = strtol(arguments[2], NULL, 10); round > 0; round--) {
        unsigned seed = any(known);
        size_t length = lengths[seed];
        uint8_t *request = malloc(length + 1); /* on the heap and of the right size, so that a byte too far is seen */
        if (request == NULL) return 2;
        memcpy(request, seeds[seed], length);
        for (unsigned changes = any(6); changes > 0; changes--) {
            size_t at = any(4) ? any((unsigned)length) : any(8);
            request[at] = any(3) ? (uint8_t)any(5) : (uint8_t)any(256);
            if (at >= BUDGET_AT && at < BUDGET_AT + 8) request[at] = seeds[seed][at]; /* the budget stays */
        }
        if (any(8) == 0) length = any((unsigned)length + 1);
        uint8_t *exact = malloc(length ? length : 1);
        if (exact == NULL) return 2;
        memcpy(exact, request, length);
        if (ANSWER(solver, exact, length, reply, NULL) > sizeof reply) return 1;
        walk(solver, exact, length);
        free(exact);
        free(request);
    }
    tilerummy_free(solver);
    return 0;
}
