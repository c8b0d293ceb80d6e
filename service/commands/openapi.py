"""`fairdeal openapi`: the description of the API."""

from pathlib import Path

import click


@click.command()
@click.option("--write", type=click.Path(path_type=Path), default=None, help="Write it to a file.")
def openapi(write: Path | None) -> None:
    """Print the description of the API (OpenAPI 3.1, YAML)."""
    from service.openapi.document import build_text  # noqa: PLC0415  # only this command needs it

    text = build_text()
    if write is None:
        click.echo(text, nl=False)
    else:
        write.write_text(text)
