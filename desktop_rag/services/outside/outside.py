"""What other programs may ask of the shared libraries, each a plain call; nothing of it changes a document.

Results are values as JSON has them, short enough for the program that asked: what does not fit is asked for by
``offset``. A library that is not shared does not exist here, whatever is named.
"""

import io
import json
import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from desktop_rag.core.characters import without_surrogates
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event, SearchNotice
from desktop_rag.core.file_paths import file_label
from desktop_rag.core.jobs import JobKind, Lane
from desktop_rag.core.links import parse_link
from desktop_rag.core.results.answers import Answer, Source
from desktop_rag.core.results.conversations import Turn
from desktop_rag.core.results.files import FileQuery, FileState
from desktop_rag.core.results.mentions import FileGap, MeaningQuery, Mention, MentionQuery, meaning_summary
from desktop_rag.core.results.outside import NotSharedError, Reply
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.results.review import Cell, ReviewTable, TableDefinition, TableRow, TableScope
from desktop_rag.core.results.text_checks import CheckScope, EvidencePlace, TextSentence
from desktop_rag.core.user_text import UserText
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.retrievers.query_syntax import conditions_in
from desktop_rag.services.calls import calling, current_call
from desktop_rag.services.operations import Service, reads, runs
from desktop_rag.services.outside.places import Places
from desktop_rag.services.outside.sharing import Sharing
from desktop_rag.services.review.columns import definition_of
from desktop_rag.services.search.result_files import Highlighter
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.file_list import list_files
from desktop_rag.text.shortening import GAP, beginning
from desktop_rag.text.tokenizer import get_tokenizer

if TYPE_CHECKING:
    from desktop_rag.services.answers.answers import Answers
    from desktop_rag.services.check_text import TextChecks
    from desktop_rag.services.libraries.pages import Pages
    from desktop_rag.services.mentions.find_all import Mentions
    from desktop_rag.services.review.tables import ReviewTables
    from desktop_rag.services.search.library_search import LibrarySearch

MOST_TOKENS = 15_000
"""Of a result, by the tokenizer of GPT-4: Claude's makes up to a third more of a text, and 20,000 are the limit."""
_PREVIEW = 400  # characters of a passage in a list
_QUOTE = 500
_ASIDE = 2_000  # tokens of what stands beside the rows of a result
_MODES = {"both": "hybrid", "words": "bm25", "meaning": "vector"}
_PICTURE_SIDE = 1200  # pixels: small print can be read, and the picture stays below 400 KB
_JPEG_QUALITY = 75
_TABLE = "asked by another program"


class OutsideParts:
    """The services that the calls are made of, each made when it is first needed."""

    def __init__(
        self,
        search: "Callable[[], LibrarySearch]",
        pages: "Callable[[], Pages]",
        mentions: "Callable[[], Mentions]",
        checks: "Callable[[], TextChecks]",
        answers: "Callable[[], Answers]",
        tables: "Callable[[], ReviewTables]",
    ) -> None:
        self.search = search
        self.pages = pages
        self.mentions = mentions
        self.checks = checks
        self.answers = answers
        self.tables = tables


