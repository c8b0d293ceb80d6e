"""What in a log was signed by the players themselves, and with which keys."""

from collections import Counter
from collections.abc import Iterator

from games.core.contract import Seat
from games.core.words import count_phrase
from games.table import Return, Reveal, Sit, Start, Table

SIGNED = (Sit, Return, Start, Reveal)  # commands of the table that a player with a key signs


class ActionSigners:
    """The actions of players so far, those whose signature was checked, and the keys of these.

    Besides, those whose signature is sealed and not open, and the seats that were taken, the calls
    for the start and the reveals of entropies that are signed.
    """

    def __init__(self) -> None:
        self.actions = self.signed = self.sealed = self.taken = self.calls = self.reveals = 0
        self.keys: set[tuple[str, str]] = set()  # player and public key
        self.unsigned: Counter[str] = Counter()  # takings of seats, by player

    def count(self, table: Table, seat: Seat, *, signs: bool, is_open: bool = True) -> None:
        """Count an action that was judged; bots sign nothing.

        A signature that is not open was not checked.
        """
        holder = table.holders[seat]
        if holder is None or holder.player is None:
            return
        self.actions += 1
        if signs and not is_open:
            self.sealed += 1
        elif signs:
            assert holder.key is not None
            self.signed += 1
            self.keys.add((holder.player, holder.key))

    def count_seating(self, by: str, command: Sit | Return | Start | Reveal) -> None:
        """Count a seat that a player took, or a call for the start or a reveal that is signed."""
        player = by.removeprefix("player:")
        if isinstance(command, Start):
            self.calls += command.signed is not None
        elif isinstance(command, Reveal):
            self.reveals += command.signed is not None
        elif command.signed is not None:
            assert command.key is not None
            self.taken += 1
            self.keys.add((player, command.key))
        elif isinstance(command, Return) or command.bot is None:
            self.unsigned[player] += 1

    def proven(self) -> Iterator[str]:
        """Yield what the signatures prove."""
        if self.taken:
            seats = count_phrase(self.taken, "taking of a seat", "takings of seats")
            calls = count_phrase(self.calls, "call for the start", "calls for the start")
            reveals = count_phrase(self.reveals, "reveal of an entropy", "reveals of entropies")
            yield f"{seats}, {calls} and {reveals} are signed by the players"
        if self.signed:
            how = "are signed with the keys with which their seats were taken"
            yield f"{self.signed} of {self.actions} actions of players {how}"

    def not_proven(self) -> Iterator[str]:
        """Yield what is not proven for want of signatures, or of knowing whose keys they are."""
        unsigned = self.actions - self.signed - self.sealed
        if not self.signed and not self.sealed:
            yield "that the players themselves sent these actions: they are not signed"
        elif unsigned:
            some = f"{unsigned} of {self.actions} are not signed"
            yield f"that the players themselves sent all actions: {some}"
        if self.sealed:
            many_of = f"{self.sealed} of {self.actions} actions of players"
            yield f"the signatures of {many_of}: they are sealed and not open"
        yield from self.not_seated()
        for player, key in sorted(self.keys):
            yield f"that {player} holds the key {key}: ask the player"

    def not_seated(self) -> Iterator[str]:
        """Yield who may have been seated by others, where anybody signs: leaving is not signed."""
        keys = Counter(player for player, _ in self.keys)
        if keys and (unsigned := self.unsigned.total()):
            some = (
                f"{unsigned} of {count_phrase(self.taken + unsigned, 'taking', 'takings')} of seats"
            )
            yield f"that the players themselves took all seats: {some} are not signed"
        for player in sorted(keys.keys() & self.unsigned.keys()):
            without = f"without the key that signs for {player} here"
            yield f"that {player} sat down {without}: ask the player"
        for player, count in sorted(keys.items()):
            if count > 1:
                yield f"that all {count} keys that sign for {player} here are of one person"
