"""Reads the entries of BibTeX files as bibliographic records: those of BibLaTeX, JabRef, Mendeley and Zotero too.

What is damaged ends at the next line that begins an entry; the others are read. Child processes only.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from desktop_rag.core.bibliography import BibRecord, Creator, RecordFile
from desktop_rag.readers.plain import text
from desktop_rag.readers.plain.tex import with_letters

_MOST = 100_000  # entries of a file
_LONGEST = 1 << 16  # characters of a value
_LONGEST_STRING = 1 << 10  # and of one that entries name: the abbreviated name of a journal
_BEGIN = re.compile(r"@[ \t]*(?P<kind>[A-Za-z]+)[ \t\r\n]*[{(]")
_NEXT = re.compile(r"^[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]", re.MULTILINE)
_KEY = re.compile(r"\s*(?P<key>[^\s,{}()=\"]*)\s*,?")
_FIELD = re.compile(r"[\s,]*(?P<name>[A-Za-z][\w:.+/-]*)\s*=\s*")
_BARE = re.compile(r"[^\s,#{}\"()]+")
_JOINED = re.compile(r"\s*#\s*")
_BRACES = re.compile(r"[{}]")
_IN_BRACES, _IN_QUOTES = (_BRACES, "}"), (re.compile(r"[{}\"]"), '"')
_MOST_PARTS = 100  # of a value
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([%&$#_{}~^ ])")
_MONTHS = {name: str(number) for number, name in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split(), 1
)}  # fmt: skip
_KINDS = {
    "article": "article-journal", "book": "book", "booklet": "book", "proceedings": "book", "collection": "book",
    "mvbook": "book", "inbook": "chapter", "incollection": "chapter", "inproceedings": "paper-conference",
    "conference": "paper-conference", "phdthesis": "thesis", "mastersthesis": "thesis", "thesis": "thesis",
    "techreport": "report", "report": "report", "manual": "report", "unpublished": "manuscript", "online": "webpage",
    "electronic": "webpage", "www": "webpage", "patent": "patent", "dataset": "dataset", "software": "software",
}  # fmt: skip
_NO_ENTRIES = frozenset(("comment", "preamble"))
_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?")
_PARTED = re.compile(r"\s*[,;]\s*")
_FILES_APART, _PARTS_APART = re.compile(r"(?<!\\);"), re.compile(r"(?<!\\):")
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")


def records_of(path: Path) -> list[BibRecord]:
    """Return the records of a BibTeX file.

    Raises:
        UserError: it is no text in any known encoding.

    """
    found: dict[str, BibRecord] = {}
    for kind, key, fields in _entries("".join(text.pieces(path))):
        unique = key or f"{len(found) + 1}"
        if unique in found:
            unique = f"{unique}/{len(found) + 1}"
        found[unique] = _record(unique, kind, key, fields)
        if len(found) == _MOST:
            break
    return list(found.values())


def _entries(source: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the kind, the key and the fields of each entry, as they are written; names in small letters."""
    strings = dict(_MONTHS)
    begins = [found.start() for found in _NEXT.finditer(source)]
    # what stands between two lines that begin entries is looked at by itself
    for start, end in pairwise([0, *begins, len(source)]):
        place = start
        while begin := _BEGIN.search(source, place, end):
            place = begin.end()
            kind = begin["kind"].lower()
            if kind in _NO_ENTRIES:
                continue
            if kind == "string":
                found, place = _fields(source, place, end, strings)
                strings |= {name: value[:_LONGEST_STRING] for name, value in found.items()}
                continue
            key = _KEY.match(source, place, end)
            fields, place = _fields(source, key.end() if key else place, end, strings)
            if fields:
                yield kind, key["key"] if key else "", fields


def _fields(source: str, place: int, end: int, strings: Mapping[str, str]) -> tuple[dict[str, str], int]:
    """Return the fields of an entry, and where they end."""
    found: dict[str, str] = {}
    while field := _FIELD.match(source, place, end):
        value, place = _value(source, field.end(), end, strings)
        found.setdefault(field["name"].lower(), value)
    return found, place


def _value(source: str, place: int, end: int, strings: Mapping[str, str]) -> tuple[str, int]:
    """Return a value, of several parts joined by “#” all of them, and where it ends."""
    parts: list[str] = []
    while True:
        char = source[place : min(place + 1, end)]
        if char in {"{", '"'}:
            closing = _closing(source, place + 1, end, *(_IN_BRACES if char == "{" else _IN_QUOTES))
            parts.append(source[place + 1 : min(closing, place + _LONGEST)])
            place = closing + 1
        elif bare := _BARE.match(source, place, end):
            parts.append(strings.get(bare.group().lower(), bare.group()))
            place = bare.end()
        joined = _JOINED.match(source, place, end)
        if joined is None or len(parts) > _MOST_PARTS:
            return "".join(parts)[:_LONGEST], place
        place = joined.end()


