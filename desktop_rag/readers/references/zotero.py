"""Takes a Zotero database apart: a record of each item, and a text of what the person noted about it.

The records say which files they describe (``core.bibliography``). Annotations and notes are the person's words, not
the paper's: so they are a file of their own inside the database, one for each item, under headings that name the page
of the paper. Items without a file of their own have one too, with their abstract. Child processes only.
"""

import calendar
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath

from desktop_rag.core.bibliography import BibRecord, Creator, Mark, RecordFile
from desktop_rag.core.private_files import make_folders
from desktop_rag.readers.base import Contents, ReadOptions
from desktop_rag.readers.containers.names import clean_part
from desktop_rag.readers.containers.unpacking import EnoughError, Unpacker
from desktop_rag.readers.plain.markdown_text import heading
from desktop_rag.readers.plain.web_pages import html_markdown
from desktop_rag.readers.section_headings import ABSTRACT, ANNOTATION, NOTE, page_heading
from desktop_rag.storage.sqlite.zotero import (
    ZoteroAnnotation,
    ZoteroAttachment,
    ZoteroItem,
    ZoteroLibrary,
    ZoteroNote,
    page_of,
    read_zotero,
)

_STORED, _LINKED = frozenset((0, 1)), 2  # modes of attachments: a file in “storage”, also of a web page; one elsewhere
_IN_STORAGE, _BELOW_BASE = "storage:", "attachments:"
_NOT_ALONE = frozenset("attachment note annotation".split())
_DEEPEST = 40  # collections within collections
_LONGEST_NAME = 80  # characters of a title in the name of a file
_HEADINGS = re.compile(r"^(#{1,4})(?= )", re.MULTILINE)
_DATE = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?")
_YEAR = re.compile(r"\b(1\d{3}|20\d{2}|21\d{2})\b")
_KEY_IN_EXTRA = re.compile(r"^\s*(?:citation ?key|bibtex)\s*:\s*(\S+)\s*$", re.IGNORECASE | re.MULTILINE)
_KINDS = {
    "journalArticle": "article-journal", "magazineArticle": "article-magazine", "newspaperArticle": "article-newspaper",
    "preprint": "article", "book": "book", "bookSection": "chapter", "conferencePaper": "paper-conference",
    "thesis": "thesis", "report": "report", "webpage": "webpage", "blogPost": "post-weblog", "manuscript": "manuscript",
    "patent": "patent", "presentation": "speech", "case": "legal_case", "statute": "legislation", "bill": "bill",
    "encyclopediaArticle": "entry-encyclopedia", "dictionaryEntry": "entry-dictionary",
    "letter": "personal_communication", "interview": "interview", "map": "map", "dataset": "dataset",
    "standard": "standard", "computerProgram": "software",
    "film": "motion_picture", "videoRecording": "motion_picture", "audioRecording": "song", "podcast": "broadcast",
}  # fmt: skip
# The fields of all types of items that mean the same, the usual one first.
_NAMES = {
    "title": "title caseName nameOfAct subject",
    "container": (
        "publicationTitle bookTitle proceedingsTitle encyclopediaTitle dictionaryTitle websiteTitle blogTitle "
        "forumTitle programTitle repository"
    ),
    "publisher": "publisher university institution company label studio network distributor organization",
    "date": "date issueDate dateDecided dateEnacted filingDate",
    "volume": "volume codeVolume reporterVolume",
    "issue": "issue number reportNumber billNumber patentNumber",
    "pages": "pages codePages firstPage",
    "place": "place",
    "edition": "edition versionNumber",
    "doi": "DOI",
    "isbn": "ISBN",
    "url": "url",
}
_ROLES = {"author": "author", "editor": "editor", "translator": "translator", "seriesEditor": "series-editor"}
_AUTHORS = frozenset(
    "author artist cartographer composer contributor director interviewee inventor performer podcaster presenter "
    "programmer sponsor".split()
)


def unpack(path: Path, options: ReadOptions, name: str = "", wanted: str = "") -> Contents:
    """Return the records of a Zotero database, and a member for each item that something is noted about.

    Raises:
        UserError: damaged, or of a version that stores its data otherwise.
        NoSpaceError: there is no room for a copy of it.

    """
    unpacker = Unpacker(path, options, name, wanted)
    unpacker.trusted = True  # what comes out is what is in it, and that is bounded
    if options.scratch is None:
        return unpacker.contents()
    make_folders(options.scratch)
    records = []
    for item in _Library(read_zotero(path, options.scratch), path.parent).items():
        record = item.record
        if item.text:
            record = replace(record, notes=_taken(unpacker, item))
        records.append(record)
    return replace(unpacker.contents(), records=[] if wanted else records)


def _taken(unpacker: Unpacker, item: "_Item") -> str:
    """Return the name of the member that has an item's notes; "" where there are too many members already."""
    name = unpacker.name(item.file_name)
    if name:
        try:
            unpacker.add(name, [item.text.encode("utf-8", "replace")], item.modified)
        except EnoughError:
            return ""
    return name


