"""Scenes of guests themselves: their finished games and devices, and how they come back."""

from collections.abc import Mapping

import httpx
import msgspec
from playwright.sync_api import Page

from tests.browser.robot.stage import NAMES, Stage
from tests.browser.scenes.ways import Way, push
from tilerummy.web.people.protocol import PeopleShown, PersonKnown


def past_games(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/games")
    page.wait_for_selector('[data-testid="no-games"], [data-testid="past-games"]')


def handing_over(page: Page, address: str, stage: Stage) -> None:
    past_games(page, address, stage)
    push(page, "hand-over", "show-qr")
    page.wait_for_selector('[data-testid="qr"]')


def recovery_sheet(page: Page, address: str, stage: Stage) -> None:
    page.goto(address + "/recovery")
    push(page, "make-sheet")
    page.wait_for_selector('[data-testid="words"]')


def coming_back(page: Page, address: str, stage: Stage) -> None:
    with httpx.Client(base_url=address, verify=False) as other:
        other.post("/api/session")
        words = other.post("/api/recovery").json()["words"]
    page.goto(f"{address}/return#{'-'.join(words)}")
    page.wait_for_selector('[data-testid="return-take"]')


def confirming(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/mail#confirm.token")
    page.wait_for_selector('[data-testid="mail-confirm"]')


def asked_for(page: Page, address: str, stage: Stage) -> None:
    past_games(page, address, stage)
    push(page, "hand-over")
    link = page.locator('[data-testid="invite-link"]').input_value()
    with httpx.Client(base_url=address, verify=False) as other:
        other.post("/api/session")
        other.post("/api/handovers/take", json={"token": link.partition("#")[2]})
    page.wait_for_selector('[data-testid="handover-code"]')


def taking_over(page: Page, address: str, stage: Stage) -> None:
    with httpx.Client(base_url=address, verify=False) as other:
        other.post("/api/session")
        kept: dict[str, object] = {"puzzles": None, "settings": {}, "lessons": []}
        token = other.post("/api/handovers", json={"kept": kept}).json()["token"]
    page.goto(f"{address}/handover#{token}")
    page.wait_for_selector('[data-testid="handover-take"]')


def acquainted(page: Page, address: str, stage: Stage) -> None:
    people = [
        PersonKnown(f"{at:016}", name, 12, 7, 5, 1_204, -1_204, None, at == 3, at == 4)
        for at, name in enumerate(NAMES[:5])
    ]
    shown = msgspec.json.encode(PeopleShown(tuple(people), people[-1].alias, (), counted=True))
    page.route("**/api/people", lambda route: route.fulfill(body=shown, content_type="application/json"))
    page.goto(address + "/people")
    page.locator('[data-testid="person-choose"]').first.check()
    for fold in ("people-hidden", "person-more"):
        page.locator(f'[data-testid="{fold}"]').first.click()
    page.wait_for_selector('[data-testid="people-play"]')


def forgetting(page: Page, address: str, stage: Stage) -> None:
    past_games(page, address, stage)
    push(page, "forget", "forget-go")
    page.wait_for_selector('[data-testid="forget-yes"]')


SCENES: Mapping[str, Way] = {
    "games": past_games,
    "games-handing-over": handing_over,
    "recovery-sheet": recovery_sheet,
    "coming-back": coming_back,
    "mail-confirming": confirming,
    "games-asked-for": asked_for,
    "games-taking-over": taking_over,
    "games-forgetting": forgetting,
    "people": acquainted,
}
