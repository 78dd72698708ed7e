"""What is read of documents and nodes: by id, in order, around each other; and what an engine refuses."""

import numpy as np
import pytest

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import Document, EmbeddingSpace, NodeRelationship, RelatedNodeInfo, TextNode, Vector
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.ports import Stores
from desktop_rag.storage.records import doc_id_of, text_hash
from desktop_rag.text.analyzer import keyword_terms
from tests.storage.conformance.conftest import DIMENSIONS, SPACE, embed_all, file, random_vectors, texts_found

PATH = "/d/book.pdf"
TEXTS = ("one whale", "two 鯨", "three ships", "four winds", "five seas")


@pytest.fixture
def book(stores: Stores) -> Stores:
    """A book of five pages, with another file before and behind it."""
    stores.documents.replace_file(file("/d/a.txt", "before"))
    stores.documents.replace_file(file(PATH, *TEXTS))
    stores.documents.replace_file(file("/d/z.txt", "behind"))
    return stores


def ids(stores: Stores) -> list[str]:
    return [node.id_ for node in stores.nodes.iter_nodes([doc_id_of(PATH)])]


def unit(vector: Vector) -> Vector:
    return np.asarray(vector / np.linalg.norm(vector))


def of(source: str) -> dict[NodeRelationship, RelatedNodeInfo | list[RelatedNodeInfo]]:
    return {NodeRelationship.SOURCE: RelatedNodeInfo(source)}


@pytest.mark.parametrize(
    ("first", "last", "texts"),
    [
        (1, None, TEXTS),
        (2, 3, TEXTS[1:3]),
        (5, 5, TEXTS[4:]),
        (4, 99, TEXTS[3:]),
        (0, 1, TEXTS[:1]),
        (3, 2, ()),
        (6, None, ()),
    ],
)
def test_the_text_of_some_pages(book: Stores, first: int, last: int | None, texts: tuple[str, ...]) -> None:
    assert book.documents.document_text(doc_id_of(PATH), first, last) == "\n\n".join(texts)


def test_pages_that_are_not_there(book: Stores) -> None:
    assert book.documents.page_text(PATH, 2) == TEXTS[1]
    assert [book.documents.page_text(PATH, page) for page in (0, 6, -1)] == [None, None, None]
    assert (book.documents.page_text("/no", 1), book.documents.page_count("/no")) == (None, 0)
    assert list(book.documents.labelled_pages("/no")) == []
    assert book.documents.document_text("nobody") == ""


