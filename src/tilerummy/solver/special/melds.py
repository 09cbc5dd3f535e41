"""From a finished search to the melds it laid, as kinds (numbers in canonical order)."""

from tilerummy.solver.special.groups import Side, split
from tilerummy.solver.special.runs import (
    COLOUR,
    COLOUR_AT,
    ENTERED,
    FALLING,
    MIRROR,
    Option,
    Terms,
    grown,
    must_end,
    new_mirror,
)
from tilerummy.solver.special.search import Joint, State
from tilerummy.solver.special.two_colour import again

Kinds = tuple[int, ...]
JOKERS = {"J": 52, "D": 53, "C": 54, "M": 55}


class Laid:
    """A run that is being laid: its code in the search and its tiles, for a mirror run both halves from the outside."""

    def __init__(self, code: int) -> None:
        self.code = code
        self.left: list[int] = []
        self.right: list[int] = []
        self.right_covered = False

    def grow(self, move: str, tile: int, terms: Terms) -> None:
        """Lay the tiles of a move of the search."""
        after = grown(self.code, move, terms)
        assert after is not None, "the search made this move"
        self.code = after
        if not after & MIRROR:
            self.left += _tiles(move, tile)
            return
        left, right = move[0], move[1]
        if left == "P" and right != "P" and self.right_covered:
            left, right = right, left
        self.left += _tiles(left, tile)
        self.right += _tiles(right, tile)
        self.right_covered = right == "D"

    def border(self, code: int) -> None:
        """Lay one more two-colour joker, on each side in a mirror run."""
        self.code = code
        self.left.append(JOKERS["C"])
        if code & MIRROR:
            self.right.append(JOKERS["C"])

    def tiles(self) -> Kinds:
        """The tiles as laid: a mirror run rises to the middle, or falls to it when it reaches 13."""
        if not self.code & MIRROR:
            return tuple(self.left)
        left, right = tuple(self.left), tuple(self.right)
        return (*left[::-1], JOKERS["M"], *right) if self.code & FALLING else (*left, JOKERS["M"], *right[::-1])


def _tiles(letters: str, tile: int) -> list[int]:
    """The tiles that the letters of a move lay; a place covered by a double joker takes none."""
    return [tile if letter == "R" else JOKERS[letter] for letter in letters if letter != "P"]


def melds(goal: State, terms: Terms) -> list[Kinds]:
    """The melds of a search that ended in `goal`, in canonical order."""
    steps: list[tuple[State, Option | Joint]] = []
    state = goal
    while state.before is not None and state.how is not None:
        steps.append((state.before, state.how))
        state = state.before
    runs: list[list[Laid]] = [[], [], [], []]
    borders: list[Laid] = []
    done: list[Kinds] = []
    for state, step in reversed(steps):
        number, colour = state.at // 5 + 1, state.at % 5
        if isinstance(step, Option):
            runs[colour], ended, bordered = _colour_step(runs[colour], step, colour, number, terms)
            done += ended
            borders = sorted((*borders, *bordered), key=_code)
        else:
            done += _groups(state, step, number, terms)
            borders, ended = _joint_step(borders, step, runs, terms)
            done += ended
    done += [laid.tiles() for colour_runs in runs for laid in colour_runs]
    return sorted(done)


def _code(laid: Laid) -> int:
    return laid.code


def _colour_step(
    runs: list[Laid], step: Option, colour: int, number: int, terms: Terms
) -> tuple[list[Laid], list[Kinds], list[Laid]]:
    """The open runs afterwards, the melds that ended, and the runs that now end in a two-colour joker."""
    tile = colour * 13 + number - 1
    still: list[Laid] = []
    ended: list[Kinds] = []
    ended_now: list[Laid] = []
    bordered: list[Laid] = []
    for laid, move in zip(runs, step.moves, strict=False):
        if move == "E":
            ended.append(laid.tiles())
        elif move[0] == "C":
            after = grown(laid.code, move, terms)
            assert after is not None, "the search made this move"
            laid.border(after | colour << COLOUR_AT)
            bordered.append(laid)
        else:
            laid.grow(move, tile, terms)
            (ended_now if must_end(laid.code) else still).append(laid)
    for move in step.moves[len(runs) :]:
        laid = Laid(_blank(move, terms))
        laid.grow(move.rstrip("+"), tile, terms)
        still.append(laid)
    ended += [laid.tiles() for laid in ended_now]
    return sorted(still, key=_code), ended, bordered


def _blank(move: str, terms: Terms) -> int:
    """The empty run that a new run begins from."""
    if len(move) == 1:
        return 0
    return new_mirror(terms.rules) | (FALLING if move.endswith("+") else 0)


def _joint_step(
    borders: list[Laid], step: Joint, runs: list[list[Laid]], terms: Terms
) -> tuple[list[Laid], list[Kinds]]:
    """Where the runs at a border go: into `runs`, to their end, or on with another two-colour joker (returned)."""
    new: list[Laid] = []
    for code in step.begun:
        laid = Laid(0)
        laid.border(code)
        new.append(laid)
    still: list[Laid] = []
    ended: list[Kinds] = []
    for laid, turn in zip((*borders, *new), step.turns, strict=True):
        if turn == "E":
            ended.append(laid.tiles())
        elif turn == "C":
            longer = again(laid.code, terms)
            assert longer is not None, "the search made this move"
            laid.border(longer)
            still.append(laid)
        else:
            laid.code = laid.code & ~COLOUR | ENTERED
            runs[int(turn)].append(laid)
    for colour_runs in runs:
        colour_runs.sort(key=_code)
    return sorted(still, key=_code), ended


def _groups(state: State, step: Joint, number: int, terms: Terms) -> list[Kinds]:
    found = split(terms.rules, state.reals, *step.groups)
    assert found is not None, "the search made these groups"
    laid: list[Kinds] = []
    for group in found:
        left = _side(group.left, number)
        laid.append(left if group.right is None else (*left, JOKERS["M"], *reversed(_side(group.right, number))))
    return laid


def _side(side: Side, number: int) -> Kinds:
    numbered = [colour * 13 + number - 1 for colour in side.colours]
    return (*numbered, *[JOKERS["J"]] * side.regular, *[JOKERS["D"]] * side.doubles)
