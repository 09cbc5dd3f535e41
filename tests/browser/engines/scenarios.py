"""What every engine must be able to do, each told once for all of them."""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO

from pypdf import PdfReader

from tests.browser.engines.person import Person, named
from tests.browser.robot.planning import plan
from tests.browser.robot.robot import READY, TOGETHER
from tests.browser.robot.server import Server
from tests.browser.robot.study import SETTLED, of_one_split
from tests.browser.scenes.events import Event
from tests.browser.scenes.scenes import GAMES
from tilerummy import from_layout, load_edition, parse_position, solve

MOST_TURNS = 200
MOST_HANDFULS = 4
"""Of one turn by hand; longer ones are left to the hint."""
SETTLED_TURN = "d.phase === 'over' || (d.myTurn === '1' && d.pending === '0')"
MUCH = 50_000
"""Bytes of the drawing of a page that is not empty."""
NAMES = ("Björn", "Çelik", "Ann", "Zoë")
LINES = (("|b4 b5 b6", "3 tiles can be laid, worth 15 points"), ("b4 b5 b6|b7", "1 tile can be laid"))
"""Positions, short since each key takes its time, and what is said of them."""
KEEP_SAVED = """() => {
  window.saved = {};
  const made = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const reader = new FileReader();
    window.saved[blob.type] = new Promise((tell) => (reader.onload = () => tell(reader.result)));
    reader.readAsDataURL(blob);
    return made.call(URL, blob);
  };
}"""
"""Files that the page gives the reader, by their types."""
RECORD = GAMES / "original-rack-empty.jsonl"
WITHOUT_SERVER = (
    *("/", "/learn", "/learn/run", "/puzzles", "/analysis", "/replay", "/sheet", "/events", "/games", "/look"),
    *("/rules", "/rules/original", "/referee"),
)


@dataclass(frozen=True)
class Scenario:
    """What a person does at a server of their own."""

    do: Callable[[Person, Server], None]
    engines: Sequence[str] = ("firefox", "webkit")


# --- a game ---------------------------------------------------------------------------------------------------


def whole_game(person: Person, server: Server) -> None:
    """A game against the computer to its end: one turn laid by hand, the next one by a hint."""
    person.open("/")
    person.push("play-now")
    by_hand = False
    opened = False
    for _ in range(MOST_TURNS):
        person.until(SETTLED_TURN)
        if person.has("html[data-phase='over']"):
            break
        before = person.look()
        by_hand = not by_hand
        laid = (by_hand and _by_hand(person, opened=opened)) or _by_hint(person)
        opened |= laid
        person.push("play" if laid else "draw" if person.has(named("draw")) else "pass")
        person.until("Number(d.seq) > Number(a) || d.phase === 'over'", before.seq)
    person.see(named("result"))


def _by_hand(person: Person, *, opened: bool) -> bool:
    """Lay the best play by drags; False where there is none, or none that few drags lay."""
    sight = person.look()
    melds = [sight.meld(meld.index) for meld in sorted(sight.melds, key=lambda meld: int(meld.index))]
    table = ", ".join(" ".join(one.tile for one in meld) for meld in melds)
    line = f"{table} | {' '.join(one.tile for one in sight.rack)} | {'opened' if opened else 'unopened'}"
    found = solve(from_layout(parse_position(line), load_edition("original"))).play
    if found is None:
        return False
    steps = plan(melds, sight.rack, found)
    if sum(len(step.handfuls) for step in steps) > MOST_HANDFULS:
        return False
    for step in steps:
        onto = step.onto
        for handful in step.handfuls:
            person.lay(handful, onto)
            onto = onto or handful[0]
            person.until(TOGETHER, [*handful, onto])
    person.until(f"d.pending === '0' && {READY}")
    return True


def _by_hint(person: Person) -> bool:
    """Ask for a hint until it can be laid, and lay it; False where it says that nothing can be."""
    person.push("hint")
    person.see(named("hint-card"))
    if not person.has(named("hint-next")):
        return False
    person.push("hint-next")
    person.see("[data-hinted]")
    person.push("hint-lay")
    person.until(f"d.pending === '0' && {READY}")
    return True


