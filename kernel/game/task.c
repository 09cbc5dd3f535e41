/* A task for the search, and what it says: solver/task.py. */

enum { TILES_FIRST = 0 }; /* the objective beside VALUE and OUT */

static int has_melds(const struct found *found) { return found->outcome == PROVED || found->outcome == FEASIBLE; }

/* One task for the search: melds of all of `least` and any of `may`, with the table or without it. */
static void search_for(struct game *g, const int *least, const int *may, int objective, int threshold, int table,
                       uint32_t nodes, struct found *found) {
    struct request *r = &g->solver->request;
    r->copies = g->copies;
    r->objective = objective;
    r->exact = 0;
    r->penalty = g->penalty;
    r->threshold = threshold;
    r->nodes = nodes;
    r->nanoseconds = 0;
    r->melds = table ? g->melds : 0;
    for (int kind = 0; kind < KINDS; kind++) r->must[kind] = (table ? g->on_table[kind] : 0) + least[kind];
    memcpy(r->may, may, sizeof r->may);
    memcpy(r->table, g->table, (size_t)r->melds * sizeof *r->table);
    found->lying = r->melds;
    found->opening_length = 0;
    found->length = tilerummy_answer(g->solver, found->reply, g->clock);
    found->outcome = found->reply[0];
    found->spent = read_number(found->reply + 5, 4);
    found->proved = found->outcome == PROVED || found->outcome == NONE;
    memset(found->left, 0, sizeof found->left);
    int unlaid = (int)read_number(found->reply + REPLY_HEAD - 2, 2);
    for (int i = 0; i < unlaid; i++) found->left[found->reply[REPLY_HEAD + i]]++;
}
