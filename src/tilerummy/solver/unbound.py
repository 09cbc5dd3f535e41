"""The search where nothing on the table binds what may be laid: by what the edition's melds can be."""

from functools import partial

from tilerummy.rules.edition.edition import Edition
from tilerummy.solver.aside import Search
from tilerummy.solver.mirrors import search as mirrors
from tilerummy.solver.past_last import search as past_last
from tilerummy.solver.regular import backend as regular
from tilerummy.solver.special import backend as special


def search_of(edition: Edition) -> Search:
    """The search that knows all melds of the edition."""
    return _above(special.search if special.handles(edition) else regular.search, edition)


def in_no_group(edition: Edition) -> Search:
    """The same by the search that heeds `run_only`."""
    return _above(special.search, edition)


def _above(plain: Search, edition: Edition) -> Search:
    if edition.runs.past_last is not None:
        plain = partial(past_last.search, plain=plain)
    if edition.jokers.mirror_run_colours == "free":
        plain = partial(mirrors.search, plain=plain)
    return plain