# --- learning and looking -------------------------------------------------------------------------------------


def lesson(person: Person, server: Server) -> None:
    """Tiles are dragged into a new meld together, and others one by one onto melds."""
    for name, turn in (("run", [("b4 b5 b6 b7", None)]), ("adding", [("b7", "b6"), ("y9", "k9")])):
        person.open(f"/learn/{name}")
        person.until(SETTLED_TURN)
        for kinds, onto in turn:
            _lay_kinds(person, kinds, onto)
        person.push("play")
        person.see(f'{named("coach")}[data-done="1"]')


def puzzle(person: Person, server: Server) -> None:
    """A puzzle is solved by dividing a meld, and of the day's the solution is shown."""
    one, after = of_one_split("original")
    person.open(f"/puzzles/original/{one.id}")
    person.until(SETTLED_TURN)
    person.take(_on_table(person, after))
    person.push("split")
    person.until("d.pending === '0'")
    _lay_kinds(person, one.laid, after)
    person.push("play")
    person.see(f'{named("coach")}[data-done="1"]')
    person.open("/puzzles")
    person.push("today")
    person.until(SETTLED_TURN)
    person.push("show-solution")
    person.push("show-now")
    person.see('[data-told="3"] li')


def _lay_kinds(person: Person, kinds: str, onto: str | None) -> None:
    """Lay tiles of the rack onto the tile of that kind on the table."""
    left = person.look().rack
    taken: list[str] = []
    for kind in kinds.split():
        taken.append(next(one.id for one in left if one.tile == kind and one.id not in taken))
    target = None if onto is None else _on_table(person, onto)
    person.lay(taken, target)
    person.until(TOGETHER, [*taken, target or taken[0]])
    person.until("d.pending === '0'")


def _on_table(person: Person, kind: str) -> str:
    return next(one.id for one in person.look().tiles if one.place == "table" and one.tile == kind)


def replay(person: Person, server: Server) -> None:
    """A record from a file, turn by turn: by its buttons, its keys and its slider."""
    last = len(RECORD.read_text("utf-8").splitlines()) - 3

    def at(turn: int) -> None:
        person.see(f'{named("replay")}[data-turn="{turn}"]')

    person.open("/replay")
    person.give(named("replay-file"), RECORD)
    at(0)
    person.push("replay-next")
    at(1)
    person.focus(named("replay-slider"))
    person.keys("end")
    at(last)
    person.keys("left")
    at(last - 1)
    person.push("replay-back")
    at(last - 2)
    person.ask(KEEP_SAVED)
    for button, kind, head in (("png", "image/png", b"\x89PNG"), ("gif", "image/gif", b"GIF89a")):
        person.push(f"replay-{button}")
        saved = person.wait("async (kind) => await window.saved?.[kind]", kind)
        assert base64.b64decode(saved.partition(",")[2]).startswith(head)
        assert len(saved) > MUCH // 4, (kind, len(saved))


def analysis(person: Person, server: Server) -> None:
    """The same answer by the server and, where it does not answer, by WebAssembly in a worker."""
    person.open("/analysis")
    for broken in (False, True):
        if broken:
            person.ask("() => { window.fetch = () => Promise.reject(new TypeError('broken')); }")
        for line, answer in LINES:
            person.write(named("notation"), line)
            person.push("lay")
            person.see(SETTLED, answer)
            # only the server tells the steps
            assert not (broken and person.has(named("step-next")))


# --- clubs and evenings ---------------------------------------------------------------------------------------


def sheet(person: Person, server: Server) -> None:
    """A score sheet of four with one game, which is there when the page is opened again."""
    person.open("/sheet")
    person.choose("#edition", "original")
    for seat, name in enumerate(NAMES):
        person.write(named(f"name-{seat}"), name)
    person.push("start-sheet")
    person.push("out-0")
    for seat, value in enumerate((5, 16, 3), start=1):
        person.write(named(f"rack-{seat}"), str(value))
    person.push("write-game")
    for _ in range(2):
        for seat, total in enumerate(("+24", "−5", "−16", "−3")):
            person.see(named(f"total-{seat}"), total)
        person.see("main", NAMES[1])
        person.open(str(person.driver.current_url))


