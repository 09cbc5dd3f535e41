"""Passkeys in the browser, by Chromium's own authenticator: one is added, comes to another device, and is removed."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.browser.robot.eyes import LIMIT
from tests.browser.robot.visitor import Visitor, visiting

pytestmark = [pytest.mark.browser, pytest.mark.slow]
BUILT_IN = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


class Keeper:
    """The authenticator of one browser; whose passkeys another one can have too, as those of one account do."""

    def __init__(self, visitor: Visitor) -> None:
        self._protocol: CDPSession = visitor.page.context.new_cdp_session(visitor.page)
        self._protocol.send("WebAuthn.enable")
        added = self._protocol.send("WebAuthn.addVirtualAuthenticator", {"options": BUILT_IN})
        self._here = {"authenticatorId": added["authenticatorId"]}

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._protocol.send("WebAuthn.getCredentials", self._here)["credentials"]
        return found

    def share(self, other: "Keeper") -> None:
        for one in self.passkeys():
            other._protocol.send("WebAuthn.addCredential", {**other._here, "credential": one})


def test_a_passkey_comes_back_on_another_device_until_it_is_removed(
    chromium: Browser, server: str, artefacts: Path
) -> None:
    pictures, place = artefacts / "passkeys", server.replace("127.0.0.1", "localhost")
    with (
        visiting(chromium, place, "phone", pictures / "ann") as ann,
        visiting(chromium, place, "laptop", pictures / "other") as other,
    ):
        phone, laptop = Keeper(ann), Keeper(other)
        ann.page.request.post(f"{place}/api/session")
        asked = {"edition": "original", "seats": 2, "computers": ["gentle"], "name": "Ann"}
        ann.page.request.post(f"{place}/api/rooms", data=asked)
        ann.open("/games")
        ann.push("passkey-add")
        ann.page.locator('[data-testid="passkey-told"]').wait_for(timeout=LIMIT)
        assert [one["userName"] for one in phone.passkeys()] == ["Ann"]
        ann.push("passkey-rename")
        ann.page.locator('[data-testid="passkey-name"]').fill("My phone", timeout=LIMIT)
        ann.page.keyboard.press("Enter")
        ann.page.locator('[data-testid="passkeys"] strong').get_by_text("My phone").wait_for(timeout=LIMIT)
        ann.picture(pictures / "added.png")
        # who has one makes no other
        ann.push("passkey-add")
        ann.page.locator('[data-testid="passkeys"] [role="alert"]').wait_for(timeout=LIMIT)
        assert len(phone.passkeys()) == 1
        phone.share(laptop)
        other.open("/games")
        other.push("passkey-have")
        other.picture(pictures / "returning.png")
        other.push("return-passkey")
        other.push("return-on")
        other.page.locator('[data-testid="bring-back"]').wait_for(timeout=LIMIT)
        here = other.page.request.post(f"{place}/api/session").json()
        assert here["player"] == ann.page.request.post(f"{place}/api/session").json()["player"]
        ann.push("passkey-remove")
        ann.page.locator('[data-testid="passkey-told"]').wait_for(timeout=LIMIT)
        assert ann.page.locator('[data-testid="passkeys"] li').count() == 0
        with other.page.expect_event("load", timeout=LIMIT):
            other.push("bring-back")
        other.open("/return")
        other.push("return-passkey")
        other.page.locator('[data-testid="return-refused"]').wait_for(timeout=LIMIT)
        other.eyes.complaints.clear()  # the browser tells of every answer that is a refusal
