"""Cite a place in a document elsewhere: in words like those of APA style, as an entry of BibTeX, in RIS.

Papers are cited as papers, by their authors and by where they appeared; the passage goes into a note.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from desktop_rag.core.bibliography import BibRecord
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import ReferenceTexts
from desktop_rag.core.schema import Metadata
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import of_name
from desktop_rag.readers.papers.model import Imprint, Paper, Person
from desktop_rag.readers.properties import DocumentProperties
from desktop_rag.readers.section_headings import heading_text

_IN_BOOKS = frozenset(("paper-conference", "chapter", "entry-encyclopedia", "entry-dictionary"))
_BIBTEX_KINDS = {
    "article-journal": "article", "article-magazine": "article", "article-newspaper": "article", "book": "book",
    "chapter": "incollection", "entry-encyclopedia": "incollection", "entry-dictionary": "incollection",
    "paper-conference": "inproceedings", "thesis": "phdthesis", "report": "techreport", "manuscript": "unpublished",
}  # fmt: skip
_RIS_KINDS = {
    "article-journal": "JOUR", "article-magazine": "MGZN", "article-newspaper": "NEWS", "book": "BOOK",
    "chapter": "CHAP", "entry-encyclopedia": "ENCYC", "entry-dictionary": "DICT", "paper-conference": "CPAPER",
    "thesis": "THES", "report": "RPRT", "webpage": "ELEC", "post-weblog": "BLOG", "patent": "PAT", "dataset": "DATA",
    "software": "COMP", "map": "MAP", "standard": "STAND", "legal_case": "CASE", "legislation": "STAT",
}  # fmt: skip
_KEY = re.compile(r"[^\s,{}%#\\~\"'()=]{1,200}")  # that BibTeX takes
_ADDRESS = re.compile(r"\s*<[^<>]*>\s*")
_SPECIAL = re.compile(r"[&%$#_]")
_SIGNS = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_MOST_AUTHORS = 20  # that APA names; of more, the last stands behind an ellipsis
_SHORTEST = 4  # letters of a given name in capitals: fewer are initials
_ARXIV = "https://arxiv.org/abs/"
_DOI = "https://doi.org/"
_PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
_SMALL = frozenset("a an and der die das ein eine for le la les of on the to".split())
_MONTHS = (
    UserText("January"), UserText("February"), UserText("March"), UserText("April"), UserText("May"), UserText("June"),
    UserText("July"), UserText("August"), UserText("September"), UserText("October"), UserText("November"),
    UserText("December"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a document, and the document's metadata; "" for unknown ones. ``date`` as YYYY-MM-DD."""

    file: str
    title: str = ""
    author: str = ""
    date: str = ""
    place: str = ""  # "p. 12", "slide 3", "sheet Sales"
    page: str = ""  # where the place is one
    paper: Paper | None = None  # where the document is one
    record: BibRecord | None = None  # where it has one


def reference_of(
    source: Source,
    properties: DocumentProperties,
    stored: Metadata,
    say: Say = str,
    record: BibRecord | None = None,
) -> Reference:
    """Return the reference of a source: from its bibliographic record, else from its file's own metadata.

    Of a message from its stored metadata.
    """
    found = of_name(source.file)
    label = source.page_label or str(source.page)
    if found.unit == "page":
        place, page = say(UserText("p. {page}", page=label)), label
    elif found.unit:
        is_slide = found.unit == "slide"
        place = say(UserText("slide {label}", label=label) if is_slide else UserText("sheet {label}", label=label))
        page = ""
    else:
        heading = " ".join(say(heading_text(source.heading.rsplit(" > ", 1)[-1])).split())
        place, page = (say(UserText("section “{heading}”", heading=heading)) if heading else ""), ""
    if record is not None and (record.title or record.creators):
        return of_record(record, shown_name(source.file), place, page)
    if found.kind == "mail":
        subject, sender, date = (str(stored.get(key, "")) for key in ("subject", "from", "date"))
        author = _ADDRESS.sub(" ", sender).strip(' "') or sender
        return Reference(shown_name(source.file), subject, author, date, "", "")
    said = properties.title, properties.author, properties.date
    return Reference(shown_name(source.file), *said, place, page, properties.paper)


def of_record(record: BibRecord, file: str, place: str = "", page: str = "") -> Reference:
    """Return the reference of a place in a file that a record describes, of the whole work without a place."""
    people = tuple(Person(one.family, one.given) for one in record.authors)
    imprint = Imprint(
        record.container, record.volume, record.issue, record.pages.replace("–", "-"), record.year, record.doi,
        is_conference=record.kind in _IN_BOOKS, publisher=record.publisher,
    )  # fmt: skip
    authors = "; ".join(one.inverted for one in record.authors)
    paper = Paper(record.title, people, imprint=imprint)
    return Reference(file, record.title, authors, record.date, place, page, paper, record)


def reference_texts(reference: Reference, say: Say = str) -> ReferenceTexts:
    """Return a reference in every style."""
    return ReferenceTexts(apa(reference, say), bibtex(reference), ris(reference))


