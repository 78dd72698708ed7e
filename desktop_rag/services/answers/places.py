"""Questions about a place of a file: its page, slide, sheet, chapter or section, and the passages that stand there."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from desktop_rag.citations.wording import common_terms
from desktop_rag.config import Config
from desktop_rag.config.options import FILTERS
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.conversations import Turn
from desktop_rag.core.schema import NodeWithScore, QueryBundle, TextNode
from desktop_rag.core.user_text import UserText
from desktop_rag.node_parser.page_breaks import RUNS_FROM_KEY, RUNS_ON_KEY
from desktop_rag.readers.formats import of_name
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.place_words import (
    FileNames,
    Place,
    PlaceQuestion,
    PlaceUnit,
    headed_text,
    is_idle,
    number_of,
    place_question,
)
from desktop_rag.retrievers.question_words import asking_terms, request_terms
from desktop_rag.retrievers.relevance import question_terms
from desktop_rag.services.answers.other_libraries import OpenLibrary, marked
from desktop_rag.storage.filters import matches
from desktop_rag.storage.records import RefDocInfo
from desktop_rag.text.analyzer import keyword_terms
from desktop_rag.vector_stores.filters import parse_filters

_MOST_READ = 200  # files whose headings and labels are looked at where none is named
_MOST_PASSAGES = 40
_MOST_NAMES = 5
_PRINTED = re.compile(
    r"\W*(?:(?:page|seite|pagina|página|p|s|第)\W*)?(\d{1,4})\s*(?:页|頁|ページ|(?:/|of|von|de)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_LEAST_PRINTED = 3  # pages whose printed numbers have to go on evenly, and half of all
_LEAST_SHARE = 0.34  # of the other words of a question that a chapter must have to be what it is about
Span = tuple[int, int, int]
"""A page, counted from 1, and a range of its text."""


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """The passages of a place in their order; ``is_bare``: the question only asks for its content."""

    nodes: tuple[NodeWithScore, ...]
    is_bare: bool
    notice: UserText | str = ""


@dataclass(frozen=True, slots=True)
class NoPlace:
    """The notice for a place that no file has, or that several have."""

    notice: UserText


@dataclass(frozen=True, slots=True)
class _File:
    library: OpenLibrary
    document: RefDocInfo

    @property
    def unit(self) -> str:
        return of_name(self.document.path).unit

    @property
    def name(self) -> str:
        return shown_name(self.document.path)

    def pages(self) -> list[tuple[str, str]]:
        """Return the (label, text) of its pages."""
        return list(self.library.storage.documents.labelled_pages(self.document.path))


@dataclass(frozen=True, slots=True)
class _Located:
    """The place in one file, and the certainty that it is meant: 1 to 4."""

    file: _File
    spans: tuple[Span, ...]
    strength: int = 4
    notice: UserText | str = ""


class PlaceFinder:
    """Looks for the place that a question names in the libraries that are asked, as far as the conditions reach.

    ``rank`` finds passages for a question: where several files have such a place, the best of them decides.
    """

    def __init__(
        self,
        asked: Sequence[OpenLibrary],
        config: Config,
        turns: Sequence[Turn],
        rank: Callable[[str], Sequence[NodeWithScore]],
    ) -> None:
        self._asked = asked
        self._filters = parse_filters(config[FILTERS]) if config[FILTERS].strip() else None
        self._turns = turns
        self._rank = rank

    def find(self, question: str) -> FoundPlace | NoPlace | None:
        """Return the place with its passages; None for a question that names none, or where any file may answer."""
        asked = place_question(question)
        if asked is None:
            return None
        files = [one for one in self._files() if _may_have(one, asked.place.unit)]
        names = FileNames([one.name for one in files]).find(asked.rest)
        named = [files[number] for number in names.numbers]
        is_bare = is_idle(names.rest)
        if asked.place.step:
            return self._beside(asked.place, files) if is_bare else None
        located: _Located | NoPlace | None
        if not asked.place.label and not asked.place.from_end:
            located = sheet = self._named_sheet(named or files, names.rest)
            is_bare = is_bare or (sheet is not None and is_idle(_without(names.rest, sheet)))
        else:
            located = self._chosen(question, asked, named or files, is_bare=is_bare, is_named=bool(named))
        if located is None or isinstance(located, NoPlace):
            return located if is_bare else None
        is_sure = is_bare or not (asked.place.unit.is_heading or asked.place.from_end)
        return self._found(located, names.rest, is_bare=is_bare, is_sure=is_sure)

    def _files(self) -> Iterator[_File]:
        for library in self._asked:
            for document in library.storage.documents.iter_documents():
                known = {"file_name": shown_name(document.path), **document.metadata, "file_path": document.path}
                if document.nodes and matches(self._filters, known):
                    yield _File(library, document)

    def _chosen(
        self, question: str, asked: PlaceQuestion, files: Sequence[_File], *, is_bare: bool, is_named: bool
    ) -> _Located | NoPlace | None:
        """Return the place in the file that is meant."""
        if len(files) > _MOST_READ and (asked.place.unit.is_heading or asked.place.unit is PlaceUnit.SHEET):
            files = self._best_files(question, files)
        found = [one for file in files if (one := _located(file, asked.place, reads=len(files) <= _MOST_READ))]
        strongest = max((one.strength for one in found), default=0)
        found = [one for one in found if one.strength == strongest]
        if len(found) > 1:
            before = self._files_before()
            found = [one for one in found if one.file.document.path in before] or found
        if len(found) > 1 and not is_bare:
            best = self._best_files(question, [one.file for one in found])
            found = [one for one in found if best and one.file is best[0]] or found[:1]
        if len(found) > 1:
            return NoPlace(_several([one.file.name for one in found]))
        if found:
            return found[0]
        return None if asked.place.unit.is_heading else _missing(files, is_named=is_named or len(files) == 1)

    def _best_files(self, question: str, files: Sequence[_File]) -> list[_File]:
        """Return those of some files that a search finds for the question, best first."""
        by_path = {one.document.path: one for one in files}
        paths = dict.fromkeys(str(found.node.metadata.get("file_path", "")) for found in self._rank(question))
        return [by_path[path] for path in paths if path in by_path]

    def _files_before(self) -> set[str]:
        """Return the files that the last answer rests on."""
        answer = self._turns[-1].answer if self._turns else None
        return {citation.file for citation in answer.citations} if answer else set()

    def _beside(self, place: Place, files: Sequence[_File]) -> FoundPlace | NoPlace | None:
        """Return the page before or behind the last answer's source; None where that is not one file."""
        answer = self._turns[-1].answer if self._turns else None
        before = self._files_before()
        file = next((one for one in files if one.document.path in before), None)
        if answer is None or file is None or len(before) > 1 or place.unit.is_heading:
            return None
        pages = [citation.page for citation in answer.citations]
        page = max(pages) + 1 if place.step > 0 else min(pages) - 1
        if not 1 <= page <= file.document.pages:
            return None
        return self._found(_Located(file, (_whole(page),)), "", is_bare=True, is_sure=True)

    def _named_sheet(self, files: Sequence[_File], rest: str) -> _Located | None:
        """Return the sheet whose name stands in the question, the longest name there."""
        best: tuple[int, _Located] | None = None
        for file in islice(files, _MOST_READ):
            pages = file.pages()
            for label in {label for label, _ in pages if len(label) > 1}:
                if re.search(rf"(?<!\w){re.escape(label.casefold())}(?!\w)", rest) and len(label) > (best or (0,))[0]:
                    spans = tuple(_whole(page) for page, (name, _) in enumerate(pages, 1) if name == label)
                    best = len(label), _Located(file, spans, notice=label)
        return replace(best[1], notice="") if best else None

    def _found(self, located: _Located, rest: str, *, is_bare: bool, is_sure: bool) -> FoundPlace | NoPlace | None:
        """Return the passages there; None where it is not sure that the place is meant, and it says nothing of it."""
        nodes = list(islice(_passages(located), _MOST_PASSAGES))
        if not nodes:
            return NoPlace(UserText("There is no text at this place of “{file}”.", file=located.file.name))
        if not is_sure and _share(rest, nodes) < _LEAST_SHARE:
            return None
        name = located.file.library.name
        found = [NodeWithScore(node, 1.0 - place / 1000, ("place",)) for place, node in enumerate(nodes)]
        return FoundPlace(tuple(marked(name, one) for one in found), is_bare, located.notice)


