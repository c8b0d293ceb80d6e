"""Play a table of Boon against two bots and believe nothing: check what the server tells.

    python examples/checked.py [URL]

Live: the chain of events, the seals of one's cards, each receipt with its signature, what is done
in one's name, and before one's entropy is revealed all that it answers. At the end: that the deal
follows from what was sealed before and from one's own entropy, and by `fairdeal verify` the result,
all signatures, and that the table stands in the one tree. What proves anything is kept in
`checked-TABLE/`. It ends at the first lie. docs/reference/ has the bytes.
"""

import hashlib
import hmac
import json
import secrets
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

URL = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000") + "/v1"
VERIFIER = str(Path(sys.executable).with_name("fairdeal"))  # installed with this Python
SEAT, HEADERS = 0, {"Content-Type": "application/json"}
SUITS = {"blue": range(1, 7), "green": range(2, 7), "red": range(2, 7), "gold": range(1, 15)}
DECK = [f"{suit}-{number}" for suit, numbers in SUITS.items() for number in numbers]

entropy, table, folder = secrets.token_hex(16), "", Path()
kept = {"entropy": entropy, "closing": None, "keys": [], "checkpoints": [], "receipts": []}
events, heads, sent = [], [], []  # sent: what I did and have not yet seen in the log

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # of Ed25519: RFC 8032
D = -121665 * pow(121666, -1, P) % P


def require(holds, lie):
    """Stop at a lie."""
    if not holds:
        raise SystemExit(f"LIE: {lie}. What proves it is in {folder.resolve()}")


def sha256(*parts):
    """Hash bytes."""
    return hashlib.sha256(b"".join(parts)).digest()


def canonical(value):
    """Return the one form of a JSON value that is hashed: RFC 8785, for integers and ASCII keys."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def ask(method, where, body=None):
    """Send a request, again while the server is busy; return the text of the answer."""
    headers = HEADERS | {"Idempotency-Key": secrets.token_hex(16)}
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urlopen(Request(URL + where, data, headers, method=method), timeout=60) as answer:
                return answer.read().decode()
        except HTTPError as error:
            if "Retry-After" not in error.headers:
                raise SystemExit(error.read().decode()) from None
            time.sleep(int(error.headers["Retry-After"]))


def keep(what, value):
    """Keep what may prove a lie."""
    kept[what].append(value)
    write()


def write():
    """Write down what is kept; the file is there whole, or as it was before."""
    (folder / "new").write_text(json.dumps(kept, indent=1))
    (folder / "new").replace(folder / "kept.json")


def command(where, body):
    """Send a command; keep its receipt and hold it to the chain; return the view."""
    answer = json.loads(ask("POST", f"/tables/{table}{where}", body))
    view = answer["view"]
    check_receipt(answer["receipt"])
    follow(view["n"], view["head"], "view")
    return view


def news(view):
    """Wait until something has happened; return the view then."""
    view = json.loads(ask("GET", f"/tables/{table}/view?after={view['n']}&wait=25"))
    follow(view["n"], view["head"], "view")
    return view


def check_receipt(receipt):
    """Keep a receipt, and hold it to the server's keys and to the chain; return its number."""
    keep("receipts", receipt)
    n, named = receipt["n"], [receipt[name] for name in ("n", "head", "at", "durability")]
    told = canonical(["fairdeal/receipt/1", table, *named])
    signature = bytes.fromhex(receipt["signature"])
    signed = any(is_signed(told, signature, bytes.fromhex(key["public"])) for key in kept["keys"])
    require(signed, f"the receipt of event {n} is not signed for this table")
    follow(n, receipt["head"], "receipt")
    require(receipt["at"] == events[n - 1]["at"], f"the receipt of event {n} has another time")
    return n


def is_signed(message, signature, public):
    """Say whether this is the Ed25519 signature of a message."""
    nonce, scalar = signature[:32], int.from_bytes(signature[32:], "little")
    order = int.from_bytes(hashlib.sha512(nonce + public + message).digest(), "little") % L
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    found = plus(point(nonce), times(order, point(public)))
    return scalar < L and times(scalar, base) == found


