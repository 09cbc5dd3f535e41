"""Signing up by the public link, and the desk's answer."""

from collections.abc import Sequence

from tilerummy.rules.edition.faults import Fault
from tilerummy.rules.names import looks
from tilerummy.rules.refusal import Refusal, refuse
from tilerummy.tournament.checkin.places import placed, require_not_waiting
from tilerummy.tournament.events.people import Asked, Declined, SignUp
from tilerummy.tournament.format.format import MOST_ENTRANTS
from tilerummy.tournament.lists.entrants import read_names
from tilerummy.tournament.players import replanned, require_joinable
from tilerummy.tournament.sign_ups import MOST_ASKING, Asking
from tilerummy.tournament.state import Event, Tournament


def open_sign_up(state: Tournament, *, open_: bool, accepting: bool) -> tuple[Event, ...]:
    """Let players sign up, or no longer; `accepting`: the desk accepts each of them."""
    now = SignUp(open_, open_ and accepting)
    return () if (state.sign_ups.open, state.sign_ups.accepting) == (now.open, now.accepting) else (now,)


def ask(state: Tournament, text: str, browser: str) -> tuple[Event, ...]:
    """One name from a browser that has signed up nobody yet: it waits for the desk, or is entered at once where the
    organiser wants it so. Raises Refusal."""
    if not state.sign_ups.open:
        raise refuse("sign-up-closed")
    if state.sign_ups.answer(browser) != "none":
        raise refuse("signed-up-already")
    require_joinable(state)
    found, wrong = read_names(text, tuple(state.entrants.values()))
    if wrong:
        raise Refusal(*wrong)
    if len(found) != 1:
        raise refuse("one-name")
    require_not_waiting(state, found)
    if not state.sign_ups.accepting:
        return replanned(state, placed(state, found, (browser,), beyond=False))
    if len(state.sign_ups.asking) >= MOST_ASKING:
        raise refuse("too-many-asking", most=MOST_ASKING)
    return (Asked(*found[0], browser),)


def accept(state: Tournament, browsers: Sequence[str], *, beyond: bool) -> tuple[Event, ...]:
    """Enter those who asked from these browsers, all or none; where the hall is full they wait, unless they enter
    `beyond` its cap. Raises Refusal with each whose name is taken."""
    require_joinable(state)
    asked = _asking(state, browsers)
    names = [*(one.name for one in state.entrants.values()), *state.hall.names]
    taken = {key for name in names for key in looks(name)}
    wrong: list[Fault] = []
    for one in asked:
        if taken & (keys := set(looks(one.name))):
            wrong.append(Fault(one.browser, "asked-name-entered", {"name": one.name}))
        taken |= keys
    if (count := len(state.entrants) + len(asked)) > MOST_ENTRANTS:
        wrong.append(Fault("", "too-many-entrants", {"count": count, "most": MOST_ENTRANTS}))
    if wrong:
        raise Refusal(*wrong)
    found = [(one.name, one.category) for one in asked]
    return replanned(state, placed(state, found, tuple(one.browser for one in asked), beyond=beyond))


def decline(state: Tournament, browsers: Sequence[str]) -> tuple[Event, ...]:
    """Do not enter those who asked from these browsers. Raises Refusal."""
    return (Declined(tuple(one.browser for one in _asking(state, browsers))),)


def _asking(state: Tournament, browsers: Sequence[str]) -> list[Asking]:
    """What was asked from these browsers. Raises Refusal where the desk has answered one of them already."""
    if missing := [one for one in dict.fromkeys(browsers) if one not in state.sign_ups.asking]:
        raise refuse("asks-no-more", count=len(missing))
    return [state.sign_ups.asking[one] for one in dict.fromkeys(browsers)]
