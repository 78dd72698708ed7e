"""Nodes and messages as programs compare, print and keep them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.response import StreamingResponse
from desktop_rag.core.schema import (
    BaseNode,
    Document,
    ImageNode,
    IndexNode,
    MetadataMode,
    NodeRelationship,
    NodeWithScore,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)

VECTOR = np.array([0.5, 0.25], np.float32)


def node(**fields: object) -> TextNode:
    return replace(
        TextNode("Cats sleep.", "1", {"shelf": 3}, relationships={NodeRelationship.SOURCE: RelatedNodeInfo("d", "h")}),
        **fields,
    )


class TestComparing:
    def test_nodes_with_vectors(self) -> None:
        first, same, other = node(embedding=VECTOR), node(embedding=VECTOR.copy()), node(embedding=VECTOR + 1)
        assert first == same
        assert first != other
        assert first != node()
        assert same in [other, first]
        assert [other, first].index(same) == 1
        assert NodeWithScore(first, 0.5) == NodeWithScore(same, 0.5)
        assert QueryBundle("q", embedding=VECTOR) == QueryBundle("q", embedding=VECTOR)

    def test_a_vector_given_as_a_list(self) -> None:
        assert node(embedding=[0.5, 0.25]) == node(embedding=VECTOR)

    def test_another_kind_of_node_is_another_node(self) -> None:
        assert TextNode("a", "1") != Document("a", "1")
        assert TextNode("a", "1") != "a"

    @pytest.mark.parametrize("field", ["text", "id_", "text_template", "metadata_separator"])
    def test_every_field_counts(self, field: str) -> None:
        assert node() != node(**{field: "other"})


class TestKeeping:
    @pytest.mark.parametrize(
        "one",
        [
            node(embedding=VECTOR),
            Document("t", doc_id="7", extra_info={"a": 1}),
            IndexNode("t", "1", index_id="other"),
            ImageNode("t", "1", image="aGk=", image_url="http://x"),
            node(relationships={NodeRelationship.CHILD: [RelatedNodeInfo("a"), RelatedNodeInfo("b")]}),
        ],
        ids=lambda one: type(one).__name__,
    )
    def test_as_json_and_back(self, one: TextNode) -> None:
        kept = json.loads(json.dumps(one.to_dict()))
        assert kept["class_name"] == type(one).__name__
        assert type(one).from_dict(kept) == one

    def test_a_dict_of_another_kind_is_refused(self) -> None:
        with pytest.raises(ValueError, match="a TextNode, not a Document"):
            Document.from_dict(node().to_dict())
        with pytest.raises(ValueError, match="xpected `str`"):
            TextNode.from_dict({"text": 3})


class TestDocument:
    def test_older_names(self) -> None:
        document = Document(text="t", doc_id="7", extra_info={"a": 1}, excluded_llm_metadata_keys=["a"])
        assert (document.id_, document.doc_id, document.metadata) == ("7", "7", {"a": 1})
        assert document.get_content(MetadataMode.LLM) == "t"
        assert replace(document, text="u").doc_id == "7"

    def test_each_has_an_id_and_metadata_of_its_own(self) -> None:
        one, other = Document("t"), Document("t")
        one.metadata["a"] = 1
        assert one.id_ != other.id_
        assert other.metadata == {}

    def test_its_text_can_be_replaced(self) -> None:
        document = Document("old")
        before = document.hash
        document.set_content("new")
        assert (document.get_text(), document.get_content()) == ("new", "new")
        assert document.hash != before


def test_a_found_node_shows_what_is_in_it_and_its_score_can_be_set() -> None:
    found = NodeWithScore(node(embedding=VECTOR))
    assert (found.text, found.get_text(), found.metadata, found.node_id, found.id_) == (
        "Cats sleep.",
        "Cats sleep.",
        {"shelf": 3},
        "1",
        "1",
    )
    assert found.get_content(MetadataMode.ALL) == "shelf: 3\n\nCats sleep."
    assert found.embedding is VECTOR
    assert found.get_score() == 0.0
    with pytest.raises(ValueError, match="no score"):
        found.get_score(raise_error=True)
    found.score = 0.75
    assert found.get_score() == 0.75
    assert str(found) == "Node ID: 1\nText: Cats sleep.\nScore:  0.750\n"


def test_a_node_without_a_vector_says_so() -> None:
    with pytest.raises(ValueError, match="embedding not set"):
        node().get_embedding()
    assert node(embedding=VECTOR).get_embedding() is VECTOR


def test_what_is_printed_is_short() -> None:
    assert str(Document("word " * 1000, "7")).startswith("Doc ID: 7\nText: word word")
    assert len(str(TextNode("word " * 1000))) < 450
    assert str(ChatMessage(MessageRole.ASSISTANT, "Hello.")) == "assistant: Hello."


@pytest.mark.parametrize("role", ["function", "chatbot", "model", "tool", "developer"])
def test_roles_are_told_by_their_names(role: str) -> None:
    assert ChatMessage(role=MessageRole(role), content="x").role == role


def test_a_stream_is_drained_once_whoever_asks(capsys: pytest.CaptureFixture[str]) -> None:
    response = StreamingResponse(iter(["Cats ", "sleep."]))
    response.print_response_stream()
    assert capsys.readouterr().out == "Cats sleep."
    assert str(response) == "Cats sleep."
    assert response.get_response().response == response.response_txt == "Cats sleep."
    response.print_response_stream()
    assert capsys.readouterr().out == "Cats sleep."


@pytest.mark.parametrize("relationship", ["source", "previous", "next", "parent"])
def test_a_relationship_to_one_node_names_one(relationship: str) -> None:
    one = TextNode("a", relationships={NodeRelationship(relationship): [RelatedNodeInfo("x")]})
    name = {"source": "source_node", "previous": "prev_node", "next": "next_node", "parent": "parent_node"}
    with pytest.raises(ValueError, match=f"{relationship.capitalize()} object must be a single"):
        getattr(one, name[relationship])


def test_older_names_of_documents_can_be_set() -> None:
    document = Document("a", doc_id="first", extra_info={"a": 1})
    document.doc_id = "second"
    document.extra_info = {"b": 2}
    assert (document.id_, document.node_id, document.metadata, document.extra_info) == (
        "second",
        "second",
        {"b": 2},
        {"b": 2},
    )
    document.node_id = "third"
    assert document.doc_id == "third"


@pytest.mark.parametrize(
    "node", [TextNode("a", "1", {"shelf": 3}), Document("a", "1"), NodeWithScore(TextNode("a", "1"), 0.5)]
)
def test_pydantics_earlier_names(node: TextNode | NodeWithScore) -> None:
    kind = type(node)
    assert kind.parse_obj(node.dict()) == node  # type: ignore[attr-defined]
    assert kind.parse_obj(node) is node  # type: ignore[attr-defined]
    assert kind.parse_raw(node.json()) == kind.model_validate_json(node.model_dump_json()) == node
    assert node.copy() == node
    assert node.copy() is not node


@pytest.mark.parametrize("kind", [TextNode, Document, IndexNode, ImageNode])
def test_kinds_are_known_of_classes_and_of_nodes(kind: type[TextNode]) -> None:
    assert kind.get_type() is kind("a").object_type
    assert isinstance(kind("a"), BaseNode)
    same = kind.from_json(kind("a", "1", {"shelf": 3}).to_json())
    assert same == kind("a", "1", {"shelf": 3})


def test_a_question_prints_as_its_words() -> None:
    assert f"{QueryBundle('What?', ('other',))}" == "What?"


def test_the_vector_of_a_found_node() -> None:
    assert NodeWithScore(node(embedding=VECTOR)).get_embedding() is VECTOR


def test_the_older_name_gives_way_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    document = Document(id_="new", doc_id="old", metadata={"a": 1}, extra_info={"b": 2})
    assert (document.id_, document.metadata) == ("new", {"a": 1})
    assert "'doc_id' is deprecated" in caplog.text
    assert "'extra_info' is deprecated" in caplog.text
    caplog.clear()
    assert Document(doc_id="old").id_ == "old"
    assert not caplog.text


def test_children_stand_in_a_list() -> None:
    with pytest.raises(ValueError, match="must be a list"):
        TextNode(relationships={NodeRelationship.CHILD: RelatedNodeInfo("n")}).child_nodes  # noqa: B018


def test_pictures_differ_by_what_they_show() -> None:
    assert ImageNode(image="a").hash != ImageNode(image="b").hash
    assert ImageNode(image_url="a", id_="1").hash == ImageNode(image_url="a", id_="2").hash
    assert ImageNode(image_path=Path("cat.png")).image_mimetype == "image/png"
    assert ImageNode(image_path=Path("cat.png"), image_mimetype="image/x").image_mimetype == "image/x"


def test_a_list_of_numbers_is_a_vector() -> None:
    embedding = QueryBundle("q", embedding=[0.5, 0.25]).embedding
    assert embedding is not None
    assert embedding.tolist() == VECTOR.tolist()


def test_what_was_read_of_a_stream_is_its_text() -> None:
    response = StreamingResponse(iter(["Cats ", "sleep", "."]))
    assert next(response.response_gen) == "Cats "
    assert str(response) == "Cats sleep."
    assert list(response.response_gen) == []


def test_a_node_is_told_its_document() -> None:
    assert TextNode("a", ref_doc_id="D").source_node == RelatedNodeInfo("D")
    named = TextNode("a", ref_doc_id="D", relationships={NodeRelationship.SOURCE: RelatedNodeInfo("E")})
    assert named.ref_doc_id == "E"
    assert TextNode("a").ref_doc_id is None


@pytest.mark.parametrize("mode", MetadataMode)
def test_the_mode_of_metadata_may_be_its_name(mode: MetadataMode) -> None:
    one = node(
        metadata={"file": "a.txt", "page": 3, "shelf": 7},
        excluded_llm_metadata_keys=["page"],
        excluded_embed_metadata_keys=["shelf"],
    )
    for holder in (one, NodeWithScore(one), Document("t", metadata={"a": 1}, excluded_llm_metadata_keys=["a"])):
        assert holder.get_content(mode.value) == holder.get_content(mode)
    assert one.get_metadata_str(mode.value) == one.get_metadata_str(mode)
    with pytest.raises(ValueError, match="everything"):
        one.get_content("everything")


def test_a_found_node_is_written_and_read() -> None:
    found = NodeWithScore(node(metadata={"a": 1}, start_char_idx=3, end_char_idx=9), 0.5, ("words",))
    told = found.to_dict()
    assert (told["score"], told["class_name"], told["node"]["text"]) == (0.5, "NodeWithScore", "Cats sleep.")
    for again in (
        NodeWithScore.from_dict(told),
        NodeWithScore.model_validate(found.model_dump()),
        NodeWithScore.model_validate_json(found.model_dump_json()),
    ):
        assert (again.node, again.score) == (found.node, 0.5)
    assert json.loads(found.to_json()) == told
    assert (found.node.extra_info, found.node.node_info) == ({"a": 1}, {"start": 3, "end": 9})
