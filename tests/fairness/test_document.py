"""Pages on fairness: their words and worked examples are those of the code and of real logs.

``UPDATE=1`` writes both anew, and the tests fail that once all the same.
"""

import base64
import hashlib
import hmac
import json
import os
from collections.abc import Iterator

import pytest
from nacl.signing import SigningKey

from events.accounts.account import is_valid_key_proof
from events.history.checkpoints import Leaf, sign_checkpoint
from events.history.key_changes import change_heads, is_successor
from events.history.merkle import Tree
from events.history.notes import COSIGNATURE, NoteKey, read_note
from events.record.receipts import PublicKey, Signer
from events.verify.history.lies import LIES
from events.verify.report import KINDS
from games.core.contract import Seat
from games.table.beacon import AHEAD
from games.table.endings import ENDINGS
from games.table.signing import action_message
from games.table.state import PATIENCE, REVEAL_TIME
from service.wire.requests import SIGNATURE
from tests.fairness.tables import SIGNER
from tests.folders import ROOT
from tests.table.desk import Desk, an_open
from tests.table.signers import key_of

REFERENCE = ROOT / "docs" / "reference"
WITNESS = Signer(SigningKey(bytes(range(2, 34))))
LOG = "tests/events/record/golden/boon-1.jsonl"


def held_to(page: str, name: str, text: str) -> None:
    """Expect a part of a page to be `text`."""
    path = REFERENCE / page
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    document = path.read_text()
    before, rest = document.split(begin)
    found, after = rest.split(end)
    if os.environ.get("UPDATE"):
        path.write_text(before + begin + text + end + after)
        pytest.fail(f"{name} has been written anew")
    assert found == text


def test_the_document_lists_every_word_of_the_verifier() -> None:
    rows = [f"| `{word}` | {meaning} |\n" for word, meaning in KINDS.items()]
    held_to("verdicts.md", "kinds", "\n| word | means |\n|---|---|\n" + "".join(rows) + "\n")


def test_the_document_lists_every_lie_of_a_tree() -> None:
    rows = [f"| `{word}` | {meaning} |\n" for word, meaning in LIES.items()]
    held_to("verdicts.md", "lies", "\n| word | means |\n|---|---|\n" + "".join(rows) + "\n")


def test_the_document_lists_why_tables_end() -> None:
    rows = [f"| `{why}` | {text} |\n" for why, text in ENDINGS.items()]
    held_to("log-format.md", "endings", "\n| word | means |\n|---|---|\n" + "".join(rows) + "\n")


NUMBERS = {
    "before that of the call + 10000": REVEAL_TIME,
    "due at or after `at` of this event + 6000": AHEAD,
    "at which it is due + 600000": PATIENCE,
}


@pytest.mark.parametrize("said", NUMBERS)
def test_the_document_says_the_times_of_a_start_as_the_code_has_them(said: str) -> None:
    assert said in (REFERENCE / "log-format.md").read_text()
    assert said.endswith(f"+ {NUMBERS[said]}")


