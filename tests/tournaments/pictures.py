"""Everything that anybody is shown of an event, and what has to agree in it."""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from tilerummy.messages import text
from tilerummy.records.kind import Entry as Row
from tilerummy.site.event_pages import event_pages
from tilerummy.site.files import Site
from tilerummy.tournament.decide import Actor
from tilerummy.tournament.lists import exports
from tilerummy.tournament.lists.entrants import initials
from tilerummy.tournament.online_tables import game_now, online_tables
from tilerummy.tournaments.checkin_views import NO_CHECK_IN, own, own_links
from tilerummy.tournaments.closing_views import NOTHING
from tilerummy.tournaments.hosted_tournament import Held, TournamentEvent
from tilerummy.tournaments.journal import Entry, journal
from tilerummy.tournaments.keys import actor_of
from tilerummy.tournaments.sign_up_views import sign_up
from tilerummy.tournaments.standing_views import LineShown
from tilerummy.tournaments.views import TournamentShown, view

LINK = "event"
_encode = msgspec.json.Encoder().encode
Cells = tuple[exports.Cell, ...]


class Contradiction(AssertionError):
    """Two pictures of one event that cannot both be true."""


class Pictures(NamedTuple):
    """An event as everybody sees it now: the desks, the public (on the big screen too), the referee, the
    phones at the tables by the keys of their cards; its lists; its web pages and what was done in it, None where nobody
    looked at them."""

    organiser: TournamentShown
    desk: TournamentShown
    public: TournamentShown
    referee: TournamentShown
    phones: dict[str, TournamentShown]
    results: list[Cells]
    standings: list[Cells]
    site: Site | None
    journal: tuple[Entry, ...] | None


def require(holds: bool, what: str) -> None:
    """Raises Contradiction."""
    if not holds:
        raise Contradiction(what)


def organisers(held: Held, seq: int) -> TournamentShown:
    """The organiser's picture alone."""
    return view(held.tournament, held.keys, Actor("organiser"), LINK, seq)


def made(held: Held, entries: Sequence[Row[TournamentEvent]], phones: int | None = None) -> Pictures:
    """All pictures, each encoded as it goes out; with a number of `phones`, those of so many tables, others after each
    row, and neither web pages nor the journal."""
    state, keys, seq = held.tournament, held.keys, len(entries)

    def seen(actor: Actor) -> TournamentShown:
        shown = view(state, keys, actor, LINK, seq)
        _encode(shown)
        return shown

    organiser = organisers(held, seq)
    _encode(organiser)
    cards = (*organiser.table_keys, *(key for round_ in organiser.coming_keys for key in round_[:1]))
    if phones is not None and len(cards) > phones:
        cards = tuple(cards[(seq + at) % len(cards)] for at in range(phones))
    holders = {key: actor_of(keys, key) for key in cards}
    return Pictures(
        organiser,
        seen(Actor("desk")),
        seen(Actor("public")),
        seen(Actor("referee")),
        {key: seen(actor) for key, actor in holders.items() if actor is not None},
        list(exports.results(state)),
        list(exports.standings(state)),
        event_pages("event", state, "en") if phones is None else None,
        journal(entries) if phones is None else None,
    )


def agree(held: Held, shown: Pictures) -> None:
    """Raises Contradiction for pictures that cannot all be true."""
    for one in (shown.organiser, shown.desk, shown.public, shown.referee, *shown.phones.values()):
        require(not one.missing, f"a picture lacks {one.missing}")
    _the_desks(shown)
    _the_public(shown)
    _the_referee(held, shown)
    _the_phones(shown)
    _the_asking(held, shown)
    _the_waiting(held, shown)
    _the_counts(held, shown)
    _the_seats(shown.organiser)
    _the_standings(shown)
    _the_lists(held, shown)
    for entry in (shown.journal or ())[:3]:
        require(bool(text("nl", f"tournament.did-{entry.code}", **entry.params)), "a deed without a sentence")