def _closing(source: str, place: int, end: int, signs: re.Pattern[str], sign: str) -> int:
    """Return where a value ends: at the sign that is in no inner braces, else at the end of the entry."""
    depth = 0
    for found in signs.finditer(source, place, end):
        if found.group() == sign and depth == 0:
            return found.start()
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth < 0:
            return found.start()
    return end


def _record(unique: str, kind: str, key: str, fields: Mapping[str, str]) -> BibRecord:
    def said(*names: str) -> str:
        return next((found for name in names if (found := _plain(fields.get(name, "")))), "")

    people = [*_people(fields.get("author", ""), "author"), *_people(fields.get("editor", ""), "editor")]
    return BibRecord(
        key=unique,
        kind=_KINDS.get(kind, "document"),
        title=said("title"),
        creators=tuple(people),
        date=_date(said("date"), said("year"), said("month")),
        citation_key=key,
        container=said("journaltitle", "journal", "booktitle", "maintitle"),
        volume=said("volume"),
        issue=said("number", "issue"),
        pages=re.sub(r"-{2,}|–|—", "-", said("pages")),
        publisher=said("publisher", "school", "institution", "organization"),
        place=said("location", "address"),
        edition=said("edition"),
        doi=_DOI_PREFIX.sub("", said("doi")),
        isbn=said("isbn"),
        url=fields.get("url", "").strip(),
        collections=_parts(said("groups")),
        tags=_parts(said("keywords")),
        files=tuple(_files(fields.get("file", ""))),
    )


def _parts(said: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, _PARTED.split(said))))


def _plain(value: str) -> str:
    """Return a value without the marks of TeX."""
    if "\\" in value or "{" in value:
        value = _BRACES.sub("", _ESCAPED.sub(r"\1", with_letters(value)))
    return " ".join(value.replace("~", " ").split())


def _people(value: str, role: str) -> Iterator[Creator]:
    """Yield the people of a list that “and” parts; a name in braces, as that of a body, is one piece."""
    for name in _apart(value):
        if name.startswith("{") and _closing(name, 1, len(name), *_IN_BRACES) == len(name) - 1:
            yield Creator(_plain(name), role=role)
            continue
        plain = _plain(name)
        if not plain or plain == "others":
            continue
        parts = [part.strip() for part in plain.split(",")]
        if len(parts) > 1:
            yield Creator(parts[0], parts[-1], role)
            continue
        words = plain.split()
        # “Ana de la Cruz”: the family name begins with the first small letter, else it is the last word
        small = next((at for at, word in enumerate(words[:-1]) if at and word[0].islower()), len(words) - 1)
        yield Creator(" ".join(words[small:]), " ".join(words[:small]), role)


def _apart(value: str) -> Iterator[str]:
    """Yield the names of a list; an “and” in braces parts nothing."""
    depth = start = 0
    signs = sorted(
        [(found.start(), found.end(), found.group()) for found in _BRACES.finditer(value)]
        + [(found.start(), found.end(), "") for found in _AND.finditer(value)]
    )
    for begin, end, sign in signs:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if not sign and depth == 0:
            yield value[start:begin].strip()
            start = end
    yield value[start:].strip()


def _date(date: str, year: str, month: str) -> str:
    found = _DATE.match(date) or _DATE.search(year)
    if not found:
        return ""
    parts = [part for part in found.groups() if part]
    number = month if month.isdecimal() else _MONTHS.get(month[:3].lower(), "")
    if len(parts) == 1 and number and 1 <= int(number) <= len(_MONTHS):
        parts.append(number)
    return "-".join([parts[0], *(part.zfill(2) for part in parts[1:])])


def _files(value: str) -> Iterator[RecordFile]:
    """Yield the files of an entry: “description:path:type” with “;” between, or mere paths."""
    for one in _FILES_APART.split(value):
        parts = _PARTS_APART.split(one.strip())
        # a mere path, that of Windows too; else what stands between its description and its type
        path = one.strip() if len(parts) < 3 or _DRIVE.match(one.strip()) else ":".join(parts[1:-1])
        path = re.sub(r"\\([:;_&%$#{}\\ ])", r"\1", path).strip("{} ")
        if path:
            is_whole = path.startswith(("/", "\\\\")) or bool(_DRIVE.match(path))
            yield RecordFile(path if is_whole else path.replace("\\", "/"), relative=not is_whole)
