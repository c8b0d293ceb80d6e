"""The program in docs/how-to/sign-actions.md that signs actions."""

import threading
from typing import Any

from nacl.signing import SigningKey
from werkzeug.serving import make_server

from tests.folders import ROOT
from tests.service.asker import Service, commitment, entropy


def test_the_page_shows_how_to_sign_actions_and_it_works(service: Service) -> None:
    """Run the program of the page against a server on a socket, a whole table long."""
    page = (ROOT / "docs" / "how-to" / "sign-actions.md").read_text()
    text = page.split("<!-- signing -->")[1].split("<!-- end of signing -->")[0]
    program: dict[str, Any] = {}
    exec(text.split("```python")[1].split("```")[0], program)
    ada, key = service.player("Ada"), SigningKey.generate()
    server = make_server("127.0.0.1", 0, service.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        api = f"http://127.0.0.1:{server.port}/v1"
        account = program["register"](api, ada.token, ada.id, key)
        assert account["key"] == bytes(key.verify_key).hex()
        path = service.opened(ada, options={"victory_cards": 1})
        word = entropy("a word")
        program["sit"](
            api, ada.token, ada.get(path).get_json(), 0, key, commitment(ada.id, "a word")
        )
        for _ in range(2):
            ada.post(f"{path}/seats", {"bot": "regular"})
        waiting = program["start"](api, ada.token, ada.get(path).get_json() | {"seat": 0}, key)
        closing = waiting["receipt"]["head"]
        told = program["reveal"](api, ada.token, waiting["view"], key, word, closing)
        assert told["view"]["phase"] == "playing"
        while (view := ada.get(f"{path}/view").get_json())["outcome"] is None:
            if (offered := view["choices"]) is not None:
                actions = [*offered["actions"], *(pick["example"] for pick in offered["picks"])]
                assert program["act"](api, ada.token, view, actions[0], key)["receipt"]
            service.bots(path)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
