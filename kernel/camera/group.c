/* Which tiles lie together, in the order of reading: chains of a table, rows of a rack. */
#include "types.h"

#define TOUCHING 1.28f /* widths from centre to centre of neighbours in a meld */
#define NEAR 1.9f      /* and of those that may be, where the rules want it */

enum { LINKS = 4096, LEFT = 0, RIGHT = 1, NOBODY = -1 };

/* Tile i's side next to j's side. */
struct link {
    int16_t i, j;
    uint8_t side_i, side_j;
    float gap;
};

struct side {
    int to, side;
    float gap;
};

/* Whether two tiles may be neighbours, at which sides, and at what cost. */
static int neighbours(const struct found *a, const struct found *b, struct link *link, float *cost) {
    float dx = b->x - a->x, dy = b->y - a->y, wide = (a->width + b->width) / 2, high = (a->height + b->height) / 2;
    if (dx * dx + dy * dy > 4 * wide * wide || a->width > 1.54f * b->width || b->width > 1.54f * a->width) return 0;
    float same = a->right_x * b->right_x + a->right_y * b->right_y > 0 ? 1.0f : -1.0f;
    float mx = a->right_x + same * b->right_x, my = a->right_y + same * b->right_y, norm = distance(mx, my);
    mx /= norm, my /= norm;
    float along = (dx * mx + dy * my) / wide, across = size_of(dy * mx - dx * my) / high;
    float sine = size_of(a->right_x * b->right_y - a->right_y * b->right_x), gap = size_of(along);
    int touching = gap < TOUCHING;
    if (gap < 0.7f || gap > NEAR || across > (touching ? 0.42f : 0.2f) || sine > (touching ? 0.34f : 0.17f)) return 0;
    if (!touching && same < 0) return 0;
    link->side_i = along > 0 ? RIGHT : LEFT;
    link->side_j = (along > 0) == (same > 0) ? LEFT : RIGHT;
    link->gap = gap;
    *cost = size_of(gap - 1) + 0.7f * across + sine + (same < 0 ? 0.25f : 0);
    return 1;
}

static int root_of(const int *parent, int i) {
    while (parent[i] != i) i = parent[i];
    return i;
}

/* Minimum spanning chains: the cheapest links first, each side once, no circles. */
static void chain(const struct seen *seen, int count, struct side (*sides)[2]) {
    struct link links[LINKS];
    float price[LINKS];
    int order[LINKS], found = 0, parent[CAMERA_TILES];
    for (int i = 0; i < count; i++) {
        parent[i] = i;
        sides[i][LEFT].to = sides[i][RIGHT].to = NOBODY;
        for (int j = i + 1; j < count && found < LINKS; j++) {
            float cost;
            if (!neighbours(&seen[i].place, &seen[j].place, &links[found], &cost)) continue;
            links[found].i = (int16_t)i, links[found].j = (int16_t)j;
            price[found] = -cost;
            order[found] = found;
            found++;
        }
    }
    sort_by(price, order, found);
    for (int n = 0; n < found; n++) {
        const struct link *l = &links[order[n]];
        struct side *one = &sides[l->i][l->side_i], *other = &sides[l->j][l->side_j];
        if (one->to != NOBODY || other->to != NOBODY || root_of(parent, l->i) == root_of(parent, l->j)) continue;
        *one = (struct side){l->j, l->side_j, l->gap};
        *other = (struct side){l->i, l->side_i, l->gap};
        parent[root_of(parent, l->i)] = root_of(parent, l->j);
    }
}

/* Walk from an end of a chain to the other: its tiles and the gaps before them. */
ONCE int walk(struct side (*sides)[2], int from, int *tiles, float *gaps) {
    int count = 0, side = sides[from][LEFT].to == NOBODY ? RIGHT : LEFT;
    tiles[count] = from, gaps[count++] = 0;
    while (sides[from][side].to != NOBODY) {
        struct side next = sides[from][side];
        from = next.to, side = !next.side;
        tiles[count] = from, gaps[count++] = next.gap;
    }
    return count;
}

/* Put the tiles into an order, `first` with each its gap to the one before. */
ONCE void rearrange(struct seen *seen, int count, const int *order, struct seen *room) {
    memcpy(room, seen, (size_t)count * sizeof *seen);
    for (int i = 0; i < count; i++) seen[i] = room[order[i]];
}

/* The tiles of a table, chain by chain from the top, each from left to right as most of its tiles are read. */
static void group_table(struct seen *seen, int count, struct seen *room) {
    struct side sides[CAMERA_TILES][2];
    float key[CAMERA_TILES], high = 0, gap_of[CAMERA_TILES];
    int first[CAMERA_TILES], order[CAMERA_TILES], chains = 0, placed = 0, done[CAMERA_TILES] = {0};
    chain(seen, count, sides);
    for (int i = 0; i < count; i++) high += seen[i].place.height / (float)count;
    for (int i = 0; i < count; i++) {
        int tiles[CAMERA_TILES];
        float gaps[CAMERA_TILES], right = 0;
        if (done[i] || (sides[i][LEFT].to != NOBODY && sides[i][RIGHT].to != NOBODY)) continue;
        int length = walk(sides, i, tiles, gaps);
        const struct found *a = &seen[i].place, *b = &seen[tiles[length - 1]].place;
        for (int k = 0; k < length; k++) {
            const struct found *f = &seen[tiles[k]].place;
            right += f->right_x * (b->x - a->x) + f->right_y * (b->y - a->y) >= 0 ? 1 : -1;
            done[tiles[k]] = 1;
        }
        int head = length > 1 && right < 0 ? tiles[length - 1] : i;
        const struct found *f = &seen[head].place;
        key[head] = -(float)(int)(f->y / high) * 1e5f - f->x;
        first[chains++] = head;
    }
    sort_by(key, first, chains);
    for (int n = 0; n < chains; n++) placed += walk(sides, first[n], order + placed, gap_of + placed);
    rearrange(seen, count, order, room);
    for (int i = 0; i < count; i++) seen[i].gap = gap_of[i], seen[i].row = 0;
}

/* The rows of a rack: the tiles along their mean upright, cut where the next lies half a tile below its row. */
static void group_rack(struct seen *seen, int count, struct seen *room) {
    float rx = 0, ry = 0, high = 0, key[CAMERA_TILES], below[CAMERA_TILES];
    int order[CAMERA_TILES], row = 0, start = 0;
    for (int i = 0; i < count; i++) {
        rx += seen[i].place.right_x, ry += seen[i].place.right_y;
        high += seen[i].place.height / (float)count;
        order[i] = i;
    }
    float norm = maximum(distance(rx, ry), 1e-6f), mean = 0;
    for (int i = 0; i < count; i++) {
        below[i] = (seen[i].place.y * rx - seen[i].place.x * ry) / norm;
        key[i] = -below[i];
    }
    sort_by(key, order, count);
    for (int i = 0; i < count; i++) {
        if (i > start && below[order[i]] - mean / (float)(i - start) > 0.5f * high) row++, start = i, mean = 0;
        mean += below[order[i]];
        seen[order[i]].row = row;
    }
    for (int i = 0; i < count; i++)
        key[i] = -(float)seen[i].row * 1e5f - (seen[i].place.x * rx + seen[i].place.y * ry) / norm;
    sort_by(key, order, count);
    rearrange(seen, count, order, room);
    for (int i = 0; i < count; i++) seen[i].gap = 0;
}
