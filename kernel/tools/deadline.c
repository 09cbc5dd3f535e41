/* How soon the kernel ends at a deadline: `deadline REQUEST LOOKS` answers the request in the file within budgets of time from 1 to
 * LOOKS, by a clock that advances by one whenever it is read. Prints for each the looks taken after the end of the
 * budget and the states expanded. */
#include <stdio.h>
#include <stdlib.h>

#include "../kernel.h"

enum { MOST_BYTES = 4096, TIME_AT = 16, NODES_AT = 5 };

static uint64_t looks;

static uint64_t next_look(void) { return looks++; }

static uint64_t read_le(const uint8_t *from) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--) value = value << 8 | from[i];
    return value;
}

int main(int count, char **arguments) {
    static uint8_t request[MOST_BYTES], reply[TILERUMMY_REPLY_MOST];
    struct tilerummy_solver *solver = tilerummy_new();
    FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
    if (solver == NULL || file == NULL) return 2;
    size_t length = fread(request, 1, sizeof request, file);
    fclose(file);
    if (length < TIME_AT + 8) return 2;
    long most = strtol(arguments[2], NULL, 10);
    for (long budget = 1; budget <= most; budget++) {
        for (int i = 0; i < 8; i++) request[TIME_AT + i] = (uint8_t)((uint64_t)budget >> 8 * i);
        looks = 0;
        tilerummy_search(solver, request, length, reply, next_look);
        printf("%ld %llu\n", (long)looks - budget - 1, (unsigned long long)read_le(reply + NODES_AT));
    }
    tilerummy_free(solver);
    return 0;
}
