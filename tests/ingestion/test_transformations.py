"""Steps one after the other."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import CBEventType, StageRecorder, running
from desktop_rag.core.schema import Document, ImageNode, IndexNode, TextNode
from desktop_rag.ingestion.transformations import (
    IngestionCache,
    TransformComponent,
    get_transformation_hash,
    run_transformations,
)
from desktop_rag.node_parser.markdown import MarkdownNodeParser
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.storage.kvstore import BaseKVStore, SimpleKVStore, Value


def shout(nodes: Sequence[TextNode]) -> list[TextNode]:
    return [TextNode(text=node.text.upper(), metadata=node.metadata) for node in nodes]


def test_each_works_on_the_result_of_the_one_before() -> None:
    documents = [Document(text="# A\n\nFirst sentence. Second one.\n\n## B\n\nThird sentence.", id_="d")]
    nodes = run_transformations(documents, [MarkdownNodeParser(include_metadata=False), SentenceSplitter(8, 0)])
    assert [node.text for node in nodes] == ["# A\n\nFirst sentence.", "Second one.", "## B\n\nThird sentence."]
    assert all(documents[0].text[node.start_char_idx : node.end_char_idx] == node.text for node in nodes)
    assert {node.ref_doc_id for node in nodes} == {"d"}
    assert [node.text for node in run_transformations(nodes, [shout])][1] == "SECOND ONE."
    assert nodes[1].text == "Second one.", "what was handed in is as it was"
    copied = run_transformations(nodes, [])
    assert copied == nodes
    assert copied is not nodes


def test_stages_are_told_and_cancelling_ends_them() -> None:
    token, debug = CancelToken(), StageRecorder()
    with running(token, [debug]):
        run_transformations([Document(text="One. Two.")], [SentenceSplitter()])
        token.cancel()
        with pytest.raises(CancelledError):
            run_transformations([], [shout])
    assert [event.event_type for event in debug.events] == [CBEventType.NODE_PARSING]
    assert debug.events[0].payload == {"documents": 1, "nodes": 1}


def test_what_a_step_made_is_found_under_its_key() -> None:
    cache, nodes = IngestionCache(), [TextNode(text="tea", id_="1")]
    key = get_transformation_hash(nodes, shout)
    assert cache.get(key) is None
    (made,) = run_transformations(nodes, [shout], cache=cache)
    assert cache.get(key) == [made]
    cache.put(key, [TextNode(text="coffee", id_="2")])
    assert [node.text for node in run_transformations(nodes, [shout], cache=cache)] == ["coffee"]
    assert get_transformation_hash([TextNode(text="TEA", id_="1")], shout) != key


@pytest.mark.parametrize(
    "node",
    [
        TextNode("tea", metadata={"n": 1}, embedding=np.array([0.1, 0.2], np.float32)),
        Document("tea", id_="d"),
        ImageNode("tea", image="aGk="),
        IndexNode("tea", index_id="i"),
    ],
)
def test_a_cache_gives_back_what_it_was_given(node: TextNode, tmp_path: Path) -> None:
    cache = IngestionCache(collection="mine")
    cache.put("key", [node])
    assert (cache.get("key"), cache.get("key", "other"), cache.get("none")) == ([node], None, None)
    cache.persist(tmp_path / "cache.json")
    assert IngestionCache.from_persist_path(tmp_path / "cache.json", "mine").get("key") == [node]
    cache.clear("other")
    assert cache.get("key")
    cache.clear()
    assert cache.get("key") is None


def test_what_cannot_be_written_is_not_remembered() -> None:
    cache = IngestionCache()
    cache.put("key", [IndexNode("tea", index_id="i", obj=cache)])
    assert cache.get("key") is None


def test_steps_are_known_by_their_class_and_fields() -> None:
    nodes = [TextNode(text="tea", id_="1")]
    keys = [
        get_transformation_hash(nodes, SentenceSplitter(8, 0)),
        get_transformation_hash(nodes, SentenceSplitter(9, 0)),
        get_transformation_hash(nodes, SentenceSplitter(8, 0, tokenizer=lambda text: text.split())),
        get_transformation_hash(nodes, Shouts()),
        get_transformation_hash(nodes, Shouts(mark="?")),
        get_transformation_hash(nodes, shout),
    ]
    assert len({*keys}) == len(keys)
    assert get_transformation_hash(nodes, SentenceSplitter(8, 0)) == keys[0]
    assert get_transformation_hash(nodes, Shouts(mark="?")) == keys[4]


class Shouts(TransformComponent):
    """A step with a field."""

    mark: str = "!"

    def __call__(self, nodes: Sequence[TextNode], **_kwargs: object) -> list[TextNode]:
        return [replace(node, text=node.text.upper() + self.mark) for node in nodes]


class Awaited(BaseKVStore):
    """A store that can only be awaited."""

    def __init__(self) -> None:
        self.behind = SimpleKVStore()

    def put(self, key: str, val: Value, collection: str = "") -> None:
        raise AssertionError

    def get(self, key: str, collection: str = "") -> Value | None:
        raise AssertionError

    def get_all(self, collection: str = "") -> dict[str, Value]:
        raise AssertionError

    def delete(self, key: str, collection: str = "") -> bool:
        raise AssertionError

    async def aput(self, key: str, val: Value, collection: str = "") -> None:
        self.behind.put(key, val, collection)

    async def aget(self, key: str, collection: str = "") -> Value | None:
        return self.behind.get(key, collection)

    async def aget_all(self, collection: str = "") -> dict[str, Value]:
        return self.behind.get_all(collection)

    async def adelete(self, key: str, collection: str = "") -> bool:
        return self.behind.delete(key, collection)


def test_a_cache_awaits_its_store() -> None:
    async def use() -> None:
        cache, node = IngestionCache(Awaited()), TextNode("tea")
        await cache.aput("key", [node])
        assert await cache.aget("key") == [node]
        await cache.aclear()
        assert await cache.aget("key") is None

    asyncio.run(use())
