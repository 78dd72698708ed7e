"""Places of files are understood as people name them, and prose that has their words names none."""

import pytest

from desktop_rag.retrievers.place_words import (
    FileNames,
    Place,
    PlaceUnit,
    headed_text,
    is_idle,
    number_of,
    place_question,
)
from tests.retrievers.prose_questions import QUESTIONS

U = PlaceUnit


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("What is on page 4?", Place(U.PAGE, "4")),
        ("what does p. 12 say", Place(U.PAGE, "12")),
        ("Was steht auf Seite 6?", Place(U.PAGE, "6")),
        ("¿Qué dice la página 3?", Place(U.PAGE, "3")),
        ("Cosa c'è a pagina 5?", Place(U.PAGE, "5")),
        ("page iv", Place(U.PAGE, "iv")),
        ("page four", Place(U.PAGE, "4")),
        ("第5页写了什么？", Place(U.PAGE, "5")),
        ("第三页的内容是什么？", Place(U.PAGE, "3")),
        ("３ページには何が書いてありますか？", Place(U.PAGE, "3")),
        ("pages 3 to 5", Place(U.PAGE, "3", "5")),
        ("3ページから5ページの内容を教えてください", Place(U.PAGE, "3", "5")),
        ("What is on the last page?", Place(U.PAGE, from_end=1)),
        ("the second to last page", Place(U.PAGE, from_end=2)),
        ("What are the last 3 pages about?", Place(U.PAGE, from_end=3, count=3)),
        ("the first two pages", Place(U.PAGE, "1", "2", is_position=True)),
        ("on the 3rd page", Place(U.PAGE, "3", is_position=True)),
        ("最后一页写了什么", Place(U.PAGE, from_end=1, is_position=True)),
        ("and on the next page?", Place(U.PAGE, step=1)),
        ("Und auf der vorherigen Seite?", Place(U.PAGE, step=-1)),
        ("次のページは？", Place(U.PAGE, step=1, is_position=True)),
        ("Was steht auf der dritten Folie?", Place(U.SLIDE, "3", is_position=True)),
        ("スライド3の内容は？", Place(U.SLIDE, "3")),
        ("第三张幻灯片讲了什么", Place(U.SLIDE, "3")),
        ("Was steht auf Blatt 2?", Place(U.SHEET, "2")),
        ("Summarise chapter 3", Place(U.CHAPTER, "3")),
        ("第3章讲了什么？", Place(U.CHAPTER, "3")),
        ("Was sagt § 3?", Place(U.SECTION, "3")),
        ("What does section 2.3 say?", Place(U.SECTION, "2.3")),
        ("第十二条の内容は？", Place(U.ARTICLE, "12")),
        ("Que se passe-t-il au chapitre 4 ?", Place(U.CHAPTER, "4")),
        ("Que raconte la dernière page ?", Place(U.PAGE, from_end=1)),
        ("¿Qué dice el punto 4.1?", Place(U.SECTION, "4.1")),
        ("¿Qué ocurre en el último capítulo?", Place(U.CHAPTER, from_end=1)),
        ("Cosa succede nel capitolo 2?", Place(U.CHAPTER, "2")),
        ("Was passiert im dritten Kapitel?", Place(U.CHAPTER, "3", is_position=True)),
        ("What happens in chapter 5?", Place(U.CHAPTER, "5")),
        ("Vad står det i avsnitt 3.1?", Place(U.SECTION, "3.1")),
        ("Hvad står der på side 2?", Place(U.PAGE, "2")),
        ("O czym jest rozdział 2?", Place(U.CHAPTER, "2")),
        ("Что написано на странице 6?", Place(U.PAGE, "6")),
        ("What is in Appendix B?", Place(U.APPENDIX, "b")),
    ],
)
def test_a_place_is_understood_and_the_rest_asks_for_nothing_else(question: str, place: Place) -> None:
    found = place_question(question)
    assert found is not None
    assert found.place == place
    assert is_idle(found.rest)


def test_what_else_is_asked_is_kept() -> None:
    found = place_question("What does section 2.3 say about notice?")
    assert found is not None
    assert not is_idle(found.rest)
    assert "notice" in found.rest


@pytest.mark.parametrize("question", QUESTIONS)
def test_prose_names_no_place(question: str) -> None:
    found = place_question(question)
    assert found is None or not is_idle(found.rest)


def test_a_number_of_any_length_is_one() -> None:
    assert place_question(f"What does clause {'9' * 5000} say?") is None or number_of("9" * 5000) is not None


def test_numbers_are_read_in_every_spelling() -> None:
    assert [number_of(one) for one in ("12", "xiv", "seven", "十二", "二〇", "百三", "harbour")] == [
        12,
        14,
        7,
        12,
        20,
        103,
        None,
    ]


def test_a_file_is_named_by_most_of_its_name() -> None:
    names = FileNames(["ferry booklet.pdf", "engine_manual-2019.pdf", "渡船条例.txt"])
    assert names.find("page 7 of the booklet").numbers == (0,)
    assert names.find("page 7 of the 2019 engine manual").numbers == (1,)
    assert names.find("渡船条例第3条").numbers == (2,)
    assert names.find("what does page 7 say").numbers == ()


def test_a_file_is_named_by_its_name_with_another_ending() -> None:
    names = FileNames(["Logbuch.pdf", "Bordkarte.pdf", "Устав.pdf"])
    found = names.find("Was steht auf Seite 2 des Logbuchs?")
    assert found.numbers == (0,)
    assert "logbuchs" not in found.rest.casefold()
    assert names.find("в уставе").numbers == (2,)
    assert names.find("Wo ist der Bordstein?").numbers == ()


def test_a_line_of_the_table_of_contents_is_not_the_chapter() -> None:
    pages = [
        "Contents\nChapter 1 ... 2\nChapter 2 ... 3\n",
        "Chapter 1\n\nForty litres.\n",
        "Chapter 2\n\nNine litres.\n",
    ]
    found = headed_text(pages, Place(U.CHAPTER, "2"))
    assert found is not None
    assert [pages[page - 1][start:end] for page, start, end in found.spans] == ["Chapter 2\n\nNine litres.\n"]
