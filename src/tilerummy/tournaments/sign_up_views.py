"""What is shown of those who signed up by the public link: to the desk who asks, to each of them their own answer."""

import msgspec

from tilerummy.tournament.sign_ups import Answer
from tilerummy.tournament.state import Tournament


class AskingShown(msgspec.Struct, frozen=True):
    """A player who asks to be entered; `browser`: the mark of theirs."""

    browser: str
    name: str
    category: str


class SignUpShown(msgspec.Struct, frozen=True):
    """How it stands with who signed up from a browser: `none` where nobody did. `name`: theirs as it is asked or
    entered, empty where they are not on the list; `number`: of who was accepted."""

    answer: Answer
    name: str
    number: int | None


def asking(state: Tournament) -> tuple[AskingShown, ...]:
    """Who waits for the desk's answer, in the order in which they asked."""
    return tuple(AskingShown(one.browser, one.name, one.category) for one in state.sign_ups.asking.values())


def sign_up(state: Tournament, browser: str) -> SignUpShown:
    """What a browser is shown of its own sign-up, by its mark."""
    asked, number = state.sign_ups.asking.get(browser), state.sign_ups.number_of(browser)
    name = asked.name if asked else state.entrants[number].name if number is not None else ""
    return SignUpShown(state.sign_ups.answer(browser), name, number)
