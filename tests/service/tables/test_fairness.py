"""The server and a verifier say the same of who could have influenced the deal."""

from pathlib import Path

import pytest

from events.verify.influence import WHO
from events.verify.log import verify_log
from tests.service.asker import Service, commitment

WORDS: dict[str, list[str | None]] = {
    "nobody": [None, None],
    "one": ["cat", None],
    "both": ["cat", "dog"],
}


@pytest.mark.parametrize("who", WORDS)
def test_a_verdict_says_what_the_server_has_said_of_a_table(
    who: str, service: Service, tmp_path: Path
) -> None:
    players = [service.player("Ada"), service.player("Bob")]
    path = service.opened(players[0], "boosh", 2, options={"max_hands": 1})
    for one, word in zip(players, WORDS[who], strict=True):
        body = {} if word is None else {"commitment": commitment(one.id, word)}
        assert one.post(f"{path}/seats", body).status_code == 201
    assert players[0].post(f"{path}/start").status_code == 200
    for one, word in zip(players, WORDS[who], strict=True):
        if word is not None:
            assert one.reveal(path, word).status_code == 200
    told = service.nobody.get(f"{path}/fairness").get_json()
    service.play(path, players)
    assert service.nobody.get(f"{path}/fairness").get_json() == told
    log = tmp_path / "log"
    log.write_bytes(service.nobody.get(f"{path}/log").data)
    keys = [key["public"] for key in service.nobody.get("/v1/keys").get_json()["keys"]]
    report = verify_log(log, keys)
    assert [one for one in report.proven if one.startswith(WHO)] == [f"{WHO}: {told['text']}"]
    assert told["aborted"] == {"server": 0, "players": [0, 0]}
    aborted = "tables aborted before this one, also by auditors, are not in its log"
    assert aborted in report.not_proven
