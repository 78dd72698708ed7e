"""How much of a sentence must stand in a passage before it is cited, and what the model's own markers count for."""

import numpy as np
import pytest

from desktop_rag.citations.align import Aligned, align
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.core.schema import Matrix
from tests.helpers.mock_embedding import MockEmbedding


def source(rank: int, text: str, heading: str = "") -> Source:
    return Source(rank, 1.0, f"/files/{rank}.pdf", rank, str(rank), 0, len(text), text, f"node{rank}", heading=heading)


GREEK = (source(1, "Alpha beta."), source(2, "Gamma delta."))
TWINS = (source(1, "Otters hold hands while they sleep."), source(2, "Otters hold hands while they sleep."))
SLEEP = source(1, "Cats sleep sixteen hours a day.")


def aligned(answer: str, *sources: Source) -> Aligned:
    return align(answer, sources)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Alpha beta.", "Alpha beta [1]."),
        ("Alpha gamma.", "Alpha gamma [1]."),  # half of it is enough
        ("Alpha omega.", "Alpha omega."),  # the half that stands nowhere weighs more
        ("Alpha omega [1].", "Alpha omega [1]."),  # less is enough where the model named the passage
        ("Alpha omega psi [1].", "Alpha omega psi [1]."),
        ("Alpha omega psi phi [1].", "Alpha omega psi phi."),  # but not next to nothing
        ("Alpha omega psi [2].", "Alpha omega psi."),  # nor when it named another one
        ("Omega psi phi [1].", "Omega psi phi."),
    ],
)
def test_half_of_a_sentence_must_stand_in_a_passage_less_of_it_where_the_model_named_one(
    answer: str, expected: str
) -> None:
    assert aligned(answer, *GREEK).text == expected


@pytest.mark.parametrize(
    ("answer", "marker"),
    [
        ("Otters hold hands while they sleep.", 1),
        ("Otters hold hands while they sleep [1].", 1),
        ("Otters hold hands while they sleep [2].", 2),
        ("Otters hold hands while they sleep. [2]", 2),
        ("Otters hold hands while they sleep.\n[2]", 2),
        ("Otters hold hands while they sleep【2†L4】.", 2),
        ("[2] Otters hold hands while they sleep.", 1),  # a marker belongs to the sentence before it
        ("Otters hold hands while they sleep [3; 2].", 2),
    ],
)
def test_of_equal_passages_the_one_the_model_named_is_cited(answer: str, marker: int) -> None:
    (citation,) = aligned(answer, *TWINS).citations
    assert citation.marker == marker


def test_a_marker_counts_for_its_own_sentence_only() -> None:
    answer = "Alpha omega psi [1]. Beta omega psi."
    assert aligned(answer, *GREEK).text == "Alpha omega psi [1]. Beta omega psi."


@pytest.mark.parametrize("answer", ["Cats sleep sixteen hours a day.", "Cats sleep sixteen hours a day [1]."])
def test_no_support_is_more_than_whole(answer: str) -> None:
    (citation,) = aligned(answer, SLEEP).citations
    assert citation.score == 1.0


def test_a_hint_raises_the_score_where_words_are_missing() -> None:
    (plain,) = aligned("Alpha beta gamma delta.", *GREEK).citations
    (hinted,) = aligned("Alpha beta gamma delta [2].", *GREEK).citations
    assert (plain.marker, hinted.marker) == (1, 2)
    assert plain.score < hinted.score < 1


def test_the_heading_of_a_passage_counts_a_little() -> None:
    text = "They sleep sixteen hours a day."
    (plain,) = aligned("Cats sleep sixteen hours a day.", source(1, text)).citations
    (headed,) = aligned("Cats sleep sixteen hours a day.", source(1, text, heading="Cats")).citations
    assert plain.score < headed.score < 1


