"""What a document states: each value with a key for what it is said of, so that statements of the same meet.

There are three ways to say of what: a label or the heads of a cell (“Deposit: 1,900”), the words of a clause before its
value (“the deposit is 1,900”), which are a label too, and a whole sentence in which only the values are left open.
"""

import hashlib
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.results.register import FactKind
from desktop_rag.evidence.units import Kind, Passage, UnitSpan, unit_spans
from desktop_rag.services.contradictions.values import DATE, Slot, Value, agree, party, slots_in
from desktop_rag.services.contradictions.wording import (
    is_about_itself,
    is_change,
    is_generic,
    is_party_label,
    is_period,
    is_stated,
    label_words,
    qualifiers,
    sentence_words,
)
from desktop_rag.services.register import names
from desktop_rag.services.register.amounts import Money, yen_of
from desktop_rag.services.register.documents import Page
from desktop_rag.services.register.labels import Cell, Labelled, about, cells, labelled
from desktop_rag.text.analyzer import is_unspaced

_LONGEST = 600  # characters of a unit
_FEWEST_WORDS, _FEWEST_HAN = 3, 6  # of a sentence whose values may disagree
_TELLING_WORDS, _TELLING_HAN = 7, 14  # of one that tells by itself what it is about
_MOST = 4_000  # statements of a document
_AROUND = 40  # characters beside a value that say what it counts for, in a long sentence
_CLAUSE_END = re.compile(r"[.,;:()（），。；：、|\n]|\b(?:and|und|which|der|die|das|payable|zahlbar|sowie)\b|和|及")
_CLAUSE = re.compile(  # the number of a clause: it may be another one in another document
    r"(?:§§?\s?\d{1,3}[a-z]?|\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}[.)]"
    r"|第[\d０-９一二三四五六七八九十百]{1,5}[条條款項项章节節]"
    r"|(?:article|section|clause|artikel|ziffer|abschnitt)\s\d{1,3}(?:\.\d{1,3})*"
    r"|[(（]\w{1,3}[)）])[.:：]?[\s\u3000]+",
    re.IGNORECASE,
)
_RANGE = re.compile(r"(?:\s?Uhr)?\s?(?:to|until|till|and|bis|und|[-–—~～〜]|から|至|到)\s?", re.IGNORECASE)
_LONGEST_LABEL = 60
_MOST_SLOTS = 6
AGREE, DENIES = -1, -2
_FROM = re.compile(
    r"\b(?:from|as of|as from|effective|with effect from|starting|beginning|since|ab|seit|mit wirkung (?:vom"
    r"|zum)|gültig ab)"
    r"\s+(?:the |dem |on |zum )?\Z",
    re.IGNORECASE,
)
_AS_OF = re.compile(
    r"(?:\b(?:as of|as at|at|ended|ending|dated|through|per|stand(?: vom)?|zum stichtag)|截至|截止)\s?(?:the |dem )?\Z",
    re.IGNORECASE,
)
_AS_OF_THEN = re.compile(r"\s*(?:末?現在|時点|末日)")
_FORM = 2  # cells: a label and its value
_SHORTEST_LABEL = 2  # letters
_FROM_THEN = re.compile(r"\s*(?:から|より|以降|付(?:け|で)|起|以后)")


class Stated(NamedTuple):
    """A statement of a document: values at ``places`` of the unit from ``start`` to ``end`` of a page.

    ``about`` is what a person reads, ``said`` a check sum of the unit. ``denies``: the sentence is negated.
    ``is_telling``: it tells by itself what it is about. ``is_periodic``: its label names a year, so it may be compared
    with what another year's document says. ``since`` is the day from which it holds, "" where none is said.
    ``is_change``: it says that something becomes another than it was.
    """

    key: int
    about: str
    page: int
    start: int
    end: int
    said: int
    places: tuple[tuple[int, int], ...]
    values: tuple[Value, ...]
    denies: bool = False
    is_telling: bool = False
    is_periodic: bool = False
    is_sentence: bool = False
    is_generic: bool = False
    since: str = ""
    is_change: bool = False


def stands_in(text: str, stated: Stated) -> bool:
    """Return True if the unit of a statement stands at its place of a page's text, word for word."""
    return zlib.crc32(text[stated.start : stated.end].encode("utf-8", "replace")) == stated.said


def statements(pages: Iterable[Page], language: str = "", *, in_blocks: bool = False) -> Iterator[Stated]:
    """Yield what a document states, in order; raises CancelledError when the current token is cancelled."""
    count = 0
    for page in pages:
        for one in _Reader(page, Money(yen_of(page.text, language)), in_blocks=in_blocks).found():
            yield one
            count += 1
            if count >= _MOST:
                return


