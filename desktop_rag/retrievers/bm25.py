"""Search by words: BM25. Words of Persian and Urdu are found joined or apart: “خوبصورت”, “خوب صورت”."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypedDict, Unpack

from desktop_rag.citations.wording import TELLING, wording
from desktop_rag.core.errors import BugError, UnusableInputError
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.core.user_text import UserText
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.fusion_hints import FusionHints, common_ids, every_node
from desktop_rag.retrievers.question_words import question_wording
from desktop_rag.retrievers.subject import Subject, SubjectFinder
from desktop_rag.storage.document_store import DocumentStore
from desktop_rag.storage.filters import MetadataFilters, NodeFilter, TermQuery
from desktop_rag.storage.ports import Keywords, Stores
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import KeywordTerms, joined_or_apart, keyword_terms, other_forms
from desktop_rag.text.spellings import ungrouped

_PERSISTED, _OPTIONS = "bm25.ragindex", "retriever.json"
_MOST_HALVES = 60  # ways to cut the words of a question that are looked up: some 20 ms


class HasStorage(Protocol):
    """An index, seen from below."""

    @property
    def storage_context(self) -> StorageContext:
        """The storage of the index."""

    @property
    def slot(self) -> int:
        """The slot that selects the index's nodes in it; 0: all."""


class Narrowing(TypedDict, total=False):
    """The filters of a search; None does not narrow, an empty list leaves nothing."""

    filters: MetadataFilters | None
    node_ids: Sequence[str] | None
    doc_ids: Sequence[str] | None


