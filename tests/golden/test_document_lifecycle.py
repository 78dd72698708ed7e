"""Inserting, refreshing and deleting against LlamaIndex's counts after each step (document_lifecycle.json).

Where we do better, ``ours`` says what we have instead and why.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.hashed_embedding import HashedEmbedding

GOLDEN = json.loads((Path(__file__).parent / "document_lifecycle.json").read_text(encoding="utf-8"))
STEPS: dict[str, dict[str, Any]] = {case["step"]: case for case in GOLDEN["cases"]}
DOCUMENTS = [Document(text=f"Text number {number}.", id_=f"doc{number}") for number in range(3)]


def counts(index: VectorStoreIndex) -> dict[str, Any]:
    """Return what the golden file counts."""
    docstore = index.docstore
    infos = index.ref_doc_info
    nodes = sum(len(info.node_ids) for info in infos.values())
    has_hash = {document.id_: docstore.get_document_hash(document.id_) is not None for document in DOCUMENTS}
    return {
        "nodes_in_vector_store": len(
            index.storage_context.vectors(index.embed_model.space).get(
                docstore.stores.nodes.keys_of(
                    [node_id for info in infos.values() for node_id in info.node_ids]
                ).values()
            )
        ),
        "nodes_dict": docstore.stores.nodes.node_count(),
        "docstore_docs": nodes,
        "ref_docs": sorted(infos),
        "hashes": sum(has_hash.values()) + nodes,
        "has_hash": has_hash,
    }


def golden(step: str) -> dict[str, Any]:
    return {name: value for name, value in STEPS[step].items() if name not in {"step", "out", "error"}}


@pytest.fixture
def index() -> VectorStoreIndex:
    return VectorStoreIndex.from_documents(DOCUMENTS, embed_model=HashedEmbedding())


def test_refreshing_by_hash(index: VectorStoreIndex) -> None:
    assert counts(index) == golden("from_documents x3")
    assert index.refresh_ref_docs(DOCUMENTS) == STEPS["refresh same"]["out"]
    assert counts(index) == golden("refresh same")
    changed = [DOCUMENTS[0], replace(DOCUMENTS[1], text="Something else."), DOCUMENTS[2]]
    assert index.refresh_ref_docs(changed) == STEPS["refresh doc1 changed"]["out"]
    assert counts(index) == golden("refresh doc1 changed")
    changed[0] = replace(DOCUMENTS[0], metadata={"author": "me"})
    assert index.refresh_ref_docs(changed) == STEPS["refresh doc0 metadata changed"]["out"]
    assert counts(index) == golden("refresh doc0 metadata changed")


def test_older_names_do_the_same(index: VectorStoreIndex) -> None:
    changed = replace(DOCUMENTS[1], text="Something else.")
    assert index.refresh([DOCUMENTS[0], changed], update_kwargs={"delete_kwargs": {}}) == [False, True]
    assert counts(index) == golden("refresh doc1 changed")
    index.update(replace(changed, text="Something else again."))
    assert index.refresh_ref_docs([changed]) == [True]
    index.delete("doc2")
    assert not index.docstore.ref_doc_exists("doc2")


def test_deleting_and_adding_again(index: VectorStoreIndex) -> None:
    gone = golden("delete_ref_doc(doc2, delete_from_docstore=True)")
    back = golden("then refresh([doc2])")
    # ours: deleted is deleted everywhere. LlamaIndex keeps the nodes and the hash by default, so that adding the
    # document again does nothing (steps "delete_ref_doc(doc2) default" and "refresh_ref_docs([doc2]) after ...").
    index.delete_ref_doc("doc2")
    assert counts(index) == gone
    assert STEPS["refresh_ref_docs([doc2]) after default delete"]["out"] == [False]
    assert index.refresh_ref_docs([DOCUMENTS[2]]) == [True]
    assert counts(index) == back
    index.delete_ref_doc("doc2", delete_from_docstore=True)
    assert counts(index) == gone
    assert index.refresh_ref_docs([DOCUMENTS[2]]) == STEPS["then refresh([doc2])"]["out"]
    assert counts(index) == back
    with pytest.raises(ValueError, match="everywhere"):
        index.delete_ref_doc("doc2", delete_from_docstore=False)


def test_inserting_a_document_twice(index: VectorStoreIndex) -> None:
    # ours: a document is there once. LlamaIndex has its nodes twice
    assert golden("insert doc0 twice (duplicate)")["docstore_docs"] == 4
    index.insert(DOCUMENTS[0])
    assert counts(index) == golden("from_documents x3")


def test_deleting_what_is_not_there(index: VectorStoreIndex) -> None:
    assert STEPS["delete unknown id"]["ok"]
    index.delete_ref_doc("nothing")
    index.delete_nodes(["nothing"])
    assert counts(index) == golden("from_documents x3")


def test_embedding_that_failed_is_made_up_for() -> None:
    # ours: nodes and hashes are stored before, and what has no vector is embedded by the next run. LlamaIndex stores
    # the hash alone, takes the document for done and never has its nodes.
    step = STEPS["from_documents failed while embedding, then refresh_ref_docs on the same storage"]
    storage, model = StorageContext(), HashedEmbedding(fails_at=1)
    with pytest.raises(RuntimeError, match="rate limit"):
        VectorStoreIndex.from_documents(DOCUMENTS, storage, embed_model=model)
    index = VectorStoreIndex(storage_context=storage, embed_model=model)
    assert counts(index)["nodes_in_vector_store"] == step["nodes_in_vector_store"] == 0
    assert index.refresh_ref_docs(DOCUMENTS) == step["out"]
    assert counts(index) == golden("from_documents x3")
