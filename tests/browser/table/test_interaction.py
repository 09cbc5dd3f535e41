"""What hands can do at the table, gesture by gesture, on a table laid for it, and how many gestures things take."""

from dataclasses import replace

import msgspec
import pytest

from tests.browser.robot.person import MELDS, RACK, Person, button, on_table, rack, scene, selected

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONE, LAPTOP = (pytest.mark.parametrize("person", [size], indirect=True) for size in ("phone", "laptop"))
"""For what is the same by finger and by mouse."""

# --- how many gestures the usual things take ---


def test_a_run_of_five_is_played_in_three_gestures(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.press_long(rack("k1"), until=selected(5))
    person.tap(button("new-set"))
    assert person.melds()[-1] == "k1 k2 k3 k4 k5"
    assert person.marks() == {"k1 k2 k3 k4 k5": "good"}
    assert person.label("play") == "Play 5 tiles"
    person.tap(button("play"))
    assert person.gestures <= 3


@pytest.mark.either_size
def test_without_a_long_press_it_takes_one_tap_more(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.tap(rack("k1"))
    person.tap(button("from-here"))
    assert person.selected() == ["k1", "k2", "k3", "k4", "k5"]
    person.tap(button("new-set"))
    person.tap(button("play"))
    assert person.gestures == 4


@pytest.mark.either_size
def test_a_run_is_split_and_gets_a_tile_in_five_gestures(person: Person) -> None:
    person.sees(scene(("y1 y2 y3 y4 y5 y6",), "y3 k1 k2"))
    person.tap(on_table("y4"))
    person.tap(button("split"))
    assert person.melds() == ["y1 y2 y3", "y4 y5 y6"]
    person.tap(rack("y3"))
    person.tap(on_table("y4"))
    assert person.melds() == ["y1 y2 y3", "y3 y4 y5 y6"]
    assert person.label("play") == "Play 1 tile"
    person.tap(button("play"))
    assert person.gestures <= 5


@pytest.mark.either_size
def test_play_pressed_before_the_judge_has_its_word_is_played(person: Person) -> None:
    person.sees(scene(("r5 r6 r7",), "k1 k2 k3 b9"))
    person.tap(rack("k1"))
    person.tap(rack("k2"))
    person.tap(button("new-set"))
    person.tap(rack("k3"))
    assert person.label("play") == "1 meld to fix"
    person.stage.slow = True
    page = person.page
    page.locator(on_table("k2")).click()
    page.locator(button("play")).click(force=True)
    for _ in range(100):
        if person.stage.moves:
            break
        page.wait_for_timeout(50)
    assert [move["table"][-1] for move in person.stage.moves] == ["k1 k2 k3"]


# --- taps ---


def test_tapped_tiles_go_where_the_next_tap_says(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.tap(rack("r8"))
    person.tap(on_table("r6"))
    assert person.melds()[0] == "r5 r6 r7 r8"
    # a tile again: let go; and the close button lets go of all
    person.tap(rack("b8"))
    person.tap(rack("b9"))
    person.tap(rack("b8"))
    assert person.selected() == ["b9"]
    person.tap(button("let-go"))
    assert person.selected() == []
    # several, in any order, to a meld that they continue
    person.tap(rack("b9"))
    person.tap(rack("b8"))
    person.tap(on_table("b5"))
    assert person.melds()[1] == "b4 b5 b6 b7 b8 b9"
    # one's own tile of this turn may go back
    person.tap(on_table("r8"))
    person.tap(button("to-rack"))
    assert person.melds()[0] == "r5 r6 r7"
    assert "r8" in person.rack()
    # a whole meld onto another joins them
    person.tap(on_table("k9"))
    person.tap(button("whole-set"))
    person.tap(on_table("y2"))
    assert sorted(person.melds()[2].split()) == sorted(["y1", "y2", "y3", "y4", "y5", "k9", "r9", "y9"])


@pytest.mark.either_size
def test_table_tiles_stay_on_the_table(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.tap(on_table("r7"))
    assert not person.page.locator(button("to-rack")).count()
    x, y = person.middle(rack("k3"))
    person.drag(on_table("r7"), x, y)
    assert person.melds() == list(MELDS)
    assert person.says() == "Tiles from the table stay on the table."
    # outside of everything nothing happens, and so with Escape
    person.drag(on_table("r7"), *((4, 4) if person.visitor.touch else (1270, 500)))
    assert person.melds() == list(MELDS)


def test_a_tile_tapped_twice_goes_to_its_only_place(person: Person) -> None:
    person.sees(scene(MELDS, RACK + " b5 y11"))
    twice(person, "r8")
    assert person.melds()[0] == "r5 r6 r7 r8"
    # nowhere: said, and nothing moves
    twice(person, "y13")
    assert person.says() == "This tile fits no meld as it lies."
    assert len(person.melds()) == len(MELDS)
    person.tap(button("let-go"))
    # y11 fits nowhere but b9 fits two: the places are shown, and a tap chooses
    twice(person, "b9")
    assert person.page.locator(".meld.offered").count() == 2
    assert person.says() == "This tile fits several melds: tap one."
    person.tap(on_table("b12"))
    assert person.melds()[4] == "b9 b10 J b12"
    assert not person.page.locator(".meld.offered").count()


def twice(person: Person, tile: str) -> None:
    """Two taps in a row on a rack tile, and the judge's word on it."""
    x, y = person.middle(rack(tile))
    if person.visitor.touch:
        person.page.touchscreen.tap(x, y)
        person.page.touchscreen.tap(x, y)
    else:
        person.page.mouse.dblclick(x, y)
    person.page.wait_for_function(
        """(tile) => document.documentElement.dataset.pending === '0' && (document.querySelector('.meld.offered')
            || document.querySelector('[data-testid="status"]').innerText.includes('fits')
            || document.querySelector(`[data-place="table"][data-own="1"][data-tile="${tile}"]`))""",
        arg=tile,
    )


@pytest.mark.either_size
def test_the_menu_of_places_names_every_meld_and_says_where_tiles_fit(person: Person) -> None:
    person.sees(scene(MELDS, RACK))
    person.tap(rack("b9"))
    person.tap(button("move-to"))
    person.page.wait_for_selector('[data-testid="move-menu"] .good')
    places = person.page.locator("[data-move]")
    assert [places.nth(at).get_attribute("data-move") for at in range(places.count())] == ["new", *"01234"]
    fitting = person.page.locator("[data-move].good")
    assert [fitting.nth(at).get_attribute("data-move") for at in range(fitting.count())] == ["2", "4"]
    person.tap('[data-move="4"]')
    assert person.melds()[4] == "b9 b10 J b12"
    assert not person.page.locator("dialog[open]").count()


# --- jokers ---


@pytest.mark.either_size
def test_a_joker_with_two_places_is_asked_about_and_no_other(person: Person) -> None:
    person.sees(scene(("r5 r6 r7",), "J J k2 k3 k4 y9 b9"))
    person.tap(rack("J"))
    person.tap(on_table("r6"), at=(15, 10))
    assert "J" in person.melds()[0]
    person.tap(button("undo"))
    # put by the menu the page chooses the place, and asks
    person.tap(rack("J"))
    person.tap(button("move-to"))
    person.tap('[data-move="0"]')
    person.page.wait_for_selector('[data-testid="joker-places"]')
    choices = person.page.locator("[data-place-joker]")
    assert [choices.nth(at).inner_text().split() for at in range(choices.count())] == [
        ["4", "5", "6", "7"],
        ["5", "6", "7", "8"],
    ]
    # who goes on with other tiles has the table to himself; who likes it as it lies says so
    person.tap(rack("k2"))
    assert not choices.count()
    person.tap(button("let-go"))
    assert [choices.nth(at).get_attribute("aria-pressed") for at in range(choices.count())] == ["false", "true"]
    person.tap('[data-place-joker="1"]')
    assert not choices.count()
    person.tap(button("undo"))
    person.tap(rack("J"))
    person.tap(button("move-to"))
    person.tap('[data-move="0"]')
    person.tap('[data-place-joker="0"]')
    assert person.melds()[0] == "J r5 r6 r7"
    assert not choices.count()
    # in a group the colour is never asked
    for tile in ("y9", "b9", "J"):
        person.tap(rack(tile))
    person.tap(button("new-set"))
    assert person.melds()[1] == "b9 y9 J"
    assert not person.page.locator(".chips").count()


@PHONE
def test_a_joker_that_was_played_is_asked_about_no_more(person: Person) -> None:
    before = scene(("r5 r6 r7",), "J k2 k3 k4")
    person.sees(before)
    person.tap(rack("J"))
    person.tap(button("move-to"))
    person.tap('[data-move="0"]')
    person.page.wait_for_selector('[data-testid="joker-places"]')
    person.tap(button("play"))
    after = replace(scene(("r5 r6 r7 J",), "k2 k3 k4"), seq=before.seq + 1)
    person.stage.follow(after)
    person.visitor.eyes.wait_for(f"d.seq === '{after.seq}' && d.pending === '0'")
    assert person.melds() == ["r5 r6 r7 J"]
    assert not person.page.locator('[data-testid="joker-places"]').count()


@pytest.mark.either_size
def test_a_freed_joker_is_followed_until_it_is_used(person: Person) -> None:
    person.sees(scene(("b10 J b12", "k5 k6 k7"), "b11 r3 y3 k9", edition="suomi"))
    assert person.marks()["b10 J b12"] == "locked"
    person.sees(scene(("b10 J b12", "k5 k6 k7"), "b11 r3 y3 k9"))
    person.tap(on_table("J"))
    person.tap(button("new-set"))
    chain = person.page.locator('[data-testid="joker-chain"]')
    assert "Joker still to use: 1" in chain.inner_text()
    person.tap(rack("b11"))
    person.tap(on_table("b10"))
    assert person.melds() == ["b10 b11 b12", "k5 k6 k7", "J"]
    for tile in ("r3", "y3"):
        person.tap(rack(tile))
    person.tap(on_table("J"))
    assert not chain.count()
    assert person.label("play") == "Play 3 tiles"


# --- marks, order, locks ---


@LAPTOP
def test_melds_are_marked_and_laid_in_order(person: Person) -> None:
    person.sees(scene(("r5 r6 r7",), "y7 y9 J y6 k1 k3 b13"))
    for tile in ("y7", "J", "y9", "y6"):
        person.tap(rack(tile))
    person.tap(button("new-set"))
    assert person.melds()[1] == "y6 y7 J y9"
    for tile in ("k3", "k1"):
        person.tap(rack(tile))
    person.tap(button("new-set"))
    person.tap(rack("b13"))
    person.tap(on_table("r5"))
    assert person.marks() == {"r5 r6 r7 b13": "bad", "y6 y7 J y9": "good", "k1 k3": "short"}
    names = person.page.eval_on_selector_all(
        "[data-meld] [role=group]", "all => all.map(g => g.getAttribute('aria-label'))"
    )
    assert "not valid" in names[0]
    assert "valid" in names[1]
    assert "1 more needed" in names[2]
    person.tap(on_table("b13"))
    gap = "red 7 and blue 13 do not follow on from each other."
    assert person.says() == f"Meld 1: {gap} blue 13 has a different colour from the run."


@PHONE
def test_before_the_opening_the_table_is_locked_where_the_edition_says_so(person: Person) -> None:
    person.sees(scene(("r5 r6 r7",), RACK, edition="suomi", opened=False))
    locked = person.marks() == {"r5 r6 r7": "locked"}
    person.tap(rack("r8"))
    person.tap(on_table("r6"))
    if locked:
        assert person.melds() == ["r5 r6 r7"]
        assert person.says() == "You may use the melds on the table once you have opened."
    else:
        assert person.melds() == ["r5 r6 r7 r8"]


@LAPTOP
def test_commands_cannot_touch_it_either(person: Person) -> None:
    person.sees(scene(("r5 r6 J r8", "b4 b5 b6 b7"), "k1 k2 k3", edition="suomi", opened=False))
    person.page.keyboard.press("/")
    field = person.page.locator(button("command"))
    for line in ("2: split b6", "1: J=r7", "k1 > 1"):
        field.fill(line)
        field.press("Enter")
        person.page.wait_for_function(
            "() => document.querySelector('[data-testid=status]').innerText.startsWith('You may use')"
        )
        assert person.melds() == ["r5 r6 J r8", "b4 b5 b6 b7"]
        assert not person.page.locator('[data-testid="reset"]').is_enabled()
        # another command takes the word away, so that the next one has to be said again
        field.fill("k1 > new")
        field.press("Enter")
        person.page.wait_for_function("() => document.querySelectorAll('[data-meld]').length === 3")
        field.fill("undo")
        field.press("Enter")
        person.page.wait_for_function("() => document.querySelectorAll('[data-meld]').length === 2")


@PHONE
def test_the_question_whether_to_draw_ends_with_the_turn(person: Person) -> None:
    before = scene(MELDS, RACK)
    person.sees(before)
    person.tap(rack("k1"))
    person.tap(button("new-set"))
    person.tap(button("draw"))
    person.page.wait_for_selector('[data-testid="draw-confirm"]')
    for number, turn in enumerate((1, 0), start=1):
        after = scene(MELDS, RACK, turn=turn)
        assert after.room.game is not None
        game = msgspec.structs.replace(after.room.game, turn_number=after.room.game.turn_number + number)
        room = msgspec.structs.replace(after.room, game=game)
        person.stage.follow(replace(after, room=room, seq=before.seq + number))
        person.visitor.eyes.wait_for(f"d.seq === '{before.seq + number}' && d.pending === '0'")
        assert not person.page.locator("dialog[open]").count()


# --- the rack ---


@pytest.mark.either_size
def test_the_rack_is_sorted_three_ways_and_every_sort_is_undone(person: Person) -> None:
    runs, groups, mine = (order.split() for order in ("k8 r5 r8 b4", "b4 r5 k8 r8", "b4 k8 r5 r8"))
    person.sees(scene(MELDS, "r8 b4 r5 k8"))
    assert person.rack() == runs
    x, y = person.middle(rack("k8"))
    person.drag(rack("b4"), x - 16, y)
    assert person.rack() == mine
    for order, sort in ((groups, "sort-groups"), (runs, "sort-runs"), (mine, "sort-mine")):
        person.tap(button(sort))
        assert person.rack() == order
    for order in (runs, groups, mine, runs):
        person.tap(button("undo"))
        assert person.rack() == order
    assert not person.page.locator(button("undo")).is_enabled()
    for order in (mine, groups):
        person.tap(button("redo"))
        assert person.rack() == order
    # what is laid and put back stands where it stood
    person.tap(rack("b4"))
    person.tap(button("new-set"))
    person.tap(button("reset"))
    assert person.rack() == groups


@PHONE
def test_the_rack_has_empty_places_when_one_wants_them(person: Person) -> None:
    person.sees(scene(MELDS, "r8 b9 r4 k5"))
    first, second, *_ = person.lefts()
    pitch = second - first
    x, y = person.middle(rack("b9"))
    person.drag(rack("b9"), x + 2 * pitch, y)
    assert person.rack() == ["k5", "r4", "r8", "b9"]
    assert person.lefts()[-1] == first + 5 * pitch
    # a tile that is tapped goes to the empty place that is tapped next
    left, top, *_ = person.box(person.page.locator(button("rack")))
    person.tap(rack("k5"))
    person.tap(button("rack"), at=(first - left + 3.5 * pitch, y - top))
    assert person.rack() == ["r4", "r8", "k5", "b9"]


# --- planning ---


@LAPTOP
def test_a_plan_follows_the_table_and_what_it_lost_is_marked(person: Person) -> None:
    before = scene(("r5 r6 r7", "b4 b5 b6", "k9 r9 y9"), "r8 b7 k1 k2 k3", turn=1)
    person.sees(before)
    for tile, onto in (("r8", "r6"), ("b7", "b5")):
        person.tap(rack(tile))
        person.tap(on_table(onto))
    for tile in ("k1", "k2", "k3"):
        person.tap(rack(tile))
    person.tap(button("new-set"))
    assert person.page.locator(".meld.planned").count() == 3
    assert person.label("play").startswith("Wait for")
    # the other player lets one meld grow and takes the other apart
    after = scene(("r4 r5 r6 r7", "b4 k4 y4", "b5 b6 J", "k9 r9 y9"), "r8 b7 k1 k2 k3", turn=2)
    person.stage.follow(replace(after, seq=before.seq + 1))
    person.visitor.eyes.wait_for(f"d.seq === '{before.seq + 1}' && d.pending === '0'")
    assert sorted(person.melds()) == sorted(["r4 r5 r6 r7 r8", "b4 k4 y4", "b5 b6 J", "k9 r9 y9", "k1 k2 k3"])
    assert person.rack() == ["b7"]
    assert person.page.locator(f"{rack('b7')}.returned").count() == 1
    assert person.marks()["b5 b6 J"] == "conflict"
    # going on takes the marks away
    person.tap(button("sort-runs"))
    person.tap(rack("b7"))
    person.tap(on_table("b6"))
    assert "conflict" not in person.marks().values()
