"""`fairdeal openapi`: the description of the API."""

from pathlib import Path

import click

from events.terminal import say_lines


@click.command()
@click.option("--write", type=click.Path(path_type=Path), default=None, help="Write it to a file.")
def openapi(write: Path | None) -> None:
    """Print the description of the API as YAML."""
    from service.openapi.document import build_text  # noqa: PLC0415  # only this command needs it

    text = build_text()
    if write is None:
        say_lines(*text.removesuffix("\n").split("\n"))
    else:
        write.write_text(text)