class _Reader:
    """Reads a page."""

    def __init__(self, page: Page, money: Money, *, in_blocks: bool) -> None:
        self._page = page
        self._text = page.text
        self._money = money
        self._units = unit_spans(Passage(page.text, in_blocks=in_blocks))
        self._rows = dict(cells(page.text, self._units))

    def found(self) -> Iterator[Stated]:
        token = current_token()
        for unit in self._units:
            token.raise_if_cancelled()
            said = self._text[unit.start : unit.end]
            if len(said) > _LONGEST or not is_stated(said):
                continue
            if lead := _CLAUSE.match(said):
                unit = UnitSpan(unit.start + lead.end(), unit.end, unit.kind)  # noqa: PLW2901 - without its number
            row = self._rows.get(unit)
            if row is not None:
                yield from self._of_row(unit, row)
                continue
            yield from self._of_labels(unit)
            if unit.kind is not Kind.ROW:
                yield from self._of_sentence(unit)

    def _of_row(self, unit: UnitSpan, row: Sequence[Cell]) -> Iterator[Stated]:
        """Yield the values of the cells of a row, each below the heads of its row and column."""
        for cell in row:
            said = self._text[cell.start : cell.end]
            label = " ".join(filter(None, (cell.row, cell.column)))
            # in a table of another width a row of the same name is another
            when = (f"{len(row)} cells",) if len(row) > _FORM else ()
            if not cell.row or not said.strip() or len(said) > _LONGEST_LABEL:
                continue
            if is_party_label(cell.row) and (fact := self._party(Labelled(cell.row, cell.start, cell.end))):
                yield self._party_stated(unit, cell.row, fact)
                continue
            currency = self._money.currency_of(cell.column) if cell.column else ""
            slots = slots_in(self._text, cell.start, cell.end, self._money, currency)
            if len(slots) == 1:
                yield from self._labelled(unit, label, slots[0], label + " " + said, when=when, head=cell.row)

    def _of_labels(self, unit: UnitSpan) -> Iterator[Stated]:
        """Yield the values behind the labels of a unit's lines."""
        for part in labelled(self._text, unit.start, unit.end):
            said = self._text[part.start : part.end]
            if len(said) > _LONGEST_LABEL or not is_stated(said):
                continue
            if is_party_label(part.label):
                if fact := self._party(part):
                    yield self._party_stated(unit, part.label, fact)
                continue
            slots = slots_in(self._text, part.start, part.end, self._money)
            if len(slots) == 1:
                line = self._text[max(unit.start, part.start - _LONGEST_LABEL) : part.end].rpartition("\n")[2]
                yield from self._labelled(unit, part.label, slots[0], line)

    def _of_sentence(self, unit: UnitSpan) -> Iterator[Stated]:
        """Yield a sentence with its values left open, and its values with the words before each."""
        slots = slots_in(self._text, unit.start, unit.end, self._money)
        if len(slots) > _MOST_SLOTS:
            return
        yield from self._masked(unit, slots)
        since, when = self._since(unit, slots), self._when(unit, slots)
        ranged = {
            place
            for place, (one, other) in enumerate(pairwise(slots))
            if _RANGE.fullmatch(self._text, one.end, other.start)
        }
        for place, slot in enumerate(slots):
            is_when = slot.value.kind == DATE and (len(slots) > 1 or bool(when))
            if is_when or place in ranged or place - 1 in ranged:
                continue
            label = about(self._text, unit, slot.start)
            if not label or len(label) > _LONGEST_LABEL or any(map(str.isdigit, label)):
                continue
            before = self._text[max(unit.start, slot.start - _AROUND) : slot.start]
            behind = self._text[slot.end : unit.end]
            end = _CLAUSE_END.search(behind)
            behind = behind[: end.start() if end else _AROUND]
            yield from self._labelled(
                unit, label, slot, f"{label} {before} {self._text[slot.start : slot.end]} {behind}", behind, since, when
            )

    def _is_title(self, unit: UnitSpan) -> bool:
        """Return True for the line on top of a document, as “Minutes, 12 March 2024”: its day is that of no other."""
        is_first = self._page.number == 1 and not self._text[: unit.start].strip(" #*\n")
        return is_first and self._text[unit.start : unit.end].rstrip()[-1:] not in ".!?。！？"

    def _masked(self, unit: UnitSpan, slots: Sequence[Slot]) -> Iterator[Stated]:
        others = [slot for slot in slots if slot.value.kind != DATE]
        # beside a figure a date tells when, as does one of a report: it is no value itself
        open_ones = others or ([] if self._is_title(unit) or self._when(unit, slots) else list(slots))
        pieces, end = [], unit.start
        for slot in slots:
            pieces.append(self._text[end : slot.start])
            pieces.append(f" zq{slot.value.kind}zq " if slot in open_ones else f" {' '.join(slot.value.readings)} ")
            end = slot.end
        pieces.append(self._text[end : unit.end])
        found, denies = sentence_words("".join(pieces))
        telling = [word for word in found if not word.startswith("zq")]
        size = _size(telling)
        if size < 1 or not telling:
            return
        yield Stated(
            _key("sentence", *found, *sorted(qualifiers(self._text[unit.start : unit.end]))),
            _words_of(self._text[unit.start : unit.end]),
            self._page.number,
            unit.start,
            unit.end,
            self._sum(unit),
            tuple((slot.start, slot.end) for slot in open_ones),
            tuple(slot.value for slot in open_ones),
            denies=bool(denies),
            is_telling=size >= 2 and not is_about_itself(found),
            is_sentence=True,
            since=self._since(unit, slots) if others else "",
            is_change=is_change(self._text[unit.start : unit.end]),
        )

    def _labelled(
        self,
        unit: UnitSpan,
        label: str,
        slot: Slot,
        around: str,
        behind: str = "",
        since: str = "",
        when: Sequence[str] = (),
        head: str = "",
    ) -> Iterator[Stated]:
        found = label_words(label)
        generic = is_generic(label_words(head) if head else found) or (bool(head) and is_period(head))
        if max(map(len, found), default=0) < _SHORTEST_LABEL or (generic and slot.value.kind == DATE):
            return
        words = sorted({*found, *label_words(behind)})
        key = _key("label", slot.value.kind, *words, "", *sorted(qualifiers(around)), "", *when)
        yield Stated(
            key,
            label,
            self._page.number,
            unit.start,
            unit.end,
            self._sum(unit),
            ((slot.start, slot.end),),
            (slot.value,),
            is_periodic=_names_period(label) or any(map(_names_period, when)),
            is_generic=generic,
            since=since,
            is_change=is_change(self._text[unit.start : unit.end]),
        )

    def _party(self, part: Labelled) -> tuple[int, int, str] | None:
        found = names.labelled_fact(self._text, part)
        return (found.start, found.end, found.value) if found is not None and found.kind is FactKind.PARTY else None

    def _party_stated(self, unit: UnitSpan, label: str, fact: tuple[int, int, str]) -> Stated:
        start, end, name = fact
        return Stated(
            _key("party", *label_words(label)),
            label,
            self._page.number,
            unit.start,
            unit.end,
            self._sum(unit),
            ((start, end),),
            (party(name),),
        )

    def _sum(self, unit: UnitSpan) -> int:
        return zlib.crc32(self._text[unit.start : unit.end].encode("utf-8", "replace"))

    def _when(self, unit: UnitSpan, slots: Sequence[Slot]) -> tuple[str, ...]:
        """Return the days of a report that a sentence names: “as of 31 December 2022”."""
        return tuple(
            slot.value.readings[0]
            for slot in slots
            if slot.value.kind == DATE
            and (
                _AS_OF.search(self._text[max(unit.start, slot.start - _AROUND) : slot.start])
                or _AS_OF_THEN.match(self._text, slot.end)
            )
        )

    def _since(self, unit: UnitSpan, slots: Sequence[Slot]) -> str:
        """Return the day from which a sentence says that something holds."""
        for slot in slots:
            if slot.value.kind == DATE and (
                _FROM.search(self._text[max(unit.start, slot.start - _AROUND) : slot.start])
                or _FROM_THEN.match(self._text, slot.end)
            ):
                return slot.value.readings[0]
        return ""


