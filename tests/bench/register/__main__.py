"""Find the dates, deadlines, amounts, parties, addresses and numbers of sixty everyday documents, and count.

usage: python -m tests.bench.register [--halves seen held_out] [--missed] [--reader]

The documents (leases, invoices, minutes, offers, policies, letters … in English, German, Japanese and Chinese) were
written with the rows expected of them before there was any rule, and every second one is kept aside: nothing may be
tuned on the half ``held_out``. A row counts as found when its kind and value are right and it stands in the right
place. ``label`` counts those of the rows found whose subject is the expected one, among the rows that expect one.
``--reader`` adds what a model names that reads well and invents as much: every expected row, and for each one that is
none (other figures, the words of one row with the sentence of another, a party as a deadline).
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.evidence.units import UnitSpan
from desktop_rag.services.register.asked import NamedFact, located
from desktop_rag.services.register.documents import Page, register_rows
from desktop_rag.services.register.found import Found

HERE = Path(__file__).parent
_OTHER_FIGURES = str.maketrans("0123456789", "7305812946")
HALVES, LANGUAGES = ("seen", "held_out"), ("en", "de", "ja", "zh")
_MARKED = re.compile(r"⟦(?P<kind>\w+)\|(?P<value>[^|]*)\|(?P<about>[^|]*)\|(?P<text>[^⟧]*)⟧")


@dataclass(frozen=True, slots=True)
class Expected:
    """A row that a document has, at ``start`` to ``end`` of its text."""

    kind: str
    value: str
    about: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EverydayDocument:
    """A document with the rows expected of it."""

    name: str
    language: str
    text: str
    rows: tuple[Expected, ...]


def documents(half: str) -> Iterator[EverydayDocument]:
    """Yield the documents of a half."""
    for language in LANGUAGES:
        for part in re.split(r"(?m)^=== ", (HERE / half / f"{language}.txt").read_text(encoding="utf-8"))[1:]:
            name, _, marked = part.partition("\n")
            text, rows, end = "", [], 0
            for match in _MARKED.finditer(marked):
                text += marked[end : match.start()]
                rows.append(
                    Expected(match["kind"], match["value"], match["about"], len(text), len(text + match["text"]))
                )
                text += match["text"]
                end = match.end()
            yield EverydayDocument(name, language, text + marked[end:], tuple(rows))


def found_rows(document: EverydayDocument, *, reads: bool = False) -> list[RegisterRow]:
    """Return the rows that the program finds, with those of a model where that ``reads``."""
    more = None
    if reads:
        named = [*_named(document), *_invented(document)]

        def more(text: str, units: Sequence[UnitSpan], yen: str) -> Iterator[Found]:
            found = (located(one, text, (0, len(text)), units, yen) for one in named)
            yield from (one for one in found if one is not None)

    return register_rows(document.name, [Page(1, "", document.text)], language=document.language, more=more)


def _named(document: EverydayDocument) -> Iterator[NamedFact]:
    for row in document.rows:
        written = document.text[row.start : row.end]
        yield NamedFact(FactKind(row.kind), written, row.about, _line(document.text, row.start))


def _invented(document: EverydayDocument) -> Iterator[NamedFact]:
    for row, other in zip(document.rows, (*document.rows[1:], *document.rows[:1]), strict=True):
        written, line = document.text[row.start : row.end], _line(document.text, row.start)
        if any(map(str.isdigit, written)):
            yield NamedFact(FactKind(row.kind), written.translate(_OTHER_FIGURES), row.about, line)
        elif row.kind == FactKind.PARTY:
            yield NamedFact(FactKind.DEADLINE, written, row.about, line)
        else:
            yield NamedFact(
                FactKind(row.kind), written, row.about, f"{_line(document.text, other.start)} and no more of it"
            )


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]


def agrees(row: RegisterRow, expected: Expected) -> bool:
    """Return True if a row is the expected one."""
    if row.kind != expected.kind or row.end <= expected.start or expected.end <= row.start:
        return False
    if row.kind is FactKind.AMOUNT:
        figures, _, currency = expected.value.partition(" ")
        return Decimal(row.value) == Decimal(figures) and row.currency == currency.replace("?", "")
    value = " or ".join(row.readings) or row.value
    return _plain(value) == _plain(expected.value)


def _plain(value: str) -> str:
    return "".join(value.split()).casefold()


def count(half: str, *, missed: bool = False, reads: bool = False) -> dict[str, Counter[str]]:
    """Return the figures of a half by kind, language and in all: expected, found, false; labels wanted and right."""
    figures: dict[str, Counter[str]] = {}
    for document in documents(half):
        rows = found_rows(document, reads=reads)
        for expected in document.rows:
            row = next((one for one in rows if agrees(one, expected)), None)
            said = Counter(expected=1, found=row is not None)
            if row is not None and expected.about:
                said.update(labels=1, right=_plain(expected.about) in _plain(row.about))
                if missed and not said["right"]:
                    print(f"  {document.language} {document.name}: {expected.about!r} is {row.about!r}")
            elif missed and row is None:
                words = document.text[expected.start : expected.end]
                print(f"- {document.language} {document.name}: {expected.kind} {words!r}")
            _add(figures, said, expected.kind, document.language)
        for row in rows:
            if not any(agrees(row, expected) for expected in document.rows):
                _add(figures, Counter(false=1), row.kind, document.language)
                if missed:
                    value = row.value or row.readings
                    print(
                        f"+ {document.language} {document.name}: {row.kind} {row.written!r} = {value!r} ({row.about})"
                    )
    return figures


def _add(figures: dict[str, Counter[str]], said: Counter[str], *keys: str) -> None:
    for key in (*keys, "all"):
        figures.setdefault(key, Counter()).update(said)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.register")
    parser.add_argument("--halves", nargs="+", choices=HALVES, default=HALVES)
    parser.add_argument(
        "--missed", action="store_true", help="print what is missed (-), false (+) and about another thing"
    )
    parser.add_argument("--reader", action="store_true", help="add what a model names that reads, and invents")
    given = parser.parse_args(arguments)
    for half in given.halves:
        figures = count(half, missed=given.missed, reads=given.reader)
        print(f"{half:12}expected   found   false  labels   right")
        for key in (*FactKind, *LANGUAGES, "all"):
            said = figures.get(str(key), Counter())
            columns = (f"{said[name]:8}" for name in ("expected", "found", "false", "labels", "right"))
            print(f"  {key:10}" + "".join(columns))


if __name__ == "__main__":
    main()
