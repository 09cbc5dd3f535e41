/* The module tilerummy.solver._kernel: `search(bytes) -> bytes` over kernel.c, `play(bytes) -> bytes` over game.c, games
 * side by side in tables.c, `see` over camera/camera.c. Limited API of 3.11.
 *
 * A search holds the interpreter's lock at first, since most are over sooner than it is given away and taken back. One
 * that takes longer lets the other threads run, and now and then asks whether a signal came: Ctrl-C ends it. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "camera/camera.h"
#include "game.h"

#ifdef _WIN32
#include <windows.h>
static uint64_t monotonic(void) {
    LARGE_INTEGER count, rate;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate);
    return (uint64_t)(count.QuadPart / rate.QuadPart) * 1000000000u +
           (uint64_t)(count.QuadPart % rate.QuadPart) * 1000000000u / (uint64_t)rate.QuadPart;
}
#else
#include <time.h>
static uint64_t monotonic(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
#endif

enum { ALONE = 300000, BETWEEN_SIGNALS = 50000000 }; /* nanoseconds */
enum { KEPT = 8 };

/* Solvers that no thread searches with: each search has one of its own, and so many are kept for later ones. Only who
 * holds the interpreter's lock looks at them. */
struct state {
    struct tilerummy_solver *idle[KEPT];
    int count;
};

/* The search of this thread: when it gives the interpreter's lock away or takes it for a moment, what it gave away, and
 * whether a signal ended it. */
static __thread struct {
    uint64_t next;
    PyThreadState *given;
    int interrupted;
} running;

/* The kernel's clock: the end of time once a signal has ended the search. */
static uint64_t now(void) {
    uint64_t time = monotonic();
    if (running.interrupted) return UINT64_MAX;
    if (running.next == 0) running.next = time + ALONE;
    if (time < running.next) return time;
    if (running.given != NULL) {
        PyEval_RestoreThread(running.given);
        running.interrupted = PyErr_CheckSignals() != 0;
    }
    running.given = PyEval_SaveThread();
    running.next = time + BETWEEN_SIGNALS;
    return running.interrupted ? UINT64_MAX : time;
}

/* A solver for this search alone; NULL with an error where there is no memory. */
static struct tilerummy_solver *begin_search(PyObject *module) {
    struct state *state = PyModule_GetState(module);
    struct tilerummy_solver *solver = state->count > 0 ? state->idle[--state->count] : tilerummy_new();
    if (solver == NULL) PyErr_NoMemory();
    return solver;
}

/* Keep it for later ones. */
static void end_search(PyObject *module, struct tilerummy_solver *solver) {
    struct state *state = PyModule_GetState(module);
    if (state->count < KEPT)
        state->idle[state->count++] = solver;
    else
        tilerummy_free(solver);
}

typedef size_t (*answering)(struct tilerummy_solver *, const uint8_t *, size_t, uint8_t *, tilerummy_clock);

/* The answer to a request by one of the two, with room for it in `reply`. */
static PyObject *answered(PyObject *module, PyObject *request, answering answer, uint8_t *reply) {
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(request, &bytes, &length) < 0) return NULL;
    struct tilerummy_solver *solver = begin_search(module);
    if (solver == NULL) return NULL;
    running.next = 0;
    running.given = NULL;
    running.interrupted = 0;
    size_t made = answer(solver, (const uint8_t *)bytes, (size_t)length, reply, now);
    if (running.given != NULL) PyEval_RestoreThread(running.given);
    end_search(module, solver);
    if (made == 0) return PyErr_NoMemory();
    return running.interrupted ? NULL : PyBytes_FromStringAndSize((const char *)reply, (Py_ssize_t)made);
}

static PyObject *search(PyObject *module, PyObject *request) {
    uint8_t reply[TILERUMMY_REPLY_MOST];
    return answered(module, request, tilerummy_search, reply);
}

static PyObject *play(PyObject *module, PyObject *request) {
    uint8_t reply[TILERUMMY_GAME_MOST];
    return answered(module, request, tilerummy_play, reply);
}

#include "tables.c"

/* What the camera reads of a photograph, in memory that is given back. */
static PyObject *see(PyObject *module, PyObject *given) {
    struct camera_request request;
    const char *weights, *rgba, *box;
    Py_ssize_t bytes, pixels, kinds;
    PyObject *said = NULL;
    int found = CAMERA_BAD_SIZE;
    (void)module;
    if (!PyArg_ParseTuple(given, "y#y#iiiiiy#", &weights, &bytes, &rgba, &pixels, &request.width, &request.height,
                          &request.as, &request.smallest, &request.wraps, &box, &kinds))
        return NULL;
    struct tilerummy_camera *camera = PyMem_Calloc(1, tilerummy_camera_size);
    if (camera == NULL) return PyErr_NoMemory();
    request.rgba = (const uint8_t *)rgba;
    request.box = (const uint8_t *)box;
    if (request.width > 0 && request.height > 0 && request.width <= CAMERA_PIXELS / request.height &&
        pixels == 4 * (Py_ssize_t)request.width * request.height && kinds == CAMERA_KINDS) {
        Py_BEGIN_ALLOW_THREADS
        found = tilerummy_camera_load(camera, (const uint8_t *)weights, (size_t)bytes);
        if (found > 0) found = tilerummy_camera_read(camera, &request);
        Py_END_ALLOW_THREADS
    }
    if (found < 0) {
        PyErr_SetString(PyExc_ValueError, found == CAMERA_BAD_WEIGHTS ? "no weights" : "no such picture");
    } else {
        int tiles = request.as == CAMERA_RACK || request.as == CAMERA_TABLE;
        Py_ssize_t floats = (Py_ssize_t)found * (tiles ? CAMERA_FLOATS : 1);
        said = PyBytes_FromStringAndSize((const char *)tilerummy_camera_reply(camera), floats * (Py_ssize_t)sizeof(float));
    }
    PyMem_Free(camera);
    return said;
}

static void release(void *module) {
    struct state *state = PyModule_GetState(module);
    while (state != NULL && state->count > 0) tilerummy_free(state->idle[--state->count]);
}

static PyMethodDef methods[] = {
    {"search", search, METH_O, "search(request: bytes) -> bytes: see tilerummy.solver.regular.codec"},
    {"play", play, METH_O, "play(request: bytes) -> bytes: see tilerummy.bots.core.codec"},
    {"tables", tables, METH_VARARGS, "tables(number): games side by side, see tilerummy.learning.core"},
    {"deal", deal, METH_VARARGS, "deal(tables, game, request): begin a game"},
    {"act", act, METH_VARARGS, "act(tables, choices, over): one choice in each game"},
    {"look", look, METH_VARARGS, "look(tables, plays, seats, *arrays): what the movers see"},
    {"ended", ended, METH_VARARGS, "ended(tables, game) -> bytes: the reply of a game that is over"},
    {"see", see, METH_VARARGS, "see(weights, rgba, width, height, as, smallest, wraps, box): see tilerummy.camera.kernel"},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_kernel",
    .m_size = sizeof(struct state),
    .m_methods = methods,
    .m_slots = (PyModuleDef_Slot[]){{0, NULL}},
    .m_free = release,
};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&definition); }