def taken_back(now: Pictures, before: Pictures) -> None:
    """Raises Contradiction where what was taken back has left a trace beside the clocks. Both have all pictures."""
    asking = now.organiser.asking[: len(before.organiser.asking)]
    require(asking == before.organiser.asking, "after taking back others ask than before")
    for role in ("organiser", "desk", "referee", "public"):
        one, other = (_at_rest(getattr(shown, role)) for shown in (now, before))
        require(one == other, f"after taking back the {role} sees something else than before")
    require(now.results == before.results, "after taking back there are other results")
    require(now.standings == before.standings, "after taking back there are other standings")
    require(now.site == before.site, "after taking back there are other web pages")


def _at_rest(shown: TournamentShown) -> TournamentShown:
    """What taking a step back brings back: all but clocks, calls, keys, who asked meanwhile and what can be taken back
    next; who came and paid."""
    keys: dict[str, Any] = {"table_keys": (), "coming_keys": (), "desk_key": "", "referee_key": ""}
    return msgspec.structs.replace(shown, seq=0, undo=None, clocks=(), calls=(), asking=(), checkin=NO_CHECK_IN, **keys)


def _the_desks(shown: Pictures) -> None:
    """The desk sees what the organiser sees, but for what is theirs alone."""
    ours = msgspec.structs.replace(
        shown.organiser, role="desk", desk_key="", referee_key="", apart=(), undo=shown.desk.undo
    )
    require(ours == shown.desk, "desk and organiser see different things")
    require(shown.desk.undo in (None, shown.organiser.undo), "desk and organiser may take different steps back")


def _the_public(shown: Pictures) -> None:
    """Nobody sees more than the desk, nor anything secret."""
    public, desk = shown.public, shown.desk
    for field in (
        "results",
        "outstanding",
        "asking",
        "chairs",
        "table_keys",
        "coming_keys",
        "apart",
        "fixed",
        "overtaken",
        "calls",
        "offences",
    ):
        require(not getattr(public, field), f"the public sees {field}")
    keys = (public.desk_key, public.referee_key)
    require((keys, public.undo, public.latecomers) == (("", ""), None, False), "the public sees the desk's")
    require(public.between == NOTHING, "the public sees what may be decided")
    for one, other in zip(public.entrants, desk.entrants, strict=True):
        names = (other.name, initials(other.name))
        require(one.name in names, "the public sees another name")
        require(one == msgspec.structs.replace(other, name=one.name, rating=None), "the public sees another entrant")
    for seen, whole in zip(public.stages, desk.stages, strict=True):
        open_ = tuple(round_ for round_ in whole.rounds if round_.phase != "planned")
        require(seen.rounds == open_, "the public sees other tables")
        require(seen.standings in (whole.standings, ()), "the public sees other standings")
        require(bool(seen.standings) == (bool(whole.standings) and not desk.hidden), "hidden standings are seen")
        require(seen.line.through == (whole.line.through if seen.standings else ()), "the public sees another line")
        counting = [one.numbers for one in whole.line.settled if one.counts and seen.standings]
        require([one.numbers for one in seen.line.settled] == counting, "the public sees other decisions")
        require(not any(one.reason for one in seen.line.settled), "the public sees a reason")
    hidden = desk.hidden and desk.revealed is None
    least = 0 if hidden else len(desk.ranking) if desk.revealed is None else min(desk.revealed, len(desk.ranking))
    require(public.ranking == desk.ranking[len(desk.ranking) - least :], "the public sees another ranking")
    require(public.reported == desk.reported, "the public sees other counts")


