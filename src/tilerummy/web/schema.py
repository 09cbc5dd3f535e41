"""The protocol as JSON schema, from which the page's types are made.

`python -m tilerummy.web.schema` writes src/tilerummy/web/protocol.schema.json, which servers answer with.
"""

import json
from pathlib import Path
from typing import Any, get_args

import msgspec

from tilerummy.circles.views import CircleInvitation, CircleListed
from tilerummy.clubs.commands import ClubCommand
from tilerummy.clubs.figures import ClubFigures, ClubPersonShown
from tilerummy.clubs.views import ClubRegister, ClubShown, MergePreview
from tilerummy.rooms.views.analysed import Analysed
from tilerummy.rooms.views.replays import Replay
from tilerummy.sheets.hosting import SheetCommand
from tilerummy.sheets.views import SheetShown
from tilerummy.tournaments.checkin_views import OwnShown
from tilerummy.tournaments.hosted_tournament import Command
from tilerummy.tournaments.sign_up_views import SignUpShown
from tilerummy.tournaments.views import TournamentShown
from tilerummy.web import protocol, tournament_protocol
from tilerummy.web.api import sheets, tournament_lists
from tilerummy.web.api.circles import protocol as circle_protocol
from tilerummy.web.api.clubs import protocol as club_protocol
from tilerummy.web.guests import protocol as guest_protocol
from tilerummy.web.notices import protocol as notice_protocol
from tilerummy.web.people import protocol as people_protocol

TARGET = Path(__file__).parent / "protocol.schema.json"
_UNIONS = {
    "ClientMessage": protocol.ClientMessage,
    "ServerMessage": protocol.ServerMessage,
    "MoveBody": protocol.MoveBody,
    "TournamentCommand": Command,
    "OnlineAsked": tournament_protocol.OnlineAsked,
    "SheetCommand": SheetCommand,
    "CircleAsked": circle_protocol.CircleAsked,
    "ClubCommand": ClubCommand,
}
_BODIES = (
    protocol.Session,
    guest_protocol.NewHandover,
    guest_protocol.HandoverMade,
    guest_protocol.HandoverState,
    guest_protocol.HandoverAnswer,
    guest_protocol.HandoverAsked,
    guest_protocol.HandoverShown,
    guest_protocol.HandoverTaken,
    guest_protocol.RecoveryState,
    guest_protocol.RecoveryMade,
    guest_protocol.RecoveryAsked,
    guest_protocol.RecoveryShown,
    guest_protocol.PasskeysShown,
    guest_protocol.PasskeyWanted,
    guest_protocol.NewPasskey,
    guest_protocol.PasskeyNamed,
    guest_protocol.PasskeyChallenge,
    guest_protocol.PasskeyAnswer,
    guest_protocol.DevicesShown,
    guest_protocol.DevicesEnded,
    guest_protocol.Back,
    guest_protocol.Forgotten,
    notice_protocol.NewPush,
    notice_protocol.PushRenewed,
    notice_protocol.NewMail,
    notice_protocol.NewService,
    notice_protocol.MailLink,
    notice_protocol.MailOpened,
    notice_protocol.OutletAsked,
    notice_protocol.NoticesShown,
    people_protocol.PeopleShown,
    people_protocol.PersonAsked,
    people_protocol.SomebodyAsked,
    people_protocol.NewCompany,
    protocol.NewBot,
    protocol.BotMade,
    protocol.BotListed,
    protocol.NewReport,
    protocol.ReportMade,
    protocol.NewRoom,
    protocol.RoomMade,
    protocol.RoomListed,
    protocol.EditionListed,
    protocol.Levels,
    protocol.PastGames,
    protocol.PuzzleShown,
    protocol.PuzzleTried,
    protocol.PuzzleRated,
    protocol.Card,
    protocol.Review,
    protocol.GameAnalysis,
    Replay,
    protocol.Question,
    protocol.Analysis,
    Analysed,
    protocol.Problem,
    tournament_protocol.NewTournament,
    tournament_protocol.TournamentMade,
    tournament_protocol.CardCode,
    tournament_protocol.CardKey,
    tournament_protocol.FormatListed,
    tournament_protocol.ServerShown,
    tournament_protocol.Answered,
    tournament_protocol.ListRead,
    tournament_protocol.ListUnderstood,
    tournament_protocol.Claimed,
    tournament_protocol.TablesHere,
    SignUpShown,
    TournamentShown,
    tournament_lists.Journal,
    tournament_lists.OwnLinks,
    OwnShown,
    sheets.NewSheet,
    sheets.SheetMade,
    sheets.Evenings,
    SheetShown,
    circle_protocol.NewCircle,
    circle_protocol.CircleMade,
    circle_protocol.CircleAnswered,
    circle_protocol.CirclePage,
    CircleInvitation,
    CircleListed,
    club_protocol.NewClub,
    club_protocol.ClubMade,
    club_protocol.ClubAnswered,
    club_protocol.RegisterRead,
    club_protocol.RegisterUnderstood,
    club_protocol.MergeAsked,
    ClubShown,
    ClubRegister,
    MergePreview,
    ClubFigures,
    ClubPersonShown,
)


def schema() -> dict[str, Any]:
    """The whole protocol as one schema: `$defs` holds every type, and the unions by name."""
    members = {name: get_args(union) for name, union in _UNIONS.items()}
    kinds = [kind for union in members.values() for kind in union] + list(_BODIES)
    _, definitions = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for name, union in members.items():
        definitions[name] = {"anyOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in union]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "protocol",
        "version": protocol.VERSION,
        "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
        "$defs": {name: _unwrapped(definition) for name, definition in sorted(definitions.items())},
    }


def _unwrapped(value: Any) -> Any:
    """Descriptions on one line each, so that a docstring wrapped again is no new protocol."""
    if isinstance(value, dict):
        return {
            key: " ".join(inner.split()) if key == "description" and isinstance(inner, str) else _unwrapped(inner)
            for key, inner in value.items()
        }
    return [_unwrapped(inner) for inner in value] if isinstance(value, list) else value


def text() -> str:
    """The schema file's content."""
    return json.dumps(schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
