"""How strong the levels are, as measured; a player of whom nothing is known stands at 50.

`tilerummy arena gentle steady expert master champion --deals 40 --seed 9001` printed these ratings.
"""

from typing import Final

STRENGTHS: Final[dict[str, int]] = {"gentle": 19, "steady": 34, "expert": 49, "master": 68, "champion": 88}
