"""Looks at evidence items again: whether their files are the same, have the words still, and support them as before.

A file whose hash is the same needs no more. Of another one the text as it is now is asked: for the words that were
quoted, and whether it supports the sentence, as ``services.check_text`` judges. The library's own text serves where
that is of the file as it lies on disk; otherwise the file is read into a library that is deleted afterwards. Where
libraries are to be followed rather than disks, their text is taken as it is, and no file is read.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import uuid4

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError, reason_of
from desktop_rag.core.events import Event
from desktop_rag.core.file_paths import INSIDE, real_path
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem, EvidenceSource, ItemLook, ItemState, SourceLook
from desktop_rag.core.results.text_checks import CheckScope, TextSentence
from desktop_rag.core.user_text import UserText
from desktop_rag.retrievers.relevance import points_back, says_little
from desktop_rag.services.calls import current_call
from desktop_rag.services.check_text import TextChecks
from desktop_rag.services.libraries.ingestion import LibraryIngestion
from desktop_rag.services.proof.items import FileHashes, bare, file_hashes
from desktop_rag.storage.index_files import IndexFiles

_RANKS = {Verdict.SUPPORTED: 0, Verdict.PARTLY: 1, Verdict.CONTRADICTED: 2, Verdict.NOT_SAID: 2}
_AWAITED = 300  # passages that are given vectors first: some ten seconds on a slow computer
_MOST_TOGETHER = 200_000  # characters of sentences that are judged by one file at once
_ENDED = re.compile(r"[.!?。！？…:：][\"'”’»』」)\]]*\Z")
_SENTENCE_END = re.compile(r"[.!?](?=\s|\Z)|[。！？]")
_ANCHOR, _SHORTEST_ANCHOR = 40, 12  # characters beside the words that were quoted, by which their place is found
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]\Z")


@dataclass(frozen=True, slots=True)
class Located:
    """Where the file of a source lies now, and the library that has it; ``reason`` tells why it was not found.

    It ``is_gone`` where it ought to be found and is not.
    """

    file: str = ""
    library: str = ""
    reason: str = ""
    is_gone: bool = False


@dataclass(frozen=True, slots=True)
class _Asked:
    """A source of an item, by their places in the whole, in a file that is another one now."""

    item: int
    source: int
    file: str
    library: str


class Judged(NamedTuple):
    """What files say of a sentence: the words of ``file`` that were found, "" for none.

    ``differing`` are the places of the sentence at which these say something else.
    """

    verdict: Verdict
    reasons: tuple[str, ...] = ()
    words: str = ""
    file: str = ""
    differing: int = 0


class SecondLook:
    """Looks at evidence items again, in the ``files`` of libraries and elsewhere."""

    def __init__(self, files: IndexFiles, checks: TextChecks, ingestion: LibraryIngestion) -> None:
        self._files = files
        self._checks = checks
        self._ingestion = ingestion

    def look(
        self,
        items: Sequence[EvidenceItem],
        locate: Callable[[EvidenceSource], Located],
        *,
        in_libraries: bool = False,
    ) -> tuple[ItemLook, ...]:
        """Return what became of items; ``locate`` finds the file of a source.

        With ``in_libraries`` a file is what its library has read of it, and no file on disk is looked at.

        Raises:
            CancelledError: stopped.

        """
        token, hashes = current_call().token, dict[str, FileHashes | str]()
        looks: list[list[SourceLook]] = []
        asked: list[_Asked] = []
        for number, item in enumerate(items):
            looks.append([])
            for place, source in enumerate(item.sources):
                found = locate(source)
                if in_libraries:
                    token.raise_if_cancelled()
                    first = self._look_in_library(source, found)
                else:
                    first = self._first_look(source, found, hashes, token)
                looks[number].append(first)
                if first.state is ItemState.CHANGED:
                    library = found.library if in_libraries else self._current_library(found, hashes)
                    asked.append(_Asked(number, place, found.file, library))
        unread = {one.file.partition(INSIDE)[0] for one in asked if not one.library}
        with self._read_for_now(sorted(unread)) as (library, failed):
            for one in asked:
                if not one.library and failed:
                    look = looks[one.item][one.source]
                    looks[one.item][one.source] = replace(look, state=ItemState.NOT_LOOKED, reason=failed)
            known = [replace(one, library=one.library or library) for one in asked if one.library or not failed]
            by_file: dict[tuple[str, str], list[_Asked]] = {}
            for one in known:
                by_file.setdefault((one.library, one.file), []).append(one)
            for (library_name, file), some in by_file.items():
                token.raise_if_cancelled()
                self._look_into(library_name, file, some, items, looks)
        return tuple(ItemLook(item, tuple(own)) for item, own in zip(items, looks, strict=True))

    def _first_look(
        self, source: EvidenceSource, found: Located, hashes: dict[str, FileHashes | str], token: CancelToken
    ) -> SourceLook:
        """Compare the hash of a file: its look is CHANGED where there is more to look at."""
        if not found.file:
            state = ItemState.FILE_GONE if found.is_gone else ItemState.NOT_LOOKED
            return SourceLook(state, source.file, found.reason)
        real = real_path(found.file)
        if str(real) not in hashes:
            try:
                hashes[str(real)] = file_hashes(real, token)
            except FileNotFoundError:
                hashes[str(real)] = ""
            except OSError as error:
                hashes[str(real)] = UserText("The file cannot be read: {reason}.", reason=reason_of(error))
        now = hashes[str(real)]
        if isinstance(now, str):
            return SourceLook(ItemState.NOT_LOOKED if now else ItemState.FILE_GONE, found.file, now)
        is_same = now.sha256 == source.file_sha256
        return SourceLook(ItemState.SAME if is_same else ItemState.CHANGED, found.file)

    def judged(self, library: str, texts: Sequence[str], files: Sequence[str]) -> Iterator[Judged | UserError]:
        """Yield what files of a library say of the last sentence of each text, many of them judged in one go."""
        start = 0
        while start < len(texts):
            end, length = start, 0
            while end < len(texts) and (end == start or length + len(texts[end]) <= _MOST_TOGETHER):
                length += len(texts[end])
                end += 1
            try:
                yield from self._judged_together(library, texts[start:end], files)
            except UserError as error:
                yield from [error] * (end - start)
            start = end

    def _look_in_library(self, source: EvidenceSource, found: Located) -> SourceLook:
        """Compare the hash that a library has of a file: its look is CHANGED where there is more to look at."""
        if not found.file:
            state = ItemState.FILE_GONE if found.is_gone else ItemState.NOT_LOOKED
            return SourceLook(state, source.file, found.reason)
        with suppress(UserError), self._files.open(found.library, read_only=True) as storage:
            known = storage.files.known_file(found.file.partition(INSIDE)[0])
            if known is None or storage.files.known_file(found.file) is None:
                return SourceLook(ItemState.FILE_GONE, found.file)
            is_same = bool(source.content) and known.content_hash.hex() == source.content
            return SourceLook(ItemState.SAME if is_same else ItemState.CHANGED, found.file)
        return SourceLook(ItemState.NOT_LOOKED, found.file, UserText("The library cannot be opened."))

    def _current_library(self, found: Located, hashes: dict[str, FileHashes | str]) -> str:
        """Return the library that has read a file as it lies on disk, "" for none."""
        now = hashes[str(real_path(found.file))]
        if not found.library or isinstance(now, str):
            return ""
        with suppress(UserError), self._files.open(found.library, read_only=True) as storage:
            known = storage.files.known_file(found.file.partition(INSIDE)[0])
            if known is not None and known.content_hash.hex() == now.content:
                return found.library
        return ""

    @contextmanager
    def _read_for_now(self, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Read files into a library of their own for as long as the block runs; give its name, or why there is none."""
        if not paths:
            yield "", ""
            return
        library = self._files.attached(f"proof-{uuid4().hex}")
        quiet = replace(current_call(), emit=_tell_nobody)
        try:
            failed = ""
            try:
                self._files.create(library)
                self._ingestion.add(library, [real_path(path) for path in paths], quiet)
                info = self._files.info(library)
                if info.nodes - info.nodes_embedded <= _AWAITED:
                    self._ingestion.embed(library, quiet)
            except UserError as error:
                failed = str(error)
            yield library, failed
        finally:
            with suppress(UserError):
                self._files.delete(library)

    def _look_into(
        self,
        library: str,
        file: str,
        some: Sequence[_Asked],
        items: Sequence[EvidenceItem],
        looks: list[list[SourceLook]],
    ) -> None:
        """Look for words in a file as it is now, and judge the sentences by it."""
        whole = self._text(library, file)
        text = bare(whole)
        if not text:
            for one in some:
                reason = UserText("The file as it is now cannot be read.")
                looks[one.item][one.source] = SourceLook(ItemState.NOT_LOOKED, file, reason)
            return
        judged: list[str] = []
        words = {one: bare(items[one.item].sources[one.source].quote) in text for one in some}
        for one in some:
            item = items[one.item]
            if item.by_quotation and not words[one]:
                judged.append(ended(" ".join(item.sources[one.source].quote.split())))
            elif not item.by_quotation:
                judged.append(with_context(item))
        verdicts = self.judged(library, judged, [file])
        for one in some:
            item = items[one.item]
            found = None if item.by_quotation and words[one] else next(verdicts)
            look = _look(item, file, found, has_words=words[one])
            if not words[one]:
                instead = found.words if isinstance(found, Judged) else ""
                there = _words_there(item.sources[one.source], whole)
                # of two quoted sentences one may have changed: shown alone, it would make the other seem gone
                look = replace(look, now=there if bare(instead) in bare(there) else instead)
            looks[one.item][one.source] = look

    def _text(self, library: str, file: str) -> str:
        with suppress(UserError), self._files.open(library, read_only=True) as storage:
            return "\n".join(text for _, text in storage.documents.labelled_pages(file))
        return ""

    def _judged_together(self, library: str, texts: Sequence[str], files: Sequence[str]) -> list[Judged]:
        ranges, whole = list[tuple[int, int]](), ""
        for text in texts:
            whole += "\n\n" if whole else ""
            ranges.append((len(whole) + text.rfind("\n") + 1, len(whole) + len(text)))
            whole += text
        sentences = self._checks.check_text(library, whole, CheckScope(files=tuple(files))).sentences
        return [_worst([one for one in sentences if one.start < end and one.end > start]) for start, end in ranges]