class _Item:
    """An item with all that belongs to it."""

    def __init__(self, record: BibRecord, text: str, modified: float | None) -> None:
        self.record = record
        self.text = text
        self.modified = modified

    @property
    def file_name(self) -> str:
        """The name of the file with its notes; the key makes it unique."""
        title = clean_part(self.record.title, _LONGEST_NAME)
        cited = self.record.cited_as if self.record.creators else self.record.year
        key = self.record.key.replace("/", "-")
        return f"{clean_part(' '.join(filter(None, (cited, title))), 2 * _LONGEST_NAME)} ({key}).md"


class _Library:
    """The rows of a database by what they belong to; ``folder`` has the database, and the stored files below it."""

    def __init__(self, rows: ZoteroLibrary, folder: Path) -> None:
        self._rows = rows
        self._folder = folder
        self._by_id = {item.id: item for item in rows.items}
        self._files: dict[int, list[ZoteroAttachment]] = defaultdict(list)  # by the item they are of, or their own
        self._notes: dict[int, list[ZoteroNote]] = defaultdict(list)
        self._annotations: dict[int, list[ZoteroAnnotation]] = defaultdict(list)
        self._creators: dict[int, list[Creator]] = defaultdict(list)
        self._tags: dict[int, list[str]] = defaultdict(list)
        self._in: dict[int, list[int]] = defaultdict(list)
        self._collections = {one.id: one for one in rows.collections}
        for file in rows.attachments:
            # a file in the bin is not among the items; one whose item is in the bin goes with it
            if file.parent is None or file.parent in self._by_id:
                self._files[file.item if file.parent is None else file.parent].append(file)
        for note in rows.notes:
            self._notes[note.item if note.parent is None else note.parent].append(note)
        for annotation in rows.annotations:
            self._annotations[annotation.parent].append(annotation)
        for creator in rows.creators:
            self._creators[creator.item].append(_creator(creator.first, creator.last, creator.role))
        for item, tag in rows.tags:
            self._tags[item].append(_line(tag))
        for item, collection in rows.in_collections:
            self._in[item].append(collection)

    def items(self) -> Iterator[_Item]:
        """Yield the items that stand alone: works, and files and notes without one."""
        inside = {file.item for file in self._rows.attachments if file.parent is not None}
        inside |= {note.item for note in self._rows.notes if note.parent is not None}
        for item in self._rows.items:
            if item.type != "annotation" and item.id not in inside:
                yield self._item(item)

    def _item(self, item: ZoteroItem) -> _Item:
        files = self._files[item.id]
        fields = self._rows.fields.get(item.id, {})
        record = self._record(item, fields, [found for file in files if (found := self._file(file)) is not None])
        sections = [*self._noted(item), *(part for file in files for part in self._marked(file, len(files) > 1))]
        marks = tuple(dict.fromkeys(mark for _, _, mark in sections if mark is not None))
        texts = [f"{heading(2, title)}\n\n{text}" for title, text in _together((t, x) for t, x, _ in sections)]
        if not record.files and item.type not in _NOT_ALONE:
            texts = [*_described(record, fields.get("abstractNote", "")), *texts]
        text = "\n\n".join([heading(1, record.title or record.cited_as or item.key), *texts]) + "\n" if texts else ""
        return _Item(replace(record, marks=marks), text, self._modified(item, files))

    def _record(self, item: ZoteroItem, fields: Mapping[str, str], files: Sequence[RecordFile]) -> BibRecord:
        said = {name: _first(fields, names.split()) for name, names in _NAMES.items()}
        title = said["title"]
        if item.type in _NOT_ALONE:
            # a file without an item is called what it is called on the disk: that is no title
            title = "" if any(PurePosixPath(file.path).name == title for file in files) else title
        extra = _KEY_IN_EXTRA.search(fields.get("extra", ""))
        cited = (
            fields.get("citationKey", "")
            or (extra.group(1) if extra else "")
            or self._rows.citation_keys.get((item.library, item.key), "")
        )
        return BibRecord(
            key=f"{item.library}/{item.key}",
            kind=_KINDS.get(item.type, "document"),
            title=title,
            date=_date(said["date"]),
            container=said["container"],
            publisher=said["publisher"],
            volume=said["volume"],
            issue=said["issue"],
            pages=said["pages"],
            place=said["place"],
            edition=said["edition"],
            doi=said["doi"],
            isbn=said["isbn"],
            url=said["url"],
            creators=tuple(self._creators[item.id]),
            citation_key=_line(cited),
            collections=tuple(sorted({self._path_of(one) for one in self._in[item.id] if one in self._collections})),
            tags=tuple(dict.fromkeys(tag for tag in self._tags[item.id] if tag)),
            files=tuple(files),
            home=self._home(item.library),
        )

    def _home(self, library: int) -> str:
        group = self._rows.groups.get(library)
        return f"groups/{group[0]}" if group else "library"

    def _path_of(self, collection: int) -> str:
        """Return the names from the outermost collection to one, after that of its group."""
        names: list[str] = []
        library, row = self._collections[collection].library, self._collections.get(collection)
        while row is not None and len(names) < _DEEPEST:  # a damaged one may lie in itself
            names.append(_line(row.name))
            row = self._collections.get(row.parent) if row.parent is not None else None
        group = self._rows.groups.get(library)
        return " / ".join([*([_line(group[1])] if group else []), *reversed(names)])

    def _file(self, file: ZoteroAttachment) -> RecordFile | None:
        """Return where an attachment lies, None for one that is no file of its own."""
        item = self._by_id.get(file.item)
        if item is None or not file.path:
            return None
        if file.mode in _STORED:
            name = file.path.removeprefix(_IN_STORAGE)
            if "/" in name or "\\" in name or name in {"", ".", ".."} or not item.key.isalnum():
                return None
            return RecordFile(str(self._folder / "storage" / item.key / name), item.key)
        if file.mode != _LINKED:
            return None
        if file.path.startswith(_BELOW_BASE):
            # where the folder of linked files lies stands in Zotero's settings, and may be elsewhere on this computer
            return RecordFile(file.path.removeprefix(_BELOW_BASE).replace("\\", "/"), item.key, relative=True)
        return RecordFile(file.path, item.key)

    def _noted(self, item: ZoteroItem) -> Iterator[tuple[str, str, None]]:
        """Yield the heading and text of each note of an item."""
        for note in self._notes[item.id]:
            if note.item in self._by_id and (text := _markdown(note.html)):
                yield NOTE, text, None

    def _marked(self, file: ZoteroAttachment, is_one_of_several: bool) -> Iterator[tuple[str, str, Mark | None]]:  # noqa: FBT001
        """Yield the page, as a heading, and the text of each annotation on a file, in reading order."""
        item, place = self._by_id.get(file.item), self._file(file)
        name = PurePosixPath(place.path.replace("\\", "/")).name if place is not None else ""
        for one in self._annotations[file.item]:
            words = [f"> {line}" for line in _lines(one.text)]
            text = "\n".join([*words, *([""] if words else []), *_lines(one.comment)]).strip()
            if one.item not in self._by_id or not text:
                continue
            tags = ", ".join(tag for tag in self._tags[one.item] if tag)
            page = page_of(one.position)
            label = _line(one.page_label) or (str(page) if page else "")
            title = " – ".join(
                filter(None, (page_heading(label) if label else ANNOTATION, name if is_one_of_several else ""))
            )
            mark = Mark(title, place.path, item.key, page) if place is not None and item is not None else None
            yield title, f"{text}\n\n[{tags}]" if tags else text, mark
        for note in self._notes[file.item] if file.parent is not None else ():
            if text := _markdown(note.html):
                yield NOTE, text, None

    def _modified(self, item: ZoteroItem, files: Iterable[ZoteroAttachment]) -> float | None:
        """Return when something was noted about an item last, in seconds since 1970; else when the item changed."""
        ids = [note.item for one in (item.id, *(file.item for file in files)) for note in self._notes[one]]
        ids += [one.item for file in files for one in self._annotations[file.item]]
        times = (_time(self._by_id[one].modified) for one in ids or [item.id] if one in self._by_id)
        return max((one for one in times if one is not None), default=None)


