"""Standings as a page that others may frame, and for a projector; no script runs in it.

The page loads itself anew. A projector shows one slide after the other: the newest announcement,
the standings, as many rows as fit, then the tables of the round that is played.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from flask import Blueprint, Response, request
from jinja2 import Environment, PackageLoader

from service.limits.admission import queue_reads
from service.pages.browsers import framed_page
from service.pages.embedded_words import WORDS, StandingWords
from service.pages.web_files import WEB, web_files
from service.tournaments.names import names_by_entrant, tournament_texts
from service.wire.connections import connections
from service.wire.languages import requested_language
from service.wire.queries import choice_parameter, integer_parameter, takes_parameters
from service.wire.requests import is_known
from tournaments.scoring import EntrantStanding
from tournaments.state import Tournament
from tournaments.tables import Entrant

blueprint = Blueprint("embeds", __name__)
TEMPLATES: Final = Environment(
    loader=PackageLoader("service.pages", "embedded"), autoescape=True,
    trim_blocks=True, lstrip_blocks=True,
)  # fmt: skip
VIEWS: Final = ("list", "board")
RELOAD_SECONDS: Final = 30  # seconds after which a page loads itself again
SLIDE_SECONDS: Final = 12  # seconds for which a projector shows a slide
ROWS: Final = 12  # of a slide, which fit at 1280x720
PAIRINGS: Final = 24
Names = Mapping[Entrant, str]


class Row(NamedTuple):
    """An entrant in the standings, as it is shown."""

    place: int
    name: str
    points: str
    tables: int


class Pairing(NamedTuple):
    """A table of the round that is played, from 1, and who sits there."""

    table: int
    names: Sequence[str]


class Slide(NamedTuple):
    """What is seen at a time, and what comes next."""

    text: str = ""
    rows: Sequence[Row] = ()
    pairings: Sequence[Pairing] = ()
    heading: str = ""
    seconds: int = RELOAD_SECONDS
    next: str = ""


@blueprint.get("/embed/tournaments/<tournament_id>")
@takes_parameters("view", "page", "language")
@queue_reads
def tournament_embed(tournament_id: str) -> Response:
    """Show the standings of a tournament in a frame."""
    own = connections()
    t, view = own.tournaments.current(tournament_id).state, choice_parameter("view", VIEWS)
    language = choice_parameter("language", tuple(WORDS)) or requested_language()
    words, names = WORDS[language], names_by_entrant(own, t)
    rows = [_standing_row(one, names, words) for one in own.caches.results.standings(t)]
    rows = rows if t.tables else []
    number = integer_parameter("page", 0, 10**6)
    texts = tournament_texts(own, t)
    slides = [Slide(rows=rows)]
    if view == "board":
        news = [Slide(text, seconds=SLIDE_SECONDS) for text in texts.announcements[:1] if text]
        slides = [*news, *_slides(t, rows, names, words)]
    html = TEMPLATES.get_template("tournament.html").render(
        id=t.id, language=language, view=view or VIEWS[0], words=words,
        title=texts.name or words.nameless, standing=_standing_line(t, words),
        slide=_in_turn(slides, number, language), style=f"/web/{web_files().version}/{WEB}",
    )  # fmt: skip
    return _tagged_frame(html.encode())


def _tagged_frame(html: bytes) -> Response:
    """Return a page that may be framed, or that the caller has it."""
    tag = f'"{hashlib.sha256(html).hexdigest()[:16]}"'
    found = Response(status=304) if is_known(tag) else framed_page(html)
    found.headers |= {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Language"}
    return found


def _standing_row(one: EntrantStanding, names: Names, words: StandingWords) -> Row:
    """Return an entrant in the standings."""
    points = f"{float(one.points):.2f}".rstrip("0").rstrip(".").replace(".", words.comma)
    return Row(one.place, names[one.entrant], points.replace("-", "\N{MINUS SIGN}"), one.tables)


def _standing_line(t: Tournament, words: StandingWords) -> str:
    """Return how far a tournament is."""
    line: str = getattr(words, t.phase)
    ended = sum(one.ended for one in t.groups)
    return line.format(
        entrants=len(t.active()), round=len(t.rounds), rounds=len(t.rounds), ended=ended,
        groups=len(t.groups),
    )  # fmt: skip


def _slides(
    t: Tournament, rows: Sequence[Row], names: Names, words: StandingWords
) -> Iterator[Slide]:
    """Yield what a projector shows in turn."""
    for first in range(0, len(rows), ROWS):
        yield Slide(rows=rows[first : first + ROWS], seconds=SLIDE_SECONDS)
    if t.rounds and not t.rounds[-1].ended:
        indexes = t.rounds[-1].tables
        heading = words.pairings.format(round=len(t.rounds))
        tables = [
            Pairing(at + 1, [names[one.entrant] for one in t.tables[at].planned.seats])
            for at in indexes
        ]
        for first in range(0, len(tables), PAIRINGS):
            own = tables[first : first + PAIRINGS]
            yield Slide(pairings=own, heading=heading, seconds=SLIDE_SECONDS)


def _in_turn(slides: Sequence[Slide], number: int, language: str) -> Slide:
    """Return a slide with the address of the next one."""
    if request.args.get("view") != "board" or not slides:
        view = request.args.get("view") or VIEWS[0]
        return (slides or [Slide()])[0]._replace(next=f"?view={view}&language={language}")
    own = number % len(slides)
    after = (own + 1) % len(slides)
    return slides[own]._replace(next=f"?view=board&language={language}&page={after}")
