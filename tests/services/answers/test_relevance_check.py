"""A library is asked whether it has anything about a question: by words, meaning and tokens."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from desktop_rag.config import Config
from desktop_rag.core.schema import Document, Matrix
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.services.answers.relevance_check import RelevanceCheck
from tests.helpers.hashed_embedding import HashedEmbedding

FILES = (
    "The lease begins in March and runs for two years. Dogs and cats are not allowed without written consent.",
    "Beat three eggs with the sugar, then bake the cake for 45 minutes at 180 degrees.",
    "Every employee has 28 days of paid leave a year. Report sick before nine in the morning.",
    "The hotel is in the old town. Breakfast is included, and the booking code is HX-88213.",
)


MORE = (
    "Rent is due on the first working day of each month; two months' rent are held as a deposit.",
    "Clean the filter of the washing machine every three months and keep the hose straight.",
    "Error E4 means that the water does not run off. Switch the machine off and check the pump.",
    "The train to Lyon leaves at 8:14 from platform 5; we change in Geneva.",
    "Take one tablet twice a day with food. Do not take more than four tablets a day.",
    "The committee decided to paint the fence in May and to buy a new lawn mower.",
    "Your contents insurance pays for burst pipes, but not for bicycles left outside.",
    "Meals on journeys are paid up to 40 euros a day; keep the receipts.",
    "The garage has replaced the brake pads and the battery of your car; the next service is due in June.",
    "Swimming lessons are on Tuesdays at five; bring a towel and a cap.",
)


@dataclass
class Watched(MultilingualE5Embedding):
    """The built-in model, with the questions whose tokens it compared."""

    compared: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def nearness(self, questions: list[str], passages: list[str]) -> Matrix:  # type: ignore[override]
        self.compared.append(questions[0])
        return super().nearness(questions, passages)


@pytest.fixture(scope="module")
def model() -> Watched:
    return Watched()


@pytest.fixture(scope="module")
def index(model: Watched) -> Iterator[VectorStoreIndex]:
    found = VectorStoreIndex.from_documents([Document(text, text) for text in FILES], embed_model=model)
    yield found
    found.storage_context.close()


@pytest.fixture(scope="module")
def larger(model: Watched) -> Iterator[VectorStoreIndex]:
    found = VectorStoreIndex.from_documents([Document(text, text) for text in (*FILES, *MORE)], embed_model=model)
    yield found
    found.storage_context.close()


def is_relevant(index: VectorStoreIndex, model: MultilingualE5Embedding | HashedEmbedding, question: str) -> bool:
    check = RelevanceCheck(index.storage_context, model, Config(), None)
    return check.relevance(question, "", index.as_retriever(5, "hybrid").retrieve(question)) >= 0


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    "question",
    ["How long is the lease?", "Wie viele Urlaubstage habe ich?", "何日休めますか?"],
)
def test_what_the_files_tell_in_other_words_is_not_refused(
    index: VectorStoreIndex, model: Watched, question: str
) -> None:
    assert is_relevant(index, model, question)


@pytest.mark.slow
@pytest.mark.parametrize(
    "question", ["Wie hoch ist der Mount Everest?", "Wer schrieb die Aeneis?", "モンゴルの首都はどこですか。"]
)
def test_what_has_nothing_to_do_with_the_files_is_refused(
    index: VectorStoreIndex, model: Watched, question: str
) -> None:
    model.compared.clear()
    assert not is_relevant(index, model, question)
    assert model.compared == [question]


@pytest.mark.slow
@pytest.mark.parametrize("question", ["Fasse die Dateien zusammen.", "How many eggs are in the cake?"])
def test_what_needs_no_closer_look_gets_none(index: VectorStoreIndex, model: Watched, question: str) -> None:
    model.compared.clear()
    assert is_relevant(index, model, question)
    assert model.compared == []


@pytest.mark.sampled(4)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("How long do I rent the flat?", True),
        ("What does the machine tell me when it is blocked?", True),
        ("What is the speed of light?", False),  # words and sentences alone take it for answered
        ("How do I remove a splinter?", False),
    ],
)
def test_in_their_own_language_files_are_looked_at_more_closely_too(
    larger: VectorStoreIndex, model: Watched, question: str, *, is_told: bool
) -> None:
    model.compared.clear()
    assert is_relevant(larger, model, question) is is_told
    assert model.compared == [question]


def test_other_search_models_are_not_asked_for_tokens() -> None:
    model = HashedEmbedding()
    with VectorStoreIndex.from_documents(
        [Document(one, one) for one in FILES], embed_model=model
    ).storage_context as it:
        found = VectorStoreIndex(storage_context=it, embed_model=model)
        assert is_relevant(found, model, "How many eggs does the cake need?")
