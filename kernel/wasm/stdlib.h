/* What the kernel takes of the standard library, where there is none. */
#ifndef TILERUMMY_STDLIB_H
#define TILERUMMY_STDLIB_H

#include <stddef.h>

#define abs __builtin_abs

void *calloc(size_t count, size_t size);
void *realloc(void *taken, size_t size);
void free(void *taken);

#endif
