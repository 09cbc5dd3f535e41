/* The module tilerummy.solver._kernel: one function, `search(bytes) -> bytes`, over kernel.c. Limited API of 3.11. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "kernel.h"

#ifdef _WIN32
#include <windows.h>
static uint64_t now(void) {
    LARGE_INTEGER count, rate;
    QueryPerformanceCounter(&count);
    QueryPerformanceFrequency(&rate);
    return (uint64_t)(count.QuadPart / rate.QuadPart) * 1000000000u +
           (uint64_t)(count.QuadPart % rate.QuadPart) * 1000000000u / (uint64_t)rate.QuadPart;
}
#else
#include <time.h>
static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
#endif

struct state {
    struct tilerummy_solver *solver;
};

/* The interpreter's lock is held during a search: the solver's memory is one per module. */
static PyObject *search(PyObject *module, PyObject *request) {
    struct state *state = PyModule_GetState(module);
    uint8_t reply[TILERUMMY_REPLY_MOST];
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(request, &bytes, &length) < 0) return NULL;
    if (state->solver == NULL && (state->solver = tilerummy_new()) == NULL) return PyErr_NoMemory();
    size_t made = tilerummy_search(state->solver, (const uint8_t *)bytes, (size_t)length, reply, now);
    return PyBytes_FromStringAndSize((const char *)reply, (Py_ssize_t)made);
}

static void release(void *module) {
    struct state *state = PyModule_GetState(module);
    if (state != NULL) {
        tilerummy_free(state->solver);
        state->solver = NULL;
    }
}

static PyMethodDef methods[] = {
    {"search", search, METH_O, "search(request: bytes) -> bytes: see tilerummy.solver.regular.codec"},
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
