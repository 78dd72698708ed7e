"""Nearest vectors and maximal marginal relevance, against recorded values.

Deviations: MMR looks at everything chosen so far, not at the last only (the recording holds what the textbook
chooses as ``textbook_ids``); ``top_k`` 0 gives nothing, not everything.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from desktop_rag.core.schema import EmbeddingSpace, TextNode
from desktop_rag.embeddings.base import SimilarityMode
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore, mmr
from desktop_rag.vector_stores.types import VectorStoreQuery, VectorStoreQueryMode, VectorStoreQueryResult

GOLDEN = json.loads((Path(__file__).parent / "mmr.json").read_text(encoding="utf-8"))


def ask(case: dict[str, Any], top_k: int, **options: Any) -> VectorStoreQueryResult:  # noqa: ANN401
    vectors = np.array(case["embeddings"], np.float32)
    with StorageContext() as storage:
        store = SqliteVecVectorStore(storage.connection, EmbeddingSpace("test", "mmr", vectors.shape[1], ""))
        with storage.transaction():
            rowids = storage.docstore.add_documents([TextNode(text=id_, id_=id_) for id_ in case["ids"]], embed=True)
            store.create()
            store.add(rowids, vectors)
        query = np.array(case["query"], np.float32)
        return store.query(VectorStoreQuery(query, similarity_top_k=top_k, **options))


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["seed"])
def test_the_nearest(case: dict[str, Any]) -> None:
    for top_k, expected in case["topk"].items():
        if top_k in ("None", "5_cutoff_0.2"):  # a cut-off is a node postprocessor here
            continue
        result = ask(case, int(top_k))
        assert np.allclose(result.similarities, expected["scores"], atol=1e-5)
        close = [pair for pair in zip(result.ids, expected["ids"], strict=True) if pair[0] != pair[1]]
        for ours, theirs in close:  # vectors that were made the same up to rounding
            one, other = (case["embeddings"][case["ids"].index(id_)] for id_ in (ours, theirs))
            assert np.allclose(one, other, rtol=2e-3)


@pytest.mark.parametrize("case", GOLDEN["cases"], ids=lambda case: case["seed"])
def test_textbook_mmr(case: dict[str, Any]) -> None:
    for key, expected in case["mmr"].items():
        threshold, top_k = key.split("|k")
        result = ask(
            case,
            int(top_k),
            mode=VectorStoreQueryMode.MMR,
            mmr_threshold=None if threshold == "None" else float(threshold),
        )
        vectors = np.array(case["embeddings"], np.float32)
        query = np.array(case["query"], np.float32)
        chosen = mmr(
            query, vectors, int(top_k), 0.5 if threshold == "None" else float(threshold), SimilarityMode.COSINE
        )
        assert [case["ids"][place] for place, _ in chosen] == expected["textbook_ids"], key
        if threshold != "0.0":  # there the first is a tie of all: the store begins with the nearest
            assert result.ids == expected["textbook_ids"], key
        assert result.similarities[0] == pytest.approx(expected["scores"][0], abs=1e-5)


def test_top_k_zero_is_nothing() -> None:
    assert ask(GOLDEN["cases"][0], 0).ids == []
    assert ask(GOLDEN["cases"][0], 0, mode=VectorStoreQueryMode.MMR).ids == []
