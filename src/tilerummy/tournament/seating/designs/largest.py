"""The longest known plan in which nobody meets the same player twice, for tables of one size and the one below."""

from tilerummy.tournament.seating.designs.difference_rows import rows
from tilerummy.tournament.seating.designs.doubled import doubled
from tilerummy.tournament.seating.designs.left_out import without
from tilerummy.tournament.seating.designs.lines import Plan, lines
from tilerummy.tournament.seating.designs.starters import turned


def largest(players: int, size: int, most: int) -> Plan:
    """At most so many rounds, in which no two of players 0.. meet twice; all tables hold `size` or one less. Empty
    where none is known.

    A design for a multiple of the size serves fewer players too: some places are left out.
    """
    away = -players % size
    if players + away < size * max(2, away):
        return []
    enough = most + away * (away - 1) // 2
    whole = max((build(players + away, size, enough) for build in (lines, doubled, turned, rows)), key=len)
    return without(whole, players + away, away, most) if away else whole[:most]
