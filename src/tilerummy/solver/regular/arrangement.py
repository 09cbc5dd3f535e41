"""How tiles lie, by number and colour: the form in which the searches hand over what they found."""

from dataclasses import dataclass, field, replace

from tilerummy.solver.regular.groups import number_of_groups


def _by_number_and_colour() -> list[list[int]]:
    return [[0, 0, 0, 0] for _ in range(14)]


@dataclass(slots=True)
class Arrangement:
    """Per number (1-13) and colour: tiles in `groups`, places in `runs` (those of jokers too) and `run_jokers` among
    them; per number `group_jokers`; `spare` jokers that must still be laid somewhere."""

    groups: list[list[int]] = field(default_factory=_by_number_and_colour)
    group_jokers: list[int] = field(default_factory=lambda: [0] * 14)
    runs: list[list[int]] = field(default_factory=_by_number_and_colour)
    run_jokers: list[list[int]] = field(default_factory=_by_number_and_colour)
    spare: int = 0

    def tiles_in_runs(self) -> bool:
        """Whether any run holds a numbered tile."""
        return any(
            self.runs[number][colour] > self.run_jokers[number][colour]
            for number in range(1, 14)
            for colour in range(4)
        )

    def empty(self) -> bool:
        """Whether nothing lies."""
        return not any(any(row) for row in self.groups) and not any(any(row) for row in self.runs)

    def drop_joker_runs(self) -> None:
        """Take up runs that hold nothing but jokers, where no run holds a tile: those jokers are spare."""
        if not self.tiles_in_runs():
            self.spare += sum(map(sum, self.run_jokers))
            self.runs = _by_number_and_colour()
            self.run_jokers = _by_number_and_colour()

    def has_room(self) -> bool:
        """Whether the spare jokers can be laid: in or beside any run with a tile (a long run is cut in two), else in
        groups, which may be dealt again."""
        return self.spare == 0 or self.tiles_in_runs() or self._shares() is not None

    def seated(self) -> "Arrangement":
        """The same with the spare jokers in groups where no run can take them: as many as can be at the highest
        numbers. ValueError where there is no room."""
        if not self.spare or self.tiles_in_runs():
            return self
        shares = self._shares()
        if shares is None:
            raise ValueError("no room for the spare jokers")
        group_jokers = [jokers + shares.get(number, 0) for number, jokers in enumerate(self.group_jokers)]
        return replace(self, group_jokers=group_jokers, spare=0)

    def _shares(self) -> dict[int, int] | None:
        """How many spare jokers each number's groups take, most to the highest; None where they lack room."""
        return self._shares_up_to(13, self.spare)

    def _shares_up_to(self, number: int, spare: int) -> dict[int, int] | None:
        if spare == 0:
            return {}
        if number == 0:
            return None
        a, b, c, d = self.groups[number]
        for share in range(spare, -1, -1):
            if share == 0 or number_of_groups((a, b, c, d), self.group_jokers[number] + share):
                rest = self._shares_up_to(number - 1, spare - share)
                if rest is not None:
                    return rest if share == 0 else {number: share, **rest}
        return None