def _together(sections: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return sections with those that follow one another under the same heading as one."""
    result: list[tuple[str, str]] = []
    for title, text in sections:
        if result and result[-1][0] == title:
            result[-1] = title, f"{result[-1][1]}\n\n{text}"
        else:
            result.append((title, text))
    return result


def _described(record: BibRecord, abstract: str) -> Iterator[str]:
    """Yield what stands about a work that has no file."""
    names = "; ".join(one.inverted for one in record.authors)
    where = ", ".join(filter(None, (record.container, record.publisher, record.date)))
    if about := "\n\n".join(filter(None, (names, where, record.doi or record.url))):
        yield about
    if abstract.strip():
        yield f"{heading(2, ABSTRACT)}\n\n{abstract.strip()}"


def _markdown(html: str) -> str:
    """Return a note as Markdown, its headings below that of the note."""
    return _HEADINGS.sub(r"##\1", html_markdown(html)).strip() if html.strip() else ""


def _creator(first: str, last: str, role: str) -> Creator:
    family, given = _line(last), _line(first)
    kind = _ROLES.get(role) or ("author" if role in _AUTHORS else role)
    return Creator(family or given, given if family else "", kind)


def _first(fields: Mapping[str, str], names: Iterable[str]) -> str:
    return next((_line(fields[name]) for name in names if fields.get(name)), "")


def _date(text: str) -> str:
    """Return a date as far as it is known: Zotero writes “2021-05-00 May 2021”, people whatever they like."""
    match = _DATE.match(text)
    if match:
        return (
            "-".join(part for part in match.groups() if part and part not in {"00", "0000"})
            if match[1] != "0000"
            else ""
        )
    year = _YEAR.search(text)
    return year.group(1) if year else ""


@cache
def _time(text: str) -> float | None:
    try:
        return float(calendar.timegm(time.strptime(text[:19], "%Y-%m-%d %H:%M:%S")))
    except (ValueError, OverflowError):
        return None


def _line(text: str) -> str:
    return " ".join(text.split())


def _lines(text: str) -> list[str]:
    return [line for line in map(_line, text.splitlines()) if line]
