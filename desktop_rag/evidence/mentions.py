"""Every place in a text where words, a number or a date are written, in any of the spellings that searching equates.

The words of a mention stand one after the other in one sentence or cell. A Japanese or Chinese word is found wherever
its characters stand. What is asked for as one date is found in every way to write a date (``text.dates``), also where
day and month cannot be told apart, as in 03/05/2024: one reading is enough. An amount with its currency is found
however both are written: “€85,000”, “EUR 85.000,00”. Names with an umlaut are found where two letters stand for it
(``sought_spellings``).
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from desktop_rag.evidence.sentences import sentence_spans
from desktop_rag.text.analyzer import document_terms, folded_part, is_arabic, is_unspaced, letters
from desktop_rag.text.dates import Date, written_dates
from desktop_rag.text.phrases import Phrase
from desktop_rag.text.spellings import plain, spelling, tokens

Range = tuple[int, int]
_PIECE = 400  # characters that are looked at together; most have no mention
_AROUND = 120  # characters beside them that a mention, and what decides about its first word, may reach over
_WIDE = re.compile(r"\s{100}")
_BLANK = re.compile(r"\s")
_OTHER_CELL = re.compile(r"[|\t]")
_MAY_END = re.compile(r"[.!?。！？．｡︒।॥؟۔።‽…]")
_ERAS = ("令和", "平成", "昭和")
_HAN = "〇一二三四五六七八九"
_TWO_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae"}
_UMLAUTS = {"ae": "ä", "oe": "ö", "ue": "ü", "aa": "å"}
_TWO = re.compile("|".join(_UMLAUTS), re.IGNORECASE)
_MOST_FORMS = 8  # of a phrase
_NAME_WORDS = 2, 3  # a given name, perhaps a middle one, and the surname
_IN_NAMES = str.maketrans("", "", "-‐'’.")
_AFTER_SURNAME = re.compile(r"[^\s,]+\s?,\s")
_WIDE_SIGNS = str.maketrans("０１２３４５６７８９，．￥＄￡", "0123456789,.¥$£")
_CURRENCIES = (
    r"€|EUR|Euros?",
    r"US\$|\$|USD|(?:US\s)?dollars?",
    r"£|GBP|pounds?(?:\ssterling)?|Pfund",
    r"¥|JPY|円|yen",
    r"¥|CNY|RMB|人民币|元|yuan",
    r"CHF|SFr\.?|Fr\.|Franken|francs?",
)
_SPOKEN = r"(?<![^\W\d_])(?:{})(?![a-zA-Z])"
_GROUP = r"[.,'’ \u00a0\u202f]?"
_SPACE = r"[ \u00a0\u202f]?"


class Sought(NamedTuple):
    """One way to write what is looked for; ``anchors`` are letters of which every text with a mention has some.

    ``terms`` are groups of keyword terms: every document with a mention has one of each.
    """

    words: str
    phrase: Phrase
    anchors: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    readings: tuple[Date, ...] = ()
    edges: tuple[str, str, str] = ("", "", "")  # as it is written: before, from its first to its last word, after
    is_one_word: bool = False
    characters: re.Pattern[str] | None = None  # of a word in a script without spaces, as it stands in plain texts
    amount: re.Pattern[str] | None = None  # with its currency, in all ways to write both
    finder: Callable[[str], Iterator[Range]] | None = None  # of what fits a condition
    two_letters: str = ""  # only where this is what its umlauts come to: “Mueller” is none of “Muller”
    has_comma: bool = False  # only with a comma behind its first word: “Smith, John”

    def places(self, text: str, *, exact: bool) -> Iterator[Range]:
        """Yield the ranges of a text where it stands, in any order."""
        if self.finder is not None and not exact:
            yield from self.finder(text)
            return
        if self.readings and not exact:
            for one in written_dates(text):
                said = (*one.readings, one.until) if one.until else one.readings
                if any(asked.is_told_by(date) for asked in self.readings for date in said):
                    yield one.start, one.end
            return
        if self.amount is not None and not exact:
            yield from (match.span() for match in self.amount.finditer(text.translate(_WIDE_SIGNS)))
            return
        for ranges in self.phrase.places(text):
            if _is_together(text, ranges, blank=self.characters is not None):
                first, last = min(start for start, _ in ranges), max(end for _, end in ranges)
                if not exact:
                    if self._fits(text[first:last]):
                        yield first, last
                elif self._is_written(text, first, last):
                    yield first - len(self.edges[0]), last + len(self.edges[2])

    def _fits(self, written: str) -> bool:
        if self.has_comma and not _AFTER_SURNAME.match(written):
            return False
        return not self.two_letters or _in_two_letters(written) == self.two_letters

    def _is_written(self, text: str, start: int, end: int) -> bool:
        before, middle, after = self.edges
        return (
            _as_seen(text[start:end]) == middle
            and text[max(0, start - len(before)) : start] == before
            and text[end : end + len(after)] == after
        )


def sought(words: str) -> Sought | None:
    """Return what is looked for by words as somebody typed them, None where there is no word or number in them."""
    words = " ".join(words.split())
    phrase = Phrase(words)
    within = next(phrase.places(words), None)
    found = written_dates(words)
    if within is None:
        return None
    first, last = min(start for start, _ in within), max(end for _, end in within)
    edges = (words[:first], _as_seen(words[first:last]), words[last:])
    if len(found) == 1 and not re.search(r"\w", words[: found[0].start] + words[found[0].end :]):
        readings = found[0].readings
        year = readings[0].year
        return Sought(words, phrase, _anchors_of(year) if year else (), (), readings, edges)
    if (amount := _amount(words)) is not None:
        pattern, figures = amount
        return Sought(words, phrase, (figures,), (), edges=edges, amount=pattern)
    written = tokens(words)
    anchor = max((letters(part) for token in written for part in _parts(token)), key=len, default="")
    anchors = (anchor,) if anchor else ()
    one = written[0] if len(written) == 1 else ""
    characters = re.compile(r"\s*".join(map(re.escape, one))) if one and is_unspaced(one) else None
    return Sought(words, phrase, anchors, document_terms(words), (), edges, _stays_one(one), characters)


def sought_spellings(words: str) -> tuple[Sought, ...]:
    """Return what is looked for by words, and by their other spellings.

    Umlauts may be written with two letters, and a name with the surname first: “Smith, John”.
    """
    given = sought(words)
    if given is None:
        return ()
    every = [given]
    if not given.readings and given.amount is None:
        for form in _forms(given.words):
            for name, has_comma in ((form, False), *_turned(form)):
                other = sought(name)
                if other is not None and name.casefold() != given.words.casefold():
                    is_other_form = form.casefold() != given.words.casefold()
                    two_letters = _in_two_letters(name) if is_other_form else ""
                    every.append(other._replace(two_letters=two_letters, has_comma=has_comma))
    return tuple(every)


def two_letter_forms(word: str) -> tuple[str, ...]:
    """Return a word, then itself with its umlauts in two letters, and with umlauts in the place of two letters."""
    composed = unicodedata.normalize("NFC", word)
    longer = "".join(_longer(letter) for letter in composed)
    shorter = _TWO.sub(lambda two: _shorter(two.group()), composed)
    return tuple(dict.fromkeys((word, longer, shorter)))


def mentions_in(text: str, wanted: Sequence[Sought], *, exact: bool = False) -> list[Range]:
    """Return the ranges of a text where one of the wanted stands, in order; none of them overlap."""
    every = letters(text)
    found: set[Range] = set()
    for one in wanted:
        if not one.anchors:
            found.update(one.places(text, exact=exact))
        elif any(anchor in every for anchor in one.anchors):
            for start, end in _windows(text, every, one):
                for first, last in one.places(text[start:end], exact=exact):
                    # a word that was cut at the end of a window is none
                    if not (first == 0 < start or start + last == end < len(text)):
                        found.add((start + first, start + last))
    apart: list[Range] = []
    for first, last in sorted(found, key=lambda one: (one[0], -one[1])):
        if not apart or first >= apart[-1][1]:
            apart.append((first, last))
    return apart


def counted_in(text: str, wanted: Sequence[Sought], *, exact: bool = False) -> Counter[str]:
    """Count the mentions of a text (``mentions_in``) by how they are written."""
    if len(wanted) == 1 and not exact and not wanted[0].readings:
        if (characters := wanted[0].characters) is not None:
            return Counter(map(as_written, characters.findall(plain(text))))
        if wanted[0].is_one_word:
            return _counted_words(text, wanted[0])
    return Counter(as_written(text[start:end]) for start, end in mentions_in(text, wanted, exact=exact))


def _counted_words(text: str, one: Sought) -> Counter[str]:
    """Count one word, which stands in single words of the text: each of them is looked at once."""
    found: Counter[str] = Counter()
    every = letters(text)
    if all(anchor in every for anchor in one.anchors):
        for word, number in Counter(tokens(text)).items():
            if one.anchors and one.anchors[0] not in letters(word):
                continue
            for start, end in mentions_in(word, [one]):
                found[as_written(word[start:end])] += number
    return found


def _forms(words: str) -> Iterator[str]:
    """Yield the spellings of words with umlauts and with two letters in their place; of many words, all alike."""
    every = [two_letter_forms(word) for word in words.split()]
    if sum(len(forms) > 1 for forms in every) > _MOST_FORMS.bit_length() - 1:
        yield from (" ".join(forms[min(place, len(forms) - 1)] for forms in every) for place in (0, 1, 2))
    else:
        yield from map(" ".join, product(*every))


def _turned(words: str) -> Iterator[tuple[str, bool]]:
    """Yield a name with its surname in the other place, and whether a comma must stand behind the first word."""
    parts = words.split()
    if len(parts) not in _NAME_WORDS or not all(part[0].isupper() and part[1:] for part in parts):
        return
    bare = "".join(parts).translate(_IN_NAMES)
    if bare.isalpha():
        yield f"{parts[-1]}, {' '.join(parts[:-1])}", True
    elif bare.replace(",", "", 1).isalpha() and parts[0].endswith(","):
        yield f"{' '.join(parts[1:])} {parts[0].rstrip(',')}", False


def _longer(letter: str) -> str:
    two = _TWO_LETTERS.get(letter.casefold())
    if two is None:
        return letter
    return two if letter.islower() else two.capitalize()


def _shorter(two: str) -> str:
    one = _UMLAUTS[two.casefold()]
    return one if two[0].islower() else one.upper()


def _in_two_letters(text: str) -> str:
    """Return the letters of a text with its umlauts in two letters."""
    return letters("".join(map(_longer, unicodedata.normalize("NFC", text))))


def _amount(words: str) -> tuple[re.Pattern[str], str] | None:
    """Return the pattern of an amount with its currency in all ways to write both, and its first figures."""
    plainly = words.translate(_WIDE_SIGNS)
    for signs in _CURRENCIES:
        currency = _SPOKEN.format(signs)
        match = re.fullmatch(
            rf"(?:{currency}\s?)?(?P<figures>\d[\d.,'’ \u00a0\u202f]*?)(?:[.,](?:-|–)+)?(?:\s?{currency})?",
            plainly,
            re.IGNORECASE,
        )
        if match is None or match["figures"] == plainly:
            continue
        whole, fraction = _figures(match["figures"].strip())
        groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)][::-1]
        cents = rf"[.,]{fraction.rstrip('0')}0?" if fraction.strip("0") else r"(?:[.,](?:00?|-|–)+)?"
        number = rf"(?<![\d.,'’]){_GROUP.join(groups)}{cents}(?!\d|[.,]\d)"
        pattern = rf"{currency}{_SPACE}{number}(?:{_SPACE}{currency}(?!\s?\d))?|{number}{_SPACE}{currency}"
        return re.compile(pattern, re.IGNORECASE), groups[0]
    return None


def _figures(written: str) -> tuple[str, str]:
    """Return the figures of a number before and behind its decimal mark."""
    plainly = re.sub(r"['’ \u00a0\u202f]", "", written).rstrip(".,")
    mark = re.search(r"[.,](\d{1,2})\Z", plainly)
    return re.sub(r"\D", "", plainly[: mark.start()] if mark else plainly), mark[1] if mark else ""


def as_written(text: str) -> str:
    """Return the words of a mention on one line, as they are counted by their spelling."""
    return " ".join(text.split())


def _anchors_of(year: int) -> tuple[str, ...]:
    """Return letters of which every date in a year has some: its last two figures, one of China's, or an era."""
    figure = f"{year}".rstrip("0")[-1]  # a zero is written in several ways
    return (f"{year % 100:02}", _HAN[int(figure)], *_ERAS)