def apa(reference: Reference, say: Say = str) -> str:
    """Return a reference in one line: author, date, title, place, file; without an author the title goes first.

    Of a paper, where it appeared takes the place of the file.
    """
    title = reference.title or reference.file
    place = f" ({reference.place})" if reference.place else ""
    date = f"({_spoken(reference.date, say)})"
    appeared = _appeared(reference.paper) if reference.paper else ""
    file = f" [{reference.file}]" if title != reference.file and not appeared else ""
    author = _listed(reference.paper) if reference.paper else reference.author
    if not author:
        return f"{_ended(f'{title}{place}{file}')} {_ended(date)}{appeared}"
    return f"{_ended(author)} {_ended(date)} {_ended(f'{title}{place}{file}')}{appeared}"


def _ended(text: str) -> str:
    return text if text.endswith((".", "?", "!", "。", "？", "！")) else f"{text}."


def _listed(paper: Paper) -> str:
    """Return the authors of a paper as APA lists them: “Meyer, A., & Kim, B.”."""
    people = [_shortened(person) for person in paper.people]
    if paper.has_others:
        return ", ".join([*people, "et al."]) if people else ""
    if len(people) > _MOST_AUTHORS:
        return f"{', '.join(people[: _MOST_AUTHORS - 1])}, … {people[-1]}"
    return ", & ".join(filter(None, (", ".join(people[:-1]), *people[-1:])))


def _shortened(person: Person) -> str:
    """Return a name with the initials of the given names; Eastern names are written out."""
    if person.is_eastern:
        return person.family + person.given
    given = person.given
    words = (
        list(given)
        if given.isupper() and given.isalpha() and len(given) < _SHORTEST
        else given.replace(".", ". ").split()
    )
    initials = " ".join(map(_initial, words)).replace(" -", "-")
    return ", ".join(filter(None, (person.family, initials, person.suffix)))


def _initial(word: str) -> str:
    """Return the first letters of a name: “B.-Y.” of “Bo-Young”."""
    letters = (f"{part[0]}." for part in word.strip(".").split("-") if part.strip("."))
    return ("-" if word.startswith("-") else "") + "-".join(letters)


def _appeared(paper: Paper) -> str:
    """Return the publication of a paper, with a blank before; "" where it is unknown."""
    imprint = paper.imprint
    pages = imprint.pages.replace("-", "–")
    if imprint.is_conference:
        name = f" In {imprint.journal}{f' (pp. {pages})' if pages else ''}."
    elif imprint.journal:
        number = f"{imprint.volume}{f'({imprint.issue})' if imprint.issue else ''}"
        name = f" {', '.join(filter(None, (imprint.journal, number, pages)))}."
    elif imprint.publisher:
        name = f" {imprint.publisher}."
    else:
        name = f" arXiv:{imprint.arxiv}." if imprint.arxiv and not imprint.doi else ""
    address = _address(imprint)
    return name + (f" {address}" if address else "")


def _address(imprint: Imprint) -> str:
    return f"{_DOI}{imprint.doi}" if imprint.doi else f"{_ARXIV}{imprint.arxiv}" if imprint.arxiv else ""


def bibtex(reference: Reference, key: str = "") -> str:
    """Return a reference as an entry of BibTeX, with its ``citation_key`` or another one."""
    year, month = [*reference.date.split("-"), ""][:2] if reference.date else ("", "")
    paper = reference.paper
    kind, authors, where = "misc", [f"{{{_escaped(one)}}}" for one in _apart(reference.author)], dict[str, str]()
    pages, note = reference.page, "" if reference.page else reference.place
    if paper:
        kind = "misc" if not paper.imprint.journal else "inproceedings" if paper.imprint.is_conference else "article"
        authors = [*map(_bibtex_name, paper.people), *["others"] * (paper.has_others and bool(paper.people))]
        where = {"booktitle" if paper.imprint.is_conference else "journal": _escaped(paper.imprint.journal)}
        if reference.record:
            kind = _BIBTEX_KINDS.get(reference.record.kind, kind)
        pages, note = paper.imprint.pages.replace("-", "--"), reference.place
    fields = {
        "author": " and ".join(authors),
        "title": f"{{{_escaped(reference.title or reference.file)}}}",
        **where,
        "year": year,
        "month": str(int(month)) if month.isdecimal() else "",
        **(_bibtex_numbers(paper) if paper else {}),
        "pages": _escaped(pages),
        **(_bibtex_more(reference.record) if reference.record else {}),
        "howpublished": "" if paper and _appeared(paper) else _escaped(reference.file),
        "note": _escaped(note),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value and value != "{}")
    return f"@{kind}{{{key or citation_key(reference)},\n{lines}}}"


