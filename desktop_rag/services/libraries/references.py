"""How a place in a document is cited elsewhere: in words like those of APA style, and as an entry of BibTeX."""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePath

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.pages import ReferenceTexts
from desktop_rag.core.schema import Metadata
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import of_name
from desktop_rag.readers.properties import DocumentProperties
from desktop_rag.readers.section_headings import heading_text

_ADDRESS = re.compile(r"\s*<[^<>]*>\s*")
_SPECIAL = re.compile(r"[&%$#_]")
_SIGNS = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_SMALL = frozenset("a an and der die das ein eine for le la les of on the to".split())
_MONTHS = (
    UserText("January"), UserText("February"), UserText("March"), UserText("April"), UserText("May"), UserText("June"),
    UserText("July"), UserText("August"), UserText("September"), UserText("October"), UserText("November"),
    UserText("December"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a document, and what is known of the document; "" for what is not. ``date`` as YYYY-MM-DD."""

    file: str
    title: str = ""
    author: str = ""
    date: str = ""
    place: str = ""  # "p. 12", "slide 3", "sheet Sales"
    page: str = ""  # where the place is one


def reference_of(source: Source, properties: DocumentProperties, stored: Metadata, say: Say = str) -> Reference:
    """Return how a source is cited, by what its file says of itself, and by what was stored of a message."""
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
    if found.kind == "mail":
        subject, sender, date = (str(stored.get(key, "")) for key in ("subject", "from", "date"))
        author = _ADDRESS.sub(" ", sender).strip(' "') or sender
        return Reference(shown_name(source.file), subject, author, date, "", "")
    return Reference(shown_name(source.file), properties.title, properties.author, properties.date, place, page)


def reference_texts(reference: Reference, say: Say = str) -> ReferenceTexts:
    """Return a reference in both styles."""
    return ReferenceTexts(apa(reference, say), bibtex(reference))


def apa(reference: Reference, say: Say = str) -> str:
    """Return a reference in one line: author, date, title, place, file; without an author the title goes first."""
    title = reference.title or reference.file
    place = f" ({reference.place})" if reference.place else ""
    date = f"({_spoken(reference.date, say)})"
    file = f" [{reference.file}]" if title != reference.file else ""
    if not reference.author:
        return f"{title}{place}{file}. {date}."
    author = reference.author if reference.author.endswith(".") else f"{reference.author}."
    return f"{author} {date}. {title}{place}{file}."


def bibtex(reference: Reference) -> str:
    """Return a reference as an entry of BibTeX, with a key made of author, year and title."""
    year, month = [*reference.date.split("-"), ""][:2] if reference.date else ("", "")
    fields = {
        "author": " and ".join(f"{{{_escaped(one.strip())}}}" for one in reference.author.split(";") if one.strip()),
        "title": f"{{{_escaped(reference.title or reference.file)}}}",
        "year": year,
        "month": str(int(month)) if month.isdecimal() else "",
        "pages": _escaped(reference.page),
        "howpublished": _escaped(reference.file),
        "note": "" if reference.page else _escaped(reference.place),
    }
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value and value != "{}")
    return f"@misc{{{_key(reference, year)},\n{lines}}}"


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


def _key(reference: Reference, year: str) -> str:
    """Return a key of plain letters and digits."""
    people = reference.author.split(";")[0]
    name = people.split(",")[0] if "," in people else people.split()[-1] if people.split() else ""
    words = _plain(reference.title or PurePath(reference.file).stem).split()
    word = next((one for one in words if one not in _SMALL and not one.isdecimal()), "")
    return "".join(_plain(name).split()) + year + word or "source"


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", " ", letters.lower())


def _escaped(text: str) -> str:
    signs = "".join(_SIGNS.get(char, char) for char in text)
    return _SPECIAL.sub(r"\\\g<0>", signs)