def tournament(person: Person, server: Server) -> None:
    """Eight at two tables: the desk seats them, a phone enters a result and another one confirms it."""
    person.open("/events")
    person.write("#event-name", "Autumn")
    person.push("make-tournament")
    person.write(named("paste"), "\n".join("ABCDEFGH"))
    person.push("enter")
    person.see(named("entrant-8"))
    for button, phase in (("begin", "planned"), ("publish", "published"), ("start", "playing")):
        person.push(button)
        person.see(named(f"phase-{phase}"))
    address = str(person.driver.current_url).split("#")[0]
    table, key = person.ask(_FIRST_TABLE)
    width, height = person.size
    person.resize(500, 844)
    try:
        for at, seat in enumerate(table[:2]):
            # another phone is another guest
            person.driver.delete_all_cookies()
            person.ask("() => localStorage.clear()")
            person.open("about:blank")
            person.open(f"{address}#{key}")
            person.push(f"i-am-{seat}")
            if at == 0:
                person.push(f"out-{seat}")
                for other in table[1:]:
                    person.write(named(f"rack-{other}"), str(other + 3))
                person.push("send-1")
            else:
                person.push("confirm-1")
                person.see(named("confirmed-1"))
    finally:
        person.resize(width, height)


_FIRST_TABLE = """async () => {
    const id = location.pathname.split('/')[2];
    const known = JSON.parse(localStorage.getItem('tilerummy.tournaments'))[id];
    const shown = await (await fetch(`/api/tournaments/${id}?key=${known.key}`)).json();
    return [shown.stages[0].rounds[0].tables[0], shown.table_keys[0]];
}"""


def paper(person: Person, server: Server) -> None:
    """What a club pins to the wall has every name, and comes from the printer on one sheet."""
    event = Event(server.address, "blocks-of-two").enter(8).seat().publish()
    try:
        person.open(f"{event.link}/print#{event.key}")
        for kind in ("seating", "schedules"):
            person.pick(f"print-{kind}")
            for one in event.see()["entrants"]:
                person.see("article", one["name"])
            (sheet,) = PdfReader(BytesIO(base64.b64decode(person.driver.print_page()))).pages
            drawn = sheet.get_contents()
            # letters are drawn as shapes
            assert drawn is not None, kind
            assert len(drawn.get_data()) > MUCH, kind
    finally:
        event.close_line()


# --- without a server, and by eye -----------------------------------------------------------------------------


def offline(person: Person, server: Server) -> None:
    """Once seen, the page opens without the server, and no page says that something went wrong with it."""
    person.open("/")
    person.see(named("play-now"))
    person.wait("async () => (await navigator.serviceWorker.ready).active.state === 'activated'")
    server.kill()
    for path in WITHOUT_SERVER:
        person.open(path)
        person.see("h1, h2")
        assert "could not be loaded" not in person.see("body"), path
    person.open("/learn/run")
    person.until("d.myTurn === '1'")
    assert not person.has(named("banner"))


def focus(person: Person, server: Server) -> None:
    """A ring shows people with a keyboard where they are, and does not follow a mouse or a finger; lists that fold out
    look like other fields."""
    ring = "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
    person.open("/")
    person.push("settings")
    person.see("dialog[open]")
    assert not person.ask(ring)
    assert person.ask("() => getComputedStyle(document.querySelector('dialog select.input')).appearance") == "none"
    person.keys("tab")
    assert person.ask(ring)
    person.keys("escape")
    person.gone("dialog[open]")


SCENARIOS: Mapping[str, Scenario] = {
    "game": Scenario(whole_game),
    "lesson": Scenario(lesson),
    "puzzle": Scenario(puzzle),
    "replay": Scenario(replay),
    "analysis": Scenario(analysis),
    "sheet": Scenario(sheet),
    "tournament": Scenario(tournament),
    # WebKit's driver has no command for it
    "paper": Scenario(paper, engines=("firefox",)),
    "offline": Scenario(offline),
    "focus": Scenario(focus),
}
