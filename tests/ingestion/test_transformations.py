"""Steps one after the other."""

from collections.abc import Sequence

import pytest

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import CancelledError
from desktop_rag.core.instrumentation import CBEventType, LlamaDebugHandler, running
from desktop_rag.core.schema import Document, TextNode
from desktop_rag.ingestion.transformations import IngestionCache, get_transformation_hash, run_transformations
from desktop_rag.node_parser import MarkdownNodeParser, SentenceSplitter


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
    token, debug = CancelToken(), LlamaDebugHandler()
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
