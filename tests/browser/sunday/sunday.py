"""37 people play the Belgian format: a tie at the line drawn by lot, a reserve who moves up, two penalties by the
referee's link, and a final that nobody ends with the lowest rack alone."""

import csv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser.evening import PLAYERS, Evening, Hand
from tests.browser.scenes.events import AFTER

PHONE = "390x844"
BEFORE = ("people", "tickets")
"""Print pages of those who are expected."""
BY_CODE = 7
"""Who checks in by their own code."""
OWN_LINKS = """async () => {
    const id = location.pathname.split('/')[2];
    const known = JSON.parse(localStorage.getItem('tilerummy.tournaments'))[id];
    return (await (await fetch(`/api/tournaments/${id}/own-links?key=${known.key}`)).json()).links;
}"""
WON = {8: 90, 9: 90}
"""What the first seat of a table wins in each game of the qualifying round, where it is as much as at another table."""


class Sunday(Evening):
    """One Sunday in one language."""

    def points(self, table: int, game: int, seats: int) -> list[int]:
        """The first seat of a qualifying table wins all its games, more at the first tables; so the eighth and the
        ninth have the same in all that counts."""
        if len(self.tables()) < 3:
            return super().points(table, game, seats)
        won = WON.get(table, 150 - 5 * table if table < 8 else 60)
        each, rest = divmod(won, seats - 1)
        return [won, *(-each - (at < rest) for at in range(seats - 1))]

    @contextmanager
    def phone(self, key: str, number: int = 0) -> Iterator[Hand]:
        """A phone that has read a card; `number`: who holds it."""
        with self.other(PHONE) as page:
            hand = Hand(page, "phones", self.steps)
            hand.open(f"{self.link}#{key}")
            if number:
                hand.press(f"i-am-{number}")
            yield hand

    @contextmanager
    def referee(self) -> Iterator[Hand]:
        """The referee's page."""
        with self.other(PHONE) as page:
            hand = Hand(page, "referee", self.steps)
            hand.open(f"{self.link}#{self.see()['referee_key']}")
            page.get_by_test_id("ruling").wait_for()
            yield hand

    def mine(self, number: int, name: str) -> None:
        """A picture of a player's own phone."""
        with self.other(PHONE) as page:
            page.goto(self.link)
            page.get_by_test_id("me").select_option(str(number))
            page.get_by_test_id("place").first.wait_for()
            self.picture(name, page)

    def screen(self, name: str) -> None:
        """A picture of the hall's screen."""
        with self.other("1280x800") as page:
            page.goto(f"{self.link}/screen")
            page.locator("h2").wait_for()
            self.picture(name, page)

    # the Sunday, in order

    def check_in(self) -> None:
        """One checks in by the code that the desk shows, the others at the desk but for one, who comes late after
        all."""
        page = self.desk.page
        self.desk.press("open-check-in")
        page.get_by_test_id("in-of").wait_for()
        self.desk.press(f"qr-{BY_CODE}")
        page.get_by_test_id("qr").first.wait_for()
        self.picture("01-code")
        link = next(one["key"] for one in page.evaluate(OWN_LINKS) if one["ticket"] == BY_CODE)
        with self.phone(link) as own:
            own.page.get_by_test_id("own-check-in").wait_for()
            self.picture("01-phone-before", own.page)
            own.press("own-check-in")
            own.page.get_by_test_id("own-here").wait_for()
            self.picture("01-phone-in", own.page)
        self.desk.press(f"qr-{BY_CODE}")
        for ticket in range(1, PLAYERS):
            if ticket != BY_CODE:
                self.desk.press(f"arrives-{ticket}")
        page.get_by_test_id("in-of").get_by_text(f"{PLAYERS - 1}").wait_for()
        self.screen("01-screen")
        self.picture("01-checked-in")
        self.papers(BEFORE)
        self.desk.press("close-check-in")
        page.get_by_test_id("left-out").wait_for()
        self.picture("01-left-out")
        self.desk.steps["desk"] += 1
        page.get_by_test_id("left-out").get_by_role("button").click()
        page.get_by_test_id("left-out").wait_for(state="detached")

    def qualifying(self) -> None:
        """Tables are shown and printed, two phones enter a game, one calls the referee, who gives a penalty."""
        self.step("publish", "published")
        self.picture("02-tables")
        self.papers([kind for kind in AFTER if not AFTER[kind] and kind not in BEFORE])
        self.step("start", "playing")
        self.desk.button("clock-start", self.lang)
        self.screen("03-screen")
        key, seats = self.see()["table_keys"][1], self.tables()[1]
        with self.phone(key, seats[0]) as one, self.phone(key, seats[1]) as other:
            self.picture("04-phone-enters", one.page)
            self._enter(one, seats, seats[0], 10)
            one.page.get_by_test_id("entered-1").wait_for()
            self.picture("05-phone-waits", one.page)
            other.page.get_by_test_id("confirm-1").wait_for()
            self.picture("06-phone-confirms", other.page)
            other.press("confirm-1")
            one.page.get_by_test_id("confirmed-1").wait_for()
            other.press("call-referee")
            other.page.get_by_test_id("referee-called").wait_for()
            self.picture("07-phone-calls", other.page)
            self.desk.page.get_by_test_id("calls").wait_for()
            self.picture("08-desk-called")
            with self.referee() as referee:
                self.picture("09-referee-called", referee.page)
                referee.press("answer-2")
                other.page.get_by_test_id("referee-called").wait_for(state="detached")
                self.rule(referee, seats[2], "20", "german-drawn", 1)
                self.picture("10-referee-ruled", referee.page)

    def rule(self, referee: Hand, number: int, points: str, offence: str, count: int) -> None:
        """A penalty, which is the event's last of so many."""
        page = referee.page
        page.get_by_test_id("ruled").select_option(str(number))
        page.get_by_test_id("offence").select_option(offence)
        page.get_by_test_id("ruling-kind-penalty").check()
        referee.fill("ruling-points", points)
        referee.press("give")
        page.get_by_test_id("rulings").locator(":scope > li").nth(count - 1).wait_for()

    def tie(self) -> None:
        """The eighth and the ninth are equal in everything: lots are drawn; one who goes on has left, the next moves
        up."""
        page = self.desk.page
        self.enter_rest()
        self.close()
        page.get_by_test_id("tie").wait_for()
        self.picture("11-tie")
        self.desk.press("tie-draw")
        page.get_by_test_id("settled").first.wait_for()
        shown = self.see()
        (settled,) = shown["stages"][0]["line"]["settled"]
        lines = [line["number"] for line in shown["stages"][0]["standings"]]
        assert lines[7:9] == settled["numbers"]
        assert (len(settled["numbers"]), settled["how"]) == (2, "drawn-lot")
        page.get_by_test_id("absent").select_option(str(lines[1]))
        self.desk.press("absent-strike")
        page.get_by_test_id("reserve").wait_for()
        self.picture("12-reserve")
        self.desk.press("move-up")
        page.get_by_test_id("reserve").wait_for(state="detached")
        self.step("publish", "published")
        self.picture("13-semifinal")
        here = [number for table in self.tables() for number in table]
        assert sorted(here) == sorted([lines[0], *lines[2:9]])
        self.mine(lines[8], "14-phone-of-the-reserve")
        self.screen("15-screen-semifinal")

    def semifinal(self) -> None:
        """Two games at two tables; the second penalty."""
        self.step("start", "playing")
        self.enter_rest()
        with self.referee() as referee:
            self.rule(referee, self.tables()[0][0], "10", "belgian-time", 2)
            self.picture("16-referee-again", referee.page)
        self.close()
        self.desk.page.get_by_test_id("phase-planned").wait_for()
        self.picture("17-before-the-final")

    def final(self) -> None:
        """Nobody goes out, and two have the lowest rack with as many tiles: they share it."""
        self.step("publish", "published")
        self.step("start", "playing")
        (seats,) = self.tables()
        key = self.see()["table_keys"][0]
        with self.phone(key, seats[0]) as one, self.phone(key, seats[1]) as other:
            one.press("out-nobody")
            for number, value in zip(seats, ("12", "30", "12", "40"), strict=True):
                one.fill(f"rack-{number}", value)
            for seat in (0, 2):
                one.fill(f"count-{seat}", "2")
            self.picture("18-phone-shares", one.page)
            one.press("send-1")
            one.page.get_by_test_id("entered-1").wait_for()
            other.press("confirm-1")
            one.page.get_by_test_id("confirmed-1").wait_for()
            self.picture("19-phone-done", one.page)
        self.desk.press("close")
        self.desk.page.get_by_test_id("phase-over").wait_for()
        (result,) = [one for one in self.see()["results"] if one["stage"] == 2]
        assert result["scores"] == [23, -18, 23, -28]
        self.picture("20-over")
        self.mine(seats[2], "21-phone-over")
        self.screen("22-screen-over")

    def after(self) -> None:
        """Diplomas and standings on paper, lists, web pages."""
        self.papers([kind for kind in AFTER if AFTER[kind]])
        ranking = self.see()["ranking"]
        assert [line["place"] for line in ranking[:3]] == [1, 1, 3]
        with self._download("standings.csv") as file:
            told = self._read(file.read_text("utf-8-sig"))
            assert [int(line["number"]) for line in told if line["stage"] == "all"] == [
                one["number"] for one in ranking
            ]
            assert sum(int(line["by referee"]) for line in told if line["stage"] == "qualifying") == -20
        with self._download("results.csv") as file:
            assert (
                len({(one["stage"], one["table"], one["game"]) for one in self._read(file.read_text("utf-8-sig"))})
                == 35
            )
        with self._download("site.zip") as site, zipfile.ZipFile(site) as packed:
            packed.extractall(self.folder / "site")
        with self.other("1280x800") as page:
            page.goto((self.folder / "site" / "index.html").as_uri())
            self.picture("23-site", page)
        with self.other(PHONE) as page:
            page.goto((self.folder / "site" / "index.html").as_uri())
            self.picture("24-site-on-a-phone", page)

    @staticmethod
    def _read(text: str) -> list[dict[str, Any]]:
        return list(csv.DictReader(text.splitlines(), delimiter=";" if ";" in text.splitlines()[0] else ","))

    def run(self) -> dict[str, int]:
        """All of it; the steps by who took them."""
        self.enter("Zondagstornooi")
        self.picture("01-list")
        self.check_in()
        self.step("begin", "planned")
        self.qualifying()
        self.tie()
        self.semifinal()
        self.final()
        self.after()
        return dict(self.steps)
