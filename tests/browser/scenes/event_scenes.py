"""Every page of a tournament in every state: ways to bring a page there, like those of `scenes`.

An event of each state is made once for a server, over HTTP; what a scene does on its page is never sent.
"""

from collections.abc import Callable, Mapping
from functools import cache

from playwright.sync_api import Page

from tests.browser.robot.stage import Stage
from tests.browser.scenes.arrivals import arriving, own, shows_a_code
from tests.browser.scenes.arrivals import closed as arrived
from tests.browser.scenes.events import AFTER, Event, people
from tests.browser.scenes.ways import Way

PLAYERS = 8
ASKING = people(PLAYERS + 2)[PLAYERS:]
FORMAT = "blocks-of-two"
TIED = 12
"""Players of an event with equals at the line."""


@cache
def entering(address: str) -> Event:
    event = Event(address, FORMAT).enter(PLAYERS)
    event.do("sign-up", open=True)
    event.asked_by(*ASKING)
    return event


@cache
def planned(address: str) -> Event:
    return Event(address, FORMAT).enter(PLAYERS).seat()


@cache
def published(address: str) -> Event:
    return Event(address, FORMAT).enter(PLAYERS).seat().publish()


@cache
def playing(address: str) -> Event:
    """The second round: table 1 has entered a game twice and differently and another once, a person at table 2 has
    left, the clock runs."""
    event = Event(address, FORMAT).enter(PLAYERS).seat().play_round().publish().start()
    event.do("clock", table=0, seconds=3_000, running=False)
    shown = event.see()
    tables = shown["stages"][-1]["rounds"][shown["current"]]["tables"]
    seats = len(tables[0])
    for seat, winner in ((1, 0), (2, 1)):
        scores = [30 if at == winner else -10 for at in range(seats)]
        event.do_as(shown["table_keys"][0], "report", table=1, game=1, seat=seat, scores=scores)
    scores = [-10] * (seats - 1) + [10 * (seats - 1)]
    event.do_as(shown["table_keys"][0], "report", table=1, game=2, seat=2, scores=scores)
    event.do("withdraw", number=tables[1][-1])
    return event


@cache
def refereed(address: str) -> Event:
    """The second round, after two penalties, a bonus and a warning of the first, one of them revoked; table 2 calls the
    referee."""
    event = Event(address, FORMAT).enter(PLAYERS).seat().play_round().publish().start()
    for number, points, rule in ((1, -50, "german-drawn"), (2, -25, ""), (3, 20, "4.2"), (4, 0, "german-opening")):
        reason = "Played on after the bell, though the whole table had asked to stop"
        event.do_as(event.see()["referee_key"], "rule", number=number, stage=0, points=points, reason=reason, rule=rule)
    event.do("revoke-ruling", ruling=1, reason="It was the player beside")
    event.do_as(event.see()["table_keys"][1], "call-referee", table=2)
    return event


@cache
def closed(address: str) -> Event:
    """Two who go on are not here, and three are equal at the line."""
    event = Event(address, "belgian-tournament").enter(TIED).seat().publish().start().tie().close()
    for number in (1, 5):
        event.do("withdraw", number=number)
    return event


@cache
def over(address: str) -> Event:
    return Event(address, FORMAT).enter(PLAYERS).seat().finish()


Made = Callable[[str], Event]


def come_as_another(page: Page, address: str, link: str) -> None:
    """Follow a link as another person does: who organised an event on a device is its organiser on all its pages."""
    page.goto(f"{address}/favicon.svg")
    # a browser that keeps nothing has nothing to forget
    page.evaluate(
        "() => { try { localStorage.removeItem('tilerummy.tournaments'); sessionStorage.clear(); } catch {} }"
    )
    page.goto(link)


def desk(make: Made, *, entrant: int | None = None, steps: Callable[[Page], None] = lambda page: None) -> Way:
    """The organiser's page; with an entrant's line open."""

    def way(page: Page, address: str, stage: Stage) -> None:
        event = make(address)
        page.goto(f"{event.link}#{event.key}")
        page.locator("[data-testid^='phase-']").wait_for()
        if entrant is not None:
            page.get_by_test_id(f"entrant-{entrant}").click()
        steps(page)

    return way


def closing_while_somebody_comes(page: Page) -> None:
    """What one person entered is listed, and a person at the door may have a chair."""
    page.get_by_test_id("close").click()
    page.get_by_test_id("closing").wait_for()
    page.get_by_test_id("door").fill("Late Latecomer")


