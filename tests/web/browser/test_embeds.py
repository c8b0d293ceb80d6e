"""Standings in a page of another origin, and on a projector."""

from typing import Any

from service.commands.client import Client
from tests.loopback import answering
from tests.waiting import wait_for
from tests.web.browser.person import DESK, PHONE
from tests.web.browser.test_tournaments import HOSTILE, cup

__all__ = ["cup"]  # the fixture
PAGE = """<!DOCTYPE html><title>Club</title><pre></pre><iframe width="360" height="480" src="{src}">
</iframe><script>fetch("{json}").then((answer) => answer.json()).then(({{ standings }}) => {{
document.querySelector("pre").textContent = standings.map(({{ name }}) => name).join("|"); }});
</script>"""


def test_a_page_of_another_origin_frames_the_standings_and_reads_them(
    people: Any, url: str, cup: tuple[Client, str]
) -> None:
    dora, path = cup
    rows = [{"seats": [at, at + 1]} for at in (0, 2, 4)]
    dora.post(f"{path}/rounds", {"tables": rows})
    wait_for(lambda: dora.get(f"{path}/standings")["ended"] == 1)
    names = [row["name"] for row in dora.get(f"{path}/standings")["standings"]]
    embed = f"{url}/embed/tournaments/{path.rsplit('/', 1)[1]}"
    one = people(width=PHONE)
    text = PAGE.format(src=f"{embed}?language=en", json=f"{url}{path}/standings")
    with answering(lambda asked: text.encode() if asked == "/" else b"") as club:
        one.page.goto(club)  # of another port, so of another origin
        frame = one.page.frame_locator("iframe")
        wait_for(lambda: frame.locator("th[scope=row]").all_inner_texts() == names)
        wait_for(lambda: one.page.locator("pre").inner_text() == "|".join(names))
        assert HOSTILE in names[0] and frame.locator("img").count() == 0
    board = people(width=DESK)
    board.page.goto(f"{embed}?view=board")
    board.see("th[scope=row]")
    assert board.is_as_wide_as_the_screen()
