/* What the kernel takes of the standard library, where there is none: instructions of the machine, and two loops. */
#ifndef TILERUMMY_STRING_H
#define TILERUMMY_STRING_H

#include <stddef.h>

#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset

static inline int memcmp(const void *one, const void *other, size_t length) {
    const unsigned char *a = one, *b = other;
    for (; length > 0; length--, a++, b++)
        if (*a != *b) return *a - *b;
    return 0;
}

static inline void *memchr(const void *in, int byte, size_t length) {
    for (const unsigned char *at = in; length > 0; length--, at++)
        if (*at == (unsigned char)byte) return (void *)at;
    return NULL;
}

#endif
