"""A terminal on which tables are drawn: our colours steer it, and nothing else does."""

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from games.core.words import printable_text


class Screen(Console):
    """A console of rich that prints foreign texts as `plain` gives them."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield what is drawn; a mark is one for each character, so that styles stay in place."""
        if isinstance(renderable, Text):
            renderable = renderable.copy()
            renderable.plain = printable_text(renderable.plain)
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else _plain_segment_text(text), style, control)


def _plain_segment_text(text: str) -> str:
    """Return a piece of what is drawn, in which rich breaks lines."""
    return "\n".join(map(printable_text, text.split("\n")))
