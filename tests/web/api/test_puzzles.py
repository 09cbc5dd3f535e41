"""Puzzles over HTTP: the day's and any other; what solves one, the analysis tells."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

from tests.web.harness import Guest, Server
from tilerummy import editions
from tilerummy.puzzles.book import packaged
from tilerummy.puzzles.puzzle import Puzzle
from tilerummy.web.limits import rating_tries


def test_everybody_has_the_same_puzzle_today_and_the_next_is_named(ann: Guest, bob: Guest) -> None:
    today = ann.http.get("/api/puzzles/original").json()
    assert today == bob.http.get("/api/puzzles/original").json()
    assert today["day"] is not None
    again = ann.http.get(f"/api/puzzles/original/{today['id']}").json()
    assert again == today
    following = ann.http.get(f"/api/puzzles/original/{today['next']}").json()
    assert (following["day"], following["number"]) == (None, today["number"] % today["count"] + 1)


def test_a_theme_has_its_own_row_of_puzzles(ann: Guest) -> None:
    book = packaged(editions.load("twist"))
    assert book is not None
    among = [one.id for one in book.puzzles if "mirror" in one.themes]
    asked, met = "mirror", list[str]()
    for _ in among:
        shown = ann.http.get(f"/api/puzzles/twist/{asked}").json()
        assert (shown["count"], "mirror" in shown["themes"]) == (len(among), True)
        met.append(shown["id"])
        asked = shown["next"]
    assert sorted(met) == sorted(among)
    assert asked == f"mirror.{met[0]}"
    # alone, the same puzzle is one of all
    assert ann.http.get(f"/api/puzzles/twist/{met[0]}").json()["count"] == len(book.puzzles)


def test_the_solution_is_what_the_puzzle_asks_for(ann: Guest) -> None:
    for edition in ("original", "twist"):
        shown = ann.http.get(f"/api/puzzles/{edition}").json()
        assert "laid" not in shown
        asked = {"edition": edition, "position": shown["position"], "wish": {"asked": "best"}}
        (solved,) = ann.http.post("/api/analysis", json=asked).json()["plays"]
        assert len(solved["played"]) == shown["tiles"]
        assert len(solved["steps"]) >= 2
        preview = {"t": "preview", "n": 1, "on": 1, "opening": [], "table": solved["table"]}
        body = {"edition": edition, "position": shown["position"], "preview": preview}
        word = ann.http.post("/api/judge", json=body).json()
        assert (word["legal"], sorted(word["played"])) == (True, sorted(solved["played"]))


def test_what_is_not_there_is_said(ann: Guest) -> None:
    book = packaged(editions.load("original"))
    assert book is not None
    for path, code in (
        ("chess", "unknown-edition"),
        ("chess/abc", "unknown-edition"),
        ("original/abc", "unknown-puzzle"),
        ("original/mirror", "unknown-puzzle"),
        ("original/out.abc", "unknown-puzzle"),
        (f"twist/{book.puzzles[0].id}", "unknown-puzzle"),
    ):
        answer = ann.http.get(f"/api/puzzles/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, code)


def test_first_tries_of_people_move_the_difficulty_and_repeats_do_not(ann: Guest, bob: Guest, server: Server) -> None:
    one = _untried()
    path = f"/api/puzzles/sabra/{one.id}"
    begun = ann.http.get(path).json()
    assert (begun["difficulty"], begun["tries"]) == (one.difficulty, 0)
    solution = {"played": one.laid.split()[::-1]}
    solved = ann.http.post(path, json=solution).json()
    assert (solved["counted"], solved["tries"], solved["solvers"]) == (True, 1, 1)
    assert solved["difficulty"] < one.difficulty
    assert ann.http.post(path, json={"played": []}).json() == {**solved, "counted": False}
    missed = bob.http.post(path, json={"played": []}).json()
    assert (missed["tries"], missed["solvers"]) == (2, 1)
    assert missed["difficulty"] > solved["difficulty"]
    with Guest(server.address) as late:
        shown = late.http.get(path).json()
        assert [shown[key] for key in ("difficulty", "tries", "solvers")] == [missed["difficulty"], 2, 1]


def test_many_tries_at_once_are_all_counted(server: Server) -> None:
    path = f"/api/puzzles/duel/{_untried('duel').id}"
    with ExitStack() as stack, ThreadPoolExecutor(8) as pool:
        guests = [stack.enter_context(Guest(server.address)) for _ in range(16)]
        told = list(pool.map(lambda guest: guest.http.post(path, json={"played": []}).json(), guests))
    assert sorted(one["tries"] for one in told) == list(range(1, 17))


def test_an_address_moves_a_puzzle_no_further_by_making_guests(server: Server) -> None:
    path, most = f"/api/puzzles/twist/{_untried('twist').id}", int(rating_tries(1).of("").burst)
    with ExitStack() as stack:
        guests = [stack.enter_context(Guest(server.address)) for _ in range(most + 6)]
        told = [guest.http.post(path, json={"played": []}).json() for guest in guests]
    moved = [one["difficulty"] for one in told]
    assert moved[:most] == sorted(set(moved[:most]))
    assert set(moved[most:]) == {moved[most - 1]}
    assert told[-1]["tries"] == len(told)


def test_a_try_that_cannot_count_is_refused(ann: Guest, server: Server) -> None:
    path = f"/api/puzzles/sabra/{_untried().id}"
    bot = ann.bot()
    with Guest(server.address, key=bot["key"]) as machine, Guest(server.address, session=False) as nobody:
        for guest, body, code in (
            (machine, {"played": []}, "not-for-bots"),
            (nobody, {"played": []}, "no-session"),
            (ann, {"played": ["b1"] * 41}, "malformed"),
            (ann, {"solved": True}, "malformed"),
        ):
            assert guest.http.post(path, json=body).json()["code"] == code


def _untried(edition: str = "sabra") -> Puzzle:
    """A puzzle of several tiles, of which no other test knows."""
    book = packaged(editions.load(edition))
    assert book is not None
    return next(one for one in book.puzzles[500:] if " " in one.laid)
