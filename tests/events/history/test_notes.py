"""Signed notes: the examples of c2sp.org/signed-note and tlog-cosignature, and what is no note."""

import pytest
from nacl.signing import SigningKey

from events.history.checkpoints import read_checkpoint
from events.history.notes import (
    COSIGNATURE,
    BadNote,
    NoteKey,
    SignedNote,
    cosignature_by,
    cosigned_bytes,
    read_note,
    read_note_key,
    signature_by,
)
from events.record.receipts import Signer

KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = """This is an example message.

\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""  # noqa: E501  # as the specification has it
CHECKPOINT = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
"""  # noqa: E501  # as the specification has it
SIGNER = Signer(SigningKey(bytes(range(32))))
WITNESS = NoteKey("witness.example/w1", SIGNER.public, COSIGNATURE)


def test_the_example_of_the_specification_is_signed_by_its_key() -> None:
    key, note = read_note_key(KEY), read_note(NOTE)
    assert (key.name, key.id.hex(), key.text()) == ("example.com/foo", "530d903a", KEY)
    assert note.text == "This is an example message.\n"
    assert note.is_signed_by(key)
    assert note.write() == NOTE


def test_a_checkpoint_of_the_specification_is_read() -> None:
    found = read_checkpoint(CHECKPOINT)
    assert (found.origin, found.size, found.at) == ("example.com/behind-the-sofa", 20852163, None)
    assert found.root.hex().startswith("0ac5186a91863e8e")
    assert [one.name for one in found.note.signatures] == [
        "example.com/behind-the-sofa", "witness.example.com/w1",
    ]  # fmt: skip


def test_a_cosignature_is_over_the_time_and_the_whole_text() -> None:
    text = read_note(CHECKPOINT).text
    assert cosigned_bytes(text, 1679315147).decode() == (
        "cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n"
        "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    )
    line = cosignature_by(WITNESS, SIGNER.sign, text, 1679315147)
    assert len(line.key + line.value) == 4 + 8 + 64
    note = read_note(SignedNote(text, (line,)).write())
    assert note.cosigned_at(WITNESS) == 1679315147
    assert note.cosigned_at(WITNESS._replace(name="witness.example/w2")) is None
    later = line._replace(value=(1679315148).to_bytes(8, "big") + line.value[8:])
    assert SignedNote(text, (later,)).cosigned_at(WITNESS) is None
    assert SignedNote(text + "x\n", (line,)).cosigned_at(WITNESS) is None


def test_another_text_is_not_signed_and_a_false_line_of_a_known_key_spoils_the_note() -> None:
    key, note = read_note_key(KEY), read_note(NOTE)
    assert not note.is_signed_by(key._replace(name="example.com/bar"))
    with pytest.raises(BadNote, match=r"example\.com/foo is not by its key"):
        note._replace(text="This is another message.\n").is_signed_by(key)


def test_a_note_may_have_empty_lines_and_many_signatures() -> None:
    text = "one\n\ntwo\n"
    lines = tuple(
        signature_by(NoteKey(f"name{k}", SIGNER.public), SIGNER.sign, text) for k in range(16)
    )
    note = read_note(SignedNote(text, lines).write())
    assert (note.text, note.signatures) == (text, lines)
    assert note.is_signed_by(NoteKey("name7", SIGNER.public))


@pytest.mark.parametrize(
    "text",
    ["", "\n", "a\n\n", NOTE[:-1], NOTE.replace("\u2014", "-"), NOTE.replace("\n\n", "\n"),
     NOTE.replace("example.com/foo ", " "), NOTE.replace("=", "*"), "a\tb\n" + NOTE,
     NOTE.replace("example.com/foo", "example.com+foo"), NOTE + "\u2014 a " + "AAAA" + "\n",
     "a\n\n" + 101 * (NOTE.splitlines()[-1] + "\n")],
)  # fmt: skip
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        read_note(text)


@pytest.mark.parametrize(
    "text",
    ["", "a+b", KEY[:-1], KEY.replace("530d903a", "530d903b"), KEY.replace("/foo", "/bar"),
     "a b" + KEY, KEY.replace("+Ae", "+Ce")],
)  # fmt: skip
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadNote):
        read_note_key(text)


@pytest.mark.parametrize(
    "body",
    ["name\n5\n", "name\n05\n" + "A" * 43 + "=\n", "name\n-1\n" + "A" * 43 + "=\n",
     "name\n5\nAAAA\n", "\n5\n" + "A" * 43 + "=\n", "name\n5\n" + "A" * 43 + "=\n\nx\n"],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(body: str) -> None:
    line = signature_by(NoteKey("name", SIGNER.public), SIGNER.sign, body)
    with pytest.raises(BadNote):
        read_checkpoint(SignedNote(body, (line,)).write())
