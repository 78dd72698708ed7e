"""“Due on the fifth working day” is no support where the source says the third."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.core.user_text import UserText
from desktop_rag.text.dates import date_ranges

_WORDS = (
    "first premier première primer primero primera erste erster erstes ersten erstem",
    "second zweite zweiter zweites zweiten zweitem deuxième seconde segundo segunda",
    "third dritte dritter drittes dritten drittem troisième tercer tercero tercera",
    "fourth vierte vierter viertes vierten viertem quatrième cuarto cuarta",
    "fifth fünfte fünfter fünftes fünften fünftem cinquième quinto quinta",
    "sixth sechste sechster sechstes sechsten sechstem sixième sexto sexta",
    "seventh siebte siebter siebtes siebten siebtem siebente siebenten septième séptimo séptima",
    "eighth achte achter achtes achten achtem huitième octavo octava",
    "ninth neunte neunter neuntes neunten neuntem neuvième noveno novena",
    "tenth zehnte zehnter zehntes zehnten zehntem dixième décimo décima",
    "eleventh elfte elfter elftes elften elftem onzième",
    "twelfth zwölfte zwölfter zwölftes zwölften zwölftem douzième",
)
_VALUES = {word: value for value, words in enumerate(_WORDS, 1) for word in words.split()}
_ORDINAL = re.compile(
    rf"\b(?:{'|'.join(sorted(_VALUES, key=len, reverse=True))}|(?P<number>\d{{1,3}})(?:st|nd|rd|th|ers?|res?|e|ème))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\s-]+([^\W\d_]+)")
_VERBATIM = 0.8  # as for numbers: the share of a sentence's words from which on one in another's place is an error


@dataclass(frozen=True, slots=True)
class Ordinal:
    """An ordinal and where it stands; ``counted`` is the word behind it in small letters: “day” of “third day”."""

    start: int
    end: int
    value: int
    text: str
    counted: str


class OrdinalCheck(BaseCheck):
    """Finds an ordinal that stands where the source has another one.

    One that the source lacks may count what it lists, or begin a sentence (“First, …”): only what replaces another is
    wrong.
    """

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each ordinal in another's place, with the source's ordinal."""
        stated = ordinals(evidence.sentence)
        given = ordinals(evidence.source) if stated else []
        for one in stated:
            if (other := _replaced(one, given, evidence)) is None:
                continue
            if any(known.value == one.value for known in given) and not _is_exchanged(one, other, stated, evidence):
                continue
            reason = UserText("The source says {words}.", words=other.text)
            yield Finding(one.start, one.end, reason, refutes=True)


def ordinals(text: str) -> list[Ordinal]:
    """Return the ordinals of a text, as words or as figures; those of dates are none."""
    dates = date_ranges(text)
    found = list[Ordinal]()
    for match in _ORDINAL.finditer(text):
        if not any(start <= match.start() < end for start, end in dates):
            value = int(match["number"]) if match["number"] else _VALUES[match.group().casefold()]
            behind = _WORD.match(text, match.end())
            found.append(Ordinal(*match.span(), value, match.group(), behind[1].casefold() if behind else ""))
    return found


def _replaced(one: Ordinal, given: Sequence[Ordinal], evidence: Evidence) -> Ordinal | None:
    """Return the source's ordinal that stands where this one does, or before the same word, unless it is the same."""
    change = evidence.words.change_at(one.start, one.end)
    there = [
        other
        for other in given
        if (change and other.start < change.source_end and change.source_start < other.end)
        or (one.counted and other.counted == one.counted)
    ]
    return None if any(other.value == one.value for other in there) else next(iter(there), None)


def _is_exchanged(one: Ordinal, other: Ordinal, stated: Sequence[Ordinal], evidence: Evidence) -> bool:
    """Return True if only ordinals changed places and the sentence lacks the source's: it is about something else."""
    change = evidence.words.change_at(one.start, one.end)
    if change is None or change.words != change.source_words or evidence.words.likeness < _VERBATIM:
        return False
    return all(known.value != other.value for known in stated)
