"""The README's picture of the demo shows what `fairdeal demo` and `fairdeal verify` say today."""

from events.verify.log import verify_log
from tests.docs.picture import LOG, PICTURE, lines, svg


def test_the_picture_shows_what_the_commands_print() -> None:
    drawn = lines(svg())
    assert len(drawn) > 30
    assert lines(PICTURE.read_text()) == drawn, "run: python -m tests.docs.picture"


def test_the_table_in_the_picture_is_good() -> None:
    assert verify_log(LOG).verdict == "good"


def test_the_picture_fetches_nothing_from_elsewhere() -> None:
    assert 'url("http' not in PICTURE.read_text()
    assert "@font-face" not in PICTURE.read_text()
