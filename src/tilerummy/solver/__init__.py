"""The best play: exact, proved, explained. `solve.solve` is the door; everything below it is pure.

`query.py` what is asked and answered, `task.py` the one question every search answers, `reference.py` the search over
the numbers that defines the answers, `backend.py` the compiled kernel in its place, `keeping.py` what stays as it lies,
`opening.py` first plays, `many.py` more than one answer, `steps.py` a play as the steps a person would make.
"""
