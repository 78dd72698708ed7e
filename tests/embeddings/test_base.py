"""What embedding models share, and which one the settings mean."""

from pathlib import Path

import numpy as np
import pytest

from desktop_rag.config import Config
from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace, Matrix, TextNode, Vector
from desktop_rag.core.similarity import SimilarityMode, similarity, similarity_mode, similarity_rule
from desktop_rag.embeddings.base import embed_nodes, get_agg_embedding_from_queries, mean_agg
from desktop_rag.embeddings.instructions import instructions_for
from desktop_rag.embeddings.multilingual_e5 import MultilingualE5Embedding
from desktop_rag.embeddings.openai_like import OpenAILikeEmbedding
from desktop_rag.embeddings.resolve import embed_model_of_settings
from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding as PretendedEmbedding
from desktop_rag.llamaindex.embeddings.utils import resolve_embed_model
from desktop_rag.llamaindex.settings import LibrarySettings
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.mock_embedding import MockEmbedding, VocabularyEmbedding


def test_nodes_with_a_vector_keep_it() -> None:
    model = VocabularyEmbedding(["a", "b"])
    nodes = [TextNode(text="a", id_=str(number), metadata={"file": "b"}) for number in range(23)]
    nodes[4].embedding = np.array([9, 9], np.float32)
    vectors = embed_nodes(nodes, model)
    assert set(vectors) == {str(number) for number in range(23)}
    assert vectors["4"].tolist() == [9, 9]
    assert [len(batch) for batch in model.batches] == [10, 10, 2]
    assert model.batches[0][0] == "file: b\n\na"
    assert embed_nodes([], model) == {}


def test_progress_is_shown_if_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    model = MockEmbedding(4)
    assert model.get_text_embedding_batch(["a"] * 12, show_progress=True).shape == (12, 4)
    assert "100%" in capsys.readouterr().err
    model.get_text_embedding_batch(["a"] * 12)
    assert capsys.readouterr() == ("", "")


def test_several_wordings_are_one_batch_and_one_direction() -> None:
    model = VocabularyEmbedding(["a", "b", "c"])
    vector = get_agg_embedding_from_queries(model, ["a", "b"])
    assert model.batches == [["a", "b"]]
    assert np.linalg.norm(vector) == pytest.approx(1)
    mean = mean_agg(np.stack([model.vector_of("a"), model.vector_of("b")]))
    assert np.allclose(vector * np.linalg.norm(mean), mean)

    def first(embeddings: Matrix) -> Vector:
        return embeddings[0]

    assert model.get_agg_embedding_from_queries(["c", "b"], first).argmax() == 2
    assert get_agg_embedding_from_queries(HashedEmbedding(), ["x", "y"]).shape == (16,)


@pytest.mark.parametrize("size", [0, 2049])
def test_batch_sizes(size: int) -> None:
    with pytest.raises(ValueError, match="embed_batch_size"):
        MockEmbedding(embed_batch_size=size)


def test_similarity_of_a_space() -> None:
    assert similarity_mode(EmbeddingSpace("p", "m", 3, "query: |passage: ")) is SimilarityMode.COSINE
    for mode in SimilarityMode:
        assert similarity_mode(EmbeddingSpace("p", "m", 3, f"q|{similarity_rule(mode)}")) is mode
    assert similarity_mode(EmbeddingSpace("p", "m", 3, "similarity=other")) is SimilarityMode.COSINE
    assert similarity(np.zeros(3), np.ones(3), SimilarityMode.DOT_PRODUCT) == 0.0


@pytest.mark.parametrize(
    ("name", "query", "text"),
    [
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("text-embedding-nomic-embed-text-v1.5", "search_query: ", "search_document: "),
        ("text-embedding-3-small", "", ""),
        ("bge-m3", "", ""),
        ("snowflake-arctic-embed2", "query: ", ""),
        ("Qwen3-Embedding-0.6B-GGUF", None, ""),
        ("multilingual-e5-large-instruct", None, ""),
        ("BAAI/bge-small-en-v1.5", None, ""),
        ("all-minilm", "", ""),
    ],
)
def test_instructions(name: str, query: str | None, text: str) -> None:
    found = instructions_for(name)
    assert found.text == text
    assert found.query == query if query is not None else found.query


def test_the_settings_model() -> None:
    built_in = MockEmbedding()
    assert embed_model_of_settings(Config(), None, built_in) is built_in
    config = Config().overridden({"embedding.provider": "openai", "embedding.base_url": "localhost:11434"})
    with pytest.raises(UserError, match="No search model is chosen"):
        embed_model_of_settings(config, None, built_in)
    config.update({"embedding.model": "nomic-embed-text"})
    model = embed_model_of_settings(config, "key", built_in)
    assert isinstance(model, OpenAILikeEmbedding)
    assert (model.model_name, model.address) == ("nomic-embed-text", "http://localhost:11434/v1")
    assert model.query_instruction == "search_query: "


def test_a_library_keeps_its_space() -> None:
    built_in = MockEmbedding()
    config = Config().overridden({"embedding.provider": "openai", "embedding.model": "bge-m3"})
    assert embed_model_of_settings(config, None, built_in, built_in.space) is built_in
    for rules, query in (("a|b: |", "a|b: "), ("|", ""), ("search_query: |search_document: ", "search_query: ")):
        space = EmbeddingSpace("openai", "nomic-embed-text", 768, rules)
        model = embed_model_of_settings(config, None, built_in, space)
        assert isinstance(model, OpenAILikeEmbedding)
        assert model.space == space
        assert model.query_instruction == query
    with pytest.raises(UserError, match="no longer available"):
        embed_model_of_settings(config, None, built_in, EmbeddingSpace("built-in", "older", 384, ""))


def test_models_that_a_program_names(tmp_path: Path) -> None:
    mine = MockEmbedding()
    assert resolve_embed_model(mine) is mine
    assert isinstance(resolve_embed_model(), PretendedEmbedding)
    assert isinstance(resolve_embed_model("local"), MultilingualE5Embedding)
    assert isinstance(resolve_embed_model("default"), MultilingualE5Embedding)
    with pytest.raises(UserError, match="no embedding model “clip”"):
        resolve_embed_model("clip")
    with pytest.raises(UserError, match=str(tmp_path.name)):
        resolve_embed_model(f"local:{tmp_path}")
    settings = LibrarySettings()
    settings.embed_model = "local"
    assert isinstance(settings.embed_model, MultilingualE5Embedding)
