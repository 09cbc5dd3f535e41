"""Ten rounds of 32 players, which use every meeting but those of sixteen pairs.

Each of sixteen points stands for a pair, players 2 x and 2 x + 1. Two affine planes of order 4 on the points, the
second with its points renamed, join each two points twice: once the even players meet each other and the odd ones each
other, and once even meets odd. Which, is a system of linear equations over two elements, solved once. The schedule for
32 is from Aguado, "A 10 days solution to the social golfer problem", 2004; signs on designs, from Bhaskar Rao, 1966.
"""

from typing import Final

from tilerummy.tournament.seating.designs.lines import Plan

_TABLES: Final = """
048c 159d 26ae 37bf
05af 14b'e' 278d 369'c'
06bd 17'ac' 24'9'f 358'e'
07'9'e' 16'8f 25b'c 34ad'
01'2'3' 45'67 89'a'b' cd'ef
0d'4'9 b6'f'2 7a3'e' c18'5'
06'35' bd'8e' 714'2' caf'9'
0a'8'2 b13'9' 7d'f'5 c64'e'
01f'e ba'45 76'8'9' cd32'
0b'7c' d6'a1' 4f3'8' 92e'5'
"""
"""One table of each two in hexadecimal points, with ' after a point whose odd player sits there; the other has the rest
of the same pairs."""


def doubled(players: int, size: int, most: int) -> Plan:
    """At most so many of the ten rounds for 32 players at tables of four, else none."""
    if (players, size) != (32, 4):
        return []
    return [
        [[player ^ other for player in _table(word)] for word in line.split() for other in (0, 1)]
        for line in _TABLES.strip().splitlines()[:most]
    ]


def _table(word: str) -> list[int]:
    """The players of one table."""
    points = word.replace("'", "")
    odd = {word[at - 1] for at, letter in enumerate(word) if letter == "'"}
    return [2 * int(point, 16) + (point in odd) for point in points]
