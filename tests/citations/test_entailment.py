"""What was learnt of people's judgements decides where words, numbers and names tell nothing."""

import math

import pytest

from desktop_rag.citations.align import Aligned, Alignment, align
from desktop_rag.citations.checking import SentenceChecker
from desktop_rag.citations.entailment import Entailment, Likeness, learnt
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.evidence.units import Passage, TermWeights, stems, units_of

PASSAGES = (
    "The ferry to the island leaves the harbour every morning at nine. In winter it runs on Sundays only.",
    (
        "Egg donors may act for unselfish reasons. The agencies in this trade, though, have to earn money. "
        "Donors are examined by a doctor before they are accepted, and they may withdraw at any time."
    ),
    "船は毎朝九時に港を出ます。冬は日曜日だけ運航します。",
)
SOURCES = tuple(
    Source(rank, 1.0, f"/files/{rank}.txt", 1, "1", 0, len(text), text, f"node {rank}")
    for rank, text in enumerate(PASSAGES, 1)
)


def verdicts(aligned: Aligned) -> list[Verdict]:
    return [one.verdict for one in aligned.sentences]


def marked(aligned: Aligned) -> list[str]:
    return [aligned.text[start:end] for one in aligned.sentences for start, end in one.unsupported]


@pytest.mark.parametrize(
    ("answer", "rank"),
    [
        ("A doctor checks the women who want to donate before anybody accepts them.", 2),
        ("The companies in this business must make money even so.", 2),
        ("Each day at nine in the morning a ferry departs from the harbour for the island.", 1),
    ],
)
def test_the_same_in_other_words_is_supported(answer: str, rank: int, embed_model: MultilingualE5Embedding) -> None:
    aligned = align(answer, SOURCES, embed_model)
    assert verdicts(aligned) == [Verdict.SUPPORTED]
    assert [one.marker for one in aligned.citations] == [rank]


@pytest.mark.parametrize(
    "answer",
    [
        "The agencies pay the donors several thousand dollars for each donation.",
        "The island has two hotels and a school for its forty inhabitants.",
        "The ferry to the island was built in a shipyard and carries cars.",
        "島には学校とホテルが二軒あります。",
    ],
)
def test_what_no_passage_says_is_not(answer: str, embed_model: MultilingualE5Embedding) -> None:
    assert Verdict.SUPPORTED not in verdicts(align(answer, SOURCES, embed_model))


def test_the_words_that_nothing_supports_are_underlined(embed_model: MultilingualE5Embedding) -> None:
    aligned = align(
        "Donors are examined by a doctor who works for the largest hospital of the capital.",
        SOURCES,
        embed_model,
    )
    assert verdicts(aligned) == [Verdict.PARTLY]
    assert aligned.sentences[0].reasons == ("The source does not say this.",)
    assert "the largest hospital of the capital" in " ".join(marked(aligned))
    assert "examined" not in " ".join(marked(aligned))


def test_numbers_are_checked_however_likely_the_rest_is(embed_model: MultilingualE5Embedding) -> None:
    aligned = align("Each day at 7 a ferry departs from the harbour for the island.", SOURCES[:1], embed_model)
    assert marked(aligned) == ["7"]


def test_what_is_certainly_wrong_is_not_compared_token_by_token(
    embed_model: MultilingualE5Embedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Entailment, "likeness", lambda _, sentence, *__: asked.append(sentence))
    aligned = align("The ferry to the island leaves the harbour every morning at 7.", SOURCES[:1], embed_model)
    assert (marked(aligned), asked) == (["7"], [])


def test_without_the_model_words_alone_decide(embed_model: MultilingualE5Embedding) -> None:
    answer = "A doctor checks the women who want to donate before anybody accepts them."
    assert verdicts(align(answer, SOURCES)) == [Verdict.NOT_SAID]
    alignment = Alignment(SOURCES, embed_model)
    alignment.compare_words_only()
    assert verdicts(alignment.aligned(answer)) == [Verdict.NOT_SAID]


def likeness(sentence: str, embed_model: MultilingualE5Embedding) -> Likeness:
    candidates = units_of(map(Passage, PASSAGES), stems)
    checker = SentenceChecker(SOURCES, candidates, TermWeights(candidates), embed_model)
    found = checker.likeness(sentence, checker.likest(sentence))
    assert found is not None
    return found


def test_every_weight_has_its_feature(embed_model: MultilingualE5Embedding) -> None:
    found = likeness("The ferry leaves at nine.", embed_model)
    assert set(learnt("sentence").features) == set(found.features)
    assert {frozenset(one) for one in found.word_features} == {frozenset(learnt("word").features)}
    assert all(map(math.isfinite, learnt("sentence").features.values()))


def test_a_sentence_of_the_source_is_likelier_than_a_paraphrase_and_that_than_another(
    embed_model: MultilingualE5Embedding,
) -> None:
    sentences = (
        "In winter it runs on Sundays only.",
        "During winter it only sails on Sundays.",
        "During winter the sea is too rough for swimmers.",
    )
    same, reworded, other = (likeness(one, embed_model).probability() for one in sentences)
    assert same > reworded > 0.5 > other


def test_text_without_words_cannot_be_compared(embed_model: MultilingualE5Embedding) -> None:
    candidates = units_of(map(Passage, PASSAGES), stems)
    entailment = Entailment(embed_model, candidates, TermWeights(candidates))
    assert entailment.likeness("…", candidates[0], {}) is None