class Outside(Service):
    """Answers other programs out of the libraries that are shared; its calls are the tools of ``tools.TOOLS``."""

    def __init__(self, index_files: IndexFiles, sharing: Sharing, parts: OutsideParts) -> None:
        self._files = index_files
        self._sharing = sharing
        self._parts = parts

    @reads
    def check_shared(self, names: Sequence[str]) -> None:
        """Raise UserError if one of the libraries is not shared, as before a result is handed over late."""
        for name in names:
            self._shared(name)

    @reads
    def libraries(self) -> Reply:
        """Return the shared libraries with their numbers."""
        rows = []
        for name in self._sharing.shared():
            info = self._files.info(name)
            row: dict[str, object] = {
                "library": name,
                "files": info.files,
                "passages": info.nodes,
                "folders": [file_label(folder) for folder in info.folders],
                "not_readable": info.need_attention,
                "waiting": info.waiting,
            }
            if info.nodes and info.nodes_embedded < info.nodes:
                row["meaning_search_ready_percent"] = 100 * info.nodes_embedded // info.nodes
            if notice := info.error or info.notice:
                row["notice"] = notice
            rows.append(row)
        found: dict[str, object] = {"libraries": _fitting(rows), "total": len(rows)}
        if not rows:
            found["notice"] = str(_nothing_shared())
        return Reply(found)

    @runs(Lane.MEANING, JobKind.SEARCH)
    def search(self, query: str, library: str | None, limit: int, mode: str) -> Reply:
        """Return previews of the best passages of one library, or of all that are shared."""
        names = [self._shared(library)] if library else self._sharing.shared()
        if not names:
            raise _nothing_shared()
        found: list[tuple[int, int, dict[str, object]]] = []
        with _hearing_notices() as notices:
            for place, name in enumerate(names):
                sources = self._parts.search().passages(name, query, top_k=limit, mode=_MODES[mode])
                with self._opened(name) as places:
                    found += [(one.rank, place, _passage(places, query, one)) for one in sources]
        # scores of different libraries don't compare: the best of each come first
        rows = [row for _, _, row in sorted(found, key=lambda one: one[:2])][:limit]
        shown = _fitting(rows)
        values: dict[str, object] = {"results": shown, "total": len(rows)}
        if notices:
            values["notice"] = notices[0]
        return Reply(values)

    @reads
    def fetch(
        self,
        uri: str | None,
        id: str | None,  # noqa: A002 - as other servers call it
        library: str | None,
        file: str | None,
        page: int | None,
        offset: int | None,
        limit: int,
    ) -> Reply:
        """Return the text of a document from a page or a character on."""
        with self._at(uri or id, library, file) as (places, path, linked, _):
            storage = places.storage
            texts = [text for _, text in storage.documents.labelled_pages(path)]
            if _has_pages(path):
                texts = [f"[page {number}]\n{text}" for number, text in enumerate(texts, 1)]
            starts = [0]
            for text in texts:
                starts.append(starts[-1] + len(text) + 2)
            whole, first = "\n\n".join(texts), page or linked or 1
            begin = starts[min(first, len(texts)) - 1] if offset is None else offset
            described = places.described(path, _page_at(starts, begin))
        part = _beginning(whole[begin : begin + limit])
        end = begin + len(part)
        values = {
            **described,
            "text": part,
            "offset": begin,
            "total": len(whole),
            "next_offset": end if end < len(whole) else None,
        }
        return Reply(values)

    @reads
    def get_page(
        self,
        uri: str | None,
        library: str | None,
        file: str | None,
        page: int | None,
        quote: str | None,
        picture: bool,  # noqa: FBT001 - an argument of the tool
    ) -> Reply:
        """Return a page with its text, the places of some words on it, and its picture where it has one."""
        with self._at(uri, library, file) as (places, path, linked, quoted):
            number, words = page or linked or 1, quote or quoted
            pages = places.storage.documents.page_count(path)
            text = places.storage.documents.page_text(path, number)
            if text is None:
                raise UserError(
                    UserText("{file} has no page {page}.", file=file_label(path), page=number),
                    UserText("Its pages are 1 to {count}.", count=pages),
                )
            span = _span_of(words, text)
            described = places.described(path, number, quote=words)
            name = places.name
        shown = _beginning(text)
        values: dict[str, object] = {**described, "pages": pages, "text": shown, "text_is_cut": len(shown) < len(text)}
        if words:
            values["quote"] = words
            values["quote_found"] = span is not None
        drawn = b""
        if picture and _has_pages(path):
            try:
                drawn, boxes, size = self._drawn(name, path, number, text, span)
                values |= {"boxes": boxes, "page_size": size}
            except UserError as error:  # the text is there all the same
                values["notice"] = str(error)
        return Reply(values, drawn)

    @reads
    def list_files(self, library: str, text: str | None, state: str | None, offset: int, limit: int) -> Reply:
        """Return the files of a library, with why some could not be read."""
        name = self._shared(library)
        states = (FileState(state),) if state else ()
        query = FileQuery(text or "", states, offset=offset, limit=limit)
        rows = []
        with self._opened(name) as places:
            found = list_files(places.storage.connection, query, os.sep)
            for one in found.rows:
                row: dict[str, object] = {"uri": places.uri(one.path), "file": one.path, "state": one.state.value}
                if one.reason:
                    row["reason"] = _cut(one.reason)
                row |= {"pages": one.pages, "size": one.size}
                if one.state is not FileState.SKIPPED and places.is_stale(one.path):
                    row["stale"] = True
                rows.append(row)
        return Reply(_with_part({"library": name, "counts": found.counts}, "files", rows, offset, found.total))

    @runs(Lane.LONG, JobKind.SEARCH)
    def find_all(
        self,
        library: str,
        words: str,
        by: str,
        exact: bool,  # noqa: FBT001 - an argument of the tool
        within: str | None,
        offset: int,
        limit: int,
    ) -> Reply:
        """Return mentions in order, with their count in all files and what could not be looked through."""
        name = self._shared(library)
        if by == "meaning":
            return self._by_meaning(name, words, _conditions(within or ""), offset, limit)
        query, mentions = MentionQuery(words, exact, _conditions(within or "")), self._parts.mentions()
        counts = mentions.count(name, query)
        found = list[Mention]()
        passed = offset
        for one in counts.files:
            if len(found) < limit and passed < one.count:
                found += mentions.of_file(name, query, one.file, offset=passed, most=limit - len(found))
            passed = max(0, passed - one.count)
        with self._opened(name) as places:
            rows = [_mention(places, one) for one in found]
        values: dict[str, object] = {
            "library": name,
            "method": str(counts.method),
            "count": counts.count,
            "files_with_mentions": len(counts.files),
            "files_read": counts.read,
            "files_not_read": len(counts.unreadable) + len(counts.waiting),
            "not_readable": _not_readable(counts.unreadable),
            "spellings": {_cut(written): number for written, number in counts.written[:10]},
        }
        if counts.nearest:
            values["spelt_alike"] = dict(counts.nearest)
        return Reply(_with_part(values, "mentions", rows, offset, counts.count))

    @runs(Lane.LONG, JobKind.SEARCH)
    def check_text(
        self,
        library: str,
        text: str,
        within: str | None,
        files: list[str] | None,
        also: list[str] | None,
        offset: int,
        limit: int,
    ) -> Reply:
        """Return the sentences of a text with their verdicts and the places that they rest on."""
        name, others = self._shared(library), tuple(self._shared(one) for one in also or ())
        scope = CheckScope(_conditions(within or ""), tuple(files or ()), others)
        found = self._parts.checks().check_text(name, text, scope)
        with self._described(name, *others) as described:
            rows = [_sentence(described, one) for one in found.sentences[offset : offset + limit]]
        values: dict[str, object] = {
            "library": name,
            "counts": {verdict.value: count for verdict, count in found.counts.items()},
            "checkable": found.checkable,
            "files": found.files,
            "files_not_read": len(found.unread),
            "within_the_text": _fitting(
                ({"kind": one.kind.value, "text": _cut(one.text), "reason": _cut(one.reason)} for one in found.inner),
                _ASIDE,
            ),
        }
        if found.notice:
            values["notice"] = found.notice
        return Reply(_with_part(values, "sentences", rows, offset, len(found.sentences)))

    @runs(Lane.ANSWER, JobKind.ANSWER)
    def ask(self, library: str, question: str, also: list[str] | None) -> Reply:
        """Return an answer, its sentences with their verdicts, and its sources; no conversation keeps it."""
        return self._asked(library, question, also, ())

    @runs(Lane.ANSWER, JobKind.ANSWER)
    def ask_after(
        self, library: str, question: str, also: list[str] | None, before: Sequence[tuple[str, str]]
    ) -> Reply:
        """Return the answer to a question that follows others, which are given with their answers."""
        return self._asked(library, question, also, before)

    @runs(Lane.BUILD, JobKind.TABLE)
    def table_run(
        self,
        library: str,
        columns: list[dict[str, Any]] | None,
        table: str | None,
        within: str | None,
        files: list[str] | None,
        documents: int,
        offset: int,
        limit: int,
    ) -> Reply:
        """Return the rows of a table, filled; what was found before is not looked for again."""
        name = self._shared(library)
        tables = self._parts.tables()
        definition = self._definition(name, columns, table)
        if within or files:
            named = tables.files_named(name, files) if files else ()
            definition = replace(definition, scope=TableScope(_conditions(within or ""), named))
        filled = tables.fill(name, definition, most=documents, is_kept=False)
        with self._opened(name) as places:
            rows = [_row(places, filled, one) for one in filled.rows[offset : offset + limit]]
        values: dict[str, object] = {
            "library": name,
            "columns": [{"name": one.name, "type": one.type.value} for one in filled.definition.columns],
            "documents_asked": len(filled.rows),
            "documents_in_scope": filled.read,
            "not_readable": _not_readable(filled.unread),
            "model": filled.model or None,
        }
        return Reply(_with_part(values, "rows", rows, offset, len(filled.rows)))

    def _asked(self, library: str, question: str, also: list[str] | None, before: Sequence[tuple[str, str]]) -> Reply:
        name, others = self._shared(library), tuple(self._shared(one) for one in also or ())
        turns = [Turn(asked, Answer(asked, said, (), (), "", extractive=False)) for asked, said in before]
        mode = {"answer.mode": "answer"}
        answer = self._parts.answers().ask_after(name, question, turns, also=others, overrides=mode)
        with self._described(name, *others) as described:
            return Reply(_answer(name, answer, described))

    def _by_meaning(self, name: str, words: str, within: str, offset: int, limit: int) -> Reply:
        found = self._parts.mentions().by_meaning(name, MeaningQuery(words, within))
        above = [one for one in found.hits if one.score >= found.cut]
        with self._opened(name) as places:
            rows = [_quoted(places, one.source) for one in above[offset : offset + limit]]
        values: dict[str, object] = {
            "library": name,
            "method": meaning_summary(found, above)[-1],
            "count": len(above),
            "files_with_mentions": len({one.source.file for one in above}),
            "files_not_read": len(found.unread),
        }
        return Reply(_with_part(values, "mentions", rows, offset, len(above)))

    def _definition(self, name: str, columns: list[dict[str, Any]] | None, table: str | None) -> TableDefinition:
        """Return the table that is asked for: some columns, or one that the person made."""
        if bool(columns) == bool(table):
            raise UserError("A table is either new columns or one of the library.", "Give one of them.")
        if columns:
            return definition_of({"columns": columns}, _TABLE)
        known = self._parts.tables().definitions(name)
        for one in known:
            if one.name == table:
                return one
        names = ", ".join(one.name for one in known)
        raise UserError(
            UserText("There is no table “{name}”.", name=table or ""), UserText("Known tables: {names}.", names=names)
        )

    def _drawn(
        self, name: str, file: str, page: int, text: str, span: tuple[int, int] | None
    ) -> tuple[bytes, list[list[float]], list[float]]:
        """Return a page as a JPEG file with marks on some words, their boxes in points, and its size in points."""
        from PIL import Image, ImageDraw

        pages = self._parts.pages()
        size = pages.sizes(file, first=page).sizes[0]
        begin, end = span or (0, 0)
        source = Source(1, 0.0, file, page, "", begin, end, text[begin:end], "")
        drawn = pages.render(name, source, page=page, zoom=_PICTURE_SIDE / max(*size, 1.0), cited=span)
        image = Image.frombytes("RGB", (drawn.width, drawn.height), drawn.rgb)
        pen = ImageDraw.Draw(image, "RGBA")
        for box in drawn.cited:
            pen.rectangle(box, fill=(255, 210, 0, 80), outline=(220, 140, 0, 255))
        out = io.BytesIO()
        image.save(out, "JPEG", quality=_JPEG_QUALITY)
        boxes = [[round(edge / drawn.zoom, 1) for edge in box] for box in drawn.cited]
        return out.getvalue(), boxes, [round(side, 1) for side in drawn.size]

    def _shared(self, name: str | None) -> str:
        """Return the name of a shared library.

        Raises:
            UserError: none of that name is shared; the message names only those that are.

        """
        shared = self._sharing.shared()
        wanted = (name or "").strip()
        if wanted in shared:
            return wanted
        same = [one for one in shared if one.casefold() == wanted.casefold()]
        if len(same) == 1:
            return same[0]
        if not shared:
            raise _nothing_shared()
        raise NotSharedError(
            UserText("No library called “{name}” is shared with other programs.", name=wanted),
            UserText("Shared libraries: {names}.", names=", ".join(shared)),
        )

    @contextmanager
    def _opened(self, name: str) -> Iterator[Places]:
        with self._files.open(self._files.existing(name), read_only=True) as storage, storage.snapshot():
            yield Places(storage, name)

    @contextmanager
    def _at(self, uri: str | None, library: str | None, file: str | None) -> Iterator[tuple[Places, str, int, str]]:
        """Give the open library of a link or of a file's name, the file, the link's page (0 for none) and its words."""
        if not uri:
            if not library or not file:
                raise UserError("The document is not named.", "Give the uri of a result, or a library and a file.")
            with self._opened(self._shared(library)) as places:
                yield places, places.file_named(without_surrogates(file)), 0, ""
            return
        link = parse_link(uri)
        for name in self._sharing.shared():
            with self._opened(name) as places:
                if places.key == link.library_id:
                    yield places, places.file_of(link), link.page, link.quote
                    return
        raise NotSharedError(
            "The link leads to a library that is not shared with other programs.",
            "Share it in Desktop RAG, or search again.",
        )

    @contextmanager
    def _described(self, first: str, *others: str) -> Iterator[Callable[..., dict[str, object]]]:
        """Give what describes places in several libraries, each named; the first one by "" too."""
        with ExitStack() as stack:
            opened = {name: stack.enter_context(self._opened(name)) for name in dict.fromkeys((first, *others))}

            def described(library: str, file: str, page: int, label: str, quote: str) -> dict[str, object]:
                places = opened.get(library or first)
                if places is None:  # a file that was attached, or a library that goes by another name now
                    return {"file": file, "page": page}
                return places.described(file, page, label, quote)

            yield described