def _the_referee(held: Held, shown: Pictures) -> None:
    """The referee sees what the public sees, under full names, and what was given and who calls; and decides what
    counts: the public sees no other points."""
    desk, public, referee = shown.desk, shown.public, shown.referee
    own: dict[str, Any] = {"role": "public", "entrants": public.entrants, "rulings": public.rulings}
    require(msgspec.structs.replace(referee, **own, calls=(), offences=()) == public, "the referee sees the desk's")
    require([one.name for one in referee.entrants] == [one.name for one in desk.entrants], "the referee sees initials")
    require((referee.rulings, referee.calls) == (desk.rulings, desk.calls), "the referee sees other decisions")
    counting = tuple(one for one in desk.rulings if one.points and one.revoked is None)
    require(public.rulings == (() if desk.hidden else counting), "the public sees other penalties")
    for at, stage in enumerate(desk.stages):
        given = Counter[int]()
        for one in counting:
            given[one.number] += one.points if one.stage == at else 0
        if held.tournament.rule(held.tournament.stages[at]).carry != "all":
            require(all(line.ruled == given[line.number] for line in stage.standings), "a penalty is not counted")
    for call in desk.calls:
        cards = [phone for phone in shown.phones.values() if phone.table == call.table and call in phone.calls]
        there = [key for key in shown.phones if key == desk.table_keys[call.table - 1]]
        require(bool(cards) or not there, "a table calls and does not see it")


def _the_phones(shown: Pictures) -> None:
    """A table's phones see its own seats and results, and nobody else's."""
    desk = shown.desk
    for phone in shown.phones.values():
        stage, number = phone.card or (0, 0)
        table = phone.table or 0
        round_ = desk.stages[stage].rounds[number]
        seats = round_.tables[table - 1] if round_.phase != "planned" else ()
        require({one.number for one in phone.entrants} == set(seats), "a phone sees players of other tables")
        own = tuple(one for one in desk.results if (one.stage, one.round, one.table) == (stage, number, table))
        require(phone.results == own, "a phone sees other results")
        keys = (phone.table_keys, phone.coming_keys, phone.desk_key, phone.referee_key, phone.chairs)
        require(not any(keys), "a phone sees keys")
        require({one.table for one in phone.calls} <= {table}, "a phone sees the calls of others")
        require(not (phone.rulings or phone.offences), "a phone sees penalties")
        require(all(not one.standings for one in phone.stages), "a phone sees standings")
        if round_.phase != "planned":
            there = sum(one.phase != "planned" for one in desk.stages[stage].rounds[:number])
            tables = phone.stages[stage].rounds[there].tables
            require(tables[table - 1] == round_.tables[table - 1], "a phone sees other seats")
            require(not any(seats for at, seats in enumerate(tables, 1) if at != table), "a phone sees other tables")


def _the_asking(held: Held, shown: Pictures) -> None:
    """Who signed up sees what the desk sees of them, and each browser stands for one person at most."""
    signing, desk = held.tournament.sign_ups, shown.desk
    names = {one.number: one.name for one in desk.entrants}
    for one in desk.asking:
        own = sign_up(held.tournament, one.browser, held.keys)
        require((own.answer, own.name, own.number) == ("asked", one.name, None), "somebody asks and does not see it")
    for number, browser in signing.entered.items():
        own = sign_up(held.tournament, browser, held.keys)
        require((own.answer, own.name, own.number) == ("accepted", names.get(number), number), "accepted, and not seen")
    for browser in signing.declined:
        require(sign_up(held.tournament, browser, held.keys).answer == "declined", "declined, and not seen")
    every = [*signing.asking, *signing.waiting, *signing.entered.values(), *signing.declined]
    require(len(set(every)) == len(every), "a browser stands for two people")


