"""Pins answers, conversations, review tables and checked texts, and tells what of them no longer holds.

What is looked at are libraries, not disks: a file is what its library has read of it, so a folder that is offline
breaks nothing, and a renamed file is followed. A look is noted before anything is told, and telling is noted after it
(``note_told``): who is interrupted in between hears the same once more, and misses nothing.
"""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

import msgspec

from desktop_rag.config import OptionValue
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import PinsChanged
from desktop_rag.core.file_paths import INSIDE, is_earlier
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.results.answers import Answer, Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem, EvidenceSource, ItemState, SourceLook
from desktop_rag.core.results.pins import NewsKind, Pin, PinCheck, PinFinding, PinKind, PinNews, PinOverview
from desktop_rag.core.results.review import TableDefinition
from desktop_rag.core.results.text_checks import EvidencePlace, TextCheck
from desktop_rag.core.user_text import UserText
from desktop_rag.services.calls import OtherJobs, current_call
from desktop_rag.services.operations import Service, changes, reads, runs
from desktop_rag.services.proof.items import AnswerItems, SourceReader, table_items, text_items
from desktop_rag.services.proof.look_again import Judged, Located, SecondLook, ended, with_context
from desktop_rag.services.review.tables import ReviewTables
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.pins import MOST_PINS, NewsRow, PinRow, SourceRow
from desktop_rag.storage.sqlite.pins import Pins as StoredPins
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.storage_context import StorageContext

_ALONE = OtherJobs()
_MOST_ITEMS = 5_000
_LONGEST_ITEM = 1 << 18  # bytes of an item as JSON, as ``storage.sqlite.inspection`` has it
_LONGEST_TITLE = 300
_MOST_SOUGHT = 200  # words of a passage by which its place is found
_LONGEST_SENTENCE = 600  # characters that new files are asked about
_AT_ONCE = 50  # sources that are looked at between two notes
_FILES_AT_ONCE = 500  # new files that are asked together
_WAIT = 0.2
_HOLDS = (ItemState.NOTHING, ItemState.SAME, ItemState.CHANGED)
_CHECKED = (Verdict.SUPPORTED, Verdict.PARTLY, Verdict.CONTRADICTED, Verdict.NOT_SAID)


class _Found(msgspec.Struct):
    """What a look found, as it is stored."""

    words: str = ""
    verdict: Verdict | None = None
    reasons: tuple[str, ...] = ()


class _Changed(NamedTuple):
    """A source whose file is another one now: at ``path`` in a library, with this ``content`` (None: gone)."""

    row: SourceRow
    library: str
    path: str
    content: bytes | None


class _Places:
    """Finds where the words of news stand, in the files as libraries have read them."""

    def __init__(self, reader: SourceReader, name: str, *, own_alone: bool) -> None:
        self._reader = reader
        self._name = name
        self._own_alone = own_alone
        self._file = ("", "")
        self._pages: list[tuple[str, str]] = []  # of that file: label and text

    def finding(self, row: NewsRow, kind: NewsKind, *, is_told: bool) -> PinFinding:
        """Return news with the places of its words; of a new file those come first that the sentence rests on."""
        item = _item(row.item)
        news = _one(row, item, kind)
        source = next(iter(item.sources[max(row.source, 0) :]), None)
        before = None
        if source is not None:
            file = source.file if row.source < 0 else row.path
            before = EvidencePlace(
                file, source.page, source.page_label, source.start, source.end, source.quote, source.library
            )
        words = news.was if news.kind is NewsKind.HOLDS_AGAIN else news.now
        is_gone = news.kind is NewsKind.BROKEN and news.state is ItemState.FILE_GONE
        page = source.page if source is not None and row.source >= 0 else 1
        now = None if is_gone else self._place(row.library, row.path, words, page)
        return PinFinding(news, before, now, is_told)

    def _place(self, library: str, path: str, words: str, page: int) -> EvidencePlace | None:
        """Return where words stand in a file; where none of its pages has them, the page with this number."""
        storage = None if library and self._own_alone else self._reader.storage(library or self._name)
        if storage is None:
            return None
        if library:
            outside = path.partition(INSIDE)[0]
            path = path_now(storage.connection, outside) + path[len(outside) :]
        if self._file != (library, path):
            self._file, self._pages = (library, path), list(storage.documents.labelled_pages(path))
        sought = words.split()[:_MOST_SOUGHT]
        pattern = re.compile(r"\s+".join(map(re.escape, sought))) if sought else None
        for number, (label, text) in enumerate(self._pages, 1):
            if pattern is not None and (found := pattern.search(text)) is not None:
                return EvidencePlace(path, number, label, found.start(), found.end(), found[0], library)
        if not self._pages:
            return None
        number = min(max(page, 1), len(self._pages))
        return EvidencePlace(path, number, self._pages[number - 1][0], 0, 0, "", library)


