"""Games added up: rounds, totals and who wins a match (docs/rules.md 1F, 3.5)."""

from collections.abc import Sequence

import msgspec

from tilerummy.rules.edition.edition import Edition, TieBreak
from tilerummy.rules.game.scoring import game_sum


class GameScore(msgspec.Struct, frozen=True):
    """One game of a match: points per player, and who won (nobody when it was drawn)."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One player after some games. `place` counts from 1; players who share it are equal in everything that counts."""

    player: int
    place: int
    points: int
    won: int
    best: int


def game_score(
    points: Sequence[int], winners: Sequence[int] | None = None, edition: Edition | None = None
) -> GameScore:
    """A game written down by its points. Those with more than nothing won, unless `winners` are named: a shared win may
    leave nothing for one of them. Raises ValueError where the points do not sum to what the edition says, without one
    to 0."""
    won = [player for player, score in enumerate(points) if score > 0] if winners is None else winners
    total = 0 if edition is None else game_sum(edition, won)
    if total not in (None, sum(points)):
        raise ValueError(f"the points of a game sum to {total}")
    return GameScore(tuple(points), tuple(won))


def score_of(game: GameScore, players: Sequence[int]) -> GameScore:
    """The same game for some of its players only, who are numbered again in this order."""
    winners = tuple(number for number, player in enumerate(players) if player in game.winners)
    return GameScore(tuple(game.points[player] for player in players), winners)


def games_per_round(edition: Edition, players: int) -> int | None:
    """How many games make a round of this edition, or None where the players agree on a number."""
    asked = edition.match.games_per_round
    return players if asked == "players" else asked


def match_games(edition: Edition, players: int, games: int | None, rounds: int | None) -> int | None:
    """How many games make a match of so many games, or of so many rounds; None for one without an end."""
    length = games_per_round(edition, players)
    return games if rounds is None or length is None else rounds * length


def this_round(edition: Edition, players: int, games: Sequence[GameScore]) -> tuple[GameScore, ...]:
    """The games of the round that the last of these games belongs to; all of them where the edition knows no rounds."""
    length = games_per_round(edition, players)
    begun = 0 if length is None or not games else (len(games) - 1) // length * length
    return tuple(games[begun:])


def totals(games: Sequence[GameScore]) -> tuple[int, ...]:
    """The points of all games added up, per player. Raises ValueError for games of different numbers of players."""
    return tuple(map(sum, zip(*(game.points for game in games), strict=True)))


def standings(
    edition: Edition, games: Sequence[GameScore], drawn_numbers: Sequence[int] | None = None
) -> tuple[Standing, ...]:
    """The players in order after these games, best first; equals share a place and stand in seat order.

    Ordered by points, or by games won and then points, and after that by the edition's tie-breaks.
    `drawn_numbers` are the lots of a tournament's players (lower is better); without them that tie-break is
    passed over.
    """
    points = totals(games)
    won = [sum(player in game.winners for game in games) for player in range(len(points))]
    best = [max(game.points[player] for game in games) for player in range(len(points))]

    def tie_break(word: TieBreak, player: int) -> int:
        match word:
            case "games-won":
                return won[player]
            case "best-game":
                return best[player]
            case "drawn-number":
                return 0 if drawn_numbers is None else -drawn_numbers[player]

    def rank(player: int) -> tuple[int, ...]:
        by_games = edition.match.winner == "games-then-points"
        first = (won[player], points[player]) if by_games else (points[player],)
        return *first, *(tie_break(word, player) for word in edition.match.tie_breaks)

    return tuple(
        Standing(
            player=player,
            place=1 + sum(rank(other) > rank(player) for other in range(len(points))),
            points=points[player],
            won=won[player],
            best=best[player],
        )
        for player in sorted(range(len(points)), key=lambda player: (tuple(-value for value in rank(player)), player))
    )


def match_winners(
    edition: Edition, games: Sequence[GameScore], drawn_numbers: Sequence[int] | None = None
) -> tuple[int, ...]:
    """The winner of a match, or those who share the win."""
    return tuple(line.player for line in standings(edition, games, drawn_numbers) if line.place == 1)
