"""Every mention of words, a number or a date in a library: counted on the stored texts of all of its files.

The keyword index only tells which files cannot have a mention. What is counted are places of the texts themselves, each
once, whichever passages they are cut into.
"""

import datetime as dt
import difflib
import mimetypes
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.instrumentation import current_token, running
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.files import FileState
from desktop_rag.core.results.mentions import (
    FileGap,
    FileMentions,
    MeaningHits,
    MeaningQuery,
    Mention,
    MentionCounts,
    MentionQuery,
)
from desktop_rag.core.schema import Metadata
from desktop_rag.core.user_text import Say
from desktop_rag.evidence.mentions import Sought, counted_in, mentions_in, sought, sought_spellings
from desktop_rag.evidence.units import Passage, UnitSpan, unit_spans
from desktop_rag.readers.formats import is_in_blocks, is_verbatim
from desktop_rag.rerankers.judge import judge_of
from desktop_rag.retrievers.query_syntax import parse_query, phrases_apart
from desktop_rag.services.calls import current_call
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.libraries.links import LibraryLinks
from desktop_rag.services.mentions.conditions import sought_condition
from desktop_rag.services.mentions.meaning import hits
from desktop_rag.services.mentions.report import Report, write_report
from desktop_rag.services.operations import Service, reads, runs
from desktop_rag.services.sources import cited_as
from desktop_rag.storage.filters import CONTAINER_KEY, FILE_KEYS, MetadataFilters, keys_of, matches
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.connection import interruptible
from desktop_rag.storage.sqlite.file_list import files_with_metadata
from desktop_rag.storage.sqlite.pages import passage_at
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.analyzer import TERM_LETTERS, folded, is_unspaced, token_spans

_WRITTEN = 1000  # spellings that are counted one by one; a pattern of numbers could have as many as there are mentions
_NEAREST = 5  # words that are spelt alike, for each word looked for
_LIKE = 0.74
_SHORTEST = 4  # letters of a word that others are like
_OF_FILES = frozenset({*FILE_KEYS, CONTAINER_KEY, "file_type"})  # known before a file is read
_BESIDE = 100  # mentions before and behind one that are marked in the same sentence: a table has thousands in one
_LINES_AROUND = 200  # characters shown of a page where no unit has the mention


class Mentions(Service):
    """Finds every mention in libraries (each named): complete for words, phrases, numbers and dates.

    What fits a condition, such as an amount over another, is what the register reads.
    """

    def __init__(
        self, files: IndexFiles, embed_models: Embedders, vectors: VectorCache, notes: Path | None = None
    ) -> None:
        """Take what libraries are in, and the folder that remembers what is written elsewhere until it is complete."""
        self._files = files
        self._embed_models = embed_models
        self._vectors = vectors
        self._notes = notes

    @runs(Lane.LONG, JobKind.SEARCH)
    def count(self, name: str, query: MentionQuery) -> MentionCounts:
        """Return how often something is mentioned in each file of a library.

        Raises:
            UserError: there is no word or number in the query, it excludes words, or there is no such library.
            CancelledError: stopped.

        """
        search = _Search.of(query)
        with self._opened(name) as storage:
            return search.counted(storage)

    @runs(Lane.LONG, JobKind.SEARCH)
    def by_meaning(self, name: str, query: MeaningQuery) -> MeaningHits:
        """Return the sentences of a library that are about something, whatever their words, the surest first.

        Raises:
            UserError: nothing is asked for, the search model has no judge or cannot be asked, or there is no such
                library.
            CancelledError: stopped.

        """
        embed_model = self._embed_models.of(self._files.existing(name))
        judge = judge_of(embed_model)
        if judge is None:
            raise UserError(
                "Only the built-in search model finds every passage by meaning.",
                "Look for words instead, or choose the built-in search model for this library.",
            )
        with self._opened(name) as storage:
            return hits(storage, query, embed_model, judge, self._vectors)

    @reads
    def of_file(
        self, name: str, query: MentionQuery, file: str, *, offset: int = 0, most: int | None = None
    ) -> tuple[Mention, ...]:
        """Return the mentions in one file of a library, in order, each in its sentence, row or record.

        The first ``offset`` are passed over, and ``most`` returned, without one all.
        """
        search = _Search.of(query)
        with self._files.open(self._files.existing(name), read_only=True) as storage, storage.snapshot():
            return tuple(islice(search.placed(storage, file, offset), most))

    @runs(Lane.LONG, JobKind.READ)
    def export(
        self, name: str, query: MentionQuery, target: Path, *, statement: bool = False, say: Say = str
    ) -> MentionCounts:
        """Write all mentions, with how and where they were looked for; return the counts.

        The name of the file ends in .csv, .json or .html; what stood there stays until everything is written. As a
        ``statement`` the files take the place of the mentions: which were read and have how many, none above all, and
        which could not be read. ``say`` words it in the person's language; JSON is in English.

        Raises:
            UserError: as ``count`` tells; the name has another ending, or the file cannot be written.
            CancelledError: stopped.

        """
        search = _Search.of(query)
        with self._opened(name) as storage:
            counts = search.counted(storage)
            mentions = (
                () if statement else (one for found in counts.files for one in search.placed(storage, found.file))
            )
            report = Report(name, counts, dt.datetime.now(dt.UTC), LibraryLinks(storage, name))
            write_report(report, mentions, target, self._notes, say)
        return counts

    @contextmanager
    def _opened(self, name: str) -> Iterator[StorageContext]:
        token = current_call().token
        with (
            self._files.open(self._files.existing(name), read_only=True) as storage,
            interruptible(token, storage.connection),
            running(token),
            storage.snapshot(),
        ):
            yield storage


