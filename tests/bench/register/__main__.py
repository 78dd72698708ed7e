"""Find the dates, deadlines, amounts, parties, addresses and numbers of sixty everyday documents, and count.

usage: python -m tests.bench.register [--halves seen held_out] [--missed]

The documents (leases, invoices, minutes, offers, policies, letters … in English, German, Japanese and Chinese) were
written with the rows expected of them before there was any rule, and every second one is kept aside: nothing may be
tuned on the half ``held_out``. A row counts as found when its kind and value are right and it stands in the right
place. ``label`` counts those of the rows found whose subject is the expected one, among the rows that expect one.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from desktop_rag.core.results.register import FactKind, RegisterRow
from desktop_rag.services.register.documents import Page, register_rows

HERE = Path(__file__).parent
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


def found_rows(document: EverydayDocument) -> list[RegisterRow]:
    """Return the rows that the program finds."""
    return register_rows(document.name, [Page(1, "", document.text)], language=document.language)


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


def count(half: str, *, missed: bool = False) -> dict[str, Counter[str]]:
    """Return the figures of a half by kind, language and in all: expected, found, false; labels wanted and right."""
    figures: dict[str, Counter[str]] = {}
    for document in documents(half):
        rows = found_rows(document)
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
    given = parser.parse_args(arguments)
    for half in given.halves:
        figures = count(half, missed=given.missed)
        print(f"{half:12}expected   found   false  labels   right")
        for key in (*FactKind, *LANGUAGES, "all"):
            said = figures.get(str(key), Counter())
            columns = (f"{said[name]:8}" for name in ("expected", "found", "false", "labels", "right"))
            print(f"  {key:10}" + "".join(columns))


if __name__ == "__main__":
    main()
