"""Answers that run in circles are ended."""

import itertools
import random
import time
from collections.abc import Iterable, Iterator

import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.llms.repetition import without_loops

SENTENCE = "Green tea is brewed at eighty degrees, and it is best kept dry and dark, far from spices. "
PARAGRAPH = "".join(
    f"Sentence {name} of a paragraph says that tea is {name}.\n" for name in ("warm", "cold", "new", "old")
)


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


@pytest.mark.sampled(5)
@pytest.mark.parametrize("piece", [1, 7, 5_000])
@pytest.mark.parametrize(
    "units",
    [
        itertools.repeat(SENTENCE),
        itertools.repeat(PARAGRAPH),
        itertools.repeat(PARAGRAPH * 5),
        itertools.repeat("緑茶は八十度の湯で淹れ、乾いた暗い場所に保管します。"),
        itertools.repeat("\n"),
        itertools.repeat("- "),
        (f"{number}. Green tea is brewed.\n" for number in itertools.count(1)),
        (f"| {number} | {2 * number} years | green |\n" for number in itertools.count(7)),
        (f"{number}、緑茶。" for number in itertools.count(1)),
        (random.Random(3).choice([SENTENCE, "It is tea. ", "Keep it dry, as they say. "]) for _ in itertools.count()),
    ],
    ids=[
        "sentence", "paragraph", "page", "Japanese", "lines", "signs", "counting list", "counting table",
        "counting in Japanese", "turns",
    ],
)  # fmt: skip
def test_every_loop_is_ended_within_bounds(units: Iterable[str], piece: int) -> None:
    units, copy = itertools.tee(units)
    del copy

    def endless() -> Iterator[str]:
        yield "A good beginning. "
        waiting = ""
        for unit in units:
            waiting += unit
            while len(waiting) >= piece:
                yield waiting[:piece]
                waiting = waiting[piece:]

    seen: list[str] = []
    with pytest.raises(UserError, match="repeat itself"):
        seen.extend(itertools.islice(without_loops(endless()), 20_000 // piece))
    assert sum(map(len, seen)) < 20_000


@pytest.mark.parametrize(
    "text",
    [
        "".join(
            f'{{"id": {n}, "date": "2024-{n % 12 + 1}-{n * 7 % 28 + 1}", "value": {n * n % 97}}},\n' for n in range(900)
        ),
        "".join(f"| {n * n % 89} | {n * 31 % 97} |\n" for n in range(900)),
        "".join(f"{n}. The {n * n % 89}th tea of the {n * 31 % 97}th garden.\n" for n in range(900)),
        (SENTENCE + "And so on. ") * 3 + PARAGRAPH,
        "Refrain: " + ("la la la. " * 8 + "The verse goes on in other words. ") * 3,
        "\n".join(f"| {word} | yes | no | yes |" for word in (f"{a}{b}" for a in "abcdefghij" for b in "klmnopqrst")),
    ],
    ids=["rows of JSON", "table of numbers", "list", "said three times", "song", "table of words"],
)
def test_what_only_looks_alike_passes(text: str) -> None:
    assert "".join(without_loops(iter([text[i : i + 7] for i in range(0, len(text), 7)]))) == text


def test_looking_takes_no_time() -> None:
    pieces = ["ab" * 30 + str(n * n % 8_999) for n in range(4_000)]
    started = time.process_time()
    list(without_loops(iter(pieces)))
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    "text", ["word " * 20, "| --- " * 60, "-" * 700, " " * 700, "".join(f"{n}. item {n}\n" for n in range(200))]
)
def test_ordinary_text_passes(text: str) -> None:
    pieces = [text[i : i + 7] for i in range(0, len(text), 7)]
    assert list(without_loops(iter(pieces))) == pieces