@dataclass(slots=True)
class _Findings:
    """What was found so far."""

    files: list[FileMentions] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    unreadable: list[FileGap] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    partly: list[FileGap] = field(default_factory=list)
    written: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Search:
    """A query, read: the ways to write what is looked for, and the conditions on files."""

    query: MentionQuery
    wanted: tuple[Sought, ...]
    filters: MetadataFilters | None

    @classmethod
    def of(cls, query: MentionQuery) -> "_Search":
        """Return the search that a query asks for; UserError as ``Mentions.count`` tells."""
        words = without_surrogates(query.words)
        parsed = parse_query(f"{words} {without_surrogates(query.within)}".strip())
        if parsed.exclusions:
            raise UserError(
                "Words can't be excluded when every mention is counted.", "Remove the words with a minus before them."
            )
        phrases = phrases_apart(words)
        wanted = tuple(one for one in map(sought, phrases) if one is not None)
        if not query.exact:
            wanted = tuple(one for phrase in phrases for one in _ways_to_write(phrase))
        if not wanted:
            raise UserError("There is nothing to look for.", "Type a word, a name, a number or a date.")
        return cls(query, wanted, parsed.filters)

    def counted(self, storage: StorageContext) -> MentionCounts:
        """Count the mentions in all files of the scope."""
        started = time.perf_counter()
        token, found, possible = current_token(), _Findings(), self._possible(storage)
        for status, _, metadata in files_with_metadata(storage.connection):
            token.raise_if_cancelled()
            if status.state is FileState.SKIPPED or not self._is_in_scope(status.path, metadata):
                continue
            if status.state is FileState.FAILED:
                found.unreadable.append(FileGap(status.path, status.reason))
                continue
            if status.state is FileState.WAITING:
                found.waiting.append(status.path)
            elif status.reason:
                found.partly.append(FileGap(status.path, status.reason))
            is_possible = possible is None or status.path in possible
            count = self._count(storage, status.path, found.written) if status.pages and is_possible else 0
            if count:
                found.files.append(FileMentions(status.path, count))
            elif status.state is not FileState.WAITING:
                found.without.append(status.path)
        return MentionCounts(
            self.query,
            tuple(one.words for one in self.wanted),
            tuple(sorted(found.files, key=lambda one: (-one.count, one.file))),
            tuple(sorted(found.without)),
            tuple(sorted(found.unreadable, key=_path)),
            tuple(sorted(found.waiting)),
            tuple(sorted(found.partly, key=_path)),
            tuple(found.written.most_common()),
            () if found.files else tuple(_nearest(storage, self.wanted)),
            time.perf_counter() - started,
            any(one.finder is not None for one in self.wanted),
        )

    def placed(self, storage: StorageContext, file: str, offset: int = 0) -> Iterator[Mention]:
        """Yield the mentions in a file, in order, without the first ``offset``."""
        number = 0
        cited = cited_as(storage.files.metadata(file), file)
        for page, (label, text) in enumerate(storage.documents.labelled_pages(file), 1):
            ranges = mentions_in(text, self.wanted, exact=self.query.exact)
            if number + len(ranges) <= offset:
                number += len(ranges)
                continue
            passage = Passage(text, is_verbatim(file), None, None, is_in_blocks(file))
            spans = sorted(unit_spans(passage), key=_start)
            for place, (start, end) in enumerate(ranges):
                number += 1
                if number <= offset:
                    continue
                first, last = _unit_around(text, spans, start, end)
                node_id, heading = passage_at(storage.connection, file, page, start)
                near = ranges[max(0, place - _BESIDE) : place + _BESIDE]
                inside = [(start, end), *(one for one in near if first <= one[0] and one[1] <= last)]
                source = Source(
                    number, 0.0, file, page, label, first, last, text[first:last], node_id, ("words",), heading,
                    cited_as=cited,
                )  # fmt: skip
                yield Mention(
                    source, start, end, tuple(dict.fromkeys((one - first, other - first) for one, other in inside))
                )

    def _count(self, storage: StorageContext, file: str, written: Counter[str]) -> int:
        """Count the mentions in a file, and their spellings."""
        token, count = current_token(), 0
        for _, text in storage.documents.labelled_pages(file):
            token.raise_if_cancelled()
            for spelling, number in counted_in(text, self.wanted, exact=self.query.exact).items():
                count += number
                if spelling in written or len(written) < _WRITTEN:
                    written[spelling] += number
        return count

    def _possible(self, storage: StorageContext) -> set[str] | None:
        """Return the files that may have a mention by the words they have; None for all."""
        if not all(one.terms for one in self.wanted):
            return None
        return set[str]().union(*(storage.keywords.paths_with(one.terms) for one in self.wanted))

    def _is_in_scope(self, path: str, metadata: Metadata) -> bool:
        """Return True if a file meets the conditions, or may meet them once it is read."""
        if self.filters is None:
            return True
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        known = {"file_name": shown_name(path), "file_type": kind, **metadata, "file_path": path}
        return matches(self.filters, known) or (not metadata and not keys_of(self.filters) <= _OF_FILES)