class PlaceRetriever(BaseRetriever):
    """Finds the passages of a place, whatever is asked about it."""

    def __init__(self, found: FoundPlace) -> None:
        super().__init__()
        self._found = found

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:  # noqa: ARG002 - the place was asked for
        return list(self._found.nodes)


def _may_have(file: _File, unit: PlaceUnit) -> bool:
    """Return True if a file counts in a unit; a page may also be one of slides or of a long text."""
    if unit is PlaceUnit.SLIDE:
        return file.unit == "slide"
    if unit is PlaceUnit.SHEET:
        return file.unit == "sheet"
    return unit.is_heading or file.unit in ("page", "slide") or file.document.pages > 1


def _located(file: _File, place: Place, *, reads: bool) -> _Located | None:
    """Return the location of a place in a file; ``reads``: its labels may be looked at."""
    if place.unit.is_heading:
        headed = headed_text([text for _, text in file.pages()], place)
        return _Located(file, headed.spans, headed.strength) if headed else None
    count = file.document.pages
    if place.unit is PlaceUnit.SHEET:
        return _located_sheets(file, place)
    strength = _surety_of_pages(file)
    if place.from_end:
        first = count - place.from_end + 1
        if first < 1 or (count == 1 and file.unit != "page"):
            return None
        return _Located(file, tuple(map(_whole, range(first, first + place.count))), strength)
    labels = {} if place.is_position or not reads else _labels(file)
    printed = labels.get(place.label)
    first = printed or number_of(place.label) or 0
    if not 1 <= first <= count:
        return None
    last = min(labels.get(place.last) or number_of(place.last) or first, count)
    notice: UserText | str = ""
    position = number_of(place.label)
    if printed and position and position != printed and position <= count:
        notice = UserText(
            "The page with the printed number {label} is page {page} of the file.", label=place.label, page=printed
        )
    return _Located(file, tuple(map(_whole, range(first, max(first, last) + 1))), strength, notice)