@contextmanager
def _hearing_notices() -> Iterator[list[str]]:
    """Give the notices of searches inside: why meaning was left out."""
    call, notices = current_call(), list[str]()

    def emit(event: Event) -> None:
        if isinstance(event, SearchNotice):
            notices.append(event.text)
        call.emit(event)

    with calling(replace(call, emit=emit)):
        yield notices


def _passage(places: Places, query: str, source: Source) -> dict[str, object]:
    preview = Highlighter(query).snippet(source.text, _PREVIEW).text
    described = places.described(source.file, source.page, source.page_label, preview.strip("… "))
    if source.heading:
        described["heading"] = source.heading
    return described | {"quote": preview, "found_by": list(source.found_by)}


def _mention(places: Places, one: Mention) -> dict[str, object]:
    words = one.source.text[one.ranges[0][0] : one.ranges[0][1]]
    return _quoted(places, one.source) | {"words": words}


def _quoted(places: Places, source: Source) -> dict[str, object]:
    quote = _cut(source.text)
    described = places.described(source.file, source.page, source.page_label, quote)
    if source.heading:
        described["heading"] = source.heading
    return described | {"quote": quote}


def _sentence(described: Callable[..., dict[str, object]], one: TextSentence) -> dict[str, object]:
    row: dict[str, object] = {"number": one.number, "sentence": _cut(one.text), "verdict": one.verdict.value}
    if one.reasons:
        row["reasons"] = [str(reason) for reason in one.reasons]
    if one.differing_words:
        row["differs"] = list(one.differing_words[:10])
    if one.place is not None:
        row["place"] = _evidence(described, one.place)
    if one.own:
        row["own_sources"] = [{"written": own.written, "verdict": own.verdict.value} for own in one.own[:5]]
    return row