def _bibtex_numbers(paper: Paper) -> Mapping[str, str]:
    imprint = paper.imprint
    return {
        "volume": _escaped(imprint.volume),
        "number": _escaped(imprint.issue),
        "doi": imprint.doi,  # read letter by letter: an escaped one leads nowhere
        "eprint": imprint.arxiv,
        "archiveprefix": "arXiv" if imprint.arxiv else "",
    }


def _bibtex_more(record: BibRecord) -> Mapping[str, str]:
    """Return the fields that papers by themselves do not tell."""
    publisher = {"thesis": "school", "report": "institution"}.get(record.kind, "publisher")
    editors = [one for one in record.creators if one.role == "editor" and one not in record.authors]
    return {
        "editor": " and ".join(_bibtex_name(Person(one.family, one.given)) for one in editors),
        publisher: _escaped(record.publisher),
        "address": _escaped(record.place),
        "edition": _escaped(record.edition),
        "isbn": _escaped(record.isbn),
        "url": record.url if not record.doi else "",
    }


def _bibtex_name(person: Person) -> str:
    """Return a name in BibTeX's form; in braces where its parts are not known."""
    if not person.given:
        return f"{{{_escaped(person.inverted)}}}"
    return ", ".join(_escaped(part) for part in (person.family, person.suffix, person.given) if part)


def ris(reference: Reference, key: str = "") -> str:
    """Return a reference as a record of RIS, in lines of a tag and a value."""
    paper, year = reference.paper, reference.date[:4]
    imprint = paper.imprint if paper else Imprint()
    kind, authors = "GEN", _apart(reference.author)
    first_page, last_page, note = reference.page, "", "" if reference.page else reference.place
    if paper:
        article = "CPAPER" if imprint.is_conference else "JOUR"
        kind = article if imprint.journal else "UNPB" if imprint.arxiv else "GEN"
        if reference.record:
            kind = _RIS_KINDS.get(reference.record.kind, kind)
        authors = [*(one.inverted for one in paper.people), *["et al."] * (paper.has_others and bool(paper.people))]
        first_page, _, last_page = imprint.pages.partition("-")
        note = reference.place
    is_found = paper is not None and _appeared(paper)
    rows = [
        ("TY", kind),
        ("ID", key or citation_key(reference)),
        *(("AU", author) for author in authors),
        ("TI", reference.title or reference.file),
        ("T2", imprint.journal),
        ("PY", year),
        ("DA", _ris_date(reference.date)),
        ("VL", imprint.volume),
        ("IS", imprint.issue),
        ("SP", first_page),
        ("EP", last_page),
        ("DO", imprint.doi),
        ("AN", f"arXiv:{imprint.arxiv}" if imprint.arxiv else ""),
        ("PB", imprint.publisher),
        ("CY", reference.record.place if reference.record else ""),
        ("SN", reference.record.isbn if reference.record else ""),
        ("UR", _address(imprint) or (reference.record.url if reference.record else "")),
        ("N1", note),
        ("N1", "" if is_found or not reference.title else reference.file),
    ]
    # a value ends with its line: one of several lines would be read as other tags
    lines = [f"{tag}  - {' '.join(value.split())}" for tag, value in rows if value.strip()]
    return "\n".join([*lines, "ER  - "]) + "\n"


def _ris_date(date: str) -> str:
    """Return a date as RIS writes it, YYYY/MM/DD/, "" for a mere year."""
    parts = date.split("-")
    return "/".join([*parts, "", ""][:3]) + "/" if len(parts) > 1 else ""


def _apart(authors: str) -> list[str]:
    return [one.strip() for one in authors.split(";") if one.strip()]


def _spoken(date: str, say: Say) -> str:
    """Return a date as “2024, May 1”, as far as it is known."""
    year, month, day = [*date.split("-"), "", ""][:3]
    if not year:
        return say(UserText("n.d."))
    if not (month.isdecimal() and 1 <= int(month) <= len(_MONTHS)):
        return year
    name = _MONTHS[int(month) - 1]
    if day.isdecimal():
        return say(UserText("{year}, {month} {day}", year=year, month=name, day=int(day)))
    return say(UserText("{year}, {month}", year=year, month=name))


def citation_key(reference: Reference) -> str:
    """Return the key its record has, else one of plain letters and digits."""
    year = reference.date[:4]
    if reference.record and _KEY.fullmatch(reference.record.citation_key):
        return reference.record.citation_key
    people = reference.author.split(";")[0]
    name = people.split(",")[0] if "," in people else people.split()[-1] if people.split() else ""
    words = _plain(reference.title or PurePath(reference.file).stem).split()
    word = next((one for one in words if one not in _SMALL and not one.isdecimal()), "")
    plain = "".join(_plain(name).split())
    return plain + year + word if plain or word else f"source{year}"


def _plain(text: str) -> str:
    letters = (
        unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN_LETTERS)).encode("ascii", "ignore").decode()
    )
    return re.sub(r"[^a-z0-9]+", " ", letters)


def _escaped(text: str) -> str:
    signs = "".join(_SIGNS.get(char, char) for char in text)
    return _SPECIAL.sub(r"\\\g<0>", signs)