@pytest.mark.parametrize(
    ("number", "is_given"),
    [
        ("34,229", True),
        ("34,999", False),  # the thousands agree, the rest does not
        ("34", True),  # rounded
        ("35", False),
        ("3.5", False),
        ("7", False),
        ("1,034,229", False),
    ],
)
def test_every_figure_of_a_sentence_must_stand_in_the_sentence_cited(number: str, is_given: bool) -> None:
    passage = source(1, "Net sales of the whole paper segment in the past fiscal year were 34,229 million dollars.")
    answer = f"Net sales of the whole paper segment in the past fiscal year were {number} million dollars."
    (sentence,) = aligned(answer, passage).sentences
    assert sentence.verdict is (Verdict.SUPPORTED if is_given else Verdict.CONTRADICTED)


@pytest.mark.parametrize(
    ("answer", "is_given"),
    [
        ("Net sales of the paper segment rose in 2022.", True),
        ("Net sales of the paper segment rose in 2023.", False),
        ("Net sales of the paper segment rose in 3022.", False),
    ],
)
def test_years_alone_may_stand_elsewhere_in_the_passage(answer: str, is_given: bool) -> None:
    passage = source(1, "Report for 2022, number 3022.\n\nNet sales of the paper segment rose.")
    (sentence,) = aligned(answer, passage).sentences
    assert sentence.verdict is (Verdict.SUPPORTED if is_given else Verdict.PARTLY)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("# Cats sleep sixteen hours a day\n", "# Cats sleep sixteen hours a day\n"),
        (
            "| Cats sleep | sixteen hours a day |\n| --- | --- |\n| x | y |",
            "| Cats sleep | sixteen hours a day |\n| --- | --- |\n| x | y |",
        ),
        (
            "Note\n| Cats sleep | sixteen hours a day |\n|:--|--:|\n| x | y |",
            "Note\n| Cats sleep | sixteen hours a day |\n|:--|--:|\n| x | y |",
        ),
        ("Cats sleep sixteen hours a day\n-----\nMore.", "Cats sleep sixteen hours a day\n-----\nMore."),
        ("Cats sleep sixteen hours a day.\n\n---\nMore.", "Cats sleep sixteen hours a day [1].\n\n---\nMore."),
        ("~~~\nCats sleep sixteen hours a day.\n~~~\n", "~~~\nCats sleep sixteen hours a day.\n~~~\n"),
        ("* Cats sleep sixteen hours a day", "* Cats sleep sixteen hours a day [1]"),
        ("**Cats sleep sixteen hours a day.**", "**Cats sleep sixteen hours a day [1].**"),
        ("“Cats sleep sixteen hours a day!”", "“Cats sleep sixteen hours a day [1]!”"),
    ],
)
def test_headings_and_code_carry_no_marker_lists_and_quotes_do(answer: str, expected: str) -> None:
    assert aligned(answer, SLEEP).text == expected


@pytest.mark.parametrize(
    ("meaning", "answer", "is_cited"),
    [
        (1.0, "Katzen ruhen sehr lange [1].", True),
        (1.0, "Katzen ruhen sehr lange.", False),  # the model named no passage
        (1.0, "Katzen ruhen sehr lange [2].", False),  # the model named one that is not there
        (1.0, "Katzen ruhen 23 Stunden [1].", False),  # no meaning makes up for a figure that stands nowhere
        (0.0, "Katzen ruhen sehr lange [1].", False),
    ],
)
def test_where_words_differ_the_meaning_of_a_named_passage_decides(meaning: float, answer: str, is_cited: bool) -> None:
    assert bool(align(answer, (SLEEP,), _Alike(meaning)).citations) is is_cited


class _Alike(MockEmbedding):
    """Takes German and English for as similar as it is told."""

    def __init__(self, cosine: float) -> None:
        super().__init__(2)
        self._cosine = cosine

    def vector_of(self, text: str) -> Matrix:
        cosine = 1.0 if "Katzen" in text else self._cosine
        return np.array([cosine, (1 - cosine**2) ** 0.5], np.float32)
