"""Only what states something about the documents is checked."""

import pytest

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict

TEXT = "Sales of the paper segment rose by 5 % in 2022."
SOURCES = (Source(1, 1.0, "/1.pdf", 1, "1", 0, len(TEXT), TEXT, "1"),)


def verdicts(answer: str, *, is_complete: bool = True) -> list[Verdict]:
    return [sentence.verdict for sentence in align(answer, SOURCES, is_complete=is_complete).sentences]


@pytest.mark.parametrize(
    "answer",
    [
        "# Owls and mice",
        "**Owls and mice**",
        "Do owls hunt mice?",
        "梟は鼠を狩りますか？",
        "```\nowls = hunt(mice)\n```",
        "| Owls | Mice |\n| --- | --- |",
        "I don't know.",
        "The passages do not mention owls.",
        "There is no information about owls in the documents.",
        "Owls are not mentioned in the passages.",
        "Die Dokumente enthalten dazu keine Angaben.",
        "Je ne trouve rien sur les hiboux.",
        "No encuentro nada sobre los búhos.",
        "梟についての記載はありません。",
        "文件中没有提到猫头鹰。",
        "Sure, here are the owls.",
        "Let me know if owls are of interest.",
        "The owls are:",
    ],
)
def test_what_states_nothing_is_not_checked(answer: str) -> None:
    assert set(verdicts(answer)) == {Verdict.UNCHECKED}


@pytest.mark.parametrize(
    "answer",
    [
        "Owls hunt mice.",
        "- Owls hunt mice",
        "Claro hunts mice.",
        "I was not able to hunt mice.",
        "The law does not specify owls as birds of prey.",
        "Owls do not hunt mice.",
        "> Owls hunt mice.",
        "| Owls | hunt mice |",
    ],
)
def test_what_states_something_is(answer: str) -> None:
    assert verdicts(answer) == [Verdict.NOT_SAID]


@pytest.mark.parametrize(
    "before",
    [
        "According to the report, ",
        "The document says that ",
        "The report states: ",
        "In short, ",
        "According to the annual report for owners, ",
    ],
)
def test_who_says_so_needs_no_support(before: str) -> None:
    assert verdicts(before + TEXT) == [Verdict.SUPPORTED]


@pytest.mark.parametrize(
    ("answer", "is_complete", "expected"),
    [
        ("Sales of the paper segment rose", False, [Verdict.UNCHECKED]),
        ("Sales of the paper segment rose", True, [Verdict.SUPPORTED]),
        (TEXT, False, [Verdict.SUPPORTED]),
        (f"{TEXT} Sales of the paper", False, [Verdict.SUPPORTED, Verdict.UNCHECKED]),
        (f"{TEXT} Sales of the paper [1]", False, [Verdict.SUPPORTED, Verdict.UNCHECKED]),
    ],
)
def test_a_fragment_at_the_end_is_neither_checked_nor_cited(
    answer: str,
    is_complete: bool,
    expected: list[Verdict],
) -> None:
    assert verdicts(answer, is_complete=is_complete) == expected
    assert len(align(answer, SOURCES, is_complete=is_complete).citations) == expected.count(Verdict.SUPPORTED)


@pytest.mark.parametrize(
    "answer",
    [
        "紙部門の売上高は2022年に5％増加しました。",
        "纸业部门的销售额在2022年增长了5%。",
        "Die Verkäufe der Papiersparte sind im Jahr 2022 um fünf Prozent gestiegen und nicht gefallen.",
        "Les ventes de la division papier ont augmenté et les coûts sont en baisse.",
        "Продажи бумажного сегмента выросли.",
        "ارتفعت مبيعات قطاع الورق",
    ],
)
def test_of_an_answer_in_another_language_nothing_is_said_that_only_its_words_would_tell(answer: str) -> None:
    (sentence,) = align(answer, SOURCES).sentences
    assert sentence.verdict is Verdict.UNCHECKED
    assert sentence.reasons == ("The passages are in another language.",)


def test_an_invented_sentence_in_the_passages_language_is_not_supported() -> None:
    assert verdicts("The owls of the forest are hunting for mice.") == [Verdict.NOT_SAID]
