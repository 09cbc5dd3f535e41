"""Which of some languages a reader gets by the tags that they ask for: the lookup of RFC 4647 (3.4)."""

import re
from collections.abc import Collection, Iterable
from typing import Final

_TAG: Final = re.compile(r"[a-z]{1,8}(-[a-z0-9]{1,8}){0,7}")
_RENAMED: Final = {"iw": "he"}
"""Tags that some systems still send, and what they are now."""
_WEIGHT: Final = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)")


def lookup(tags: Iterable[str], known: Collection[str]) -> str | None:
    """The first of the tags that is known, whole or by its beginning: `nl-BE` finds `nl`, `fil` does not find `fi`; and
    `pt-PT`, as `pt`, what there is of Portuguese."""
    codes = {code.split("-")[0]: code for code in known} | {code.lower(): code for code in known}
    for tag in map(str.lower, tags):
        parts = tag.split("-") if _TAG.fullmatch(tag) else []
        parts[:1] = [_RENAMED.get(part, part) for part in parts[:1]]
        for end in range(len(parts), 0, -1):
            if (code := codes.get("-".join(parts[:end]))) is not None:
                return code
    return None


def accepted(header: str) -> list[str]:
    """The tags of an Accept-Language header, those of more weight first; without those that are refused or unsound."""
    weighed: list[tuple[float, str]] = []
    for entry in header.lower().split(","):
        tag, *weights = (part.strip() for part in entry.split(";"))
        said = [_WEIGHT.fullmatch(weight) for weight in weights]
        weight = 1.0 if not said else float(said[0][1]) if said[0] else 0.0
        if weight and _TAG.fullmatch(tag):
            weighed.append((weight, tag))
    return [tag for _, tag in sorted(weighed, key=lambda one: -one[0])]
