"""What is said in other words, or in another language, is found by its meaning, where that is clear."""

from collections.abc import Sequence

import numpy as np
import pytest

from desktop_rag.citations.align import Alignment, align
from desktop_rag.core.results.answers import Source, Verdict
from desktop_rag.core.schema import EmbeddingSpace, Matrix, Vector
from desktop_rag.embeddings.multilingual_e5 import SPACE, MultilingualE5Embedding
from desktop_rag.rerankers.judge import Pair
from tests.helpers.mock_embedding import MockEmbedding

CATS = "The cats of the house sleep for sixteen hours on each day. They purr when they are content."
TEA = "The green tea of the house is brewed at eighty degrees. It is served in a cup of stone."
MUSEUM = "The museum of the city was opened in 1852 by the queen. It is closed on Mondays in the winter."
TEXTS = (CATS, TEA, MUSEUM)
GERMAN = "Das Haustier ist für die meiste Zeit eine Schlafmütze."
JAPANESE = "猫はほとんど一日中眠っています。"


def source(rank: int, text: str) -> Source:
    return Source(rank, 1.0, f"/{rank}.txt", 1, "1", 0, len(text), text, str(rank))


SOURCES = tuple(source(rank, text) for rank, text in enumerate(TEXTS, 1))


class Scripted(MockEmbedding):
    """Knows how near a sentence comes to those that begin with some words, .75 to all others; keeps what it read."""

    def __init__(self, near: dict[str, float], space: EmbeddingSpace = SPACE) -> None:
        super().__init__(16, embed_batch_size=256)
        self.query_instruction = "query: "
        self._near = near
        self._space = space

    @property
    def space(self) -> EmbeddingSpace:
        return self._space

    def _embed(self, texts: Sequence[str]) -> Matrix:
        self.batches.append(list(texts))
        return np.stack([self._vector(text, place) for place, text in enumerate(texts)]).astype(np.float32)

    def _vector(self, text: str, place: int) -> Matrix:
        vector = np.zeros(16, np.float32)
        cosine = next((value for words, value in self._near.items() if text.startswith(words)), None)
        if cosine is None:
            cosine = 0.75 if text in " ".join(TEXTS) else 1.0
        vector[0] = cosine
        vector[1 + place % 15] = (1 - cosine**2) ** 0.5
        return vector


def verdict(answer: str, near: dict[str, float], sources: tuple[Source, ...] = SOURCES) -> tuple[str, list[int]]:
    aligned = align(answer, sources, Scripted(near))
    (sentence,) = aligned.sentences
    return sentence.verdict.value, [citation.marker for citation in aligned.citations]


@pytest.mark.parametrize(
    ("answer", "near", "expected"),
    [
        (JAPANESE, {"The cats": 0.84}, ("supported", [1])),  # .09 nearer than the others
        (JAPANESE, {"The cats": 0.84, "The green": 0.83}, ("unchecked", [])),  # others come as near
        (JAPANESE, {"The cats": 0.84, "They purr": 0.83}, ("supported", [1])),  # one of the same passage is no rival
        (JAPANESE, {"The cats": 0.78}, ("not said", [])),
        (f"{JAPANESE[:-1]} [1]。", {"The cats": 0.845, "The green": 0.83}, ("supported", [1])),  # the model named it
        (GERMAN, {"The cats": 0.84}, ("supported", [1])),
        (JAPANESE, {"The cats": 0.815}, ("supported", [1])),
        (GERMAN, {"The cats": 0.815}, ("unchecked", [])),  # languages of one script are nearer anyway
        ("A pet is a creature that dozes.", {"The cats": 0.84}, ("not said", [])),  # and so is one language
        ("A pet is a creature that dozes.", {"The cats": 0.9}, ("supported", [1])),
    ],
)
def test_a_sentence_is_cited_where_one_passage_is_clearly_nearest(
    answer: str, near: dict[str, float], expected: tuple[str, list[int]]
) -> None:
    assert verdict(answer, near) == expected


class Says:
    """A judge that is sure, or sure of the opposite; remembers what it read."""

    def __init__(self, *, is_supported: bool) -> None:
        self._logits = [3.0, -1.0, -1.0] if is_supported else [-2.0, -1.0, 3.0]
        self.read: list[Pair] = []

    def support(self, pairs: Sequence[Pair]) -> Matrix:
        self.read += pairs
        return np.array([self._logits] * len(pairs), np.float32)

    def answers(self, pairs: Sequence[Pair]) -> Vector:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("is_supported", "near", "expected"),
    [
        (True, {"The cats": 0.84, "The green": 0.83}, ("supported", [1])),  # unchecked without it
        (True, {"The cats": 0.76}, ("unchecked", [])),
        (False, {"The cats": 0.84}, ("unchecked", [])),  # supported without it
        (False, {"The cats": 0.84, "The green": 0.83}, ("not said", [])),
    ],
)
def test_of_another_language_the_judge_tells_too(
    is_supported: bool, near: dict[str, float], expected: tuple[str, list[int]]
) -> None:
    judge = Says(is_supported=is_supported)
    aligned = align(JAPANESE, SOURCES, Scripted(near), judge)
    (sentence,) = aligned.sentences
    assert (sentence.verdict.value, [one.marker for one in aligned.citations]) == expected
    assert judge.read == [(JAPANESE, ("The cats of the house sleep for sixteen hours on each day.",))]


