"""docs/reference/pairings.md has the rounds of the stored designs, as `bench.designs` writes it."""

from bench.designs.table import PAGE, page_with_table


def test_the_page_has_the_rounds_of_the_stored_designs() -> None:
    page = PAGE.read_text()
    assert page == page_with_table(page)
