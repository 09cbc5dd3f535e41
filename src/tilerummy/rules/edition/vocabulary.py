"""A closed vocabulary, read off its types: the faults of a value, and the words or bounds to name in them."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

import msgspec

from tilerummy.rules.edition.faults import Fault

NONE = "none"
"""The word for an absent value where TOML has none: `limit_seconds = "none"`."""
SILENT = "silent"
"""In place of a reading's literal value: the book says nothing, so that any value fits it."""


def explain(key: str, value: object, kind: Any) -> Iterator[Fault]:
    """Why a value is refused, inside a struct field by field, in a list of structs one by one."""
    item = get_args(kind)[0] if get_origin(kind) is tuple else None
    if _is_struct(kind):
        yield from _explain_struct(key, value, kind)
    elif _is_struct(item) and isinstance(value, list):
        for at, inner in enumerate(value, start=1):
            yield from _explain_struct(f"{key}[{at}]", inner, item)
    elif _is_struct(item):
        yield Fault(key, "wrong-type", {"expected": "array"})
    else:
        span = expected(kind)
        if str in _parts(kind) and "allowed" not in span:
            yield Fault(key, "not-a-word", {"value": _as_written(value)})
        else:
            code = "not-allowed" if "allowed" in span else "out-of-range"
            yield Fault(key, code, {"value": _as_written(value), **span})


def _explain_struct(key: str, value: object, kind: Any) -> Iterator[Fault]:
    if not isinstance(value, Mapping):
        yield Fault(key, "wrong-type", {"expected": "table"})
        return
    words = {field.name: field for field in msgspec.structs.fields(kind)}
    for word, inner in value.items():
        if word not in words:
            yield unknown(f"{key}.{word}".lstrip("."), str(word), list(words))
        elif not fits(inner, words[word].type):
            yield from explain(f"{key}.{word}".lstrip("."), inner, words[word].type)
    for word, field in words.items():
        if word not in value and field.required:
            yield Fault(f"{key}.{word}".lstrip("."), "missing", expected(field.type))


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _as_written(value: object) -> str:
    """A value as a file writes it, so that "2" and 2, true and "true" are told apart."""
    return msgspec.json.encode(value).decode() if isinstance(value, str | bool) else str(value)


def fits(value: object, kind: Any) -> bool:
    """Whether a field of this type may hold the value."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def expected(kind: Any) -> dict[str, Any]:
    """What a field of this type may hold: `allowed` words, or the range `least`-`most`."""
    words: list[str] = []
    span: dict[str, Any] = {}
    for part in _parts(kind):
        if get_origin(part) is Literal:
            words += [str(word) for word in get_args(part)]
        elif part is type(None):
            words.append(NONE)
        elif part is bool:
            words += ["true", "false"]
        elif isinstance(part, msgspec.Meta):
            span = {"least": part.ge, "most": part.le}
    if span and words:
        words.append(f"{span['least']}-{span['most']}")
        span = {}
    return {"allowed": words} if words else span


def _parts(kind: Any) -> Iterator[Any]:
    """The literals, plain types and bounds a type annotation is made of."""
    metadata = getattr(kind, "__metadata__", ())
    inner = getattr(kind, "__origin__", None) if metadata else None
    if inner is not None:
        yield from metadata
        yield from _parts(inner)
    elif get_origin(kind) is Literal or not get_args(kind):
        yield kind
    else:
        for part in get_args(kind):
            if part is not Ellipsis:
                yield from _parts(part)


def unknown(key: str, word: str, known: list[str] | tuple[str, ...]) -> Fault:
    """The fault of a key outside the vocabulary, with the nearest known one."""
    near = get_close_matches(str(word), known, 1, 0.5)
    return Fault(key, "unknown-key", {"suggestion": near[0]} if near else {})