def reads_a_list(page: Page) -> None:
    """A list is understood, with a line for each way of being odd."""
    page.get_by_test_id("paste").locator("xpath=ancestor::details").locator("summary").click()
    page.get_by_test_id("paste").fill(
        "Imię;Nazwisko;Klub\nJan;Kowalski;Gdańsk\nEwa;Nowak;Gdańsk\nOla\nR2D2;Droid;Gdańsk"
    )
    page.get_by_test_id("odd-5").wait_for()


def picks_somebody_up(page: Page) -> None:
    """Every place says what a player costs there."""
    page.get_by_test_id("arrange").click()
    page.get_by_test_id("player-2").click()


def public(make: Made, path: str = "") -> Way:
    """Everybody's page, or the screen on the wall."""

    def way(page: Page, address: str, stage: Stage) -> None:
        come_as_another(page, address, make(address).link + path)
        page.locator("main h2, main #me").first.wait_for()

    return way


def finding_oneself(page: Page, address: str, stage: Stage) -> None:
    public(playing)(page, address, stage)
    page.get_by_test_id("me").select_option("3")
    page.get_by_test_id("place").first.wait_for()


def phone(make: Made, table: int, steps: Callable[[Page], None] = lambda page: None) -> Way:
    """The page behind the code on a table's card."""

    def way(page: Page, address: str, stage: Stage) -> None:
        event = make(address)
        come_as_another(page, address, f"{event.link}#{event.see()['table_keys'][table - 1]}")
        page.locator("main h2").wait_for()
        steps(page)

    return way


def referee(make: Made) -> Way:
    """The referee's page, with a penalty being written."""

    def way(page: Page, address: str, stage: Stage) -> None:
        event = make(address)
        come_as_another(page, address, f"{event.link}#{event.see()['referee_key']}")
        page.get_by_test_id("offence").select_option("german-drawn")
        page.get_by_test_id("ruling-kind-penalty").check()

    return way


def decides(page: Page) -> None:
    """The desk gives and revokes as the referee does."""
    page.locator("#deciding").click()
    page.get_by_test_id("revoke-0").click()


def sits_down(page: Page) -> None:
    page.locator("[data-testid^='i-am-']:enabled").first.click()


def writes(page: Page) -> None:
    sits_down(page)
    page.locator("[data-testid^='out-']").first.click()


def paper(kind: str) -> Way:
    """A print page, as it is chosen."""

    def way(page: Page, address: str, stage: Stage) -> None:
        event = (over if AFTER[kind] else published)(address)
        page.goto(f"{event.link}/print#{event.key}")
        page.locator(f'label:has([data-testid="print-{kind}"])').click()
        reach, title = page.get_by_test_id("reach-address"), page.locator("article :is(h2, h3)").first
        # the page asks once how phones reach the server
        reach.or_(title).first.wait_for()
        if reach.is_visible():
            reach.fill("192.168.1.20")
            reach.press("Enter")
        title.wait_for()

    return way


def events_page(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/events")
    page.locator("fieldset label").last.click()
    page.locator("#toml").wait_for()


def no_event(page: Page, address: str, stage: Stage) -> None:
    page.goto(f"{address}/e/nowhere")
    page.locator("main a").wait_for()


SCENES: Mapping[str, Way] = {
    "events": events_page,
    "no-event": no_event,
    "desk-entering": desk(entering, entrant=2),
    "desk-reading": desk(entering, steps=reads_a_list),
    "desk-arriving": desk(arriving, steps=shows_a_code),
    "desk-arrived": desk(arrived),
    "desk-planned": desk(planned, entrant=1, steps=picks_somebody_up),
    "desk-closed": desk(closed),
    "desk-published": desk(published),
    "desk-playing": desk(playing, steps=closing_while_somebody_comes),
    "desk-over": desk(over),
    "desk-refereed": desk(refereed, steps=decides),
    "event-referee": referee(refereed),
    "public-entering": public(entering),
    "public-arriving": public(arriving),
    "own-arriving": own(6),
    "own-waiting": own(10),
    "public-published": public(published),
    "public-playing": finding_oneself,
    "public-over": public(over),
    "public-refereed": public(refereed),
    "phone-waiting": phone(published, 1),
    "phone-who": phone(playing, 2),
    "phone-calling": phone(refereed, 2),
    "phone-writing": phone(playing, 2, writes),
    "phone-two-results": phone(playing, 1, sits_down),
    "wall-entering": public(entering, "/screen"),
    "wall-arriving": public(arriving, "/screen"),
    "wall-playing": public(playing, "/screen"),
    "wall-over": public(over, "/screen"),
    **{f"print-{kind}": paper(kind) for kind in AFTER},
}
"""By name, in the order of a contact sheet."""
