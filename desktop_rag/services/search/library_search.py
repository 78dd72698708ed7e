"""Searching a library without answering: the best passages, or files with their passages while somebody types."""

import difflib
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import SearchNotice
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.search import MEANING, WORDS, PageQuery, SearchChoices, SearchResults
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.indices.vector_store import VectorStoreIndex
from desktop_rag.node_parser.page_breaks import searched_texts
from desktop_rag.postprocessor.mail_originals import MailOriginalsPostprocessor, Originals
from desktop_rag.readers.formats import of_name
from desktop_rag.retrievers.base import BaseRetriever
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
from desktop_rag.retrievers.vector import VectorIndexRetriever, WordsOnlyFallback
from desktop_rag.services.calls import current_call
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.operations import Service, runs
from desktop_rag.services.search.result_files import PageHit, ResultFiles, facets, grouped
from desktop_rag.services.sources import to_source
from desktop_rag.storage.filters import NodeFilter, TermColumn, TermQuery
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.ports import Hit, Keywords
from desktop_rag.storage.sqlite.catalogue import DocumentCatalogue
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.threads import MailThreads
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import TERM_LETTERS, certain_terms, folded, is_unspaced, spoken_words, token_spans

_SHORTEST = 4
_LIKE = 0.74
_COLUMNS: tuple[TermColumn, ...] = ("words", "terms")
_HITS = 1000  # passages found by words that are grouped by file
_EVERY = 300  # passages with every word, which come first
_DEPTH = 60  # passages looked at by meaning as well
_ONLY_MEANING = 15  # passages that have none of the words
_LEAST_SCORE = 0.2  # of theirs, where others have words; 0.5 is the best by meaning alone
_PHRASES = 200  # passages whose texts are looked at for phrases while somebody types
_EXACT = 100  # passages for queries with phrases and exclusions
_SPARE = 10  # files looked at beyond those wanted where there are no words
_NAMED = 5  # files on top for their names
_LEAST_LETTERS = 3  # of a query: fewer have no meaning, and are in too many names
_FOLDERS = 300  # offered at most, the fullest first
_LOOKED_AT = 100  # documents at a time
_LEVELS = 3  # of subfolders below a root
_MOST_CANDIDATES = 5000  # passages with all words of the phrases, best first, whose texts are looked at
_DEEPER = 4
_DEEPEST = 5000


def search_library(
    index: VectorStoreIndex, query: str, top_k: int, mode: str, fallback: WordsOnlyFallback | None = None
) -> list[NodeWithScore]:
    """Return the ``top_k`` best passages for a query as people type it; see ``query_syntax``.

    Conditions hold exactly for every passage returned, in every mode. Without any words it is the first passages of
    the files that fit. With ``fallback``, mode "hybrid" searches by words only when the model cannot be asked.
    """
    parsed = parse_query(query)
    if parsed.is_plain:
        return index.as_retriever(top_k, mode, fallback).retrieve(query)
    return _Search(index, parsed, top_k, mode, fallback).run()


class _Search:
    """One query."""

    def __init__(
        self, index: VectorStoreIndex, parsed: ParsedQuery, top_k: int, mode: str, fallback: WordsOnlyFallback | None
    ) -> None:
        self._index = index
        self._storage = index.storage_context
        self._parsed = parsed
        self._top_k = top_k
        self._mode = mode
        self._fallback = fallback

    def run(self) -> list[NodeWithScore]:
        """Return the best passages that meet every phrase, exclusion and condition."""
        if not self._parsed.text:
            return self._in_order()
        node_ids = self._with_phrases()
        depth = self._top_k
        while True:
            found = self._retriever(depth, node_ids).retrieve(self._parsed.text)
            accepted = [one for one in found if self._accepts(one.node)]
            if len(accepted) >= self._top_k or len(found) < depth or depth >= _DEEPEST:
                return accepted[: self._top_k]
            depth *= _DEEPER

    def _retriever(self, depth: int, node_ids: Sequence[str] | None) -> BaseRetriever:
        """Return a retriever that is narrowed down."""
        return self._index.as_retriever(
            depth, self._mode, self._fallback, filters=self._parsed.filters, node_ids=node_ids
        )

    def _accepts(self, node: TextNode) -> bool:
        """Return True if a passage's own words meet the query."""
        return self._parsed.accepts(*searched_texts(node))

    def _with_phrases(self) -> list[str] | None:
        """Return the ids of the passages with the phrases: those that have all the words are looked at."""
        groups = [group for phrase in self._parsed.phrases for group in certain_terms(phrase)]
        if not groups:
            return None
        wanted = TermQuery(any_of=tuple(dict.fromkeys(groups)))
        hits = self._storage.keywords.matching(wanted, _MOST_CANDIDATES, NodeFilter(self._parsed.filters))
        nodes = self._storage.nodes.nodes_by_key([key for key, _ in hits])
        return [node.node_id for node in nodes.values() if self._accepts(node)]

    def _in_order(self) -> list[NodeWithScore]:
        """Return the first passages that meet the query, there being nothing to rank them by."""
        if self._parsed.filters is None:
            return []
        passing = self._storage.nodes.find(NodeFilter(self._parsed.filters))
        found = (NodeWithScore(node, 0.0, ()) for node in passing if self._accepts(node))
        return list(islice(found, self._top_k))


