"""What the link by which one comes into a circle shows. Every other link of a circle shows what every page shows."""

from tilerummy.circles.state import Circle
from tilerummy.editions.texts import title as edition_title
from tilerummy.messages import text
from tilerummy.previews.preview import Preview, of_edition


def of_circle(circle: Circle, lang: str, seq: int) -> Preview:
    """The circle's name, how many are in it, and what they play. No member is named."""
    members = text(lang, "circle.members-count", count=len(circle.members))
    line = f"{members} · {edition_title(circle.table.edition, lang)}"
    title, join = text(lang, "link.circle", name=circle.name), text(lang, "link.circle-join")
    return Preview(title, f"{line}. {join}", of_edition(circle.name, line, circle.table.edition), str(seq))
