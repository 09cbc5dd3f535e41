"""Links as messengers read them: the head of the page by a plain parser, and the picture that it names."""

import asyncio
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import pytest

from tests.circles.meeting import ask, founded, joined, seen
from tests.clubs.meeting import Secretary
from tests.web.harness import Guest, Server, serving
from tilerummy.messages import languages, text
from tilerummy.previews.preview import usual
from tilerummy.store import StorageFailure
from tilerummy.web.links import previews
from tilerummy.web.links.pages import head
from tilerummy.web.static_files import Place

AS_A_MESSENGER = {"User-Agent": "WhatsApp/2", "Accept-Encoding": "identity"}


class Head(HTMLParser):
    """What a messenger takes from a page: the title, the language, the tags; it runs nothing."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.title, self.lang, self._in_title = "", "", False
        self.scripts = 0
        self.feed(page[:300_000])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        self.scripts += tag == "script"
        if tag == "html":
            self.lang = held["lang"]
        if tag == "meta" and (name := held.get("property") or held.get("name")):
            assert name not in self.tags or name == "theme-color"
            self.tags[name] = held["content"]

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


@pytest.fixture
def nobody(server: Server) -> Iterator[Guest]:
    with Guest(server.address, session=False) as guest:
        yield guest


def read(guest: Guest, path: str, lang: str = "en", **headers: str) -> Head:
    answer = guest.http.get(path, headers={**AS_A_MESSENGER, "Accept-Language": lang, **headers})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    return Head(answer.text)


def drawn(guest: Guest, found: Head) -> bytes:
    answer = guest.http.get(found.tags["og:image"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    return answer.content


def told(found: Head) -> tuple[str, str]:
    return found.tags["og:title"], found.tags["og:description"]


def test_an_invitation_says_who_invites_in_the_language_that_is_asked_for(ann: Guest, nobody: Guest) -> None:
    room = ann.make(name="Anna", seats=4)
    for lang in languages():
        found = read(nobody, f"/t/{room}", lang)
        assert (found.lang, found.tags["og:locale"]) == (lang, lang.replace("-", "_"))
        assert found.tags["og:title"] == text(lang, "link.invites", name="Anna")
        assert text(lang, "page.open-free", count=3) in found.tags["og:description"]
        assert found.tags["description"] == found.tags["og:description"] == found.tags["twitter:description"]
    chosen = read(nobody, f"/t/{room}?lang=da", "fi")
    assert (chosen.lang, chosen.tags["og:url"]) == ("da", f"{nobody.address}/t/{room}?lang=da")
    assert chosen.title == "Anna inviterer dig til et spil · Tilerummy"
    assert chosen.scripts == 1


def test_the_picture_is_kept_and_asked_for_again_only_when_it_changes(ann: Guest, bob: Guest, nobody: Guest) -> None:
    room = ann.make(name="Anna", seats=2)
    found = read(nobody, f"/t/{room}")
    address = found.tags["og:image"]
    assert address.startswith(f"{nobody.address}/api/pictures/t/{room}.png?")
    first = nobody.http.get(address)
    assert first.headers["cache-control"] == "public, max-age=600"
    again = nobody.http.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    with bob.join(room) as table:
        table.ask("sit", name="Bo")
    changed = read(nobody, f"/t/{room}")
    assert changed.tags["og:image"] != address
    assert drawn(nobody, changed) != first.content


def test_a_name_is_text(ann: Guest, nobody: Guest) -> None:
    name = '"/><script>x</script>'
    found = read(nobody, f"/t/{ann.make(name=name)}")
    assert found.tags["og:title"] == text("en", "link.invites", name=name)
    assert found.scripts == 1
    assert drawn(nobody, found)


def test_a_game_tells_who_plays_and_then_who_won(ann: Guest, bob: Guest, nobody: Guest) -> None:
    room = ann.make(name="Anna", seats=2)
    with ann.join(room) as first, bob.join(room) as second:
        second.ask("sit", name="Bo")
        first.ask("start")
        second.until(lambda state: bool(state["phase"] == "playing"))
        playing = read(nobody, f"/t/{room}/screen")
        assert playing.tags["og:title"] == "Anna and Bo are playing"
        second.ask("resign")
        second.until(lambda state: bool(state["phase"] == "over"))
    over = read(nobody, f"/t/{room}")
    assert over.tags["og:title"] == "Anna wins"
    replay = read(nobody, f"/t/{room}/replay", "de")
    assert replay.tags["og:title"] == "Anna gewinnt"
    assert replay.tags["og:description"].startswith(text("de", "link.replay"))
    assert drawn(nobody, over)


def test_what_is_not_there_or_closed_shows_what_every_page_shows(ann: Guest, bob: Guest, nobody: Guest) -> None:
    room = ann.make(name="Anna", seats=2)
    with ann.join(room) as table:
        table.ask("door", act="close")
    start = read(nobody, "/")
    assert told(start) == usual("en")[:2]
    unknown = ("/t/abcdefgh", "/t/a%2Fb", "/e/none", "/sheet/none", "/puzzles/none", "/puzzles/original/none", "/learn")
    for path in (f"/t/{room}", f"/t/{room}/replay", *unknown):
        found = read(nobody, path)
        assert told(found) == told(start)
        assert drawn(nobody, found) == drawn(nobody, start)
    assert nobody.http.get("/api/pictures/index").status_code == 404


def test_sheets_events_and_puzzles_show_themselves_and_no_key(ann: Guest, nobody: Guest) -> None:
    sheet = ann.http.post("/api/sheets", json={"edition": "twist", "players": ["Ann", "Bob"]}).json()
    event = ann.http.post("/api/tournaments", json={"name": "Club <evening>", "format": "table-points"})
    assert event.status_code == 201, event.text
    made = event.json()
    found = read(nobody, f"/sheet/{sheet['sheet']}?key={sheet['key']}")
    assert found.tags["og:title"] == "Score sheet of Ann and Bob"
    today = ann.http.get(f"/api/sheets/{sheet['sheet']}").json()["about"]["date"]
    assert told(found)[1].startswith(f"{today}. ")
    said = {"t": "about", "id": "said", "date": "2026-11-28", "place": "Café <Sport>", "note": "for the two of us"}
    ann.http.post(f"/api/sheets/{sheet['sheet']}", json=said, headers={"X-Tilerummy-Key": sheet["key"]})
    dated = told(read(nobody, f"/sheet/{sheet['sheet']}"))[1]
    assert dated.startswith("2026-11-28 · Café <Sport>. ")
    assert "two of us" not in dated
    club = read(nobody, f"/e/{made['tournament']}?key={made['organiser']}", "nl")
    assert told(club)[0] == "Club <evening>"
    assert not [tag for tag in (*found.tags.values(), *club.tags.values()) if sheet["key"] in tag or "key=" in tag]
    puzzle = read(nobody, "/puzzles/suomi", "nl")
    assert puzzle.tags["og:title"].startswith("Leg ")
    assert len({drawn(nobody, one) for one in (found, club, puzzle)}) == 3


def test_addresses_are_those_by_which_people_come(tmp_path: Path) -> None:
    options = ("--trusted-proxy", "127.0.0.1", "--public-host", "rummy.example")
    with serving(tmp_path, options=options) as server, Guest(server.address, session=False) as proxy:
        found = read(proxy, "/puzzles", Host="rummy.example", **{"X-Forwarded-Proto": "https"})
        assert found.tags["og:url"] == "https://rummy.example/puzzles"
        assert found.tags["og:image"].startswith("https://rummy.example/api/pictures/puzzles.png?")


def test_a_flood_of_pictures_is_refused_and_kept_ones_are_not(tmp_path: Path) -> None:
    few = {"TILERUMMY_PER_ADDRESS": "0.05"}
    with serving(tmp_path, environment=few) as server, Guest(server.address, session=False) as flood:
        answers = [flood.http.get(f"/api/pictures/puzzles/original.png?lang={lang}") for lang in languages()]
        codes = [answer.status_code for answer in answers]
        assert codes[:3] == [200] * 3
        # a slow machine gives some back meanwhile
        assert 429 in codes
        assert flood.http.get("/api/pictures/puzzles/original.png?lang=en").content == answers[0].content
        # the page comes all the same
        assert read(flood, "/puzzles/original", "fr").tags["og:image"]


def test_the_link_that_invites_to_a_circle_shows_it_and_no_other_does(ann: Guest, bob: Guest, nobody: Guest) -> None:
    address = founded(ann, "Families & friends")
    joined(bob, address, "Bob", ann)
    circle = seen(ann, address)["circle"]
    page = f"/circle/{circle['id']}"
    for lang in ("en", "fi"):
        found = read(nobody, f"{page}/{circle['invitation']}", lang)
        assert found.tags["og:title"] == text(lang, "link.circle", name="Families & friends")
        assert text(lang, "circle.members-count", count=2) in found.tags["og:description"]
        assert not any(name in "".join(told(found)) for name in ("Ann", "Bob"))
    usual = told(read(nobody, "/"))
    for other in (page, f"{page}/{circle['keepers']}", f"{page}/a234567890bcdefg", "/circle/a234567890bcdefg"):
        assert told(read(ann, other)) == usual
    assert "seq" in ask(ann, address, "renew", which="members")
    assert told(read(nobody, f"{page}/{circle['invitation']}")) == usual


def test_the_links_of_a_club_show_its_name_and_nobody_in_it(ann: Guest, nobody: Guest) -> None:
    club = Secretary(ann, "Chess & tiles")
    club.enter("Ann Peeters", named=True)
    page = f"/club/{club.link}"
    for at in (page, f"{page}/register", f"{page}/person/m1"):
        assert told(read(nobody, at, "nl")) == ("Chess & tiles", text("nl", "link.club"))
    club.do("close")
    assert told(read(nobody, page)) == told(read(nobody, "/"))


def test_without_a_rasteriser_there_are_still_words() -> None:
    found = Head(head(usual("nl"), "http://x/", None, "nl"))
    assert found.tags["og:title"] == usual("nl").title
    assert found.tags["twitter:card"] == "summary"
    assert not [name for name in found.tags if "image" in name]


def test_a_page_does_not_wait_for_a_store_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(_: str) -> None:
        raise StorageFailure("storage-failed", "away")

    async def silent(_: str) -> None:
        await asyncio.Event().wait()

    async def broken(_: str) -> None:
        raise ValueError

    monkeypatch.setattr(previews, "PATIENCE", 0.01)
    for find in (away, silent, broken):
        records = cast(Any, type("Records", (), {"find": staticmethod(find)}))
        asked = previews.Previews(*[records] * 5)
        assert asyncio.run(asked.of(Place("table", {"room": "abc"}), "fi")) == usual("fi")
