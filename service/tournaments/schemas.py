"""Marshmallow schemas of what is sent to tournaments.

The settings are described by their own classes (`tournaments.settings`), which also judge them.
"""

from typing import Any

from marshmallow import ValidationError, fields, validate

from games.core.errors import BadInput
from games.core.type_hints.values import BadValue
from service.tables.beacons import chain_named, with_usual_beacon
from service.wire.bodies import (
    DIGEST,
    Body,
    StrictBoolean,
    WholeText,
    description_metadata,
    word_validator,
)
from service.wire.errors import by_path
from service.wire.requests import load_with_schema
from tournaments.checks import (
    LONGEST_ANNOUNCEMENT,
    LONGEST_DESCRIPTION,
    MOST_MEMBERS,
    TEXT,
)
from tournaments.directing import MOST_APART
from tournaments.invitations import MOST_INVITED
from tournaments.moments import FORM, moment_in, require_future_start
from tournaments.rules import MOST_DIRECTORS, MOST_PLANNED
from tournaments.settings import KINDS, MOST_ENTRANTS, MOST_GAMES, MOST_ROUNDS, settings_in

MEMBER = r"[0-9A-Za-z_-]{1,64}|bot:[a-z]{1,20}"
PLAYER = r"[0-9A-Za-z_-]{1,64}"
LONGEST_NAME = 80  # characters
MOST_POINTS = 10**9
MOST_GROUP = 99_999


def _name_field(what: str, **more: Any) -> fields.String:
    """Return the field of a name, one line."""
    blank = r"\x00-\x20\x7f-\xa0"
    shape = rf"[^{blank}]([^\x00-\x1f\x7f-\x9f]{{0,{LONGEST_NAME - 2}}}[^{blank}])?"
    why = f"must be 1 to {LONGEST_NAME} characters on one line, without spaces at its ends"
    return fields.String(
        validate=WholeText(shape, why), metadata=description_metadata(what), **more
    )


def _members_field(**more: Any) -> fields.List[Any]:
    """Return the field of who plays for an entrant."""
    own = fields.String(validate=WholeText(MEMBER, "must be the id of a player, or bot:<level>"))
    what = "Ids of players, or `bot:` and a level of bots; of a team 2 to 6, else one."
    return fields.List(
        own, validate=validate.Length(1, MOST_MEMBERS), metadata=description_metadata(what), **more
    )


def _integer_list_field(
    least: int, most: int, longest: int, what: str, **more: Any
) -> fields.List[Any]:
    """Return a field of whole numbers."""
    own = fields.Integer(strict=True, validate=validate.Range(least, most))
    return fields.List(
        own, validate=validate.Length(max=longest), metadata=description_metadata(what), **more
    )


def _commitment_field(more: str = "") -> fields.String:
    """Return the field of a commitment to an entropy of one's own."""
    return fields.String(
        load_default=None,
        allow_none=True,
        validate=WholeText(DIGEST, "must be 64 lower-case hex digits (a SHA-256)"),
        metadata=description_metadata(
            'SHA-256 of the canonical JSON ["fairdeal/entropy/1", PLAYER, ENTROPY]: your own id,'
            " and the 32 hex digits that you will reveal after the call." + more
        ),
    )


class TournamentHead(Body):
    """What a tournament is opened with besides its settings."""

    name = _name_field("What it is called.", required=True)
    directors = fields.List(
        fields.String(validate=WholeText(PLAYER, "must be the id of a player")),
        load_default=list,
        validate=validate.Length(max=MOST_DIRECTORS),
        metadata=description_metadata("Ids of players who direct it besides who opens it."),
    )


class NewEntrant(Body):
    """Who is to take part; without members oneself."""

    kind = fields.String(
        load_default="player",
        validate=word_validator(KINDS),
        metadata=description_metadata("What kind of entrant it is."),
    )
    members = _members_field(load_default=None, allow_none=True)
    name = _name_field(
        "Name of a team, program or bot; a player has the account's name.",
        load_default=None,
        allow_none=True,
    )
    commitment = _commitment_field(" Only who enters as a player sends it.")
    code = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=LONGEST_NAME),
        metadata=description_metadata("The code of a tournament that has one."),
    )
    byes = _integer_list_field(
        0, MOST_ROUNDS - 1, MOST_ROUNDS, "Rounds, from 0, to sit out.", load_default=list
    )


class NewByes(Body):
    """Which rounds to come an entrant sits out."""

    rounds = _integer_list_field(
        0, MOST_ROUNDS - 1, MOST_ROUNDS, "Rounds, from 0; empty: none.", required=True
    )


class NewReplacement(Body):
    """Who plays on under the number of an entrant."""

    kind = fields.String(
        load_default="player",
        validate=word_validator(KINDS),
        metadata=description_metadata("What kind of entrant it is."),
    )
    members = _members_field(required=True)
    name = _name_field("What a team, program or bot is called.", load_default=None, allow_none=True)


class NewCheckIn(Body):
    """That one is there, perhaps with the promise of an entropy."""

    commitment = _commitment_field()


class NewTournamentInvitations(Body):
    """Players who may enter themselves, too."""

    players = fields.List(
        fields.String(validate=WholeText(PLAYER, "must be the id of a player")),
        required=True,
        validate=validate.Length(1, MOST_INVITED),
        metadata=description_metadata("Ids of players."),
    )


