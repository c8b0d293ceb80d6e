"""The ids of disputes, and of the streams that hold those about a table."""

import re

from events.disputes.state import UnknownDispute

ID = re.compile(r"d([0-9A-Za-z_-]{1,63})\.[1-9][0-9]{0,8}")


def dispute_stream_id(table_id: str) -> str:
    """Return the stream of the disputes of a table."""
    return "d" + table_id[1:]


def subject_of(stream: str) -> str:
    """Return the table that the disputes in a stream are about."""
    return "t" + stream[1:]


def disputed_table_id(dispute_id: str) -> str:
    """Return the table that a dispute is about.

    Raises:
        UnknownDispute: this is no id of a dispute.
    """
    match = ID.fullmatch(dispute_id)
    if match is None:
        raise UnknownDispute(dispute_id)
    return "t" + match[1]


def is_dispute_stream(stream: str) -> bool:
    """Say whether a stream holds disputes."""
    return stream.startswith("d")