class BM25Retriever(FusionHints, BaseRetriever):
    """Returns the ``similarity_top_k`` nodes that share the question's words, rare words counting most.

    Nodes without any of the words are never returned. Every question sees the library as it is at that moment. With the
    ``slot`` of an index, its nodes alone are found; how rare a word is tells the whole storage.
    """

    weight_inside = 0.5  # the name of a file is a word, and most others are all over it

    def __init__(
        self,
        storage: Stores | DocumentStore,
        similarity_top_k: int = 2,
        *,
        slot: int = 0,
        **narrowing: Unpack[Narrowing],
    ) -> None:
        if unknown := narrowing.keys() - Narrowing.__annotations__.keys():
            raise TypeError(f"BM25Retriever has no {min(unknown)!r}")
        self._slot = slot
        self._stores = storage.stores if isinstance(storage, DocumentStore) else storage
        self._words = self._stores.keywords
        self.similarity_top_k = similarity_top_k
        self._narrowing = narrowing

    @classmethod
    def from_defaults(  # noqa: PLR0913 - LlamaIndex's
        cls,
        index: HasStorage | None = None,
        nodes: Sequence[TextNode] | None = None,
        docstore: DocumentStore | None = None,
        storage: StorageContext | None = None,
        similarity_top_k: int = 2,
        *,
        stemmer: object = None,  # noqa: ARG003 - LlamaIndex's, as the next ones
        language: str = "en",  # noqa: ARG003
        skip_stemming: bool = False,  # noqa: ARG003
        token_pattern: str = "",  # noqa: ARG003
        verbose: bool = False,  # noqa: ARG003
        **narrowing: Unpack[Narrowing],
    ) -> "BM25Retriever":
        """Return a retriever for exactly one source; ``nodes`` are kept in memory.

        What would say how words are cut changes nothing: each text is cut as its own language wants.

        Raises:
            BugError: none or several sources were given.

        """
        sources = [source for source in (index, nodes, docstore, storage) if source is not None]
        if len(sources) != 1:
            raise BugError("give exactly one of index, nodes, docstore and storage")
        slot = 0
        if index is not None:
            storage, slot = index.storage_context, index.slot
        elif nodes is not None:
            storage = StorageContext()
            with storage.transaction():
                storage.nodes.add(nodes)
        source = storage or docstore
        assert source is not None  # noqa: S101 - one of the four was given
        return cls(source, similarity_top_k, slot=slot, **narrowing)

    def persist(self, path: str | Path) -> None:
        """Write everything that is searched to a folder, for ``from_persist_dir``.

        Raises:
            UserError: the disk is full, or what is there cannot be replaced.
            BugError: what is searched is on a server.

        """
        if not isinstance(self._stores, StorageContext):
            raise BugError("only a storage of this computer can be written to a folder")
        folder = Path(path)
        self._stores.write(folder / _PERSISTED)
        options = {"similarity_top_k": self.similarity_top_k, "slot": self._slot}
        (folder / _OPTIONS).write_text(json.dumps(options), "utf-8")

    @classmethod
    def from_persist_dir(cls, path: str | Path) -> "BM25Retriever":
        """Return the retriever that ``persist`` wrote.

        Raises:
            UnusableInputError: there is none.

        """
        folder = Path(path)
        if not (folder / _OPTIONS).is_file():
            raise UnusableInputError(
                UserText("There is no retriever at {folder}.", folder=str(folder)),
                UserText("Write one there first with persist, or choose another folder."),
            )
        options = json.loads((folder / _OPTIONS).read_text("utf-8"))
        storage = StorageContext.from_defaults(folder / _PERSISTED)
        return cls(storage, options["similarity_top_k"], slot=options["slot"])

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        narrowing = self._narrowing
        given = (narrowing.get("filters"), narrowing.get("node_ids"), narrowing.get("doc_ids"))
        passing = NodeFilter(*given, slot=self._slot)
        # a node that was found may be replaced before it is read
        with self._stores.snapshot():
            hits = self._words.query(self._terms(query_bundle.query_str), self.similarity_top_k, passing)
            nodes = self._stores.nodes.nodes_by_key([key for key, _ in hits])
        return [NodeWithScore(nodes[key], score, ("words",)) for key, score in hits if key in nodes]

    def _terms(self, text: str) -> KeywordTerms:
        """Return the search terms of a question; a word that no passage has, also in the other number."""
        asked = keyword_terms(ungrouped(text))
        forms = {term: other_forms(term) for term in asked.terms}
        counts = self._words.node_counts([term for term, others in forms.items() if others])
        lacking = [form for term, count in counts.items() if not count for form in forms[term]]
        return in_any_joint(self._words, text, KeywordTerms((*asked.terms, *lacking), asked.words))

    def confidence(self, query_bundle: QueryBundle) -> float:
        """Return the share of the question's words that occur in the index at all.

        It is small when the question is in another language than the files: what is found then was found by
        accident ("in", "die", a number).
        """
        return self._words.known_share(keyword_terms(ungrouped(query_bundle.query_str)))

    def judging(self, query_bundle: QueryBundle) -> Callable[[TextNode], bool]:
        """Return a predicate: words have no bearing on a node known to be in another language than the question."""
        asked = question_wording(query_bundle.query_str)
        if not asked:
            return every_node
        return lambda node: wording(node.text[:TELLING]) in ("", asked)

    def subject(self, query_bundle: QueryBundle) -> Subject | None:
        """Return the files that the question names."""
        return SubjectFinder(self._stores.documents, self._words).find(query_bundle.query_str)

    def narrowed(self, doc_ids: Sequence[str]) -> "BM25Retriever":
        """Return the same search in some documents only."""
        narrowing = self._narrowing | {"doc_ids": common_ids(self._narrowing.get("doc_ids"), doc_ids)}
        return BM25Retriever(self._stores, self.similarity_top_k, slot=self._slot, **narrowing)

    def unlisted_score(self, found: Sequence[NodeWithScore]) -> float:
        """Return 0 when everything with any of the words was found."""
        return super().unlisted_score(found) if len(found) >= self.similarity_top_k else 0.0


def in_any_joint(keywords: Keywords, text: str, terms: KeywordTerms) -> KeywordTerms:
    """Return the terms of a question with those of its words as the library has them, joined or apart."""
    joined, halves = joined_or_apart(text)
    if not joined and not halves:
        return terms
    counts = keywords.node_counts({*joined, *(half for two in halves[:_MOST_HALVES] for half in two)})
    found = [term for term in joined if counts[term]]
    for two in halves[:_MOST_HALVES]:
        if all(counts[half] for half in two) and keywords.matching(TermQuery(phrases=(two,)), 1):
            found += two
    return KeywordTerms(tuple(dict.fromkeys((*terms.terms, *found))), terms.words)
