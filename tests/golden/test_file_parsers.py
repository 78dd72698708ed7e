"""Web pages and JSON become the nodes that they become in LlamaIndex (0.14.14).

Deliberate deviations are tested here by themselves: a text stands in one node only, what is not shown in none, and
there are no empty nodes.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from desktop_rag.core.schema import Document, TextNode
from desktop_rag.llamaindex.node_parser import HTMLNodeParser, JSONNodeParser

CASES: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("file_parsers.json").read_text("utf-8"))


def shown(nodes: list[TextNode]) -> list[list[Any]]:
    return [[node.text, node.metadata] for node in nodes]


def texts(source: str, *tags: str) -> list[str]:
    parser = HTMLNodeParser(tags=tags) if tags else HTMLNodeParser()
    return [node.text for node in parser.get_nodes_from_documents([Document(source)])]


@pytest.mark.parametrize("case", CASES["html"], ids=lambda case: case["name"])
def test_web_pages(case: dict[str, Any]) -> None:
    parser = HTMLNodeParser() if case["tags"] is None else HTMLNodeParser(tags=case["tags"])
    document = Document(case["text"], metadata={"f": 1})
    nodes = parser.get_nodes_from_documents([document])
    assert shown(nodes) == case["nodes"]
    assert shown(parser.get_nodes_from_node(document)) == case["nodes"]
    assert all(node.ref_doc_id == document.id_ for node in nodes)
    for node in nodes:
        if node.start_char_idx is not None:
            assert document.text[node.start_char_idx : node.end_char_idx] == node.text


@pytest.mark.parametrize("case", CASES["json"], ids=lambda case: case["name"])
def test_json(case: dict[str, Any]) -> None:
    parser = JSONNodeParser.from_defaults()
    assert shown(parser.get_nodes_from_documents([Document(case["text"], metadata={"f": 1})])) == case["nodes"]


@pytest.mark.parametrize("text", ["3", '"hello"', "null"])
def test_json_of_one_value_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="JSON is invalid"):
        JSONNodeParser().get_nodes_from_documents([Document(text)])


def test_json_without_values_makes_no_nodes() -> None:
    documents = [Document(text) for text in ("{}", '{"a": [], "b": {}}', "[{}, []]", "[" * 100_000)]
    assert JSONNodeParser().get_nodes_from_documents(documents) == []


def test_a_text_is_in_one_node() -> None:
    assert texts("<ul><li>a<ul><li>b</li></ul></li></ul>") == ["a\nb"]
    assert texts("<section><div><p>x</p><p>y</p></div></section>") == ["x\ny"]


def test_what_is_not_shown_is_no_text() -> None:
    page = "<p>a<!-- note --> b<script>var c;</script><style>d</style><template>e</template></p>"
    assert texts(page) == ["a b"]


def test_elements_without_text_make_no_node_but_part_others() -> None:
    assert texts("<p>a</p><h1> </h1><p>b</p>") == ["a", "b"]


def test_offsets_where_the_text_stands_in_the_source() -> None:
    source = "<p>t &amp; u</p>\n<h1>t</h1><i>x<b>t</b></i>"
    both, head, outer, inner = HTMLNodeParser().get_nodes_from_documents([Document(source)])
    assert [node.start_char_idx for node in (both, head, outer, inner)] == [None, 21, 30, 34]
    assert head.next_node is not None
    assert head.next_node.node_id == outer.node_id


def test_without_metadata_and_with_ids_of_ones_own() -> None:
    parser = HTMLNodeParser(include_metadata=False, id_func=lambda i, node: f"{node.id_}-{i}")
    nodes = parser.get_nodes_from_documents([Document("<h1>a</h1><p>b</p>", id_="d", metadata={"f": 1})])
    assert [(node.id_, node.metadata) for node in nodes] == [("d-0", {}), ("d-1", {})]


def test_pages_of_unclosed_elements_take_no_time() -> None:
    assert texts("<p><span>x" * 20_000)[0].count("x") == 20_000