def _ways_to_write(words: str) -> Iterator[Sought]:
    """Yield what is looked for by words: what fits them where they are a condition, else their spellings."""
    condition = sought_condition(words)
    if condition is not None:
        yield condition
    else:
        yield from sought_spellings(words)


def _path(gap: FileGap) -> str:
    return gap.file


def _start(span: UnitSpan) -> int:
    return span.start


def _unit_around(text: str, spans: Sequence[UnitSpan], start: int, end: int) -> tuple[int, int]:
    """Return the range of the sentence, row or record with a mention; of its line, where there is none."""
    stop = bisect_left(spans, end, key=_start)
    begin = stop
    while begin and spans[begin - 1].end > start:
        begin -= 1
    if begin < stop:
        return min(start, spans[begin].start), max(end, *(one.end for one in spans[begin:stop]))
    first, last = max(0, start - _LINES_AROUND), min(len(text), end + _LINES_AROUND)
    line = text.rfind("\n", first, start) + 1
    stop = text.find("\n", end, last)
    return max(line, first), stop if stop >= 0 else last


def _nearest(storage: StorageContext, wanted: Iterable[Sought]) -> Iterator[tuple[str, int]]:
    """Yield words of a library that are spelt like words that were not found, with how many passages have them."""
    for one in wanted:
        for _, _, token in token_spans(one.words):
            word = folded(token)
            if not is_unspaced(token) and len(word) >= _SHORTEST and word.isalpha():
                yield from _spelt_like(storage.keywords.terms_beginning_with, word)


def _spelt_like(beginning_with: Callable[..., dict[str, int]], word: str) -> Iterator[tuple[str, int]]:
    whole, cut = beginning_with(word[0], "words"), beginning_with(word[0], "terms")
    counts = whole | {term: count for term, count in cut.items() if len(term) <= TERM_LETTERS}
    near = [term for term in counts if term.isalpha() and term != word and abs(len(term) - len(word)) <= 3]
    for term in difflib.get_close_matches(word, near, n=_NEAREST, cutoff=_LIKE):
        yield term, counts[term]
