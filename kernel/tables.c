/* The part of wrapper.c for games side by side: `tables`, `deal`, `act`, `look` and `ended` over game.h.
 *
 * Games lie in a capsule; arrays are buffers of any kind, whose sizes are checked. */

#define CAPSULE "tilerummy.tables"

struct tables {
    Py_ssize_t number;
    char *at;
};

static struct tilerummy_table *table_at(const struct tables *tables, Py_ssize_t game) {
    return (struct tilerummy_table *)(tables->at + (size_t)game * tilerummy_table_size());
}

static void free_tables(PyObject *capsule) {
    struct tables *tables = PyCapsule_GetPointer(capsule, CAPSULE);
    if (tables != NULL) PyMem_Free(tables->at);
    PyMem_Free(tables);
}

static PyObject *tables(PyObject *module, PyObject *args) {
    Py_ssize_t number;
    (void)module;
    if (!PyArg_ParseTuple(args, "n", &number)) return NULL;
    if (number < 1) return PyErr_Format(PyExc_ValueError, "at least one game");
    struct tables *made = PyMem_Calloc(1, sizeof *made);
    if (made == NULL) return PyErr_NoMemory();
    made->number = number;
    made->at = PyMem_Calloc((size_t)number, tilerummy_table_size());
    if (made->at == NULL) {
        PyMem_Free(made);
        return PyErr_NoMemory();
    }
    uint8_t nothing = 0;
    for (Py_ssize_t game = 0; game < number; game++) tilerummy_deal(table_at(made, game), &nothing, 0);
    return PyCapsule_New(made, CAPSULE, free_tables);
}

/* The game of that number; NULL with an error where there is none. */
static struct tilerummy_table *one_of(PyObject *capsule, Py_ssize_t game) {
    struct tables *tables = PyCapsule_GetPointer(capsule, CAPSULE);
    if (tables == NULL) return NULL;
    if (game >= 0 && game < tables->number) return table_at(tables, game);
    PyErr_SetString(PyExc_IndexError, "no such game");
    return NULL;
}

static PyObject *deal(PyObject *module, PyObject *args) {
    PyObject *capsule;
    Py_ssize_t game, length;
    const char *request;
    (void)module;
    if (!PyArg_ParseTuple(args, "Ony#", &capsule, &game, &request, &length)) return NULL;
    struct tilerummy_table *table = one_of(capsule, game);
    if (table == NULL) return NULL;
    if (!tilerummy_deal(table, (const uint8_t *)request, (size_t)length))
        return PyErr_Format(PyExc_ValueError, "no game that can be chosen in");
    Py_RETURN_NONE;
}

static PyObject *ended(PyObject *module, PyObject *args) {
    PyObject *capsule;
    Py_ssize_t game;
    uint8_t reply[TILERUMMY_GAME_MOST];
    (void)module;
    if (!PyArg_ParseTuple(args, "On", &capsule, &game)) return NULL;
    struct tilerummy_table *table = one_of(capsule, game);
    if (table == NULL) return NULL;
    return PyBytes_FromStringAndSize((const char *)reply, (Py_ssize_t)tilerummy_ended(table, reply));
}

/* The memory of an array of so many bytes; NULL with an error where it has others. */
static void *memory_of(PyObject *array, int flags, Py_ssize_t bytes, Py_buffer *view) {
    if (PyObject_GetBuffer(array, view, flags) < 0) return NULL;
    if (view->len == bytes) return view->buf;
    PyErr_Format(PyExc_ValueError, "an array of %zd bytes, not %zd", bytes, view->len);
    PyBuffer_Release(view);
    return NULL;
}

static PyObject *act_in(struct tilerummy_solver *solver, const struct tables *tables, const int64_t *choices, uint8_t *over) {
    for (Py_ssize_t game = 0; game < tables->number; game++)
        if (!tilerummy_may(table_at(tables, game), choices[game]))
            return PyErr_Format(PyExc_ValueError, "no such choice in game %zd", game);
    for (Py_ssize_t game = 0; game < tables->number; game++)
        over[game] = (uint8_t)tilerummy_act(solver, table_at(tables, game), choices[game]);
    Py_RETURN_NONE;
}

/* act(tables, int64 choices, uint8 over) */
static PyObject *act(PyObject *module, PyObject *args) {
    PyObject *capsule, *chosen, *over, *result = NULL;
    Py_buffer in, out;
    if (!PyArg_ParseTuple(args, "OOO", &capsule, &chosen, &over)) return NULL;
    struct tables *tables = PyCapsule_GetPointer(capsule, CAPSULE);
    if (tables == NULL) return NULL;
    const int64_t *choices = memory_of(chosen, PyBUF_SIMPLE, tables->number * (Py_ssize_t)sizeof *choices, &in);
    if (choices == NULL) return NULL;
    uint8_t *flags = memory_of(over, PyBUF_WRITABLE, tables->number, &out);
    if (flags != NULL) {
        struct tilerummy_solver *solver = begin_search(module);
        if (solver != NULL) {
            result = act_in(solver, tables, choices, flags);
            end_search(module, solver);
        }
        PyBuffer_Release(&out);
    }
    PyBuffer_Release(&in);
    return result;
}

enum { SIGHT_ARRAYS = 6 };

/* look(tables, plays, seats, int8 mask, float32 choices, float32 tiles, float32 seats, float32 turns, int64 movers): the
 * arrays are zeros before, and hold for each game what the sizes in learning/ say. */
static PyObject *look(PyObject *module, PyObject *args) {
    PyObject *capsule, *arrays[SIGHT_ARRAYS], *result = NULL;
    Py_buffer views[SIGHT_ARRAYS];
    char *to[SIGHT_ARRAYS];
    int plays, seats, held = 0;
    if (!PyArg_ParseTuple(args, "OiiOOOOOO", &capsule, &plays, &seats, &arrays[0], &arrays[1], &arrays[2], &arrays[3],
                          &arrays[4], &arrays[5]))
        return NULL;
    struct tables *tables = PyCapsule_GetPointer(capsule, CAPSULE);
    if (tables == NULL) return NULL;
    if (plays < 1 || plays > TILERUMMY_MOST_PLAYS || seats < 2 || seats > 8)
        return PyErr_Format(PyExc_ValueError, "too many plays or seats");
    Py_ssize_t real = sizeof(float);
    Py_ssize_t sizes[SIGHT_ARRAYS] = {plays + 1, (plays + 1) * 73 * real, 2 * 56 * real, seats * 60 * real,
                                      TILERUMMY_TURNS_TOLD * 59 * real, sizeof(int64_t)};
    for (; held < SIGHT_ARRAYS; held++)
        if (!(to[held] = memory_of(arrays[held], PyBUF_WRITABLE, tables->number * sizes[held], &views[held]))) break;
    struct tilerummy_solver *solver = held == SIGHT_ARRAYS ? begin_search(module) : NULL;
    if (solver != NULL) {
        result = Py_None;
        for (Py_ssize_t i = 0; i < tables->number; i++) {
            struct tilerummy_sight sight = {(int8_t *)to[0] + i * sizes[0], (float *)(to[1] + i * sizes[1]),
                                            (float *)(to[2] + i * sizes[2]), (float *)(to[3] + i * sizes[3]),
                                            (float *)(to[4] + i * sizes[4])};
            ((int64_t *)to[5])[i] = tilerummy_look(solver, table_at(tables, i), plays, seats, &sight);
        }
        Py_INCREF(result);
        end_search(module, solver);
    }
    while (held--) PyBuffer_Release(&views[held]);
    return result;
}
