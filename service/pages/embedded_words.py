"""The words of standings in a frame, by language."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class StandingWords(NamedTuple):
    """What stands around standings; `{...}` is filled in."""

    place: str
    entrant: str
    points: str
    tables: str
    nothing: str
    whole: str
    nameless: str
    registration: str
    called: str
    running: str
    closed: str
    pairings: str
    comma: str


WORDS: Final[Mapping[str, StandingWords]] = {
    "en": StandingWords(
        "Place", "Entrant", "Points", "Tables",
        "No round is planned yet, so there is nothing to count.",
        "The whole tournament", "A tournament",
        "Entry is open. Entrants so far: {entrants}.",
        "The start has been called for.",
        "Round {round}. Finished deals: {ended} of {groups}.",
        "Over after {rounds} rounds.",
        "Tables of round {round}",
        ".",
    ),
    "de": StandingWords(
        "Rang", "Teilnehmer", "Punkte", "Tische",
        "Noch ist keine Runde geplant, also gibt es nichts zu zählen.",
        "Das ganze Turnier", "Ein Turnier",
        "Die Anmeldung ist offen. Teilnehmer bisher: {entrants}.",
        "Der Start ist aufgerufen.",
        "Runde {round}. Beendete Verteilungen: {ended} von {groups}.",
        "Beendet nach {rounds} Runden.",
        "Tische der Runde {round}",
        ",",
    ),
}  # fmt: skip