def _evidence(described: Callable[..., dict[str, object]], place: EvidencePlace) -> dict[str, object]:
    quote = _cut(place.quote)
    return described(place.library, place.file, place.page, place.page_label, quote) | {"quote": quote}


def _answer(name: str, answer: Answer, described: Callable[..., dict[str, object]]) -> dict[str, object]:
    """Return an answer with the places that its sentences rest on; as much of its sources as fits."""
    libraries = {source.node_id: source.library for source in answer.sources}
    labels = {source.node_id: source.page_label for source in answer.sources}
    citations = []
    for one in answer.citations:
        quote, of = _cut(one.quote), one.node_id
        place = described(libraries.get(of, ""), one.file, one.page, labels.get(of, ""), quote)
        sentence = answer.text[one.answer_start : one.answer_end]
        citations.append({"marker": one.marker, "sentence": _cut(sentence)} | place | {"quote": quote})
    sentences = [
        {"sentence": _cut(answer.text[one.start : one.end]), "verdict": one.verdict.value}
        | ({"reasons": [str(reason) for reason in one.reasons]} if one.reasons else {})
        for one in answer.sentences
        if one.is_told
    ]
    sources = [
        described(one.library, one.file, one.page, one.page_label, quote) | {"quote": quote}
        for one in answer.sources[:10]
        if (quote := _cut(answer.shown_of(one)))
    ]
    values: dict[str, object] = {
        "library": name,
        "answered": answer.answered,
        "answer": _beginning(answer.text, MOST_TOKENS // 3),
        "model": answer.model or None,
        "state": answer.state.value,
    }
    for key, said in (("notice", answer.notice), ("missing", answer.missing)):
        if said:
            values[key] = str(said)
    if answer.left_out:
        values["left_out"] = [_cut(one) for one in answer.left_out[:10]]
    room = MOST_TOKENS // 5
    values["citations"] = _fitting(citations, room)
    values["sentences"] = _fitting(sentences, room)
    if not citations:
        values["nearest" if not answer.answered else "sources"] = _fitting(sources, room)
    return values


def _row(places: Places, table: ReviewTable, row: TableRow) -> dict[str, object]:
    names = [one.name for one in table.definition.columns]
    cells = {name: _cell(places, row.file, cell) for name, cell in zip(names, row.cells, strict=False)}
    if _tokens(cells) > MOST_TOKENS // 2:  # a hundred columns: the places are left out
        cells = {name: {"state": cell["state"], "value": cell.get("value")} for name, cell in cells.items()}
    return (
        {"uri": places.uri(row.file), "file": row.file}
        | ({"stale": True} if places.is_stale(row.file) else {})
        | {"cells": cells}
    )


def _cell(places: Places, file: str, cell: Cell) -> dict[str, object]:
    told: dict[str, object] = {"state": cell.state.value}
    if cell.value:
        told["value"] = _cut(cell.value)
    if cell.reason:
        told["reason"] = _cut(cell.reason)
    if cell.places:
        place, quote = cell.places[0], _cut(cell.places[0].quote)
        told |= {"quote": quote, "verdict": cell.verdict.value, "uri": places.uri(file, place.page, quote)}
        if _has_pages(file):
            told["page"] = place.page
    return told


def _with_part(
    values: Mapping[str, object], name: str, rows: Sequence[Mapping[str, object]], offset: int, total: int
) -> dict[str, object]:
    """Return a result with the rows that fit into it, where to go on, and how many there are in all."""
    shown = _fitting(rows, MOST_TOKENS - _tokens(values))
    end = offset + len(shown)
    return {**values, name: shown, "offset": offset, "total": total, "next_offset": end if end < total else None}


def _fitting(rows: Iterable[Mapping[str, object]], most: int = MOST_TOKENS * 4 // 5) -> list[Mapping[str, object]]:
    """Return the first rows that together have so many tokens; the first one always."""
    taken, shown = 0, list[Mapping[str, object]]()
    for row in rows:
        taken += _tokens(row)
        if shown and taken > most:
            break
        shown.append(row)
    return shown


def _beginning(text: str, most: int = MOST_TOKENS * 4 // 5) -> str:
    return beginning(text, most, _tokens)


def _tokens(value: object) -> int:
    """Return how many tokens a part of a result has, as it is sent."""
    return get_tokenizer().count(json.dumps(value, ensure_ascii=False))


def _not_readable(files: Iterable[FileGap | UnreadFile]) -> list[Mapping[str, object]]:
    return _fitting(({"file": one.file, "reason": _cut(one.reason)} for one in files), _ASIDE)


def _cut(text: str) -> str:
    """Return a quotation on one line, cut at a word where it is long."""
    line = " ".join(without_surrogates(text).split())
    return line if len(line) <= _QUOTE else (line[:_QUOTE].rpartition(" ")[0] or line[:_QUOTE]) + GAP.rstrip()


def _has_pages(file: str) -> bool:
    return is_paged(file) or has_slides(file)


def _page_at(starts: Sequence[int], place: int) -> int:
    """Return the page (from 1) of a document's text that a character stands on."""
    return min(max(1, bisect_right(starts, place)), max(1, len(starts) - 1))


def _span_of(words: str, text: str) -> tuple[int, int] | None:
    """Return where words stand in a text, whatever its spaces; a long quotation may end otherwise."""
    parts = [re.escape(part) for part in words.replace("…", " ").split()]
    for some in (parts, parts[:8]):
        if some and (found := re.search(r"\s+".join(some), text, re.IGNORECASE)):
            return found.span()
    return None


def _conditions(within: str) -> str:
    """Return conditions on files; what is none is a folder."""
    within = within.strip()
    return within if not within or conditions_in(within) else f'folder:"{within}"'


def _nothing_shared() -> NotSharedError:
    return NotSharedError(
        "No library is shared with other programs.",
        "Share one in Desktop RAG, or with “desktop-rag mcp share NAME”.",
    )
