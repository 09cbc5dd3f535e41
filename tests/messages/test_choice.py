"""Readers get the language that they ask for, by whole tags and their weights."""

import os
from unittest import mock

import pytest

from tilerummy.messages import language, languages, speaking
from tilerummy.messages.choice import accepted, lookup


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        (["nl-BE"], "nl"),
        (["FR-ca"], "fr"),
        (["de-Latn-AT-1996"], "de"),
        (["fil-PH"], None),
        (["frr"], None),
        (["sq-NL", "da"], "da"),
        (["sv", "fi"], "fi"),
        (["PT-br", "pt"], "pt-BR"),
        (["pt-PT", "en"], "pt-BR"),
        (["pt"], "pt-BR"),
        (["iw-IL", "en"], "he"),
        (["*", "", "-nl", "nl_BE", "nl-" + "a" * 9], None),
        (["a-" * 10_000], None),
    ],
)
def test_a_tag_finds_what_it_begins_with(tags: list[str], found: str | None) -> None:
    assert lookup(tags, {*languages(), "he", "pt-BR"}) == found


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("es-NL,es", ["es-nl", "es"]),
        ("en;q=0.5, nl , fr;q=0.9", ["nl", "fr", "en"]),
        ("de;q=0, da;q=0.001", ["da"]),
        ("fi;q=2, nl;q=x, fr;weight=1, da;q=1.000", ["da"]),
        ("*, en;q=0.1", ["en"]),
        ("", []),
        (";;,,q=1;en", []),
    ],
)
def test_a_header_is_read_by_its_weights(header: str, tags: list[str]) -> None:
    assert accepted(header) == tags


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"LANG": "fi_FI.UTF-8"}, "fi"),
        ({"LANG": "fil_PH.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "nl_BE@euro", "LANG": "fr_BE"}, "nl"),
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR" if "pt-BR" in languages() else "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_AT"}, "en"),
        ({}, "en"),
    ],
)
def test_the_environment_is_asked_in_its_order(environment: dict[str, str], found: str) -> None:
    with mock.patch.dict(os.environ, environment, clear=True):
        assert language() == found
        with speaking("da"):
            assert language() == "da"
        assert language() == found
