"""What must at least be lost at numbers still to come, once hardly a joker is left: tiles that can lie in no meld.

Two regular, double or two-colour jokers bring any tile into a meld, so the bound only speaks of one joker or none.
"""

from collections.abc import Sequence

from tilerummy.solver.bounds import usable

Table = tuple[int, ...]
"""Per numbers passed (0-13): the cost of what is hopeless behind them."""
NEVER = 1 << 60
"""The cost of a tile that has to be laid and cannot be."""


def hopeless(must: Sequence[int], tiles: Sequence[int], leave: Sequence[int], joker: str, mirror: bool) -> Table:
    """The table when only `joker` is left (J, D, C, or none: "") and, with `mirror`, mirror jokers."""
    rows = [[0, *tiles[colour * 13 : colour * 13 + 13], 0, 0] for colour in range(4)]
    most = max(map(max, rows))
    useful = usable(rows, 1 if joker == "J" else 0, most)
    cost = [0] * 15
    for number in range(13, 0, -1):
        cost[number - 1] = cost[number]
        for colour in range(4):
            have, kind = rows[colour][number], colour * 13 + number - 1
            can = useful[colour][number]
            if (mirror and have > 1) or (joker in ("D", "C") and _with_partner(rows, colour, number, joker)):
                can = have
            if mirror and joker:
                can = have
            if can < have:
                cost[number - 1] += NEVER if can < must[kind] else (have - can) * leave[kind]
    return tuple(min(NEVER, value) for value in cost)


def _with_partner(rows: list[list[int]], colour: int, number: int, joker: str) -> bool:
    """Whether the joker and one more tile can make a meld with this one."""
    others = [row for at, row in enumerate(rows) if at != colour]
    near = [number + step for step in ((-3, -1, 1, 3) if joker == "D" else (-1, 1)) if 0 < number + step < 14]
    if any(rows[colour][at] for at in near):
        return True
    if joker == "D":
        return any(row[number] for row in others)
    return any(row[at] for row in others for at in (number - 2, number + 2) if 0 < at < 14)
