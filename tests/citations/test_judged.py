"""What the judge adds to the checks: sentences in other words, and what is said nowhere."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.citations.align import align
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.rerankers.judge import Pair, built_in_judge

HOUSE = (
    "The caretaker, Mr Oduya, empties the bins on Mondays. Tenants sweep the stairs in turn, ground floor first. "
    "The cellar is locked at ten in the evening."
)


@pytest.fixture(scope="module")
def model() -> MultilingualE5Embedding:
    return MultilingualE5Embedding(processor_only=True)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("statement", "alone", "judged"),
    [
        (
            "It is Mr Oduya's job to take the rubbish out at the start of the week.",
            Verdict.PARTLY,
            Verdict.SUPPORTED,
        ),
        ("Residents take turns keeping the staircase clean.", Verdict.NOT_SAID, Verdict.SUPPORTED),
        ("The caretaker also shovels the snow in winter.", Verdict.NOT_SAID, Verdict.NOT_SAID),
    ],
)
def test_what_follows_in_other_words_is_supported(
    model: MultilingualE5Embedding, statement: str, alone: Verdict, judged: Verdict
) -> None:
    sources = (Source(1, 1.0, "/files/house.txt", 1, "1", 0, len(HOUSE), HOUSE, "node"),)
    assert [one.verdict for one in align(statement, sources, model).sentences] == [alone]
    aligned = align(statement, sources, model, built_in_judge())
    assert [one.verdict for one in aligned.sentences] == [judged]
    assert bool(aligned.citations) is (judged is Verdict.SUPPORTED)


def test_the_judge_clears_no_value_of_another_row(model: MultilingualE5Embedding) -> None:
    fares = (
        "| Zone | Ticket | Fare |\n|---|---|---|\n| Hills | Pram | 12 |\n| Islands | Pram | 34 |\n| Islands | Dog | 9 |"
    )
    sources = (Source(1, 1.0, "/files/ferry fares.xlsx", 1, "1", 0, len(fares), fares, "node"),)
    (wrong,) = align("In the Hills zone the fare for a pram is 34.", sources, model, built_in_judge()).sentences
    assert wrong.verdict is not Verdict.SUPPORTED
    (right,) = align("In the Hills zone the fare for a pram is 12.", sources, model, built_in_judge()).sentences
    assert right.verdict is Verdict.SUPPORTED


class Listens:
    """Remembers the evidence it is given, and entails nothing."""

    def __init__(self) -> None:
        self.evidence: list[list[str]] = []

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        self.evidence += [list(units) for _, units in pairs]
        return np.array([(-9, -9, 9)] * len(pairs), np.float32)

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        return np.zeros(len(pairs), np.float32)


def test_the_judge_reads_a_passage_below_its_title_then_all_below_theirs(model: MultilingualE5Embedding) -> None:
    other = "Green tea is brewed at eighty degrees."
    sources = (
        Source(1, 1.0, "/home/anna/Private/house_rules.txt", 1, "1", 0, len(HOUSE), HOUSE, "a"),
        Source(2, 1.0, "C:/Users/anna/tea.md", 1, "1", 0, len(other), other, "b", heading="Drinks"),
    )
    judge = Listens()
    align("The caretaker also shovels the snow in winter.", sources, model, judge)
    house, *rest = judge.evidence
    assert house == ["house rules", *HOUSE.replace(". ", ".|").split("|")]
    assert rest[0] == [*house, "tea Drinks", other]


def test_the_verdict_does_not_depend_on_the_folder_of_a_file(model: MultilingualE5Embedding) -> None:
    for folder in ("/files", "/dev/shm/tests.gcDj/t/popen-gw0/test_ask_streams/data", "/home/owl/Owls hunt mice"):
        cats = "Cats sleep sixteen hours a day.\n"
        sources = (Source(1, 1.0, f"{folder}/cats.txt", 1, "1", 0, len(cats), cats, "node"),)
        (owls,) = align("Owls hunt mice in silence.", sources, model, built_in_judge()).sentences
        assert owls.verdict is Verdict.NOT_SAID


class ReadsContradictions:
    """Finds that every statement is contradicted, or said nowhere."""

    def __init__(self, logits: tuple[float, float, float]) -> None:
        self._logits = logits

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        return np.array([self._logits] * len(pairs), np.float32)

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        return np.zeros(len(pairs), np.float32)


@pytest.mark.parametrize(
    ("logits", "verdict", "reason"),
    [
        ((-9, 9, -9), Verdict.CONTRADICTED, "The source says otherwise."),
        ((-9, -9, 9), Verdict.PARTLY, "The source does not say this."),
    ],
)
def test_what_the_source_says_otherwise_is_contradicted(
    model: MultilingualE5Embedding, logits: tuple[float, float, float], verdict: Verdict, reason: str
) -> None:
    sources = (Source(1, 1.0, "/files/house.txt", 1, "1", 0, len(HOUSE), HOUSE, "node"),)
    answer = "Tenants sweep the stairs in turn whenever the caretaker is away."
    (sentence,) = align(answer, sources, model, ReadsContradictions(logits)).sentences
    assert (sentence.verdict, sentence.reasons) == (verdict, (reason,))


def test_what_is_said_in_another_order_is_not_contradicted(model: MultilingualE5Embedding) -> None:
    text = "The first class costs 31 crowns. The council approved the crane and rejected the casino."
    sources = (Source(1, 1.0, "/files/minutes.txt", 1, "1", 0, len(text), text, "node"),)
    answer = "The council rejected the casino and approved the crane."
    (sentence,) = align(answer, sources, model, built_in_judge()).sentences
    assert sentence.verdict is Verdict.SUPPORTED
