"""The built-in embedding model."""

import json
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.embeddings import multilingual_e5
from desktop_rag.embeddings.base import get_agg_embedding_from_queries
from desktop_rag.embeddings.multilingual_e5 import MAXIMUM_TOKENS, MultilingualE5Embedding, token_offsets
from desktop_rag.embeddings.session_choice import SessionChoice

TEXTS = ["Cats sleep a lot.", "東京は日本の首都です。", "Der Zug fährt um acht Uhr.", "word " * 700]


@pytest.mark.slow
def test_vectors_have_unit_length_and_do_not_depend_on_the_batch(embed_model: MultilingualE5Embedding) -> None:
    together = embed_model.get_text_embedding_batch(TEXTS)
    assert together.shape == (4, 384)
    assert together.dtype == np.float32
    assert np.linalg.norm(together, axis=1) == pytest.approx(1, abs=1e-5)
    for text, vector in zip(TEXTS, together, strict=True):
        (alone,) = embed_model.get_text_embedding_batch([text])
        assert float(alone @ vector) > 0.999


def test_questions_find_their_answers_across_languages(embed_model: MultilingualE5Embedding) -> None:
    passages = embed_model.get_text_embedding_batch(TEXTS[:3])
    for question, expected in [
        ("What is the capital of Japan?", 1),
        ("猫はどのくらい眠る?", 0),
        ("train departure", 2),
    ]:
        assert int(np.argmax(passages @ embed_model.get_query_embedding(question))) == expected


@pytest.mark.nightly(by_day="tests/embeddings/test_long_texts.py::test_the_built_in_model")
@pytest.mark.slow
def test_nothing_of_a_long_text_is_cut_off(embed_model: MultilingualE5Embedding) -> None:
    filler = "The weather was fine on that day. " * 150
    assert len(token_offsets(filler)) > 2 * MAXIMUM_TOKENS
    plain, ended = embed_model.get_text_embedding_batch([filler, filler + "Volcanoes erupt with lava and ash. " * 30])
    query = embed_model.get_query_embedding("volcano eruption")
    assert float(ended @ query) > float(plain @ query) + 0.01


def test_no_texts_give_no_vectors(embed_model: MultilingualE5Embedding) -> None:
    assert embed_model.get_text_embedding_batch([]).shape == (0, 384)
    assert embed_model.get_query_embedding("").shape == (384,)


def test_several_wordings_give_one_vector(embed_model: MultilingualE5Embedding) -> None:
    vector = get_agg_embedding_from_queries(embed_model, ["cats", "dogs"])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


@pytest.mark.slow
def test_the_faster_graph_is_remembered_and_a_damaged_note_is_measured_again(tmp_path: Path) -> None:
    note = tmp_path / "embedder.json"
    for content in ("", "{damaged", "[]", '{"graph": "model.onnx"}'):
        note.write_text(content)
        MultilingualE5Embedding(note).warm_up()
        assert json.loads(note.read_text())["graph"] in multilingual_e5._GRAPHS


def test_both_graphs_agree() -> None:
    one, other = (multilingual_e5._load(SessionChoice(graph)) for graph in multilingual_e5._GRAPHS)
    rows = [[0, 1000, 2000, 3000, 2], [0, 500, 2]]
    cosines = (multilingual_e5._run(one, rows) * multilingual_e5._run(other, rows)).sum(axis=1)
    assert cosines.min() > 0.97