def _surety_of_pages(file: _File) -> int:
    """Return the rank of a file among those a page may mean: the pages of Word files are this program's own."""
    if file.unit != "page":
        return 1
    is_printed = of_name(file.document.path).kind in ("pdf", "book")
    return 2 + is_printed + (is_printed and file.document.pages > 1)


def _located_sheets(file: _File, place: Place) -> _Located | None:
    """Return sheets by their number; a large one has several pages with its name."""
    pages = file.pages()
    names = list(dict.fromkeys(label for label, _ in pages))
    first = len(names) - place.from_end + 1 if place.from_end else number_of(place.label) or 0
    last = (number_of(place.last) or first) if place.last else first + place.count - 1
    wanted = set(names[first - 1 : last]) if first >= 1 else set()
    spans = tuple(_whole(page) for page, (label, _) in enumerate(pages, 1) if label in wanted)
    return _Located(file, spans) if spans else None


def _labels(file: _File) -> dict[str, int]:
    """Return the pages by the numbers that are printed on them: as the file says, or as they stand at their edges."""
    pages = file.pages()
    labels = {label.casefold(): page for page, (label, _) in reversed(list(enumerate(pages, 1)))}
    if any(label != str(page) for label, page in labels.items()):
        return labels
    offsets = Counter(
        offset for page, (_, text) in enumerate(pages, 1) for offset in {one - page for one in _printed(text)}
    )
    offset, seen = offsets.most_common(1)[0] if offsets else (0, 0)
    if offset == 0 or seen < max(_LEAST_PRINTED, len(pages) / 2):
        return labels
    return {str(page + offset): page for page in range(1, len(pages) + 1) if page + offset > 0}


def _printed(text: str) -> set[int]:
    """Return the numbers that stand alone in the first or the last line of a page."""
    lines = [line for line in text.splitlines() if line.strip()]
    edges = (lines[0], lines[-1]) if lines else ()
    return {int(found[1]) for line in edges if (found := _PRINTED.fullmatch(line)) is not None}


def _whole(page: int) -> Span:
    return page, 0, 1 << 40


def _passages(located: _Located) -> Iterator[TextNode]:
    """Yield the passages of a place, without the text before and behind it and its earlier marks."""
    spans = {page: (start, end) for page, start, end in located.spans}
    covered: dict[int, int] = {}
    document = located.file.document
    for node in located.file.library.storage.docstore.iter_nodes([document.doc_id]):
        page = node.metadata.get("page_number")
        if not isinstance(page, int) or page not in spans:
            continue
        begin = node.start_char_idx or 0
        first = max(0, spans[page][0] - begin, covered.get(page, 0) - begin)
        last = min(len(node.text), spans[page][1] - begin)
        covered[page] = max(covered.get(page, 0), begin + len(node.text))
        while first < last and node.text[first].isspace():
            first += 1
        if text := node.text[first:last].rstrip():
            # what a sentence says on another page is not of this place
            own = {key: value for key, value in node.metadata.items() if key not in (RUNS_ON_KEY, RUNS_FROM_KEY)}
            start = begin + first
            yield replace(node, text=text, start_char_idx=start, end_char_idx=start + len(text), metadata=own)


def _share(rest: str, nodes: Sequence[TextNode]) -> float:
    """Return the share of the other words of a question that a place has."""
    idle = asking_terms() | request_terms() | common_terms()
    wanted = {term for term in question_terms(rest) if term not in idle}
    there = {term for node in nodes for term in keyword_terms(node.text).terms}
    return len(wanted & there) / len(wanted) if wanted else 1.0


def _without(rest: str, located: _Located) -> str:
    """Return the rest of a question without the names of the sheets that were found."""
    pages = located.file.pages()
    for page, _, _ in located.spans:
        rest = rest.replace(pages[page - 1][0].casefold(), " ")
    return rest


def _several(names: Sequence[str]) -> UserText:
    listed = ", ".join(f"“{name}”" for name in names[:_MOST_NAMES])
    listed += " …" if len(names) > _MOST_NAMES else ""
    return UserText("Several files have such a place: {files}. Name the file in your question.", files=listed)


def _missing(files: Sequence[_File], *, is_named: bool) -> NoPlace:
    if is_named and files:
        file = max(files, key=lambda one: one.document.pages)
        pages = file.document.pages
        return NoPlace(
            UserText("“{file}” has no such place. Its number of pages: {pages}.", file=file.name, pages=pages)
        )
    return NoPlace(UserText("None of the files has such a place."))