class NewSeeding(Body):
    """In which order entrants are seeded."""

    entrants = _integer_list_field(
        0,
        MOST_ENTRANTS - 1,
        MOST_ENTRANTS,
        "Numbers of entrants, the strongest first; who is left out follows.",
        required=True,
    )


class PairedTable(Body):
    """A table of own pairings."""

    game = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(0, MOST_GAMES - 1),
        metadata=description_metadata("Number of its game in the settings, from 0."),
    )
    group = fields.Integer(
        load_default=0,
        strict=True,
        validate=validate.Range(0, MOST_GROUP),
        metadata=description_metadata(
            "Tables of this plan with the same number share their deals."
        ),
    )
    seats = _integer_list_field(
        0, MOST_ENTRANTS - 1, 12, "Numbers of entrants, by seat.", required=True
    )


class NewRound(Body):
    """The pairings of a round."""

    tables = fields.List(
        fields.Nested(PairedTable), required=True, validate=validate.Length(1, MOST_PLANNED)
    )
    byes = _integer_list_field(
        0, MOST_ENTRANTS - 1, MOST_ENTRANTS, "Numbers of those who sit out.", load_default=list
    )


class NewForbiddenPairs(Body):
    """Who must not meet, in place of all pairs of before."""

    pairs = fields.List(
        fields.List(
            fields.Integer(strict=True, validate=validate.Range(0, MOST_ENTRANTS - 1)),
            validate=validate.Length(2, 2),
        ),
        required=True,
        validate=validate.Length(max=MOST_APART),
        metadata=description_metadata("Numbers of two entrants each; empty: nobody is kept apart."),
    )


class NewSwap(Body):
    """Who change places in the next round."""

    round = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(0, MOST_ROUNDS),
        metadata=description_metadata("Number of that round, from 0."),
    )
    entrants = fields.List(
        fields.Integer(strict=True, validate=validate.Range(0, MOST_ENTRANTS - 1)),
        required=True,
        validate=validate.Length(2, 2),
        metadata=description_metadata("Numbers of two entrants."),
    )


class NewAdjudication(Body):
    """What a table counts; with nothing it counts nothing."""

    places = _integer_list_field(
        1, 12, 12, "Places by seat, from 1; who ties has the same.", load_default=list
    )
    scores = _integer_list_field(
        -MOST_POINTS, MOST_POINTS, 12, "Scores by seat; more is better.", load_default=list
    )


class MomentField(fields.Integer):
    """A moment in milliseconds since 1970; a text with an offset from UTC is taken, too."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **more: Any) -> Any:
        """Return the milliseconds."""
        if isinstance(value, str):
            try:
                return moment_in(value)
            except BadValue as bad:
                raise ValidationError(bad.why) from None
        return super()._deserialize(value, attr, data, **more)


def _moment_field(what: str) -> MomentField:
    """Return the field of a moment that may be left out."""
    return MomentField(
        strict=True,
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, 2**53 - 1),
        metadata=description_metadata(f"{what} In milliseconds, or as `{FORM}`."),
    )


class NewTimes(Body):
    """When the tournament starts, or its next round does."""

    starts_at = _moment_field("Before the call: when it comes by itself; null: when asked.")
    next_round_at = _moment_field("After the start: before that no round is planned.")


def _text_field(longest: int, **more: Any) -> fields.String:
    """Return the field of a text in lines."""
    checks = validate.Length(1, longest), WholeText(TEXT, "must be a text in lines, not all blank")
    return fields.String(required=True, validate=checks, **more)


class NewDescription(Body):
    """What is said of the tournament; null: nothing."""

    text = _text_field(LONGEST_DESCRIPTION, allow_none=True)


class NewAnnouncement(Body):
    """What is told to everybody."""

    text = _text_field(LONGEST_ANNOUNCEMENT)


class NewClose(Body):
    """The end of a tournament."""

    abandon = StrictBoolean(
        load_default=False,
        metadata=description_metadata("Whether it ends even before its format is over."),
    )


class NewDirector(Body):
    """Another director."""

    player = fields.String(
        required=True,
        validate=WholeText(PLAYER, "must be the id of a player"),
        metadata=description_metadata("Id of a player."),
    )


HEAD = TournamentHead()


def new_tournament(sent: dict[str, Any], now: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a tournament is opened with, and its settings; BadInput has every mistake.

    `now`: the moment behind which it may start; None: it was opened before, and may have begun.
    """
    head = {name: sent[name] for name in HEAD.fields if name in sent}
    settings = {name: value for name, value in sent.items() if name not in HEAD.fields}
    errors: dict[str, str] = {}
    try:
        head = load_with_schema(HEAD, head)
    except ValidationError as error:
        errors |= by_path(error.normalized_messages())  # type: ignore[no-untyped-call]
    try:
        settings["beacon"] = _beacon_chain(with_usual_beacon(settings)["beacon"])
    except BadValue as bad:
        errors |= bad.errors
        del settings["beacon"]
    try:
        starts_at = settings_in(settings).schedule.starts_at
        if now is not None:
            require_future_start(starts_at, now)
    except BadValue as bad:
        errors |= bad.errors
    if errors:
        raise BadInput("a tournament can't be opened so", errors)
    return head, settings


def _beacon_chain(name: Any) -> dict[str, Any] | None:
    """Return the description of the beacon that is named."""
    if name is not None and not isinstance(name, str):
        raise BadValue("beacon", "must be the name of a chain, or null")
    return chain_named(name)
