"""What a host may choose of clocks, and what does not go together."""

from tilerummy.rooms.correspondence.calendar import DAY, LONGEST, SECOND, takes_days
from tilerummy.rooms.options import USUAL, Options
from tilerummy.rules.refusal import refuse


def check(limit: int | None, options: Options) -> None:
    """Raises Refusal where these options need another limit of a turn (seconds), or it is too long."""
    if limit is not None and limit * SECOND > LONGEST:
        raise refuse("limit-too-long", days=LONGEST // DAY)
    chosen = (options.overdue, options.holidays, options.nights)
    if not takes_days(limit) and chosen != (USUAL.overdue, USUAL.holidays, USUAL.nights):
        raise refuse("needs-long-turns")
    if options.nights and limit is not None and limit * SECOND >= DAY:
        raise refuse("nights-need-hours")
