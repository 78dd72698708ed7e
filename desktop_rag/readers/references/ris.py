"""Reads RIS files as bibliographic records: lines of a tag and a value, as databases and reference managers write them.

Child processes only.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from desktop_rag.core.bibliography import BibRecord, Creator, RecordFile
from desktop_rag.readers.plain import text

_MOST = 100_000  # records of a file
_LONGEST = 1 << 16  # characters of a value
_LINE = re.compile(r"^\ufeff?(?P<tag>[A-Z][A-Z0-9])  ?- ?(?P<value>.*)$")
_DATE = re.compile(r"(\d{4})(?:[/-](\d{1,2}))?(?:[/-](\d{1,2}))?")
_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_DRIVE = re.compile(r"/?[A-Za-z]:[/\\]")
_KINDS = {
    "JOUR": "article-journal", "EJOUR": "article-journal", "MGZN": "article-magazine", "NEWS": "article-newspaper",
    "BOOK": "book", "EBOOK": "book", "EDBOOK": "book", "CHAP": "chapter", "ECHAP": "chapter",
    "CONF": "paper-conference", "CPAPER": "paper-conference", "THES": "thesis", "RPRT": "report",
    "GOVDOC": "report", "UNPB": "manuscript",
    "ELEC": "webpage", "BLOG": "post-weblog", "PAT": "patent", "DATA": "dataset", "COMP": "software", "MAP": "map",
    "STAND": "standard", "CASE": "legal_case", "STAT": "legislation", "ENCYC": "entry-encyclopedia",
    "DICT": "entry-dictionary",
}  # fmt: skip


def records_of(path: Path) -> list[BibRecord]:
    """Return the records of a RIS file.

    Raises:
        UserError: it is no text in any known encoding.

    """
    found: dict[str, BibRecord] = {}
    for fields in _records("".join(text.pieces(path))):
        key = fields["ID"][0] if fields.get("ID") else ""
        unique = key if key and key not in found else f"{key}/{len(found) + 1}".lstrip("/")
        found[unique] = _record(unique, key, fields)
        if len(found) == _MOST:
            break
    return list(found.values())


def _records(source: str) -> Iterator[Mapping[str, list[str]]]:
    """Yield the values of each record by their tags; one without its end ends where the next begins."""
    fields: dict[str, list[str]] = defaultdict(list)
    last = ""
    for line in source.splitlines():
        found = _LINE.match(line.rstrip())
        if found is None:
            if last and line.strip():  # a value of several lines
                fields[last][-1] = f"{fields[last][-1]} {line.strip()}"[:_LONGEST]
            continue
        last = found["tag"]
        if last in {"TY", "ER"}:
            if fields:
                yield fields
            fields, keeps = defaultdict(list), last == "TY"
            last = last if keeps else ""
        if last:
            fields[last].append(" ".join(found["value"].split())[:_LONGEST])
    if fields:
        yield fields


def _record(unique: str, key: str, fields: Mapping[str, list[str]]) -> BibRecord:
    def said(*tags: str) -> str:
        return next((value for tag in tags for value in fields.get(tag, ()) if value), "")

    first, last = said("SP"), said("EP")
    roles = {"AU": "author", "A1": "author", "A2": "editor", "ED": "editor", "A4": "translator"}
    return BibRecord(
        key=unique,
        kind=_KINDS.get(said("TY"), "document"),
        title=said("TI", "T1", "CT"),
        creators=tuple(_creator(name, role) for tag, role in roles.items() for name in fields.get(tag, ()) if name),
        date=_date(said("DA"), said("PY", "Y1")),
        citation_key=key,
        container=said("T2", "JO", "JF", "JA", "BT"),
        volume=said("VL"),
        issue=said("IS"),
        pages=first if "-" in first or not last else f"{first}-{last}",
        publisher=said("PB"),
        place=said("CY", "PP"),
        edition=said("ET"),
        doi=_DOI_PREFIX.sub("", said("DO")),
        isbn=said("SN"),
        url=said("UR"),
        tags=tuple(dict.fromkeys(value for value in fields.get("KW", ()) if value)),
        files=tuple(
            file for tag in ("L1", "L4") for value in fields.get(tag, ()) if (file := _file(value)) is not None
        ),
    )


def _creator(name: str, role: str) -> Creator:
    family, _, given = name.partition(",")
    return Creator(family.strip(), given.strip(), role)


def _date(day: str, year: str) -> str:
    found = _DATE.match(day) or _DATE.search(year)
    return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""


def _file(value: str) -> RecordFile | None:
    """Return the file that a link means: a path, a “file:” address, or what EndNote keeps for itself."""
    if value.lower().startswith("file:"):
        path = unquote(urlsplit(value).path)
        return RecordFile(path.lstrip("/") if _DRIVE.match(path) else path) if path else None
    if "://" in value:
        name = value.rpartition("/")[2]
        return RecordFile(name, relative=True) if value.lower().startswith("internal-pdf:") and name else None
    is_whole = value.startswith(("/", "\\\\")) or bool(_DRIVE.match(value))
    return RecordFile(value if is_whole else value.replace("\\", "/"), relative=not is_whole) if value else None