_PERIOD = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|\b[QH][1-4]\b")


def _names_period(text: str) -> bool:
    return _PERIOD.search(text) is not None


def _size(telling: Sequence[str]) -> int:
    """Return 0 for a sentence of too few words to be compared, 2 for one that tells by itself what it is about."""
    han = sum(len(word) for word in telling if is_unspaced(word))
    western = sum(not is_unspaced(word) for word in telling)
    if western >= _TELLING_WORDS or han >= _TELLING_HAN:
        return 2
    return int(western >= _FEWEST_WORDS or han >= _FEWEST_HAN)


def _words_of(sentence: str) -> str:
    """Return the beginning of a sentence."""
    line = " ".join(sentence.split())
    return line if len(line) <= _LONGEST_LABEL else line[:_LONGEST_LABEL].rstrip() + "…"


def _key(*parts: str) -> int:
    return int.from_bytes(hashlib.blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=8).digest(), "big")


def differing(one: Stated, other: Stated) -> int | None:
    """Return the place among the values at which two statements of one key disagree.

    ``AGREE`` where they say the same, ``DENIES`` where one denies what the other says, None where they cannot be
    compared or say another thing: two of their values differ.
    """
    if len(one.values) != len(other.values):
        return None
    verdicts = [agree(mine, others) for mine, others in zip(one.values, other.values, strict=True)]
    if None in verdicts:
        return None
    wrong = [place for place, verdict in enumerate(verdicts) if not verdict]
    if one.denies != other.denies:
        return None if wrong else DENIES
    if not wrong:
        return AGREE
    return wrong[0] if len(wrong) == 1 else None
