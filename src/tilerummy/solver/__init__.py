"""The best play: exact, proved, explained. `solve.solve` is the door; everything below it is pure.

`query.py` says what is asked and answered, `task.py` the one subproblem that every search answers, `dispatch.py` which
search that is: `regular/` and `special/` ask the kernel that `kernel.py` finds or else `definition.py`,
which says in its shortest form what a best play is; `frozen/` branches on what may become of bound melds. `opening/`
finds first plays, `k_best.py` more than one answer, `explain/` the steps that a person would make.
"""
