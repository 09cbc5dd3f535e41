"""The sentences people read, from the JSON files beside this module: a folder is a language, a file in it an area, and
`language.toml` says how it writes.

The browser reads the same files. Their keys follow i18next v4: a namespace, a dot, a key; `{{name}}` is filled with the
parameter of that name; `key_one`, `key_other` (and the other plural categories of a language) are chosen by `count`.
"""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from tilerummy.messages.choice import lookup
from tilerummy.messages.writing import apart, decimal, direction, plural

__all__ = ["areas", "decimal", "direction", "language", "languages", "plural", "speaking", "text", "texts"]

# not importlib.resources, whose own imports take longer than reading a language
_FOLDER = Path(__file__).parent
_PLACE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_spoken: ContextVar[str] = ContextVar("spoken", default="")


@cache
def languages() -> tuple[str, ...]:
    """The languages every text exists in, English first, the others in the order of their codes."""
    found = (file.parent.name for file in _FOLDER.glob("*/cli.json"))
    return tuple(sorted(found, key=lambda code: "" if code == "en" else code))


def language() -> str:
    """The language that is spoken (`speaking`), else what the environment asks for (LC_ALL, LC_MESSAGES, LANG, in that
    order), English where it asks for none of ours."""
    if spoken := _spoken.get():
        return spoken
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if asked := os.environ.get(variable, ""):
            return lookup([re.split(r"[.@]", asked)[0].replace("_", "-")], languages()) or "en"
    return "en"


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Within it `language` is this one, whatever the environment asks for."""
    before = _spoken.set(lang)
    try:
        yield
    finally:
        _spoken.reset(before)


def text(lang: str, key: str, **params: object) -> str:
    """The text of `key` ("violation.too-short") in `lang`, its places filled from `params`.

    A whole `count` among the parameters chooses the plural form. Raises KeyError for an unknown language, key or
    missing parameter: these are developer errors, which the tests catch; no text falls back to another language.
    """
    try:
        found = _template(texts(lang), lang, key, params.get("count"))
    except KeyError:
        raise KeyError(f"no text {key!r} in {lang!r}") from None
    return _PLACE.sub(lambda place: apart(lang, str(params[place.group(1)])), found)


@cache
def texts(lang: str) -> dict[str, str]:
    """All texts of a language: key -> template. Raises KeyError for a language that is not ours."""
    return {key: template for area in areas(lang).values() for key, template in area.items()}


@cache
def areas(lang: str) -> dict[str, dict[str, str]]:
    """The files of a language: area -> key -> template. Raises KeyError for a language that is not ours."""
    if lang not in languages():
        raise KeyError(lang)
    return {file.stem: _keyed(file) for file in sorted((_FOLDER / lang).glob("*.json"))}


def _keyed(file: Path) -> dict[str, str]:
    """The texts of a file by their keys, which in a wheel stand once for all languages (`building.packages.parts`)."""
    found = json.loads(file.read_bytes())
    if isinstance(found, dict):
        return found
    keys = json.loads((_FOLDER / file.name).read_bytes())
    return {key + form: text for key, forms in zip(keys, found, strict=True) for form, text in forms.items()}


def _template(known: dict[str, str], lang: str, key: str, count: object) -> str:
    if isinstance(count, int):
        for form in (f"{key}_{plural(lang, count)}", f"{key}_other"):
            if form in known:
                return known[form]
    return known[key]