def keyed(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


def shuffle_steps(key: bytes, cards: list[str], shown: int) -> Iterator[str]:
    """Yield the lines of a shuffle done by hand; the last one is the order."""
    order = sorted(cards)
    yield f"sorted      {' '.join(order)}\n"
    words: list[int] = []
    counter = 0
    for last in range(len(order) - 1, 0, -1):
        places = last + 1
        while True:
            if not words:
                block = keyed(key, counter.to_bytes(8, "big"))
                if counter == 0:
                    yield f"block 0     {block.hex()}\n"
                counter += 1
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
            word = words.pop(0)
            if word < 2**32 - 2**32 % places:
                break
        place = word % places
        if len(order) - last <= shown:
            one, two = order[last], order[place]
            at = f"last {last:<2}     word {word:10} mod {places:<2} = {place:<2}"
            yield f"{at}: swap {one} and {two}\n"
        order[last], order[place] = order[place], order[last]
    yield f"order       {' '.join(order)}\n"


def example() -> Iterator[str]:
    """Yield the worked example, computed from the bytes of the log alone."""
    rows = [json.loads(line) for line in (ROOT / LOG).read_bytes().splitlines()]
    header, events = rows[0], rows[1:-1]
    public = [json.loads(row["e"]) for row in events]
    private = [json.loads(row["p"] or "{}") for row in events]
    numbers = {event["type"]: at for at, event in reversed(list(enumerate(public)))}
    settled = public[numbers["table.entropy_closed.v1"]]["data"]
    dealt, drawn = numbers["boon.hand_dealt.v1"], numbers["boon.dealer_drawn.v1"]
    part = private[0]["table"]
    head = hashlib.sha256(b"fairdeal/log/1" + header["table"].encode()).digest()
    after = hashlib.sha256(head + events[0]["e"].encode()).hexdigest()
    inner = json.dumps(part["data"], separators=(",", ":"))
    sealed = hashlib.sha256(bytes.fromhex(part["salt"]) + inner.encode()).hexdigest()
    assert after == events[0]["h"]
    assert sealed == public[0]["seals"]["table"]
    yield f"\nThe log [{LOG}](../../{LOG}) of a finished table of Boon, five seats."
    yield " Chain and commitment:\n\n```\n"
    yield f"table       {header['table']}\nhead 0      {head.hex()}\n"
    begin, end = events[0]["e"][:24], events[0]["e"][-28:]
    yield f"e of event 1, first and last characters: {begin} ... {end}\n"
    yield f"head 1      {after}\n\n"
    yield f"salt        {part['salt']}\ndata        {inner}\nseal        {sealed}\n```\n\n"
    secret = bytes.fromhex(part["data"]["secret"])
    shuffles = ((drawn, 0, "first_seat", [str(k) for k in range(public[0]["data"]["seats"])], 9),
                (dealt, 1, "deal", cards_of(private[dealt]), 3))  # fmt: skip
    for at, hand, what, cards, shown in shuffles:
        hand_key = keyed(secret, f'["hand",{hand}]'.encode())
        assert hand_key.hex() == private[at]["hand"]["data"]["hand_secret"]
        name = json.dumps(
            [public[0]["data"]["group"], hand, what, 1, settled["entropies"]],
            separators=(",", ":"), ensure_ascii=False,
        )  # fmt: skip
        key = keyed(hand_key, name.encode())
        yield f"The shuffle of event {at + 1}, `{public[at]['type']}`:\n\n```\n"
        yield f"hand secret {hand_key.hex()}\nname        {name}\nkey         {key.hex()}\n"
        steps = list(shuffle_steps(key, cards, shown))
        yield from steps[:-1]
        if shown < len(cards) - 1:
            yield "...\n"
        yield f"{steps[-1]}```\n\n"
        yield outcome(public[at]["data"], private[at], steps[-1].split()[1:])


def cards_of(parts: dict[str, dict[str, dict[str, list[str]]]]) -> list[str]:
    """Return all cards of a deal of Boon."""
    hands = [part["data"]["hands"] for key, part in parts.items() if key != "hand"]
    return [card for hand in [*hands, parts["hand"]["data"]["boon"]] for card in hand]


def outcome(
    data: dict[str, int], parts: dict[str, dict[str, dict[str, list[str]]]], order: list[str]
) -> str:
    """Say what the order gave, and hold the log to it."""
    dealer = data["dealer"]
    if len(parts) == 1:
        assert order[0] == str(dealer)
        return f"Seat {dealer} comes first: it is the dealer, as the log says.\n\n"
    left = (dealer + 1) % 5
    hand = order[0:30:5]
    assert sorted(hand) == sorted(parts[str(left)]["data"]["hands"])
    assert order[30:] == parts["hand"]["data"]["boon"]
    told = f"The dealer is seat {dealer}, so seat {left} gets cards 1, 6, 11, 16, 21 and 26"
    boon = " and ".join(order[30:])
    return (
        f"{told} of the order: {', '.join(hand)}. These are the cards in its part of the event."
        f" The last two, {boon}, are the Boon.\n\n"
    )


def signed_example() -> Iterator[str]:
    """Yield a player's key, proof and signature, made by hand and held to those of the rules."""
    key, player, table, after = key_of("a worked example"), "p0123456789abcdef01", "t-boon", 12
    public = bytes(key.verify_key).hex()
    proof = json.dumps(["fairdeal/player-key/1", player, public], separators=(",", ":"))
    assert is_valid_key_proof(player, public, key.sign(proof.encode()).signature.hex())
    desk = Desk(table).opened(an_open("boon", 3))
    action = {"type": "play", "card": "red-5"}
    head = json.loads((ROOT / LOG).read_text().splitlines()[after])["h"]
    desk.table.n, desk.table.heads = after, (bytes.fromhex(head),)
    parts = ["fairdeal/action/1", table, 0, after, head, action]
    message = json.dumps(parts, separators=(",", ":"), sort_keys=True)
    assert action_message(desk.table, Seat(0), after, action) == message.encode()
    yield "\nA worked example, with the 32 bytes from which the key pair is made (RFC 8032):\n"
    yield "\n```\n"
    yield f"private     {bytes(key).hex()}\npublic      {public}\n"
    yield f"message     {proof}\nproof       {key.sign(proof.encode()).signature.hex()}\n\n"
    signature = key.sign(message.encode()).signature.hex()
    yield f"head {after}     {head}    of the golden log boon-1\n"
    yield f"message     {message}\nsignature   {signature}\n```\n\n"
    sent = f"after={after}, ed25519={signature}"
    assert SIGNATURE.fullmatch(sent)
    short = sent.replace(sent[-120:-4], "...")
    yield f"It is sent as the header `Action-Signature: {short}`.\n\n"


def test_the_worked_signatures_are_those_of_the_rules() -> None:
    held_to("proofs.md", "signed", "".join(signed_example()))


def test_the_worked_example_is_that_of_the_real_log() -> None:
    held_to("shuffles.md", "example", "".join(example()))


def sha256(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def ends() -> list[tuple[str, int, str]]:
    """Return table, number and head of the ends of two real logs, and of one made up."""
    found = []
    for name in ("boon-1", "boosh-1"):
        path = ROOT / "tests" / "events" / "record" / "golden" / f"{name}.jsonl"
        end = json.loads(path.read_bytes().splitlines()[-1])
        assert end["complete"]
        found.append((end["table"], end["n"], end["head"]))
    return [*found, ("t-third", 1, sha256(b"fairdeal").hex())]


def tree_example() -> Iterator[str]:
    """Yield the worked example of the tree, computed by hand; our own code must agree."""
    tree, hashes = Tree(), []
    yield "\nThe ends of two tables, of the golden logs `boon-1` and `boosh-1` in"
    yield " [tests/events/record/golden](../../tests/events/record/golden),"
    yield " and a third table that was opened, without a clock."
    yield "\n\n```\n"
    at, month = 1_700_000_000_000, 30 * 24 * 60 * 60 * 1000
    for index, (table, n, head) in enumerate(ends()):
        stream, at = sha256(table.encode()).hex(), at + 1000
        times = [at, None] if n > 1 else [at, at + month]
        kind = "closed" if n > 1 else "opened"
        row = ["fairdeal/leaf/1", kind, stream, n, head, *times]
        leaf = json.dumps(row, separators=(",", ":"))
        assert Leaf(kind, stream, n, head, *times).data == leaf.encode()
        yield f"stream {index}    SHA-256({json.dumps(table)})\n            {stream}\n"
        tree.append(leaf.encode())
        hashes.append(sha256(b"\0", leaf.encode()))
        yield f"leaf {index}      {leaf}\nhash {index}      {hashes[-1].hex()}\n"
    zero, one, two = hashes
    both = sha256(b"\1", zero, one)
    root = sha256(b"\1", both, two)
    yield f"\nnode 0-1    SHA-256(01, hash 0, hash 1)\n            {both.hex()}\n"
    yield "root of 2   node 0-1\n"
    yield f"root of 3   SHA-256(01, node 0-1, hash 2)\n            {root.hex()}\n"
    assert (tree.root(2), tree.root(3)) == (both, root)
    assert tree.inclusion(1, 3) == [zero, two]
    yield "\nleaf 1 is in the tree of 3: path hash 0, hash 2\n"
    yield "            SHA-256(01, hash 0, hash 1) = node 0-1\n"
    yield "            SHA-256(01, node 0-1, hash 2) = root of 3\n"
    assert tree.consistency(2, 3) == [two]
    yield "the tree of 3 begins with that of 2: path hash 2\n"
    yield "            SHA-256(01, root of 2, hash 2) = root of 3\n"
    yield from checkpoint_example(root, at + 5000)


def checkpoint_example(root: bytes, at: int) -> Iterator[str]:
    """Yield the checkpoint of the worked example, signed and cosigned by hand."""
    yield "```\n\nIts checkpoint, signed with the key whose public half is"
    yield f" `{SIGNER.public}`,\nand cosigned by the witness"
    witness = NoteKey("witness.example/w1", WITNESS.public, COSIGNATURE)
    yield f" `{witness.text()}`:\n\n```\n"
    origin = f"fairdeal/{SIGNER.id}"
    lines = [origin, "3", base64.b64encode(root).decode(), f"at {at}"]
    text = "".join(f"{line}\n" for line in lines)
    key = sha256(f"{origin}\n\x01".encode(), bytes.fromhex(SIGNER.public))[:4]
    own = base64.b64encode(key + bytes.fromhex(SIGNER.sign(text.encode()))).decode()
    note = f"{text}\n\u2014 {origin} {own}\n"
    assert sign_checkpoint(SIGNER, origin, 3, root, at) == note
    seconds = 1_700_000_010
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    key = sha256(b"witness.example/w1\n\x04", bytes.fromhex(WITNESS.public))[:4]
    value = key + seconds.to_bytes(8, "big") + bytes.fromhex(WITNESS.sign(message))
    cosigned = f"{note}\u2014 witness.example/w1 {base64.b64encode(value).decode()}\n"
    assert read_note(cosigned).cosigned_at(witness) == seconds
    yield f"{cosigned}```\n\n"
    yield f"The last line is signed over `cosignature/v1`, `time {seconds}` and the four lines"
    yield " of the text, a line each.\n\n"


def test_the_worked_example_of_the_tree_is_right() -> None:
    held_to("tree.md", "tree example", "".join(tree_example()))


def change_example() -> Iterator[str]:
    """Yield a change of the key, made by hand."""
    at, new = 1_700_000_000_000, WITNESS.public
    message = json.dumps(["fairdeal/key-change/1", SIGNER.public, new, at], separators=(",", ":"))
    signature = SIGNER.sign(message.encode())
    keys = [PublicKey(new, at, None, signature), PublicKey(SIGNER.public, 0, at)]
    assert is_successor(keys[1], keys[0])
    row = ["fairdeal/key-change/1", SIGNER.public, new, at, signature]
    begin = sha256(b"fairdeal/log/1", b"keys")
    head = sha256(begin, json.dumps(row, separators=(",", ":")).encode())
    assert list(change_heads(keys)) == [(2, head.hex())]
    yield "\n```\n"
    yield f"message     {message}\nsignature   {signature[:64]}\n            {signature[64:]}\n"
    yield f"head 2      {head.hex()}\n```\n\n"


def test_the_worked_change_of_the_key_is_right() -> None:
    held_to("proofs.md", "change", "".join(change_example()))
