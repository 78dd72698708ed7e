"""Whether a library has anything about a question: told from words and from cosines, and never of mere requests."""

from dataclasses import replace

import pytest

from desktop_rag.retrievers.relevance import (
    SearchEvidence,
    is_about_something,
    is_relevant,
    question_terms,
    relevance,
)

REPORT = (
    "Boeing delivered 480 commercial aircraft in the year that ended in December. The backlog of orders grew to 5,400 "
    "airplanes. The company paid no dividend, and its debt was lower than in the year before."
)
BACKGROUND = tuple(0.74 + 0.0004 * number for number in range(100))


def evidence(question: str, passage: str = REPORT, nearest: float | None = 0.80, nodes: int = 400) -> SearchEvidence:
    """Return what a library of English reports shows: words of the passage are in three nodes, common ones in most."""
    known = dict.fromkeys(question_terms(passage), 3) | dict.fromkeys(("the", "of", "is", "in", "was", "and"), 300)
    counts = {term: known.get(term, 0) for term in question_terms(question)}
    return SearchEvidence(question, counts, nodes, [passage], nearest, () if nearest is None else BACKGROUND)


@pytest.mark.parametrize(
    ("question", "nearest", "relevant"),
    [
        ("How many commercial aircraft were delivered in the year?", 0.86, True),
        ("How many commercial aircraft were delivered in the year?", None, True),
        ("What is the capital of Mongolia?", 0.80, False),
        ("What is the capital of Mongolia?", None, False),
        ("Who painted the ceiling of the Sistine Chapel in Rome?", 0.79, False),
        ("Wie viele Flugzeuge wurden ausgeliefert?", 0.85, True),  # in another language: the meaning decides
        ("Wie viele Flugzeuge wurden ausgeliefert?", None, True),  # nobody can tell
        ("Was ist die Hauptstadt der Mongolei?", 0.78, False),
        ("飛行機は何機納入されましたか。", 0.86, True),
        ("モンゴルの首都はどこですか。", 0.775, False),
    ],
)
def test_questions(question: str, nearest: float | None, relevant: bool) -> None:
    assert is_relevant(evidence(question, nearest=nearest)) is relevant


@pytest.mark.parametrize(
    "request_",
    [
        "Summarise this",
        "What is in these files?",
        "Give me an overview of the documents.",
        "Thanks!",
        "Fasse die Dokumente zusammen",
        "Worum geht es in diesen Dateien?",
        "Résume ces documents",
        "この文書を要約してください",
        "总结这些文件",
        "",
        "?",
    ],
)
def test_what_is_no_question_is_never_refused(request_: str) -> None:
    assert not is_about_something(request_)
    assert is_relevant(evidence(request_, nearest=0.75))


def test_a_pasted_text_is_no_question() -> None:
    pasted = " ".join(f"word{number}" for number in range(100))
    assert not is_about_something(pasted)
    assert is_about_something("word1 word2")


def test_more_of_the_question_and_a_greater_lead_make_it_likelier() -> None:
    question = "Which company delivered aircraft and paid no dividend?"
    worse = relevance(evidence(question, "The weather was fine that day."))
    assert worse < relevance(evidence(question))
    assert relevance(evidence(question, nearest=0.78)) < relevance(evidence(question, nearest=0.82))


def test_the_nearest_of_very_many_passages_leads_by_chance() -> None:
    question = "Who painted ceilings?"
    assert relevance(evidence(question, nodes=100_000)) < relevance(evidence(question, nodes=100))


def test_a_question_that_names_a_file_is_about_it() -> None:
    asked = evidence("Was Boeing's topline resilient throughout?", nearest=0.76)
    assert not is_relevant(asked)
    assert is_relevant(replace(asked, names_files=True))


def test_what_follows_up_is_refused_less_readily() -> None:
    asked = evidence("And where did the painter live in his youth?", nearest=0.9)
    assert not is_relevant(asked)
    assert is_relevant(replace(asked, follows_up=True))


def test_without_passages_nothing_is_relevant() -> None:
    assert not is_relevant(replace(evidence("Which aircraft?"), passages=[]))


def test_in_a_tiny_library_words_decide() -> None:
    asked = replace(evidence("How many aircraft were delivered?", nearest=0.5), background=(0.7, 0.7, 0.7))
    assert is_relevant(asked)
    assert not is_relevant(replace(asked, question="Who painted the Sistine Chapel?", counts={"the": 400}))
