"""The files that the search page shows: each with its best passages, and what says the same only once."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.search import FileHits, FoundPassage
from desktop_rag.core.schema import NodeWithScore, TextNode
from desktop_rag.postprocessor.near_duplicates import same_text
from desktop_rag.readers.formats import of_name
from desktop_rag.retrievers.query_syntax import parse_query
from desktop_rag.services.search.snippets import Highlighter
from desktop_rag.services.sources import to_source
from desktop_rag.storage.ports import Nodes
from desktop_rag.storage.sqlite.catalogue import DocumentFacts
from desktop_rag.text import analyzer

_ROUNDS = 3  # as many files are looked at as are wanted, because copies of others go
_SIMILAR_LENGTH = 0.25  # share by which the terms of two texts may differ in number and still say the same


@dataclass(frozen=True, slots=True)
class PageHit:
    """A passage (by row) of a document (by row)."""

    rowid: int
    document: int
    score: float
    found_by: tuple[str, ...]


class ResultFiles:
    """The files that were found, best first; ``named`` are the hits of those whose names were looked for."""

    def __init__(
        self,
        nodes: Nodes,
        groups: Mapping[int, Sequence[PageHit]],
        facts: Mapping[int, DocumentFacts],
        named: Sequence[PageHit],
    ) -> None:
        self._nodes = nodes
        self._groups = groups
        self._facts = facts
        self._by_name = {hit.document for hit in named}
        self._collapsed = _Collapsed(self._by_name)

    def shown(self, query: str, files: int, per_file: int) -> list[FileHits]:
        """Return at most ``files`` files, each with its best ``per_file`` passages."""
        best = {document: hits[:per_file] for document, hits in self._groups.items() if document in self._facts}
        highlighter, rank = Highlighter(query), count(1)
        found = []
        for document, hits in self._different(best, files).items():
            facts = self._facts[document]
            passages = tuple(self._passage(hit, next(rank), highlighter) for hit in hits)
            more = max(0, len(self._groups[document]) - per_file)
            places = _in_name(query, facts.path) if document in self._by_name else ()
            found.append(FileHits(facts.path, of_name(facts.path).kind, facts.modified, passages, more, places))
        return found

    def _different(self, best: Mapping[int, Sequence[PageHit]], files: int) -> dict[int, list[PageHit]]:
        """Return the first files that say something of their own, with the hits that do."""
        shown: dict[int, list[PageHit]] = {}
        documents = list(best)
        for start in range(0, min(len(documents), _ROUNDS * files), files):
            batch = documents[start : start + files]
            rows = [hit.rowid for document in batch for hit in best[document]]
            self._collapsed.nodes |= self._nodes.nodes_by_key(rows)
            for document in batch:
                different = [hit for hit in best[document] if self._collapsed.keep(hit)]
                if different and len(shown) < files:
                    shown[document] = different
            if len(shown) >= files:
                break
        return shown

    def _passage(self, hit: PageHit, rank: int, highlighter: Highlighter) -> FoundPassage:
        """Return a passage as it is shown."""
        node = self._collapsed.nodes[hit.rowid]
        source = to_source(NodeWithScore(node, hit.score, hit.found_by), rank)
        others = (path for path in self._collapsed.copies.get(hit.rowid, ()) if path != source.file)
        return FoundPassage(source, highlighter.snippet(node.text), tuple(dict.fromkeys(others)))


class _Collapsed:
    """Which passages say the same as one before them; those of the documents ``alone`` are shown all the same."""

    def __init__(self, alone: set[int]) -> None:
        self._alone = alone
        self.nodes: dict[int, TextNode] = {}
        self._kept: list[tuple[int, frozenset[str]]] = []
        self.copies: dict[int, list[str]] = {}

    def keep(self, hit: PageHit) -> bool:
        """Whether a passage is shown; if not, it is gone, or its file is a copy of the one that is."""
        node = self.nodes.get(hit.rowid)
        if node is None:
            return False
        terms = frozenset(analyzer.terms(node.text))
        if hit.document not in self._alone:
            for rowid, other in self._kept:
                if _is_copy(terms, other):
                    self.copies.setdefault(rowid, []).append(str(node.metadata.get("file_path") or ""))
                    return False
        self._kept.append((hit.rowid, terms))
        return True


def _is_copy(terms: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two passages say the same; their lengths are compared first, which is faster."""
    longer = max(len(terms), len(other))
    return abs(len(terms) - len(other)) <= _SIMILAR_LENGTH * longer and same_text(terms, other)


def grouped(hits: Sequence[PageHit], named: Sequence[PageHit]) -> dict[int, list[PageHit]]:
    """Return the hits of each document, those first whose names were looked for."""
    groups: dict[int, list[PageHit]] = {hit.document: [] for hit in named}
    for hit in hits:
        groups.setdefault(hit.document, []).append(hit)
    for hit in named:
        groups[hit.document] = groups[hit.document] or [hit]
    return groups


def facets(facts: Mapping[int, DocumentFacts]) -> dict[str, dict[str, int]]:
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
