"""How each language sets its signs: `python -m tests.messages.typography` puts right in the files what needs no eye."""

import json
import re
from pathlib import Path
from typing import Final

from tilerummy import messages

FOLDER: Final = Path(messages.__file__).parent
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
NARROW: Final = "\N{NARROW NO-BREAK SPACE}"
SPACE: Final = f"[ {NO_BREAK}{NARROW}]"
QUOTES: Final = {
    "en": ("“", "”"),
    "nl": ("‘", "’"),
    "de": ("„", "“"),
    "da": ("»", "«"),
    "fi": ("”", "”"),
    "fr": ("«", "»"),
    "es": ("“", "”"),
    "it": ("“", "”"),
    "pl": ("„", "”"),
    "pt-BR": ("“", "”"),
    "hu": ("„", "”"),
    "he": ("”", "”"),
}
"""The quotes that open and close."""
APART: Final = {"de", "da"}
"""Languages that keep the dots of what goes on apart from the word before."""
PERCENT: Final = {"de": NO_BREAK, "da": NO_BREAK, "fi": NO_BREAK, "fr": NARROW, "es": NO_BREAK}
"""What stands before the sign, where anything does."""
_TYPED: Final = re.compile(r"`[^`]*`|pip install \S+|\"[^\"]*\"")
"""What people type as it stands, into a shell or a file."""


def set_right(lang: str, said: str) -> str:
    """The text with its apostrophes, and the spaces before its signs, as the language has them."""
    parts = []
    end = 0
    for typed in _TYPED.finditer(said):
        parts += [_signs(lang, said[end : typed.start()]), typed[0]]
        end = typed.end()
    return "".join([*parts, _signs(lang, said[end:])])


def faults(lang: str, said: str) -> list[str]:
    """What is wrong, and needs an eye or an ear to be put right."""
    bare = _TYPED.sub("x", said)
    opens, closes = QUOTES[lang]
    # an apostrophe looks like a quote that closes
    foreign = sorted(set("“”„‘«»\"'") - {opens, closes})
    found = [f"{sign} is no quote here" for sign in foreign if sign in bare]
    if opens == closes:
        found += [f"{opens} without its other half"] if bare.count(opens) % 2 else []
    elif bare.count(opens) != bare.count(closes) and closes != "’":
        found.append(f"{opens} without {closes}")
    if "..." in bare:
        found.append("three dots for …")
    if re.search(r"\S  +\S", bare):
        found.append("two spaces")
    if lang == "fr" and re.search(r"[^\W\d][;!?](?=\s|$)|[^\W\d_]:(?=\s|$)|«(?!\s)|(?<!\s)»", bare):
        found.append("no space at a sign")
    return found


def _signs(lang: str, said: str) -> str:
    said = re.sub(r"(?<=[\w}])'(?=\w)", "’", said)
    said = re.sub(rf"{SPACE}+…", f"{NO_BREAK}…" if lang in APART else "…", said)
    said = re.sub(rf"(?<=[\d}}]){SPACE}*%", f"{PERCENT.get(lang, '')}%", said)
    if lang == "fr":
        said = re.sub(rf"{SPACE}+([;!?])", rf"{NARROW}\1", said)
        said = re.sub(rf"{SPACE}+([:»])", rf"{NO_BREAK}\1", said)
        said = re.sub(rf"«{SPACE}*", f"«{NO_BREAK}", said)
    return said


def main() -> None:
    """Put right what a machine can, in all files."""
    for file in sorted(FOLDER.glob("*/*.json")):
        known = json.loads(file.read_text(encoding="utf-8"))
        right = {key: set_right(file.parent.name, said) for key, said in known.items()}
        if right != known:
            file.write_text(json.dumps(right, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