def search_choices(storage: StorageContext) -> SearchChoices:
    """Return the folders, kinds and languages that a library can be narrowed down to."""
    rows = list(storage.catalogue.languages())
    roots = sorted(root.path for root in storage.folders.all() if root.is_folder)
    folders: Counter[str] = Counter()
    for path, _ in rows:
        folders.update(_folders_above(path, roots))
    fullest = dict(folders.most_common(_FOLDERS))
    kinds = Counter(of_name(path).kind for path, _ in rows)
    languages = Counter(str(language) for _, language in rows if language)
    return SearchChoices(
        tuple(sorted(fullest.items())), tuple(roots), dict(kinds.most_common()), dict(languages.most_common())
    )


def named(catalogue: DocumentCatalogue, wanted: Sequence[str], narrowing: NodeFilter, most: int) -> list[int]:
    """Return documents (by row) in whose names every word begins a part, those with the shortest names first."""
    found = []
    for row, path in catalogue.paths():
        name = _folded(shown_name(path))
        if all(_begins_a_part(word, name) for word in wanted):
            found.append((len(name), path, row))
    rows = [row for _, _, row in sorted(found)]
    chosen: list[int] = []
    for start in range(0, len(rows), _LOOKED_AT):
        passing = catalogue.passing(rows[start : start + _LOOKED_AT], narrowing)
        chosen += [row for row in rows[start : start + _LOOKED_AT] if row in passing]
        if len(chosen) >= most:
            break
    return chosen[:most]


def _folders_above(path: str, roots: Sequence[str]) -> list[str]:
    """Return the root a file is below and the folders between, not too deep."""
    outside = path.partition("//")[0]
    kind = PureWindowsPath if "\\" in outside else PurePosixPath
    parents = [str(parent) for parent in kind(outside).parents]
    for root in roots:
        if root in parents:
            below = parents[: parents.index(root)]
            return [root, *below[-_LEVELS:]]
    return []


def _begins_a_part(word: str, name: str) -> bool:
    """Return True if a part of a name begins with a word; in Chinese and Japanese any place counts."""
    place = name.find(word)
    while place >= 0:
        before = name[place - 1] if place else " "
        if not before.isalnum() or before.isdigit() is not word[0].isdigit() or not word[0].isascii():
            return True
        place = name.find(word, place + 1)
    return False


def _folded(name: str) -> str:
    """Return a name without case and accents."""
    low = name.casefold()
    if low.isascii():
        return low
    kept = (char for char in unicodedata.normalize("NFKD", low) if not unicodedata.combining(char))
    return unicodedata.normalize("NFKC", "".join(kept))


def other_spellings(keywords: Keywords, query: str, text: str) -> tuple[str, ...]:
    """Return the query with the nearest known words in the place of unknown ones; nothing when there are none near.

    ``text`` is the query's words without its conditions.
    """
    changed = query
    for start, end, token in token_spans(text):
        word = text[start:end]
        if is_unspaced(token) or len(token) < _SHORTEST or not token.isalpha():
            continue
        nearest = _nearest(keywords, folded(token))
        if nearest:
            changed = changed.replace(word, nearest)
    return (changed,) if changed != query else ()


