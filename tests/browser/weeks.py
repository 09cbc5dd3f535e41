"""Three friends play a whole game over weeks, each with the page closed between turns: `python -m tests.browser.weeks`.

The server's clock goes ahead by hours and days. Who is to move is told in their language, one by push, two by mail,
opens the page by what they were told, and moves; their presses are counted. Every third turn waits until its player is
reminded.
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.robot.chromium import launch
from tests.browser.robot.server import Server
from tests.browser.robot.visitor import Visitor, at_page, context_of
from tests.web.harness import FREE_PASSES, PATIENCE, Message
from tests.web.notices.mail_server import MailServer, link_of, mail_server, token_of
from tests.web.notices.push_service import Browser as Subscription
from tests.web.notices.push_service import PushService, push_service
from tilerummy.messages import text
from tilerummy.store.notices import KINDS, NoticeKind

HOUR: Final = 3600
LIMIT: Final = 3 * 24 * HOUR
"""Seconds of a turn."""
MOST: Final = 4
"""Presses from the notice to the move."""
LANGUAGES: Final = {"Ann": "en", "Bram": "nl", "Carla": "de"}
AHEAD: Final = """
from pathlib import Path
from tilerummy.rooms.server_time import ServerTime


def now(self, here=ServerTime.__call__):
    return here(self) + int(Path({file!r}).read_text())


ServerTime.__call__ = now
"""


class Calendar:
    """The server's clock, which goes ahead when the test says so."""

    def __init__(self, folder: Path) -> None:
        self.planted = folder / "planted"
        self.planted.mkdir()
        self._file = folder / "ahead"
        self._ahead = 0
        self.pass_by(0)
        (self.planted / "sitecustomize.py").write_text(AHEAD.format(file=str(self._file)))

    @property
    def days(self) -> float:
        """How far it has gone ahead."""
        return self._ahead / 24 / HOUR

    def pass_by(self, seconds: int) -> None:
        """Let time pass."""
        self._ahead += seconds
        beside = self._file.with_suffix(".new")
        beside.write_text(str(self._ahead * 1000))
        beside.replace(self._file)


class Heard(NamedTuple):
    """What somebody was told, and what opens the page behind it."""

    title: str
    link: str


Told = Callable[[], Sequence[Heard]]
Post = Callable[..., object]


@dataclass
class Friend:
    """One of the three: their browser, what they were told so far (`told`), and how much of that they have read."""

    name: str
    context: BrowserContext
    address: str
    told: Told
    read: int = 0
    presses: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def page(self, pictures: Path) -> Iterator[Visitor]:
        """Their page while they are at it."""
        with at_page(self.context.new_page(), self.address, "phone", pictures / self.name) as visitor:
            yield visitor

    def hear(self, kind: NoticeKind) -> str:
        """What they are told next must be that, in their language; the address it leads to."""
        end = time.monotonic() + PATIENCE
        while len(self.told()) == self.read:
            assert time.monotonic() < end, f"{self.name} was not told: {kind}"
            time.sleep(0.05)
        heard = self.told()[self.read]
        self.read += 1
        assert heard.title == text(LANGUAGES[self.name], f"notice.{kind}-title"), (self.name, kind, heard)
        return heard.link

    def knows_all(self) -> bool:
        """Whether they were told nothing else."""
        return len(self.told()) == self.read


def friends(
    stack: ExitStack, chromium: Browser, server: Server, service: PushService, mail: MailServer
) -> list[Friend]:
    """The three, who want to be told: the first by push, the others by mail."""
    found: list[Friend] = []
    for name, language in LANGUAGES.items():
        context = stack.enter_context(context_of(chromium, "phone", locale=language))
        assert context.request.post(f"{server.address}/api/session").ok
        wishes = {"kinds": KINDS, "lang": language, "zone": "UTC", "quiet": None, "anyway": False, "names": True}
        way = partial(by_mail, mail) if found else partial(by_push, service)
        told = way(name, wishes, partial(context.request.post, fail_on_status_code=True), server.address)
        found.append(Friend(name, context, server.address, told))
    return found


def by_push(service: PushService, name: str, wishes: Message, post: Post, address: str) -> Told:
    """Somebody's browser takes pushes: what they read in these."""
    taking = Subscription(service, name)
    post(f"{address}/api/notices", data={"push": taking.target, "wishes": wishes})
    return lambda: [Heard(one["title"], address + one["path"]) for one in taking.read]


