"""A setting that cannot be used is told in the reader's language, by its name, and no secret with it."""

import os
from collections.abc import Callable
from unittest import mock

import pytest

from tilerummy.coded import SettingError
from tilerummy.messages import languages, text
from tilerummy.outside.sandbox import confinement
from tilerummy.rooms import settings as rooms
from tilerummy.store import retention
from tilerummy.web.settings import web_settings

MAILS = {"TILERUMMY_SMTP": "smtp://ann:hidden-word@mail.example", "TILERUMMY_MAIL_FROM": "rummy@play.example"}
"""Settings of mails that are sound."""


def of_the_web() -> None:
    web_settings((), ("play.example",), "127.0.0.1", os.environ)


@pytest.mark.parametrize(
    ("read", "given"),
    [
        (of_the_web, {"TILERUMMY_RESTORE": "perhaps"}),
        (of_the_web, {"TILERUMMY_PER_ADDRESS": "0"}),
        (of_the_web, {"TILERUMMY_SERVICES": "pigeon"}),
        (of_the_web, {"TILERUMMY_METRICS_FROM": "everywhere"}),
        (of_the_web, {"TILERUMMY_PUSH_NEAR": "push.home"}),
        (of_the_web, {"TILERUMMY_SESSION_KEYS": "hidden-word"}),
        (of_the_web, {"TILERUMMY_SMTP": "mail://ann:hidden-word@mail.example"}),
        (of_the_web, {"TILERUMMY_SMTP": "smtp://ann@mail.example"}),
        (of_the_web, {"TILERUMMY_MAIL_FROM": "Ann"}),
        (of_the_web, {"TILERUMMY_MAILS_A_DAY": "-3"}),
        (rooms.from_environment, {"TILERUMMY_GRACE": "long"}),
        (lambda: retention.from_environment(os.environ), {"TILERUMMY_KEEP_CHATS": "soon"}),
        (confinement.from_environment, {"TILERUMMY_BOT_SANDBOX": "wall"}),
        (confinement.from_environment, {"TILERUMMY_BOT_MEMORY": "much"}),
    ],
)
def test_a_setting_that_cannot_be_used_is_told_in_every_language(
    read: Callable[[], object], given: dict[str, str]
) -> None:
    with mock.patch.dict(os.environ, MAILS | given, clear=True), pytest.raises(SettingError) as refused:
        read()
    told = {text(lang, f"cli.error-{refused.value.code}", **refused.value.params) for lang in languages()}
    assert len(told) == len(languages())
    for said in told:
        assert all(name in said for name in given)
        assert "hidden-word" not in said