def _nearest(keywords: Keywords, word: str) -> str:
    """Return the most similar word of the library that begins alike; "" when the word is known or none is similar."""
    whole, cut = (keywords.terms_beginning_with(word[0], column) for column in _COLUMNS)
    counts = whole | {term: count for term, count in cut.items() if len(term) <= TERM_LETTERS}
    if word in counts or word[:TERM_LETTERS] in counts:
        return ""
    near = [term for term in counts if abs(len(term) - len(word)) <= 2 and term.isalpha()]
    similar = difflib.get_close_matches(word, near, n=3, cutoff=_LIKE)
    return similar[0] if similar else ""


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
        """Return the files that fit a query, the best first, each with its best passages."""
        started = time.perf_counter()
        parsed = parse_query(query.text)
        narrowing = NodeFilter(parsed.filters, paths=[query.file] if query.file else None)
        hits = self._hits(query, parsed, narrowing)
        if narrowing.is_open:  # what was asked of some files stays in them
            hits = self._with_originals(hits)
        by_name = self._named(parsed, narrowing) if not query.file else []
        groups = grouped(hits, by_name)
        facts = self._catalogue.facts(groups)
        files = ResultFiles(self._storage.nodes, groups, facts, by_name).shown(query.text, query.files, query.per_file)
        by_words = bool(by_name) or any("words" in hit.found_by for hit in hits)
        text = parsed.text
        return SearchResults(
            query.text,
            query.mode,
            tuple(files),
            total_files=max(len(groups), len(files)),
            facets=facets(facts),
            suggestions=() if by_words or not text else other_spellings(self._storage.keywords, query.text, text),
            unfiltered=not hits and parsed.filters is not None and bool(self._by_words(text, NodeFilter())[0]),
            notice=self._notice,
            seconds=time.perf_counter() - started,
        )

    def _hits(self, query: PageQuery, parsed: ParsedQuery, narrowing: NodeFilter) -> list[PageHit]:
        """Return the passages, best first."""
        if not query.text.strip():
            return []
        if parsed.phrases or parsed.exclusions:
            return self._exactly(query, parsed, narrowing)
        words = spoken_words(parsed.text)
        if not words:
            return self._first_passages(query, narrowing)
        by_words, exact = self._by_words(parsed.text, narrowing)
        if query.mode != MEANING or self._embed_model is None or _is_too_short(words, parsed.text):
            return by_words
        fused = self._by_meaning(self._embed_model, parsed.text, narrowing)
        known = {hit.rowid for hit in fused}
        hits = fused + [hit for hit in by_words if hit.rowid not in known]
        # what was asked for word by word comes before what only seems near: half of a library may have no meaning yet
        return sorted(hits, key=lambda hit: hit.rowid not in exact)

    def _with_originals(self, hits: list[PageHit]) -> list[PageHit]:
        """Return the hits, in place of what mail quotes the passages of those who said it; each is there once."""
        quoting = MailThreads(self._storage.connection).quoting([hit.rowid for hit in hits[:_DEPTH]])
        if not quoting:
            return hits
        originals = Originals(self._storage)
        nodes = {row: originals.of(node) for row, node in self._storage.nodes.nodes_by_key(quoting).items()}
        keys = self._storage.nodes.keys_of([node.node_id for node in nodes.values() if node is not None])
        rows = {row: keys.get(node.node_id, row) if node is not None else row for row, node in nodes.items()}
        documents = self._catalogue.documents_of(list(rows.values()))
        found: dict[int, PageHit] = {}
        for hit in hits:
            row = rows.get(hit.rowid, hit.rowid)
            found.setdefault(row, replace(hit, rowid=row, document=documents.get(row, hit.document)))
        return list(found.values())

    def _exactly(self, query: PageQuery, parsed: ParsedQuery, narrowing: NodeFilter) -> list[PageHit]:
        """Return the best passages for a query with phrases or exclusions."""
        mode = "hybrid" if query.mode == MEANING and self._embed_model is not None else "bm25"
        if mode == "bm25" and (hits := self._with_phrases(parsed, narrowing)):
            return hits
        return self._of_nodes(search_library(self._index(), query.text, _EXACT, mode), narrowing)

    def _by_words(self, text: str, narrowing: NodeFilter) -> tuple[list[PageHit], set[int]]:
        """Return the passages that have some of the words, and the rows of those with every one.

        The last word may be a beginning.
        """
        words = without_lone_characters(typed_words(self._storage.keywords, text).terms, text)
        store = self._storage.keywords
        whole = with_every_word(self._storage.keywords, text, _EVERY)
        first = {rowid for rowid, _ in whole}
        some = store.query(words, _HITS) if not (whole and is_one_run(text)) else []
        ranked = whole + [(rowid, score) for rowid, score in some if rowid not in first]
        hits = self._placed(ranked, narrowing)
        if not narrowing.is_open and len(some) == _HITS and len(hits) < _DEPTH:
            hits = self._placed(store.query(words, _HITS, narrowing), narrowing)
        return hits, first if len(spoken_words(text)) > 1 or first else {hit.rowid for hit in hits}

    def _placed(self, ranked: Sequence[Hit], narrowing: NodeFilter) -> list[PageHit]:
        """Return hits with their documents, as far as those pass."""
        documents = self._catalogue.documents_of([key for key, _ in ranked])
        passing = self._passing(documents.values(), narrowing)
        return [
            PageHit(key, documents[key], score, ("words",))
            for key, score in ranked
            if key in documents and documents[key] in passing
        ]

    def _passing(self, documents: Iterable[int], narrowing: NodeFilter) -> set[int]:
        """Return those of some documents that pass the filter; each is looked at once."""
        wanted = set(documents)
        if narrowing.is_open:
            return wanted
        new = wanted - self._passes.keys()
        passing = self._catalogue.passing(new, narrowing)
        self._passes |= {document: document in passing for document in new}
        return {document for document in wanted if self._passes[document]}

    def _by_meaning(self, model: BaseEmbedding, text: str, narrowing: NodeFilter) -> list[PageHit]:
        """Return the best passages by words and meaning; nothing when meaning cannot be had, with a notice."""
        within = Narrowing(filters=narrowing.metadata)
        if narrowing.paths is not None:
            within["doc_ids"] = [one for path in narrowing.paths for one in self._catalogue.doc_ids_at(path)]
        retriever = HybridRetriever(
            [
                VectorIndexRetriever(self._storage, model, _DEPTH, self._vectors, **within),
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

    def _of_nodes(self, found: Sequence[NodeWithScore], narrowing: NodeFilter) -> list[PageHit]:
        keys = self._storage.nodes.keys_of([one.node.node_id for one in found])
        documents = self._catalogue.documents_of(list(keys.values()))
        passing = self._passing(documents.values(), narrowing)
        hits = []
        for one in found:
            key = keys.get(one.node.node_id, -1)
            document = documents.get(key)
            if document in passing:
                hits.append(PageHit(key, document, one.get_score(), one.found_by))
        return hits

    def _with_phrases(self, parsed: ParsedQuery, narrowing: NodeFilter) -> list[PageHit]:
        """Return the best passages with the phrases, quickly; nothing where a closer look is needed."""
        hits = self._placed(with_phrases(self._storage.keywords, parsed.phrases, _PHRASES), narrowing)
        nodes = self._storage.nodes.nodes_by_key([hit.rowid for hit in hits])
        return [hit for hit in hits if hit.rowid in nodes and parsed.accepts(*searched_texts(nodes[hit.rowid]))]

    def _first_passages(self, query: PageQuery, narrowing: NodeFilter) -> list[PageHit]:
        """Return the beginnings of the files that meet the conditions, the latest first: there are no words."""
        if narrowing.is_open:
            return []
        latest = self._catalogue.latest(narrowing, query.files + _SPARE)
        firsts = self._catalogue.first_passages(latest)
        return [PageHit(firsts[document], document, 0.0, ()) for document in latest if document in firsts]

    def _named(self, parsed: ParsedQuery, narrowing: NodeFilter) -> list[PageHit]:
        """Return the first passages of files whose names have every word."""
        wanted = [folded(word) for word in parsed.text.split()] if not parsed.exclusions else []
        wanted = [word for word in wanted if word]
        if not wanted or _is_too_short(wanted, parsed.text):
            return []
        documents = named(self._catalogue, wanted, narrowing, _NAMED)
        firsts = self._catalogue.first_passages(documents)
        return [PageHit(firsts[one], one, 1.0, ("name",)) for one in documents if one in firsts]

    def _index(self) -> VectorStoreIndex:
        return VectorStoreIndex(storage_context=self._storage, embed_model=self._embed_model, cache=self._vectors)


def _with_few_others(found: Sequence[NodeWithScore]) -> list[NodeWithScore]:
    """Return the passages that have words of the query, in between the best of those that have none."""
    others = [one for one in found if "words" not in one.found_by]
    least = _LEAST_SCORE if len(others) < len(found) else 0.0
    close = {one.node.node_id for one in others[:_ONLY_MEANING] if one.get_score() >= least}
    return [one for one in found if "words" in one.found_by or one.node.node_id in close]


def _is_too_short(words: Sequence[str], text: str) -> bool:
    """Return True if a text has too few letters to mean something; one Chinese character is enough."""
    return sum(map(len, words)) < _LEAST_LETTERS and text.isascii()


def _lane(*_places: object, mode: str = WORDS, **_names: object) -> Lane:
    """Return the lane for a search of the page: words do not wait for a model that has to be loaded first."""
    return Lane.SEARCH if mode == WORDS else Lane.MEANING


class LibrarySearch(Service):
    """Searches libraries; queries may have phrases, exclusions and conditions (``retrievers.query_syntax``)."""

    def __init__(self, files: IndexFiles, embed_models: Embedders, vectors: VectorCache) -> None:
        self._files = files
        self._embed_models = embed_models
        self._vectors = vectors

    @runs(Lane.VIEW, JobKind.SEARCH)
    def passages(self, name: str, query: str, *, top_k: int = 10, mode: str = "hybrid") -> tuple[Source, ...]:
        """Return the ``top_k`` best passages; mode is "hybrid", "vector" or "bm25".

        When the model of the meaning cannot be asked, "hybrid" searches by words, and an event ``SearchNotice``
        says so.
        """
        path = self._files.existing(name)
        embed_model = self._embed_models.of(path)
        with self._files.open(path, read_only=True) as storage, storage.snapshot():
            index = VectorStoreIndex(storage_context=storage, embed_model=embed_model, cache=self._vectors)
            fallback = WordsOnlyFallback()
            found = search_library(index, without_surrogates(query), top_k, mode, fallback)
            if parse_query(query).filters is None:  # what was asked of some files stays in them
                found = MailOriginalsPostprocessor([storage]).postprocess_nodes(found)
        if fallback.error is not None:
            call = current_call()
            call.emit(SearchNotice(call.id, fallback.notice))
        return tuple(to_source(node, rank) for rank, node in enumerate(found, 1))

    @runs(_lane, JobKind.SEARCH)
    def pages(
        self, name: str, query: str, *, mode: str = WORDS, files: int = 20, per_file: int = 3, file: str = ""
    ) -> SearchResults:
        """Return files with their best passages; mode is "words" (at each key) or "hybrid" (when typing pauses).

        The last word may be a beginning. ``file`` limits it to one. Cancelling ends it in the middle of reading.

        Raises:
            CancelledError: stopped.

        """
        path = self._files.existing(name)
        token, wanted = current_call().token, PageQuery(without_surrogates(query), mode, files, per_file, file)
        embed_model, notice = self._model_for(path, wanted) if mode != WORDS else (None, "")
        token.raise_if_cancelled()
        with (
            self._files.open(path, read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            return PageSearch(storage, embed_model, self._vectors, notice).run(wanted)

    @runs(Lane.SEARCH, JobKind.SEARCH)
    def choices(self, name: str) -> SearchChoices:
        """Return the folders, kinds of files and languages that a search can be limited to."""
        path = self._files.existing(name)
        with self._files.open(path, read_only=True) as storage, storage.snapshot():
            return search_choices(storage)

    def _model_for(self, path: Path, query: PageQuery) -> tuple[BaseEmbedding | None, str]:
        """Return the model of a library, ready for the query, or why there is none."""
        try:
            return self._embed_models.ready_for(path, parse_query(query.text).text), ""
        except UserError as error:
            return None, str(error)
