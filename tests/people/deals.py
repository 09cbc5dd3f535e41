"""What people ask before the first turn: a new deal, or none."""

from tests.people.company import Company
from tests.people.town import require
from tilerummy.rooms import commands
from tilerummy.rooms.views.messages_out import Accepted, Refused


async def asked(company: Company) -> None:
    """Somebody keeps their tiles, or asks for a new deal, which those with three pairs get. Raises Broken."""
    random, room, everybody = company.random, company.room, [*company.people, company.outsider]
    seen = {player: room.shown.snapshot(player) for player in everybody}
    keepers = [(player, shown.keep) for player, shown in seen.items() if shown.keep is not None]
    able = [player for player, shown in seen.items() if shown.may_redeal]
    if keepers and random.random() < (0.2 if able else 0.6):
        player, deal = random.choice(keepers)
        await company.ask(player, commands.KeepTiles(company.ident(), deal))
        return
    who = random.choice(able or everybody)
    answer = await company.ask(who, commands.Redeal(company.ident(), room.seq))
    late = isinstance(answer, Refused) and answer.code in ("stale", "too-late")
    fair = isinstance(answer, Accepted) == (who in able)
    require(fair or late, "who may ask is dealt again", room.id, room.seq, who)
