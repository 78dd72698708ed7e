"""The search page's search: files with their best passages, for a query that may still be typed."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.search import FileHits, FoundPassage, SearchResults
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.postprocessor.near_duplicates import same_text
from desktop_rag.readers.formats import of_name
from desktop_rag.retrievers.bm25 import Narrowing
from desktop_rag.retrievers.hybrid import HybridRetriever
from desktop_rag.retrievers.query_syntax import ParsedQuery, parse_query
from desktop_rag.retrievers.typed import (
    TypedRetriever,
    is_one_run,
    typed_words,
    with_every_word,
    with_phrases,
    without_lone_characters,
)
from desktop_rag.retrievers.vector import VectorIndexRetriever
from desktop_rag.services.search.catalogue import named
from desktop_rag.services.search.snippets import Highlighter
from desktop_rag.services.search.spelling import other_spellings
from desktop_rag.services.search.typed_search import search_library
from desktop_rag.services.sources import to_source
from desktop_rag.storage.filters import NodeFilter
from desktop_rag.storage.ports import Hit
from desktop_rag.storage.sqlite.catalogue import DocumentFacts
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text import analyzer
from desktop_rag.text.analyzer import folded, spoken_words

WORDS, MEANING = "words", "hybrid"
_HITS = 1000  # passages found by words that are grouped by file
_EVERY = 300  # passages with every word, which come first
_DEPTH = 60  # passages looked at by meaning as well
_ONLY_MEANING = 15  # passages that have none of the words
_LEAST_SCORE = 0.2  # of theirs, where others have words; 0.5 is the best by meaning alone
_PHRASES = 200  # passages whose texts are looked at for phrases while somebody types
_EXACT = 100  # passages for queries with phrases and exclusions
_SPARE = 10  # files looked at beyond those wanted where there are no words
_ROUNDS = 3  # as many files are looked at as are wanted, because copies of others go
_NAMED = 5  # files on top for their names
_LEAST_LETTERS = 3  # of a query: fewer have no meaning, and are in too many names


@dataclass(frozen=True, slots=True)
class PageQuery:
    """A query as typed, with how many files and passages of each are wanted; ``file`` limits it to one."""

    text: str
    mode: str = WORDS
    files: int = 20
    per_file: int = 3
    file: str = ""


@dataclass(frozen=True, slots=True)
class _Hit:
    """A passage (by row) of a document (by row)."""

    rowid: int
    document: int
    score: float
    found_by: tuple[str, ...]


class PageSearch:
    """One query to one open library."""

    def __init__(
        self, storage: StorageContext, embed_model: BaseEmbedding | None, vectors: VectorCache | None, notice: str = ""
    ) -> None:
        self._storage = storage
        self._embed_model = embed_model
        self._vectors = vectors
        self._catalogue = storage.catalogue
        self._notice = notice
        self._passes: dict[int, bool] = {}  # the documents that were looked at

    def run(self, query: PageQuery) -> SearchResults:
        """Return what to show."""
        started = time.perf_counter()
        parsed = parse_query(query.text)
        narrowing = NodeFilter(parsed.filters, paths=[query.file] if query.file else None)
        hits = self._hits(query, parsed, narrowing)
        by_name = self._named(parsed, narrowing) if not query.file else []
        groups = _grouped(hits, by_name)
        facts = self._catalogue.facts(groups)
        files = self._files(query, groups, facts, by_name)
        by_words = bool(by_name) or any("words" in hit.found_by for hit in hits)
        text = parsed.text
        return SearchResults(
            query.text, query.mode, tuple(files), total_files=max(len(groups), len(files)), facets=_facets(facts),
            suggestions=() if by_words or not text else other_spellings(self._storage.keywords, query.text, text),
            unfiltered=not hits and parsed.filters is not None and bool(self._by_words(text, NodeFilter())),
            notice=self._notice, seconds=time.perf_counter() - started,
        )  # fmt: skip

    def _hits(self, query: PageQuery, parsed: ParsedQuery, narrowing: NodeFilter) -> list[_Hit]:
        """Return the passages, best first."""
        if not query.text.strip():
            return []
        if parsed.phrases or parsed.exclusions:
            return self._exactly(query, parsed, narrowing)
        words = spoken_words(parsed.text)
        if not words:
            return self._first_passages(query, narrowing)
        by_words = self._by_words(parsed.text, narrowing)
        if not self._is_about_meaning(query) or _is_too_short(words, parsed.text):
            return by_words
        fused = self._by_meaning(parsed.text, narrowing)
        known = {hit.rowid for hit in fused}
        return fused + [hit for hit in by_words if hit.rowid not in known]

    def _is_about_meaning(self, query: PageQuery) -> bool:
        """Whether the meaning is asked for, and can be had."""
        return query.mode == MEANING and self._embed_model is not None

    def _exactly(self, query: PageQuery, parsed: ParsedQuery, narrowing: NodeFilter) -> list[_Hit]:
        """Return the best passages for a query with phrases or exclusions."""
        mode = "hybrid" if self._is_about_meaning(query) else "bm25"
        if mode == "bm25" and (hits := self._with_phrases(parsed, narrowing)):
            return hits
        return self._of_nodes(search_library(self._index(), query.text, _EXACT, mode), narrowing)

    def _by_words(self, text: str, narrowing: NodeFilter) -> list[_Hit]:
        """Return the passages that have some of the words, the last of which may be a beginning."""
        words = without_lone_characters(typed_words(self._storage.keywords, text).terms, text)
        store = self._storage.keywords
        whole = with_every_word(self._storage.keywords, text, _EVERY)
        first = {rowid for rowid, _ in whole}
        some = store.query(words, _HITS) if not (whole and is_one_run(text)) else []
        ranked = whole + [(rowid, score) for rowid, score in some if rowid not in first]
        hits = self._placed(ranked, narrowing)
        if not narrowing.is_open and len(some) == _HITS and len(hits) < _DEPTH:
            hits = self._placed(store.query(words, _HITS, narrowing), narrowing)
        return hits

    def _placed(self, ranked: Sequence[Hit], narrowing: NodeFilter) -> list[_Hit]:
        """Return hits with their documents, as far as those pass."""
        documents = self._catalogue.documents_of([key for key, _ in ranked])
        passing = self._passing(documents.values(), narrowing)
        return [
            _Hit(key, documents[key], score, ("words",))
            for key, score in ranked
            if key in documents and documents[key] in passing
        ]

    def _passing(self, documents: Iterable[int], narrowing: NodeFilter) -> set[int]:
        """Return which of some documents pass; each is looked at once."""
        wanted = set(documents)
        if narrowing.is_open:
            return wanted
        new = wanted - self._passes.keys()
        passing = self._catalogue.passing(new, narrowing)
        self._passes |= {document: document in passing for document in new}
        return {document for document in wanted if self._passes[document]}

    def _by_meaning(self, text: str, narrowing: NodeFilter) -> list[_Hit]:
        """Return the best passages by words and meaning; nothing when meaning cannot be had, with a notice."""
        within = Narrowing(filters=narrowing.metadata)
        if narrowing.paths is not None:
            within["doc_ids"] = [one for path in narrowing.paths for one in self._catalogue.doc_ids_at(path)]
        assert self._embed_model is not None  # noqa: S101 - asked before
        retriever = HybridRetriever(
            [
                VectorIndexRetriever(self._storage, self._embed_model, _DEPTH, self._vectors, **within),
                TypedRetriever(self._storage, _DEPTH, **within),
            ],
            _DEPTH,
        )
        try:
            found = retriever.retrieve(text)
        except UserError as error:
            self._notice = str(error)
            return []
        return self._of_nodes(_with_few_others(found), narrowing)

    def _of_nodes(self, found: Sequence[NodeWithScore], narrowing: NodeFilter) -> list[_Hit]:
        """Return hits for nodes."""
        keys = self._storage.nodes.keys_of([one.node.node_id for one in found])
        documents = self._catalogue.documents_of(list(keys.values()))
        passing = self._passing(documents.values(), narrowing)
        hits = []
        for one in found:
            key = keys.get(one.node.node_id, -1)
            document = documents.get(key)
            if document in passing:
                hits.append(_Hit(key, document, one.get_score(), one.found_by))
        return hits

    def _with_phrases(self, parsed: ParsedQuery, narrowing: NodeFilter) -> list[_Hit]:
        """Return the best passages with the phrases, quickly; nothing where a closer look is needed."""
        hits = self._placed(with_phrases(self._storage.keywords, parsed.phrases, _PHRASES), narrowing)
        nodes = self._storage.nodes.nodes_by_key([hit.rowid for hit in hits])
        return [
            hit
            for hit in hits
            if hit.rowid in nodes
            and parsed.accepts(str(nodes[hit.rowid].metadata.get("heading", "")), nodes[hit.rowid].text)
        ]

    def _first_passages(self, query: PageQuery, narrowing: NodeFilter) -> list[_Hit]:
        """Return the beginnings of the files that meet the conditions, the latest first: there are no words."""
        if narrowing.is_open:
            return []
        latest = self._catalogue.latest(narrowing, query.files + _SPARE)
        firsts = self._catalogue.first_passages(latest)
        return [_Hit(firsts[document], document, 0.0, ()) for document in latest if document in firsts]

    def _named(self, parsed: ParsedQuery, narrowing: NodeFilter) -> list[_Hit]:
        """Return the first passages of files whose names have every word."""
        wanted = [folded(word) for word in parsed.text.split()] if not parsed.exclusions else []
        wanted = [word for word in wanted if word]
        if not wanted or _is_too_short(wanted, parsed.text):
            return []
        documents = named(self._catalogue, wanted, narrowing, _NAMED)
        firsts = self._catalogue.first_passages(documents)
        return [_Hit(firsts[one], one, 1.0, ("name",)) for one in documents if one in firsts]

    def _index(self) -> VectorStoreIndex:
        """Return the library as an index."""
        return VectorStoreIndex(storage_context=self._storage, embed_model=self._embed_model, cache=self._vectors)

    def _files(
        self, query: PageQuery, groups: dict[int, list[_Hit]], facts: dict[int, DocumentFacts], named: Sequence[_Hit]
    ) -> list[FileHits]:
        """Return the files to show, each with its best passages; what says the same is shown once."""
        by_name = {hit.document for hit in named}
        collapsed = _Collapsed(by_name)
        best = {document: hits[: query.per_file] for document, hits in groups.items() if document in facts}
        shown = self._different(best, query.files, collapsed)
        highlighter, rank = Highlighter(query.text), count(1)
        return [
            FileHits(
                facts[document].path, of_name(facts[document].path).kind, facts[document].modified,
                tuple(_passage(collapsed.nodes[hit.rowid], hit, next(rank), highlighter, collapsed) for hit in hits),
                max(0, len(groups[document]) - query.per_file),
                _in_name(query.text, facts[document].path) if document in by_name else (),
            )
            for document, hits in shown.items()
        ]  # fmt: skip

    def _different(self, best: dict[int, list[_Hit]], files: int, collapsed: "_Collapsed") -> dict[int, list[_Hit]]:
        """Return the first files that say something of their own, with the hits that do."""
        shown: dict[int, list[_Hit]] = {}
        documents = list(best)
        for start in range(0, min(len(documents), _ROUNDS * files), files):
            batch = documents[start : start + files]
            rows = [hit.rowid for document in batch for hit in best[document]]
            collapsed.nodes |= self._storage.nodes.nodes_by_key(rows)
            for document in batch:
                different = [hit for hit in best[document] if collapsed.keep(hit)]
                if different and len(shown) < files:
                    shown[document] = different
            if len(shown) >= files:
                break
        return shown


class _Collapsed:
    """Which passages say the same as one before them; those of the documents ``alone`` are shown all the same."""

    def __init__(self, alone: set[int]) -> None:
        self._alone = alone
        self.nodes: dict[int, TextNode] = {}
        self._kept: list[tuple[int, frozenset[str]]] = []
        self.copies: dict[int, list[str]] = {}

    def keep(self, hit: _Hit) -> bool:
        """Whether a passage is shown; if not, it is gone, or its file is a copy of the one that is."""
        node = self.nodes.get(hit.rowid)
        if node is None:
            return False
        terms = frozenset(analyzer.terms(node.text))
        if hit.document not in self._alone:
            for rowid, other in self._kept:
                if abs(len(terms) - len(other)) <= 0.25 * max(len(terms), len(other)) and same_text(terms, other):
                    self.copies.setdefault(rowid, []).append(str(node.metadata["file_path"]))
                    return False
        self._kept.append((hit.rowid, terms))
        return True


def _passage(node: TextNode, hit: _Hit, rank: int, highlighter: Highlighter, collapsed: _Collapsed) -> FoundPassage:
    """Return a passage as it is shown."""
    source = to_source(NodeWithScore(node, hit.score, hit.found_by), rank)
    others = (path for path in collapsed.copies.get(hit.rowid, ()) if path != source.file)
    return FoundPassage(source, highlighter.snippet(node.text), tuple(dict.fromkeys(others)))


def _with_few_others(found: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """Return the passages that have words of the query, in between the best of those that have none."""
    others = [one for one in found if "words" not in one.found_by]
    least = _LEAST_SCORE if len(others) < len(found) else 0.0
    close = {one.node.node_id for one in others[:_ONLY_MEANING] if one.get_score() >= least}
    return [one for one in found if "words" in one.found_by or one.node.node_id in close]


def _is_too_short(words: Sequence[str], text: str) -> bool:
    """Whether the words of a text have too few letters to mean something; one Chinese character does."""
    return sum(map(len, words)) < _LEAST_LETTERS and text.isascii()


def _grouped(hits: Sequence[_Hit], named: Sequence[_Hit]) -> dict[int, list[_Hit]]:
    """Return the hits of each document, those first whose names were looked for."""
    groups: dict[int, list[_Hit]] = {hit.document: [] for hit in named}
    for hit in hits:
        groups.setdefault(hit.document, []).append(hit)
    for hit in named:
        groups[hit.document] = groups[hit.document] or [hit]
    return groups


def _facets(facts: dict[int, DocumentFacts]) -> dict[str, dict[str, int]]:
    """Count the files found by kind and language."""
    kinds = Counter(of_name(one.path).kind for one in facts.values())
    languages = Counter(one.language for one in facts.values() if one.language)
    return {"kind": dict(kinds.most_common()), "language": dict(languages.most_common())}


def _in_name(query: str, path: str) -> tuple[tuple[int, int], ...]:
    """Return where the words of a query are in a file's name."""
    name = shown_name(path)
    low = name.casefold()
    if len(low) != len(name):
        return ()
    places = sorted(_places(low, parse_query(query).text.casefold().split()), key=lambda place: (place[0], -place[1]))
    merged: list[tuple[int, int]] = []
    for start, end in places:
        if not merged or start >= merged[-1][1]:
            merged.append((start, end))
    return tuple(merged)


def _places(name: str, wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where words first stand in a name."""
    for word in wanted:
        place = name.find(word)
        if place >= 0:
            yield place, place + len(word)