@pytest.mark.parametrize(
    ("place", "before", "after", "found"),
    [
        (2, 1, 1, (TEXTS[1:2], TEXTS[3:4])),
        (2, 9, 9, (TEXTS[:2], TEXTS[3:])),
        (0, 2, 2, ((), TEXTS[1:3])),
        (4, 2, 2, (TEXTS[2:4], ())),
        (2, 0, 0, ((), ())),
        (2, -1, 1, ((), TEXTS[3:4])),
    ],
)
def test_nodes_around_a_node_stay_in_its_document(
    book: Stores, place: int, before: int, after: int, found: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    sides = book.nodes.nodes_around(ids(book)[place], before, after)
    assert tuple(tuple(node.text for node in side) for side in sides) == found
    assert book.nodes.nodes_around("nobody", 3, 3) == ([], [])


def test_nodes_come_in_the_order_of_what_was_asked(book: Stores) -> None:
    wanted = [ids(book)[place] for place in (3, 0, 4, 3)]
    assert [node.id_ for node in book.nodes.get_nodes(wanted)] == wanted
    assert list(book.nodes.keys_of(["nobody", *wanted])) == wanted[:3]
    assert [node.id_ for node in book.nodes.get_nodes(["nobody", *wanted], raise_error=False)] == wanted
    with pytest.raises(ValueError, match="nobody"):
        book.nodes.get_nodes([*wanted, "nobody"])
    assert book.nodes.get_nodes([]) == []
    assert book.nodes.nodes_by_key([]) == book.nodes.nodes_by_key([10**9]) == {}


def test_documents_are_iterated_as_asked_and_once(book: Stores) -> None:
    docs = [doc_id_of("/d/z.txt"), doc_id_of("/d/a.txt"), "nobody", doc_id_of("/d/z.txt")]
    assert [node.text for node in book.nodes.iter_nodes(docs)] == ["behind", "before"]
    assert list(book.nodes.iter_nodes([])) == []
    oldest_first = [node.text for node in book.nodes.find(NodeFilter(paths=["/d/z.txt", PATH]))]
    assert oldest_first == [*TEXTS, "behind"]


def test_a_parent_knows_its_children_in_their_order(stores: Stores) -> None:
    children = [TextNode(f"part {number}", f"c{number}", relationships=of("d")) for number in range(3)]
    for child in children:
        child.relationships[NodeRelationship.PARENT] = RelatedNodeInfo("p")
    parent = TextNode("part 0 part 1 part 2", "p", relationships=of("d"))
    parent.relationships[NodeRelationship.CHILD] = [RelatedNodeInfo(child.id_) for child in children]
    stores.nodes.add([parent, *children], embed=True)
    assert stores.nodes.get_children(["c0", "p", "nobody"]) == {"p": ["c0", "c1", "c2"]}
    above = stores.nodes.get_parents(["c2", "p", "c0", "nobody"])
    assert {child: node.id_ for child, node in above.items()} == {"c2": "p", "c0": "p"}
    stores.nodes.delete(["p"])
    assert "p" not in {node.id_ for node in stores.nodes.get_parents(["c0", "c1"]).values()}
    assert stores.nodes.get_children(["p"]) == {}


def test_a_node_that_is_the_same_keeps_its_key_and_its_vector(stores: Stores) -> None:
    first = stores.nodes.add([TextNode("tea", "a", relationships=of("d")), TextNode("milk", "b")], embed=True)
    embed_all(stores)
    again = stores.nodes.add([TextNode("tea", "a", relationships=of("d")), TextNode("cream", "b")], embed=True)
    assert again[0] == first[0]
    assert [text for _, _, text in stores.nodes.to_embed(9)] == ["cream"]
    assert texts_found(stores, "milk tea cream") == texts_found(stores, "tea cream")
    assert sorted(node.text for node in stores.nodes.iter_nodes()) == ["cream", "tea"]


def test_what_a_document_hashes_to(stores: Stores) -> None:
    keys = stores.documents.put_document(
        Document(text="tea", id_="doc"), [TextNode("tea", "n", relationships=of("doc"))], embed=False
    )
    assert stores.nodes.to_embed(9) == []
    assert stores.documents.hashes_of("doc") == {keys[0]: text_hash("", "tea")}
    stores.documents.set_document_hash("doc", "00ff")
    stores.documents.set_document_hash("nobody", "00ff")
    assert [stores.documents.get_document_hash(name) for name in ("doc", "nobody")] == ["00ff", None]
    stores.nodes.add([TextNode("loose", "l", relationships=of("untold"))])
    assert stores.documents.get_document_hash("untold") is None
    assert not stores.documents.document_exists("")


def test_terms_are_counted_by_column(book: Stores) -> None:
    book.documents.replace_file(file("/d/w.txt", "whalebones", "whalebone"))
    terms = keyword_terms("whalebones").terms
    assert book.keywords.terms_beginning_with(terms[0]) == {terms[0]: 2}
    words = book.keywords.terms_beginning_with("whaleb", "words")
    assert all(word.startswith("whaleb") and count >= 1 for word, count in words.items())
    assert book.keywords.terms_beginning_with("鯨") == {"鯨": 1}


@pytest.mark.parametrize("text", ['"', "' OR 1", "a AND NOT b", "NEAR(a b)", "*", "terms:x", "--", "\0", '鯨"*'])
def test_no_question_is_taken_for_a_command(book: Stores, text: str) -> None:
    found = texts_found(book, f"{text} whale")
    assert "one whale" in found
    assert book.keywords.known_share(keyword_terms(text)) <= 1


def test_one_space_at_a_time(book: Stores) -> None:
    embed_all(book)
    other = EmbeddingSpace("test", "another", DIMENSIONS, "")
    with pytest.raises(UserError, match="another model"), book.transaction():
        book.vectors(other).create()
    assert not book.vectors(other).exists
    assert book.vectors(other).nearest(random_vectors(1)[0], 5) == []
    assert book.vectors(SPACE).count() == book.nodes.node_count() == len(TEXTS) + 2


def test_vectors_point_where_they_pointed(book: Stores) -> None:
    stored = embed_all(book)
    found = book.vectors(SPACE).get([*stored, 10**9])
    assert found.keys() == stored.keys()
    for key, vector in stored.items():
        assert np.allclose(unit(found[key]), unit(vector), atol=1e-6)
    assert book.vectors(SPACE).get([]) == {}


def test_documents_in_other_languages(stores: Stores) -> None:
    assert not stores.documents.has_other_languages("en")
    stores.documents.replace_file(file("a.txt", "one", metadata={"language": "en"}))
    stores.documents.replace_file(file("b.txt", "two"))  # nobody can tell
    assert not stores.documents.has_other_languages("en")
    assert stores.documents.has_other_languages("de")
    stores.documents.replace_file(file("c.txt", "drei", metadata={"language": "de"}))
    assert stores.documents.has_other_languages("en")
    stores.documents.replace_file(file("d.txt", *map(str, range(250)), metadata={"language": "en"}))
    assert not stores.documents.has_other_languages("en")  # so few may be misread
    stores.documents.delete_files(["d.txt"])
    assert stores.documents.has_other_languages("en")
    stores.documents.delete_files(["c.txt"])
    assert not stores.documents.has_other_languages("en")
