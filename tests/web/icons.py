"""The icons of the installed page, drawn from its one drawing: ``python -m tests.web.icons``.

Chromium draws them; `service/web/icons/` keeps what it has drawn.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.folders import ROOT

WEB = ROOT / "service" / "web"
FOLDER = WEB / "icons"
COLOUR = "#1f5f56"  # of the drawing's ground
SAFE = 0.8  # of the width, within which systems may cut a maskable icon
SIZES = {"icon_180": 180, "icon_192": 192, "icon_512": 512, "icon_whole": 512}


def icon_page(name: str) -> str:
    """Return a page that shows an icon alone; what systems cut has its ground to the edge."""
    drawing = (WEB / "icon.svg").read_text()
    size = SIZES[name]
    is_cut = name in ("icon_whole", "icon_180")  # Apple rounds corners itself
    shown, ground = (round(size * SAFE), COLOUR) if is_cut else (size, "transparent")
    sized = drawing.replace("<svg ", f'<svg width="{shown}" height="{shown}" ', 1)
    return f"""<!DOCTYPE html><style>body {{ margin: 0; width: {size}px; height: {size}px;
        background: {ground}; display: grid; place-items: center }}</style>{sized}"""


def draw_icons(folder: Path) -> None:
    """Write all icons into a folder."""
    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(icon_page(name))
            page.screenshot(path=folder / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    draw_icons(FOLDER)
