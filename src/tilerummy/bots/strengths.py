"""How strong the levels are, as measured; who knows nothing stands at 25.

`tilerummy arena gentle steady expert master champion --deals 40 --seed 9001` printed these ratings.
"""

from typing import Final

STRENGTHS: Final[dict[str, int]] = {"gentle": 9, "steady": 20, "expert": 25, "master": 33, "champion": 40}