def test_the_judge_is_not_asked_about_cells_in_another_language() -> None:
    judge = Says(is_supported=True)
    table = "| Animal | Hours of sleep on each day |\n| --- | --- |\n| The cats of the house | sixteen |"
    align(JAPANESE, (source(1, table), *SOURCES[1:]), Scripted({"The cats": 0.9, "| The cats": 0.9}), judge)
    assert judge.read == []


@pytest.mark.parametrize(
    "text", ["For the winter, the company plans to:", "Acme Pension Equalization Plan", "Yes.", "Opening Hours\n\nMore"]
)
def test_titles_and_openings_of_lists_say_nothing_that_could_be_cited(text: str) -> None:
    titled = (*SOURCES, source(4, text))
    near = {text[:4]: 0.9, "The cats": 0.8}
    assert verdict("Das Unternehmen eröffnet im Winter eine neue Fabrik in der Stadt.", near, titled)[1] == []


def test_passages_that_say_the_same_are_no_rivals() -> None:
    twins = (*SOURCES, source(4, CATS))

    class Twins(Scripted):
        def _vector(self, text: str, place: int) -> Matrix:
            return super()._vector(text, 3 if text.startswith("The cats") else place)

    (citation,) = align(JAPANESE, twins, Twins({"The cats": 0.84})).citations
    assert citation.marker in {1, 4}


def test_numbers_tell_where_meanings_are_near() -> None:
    opened = "博物館は1852年に開館した。"
    assert verdict(opened, {"The museum": 0.82, "The cats": 0.79}) == ("supported", [3])
    assert verdict("博物館は1958年に開館した。", {"The museum": 0.82, "The cats": 0.79})[0] == "not said"


def test_a_number_that_the_source_does_not_give_is_marked_in_any_language() -> None:
    aligned = align("博物館は1958年に開館した。", SOURCES, Scripted({"The museum": 0.9}))
    (sentence,) = aligned.sentences
    assert sentence.verdict is Verdict.CONTRADICTED
    ((start, end),) = sentence.unsupported
    assert "1958" in aligned.text[start:end]


def test_the_sentences_of_passages_are_embedded_once_and_only_when_words_do_not_decide() -> None:
    model = Scripted({"The cats": 0.84})
    alignment = Alignment(SOURCES, model)
    alignment.aligned("The green tea of the house is brewed at eighty degrees.")
    assert model.batches == []
    first = "猫は一日中眠っています。猫は幸せです。"
    alignment.aligned(first)
    assert [len(batch) for batch in model.batches] == [6, 2, 2]
    alignment.aligned(f"{first}首都は東京です。")
    assert [len(batch) for batch in model.batches] == [6, 2, 2, 1, 1]


def test_of_another_model_only_passages_that_were_named_are_compared() -> None:
    other = EmbeddingSpace("openai", "some-model", 16, "")
    model = Scripted({"The cats": 0.9}, other)
    assert align(JAPANESE, SOURCES, model).citations == ()
    assert model.batches == []
    (citation,) = align(f"{JAPANESE} [1]", SOURCES, model).citations
    assert citation.marker == 1
    assert sum(map(len, model.batches)) == 3


@pytest.mark.parametrize("answer", ["draft3", "A1-B2", "42"])
def test_numbers_and_codes_alone_have_no_meaning(answer: str) -> None:
    model = Scripted({})
    assert align(answer, SOURCES, model).citations == ()
    assert model.batches == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Die Katzen im Haus schlafen täglich sechzehn Stunden.", [1]),
        ("猫は毎日16時間眠ります。", [1]),
        ("博物馆于1852年由女王揭幕。", [3]),
        ("緑茶は80度で淹れられます。", [2]),
        ("Il museo è chiuso il lunedì in inverno.", [3]),
        ("新しい空港は来年開港する予定です。", []),
        ("Der Flughafen wird im nächsten Jahr nicht mehr gebaut.", []),
    ],
)
def test_answers_in_other_languages_get_the_right_marker(
    answer: str, expected: list[int], embed_model: MultilingualE5Embedding
) -> None:
    aligned = align(answer, SOURCES, embed_model)
    assert [citation.marker for citation in aligned.citations] == expected
    assert {sentence.verdict for sentence in aligned.sentences} & {Verdict.SUPPORTED} == (
        {Verdict.SUPPORTED} if expected else set()
    )