def with_context(item: EvidenceItem) -> str:
    """Return a sentence, behind the sentences that it rests on where it does; it stands on the last line."""
    text = " ".join(item.text.split())
    before = item.context if points_back(text) or says_little(text) else ()
    return "\n".join(ended(" ".join(one.split())) for one in (*before, text))


def ended(text: str) -> str:
    """Return a sentence with a mark at its end: one that stands alone without would be a heading."""
    if _ENDED.search(text):
        return text
    return f"{text}{'。' if _WIDE.search(text) else '.'}"


def _worst(sentences: Sequence[TextSentence]) -> Judged:
    """Return the worst verdict on the sentences of a text; UNCHECKED only where none could be judged."""
    judged = [one for one in sentences if one.is_checkable] or list(sentences)
    worst = max(judged, key=lambda one: _RANKS.get(one.verdict, -1), default=None)
    if worst is None:
        return Judged(Verdict.UNCHECKED)
    words, file = (worst.place.quote, worst.place.file) if worst.place is not None else ("", "")
    return Judged(worst.verdict, worst.reasons, words, file, len(worst.differs))


def _words_there(source: EvidenceSource, text: str) -> str:
    """Return what stands now between the words that stood before and behind a quotation, "" where they are gone."""
    first, last = source.mark
    before = " ".join(source.passage[:first].split())[-_ANCHOR:]
    behind = " ".join(source.passage[last:].split())[:_ANCHOR]
    flat, most = " ".join(text.split()), 2 * len(source.quote) + 200
    if len(before) >= _SHORTEST_ANCHOR:
        place = flat.find(before)
        if place < 0:
            return ""
        start = place + len(before)
        end = flat.find(behind, start) if len(behind) >= _SHORTEST_ANCHOR else -1
        if end < 0:
            found = _SENTENCE_END.search(flat, start)
            end = found.end() if found is not None else len(flat)
    elif len(behind) >= _SHORTEST_ANCHOR and (end := flat.find(behind)) >= 0:
        ends = [found.end() for found in _SENTENCE_END.finditer(flat, max(0, end - most), max(0, end - 2))]
        start = ends[-1] if ends else max(0, end - most)
    else:
        return ""
    return flat[start:end].strip() if end - start <= most else ""


def _look(item: EvidenceItem, file: str, found: Judged | UserError | None, *, has_words: bool) -> SourceLook:
    """Return the look of a source in a changed file by the new judgement, None where none was needed."""
    if isinstance(found, UserError):
        return SourceLook(ItemState.NOT_LOOKED, file, str(found), has_words=has_words)
    verdict, reasons = (found.verdict, found.reasons) if found is not None else (None, ())
    before = 0 if item.by_quotation else _RANKS.get(item.verdict, 0)
    if verdict is not None and _RANKS.get(verdict, 0) > before:
        state = ItemState.UNSUPPORTED
    else:
        state = ItemState.CHANGED if has_words else ItemState.PASSAGE_GONE
    return SourceLook(state, file, "", verdict, reasons, has_words)


def _tell_nobody(_event: Event) -> None:
    """Ignore an event: views do not list the library."""