def _the_waiting(held: Held, shown: Pictures) -> None:
    """Everybody has one ticket, whose link says what the desk sees; the public sees how many there are, and no more."""
    state, public, desk = held.tournament, shown.public.checkin, shown.desk.checkin
    hidden: dict[str, Any] = {"absent": (), "queue": (), "tickets": ()}
    require(public == msgspec.structs.replace(desk, **hidden), "the public sees who paid, or waits")
    require(all(one.checkin == public for one in (shown.referee, *shown.phones.values())), "phones see who paid")
    tickets = {one.ticket: one for one in desk.tickets}
    require(len(tickets) == len(desk.tickets) == len(state.entrants) + len(state.hall.waiting), "a ticket of two")
    links = own_links(state, held.keys)
    require({one.ticket for one in links} == set(tickets), "other links")
    for link in links[:: max(1, len(links) // 4)]:
        require(actor_of(held.keys, link.key) == Actor("entrant", ticket=link.ticket), "a link of somebody else")
        one = own(state, link.ticket)
        require((one.name, one.number) == (link.name, tickets[link.ticket].number), "an own link shows another")
    require(desk.here <= desk.expected, "more came than are on the list")
    require(sum(one.here for one in desk.tickets) >= desk.here, "others are in")
    require(own(state, state.tickets.issued + 1).standing == "gone", "a ticket that was not issued")
    marks = [one.browser for one in state.hall.waiting if one.browser]
    require(sorted(marks) == sorted(state.sign_ups.waiting), "others wait than signed up")
    for place, waiting in enumerate(state.hall.waiting, start=1):
        told = sign_up(state, waiting.browser, held.keys).waiting if waiting.browser else place
        require(told == own(state, waiting.ticket).waiting == place, "somebody waits, and does not see it")


def _the_counts(held: Held, shown: Pictures) -> None:
    """Results, what lacks one, and the counts beside the tables say the same."""
    desk = shown.desk
    if not desk.stages:
        require(not (desk.results or desk.reported or desk.outstanding), "results before the first stage")
        return
    stage = len(desk.stages) - 1
    now = [one for one in desk.results if (one.stage, one.round) == (stage, desk.current)]
    rounds = desk.stages[stage].rounds
    tables = rounds[desk.current].tables if desk.current < len(rounds) else ()
    counts = Counter(one.table for one in now)
    require(desk.reported == tuple(counts[at] for at in range(1, len(tables) + 1)), "counts that are not the results'")
    require(set(counts) <= set(range(1, len(tables) + 1)), "a result of a table that is not there")
    playing = bool(tables) and rounds[desk.current].phase == "playing"
    gone = {one.number for one in desk.entrants if one.withdrawn}
    lacking = {
        (at, game)
        for at, seats in enumerate(tables, 1)
        if playing and sum(number not in gone for number in seats) >= 2
        for game in range(1, desk.stages[stage].games + 1)
    } - {(one.table, one.game) for one in now}
    require(set(desk.outstanding) == lacking, "other games lack a result")
    require(not now or playing, "results of a round that is not played")
    for online in online_tables(held.tournament):
        game = game_now(held.tournament, online)
        require(game is None or (online.table, game) in desk.outstanding, "a room plays a game that has a result")
        require(online.table in rounds[desk.current].online, "a table has rooms and is not played online")
    for one in desk.results:
        seats = desk.stages[one.stage].rounds[one.round].tables[one.table - 1]
        require(len(seats) == len(one.scores), "points of other seats")
        require(not sum(score or 0 for score in one.scores), "points that do not sum to nothing")


def _the_seats(desk: TournamentShown) -> None:
    """Everybody sits once, and at a table of the right size."""
    known = {one.number for one in desk.entrants}
    for stage in desk.stages:
        for round_ in stage.rounds:
            everybody = [*(number for seats in round_.tables for number in seats), *round_.byes]
            require(len(set(everybody)) == len(everybody), "somebody sits twice")
            require(set(everybody) <= known, "a stranger sits at a table")
            require(
                all(not seats or stage.sizes[0] <= len(seats) <= stage.sizes[1] for seats in round_.tables),
                "a table of the wrong size",
            )
            cleared = {move.number: move.after for move in round_.moved}
            tables = {number: at for at, seats in enumerate(round_.tables, 1) for number in seats}
            require(all(tables.get(number) == at for number, at in cleared.items()), "moved to a table not theirs")
    gone = {one.number for one in desk.entrants if one.withdrawn}
    for before, stage in itertools.pairwise(desk.stages):
        seated = {number for round_ in stage.rounds for seats in round_.tables for number in seats} - gone
        through = set(before.line.through) or {one.number for one in before.standings}
        through.update(number for round_ in before.rounds for number in round_.waiting)
        require(not before.standings or seated <= through, "somebody plays who did not go on")
    if desk.finished:
        require(all(round_.phase == "closed" for stage in desk.stages for round_ in stage.rounds), "over and open")


def _the_standings(shown: Pictures) -> None:
    """The same order and points everywhere: at the desk, in the list, on the web pages."""
    desk = shown.desk
    listed: dict[str, list[Cells]] = {}
    settled = any(stage.line.settled for stage in desk.stages)
    ruled = any(one.points and one.revoked is None for one in desk.rulings)
    require((exports.RULED in shown.standings[0]) == ruled, "the list does not say what the referee gave")
    for cells in shown.standings[1:]:
        listed.setdefault(str(cells[0]), []).append(cells)
    names = {one.number: one.name for one in desk.entrants}
    wanted = {stage.id: stage.standings for stage in desk.stages if stage.standings}
    wanted |= {"all": desk.ranking} if desk.finished else {}
    teams = [(cells[1], cells[3], cells[5]) for cells in listed.pop("teams", [])]
    require(teams == [(line.place, line.name, line.points) for line in desk.teams.standing], "other teams are listed")
    require(shown.public.teams.standing in (desk.teams.standing, ()), "the public sees other teams")
    require(not (desk.hidden and shown.public.teams.standing), "the standing of teams is seen though it is hidden")
    require(listed.keys() == wanted.keys(), "the list has other standings")
    for stage, found in wanted.items():
        require(_count_up([line.place for line in found], shared=stage == "all"), "places that do not count up")
        more = [kept for kept, shows in ((-2, settled), (-1, ruled)) if shows]
        own = [(*_cells(line)[:-2], *(_cells(line)[at] for at in more)) for line in found]
        require(own == [_without_name(cells) for cells in listed[stage]], "other points")
        require(all(cells[3] == names[int(cells[2])] for cells in listed[stage]), "other names")
    if desk.finished and not desk.hidden:
        require(desk.ranking == shown.public.ranking or desk.revealed is not None, "another ranking")
    if shown.site is None:
        return
    require(not shown.site.missing, f"the web pages lack {shown.site.missing}")
    site = shown.site.files.get("event.json")
    require((site is None) == desk.hidden, "the web pages show what is hidden")
    if site is not None:
        places = msgspec.json.decode(site)["standings"]
        last = [part.last for part in desk.parts]
        placed = sum(line.place is not None for line in desk.ranking)
        require(sorted(set(last)) == last and last[-1:] == [placed][: len(last)], "parts that do not add up")
        require(
            [(one["stage"], one["place"], one["number"], one["points"]) for one in places]
            == [(cells[0], cells[1], cells[2], cells[5]) for cells in shown.standings[1:]],
            "the web pages have other standings",
        )


def _count_up(places: Sequence[int | None], *, shared: bool) -> bool:
    """Whether each place follows from the one above, which it may share; who has none stands last."""
    placed = [place for place in places if place is not None]
    return list(places[: len(placed)]) == placed and all(
        place == at or (shared and at > 1 and place == placed[at - 2]) for at, place in enumerate(placed, start=1)
    )


def _cells(line: LineShown) -> Cells:
    best = "" if line.best is None else line.best
    place = "" if line.place is None else line.place
    decided = line.decided or ""
    return (place, line.number, line.points, line.won, line.table_points, best, line.games, decided, line.ruled)


def _without_name(cells: Cells) -> Cells:
    return (cells[1], cells[2], *cells[5:])


def _the_lists(held: Held, shown: Pictures) -> None:
    """The list of results has those of the desk, and the public's no others."""
    desk = shown.desk
    wanted = [
        (desk.stages[one.stage].id, one.round + 1, one.table, one.game, number, points)
        for one in desk.results
        for number, points in zip(
            desk.stages[one.stage].rounds[one.round].tables[one.table - 1], one.scores, strict=True
        )
        if points is not None
    ]
    require([(*cells[:5], cells[6]) for cells in shown.results[1:]] == wanted, "the list has other results")
    require(not desk.finished or not desk.outstanding, "over, and a result is lacking")
    require(held.tournament.format.id == desk.format, "another format")
