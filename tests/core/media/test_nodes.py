"""Nodes of several kinds of media, and documents that are pictures."""

import base64
import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from desktop_rag.core.schema import BaseNode, ObjectType
from desktop_rag.llamaindex.schema import Document, ImageDocument, ImageNode, IndexNode, MediaResource, Node, TextNode
from desktop_rag.llamaindex.storage import SimpleDocumentStore

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


class OwnNode(BaseNode):
    """A node of a program's own."""

    @classmethod
    def get_type(cls) -> ObjectType:
        return ObjectType.TEXT

    def get_content(self, metadata_mode: object = None) -> str:
        return "its content"

    def set_content(self, value: object) -> None:
        raise NotImplementedError

    @property
    def hash(self) -> str:
        return "its hash"


def test_a_node_of_ones_own() -> None:
    node = OwnNode(id_="1", metadata={"a": 1}, excluded_llm_metadata_keys=["a"])
    assert (str(node), node.as_related_node_info().hash) == ("Node ID: 1\nText: its content", "its hash")
    node.source_node = TextNode("t", "2").as_related_node_info()
    assert node.ref_doc_id == "2"
    node.source_node = None
    assert node.source_node is None
    with pytest.raises(TypeError, match="colour"):
        OwnNode(colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        BaseNode()  # type: ignore[abstract]


class TestNode:
    def test_its_text_is_that_of_the_resource(self) -> None:
        node = Node(text_resource=MediaResource(text="a", embeddings={"dense": [1.0]}))
        node.text = "b"
        assert node.text_resource == MediaResource(text="b", embeddings={"dense": [1.0]})
        node.text_resource = None
        assert (node.text, node.get_content()) == ("", "")
        node.set_content("c")
        assert node.get_content() == "c"
        assert replace(node, text="d").text == "d"

    def test_all_its_media_count(self) -> None:
        node, other = Node("t", "1"), Node("t", "1", image_resource=MediaResource(data=PNG))
        assert node.hash != other.hash
        assert node != other
        assert node == Node("t", "1")

    def test_as_a_dictionary_and_back(self) -> None:
        node = Node("t", "1", {"a": 1}, audio_resource=MediaResource(data=b"ID3\x03"), image_resource={"path": "a.png"})
        told = json.loads(json.dumps(node.to_dict()))
        assert told["image_resource"]["mimetype"] == "image/png"
        assert Node.from_dict(told) == Node(**told) == node
        assert "text" not in node.model_dump(exclude={"text"})


class TestDocument:
    def test_a_text_gives_way_to_a_resource(self, caplog: pytest.LogCaptureFixture) -> None:
        document = Document(text="old", text_resource=MediaResource(text="new"))
        assert document.text == "new"
        assert "'text' is deprecated" in caplog.text
        caplog.clear()
        assert Document(**document.model_dump()).text == "new"
        assert not caplog.text

    def test_the_hash_of_a_text_is_that_of_earlier_versions(self) -> None:
        assert Document("cats", metadata={"a": 1}).hash == (
            "f0d429465bbd3e8de8ca8771a4c1933bd34d8fb771c606ecd968780b73789bee"
        )


class TestImageDocument:
    def test_of_bytes(self) -> None:
        document = ImageDocument(image=PNG, text="a cat", text_embedding=[1.0])
        assert (document.image, document.image_mimetype) == (base64.b64encode(PNG).decode(), "image/png")
        assert document.resolve_image().read() == PNG
        assert document.resolve_image(as_base64=True).read() == base64.b64encode(PNG)
        assert document.text_embedding == [1.0]
        assert ImageDocument(**document.model_dump()) == document
        document.image = "/9j/"
        document.image_mimetype = "image/x"
        assert (document.image, document.image_mimetype) == ("/9j/", "image/x")

    def test_of_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "cat.png"
        path.write_bytes(PNG)
        document = ImageDocument(image_path=path)
        assert (document.image_path, document.resolve_image().read()) == (str(path), PNG)
        (tmp_path / "a.txt").write_text("no picture")
        for wrong in ("a.txt", "gone.png"):
            with pytest.raises(ValueError, match="no picture"):
                ImageDocument(image_path=tmp_path / wrong)

    def test_of_an_address(self) -> None:
        assert ImageDocument(image_url="https://a.b/c.png").image_url == "https://a.b/c.png"
        with pytest.raises(ValueError, match="look like"):
            ImageDocument(image_url="https://a.b/c.txt")

    def test_without_a_picture(self) -> None:
        document = ImageDocument(text="a cat")
        assert (document.image, document.image_path, document.image_url, document.image_mimetype) == (None,) * 4
        assert document.resolve_image().read() == b""
        assert document.text_embedding is None


def test_older_kinds_take_resources() -> None:
    assert TextNode(text_resource={"text": "a"}).text == "a"
    node = ImageNode(image_resource=MediaResource(data=PNG), text_resource=MediaResource(text="a cat"))
    assert (node.text, node.image_mimetype) == ("a cat", "image/png")
    with Image.open(node.resolve_image()) as picture:
        assert picture.size == (1, 1)
    assert ImageNode(image_resource={"path": "a.jpg"}).image_path == "a.jpg"
    with pytest.raises(ValueError, match="No valid source"):
        ImageNode().resolve_image()


def test_what_llama_index_wrote_is_read() -> None:
    told = {"class_name": "TextNode", "text": "a", "metadata_seperator": "; ", "mimetype": "text/plain"}
    related = {"node_id": "d", "node_type": "4", "metadata": {}, "hash": "h", "class_name": "RelatedNodeInfo"}
    node = TextNode.from_dict(told | {"relationships": {"1": related}})
    assert (node.ref_doc_id, node.metadata_separator) == ("d", "; ")
    assert node.source_node is not None
    assert node.source_node.node_type is ObjectType.DOCUMENT


def test_nodes_are_made_of_others() -> None:
    node = TextNode("a", "1", {"n": 1}, start_char_idx=3, end_char_idx=4)
    index_node = IndexNode.from_text_node(node, "other")
    assert (index_node.text, index_node.id_, index_node.index_id) == ("a", "1", "other")
    assert index_node.get_node_info() == {"start": 3, "end": 4}
    nested = IndexNode.from_json(IndexNode("b", "2", index_id="other", obj=node).to_json())
    assert nested.obj == node
    copied = node.model_copy(update={"text": "b"}, deep=True)
    copied.metadata["n"] = 2
    assert (node.text, node.metadata, copied.text) == ("a", {"n": 1}, "b")
    assert BytesIO(node.model_dump_json().encode()).read(1) == b"{"


@pytest.mark.parametrize(
    "node",
    [
        Document("t", "1"),
        Document("t", "1", image_resource=MediaResource(data=PNG)),
        ImageDocument(text="t", id_="1", image=PNG, metadata={"a": 1}),
        Node("t", "1", video_resource={"path": "a.mp4"}),
    ],
    ids=["text", "with a picture", "picture", "film"],
)
def test_media_are_kept_in_a_docstore(node: Node) -> None:
    docstore = SimpleDocumentStore()
    docstore.add_documents([node])
    assert docstore.get_document("1") == node
