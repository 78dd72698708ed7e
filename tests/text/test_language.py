"""The language of a document is told by its first pages, and no page waits longer than it must."""

from collections.abc import Iterator

import pytest

from desktop_rag.core.schema import Document
from desktop_rag.text.language import detect_language, with_language

ENGLISH = "The library keeps what was read and finds it again. "
GERMAN = "Die Bibliothek behält, was gelesen wurde, und findet es wieder. "


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", ""),
        ("Short text here", ""),
        ("ΑΒΓ 12", ""),
        ("図書館は保存する", "ja"),
        ("The library 42 keeps, what was read; and finds_it again!", "en"),
        ("1 2 3 " * 3000 + ENGLISH, ""),
        ("\ud800" + ENGLISH, "en"),
    ],
)
def test_languages_of_short_and_strange_texts(text: str, language: str) -> None:
    assert detect_language(text) == language


def pages(texts: list[str], taken: list[int]) -> Iterator[Document]:
    for number, text in enumerate(texts):
        taken.append(number)
        yield Document(text=text, metadata={"page_label": str(number + 1)})


@pytest.mark.parametrize(
    ("texts", "held"),
    [
        ([ENGLISH * 50, GERMAN], 1),
        ([ENGLISH * 20, ENGLISH * 20, GERMAN * 5], 2),
        (["", "", *[ENGLISH] * 20], 8),
        ([ENGLISH] * 3, 3),
    ],
    ids=["long", "in the second", "short ones", "all"],
)
def test_pages_are_held_back_only_until_there_is_enough_to_tell(texts: list[str], held: int) -> None:
    taken: list[int] = []
    told = with_language(pages(texts, taken))
    first = next(told)
    assert len(taken) == held
    rest = list(told)
    assert [page.text for page in (first, *rest)] == texts
    assert [page.metadata["page_label"] for page in (first, *rest)] == [str(n + 1) for n in range(len(texts))]
    assert {page.metadata["language"] for page in (first, *rest)} == {"en"}


def test_pages_without_a_language_say_none() -> None:
    told = list(with_language([Document(text="12"), Document(text="")]))
    assert len(told) == 2
    assert not any("language" in page.metadata for page in told)
    assert list(with_language([])) == []