def by_mail(mail: MailServer, name: str, wishes: Message, post: Post, address: str) -> Told:
    """Somebody has an address for mails and confirms it: what they read in those that follow."""
    box = f"{name.lower()}@mail.example"
    post(f"{address}/api/notices/mail", data={"address": box, "wishes": wishes})
    post(f"{address}/api/notices/mail/confirm", data={"token": token_of(mail.next(box), "confirm")})
    return lambda: [Heard(str(one["Subject"]), link_of(one, "open")) for one in mail.came[box][1:]]


def begun(three: Sequence[Friend], pictures: Path) -> tuple[str, int]:
    """The path of a table at which the three sit, begun by the last to come, and the seat that moves first."""
    first = three[0]
    body = {"house": FREE_PASSES, "seats": len(three), "limit": LIMIT}
    made = first.context.request.post(f"{first.address}/api/rooms", data=body)
    assert made.ok, made.text()
    path = f"/t/{made.json()['room']}"
    for seat, friend in enumerate(three):
        with friend.page(pictures) as visitor:
            visitor.open(path)
            visitor.page.fill('[data-testid="name"]', friend.name)
            visitor.push(f"sit-{seat}")
            visitor.page.locator(f'[data-testid="sit-{seat}"]').wait_for(state="detached")
            assert visitor.eyes.settled().you == seat
            if friend is three[-1]:
                visitor.push("start")
                visitor.eyes.wait_for("d.phase === 'playing'")
                turn = visitor.eyes.settled().turn
    assert turn is not None
    return path, turn


def played(friend: Friend, link: str, path: str, pictures: Path) -> int | None:
    """Open what the notice leads to, which must be that path, move, and close it; the seat that is next, None once the
    game is over."""
    friend.presses.clear()
    with friend.page(pictures) as visitor:
        friend.presses["notice"] += 1
        visitor.open(link)
        visitor.page.wait_for_url(f"**{path}")
        visitor.eyes.wait_for("d.phase === 'playing' && d.turn === d.you")
        state = visitor.eyes.settled()
        friend.presses["move"] += 1
        visitor.push("draw" if state.pool else "pass")
        visitor.eyes.wait_for("Number(d.seq) > a", state.seq)
        assert not visitor.eyes.complaints, visitor.eyes.complaints
        return visitor.eyes.settled().turn


def play(chromium: Browser, folder: Path, pictures: Path, turns: int | None = None) -> str:
    """So many turns of a game, or all of it; what came of it. Raises AssertionError."""
    calendar = Calendar(folder)
    with push_service() as service, mail_server() as mail, ExitStack() as stack:
        settings = {
            "PYTHONPATH": str(calendar.planted),
            "TILERUMMY_PUSH_NEAR": service.origin,
            "TILERUMMY_SMTP": f"smtp://127.0.0.1:{mail.port}",
            "TILERUMMY_MAIL_FROM": "rummy@play.example",
        }
        server = Server(folder, settings, ("--public-host", "play.example"))
        server.start()
        stack.callback(server.stop)
        three = friends(stack, chromium, server, service, mail)
        path, seat = begun(three, pictures)
        made, most = 0, 0
        while made != turns:
            friend = three[seat]
            calendar.pass_by(8 * HOUR)
            link = friend.hear("turn")
            if made % 3 == 2:
                calendar.pass_by(LIMIT * 3 // 4 - 8 * HOUR)
                link = friend.hear("reminder")
            following = played(friend, link, path, pictures)
            made, most = made + 1, max(most, friend.presses.total())
            assert all(one.knows_all() for one in three)
            if following is None:
                calendar.pass_by(HOUR)
                for one in three:
                    if one is not friend:
                        one.hear("end")
                break
            seat = following
        assert most <= MOST
        return f"{made} turns in {calendar.days:.0f} days; from a notice to the move {most} presses at most"


def main() -> None:
    """Play, and say what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.weeks", description=__doc__)
    parser.add_argument("--turns", type=int, help="of a whole game")
    parser.add_argument("--pictures", type=Path, default=Path("test-artefacts/weeks"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        print(play(browser, Path(folder), asked.pictures, asked.turns))
        browser.close()


if __name__ == "__main__":
    main()
