"""Who is seated with whom by quick seats: nobody with those who do not want that, either way."""

from collections.abc import Iterable, Sequence

from events.accounts.preferences import company_wishes_of
from games.table import Table
from projections.accounts.player_tables import (
    DesertionRecord,
    desertion_records,
    has_share,
    is_reliable,
)
from service.wire.connections import connections


class UnwantedCompany(Exception):
    """At a table sits somebody who does not want the caller there, or whom the caller avoids."""


class CompanyCheck:
    """What is known of those with whom a caller may be seated, while it looks for a table.

    Wishes are read anew for each table, since a block counts at once. Records change only when
    tables end, so each is read once, and only where somebody asks for reliable company: then
    together with those of all players whom the caller is likely to meet.
    """

    def __init__(self, caller: str) -> None:
        self.caller = caller
        self.expected = {caller}
        self.records: dict[str, DesertionRecord] = {}

    def expect(self, players: Iterable[str]) -> None:
        """Note whom the caller is likely to meet."""
        self.expected |= {*players}

    def require_wanted(self, table: Table) -> None:
        """Refuse a table where somebody blocked the caller, or is less reliable than is wished.

        Both hold in either direction: the caller's own wishes count, and those of who sits there.

        Raises:
            UnwantedCompany: the caller sits elsewhere.
        """
        if table.seat_of(self.caller) is not None:
            return
        others = [one.player for one in table.holders if one is not None and one.player is not None]
        mine, *theirs = company_wishes_of(connections().store, [self.caller, *others])
        if not {*others}.isdisjoint(mine.blocked):
            raise UnwantedCompany
        if any(self.caller in wish.blocked for wish in theirs):
            raise UnwantedCompany
        wishes = [(self.caller, other, mine.at_most) for other in others] + [
            (other, self.caller, wish.at_most) for other, wish in zip(others, theirs, strict=True)
        ]
        for player, one, at_most in wishes:
            if at_most is not None and not self._is_reliable_for(player, one, at_most, others):
                raise UnwantedCompany

    def _is_reliable_for(self, player: str, one: str, at_most: int, others: Sequence[str]) -> bool:
        """Say whether `one` is as reliable as `player` wishes; newcomers' wishes do not count."""
        if not {self.caller, *others} <= self.records.keys():
            missing = (self.expected | {*others}) - self.records.keys()
            self.records |= desertion_records(connections().models.player_tables, sorted(missing))
        return not has_share(self.records[player]) or is_reliable(self.records[one], at_most)
