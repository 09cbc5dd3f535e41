"""What the links of a club show."""

from tilerummy.clubs.state import Club
from tilerummy.messages import text
from tilerummy.previews.preview import Preview, Scene, sample


def of_club(club: Club, lang: str, seq: int) -> Preview:
    """The club's name and what its page has. Nobody is named, and nothing counted."""
    line = text(lang, "link.club")
    return Preview(club.name, line, Scene(club.name, line, melds=sample(("J",))), str(seq))
