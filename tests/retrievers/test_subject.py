"""Questions that name files: which ones, what remains of the question, and how the product's search uses it."""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_rag.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.bm25 import BM25Retriever
from desktop_rag.retrievers.fusion_hints import FusionHints
from desktop_rag.retrievers.hybrid import HybridRetriever, with_neighbour_support
from desktop_rag.retrievers.subject import Subject, SubjectFinder
from desktop_rag.storage.records import DocumentRecord, NodeRecord
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import keyword_terms, spoken_words
from desktop_rag.vector_stores.types import MetadataFilter, MetadataFilters

_COMPANIES = {
    "BOEING_2022_10K.pdf": "Boeing",
    "BOEING_2021_10K.pdf": "Boeing",
    "BESTBUY_2022.pdf": "Best Buy",
    "MGMRESORTS_2022Q4.pdf": "MGM",
    "3M_2022.pdf": "3M",
    "Müller-Bericht.pdf": "Müller",
    "the_rest.pdf": "Acme",
}
_SUBJECTS = ("gross margin", "number of stores", "cash flows", "customers", "best product", "legal matters")


def _record(name: str, company: str) -> DocumentRecord:
    texts = [f"{company} reports the {what}, the {company} way." for what in _SUBJECTS]
    texts += [f"Table of the {what}: {number}" for number, what in enumerate(_SUBJECTS)]
    nodes = []
    for number, text in enumerate(texts):
        found = keyword_terms(text)
        nodes.append(NodeRecord(number // 2 + 1, 0, len(text), "", text, " ".join(found.terms), " ".join(found.words)))
    return DocumentRecord(f"/reports/{name}", 1, 1, name.encode(), {"file_name": name}, [("1", "")] * 6, nodes)


@pytest.fixture(scope="module")
def storage() -> StorageContext:
    storage = StorageContext()
    with storage.transaction():
        for name, company in _COMPANIES.items():
            storage.documents.replace_file(_record(name, company))
    return storage


def _named(storage: StorageContext, question: str) -> tuple[set[str], str]:
    subject = SubjectFinder(storage.documents, storage.keywords).find(question)
    if subject is None:
        return set(), ""
    paths = {info.doc_id: PurePosixPath(info.path).name for info in storage.docstore.documents()}
    return {paths[doc_id] for doc_id in subject.doc_ids}, subject.question


@pytest.mark.parametrize(
    ("question", "names", "rest"),
    [
        ("What is Boeing's gross margin in 2022?", {"BOEING_2022_10K.pdf"}, "What is gross margin in 2022?"),
        ("Does Boeing have customers?", {"BOEING_2022_10K.pdf", "BOEING_2021_10K.pdf"}, "Does have customers?"),
        ("Which Best Buy product is best?", {"BESTBUY_2022.pdf"}, "Which product is best?"),
        ("Where did MGM earn most?", {"MGMRESORTS_2022Q4.pdf"}, "Where did earn most?"),
        ("Is 3M capital-intensive?", {"3M_2022.pdf"}, "Is capital-intensive?"),
        ("Wie ist die Marge bei MULLER?", {"Müller-Bericht.pdf"}, "Wie ist die Marge bei ?"),
        ("What are the legal matters?", set(), ""),
        ("Who is Acme?", set(), ""),  # no file is called so
        ("Boeing?", set(), ""),  # nothing else is asked
        ("", set(), ""),
        ("ボーイングの顧客は誰ですか", set(), ""),
    ],
)
def test_names_of_files(storage: StorageContext, question: str, names: set[str], rest: str) -> None:
    assert _named(storage, question) == (names, rest)


def test_one_who_asks_again_hears_of_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, question = tmp_path / "library", "What is the gross margin of Zenith?"
    with StorageContext(path) as writer:
        for name, company in list(_COMPANIES.items())[:3]:
            writer.documents.replace_file(_record(name, company))
        with StorageContext(path, read_only=True) as reader:
            documents = reader.documents
            assert _named(reader, question) == (set(), "")
            assert documents.searched(9) is documents.searched(9)
            assert documents.searched(2) == []
            writer.documents.replace_file(_record("zenith.pdf", "Zenith"))
            assert len(documents.searched(9)) == len(writer.documents.searched(9)) == 4
            assert _named(reader, question) == ({"zenith.pdf"}, "What is the gross margin of ?")
            # who writes is not told of what it changed itself, and remembers nothing
            assert writer.documents.searched(9) is not writer.documents.searched(9)
            # the names are looked at anew only when there are others
            monkeypatch.setattr("desktop_rag.retrievers.subject._Names", None)
        with StorageContext(path, read_only=True) as reader:
            assert _named(reader, question)[0] == {"zenith.pdf"}


def test_a_library_of_one_file_has_no_subjects() -> None:
    storage = StorageContext()
    with storage.transaction():
        storage.documents.replace_file(_record("BOEING_2022_10K.pdf", "Boeing"))
    assert SubjectFinder(storage.documents, storage.keywords).find("Boeing customers") is None


@given(st.lists(st.sampled_from(["Boeing", "Boeing’s", "Best", "Buy", "2022", "3M", "margin", "?", "\0", "顧客"])))
@settings(max_examples=100, deadline=None)
def test_what_remains_was_there(storage: StorageContext, words: list[str]) -> None:
    question = " ".join(words)
    subject = SubjectFinder(storage.documents, storage.keywords).find(question)
    if subject is not None:
        rest = spoken_words(subject.question)
        assert 0 < len(rest) < len(spoken_words(question))
        assert set(rest) <= set(spoken_words(question))


def test_the_named_file_is_searched_for_what_remains(storage: StorageContext) -> None:
    words = BM25Retriever(storage, 50)
    question = "What is MGM's table of the cash flows?"
    plain, found = words.retrieve(question), HybridRetriever([words], 20).retrieve(question)
    assert {one.node.metadata["file_name"] for one in found[:5]} == {"MGMRESORTS_2022Q4.pdf"}
    assert _place_of_the_table(found) <= 1 < _place_of_the_table(plain)
    assert all(0 <= one.get_score() <= 1 for one in found)


def _place_of_the_table(found: list[NodeWithScore]) -> int:
    tables = (
        place
        for place, one in enumerate(found)
        if one.node.text.startswith("Table of the cash") and one.node.metadata["file_name"] == "MGMRESORTS_2022Q4.pdf"
    )
    return next(tables)


def test_what_narrows_down_stays_in_force(storage: StorageContext) -> None:
    filters = MetadataFilters([MetadataFilter("file_name", "3M_2022.pdf")])
    index = VectorStoreIndex(storage_context=storage)
    found = index.as_retriever(20, "bm25", filters=filters).retrieve("Boeing cash flows")
    narrowed = HybridRetriever([BM25Retriever(storage, 20, filters=filters)], 20).retrieve("Boeing cash flows")
    assert {one.node.metadata["file_name"] for one in [*found, *narrowed]} == {"3M_2022.pdf"}
    doc_ids = [info.doc_id for info in storage.docstore.documents()][:1]
    assert BM25Retriever(storage, 20, doc_ids=doc_ids).narrowed(["another"]).retrieve("cash flows") == []


def test_a_question_with_a_vector_of_its_own_stays_whole(storage: StorageContext) -> None:
    bundle = QueryBundle("What is Boeing's gross margin?", custom_embedding_strs=("margin",))
    plain = HybridRetriever([BM25Retriever(storage, 50)], 5).retrieve(bundle)
    assert plain[0].node.text.startswith("Boeing")


def _beside(name: str, before: str = "", after: str = "", page: int = 1, doc: str = "d") -> TextNode:
    node = TextNode(text=name, id_=name, metadata={"page_number": page})
    node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(doc)
    if before:
        node.relationships[NodeRelationship.PREVIOUS] = RelatedNodeInfo(before)
    if after:
        node.relationships[NodeRelationship.NEXT] = RelatedNodeInfo(after)
    return node


def test_neighbours_on_a_page_support_each_other() -> None:
    nodes = [
        NodeWithScore(_beside("alone"), 1.0),
        NodeWithScore(_beside("a", after="b"), 0.9),
        NodeWithScore(_beside("b", before="a", after="c"), 0.8),
        NodeWithScore(_beside("c", before="b", page=2), 0.7),
    ]
    found = {one.node.node_id: one.get_score() for one in with_neighbour_support(nodes, {"d"}, 2.0)}
    assert list(found) == ["a", "b", "alone", "c"]
    assert found == pytest.approx({"a": 1.1, "b": 1.025, "alone": 1.0, "c": 0.7})
    assert [one.get_score() for one in with_neighbour_support(nodes, {"other"}, 2.0)] == [1.0, 0.9, 0.8, 0.7]
    assert max(one.get_score() for one in with_neighbour_support(nodes, {"d"}, 1.0)) == pytest.approx(1.0)


class _Fixed(FusionHints, BaseRetriever):
    """Finds one node, whatever is asked."""

    def __init__(self, name: str, weight_inside: float, subject: Subject | None) -> None:
        self.weight_inside = weight_inside
        self._name = name
        self._subject = subject

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(_beside(self._name), 1.0)]

    def unlisted_score(self, found: Sequence[NodeWithScore]) -> float:
        return 0.0

    def subject(self, query_bundle: QueryBundle) -> Subject | None:
        return self._subject

    def narrowed(self, doc_ids: Sequence[str]) -> BaseRetriever:
        return self


@pytest.mark.parametrize(
    ("subject", "scores"),
    [(None, {"words": 0.5, "meaning": 0.5}), (Subject(("d",), "rest"), {"meaning": 2 / 3, "words": 1 / 3})],
)
def test_words_count_less_when_the_question_names_files(subject: Subject | None, scores: dict[str, float]) -> None:
    both = HybridRetriever([_Fixed("words", 0.5, subject), _Fixed("meaning", 1.0, None)], 5)
    found = {one.node.node_id: one.get_score() for one in both.retrieve("What does it say?")}
    assert found == pytest.approx(scores)
    assert list(found) == list(scores)