def point(data):
    """Return the point of the curve that 32 bytes stand for."""
    y = int.from_bytes(data, "little") % 2**255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    x = root if root * root % P == square else root * pow(2, (P - 1) // 4, P) % P
    require(x * x % P == square, f"{data.hex()} is no key or signature")
    return (P - x if x % 2 != data[31] >> 7 else x), y


def plus(one, other):
    """Add two points."""
    (x, y), (u, v) = one, other
    both = D * x * y * u * v
    return (x * v + y * u) * pow(1 + both, -1, P) % P, (y * v + x * u) * pow(1 - both, -1, P) % P


def times(number, one):
    """Multiply a point."""
    found = (0, 1)
    for bit in f"{number:b}":
        found = plus(found, found)
        found = plus(found, one) if bit == "1" else found
    return found


def follow(upto, claimed, what):
    """Go on with the chain to an event; hold what was said of it to the head that is found."""
    while len(events) < upto:
        page = json.loads(ask("GET", f"/tables/{table}/events?after={len(events)}"))["events"]
        require(page, f"event {upto} is kept from me")
        for event in page:
            parts, head = event.pop("parts"), event.pop("head")
            events.append(event)
            heads.append(sha256(heads[-1], canonical(event)))
            n, cause = len(events), event["cause"]
            require(event["n"] == n, f"event {n} is missing")
            require(head == heads[n].hex(), f"the head after event {n} does not follow")
            own = [audience for audience in event["seals"] if str(SEAT) in audience.split("+")]
            check_seals(event, parts, own)
            if isinstance(cause, dict) and cause["seat"] == SEAT:
                mine, shown = sent.pop(0) if sent else {}, cause["action"]  # without secret fields
                require(mine and shown.items() <= mine.items(), f"I did not do what event {n} says")
    require(claimed == heads[upto].hex(), f"the {what} of event {upto} does not fit the log")


def check_seals(event, parts, audiences):
    """Hold what is open to its seals; all that is for these audiences must be."""
    require(parts.keys() >= set(audiences), f"a part of event {event['n']} is withheld")
    for audience, part in parts.items():
        seal = sha256(bytes.fromhex(part["salt"]), canonical(part["data"])).hex()
        sealed = event["seals"].get(audience)
        require(seal == sealed, f"part {audience} of event {event['n']} is not what was sealed")


def reveal(view, promised):
    """Reveal my entropy behind a closing: only if all that I saw stands there, and under no other.

    `promised`: the commitments by seat, as I was shown them while I waited.
    """
    n, head = view["closing"]["n"], view["closing"]["head"]
    require(kept["closing"] in (None, head), "my entropy is wanted under a second closing")
    follow(n, head, "closing")
    require(events[n - 1]["type"] == "table.start_called.v1", f"event {n} is no call for the start")
    taken = {}
    for event in events[:n]:  # those who left before the call took their commitments along
        if event["type"] in ("table.seat_taken.v1", "table.seat_left.v1"):
            taken[event["data"]["seat"]] = event["data"].get("commitment")
    require([taken.get(seat) for seat in range(3)] == promised, "other commitments were closed")
    receipt = json.loads(ask("GET", f"/tables/{table}/closing"))["closing"]
    require(receipt is not None and check_receipt(receipt) == n, "I get no receipt of the closing")
    kept["closing"] = head
    write()  # before anybody knows my entropy
    return command("/reveal", {"entropy": entropy, "closing": head})


def check_settled(view):
    """Hold what the deal follows from to my reveal; keep its receipt from before the beacon."""
    settled = next(event for event in events if event["type"] == "table.entropy_closed.v1")
    require(SEAT not in settled["data"]["withheld"], "my reveal was dropped, as if withheld")
    require(settled["data"]["entropies"][SEAT] == entropy, "another entropy than mine was taken")
    receipt = json.loads(ask("GET", f"/tables/{table}/closing"))["settled"]
    whole = receipt is not None and check_receipt(receipt) == settled["n"]
    require(whole, "I get no receipt of what was settled")
    if (beacon := view["beacon"]) is not None and beacon["round"] is not None:
        require(time.time() * 1000 < beacon["due_at"], "it was settled with the beacon known")


def check_deal():
    """Shuffle every hand again, from the secret that was sealed before I sat down."""
    (folder / "log.jsonl").write_text(ask("GET", f"/tables/{table}/log"), newline="")
    rows = [json.loads(line) for line in (folder / "log.jsonl").open()][1:-1]
    same = [row["e"].encode() for row in rows] == [canonical(event) for event in events]
    require(same, "the log is not what I was shown")
    opened = [json.loads(row["p"] or "{}") for row in rows]
    beacon = [e["data"]["randomness"] for e in events if e["type"] == "table.beacon_came.v1"]
    settled = next(event for event in events if event["type"] == "table.entropy_closed.v1")
    entropies = settled["data"]["entropies"]
    secret = bytes.fromhex(opened[0]["table"]["data"]["secret"])
    for event, parts in zip(events, opened, strict=True):
        check_seals(event, parts, event["seals"])
        data = event["data"]
        if event["type"] == "boon.hand_dealt.v1":
            hand_secret = hmac.digest(secret, canonical(["hand", data["hand"]]), "sha256")
            name = [events[0]["data"]["group"], data["hand"], "deal", 1, entropies, *beacon]
            order = shuffled(DECK, hmac.digest(hand_secret, canonical(name), "sha256"))
            own = {(data["dealer"] + 1 + at) % 3: sorted(order[at:27:3]) for at in range(3)}
            held = {seat: sorted(parts[str(seat)]["data"]["hands"]) for seat in range(3)}
            same = own == held and order[27:] == parts["hand"]["data"]["boon"]
            require(same, f"the cards of hand {data['hand']} are not what the secret deals")
    return "all cards follow from the secret sealed before I sat down and from my entropy"


def shuffled(cards, key):
    """Return cards in the order that a key gives them."""
    order, block, counter = sorted(cards), b"", 0
    for places in range(len(order), 1, -1):
        word = 2**32
        while word >= 2**32 - 2**32 % places:
            if counter % 8 == 0:
                block = hmac.digest(key, (counter // 8).to_bytes(8), "sha256")
            word = int.from_bytes(block[counter % 8 * 4 :][:4])
            counter += 1
        order[places - 1], order[word % places] = order[word % places], order[places - 1]
    return order


def check_history():
    """Let the verifier find the table's end in the one tree, and that tree behind those I kept."""
    proof = json.loads(ask("GET", f"/tables/{table}/proof"))
    size = proof["checkpoint"].splitlines()[1]
    (folder / "proof.json").write_text(json.dumps(proof))
    for note in kept["checkpoints"]:
        (folder / "older.note").write_text(note)
        grown = ask("GET", f"/tree/consistency?from={note.splitlines()[1]}&to={size}")
        (folder / "grown.json").write_text(grown)
        fairdeal("checkpoint", "older.note", "proof.json", "--proof", "grown.json")
    keep("checkpoints", proof["checkpoint"])
    fairdeal("verify", "log.jsonl", "--proof", "proof.json")
    return f"leaf {proof['index']} of {size} in the tree, which has only grown since I came"


def fairdeal(*arguments):
    """Run the verifier; return the first line that it says."""
    line = [VERIFIER, *arguments, "--key", "kept.json"]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    require(done.returncode == 0, (done.stdout + done.stderr).strip())
    return done.stdout.splitlines()[0]


kept["keys"] = json.loads(ask("GET", "/keys"))["keys"]  # those of today, for ever
kept["checkpoints"].append(ask("GET", "/tree/checkpoint"))
account = json.loads(ask("POST", "/players", {"name": f"Ada {secrets.token_hex(3)}"}))
HEADERS["Authorization"] = f"Bearer {account['token']}"
asked = {"game": "boon", "seats": 3}
asked["options"] = json.loads(ask("GET", "/games/boon"))["brief"]
opened = json.loads(ask("POST", "/tables", asked))
table = opened["view"]["table"]
(folder := Path(f"checked-{table}")).mkdir()
heads.append(sha256(b"fairdeal/log/1", table.encode()))
check_receipt(opened["receipt"])
mine = ["fairdeal/entropy/1", account["player"], entropy]  # nobody can commit to it but me
commitment = sha256(canonical(mine)).hex()
command("/seats", {"seat": SEAT, "commitment": commitment})
for bot in (1, 2):
    view = command("/seats", {"seat": bot, "bot": "regular"})
promised = [seat["commitment"] for seat in view["seats"]]
require(promised == [commitment, None, None], "the seats show other commitments than were sent")
view = command("/start", {})
while all(event["type"] != "table.entropy_closed.v1" for event in events):
    awaited = view["seats"][SEAT]["entropy"] == "promised"
    view = reveal(view, promised) if awaited else news(view)
check_settled(view)
keep("checkpoints", ask("GET", "/tree/checkpoint"))
while view["phase"] != "closed":
    if choices := view["choices"]:  # the first of what I may do
        sent.append([*choices["actions"], *(pick["example"] for pick in choices["picks"])][0])
        view = command("/actions", sent[-1])
    else:
        view = news(view)
print("DEAL    good:", check_deal())
print("HISTORY good:", check_history())
print("RESULT ", fairdeal("verify", "log.jsonl", "--receipt", "kept.json").replace("GOOD", "good"))