class Pins(Service):
    """What a person pinned, in the library that it is about."""

    def __init__(
        self,
        files: IndexFiles,
        chats: ChatStore,
        tables: ReviewTables,
        second_look: SecondLook,
        jobs: OtherJobs = _ALONE,
    ) -> None:
        self._files = files
        self._chats = chats
        self._tables = tables
        self._second_look = second_look
        self._jobs = jobs

    @changes("pins", lane=Lane.LONG)
    def answer(self, name: str, conversation_id: str, turn: int = 0) -> Pin:
        """Pin an answer of a conversation: that of the question ``turn``, from 1, or the last one (0).

        Pinned again, it takes the place of what was pinned before; so do all others.

        Raises:
            UserError: there is no such answer, or nothing in it that could be checked.
            CancelledError: stopped.

        """
        answers = self._answers(conversation_id)
        number = turn or max(answers, default=0)
        if number not in answers:
            raise UserError("There is no answer to this question.", "Choose a question that was answered.")
        one = answers[number]
        return self._pin(name, PinKind.ANSWER, one.question, conversation_id, number, [one])

    @changes("pins", lane=Lane.LONG)
    def conversation(self, name: str, conversation_id: str) -> Pin:
        """Pin all answers of a conversation; see ``answer``."""
        infos = self._chats.conversations()
        title = next((info.title for info in infos if info.id == conversation_id), "")
        answers = list(self._answers(conversation_id).values())
        return self._pin(name, PinKind.CONVERSATION, title, conversation_id, 0, answers)

    @changes("pins", lane=Lane.LONG)
    def table(
        self, name: str, definition: TableDefinition, *, overrides: Mapping[str, OptionValue] | None = None
    ) -> Pin:
        """Pin the cells of a review table that are found so far; see ``answer``."""
        table = self._tables.read(name, definition, overrides=overrides)
        with SourceReader(self._files, name, current_call().token) as reader:
            items = table_items(table, reader)
            return self._store(name, PinKind.TABLE, definition.name, definition.name, 0, items, reader)

    @changes("pins", lane=Lane.LONG)
    def text(self, name: str, found: TextCheck, title: str) -> Pin:
        """Pin a text that was checked against a library, called ``title``; see ``answer``."""
        with SourceReader(self._files, name, current_call().token) as reader:
            return self._store(name, PinKind.TEXT, title, title, 0, text_items(found, reader), reader)

    @reads
    def list_all(self, name: str) -> tuple[Pin, ...]:
        """Return the pins of a library, the latest first."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            store = StoredPins(storage.connection)
            news = [row.pin for row, _ in _untold(store)]
            return tuple(_told(name, row, news.count(row.id)) for row in store.every())

    @runs(Lane.LONG, JobKind.READ)
    def overview(self, name: str) -> PinOverview:
        """Return the pins of a library with all that there is to tell of them, told or not, and where to read it.

        Raises:
            UserError: there is no such library, or a pin of it cannot be read.
            CancelledError: stopped.

        """
        token = current_call().token
        with (
            self._files.open(name, read_only=True) as storage,
            storage.snapshot(),
            SourceReader(self._files, name, token) as reader,
        ):
            store = StoredPins(storage.connection)
            found = list(_found(store, also_told=True))
            untold = Counter(row.pin for row, _, is_told in found if not is_told)
            pins = tuple(_told(name, row, untold[row.id]) for row in store.every())
            places = _Places(reader, name, own_alone=storage.is_foreign)
            order = sorted(range(len(found)), key=lambda place: (found[place][0].library, found[place][0].path))
            findings = dict[int, PinFinding]()
            for place in order:  # by files: the pages of one are in memory at a time
                token.raise_if_cancelled()
                row, kind, is_told = found[place]
                findings[place] = places.finding(row, kind, is_told=is_told)
        return PinOverview(name, pins, tuple(findings[place] for place in range(len(found))))

    @changes("pins")
    def remove(self, name: str, pin: int) -> None:
        """Remove a pin by its id.

        Raises:
            UserError: there is none.

        """
        with self._files.open(name) as storage, storage.transaction():
            if not StoredPins(storage.connection).remove(pin):
                raise UserError(
                    UserText("“{name}” watches nothing with the number {number}.", name=name, number=pin),
                    "To see what a library watches, run: desktop-rag pin list NAME",
                )

    @runs(Lane.FOLLOW, JobKind.SEARCH)
    def check(self, name: str) -> PinCheck:
        """Look at the pins whose files have changed, ask new files about pinned sentences, and return the news.

        News are returned until ``note_told`` takes them; ``PinsChanged`` tells that there are more than before. It
        gives way to questions.

        Raises:
            UserError: there is no such library, or it cannot be written.
            CancelledError: stopped; what was looked at is noted.

        """
        call, started = current_call(), time.monotonic()
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            store = StoredPins(storage.connection)
            pins, before = store.count(), {_key(one) for one in _news(store)}
            changed = list(self._changed(name, storage, store)) if pins else []
        changed.sort(key=lambda one: (one.library, one.path))
        for start in range(0, len(changed), _AT_ONCE):
            self._give_way(call.token)
            self._look_at(name, changed[start : start + _AT_ONCE])
        asked = self._ask_new_files(name, call.token) if pins else 0
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            news = tuple(_news(StoredPins(storage.connection)))
        more = [one.kind for one in news if _key(one) not in before]
        if more:
            counts = [more.count(kind) for kind in (NewsKind.BROKEN, NewsKind.HOLDS_AGAIN, NewsKind.NEW_FILE)]
            call.emit(PinsChanged(call.id, name, *counts))
            call.changed(name, "pins")
        looked = len({(one.row.pin, one.row.number) for one in changed})
        return PinCheck(name, pins, looked, asked, time.monotonic() - started, news)

    @reads
    def news(self, name: str) -> tuple[PinNews, ...]:
        """Return what was found and not told yet, without looking again."""
        with self._files.open(name, read_only=True) as storage, storage.snapshot():
            return tuple(_news(StoredPins(storage.connection)))

    @changes("pins")
    def note_told(self, name: str, news: Sequence[PinNews]) -> None:
        """Note that a person was told some news: they are not told again."""
        with self._files.open(name) as storage, storage.transaction():
            store = StoredPins(storage.connection)
            for one in news:
                if one.kind is NewsKind.NEW_FILE:
                    store.note_new_file_told(one.pin, one.number, one.file)
                else:
                    store.note_told(one.pin, one.number, one.state if one.kind is NewsKind.BROKEN else "")

    def _answers(self, conversation_id: str) -> dict[int, Answer]:
        """Return the answers of a conversation by the numbers of their questions."""
        turns = enumerate(self._chats.turns(conversation_id), 1)
        return {number: turn.answer for number, turn in turns if turn.answer is not None}

    def _pin(self, name: str, kind: PinKind, title: str, place: str, turn: int, answers: Sequence[Answer]) -> Pin:
        with SourceReader(self._files, name, current_call().token) as reader:
            items = (item for one in answers for item in AnswerItems(one, reader).items())
            return self._store(name, kind, title, place, turn, items, reader)

    def _store(
        self,
        name: str,
        kind: PinKind,
        title: str,
        place: str,
        turn: int,
        items: Iterable[EvidenceItem],
        reader: SourceReader,
    ) -> Pin:
        """Store items as a pin, numbered through."""
        stored = []
        for number, item in enumerate(items, 1):
            current_call().token.raise_if_cancelled()
            sources = tuple(_with_content(one, name, reader) for one in item.sources)
            rows = [
                _row(number, place_of, one, name) for place_of, one in enumerate(sources) if not is_earlier(one.file)
            ]
            text = msgspec.json.encode(replace(item, number=number, sources=sources), enc_hook=str).decode()
            if len(text.encode()) > _LONGEST_ITEM or number > _MOST_ITEMS:
                raise UserError("This is too much to be watched.", "Watch a part of it.")
            stored.append((number, text, rows))
        if not any(rows for _, _, rows in stored):
            raise UserError("There is nothing here that rests on files.", "Watch an answer that cites a document.")
        with self._files.open(name) as storage, storage.transaction():
            store = StoredPins(storage.connection)
            if store.count() >= MOST_PINS:
                raise UserError(
                    UserText("A library can watch at most {most} things.", most=f"{MOST_PINS:,}"),
                    "Stop watching some first.",
                )
            shown = " ".join(title.split())[:_LONGEST_TITLE] or kind.value
            pin = store.put(kind, shown, place, turn, stored)
            row = next(one for one in store.every() if one.id == pin)
        return _told(name, row, 0)

    def _changed(self, name: str, storage: StorageContext, store: StoredPins) -> Iterator[_Changed]:
        """Yield the sources whose files are others than when they were looked at last.

        A library that came from elsewhere is told nothing of other libraries of this person.
        """
        with ExitStack() as stack:
            opened: dict[str, StorageContext | None] = {"": storage}
            for row in store.sources():
                if row.library and storage.is_foreign:
                    continue
                if row.library not in opened:
                    opened[row.library] = self._opened(stack, row.library)
                there = opened[row.library]
                if there is None:
                    continue
                library = row.library or name
                path, outside = row.path, row.outside
                if row.library:
                    outside = path_now(there.connection, outside)
                    path = outside + row.path[len(row.outside) :]
                known = there.files.known_file(outside)
                if known is None or there.files.known_file(path) is None:
                    if row.state != ItemState.FILE_GONE:
                        yield _Changed(row, library, path, None)
                elif known.content_hash and (known.content_hash != row.content or row.state == ItemState.FILE_GONE):
                    yield _Changed(row, library, path, known.content_hash)

    def _opened(self, stack: ExitStack, library: str) -> StorageContext | None:
        """Return another library, None where it cannot be opened: nothing is said of its files then."""
        try:
            return stack.enter_context(self._files.open(library, read_only=True))
        except UserError:
            return None

    def _look_at(self, name: str, some: Sequence[_Changed]) -> None:
        """Look at changed sources again, and note how they are."""
        with self._files.open(name, read_only=True) as storage:
            store = StoredPins(storage.connection)
            asked = [(one, item) for one in some if (item := _asked(one, store)) is not None]
        looks = self._second_look.look([item for _, item in asked], _located, in_libraries=True)
        with self._files.open(name) as storage, storage.transaction():
            store = StoredPins(storage.connection)
            for (one, item), look in zip(asked, looks, strict=True):
                (source,) = look.sources
                state = _state(item, source)
                if state is not ItemState.NOT_LOOKED:
                    found = _Found(source.now, source.verdict, tuple(map(str, source.reasons)))
                    content = one.row.content if one.content is None else one.content
                    store.note(one.row, content, state, _encoded(found) if state not in _HOLDS else "")

    def _ask_new_files(self, name: str, token: CancelToken) -> int:
        """Ask the files that came what they say of pinned sentences; return how many files these were."""
        count = 0
        while True:
            self._give_way(token)
            with self._files.open(name, read_only=True) as storage, storage.snapshot():
                store = StoredPins(storage.connection)
                paths = store.arrivals(_FILES_AT_ONCE)
                asked = list(_sentences(store)) if paths else []
            if not paths:
                break
            texts = list(dict.fromkeys(text for _, _, text, _ in asked))
            said = dict(zip(texts, self._second_look.judged(name, texts, paths), strict=True))
            found = []
            for pin, number, text, own in asked:
                judged = said[text]
                if isinstance(judged, UserError):
                    raise judged
                if _tells(judged) and judged.file not in own:
                    found.append((pin, number, judged.file, _encoded(_from(judged))))
            with self._files.open(name) as storage, storage.transaction():
                StoredPins(storage.connection).note_arrivals(paths, found)
            count += len(paths)
        with self._files.open(name) as storage, storage.transaction():
            StoredPins(storage.connection).forget_events()
        return count

    def _give_way(self, token: CancelToken) -> None:
        """Wait while somebody waits for an answer."""
        token.raise_if_cancelled()
        while self._jobs.in_lane(Lane.ANSWER):
            token.wait(_WAIT)
            token.raise_if_cancelled()


def _told(name: str, row: PinRow, news: int) -> Pin:
    return Pin(
        row.id, PinKind(row.kind), row.title, name, row.place, row.turn, row.pinned_at, row.items, row.broken, news
    )


def _with_content(source: EvidenceSource, name: str, reader: SourceReader) -> EvidenceSource:
    """Return a source with the hash that its library has of the file, if the words are those that it has read."""
    library = source.library or name
    storage = reader.storage(library)
    known = storage.files.known_file(source.file.partition(INSIDE)[0]) if storage is not None else None
    is_read = known is not None and reader.is_current(source, library)
    content = known.content_hash.hex() if known is not None and is_read else ""
    return replace(source, library="" if library == name else library, content=content)


def _row(number: int, place: int, source: EvidenceSource, name: str) -> SourceRow:
    library = "" if source.library == name else source.library
    content, outside = bytes.fromhex(source.content), source.file.partition(INSIDE)[0]
    return SourceRow(0, number, place, library, source.file, outside, content, ItemState.SAME.value)


def _item(text: str) -> EvidenceItem:
    """Return an item as it was stored; UserError where something else wrote it."""
    try:
        return msgspec.json.decode(text, type=EvidenceItem)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UserError(
            "Something that this library watches cannot be read.", "Stop watching it, and watch it again."
        ) from error


def _asked(one: _Changed, store: StoredPins) -> EvidenceItem | None:
    """Return the item of a changed source with this source alone, where its file is now; None: removed meanwhile."""
    text = store.item(one.row.pin, one.row.number)
    if not text:
        return None
    item = _item(text)
    if one.row.source >= len(item.sources):
        return None
    return replace(item, sources=(replace(item.sources[one.row.source], file=one.path, library=one.library),))


def _located(source: EvidenceSource) -> Located:
    return Located(source.file, source.library)


def _state(item: EvidenceItem, look: SourceLook) -> ItemState:
    """Return the state of a source; a sentence whose source still has the very words holds, unless it contradicts.

    Judged by one file, a sentence may be supported less than by the whole answer: that alone is nothing to tell.
    """
    if look.state is ItemState.UNSUPPORTED and look.has_words and look.verdict is not Verdict.CONTRADICTED:
        return ItemState.CHANGED
    if look.state is ItemState.UNSUPPORTED and item.verdict is look.verdict:
        return ItemState.CHANGED
    return look.state


def _sentences(store: StoredPins) -> Iterator[tuple[int, int, str, frozenset[str]]]:
    """Yield the pin and number of what new files are asked about, the text, and the files that it rests on."""
    for pin, number, text in store.items():
        item = _item(text)
        own = frozenset(one.file for one in item.sources)
        if item.by_quotation:
            quote = " ".join(item.sources[0].quote.split()) if item.sources else ""
            asked = ended(quote) if quote else ""
        else:
            asked = with_context(item) if item.verdict in _CHECKED else ""
        if asked and len(asked) <= _LONGEST_SENTENCE:
            yield pin, number, asked, own


def _tells(judged: Judged) -> bool:
    """Return True if a new file says just this, or something else at one place alone.

    At two places it tells of another thing of the same kind: another contract, at another price.
    """
    differs = judged.verdict is Verdict.CONTRADICTED and judged.differing == 1
    return bool(judged.file) and (judged.verdict is Verdict.SUPPORTED or differs)


def _from(judged: Judged) -> _Found:
    return _Found(judged.words, judged.verdict, tuple(map(str, judged.reasons)))


def _encoded(found: _Found) -> str:
    return msgspec.json.encode(found, enc_hook=str).decode()


def _decoded(text: str) -> _Found:
    """Return what a look found, nothing where something else wrote it."""
    try:
        return msgspec.json.decode(text, type=_Found) if text else _Found()
    except (msgspec.MsgspecError, RecursionError):
        return _Found()


def _found(store: StoredPins, *, also_told: bool) -> Iterator[tuple[NewsRow, NewsKind, bool]]:
    """Yield what does not hold, holds again, and is said by new files, as it is stored, and whether it was told."""
    rows = store.news(also_told=also_told)
    for (_, _, is_new), group in groupby(rows, lambda row: (row.pin, row.number, row.source < 0)):
        some = list(group)
        if is_new:
            yield from ((row, NewsKind.NEW_FILE, bool(row.told)) for row in some)
            continue
        order = list(ItemState)
        worst = max(some, key=lambda row: order.index(ItemState(row.state)))
        if ItemState(worst.state) not in _HOLDS:
            if also_told or worst.told != worst.state:
                yield worst, NewsKind.BROKEN, worst.told == worst.state
        elif worst.told:
            yield worst, NewsKind.HOLDS_AGAIN, False


def _untold(store: StoredPins) -> Iterator[tuple[NewsRow, NewsKind]]:
    """Yield what is to be told of the pins of a library as it is stored."""
    return ((row, kind) for row, kind, _ in _found(store, also_told=False))


def _news(store: StoredPins) -> Iterator[PinNews]:
    """Yield what is to be told of the pins of a library."""
    for row, kind in _untold(store):
        yield _one(row, _item(row.item), kind)


def _one(row: NewsRow, item: EvidenceItem, kind: NewsKind) -> PinNews:
    found = _decoded(row.found)
    source = item.sources[row.source] if 0 <= row.source < len(item.sources) else None
    was = source.quote if source is not None else ""
    state = ItemState(row.state)
    return PinNews(
        row.pin,
        row.number,
        kind,
        row.title,
        item.text,
        item.label,
        state,
        row.path,
        was,
        found.words,
        found.verdict,
        found.reasons,
    )


def _key(news: PinNews) -> tuple[int, int, str, str]:
    return news.pin, news.number, news.kind, news.file if news.kind is NewsKind.NEW_FILE else news.state
