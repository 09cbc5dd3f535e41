"""What strangers may send in the place of a message: anything at all, and what looks almost right."""

import json
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

LONG = 40
"""Characters of most texts and entries of most lists: what is longer is refused by its length alone."""
WORDS = (
    "", "t", "id", "on", "move", "play", "draw", "J", "b1", "b1 b2 b3", "J J J", "J=b5 b6 b7", "run: J b8 J", "run:",
    "| b3 k1", "b4 b5 b6, y8 r8 k8 | b3 k1", "twist", "original", "gentle", "x" * 500, "\ud800", "\udfff\ud800",
    "a\ud83d", "\u202eAnn", "\0", "e\u0301" * 20, "=1+1", "../..", "1", "-1", "1;1;1;5", "Ann\tBob\n\n;;", "\ufeff",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 5, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**400, 0.5, 1e308, -0.0)
HERE = 987_654_321
"""Stands for the number of the room's last row, which a message must name to be looked at any further."""
NAMED = {
    "edition": ("original", "twist", "none"),
    "base": ("original", "twist", "none"),
    "format": ("open-league", "none"),
    "position": ("b4 b5 b6, y8 r8 k8 | b3 k1", "| J b1 b2 | opened", "b4 J | | pool 999999999999", "none"),
}
"""What gets a message further than a word of chance, by the name of its field."""
NO_JSON = (float("nan"), float("inf"), -float("inf"))

texts = st.sampled_from(WORDS) | st.text(max_size=LONG)
leaves = st.none() | st.booleans() | st.sampled_from(NUMBERS + NO_JSON) | st.integers() | texts
things = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=8
)


def _written(value: Any) -> bytes:
    # a surrogate alone is an escape in JSON, and no character
    return json.dumps(value).encode()


nested = st.builds(
    lambda begun, opening, times, end: begun + opening * times + end,
    st.sampled_from((b"", b'{"t":"started","edition":', b'{"t":"row","seq":')),
    st.sampled_from((b"[", b'{"t":', b'[{"id":')),
    st.sampled_from((50, 1_500, 6_000)),
    st.sampled_from((b"", b"1", b"}")),
)
raw = st.binary(max_size=200) | st.builds(_written, things) | nested
"""Bytes of all kinds: no text, no JSON, JSON of something else, JSON without an end; a map of MessagePack too."""


def sent(kind: Any) -> st.SearchStrategy[bytes]:
    """In the place of a message of this kind: mostly one whose types are right, whatever stands in it; one of which a
    part is garbage; anything at all."""
    right = _of(inspect.type_info(kind))
    spoilt = st.builds(_spoilt, right, texts, things)
    ways = (right, right, right, right, spoilt, None)
    return st.sampled_from(ways).flatmap(lambda way: raw if way is None else st.builds(_written, way))


def _spoilt(message: Any, key: str, value: Any) -> Any:
    if not isinstance(message, dict) or not message:
        return value
    keys = sorted(message)
    return {**message, keys[len(key) % len(keys)]: value}


def _field(field: inspect.Field) -> st.SearchStrategy[Any]:
    named = NAMED.get(field.encode_name)
    return _of(field.type) if named is None else st.sampled_from(named)


def _of(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata():
            return _of(kind.type)
        case inspect.StructType():
            fields = {field.encode_name: _field(field) for field in kind.fields}
            tag = {} if kind.tag_field is None else {kind.tag_field: st.just(kind.tag)}
            needed = {field.encode_name for field in kind.fields if field.required}
            return st.fixed_dictionaries(
                {**tag, **{name: fields[name] for name in fields if name in needed}},
                optional={name: of for name, of in fields.items() if name not in needed},
            )
        case inspect.UnionType():
            return st.one_of([_of(one) for one in kind.types])
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.IntType():
            low, high = kind.ge if kind.ge is not None else -(2**63), kind.le if kind.le is not None else 2**63 - 1
            known = [one for one in NUMBERS if isinstance(one, int) and low <= one <= high]
            here = st.just(HERE) if high >= HERE else st.nothing()
            return here | st.integers(low, high) | (st.sampled_from(known) if known else st.nothing())
        case inspect.FloatType():
            return st.sampled_from(NUMBERS)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern, fullmatch=True)
        case inspect.StrType():
            least, most = kind.min_length or 0, 2 * LONG if kind.max_length is None else kind.max_length
            words = [word for word in WORDS if least <= len(word) <= most and word.isprintable()]
            free = st.text(st.characters(codec="utf-8"), min_size=least, max_size=min(most, least + LONG))
            return free | (st.sampled_from(words) if words else st.nothing())
        case inspect.VarTupleType() | inspect.ListType():
            return st.lists(_of(kind.item_type), min_size=kind.min_length or 0, max_size=4)
        case inspect.TupleType():
            return st.tuples(*map(_of, kind.item_types))
        case inspect.DictType():
            return st.dictionaries(_of(kind.key_type), _of(kind.value_type), max_size=4)
        case _:
            return things
