"""A server that is killed between the seals of a deal and its words: each deal goes on, at most without a word that
nobody knows any more, and then it says whose."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from tests.servers.server_process import ServerProcess
from tests.web import dealing
from tests.web.harness import Guest, Message, Table

ANN, BOB, OTHER = (f"the-word-of-{name:x<8}" for name in ("ann", "bob", "nobody"))
When = Literal["sealed", "called", "asked", "said", "sealing", "saying"]


@dataclass
class Deal:
    """A table of two whose server is killed at that point of its deal. `knows`: Bob still has his word afterwards."""

    when: When
    knows: bool
    room: str = ""


def test_a_deal_goes_on_whenever_its_server_is_killed(tmp_path: Path) -> None:
    whens: tuple[When, ...] = ("sealed", "called", "asked", "said", "sealing", "saying")
    deals = [Deal(when, knows) for when in whens for knows in (True, False)]
    with ServerProcess(("--data", str(tmp_path))) as server, Guest(server.address) as ann, Guest(server.address) as bob:
        with ExitStack() as lines:
            for deal in deals:
                deal.room = ann.make(name="Ann")
                _until_killed(deal, *(lines.enter_context(_line(guest, deal.room)) for guest in (ann, bob)))
            server.kill()
        server.start()
        with ExitStack() as lines:
            again = [(lines.enter_context(_come_again(deal, ann, bob)), deal) for deal in deals]
            for both, deal in again:
                _is_dealt(deal, *both)


def _line(guest: Guest, room: str) -> Table:
    """A person who says nothing by themselves."""
    table = guest.connect(room)
    table.send({"t": "join", "v": 1})
    table.expect("welcome")
    return table


def _sealed(word: str) -> str:
    return sha256(word.encode()).hexdigest()


def _ask(line: Table, kind: str, ident: str = "", **fields: object) -> Message:
    """A command and its answer."""
    line.send({"t": kind, "id": ident or kind, **fields})
    return line.expect("accepted", "refused")


def _until_killed(deal: Deal, ann: Table, bob: Table) -> None:
    """As far as the deal comes."""
    _ask(bob, "sit", name="Bob")
    _ask(ann, "seal", seal=_sealed(ANN))
    if deal.when == "called":
        assert _ask(ann, "start")["t"] == "accepted"
        return
    bob.send({"t": "seal", "id": "seal", "seal": _sealed(BOB)})
    if deal.when == "sealing":
        return
    assert bob.expect("accepted", "refused")["t"] == "accepted"
    if deal.when == "sealed":
        return
    assert _ask(ann, "start")["t"] == "accepted"
    if deal.when in ("said", "saying"):
        ann.until(lambda state: bool(state["asked"]))
        assert _ask(ann, "word", word=ANN)["t"] == "accepted"
    if deal.when == "saying":
        bob.send({"t": "word", "id": "word", "word": BOB})


@contextmanager
def _come_again(deal: Deal, ann: Guest, bob: Guest) -> Iterator[tuple[Table, Table]]:
    """Both come again, do what a page does, and wait; Bob, where he does not know his word, by another device."""
    with _line(ann, deal.room) as first, _line(bob, deal.room) as second:
        for when, kind, own in (("sealing", "seal", {"seal": _sealed(BOB)}), ("saying", "word", {"word": BOB})):
            if deal.knows and deal.when == when:
                # what was not answered is sent once more, and answered whether it was carried out or not
                assert _ask(second, kind, **own)["t"] == "accepted"
        word = BOB if deal.knows else OTHER
        if not first.state["asked"]:
            _step(second, word, "seal")
            if not first.state["called"]:
                assert _ask(first, "start")["t"] == "accepted"
        for line, own_word in ((first, ANN), (second, word)):
            line.until(lambda state: bool(state["asked"] or state["phase"] != "lobby"))
            _step(line, own_word, "word")
        yield first, second


def _step(line: Table, word: str, kind: str) -> None:
    """The next thing that a page does for the deal, if it is of that kind."""
    step = dealing.next_step(line.state, word, fresh=True)
    if step is not None and step["t"] == kind:
        answer = _ask(line, kind, f"{kind}-again", **{key: step[key] for key in step if key != "t"})
        line.catch_up(answer["seq"])


def _is_dealt(deal: Deal, ann: Table, bob: Table) -> None:
    """The game begins, and shows in the end whose words are in its deal."""
    for line in (ann, bob):
        line.until(lambda state: bool(state["phase"] == "playing"))
    _ask(bob, "resign")
    shown = ann.until(lambda state: bool(state["phase"] == "over"))["revealed"]
    sealed: str = BOB
    words: set[str | None] = {BOB}
    if not deal.knows and deal.when in ("sealed", "called", "sealing"):
        # words were not asked for yet: the other device seals one of its own
        sealed, words = OTHER, {OTHER}
    elif not deal.knows:
        # nobody has his word any more, unless it was kept in the moment before the kill
        words = {BOB, None} if deal.when == "saying" else {None}
    assert shown["seals"] == [_sealed(ANN), _sealed(sealed)], deal
    assert shown["words"][0] == ANN, deal
    assert shown["words"][1] in words, deal
