"""How near a library comes to questions about other things: measured in its language, remembered until it changes."""

import numpy as np
import pytest

from desktop_rag.core.schema import Document, Vector
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.retrievers.unrelated import QUESTIONS, UnrelatedQuestions, lead_by_token
from tests.helpers.hashed_embedding import HashedEmbedding


class CountedEmbedding(HashedEmbedding):
    """Counts the questions that it embeds."""

    questions = 0

    def get_query_embedding(self, query: str) -> Vector:
        self.questions += 1
        return super().get_query_embedding(query)


def library(model: HashedEmbedding, texts: list[str]) -> VectorStoreIndex:
    return VectorStoreIndex.from_documents([Document(text, text) for text in texts], embed_model=model)


def nearness(
    unrelated: UnrelatedQuestions, index: VectorStoreIndex, model: HashedEmbedding, language: str
) -> float | None:
    return unrelated.nearness("lib", index.storage_context.vectors(model.space), language, model)


@pytest.mark.parametrize("language", QUESTIONS)
def test_it_is_the_mean_of_the_nearest_to_each_question(language: str) -> None:
    model, texts = HashedEmbedding(), [f"Tea number {number}." for number in range(30)]
    asked = np.stack([model.get_query_embedding(question) for question in QUESTIONS[language]])
    expected = (asked @ model.get_text_embedding_batch(texts).T).max(axis=1).mean()
    index = library(model, texts)
    assert nearness(UnrelatedQuestions(), index, model, language) == pytest.approx(expected, abs=1e-3)


def test_languages_without_questions_and_empty_libraries_tell_nothing() -> None:
    model = HashedEmbedding()
    assert nearness(UnrelatedQuestions(), library(model, ["Tea."]), model, "") is None
    assert nearness(UnrelatedQuestions(), library(model, ["Tea."]), model, "CYRILLIC") is None
    assert nearness(UnrelatedQuestions(), library(model, []), model, "en") is None


def test_a_library_is_asked_anew_only_when_it_changed_much() -> None:
    model, unrelated = CountedEmbedding(), UnrelatedQuestions()
    index = library(model, [f"Tea number {number}." for number in range(30)])
    before = nearness(unrelated, index, model, "en")
    index.insert(Document("Coffee.", "coffee"))
    assert nearness(unrelated, index, model, "en") == before
    for question in QUESTIONS["en"][:5]:
        index.insert(Document(question, question))  # equal texts have equal vectors
    after = nearness(unrelated, index, model, "en")
    assert before is not None
    assert after is not None
    assert after > before
    assert model.questions == len(QUESTIONS["en"])


def test_every_language_has_the_same_number_of_questions_no_two_alike() -> None:
    assert {len(set(questions)) for questions in QUESTIONS.values()} == {20}
    assert all(question.endswith(("?", "？", "。")) for questions in QUESTIONS.values() for question in questions)


@pytest.mark.slow
def test_the_passage_that_leads_most_by_token_counts(embed_model: MultilingualE5Embedding) -> None:
    passages = ["Beat three eggs with the sugar.", "Dogs and cats are not allowed in the flat."]
    dog = lead_by_token(embed_model, "Can I keep a dog?", "en", passages)
    moons = lead_by_token(embed_model, "How many moons does Jupiter have?", "en", passages)
    assert dog > moons + 0.5
    assert dog == pytest.approx(lead_by_token(embed_model, "Can I keep a dog?", "en", passages[1:]), abs=1e-3)
    assert lead_by_token(embed_model, "Can I keep a dog?", "en", passages[:1]) < dog
    # of a language without questions of its own, the English ones stand for them
    assert lead_by_token(embed_model, "Can I keep a dog?", "xx", passages) == pytest.approx(dog)
