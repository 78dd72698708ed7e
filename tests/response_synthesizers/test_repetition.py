"""Answers that run in circles are ended."""

from collections.abc import Iterator

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.response_synthesizers.repetition import without_loops


@pytest.mark.parametrize("unit", [" Amcor", "the same sentence again and again. ", "はい、"])
def test_a_loop_is_ended_after_some_hundred_characters(unit: str) -> None:
    def endless() -> Iterator[str]:
        yield "A good beginning. "
        while True:
            yield unit

    seen: list[str] = []
    with pytest.raises(UserError, match="repeat itself"):
        seen.extend(without_loops(endless()))
    assert seen[0] == "A good beginning. "
    assert sum(map(len, seen)) < 2000


@pytest.mark.parametrize(
    "text", ["word " * 20, "| --- " * 60, "-" * 700, " " * 700, "".join(f"{n}. item {n}\n" for n in range(200))]
)
def test_ordinary_text_passes(text: str) -> None:
    pieces = [text[i : i + 7] for i in range(0, len(text), 7)]
    assert list(without_loops(iter(pieces))) == pieces
