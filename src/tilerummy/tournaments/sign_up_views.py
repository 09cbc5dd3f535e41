"""What is shown of those who signed up by the public link: to the desk who asks, to each of them their own answer."""

from typing import Final

import msgspec

from tilerummy.tournament.sign_ups import Answer
from tilerummy.tournament.state import Tournament
from tilerummy.tournaments.keys import Keys, ticket_key


class AskingShown(msgspec.Struct, frozen=True):
    """A player who asks to be entered; `browser`: the mark of theirs."""

    browser: str
    name: str
    category: str


class SignUpShown(msgspec.Struct, frozen=True):
    """How it stands with who signed up from a browser: `none` where nobody did. `name`: theirs as it is asked or
    entered, empty where they are not on the list; `number`: of who was accepted; `waiting`: the place of who waits,
    from 1; `key`: that of their own link, once they are on either list."""

    answer: Answer
    name: str
    number: int | None
    waiting: int | None
    key: str


NO_SIGN_UP: Final = SignUpShown("none", "", None, None, "")


def asking(state: Tournament) -> tuple[AskingShown, ...]:
    """Who waits for the desk's answer, in the order in which they asked."""
    return tuple(AskingShown(one.browser, one.name, one.category) for one in state.sign_ups.asking.values())


def sign_up(state: Tournament, browser: str, keys: Keys) -> SignUpShown:
    """What a browser is shown of its own sign-up, by its mark."""
    answer, number = state.sign_ups.answer(browser), state.sign_ups.number_of(browser)
    if answer == "asked":
        return SignUpShown(answer, state.sign_ups.asking[browser].name, None, None, "")
    if answer == "accepted" and number is not None:
        return SignUpShown(
            answer, state.entrants[number].name, number, None, ticket_key(keys, state.tickets.of[number])
        )
    for place, one in enumerate(state.hall.waiting, start=1):
        if answer == "waiting" and one.browser == browser:
            return SignUpShown(answer, one.name, None, place, ticket_key(keys, one.ticket))
    return msgspec.structs.replace(NO_SIGN_UP, answer=answer)
