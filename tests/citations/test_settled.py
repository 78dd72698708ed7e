"""While an answer is being written, its sentences are judged once they are whole, and keep their verdicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.citations.align import Alignment, align
from desktop_rag.citations.settled import settled_length
from desktop_rag.core.results.answers import Source

CATS = "Cats sleep sixteen hours a day. They purr when they are content. | Cats | 16 |"
TOKYO = "東京都の人口は約千四百万人です。首都は東京です。"
SOURCES = tuple(
    Source(rank, 1.0, f"/{rank}.pdf", 1, "1", 0, len(text), text, str(rank))
    for rank, text in enumerate((CATS, TOKYO), 1)
)


def settled(text: str) -> str:
    return text[: settled_length(text)]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("Cats sleep.", ""),  # the full stop may be one of an abbreviation
        ("Cats sleep. T", ""),
        ("Cats sleep. They purr", "Cats sleep. "),
        ("Cats sleep. They purr. Dogs bark", "Cats sleep. They purr. "),
        ("猫は眠る。犬", "猫は眠る。"),
        ("Cats sleep. [", ""),
        ("Cats sleep. [1", ""),
        ("Cats sleep. [1] ", ""),
        ("Cats sleep. [1] They purr", "Cats sleep. [1] "),
        ("Cats sleep [1]. They purr", "Cats sleep [1]. "),
        ("Cats sleep.\n\n(Source ", ""),
        ("Cats sleep.¹ They purr", "Cats sleep.¹ "),
        ("Cats sleep.[1][2] They purr", "Cats sleep.[1][2] "),
        ("| Cat | Sleep |\n", ""),
        ("| Cat | Sleep |\n| --", ""),
        ("| Cat | Sleep |\n| --- | --- |\n", ""),
        ("| Cat | Sleep |\n| --- | --- |\n| Tom | 16 |\n| ", "| Cat | Sleep |\n| --- | --- |\n"),
        ("| Cat | Sleep |\n| --- | --- |\n| Tom | 16 |\n| Kitty | 1", "| Cat | Sleep |\n| --- | --- |\n| Tom | 16 |\n"),
        ("Sleep of cats\n---", ""),
        ("Sleep of cats\n\nCats sleep", "Sleep of cats\n\n"),
        ("# Sleep\nCats ", "# Sleep\n"),
        ("He said: “Cats sleep. They purr", ""),
        ("He said: “Cats sleep. They purr.” And then", "He said: “Cats sleep. They purr.” "),
        ('He said: "Cats sleep. They purr', ""),
        ("Use `cats.sleep. They purr` to", ""),
        ("Use it.\n```\nx = 1\n", "Use it.\n```\n"),
        ("- Cats sleep.\n- They purr", "- Cats sleep.\n"),
        ("", ""),
    ],
)
def test_only_whole_sentences_are_settled(text: str, whole: str) -> None:
    assert settled(text) == whole


_PIECES = st.sampled_from(
    [
        "Cats sleep sixteen hours a day",
        "They purr",
        "The moon is made of green cheese",
        "東京都の人口は約千四百万人です。",
        "16",
        "Dr. Cat",
        "e.g. cats",
        *'. |.|! |? |: |\n|\n\n|\n- |\n1. |\n# |, |“|”|"|「|」|`|**| [1]| [2]|[1|]|【2】|¹| (Source 2)|(page 3)'.split(
            "|"
        ),
        "\n| Cats | 16 |",
        "\n| --- | --- |",
        "\n---\n",
        "\n```\n",
        "\nSleep of cats\n",
    ]
)


@given(st.lists(_PIECES, max_size=14), st.data())
def test_what_was_settled_stays_as_it_was_told(pieces: list[str], data: st.DataObject) -> None:
    answer = "".join(pieces)
    whole = align(answer, SOURCES)
    alignment = Alignment(SOURCES)
    position = length = 0
    while position < len(answer):
        position = data.draw(st.integers(position + 1, len(answer)))
        length = settled_length(answer[:position], length)
        told = alignment.aligned(answer[:length])
        count = len(told.sentences)
        assert told.sentences == whole.sentences[:count]
        assert not count or whole.text.startswith(told.text.rstrip())
    assert alignment.aligned(answer) == whole


@given(st.text(max_size=200), st.integers(0, 200))
def test_more_text_never_settles_less(text: str, first: int) -> None:
    length = settled_length(text[:first])
    assert length <= settled_length(text, length) <= len(text)