def _stays_one(word: str) -> bool:
    """Return True if a word stands in a single word of any text: “Wi-Fi” may be written as two."""
    if not word or is_unspaced(word) or is_arabic(word):
        return False
    written = spelling(word)
    return not written.joints or written.is_grouped


def _parts(token: str) -> Sequence[str]:
    return (token,) if is_unspaced(token) else [folded_part(part) for part in spelling(token).parts]


def _as_seen(text: str) -> str:
    """Return a text as it looks on one line: composed letters, one blank in the place of several."""
    return unicodedata.normalize("NFC", as_written(text))


def _windows(text: str, every: str, one: Sought) -> list[Range]:
    """Return the parts of a text that may have mentions, cut between words, in order and apart.

    ``every`` has the letters of the text.
    """
    around = _AROUND + 4 * len(one.words)
    if len(text) <= _PIECE + 2 * around or _WIDE.search(text):
        return [(0, len(text))]
    if sum(map(every.count, one.anchors)) * (_PIECE + around) > len(text) // 2:
        return [(0, len(text))]
    found: list[Range] = []
    for start in range(0, len(text), _PIECE):
        piece = letters(text[start : start + _PIECE + around])
        if any(anchor in piece for anchor in one.anchors):
            first = _cut(text, max(0, start - around), -1)
            last = _cut(text, min(len(text), start + _PIECE + 2 * around), 1)
            if found and first <= found[-1][1]:
                found[-1] = found[-1][0], last
            else:
                found.append((first, last))
    return found


def _cut(text: str, place: int, step: int) -> int:
    """Return the nearest place to cut a text at a blank, in one direction; a long run without one is cut anywhere."""
    for at in range(place, place + step * _AROUND, step):
        if not 0 < at < len(text):
            return max(0, min(at, len(text)))
        if _BLANK.match(text, at):
            return at
    return place


def _is_together(text: str, ranges: Sequence[Range], *, blank: bool) -> bool:
    """Return True if the words of a mention stand in one cell, and in one sentence.

    Between the characters of one word (``blank``) nothing but blanks may stand.
    """
    for (_, end), (start, _) in pairwise(ranges):
        gap = text[end:start]
        if gap == " ":  # nearly always
            continue
        if blank and plain(gap).strip():
            return False
        if _OTHER_CELL.search(gap) or (_MAY_END.search(gap) and _ends_sentence(text, end, start)):
            return False
    return True


def _ends_sentence(text: str, start: int, end: int) -> bool:
    """Return True if a sentence ends between two words."""
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND)
    return any(start <= stop <= end and stop < last for _, stop in sentence_spans(text, first, last))
