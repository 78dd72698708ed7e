"""Whether a library has anything about a question: told from words and from cosines, and never of mere requests."""

from dataclasses import replace

import pytest

from desktop_rag.retrievers.relevance import (
    SearchEvidence,
    is_about_something,
    is_decided,
    is_relevant,
    language_of,
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
    ("question", "lead", "relevant"),
    [
        ("How many commercial aircraft were delivered in the year?", 0.08, True),
        ("How many commercial aircraft were delivered in the year?", 0.03, True),  # its words tell
        ("How did they do with planes?", 0.12, True),  # no word of it, but the meaning
        ("What is the capital of Mongolia?", 0.02, False),
        ("Which year did the company of Mongolian painters end?", -0.03, False),
        ("Wie viele Flugzeuge wurden ausgeliefert?", 0.06, True),
        ("Was ist die Hauptstadt der Mongolei?", 0.02, False),
        ("飛行機は何機納入されましたか。", 0.04, True),
        ("モンゴルの首都はどこですか。", 0.0, False),
    ],
)
def test_questions_to_a_few_passages(question: str, lead: float, relevant: bool) -> None:
    few = replace(evidence(question, nodes=3), background=(0.8, 0.75, 0.7), unrelated=0.80 - lead)
    assert is_relevant(few) is relevant
    assert is_relevant(replace(few, unrelated=None)) is is_relevant(replace(few, nearest=None))


def test_words_that_stand_everywhere_tell_nothing_of_a_single_passage() -> None:
    lease = "The rent is due on the third day of each month, and is what is agreed in the letter of the landlord."
    question = "What is the capital of Mongolia?"
    known = set(question_terms(lease))
    counts = {term: int(term in known) for term in question_terms(question)}
    one = SearchEvidence(question, counts, 1, [lease], 0.754, (0.754,), unrelated=0.737)
    assert not is_relevant(one)
    assert not is_relevant(replace(one, nearest=None, background=(), unrelated=None))


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


def test_a_passage_must_be_nearer_than_it_is_to_questions_about_other_things() -> None:
    asked = evidence("Who painted ceilings?", "The weather was fine that day.", nearest=0.86)
    scores = [relevance(replace(asked, unrelated=cosine)) for cosine in (0.72, 0.76, 0.80, 0.85)]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0 > scores[-1]


def test_in_another_language_both_leads_must_tell() -> None:
    asked = evidence("Wie viele Flugzeuge wurden ausgeliefert?", nearest=0.85)
    assert is_relevant(replace(asked, unrelated=0.84))
    assert not is_relevant(replace(asked, unrelated=0.849))
    assert not is_relevant(replace(evidence("Was ist die Hauptstadt der Mongolei?", nearest=0.78), unrelated=0.7))


def test_in_another_script_questions_about_other_things_prove_nothing() -> None:
    asked = evidence("飛行機は何機納入されましたか。", nearest=0.86)
    assert relevance(replace(asked, unrelated=0.95)) == relevance(asked)


@pytest.mark.parametrize(
    "question",
    ["Which aircraft were sold abroad?", "Wie viele Flugzeuge wurden ausgeliefert?", "飛行機は何機納入されましたか。"],
)
def test_the_nearer_the_tokens_come_the_likelier_it_is(question: str) -> None:
    asked = replace(evidence(question, nearest=0.79), unrelated=0.78)
    scores = [relevance(replace(asked, by_token=lead)) for lead in (0.0, 1.0, 2.0, 4.0, 6.0)]
    assert scores == sorted(scores)
    assert scores[0] < 0 < scores[-1]


def test_tokens_are_compared_only_where_they_can_change_what_is_said() -> None:
    assert is_decided(evidence("Who painted ceilings?", nearest=0.74)), "nothing speaks for it"
    assert is_decided(evidence("How many aircraft did Boeing deliver?", nearest=0.86)), "all speaks for it"
    assert is_decided(evidence("Which aircraft were sold abroad?", nearest=0.8, nodes=11)), "few passages"
    assert is_decided(evidence("Wer malte Decken?", nearest=None)), "nothing is known of meaning"
    assert is_decided(evidence("この文書を要約してください", nearest=0.79)), "never refused"
    for question in ("Which aircraft were sold abroad?", "Wer malte die Decke aus?", "飛行機は何機納入されましたか。"):
        open_ = evidence(question, nearest=0.79)
        assert not is_decided(open_)
        assert is_relevant(replace(open_, by_token=7.0))
        assert not is_relevant(replace(open_, by_token=-0.5))


@pytest.mark.parametrize(
    ("question", "passage", "language"),
    [
        ("What does the report say?", "Der Bericht ist nicht lang und die Tabelle ist im Anhang.", "en"),
        ("E4?", "Der Bericht ist nicht lang und die Tabelle ist im Anhang.", "de"),
        ("いつですか。", REPORT, "ja"),
        ("X4?", "X4 X5", ""),
    ],
)
def test_the_language_is_that_of_the_question_or_of_what_was_found(question: str, passage: str, language: str) -> None:
    assert language_of(question, [passage]) == language


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


_SALES = "| Net sales | 8,631 | 6,152 |\n| Cost of sales | 5,262 | 4,203 |\n| Gross profit | 3,369 | 1,949 |"
_HEADED = "|  | Fiscal 2022 | Fiscal 2021 |\n|---|---|---|\n" + _SALES


@pytest.mark.parametrize(
    ("passage", "heading", "relevant"),
    [
        (_SALES, "Seaview annual report · Fiscal 2022 · Fiscal 2021", True),
        (_SALES, "", False),
        (_SALES, "Veterinary fees · Dog · Cat", False),
        (_HEADED, "Seaview annual report", True),
        (_SALES.replace("|", ""), "Seaview annual report · Fiscal 2022 · Fiscal 2021", False),
    ],
    ids=["columns above the passage", "nothing above", "another table", "columns in the passage", "no rows"],
)
def test_rows_are_read_with_what_names_their_table_and_columns(passage: str, heading: str, relevant: bool) -> None:
    """Where every passage speaks of net sales, the year and the company decide, and they stand above the row."""
    asked = evidence("What were the net sales of Seaview in fiscal 2022?", passage, nearest=None)
    counts = {**asked.counts, "net": 390, "sales": 390, "fiscal": 3, "2022": 3, "seavie": 3, "seaview": 3}
    asked = replace(asked, counts={term: counts[term] for term in asked.counts}, headings=[heading])
    assert is_relevant(asked) is relevant
