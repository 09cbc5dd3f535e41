"""Resolvable coverings: everybody meets everybody, in as few rounds as can be, and as few as can be meet twice.

The covering of 24 players is example 8.28 of the chapter on coverings in Colbourn and Dinitz, "The CRC Handbook of
Combinatorial Designs", 1996; its rounds stand in an order in which nobody meets twice running.
"""

from typing import Final

from tilerummy.tournament.seating.designs.left_out import without
from tilerummy.tournament.seating.designs.lines import Plan

_COVERINGS: Final = {
    (24, 4): """
        0289 13ab 46gj 57hi cdmn efkl
        04hk 179e 25ac 36im 8djl bfgn
        03ce 12df 45mn 67kl 8agh 9bij
        07jn 148c 26be 35gl 9fhm adik
        01gi 23hj 45ef 67cd 8bkm 9aln
        05bd 16hn 24il 378f 9cgk aejm
        01lm 23kn 47ab 5689 cfij degh
        06af 15jk 27gm 349d 8ein bchl
    """
}
"""By the number of players and the size of the tables: a round a line, a table a word, a player a letter in base 36."""


def covering(players: int, size: int, most: int) -> Plan:
    """The covering for these players or for one more, whose place is left out; empty where none is known, or where it
    has more than `most` rounds."""
    for away in (0, 1):
        rounds = _COVERINGS.get((players + away, size), "").strip().splitlines()
        if rounds and len(rounds) <= most:
            plan = [[[int(player, 36) for player in table] for table in line.split()] for line in rounds]
            return without(plan, players + 1, 1, len(plan)) if away else plan
    return []
