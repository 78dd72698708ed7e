"""What a source says of one person, thing or row must not be said of another one.

Every name and figure of such a sentence stands in the source, only not together: in another row, in the place of
another name, or in the other half of the sentence.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.names import NAME, OPENERS
from desktop_rag.citations.wording import COMMON_WORDS
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.tables import cells_of, is_figure
from desktop_rag.evidence.units import Kind, stems
from desktop_rag.text import analyzer

_VERBATIM = 0.75  # share of a sentence's words from which on a name in another's place is an error
_ALIKE = 0.8  # share of words that two sentences have in common which may say the same of exchanged names
_HALVES = re.compile(
    r"[,;，；、]\s*|\s(?:and|but|while|whereas|und|aber|während|et|mais|tandis que|y|pero|mientras)\s", re.IGNORECASE
)
_JOINED = re.compile(r"\s*(?:,|and|und|et|y|&|or|oder|ou|o)\s*", re.IGNORECASE)
_WORD = re.compile(r"\w+(?:[.,'’-]\w+)*")
_FEWEST_LETTERS = 2
_BEGINNING = 4  # letters that inflected words have in common
_Half = tuple[tuple[int, int], frozenset[str]]


class _Name(NamedTuple):
    """A name and where it stands."""

    start: int
    end: int
    text: str


class OwnershipCheck(BaseCheck):
    """Finds names and figures that the source has, but says of something else."""

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield what is said of the wrong one, with the one of which the source says it."""
        if evidence.kind is not Kind.SENTENCE:
            yield from _of_another_row(evidence)
            return
        found = [*_in_the_place_of_another(evidence)]
        found = found or [*_exchanged_names(evidence)] or [*_exchanged_halves(evidence)]
        yield from found


def _of_another_row(evidence: Evidence) -> Iterator[Finding]:
    """Yield the label of another row or record that the sentence has in place of that of the one it is cited to."""
    own = _label(evidence.unit, evidence.kind)
    if not own or _has(evidence.sentence, own):
        return
    head = evidence.passage[: evidence.passage.find("\n")] if "\n" in evidence.passage else ""
    said = stems(evidence.unit) | stems(head)
    for other in evidence.others:
        label = _label(other, evidence.kind)
        if not label or label == own or stems(label) <= said:
            continue
        start = _place(evidence.sentence, label)
        if start is not None:
            yield Finding(
                start, start + len(label), UserText("The source says this of “{name}”.", name=own), refutes=True
            )
            return


def _label(unit: str, kind: Kind) -> str:
    """Return what a row or record is about: its first cell, or the words before its first figure."""
    if kind is Kind.ROW:
        label = cells_of(unit)[0]
        return "" if not label or is_figure(label) or label.isdigit() else label
    names = _names(unit)
    return names[0].text if names else ""


def _has(text: str, label: str) -> bool:
    """Whether a text names something, wholly or by most of its words."""
    words = stems(label)
    return _place(text, label) is not None or (bool(words) and 2 * len(words & stems(text)) > len(words))


def _place(text: str, label: str) -> int | None:
    if len(label) < _FEWEST_LETTERS:
        return None
    edge = r"(?<!\w)" if label[0] < "\u3000" else ""
    match = re.search(f"{edge}{re.escape(label)}{edge.replace('<!', '!')}", text, re.IGNORECASE)
    return match.start() if match else None


def _names(text: str) -> list[_Name]:
    """Return the names of a text, without words that only begin a sentence."""
    found: list[_Name] = []
    for match in NAME.finditer(text):
        start, words = match.start(), match.group()
        first, blank, rest = words.partition(" ")
        while first.casefold() in OPENERS:
            start += len(first) + len(blank)
            words = rest
            first, blank, rest = words.partition(" ")
        if words:
            found.append(_Name(start, start + len(words), words))
    return found


def _in_the_place_of_another(evidence: Evidence) -> Iterator[Finding]:
    """Yield a name that stands elsewhere in the passage, where the cited sentence has another one."""
    own = {name.text for name in _names(evidence.unit)}
    absent = [one for one in own if len(one.split()) > 1 and not _has(evidence.sentence, one)]
    for name in _names(evidence.sentence):
        words = stems(name.text)
        if words & stems(evidence.unit) or not words <= stems(evidence.passage):
            continue
        replaced = evidence.words.replaced(name.start, name.end)
        is_exchanged = replaced in own and not _has(evidence.sentence, replaced)
        if is_exchanged and evidence.words.likeness >= _VERBATIM:
            yield Finding(
                name.start, name.end, UserText("The source says “{replaced}” here.", replaced=replaced), refutes=True
            )
        elif len(name.text.split()) > 1 and len(absent) == 1 and _shared(evidence.sentence, evidence.unit) >= _VERBATIM:
            yield Finding(
                name.start, name.end, UserText("The source says this of “{name}”.", name=absent[0]), refutes=True
            )


def _shared(sentence: str, unit: str) -> float:
    """Return which share of the words of a sentence, without its names and common words, a source has."""
    given = {word[:_BEGINNING] for word in analyzer.spoken_words(unit)}
    words = {word[:_BEGINNING] for word in _without_names(sentence) if word not in COMMON_WORDS}
    return len(words & given) / len(words) if words else 0.0


def _exchanged_names(evidence: Evidence) -> Iterator[Finding]:
    """Yield the first of two names that changed places around the same words."""
    sentence, unit = evidence.sentence, evidence.unit
    words, others = (sorted(analyzer.spoken_words(text)) for text in (sentence, unit))
    if words != others:
        return  # “by”, “was”: in the passive the one who acts stands behind
    names, theirs = _names(sentence), [name.text for name in _names(unit)]
    ours = [name.text for name in names]
    if len(ours) < 2 or ours == theirs or sorted(ours) != sorted(theirs):
        return
    if any(_JOINED.fullmatch(sentence, one.end, two.start) for one, two in pairwise(names)):
        return
    if _without_names(sentence) == _without_names(unit):
        place = next(place for place, name in enumerate(ours) if name != theirs[place])
        reason = UserText("The source says “{replaced}” here.", replaced=theirs[place])
        yield Finding(names[place].start, names[place].end, reason, refutes=True)


def _without_names(text: str) -> list[str]:
    """Return the words between the names of a text."""
    pieces, position = [], 0
    for name in _names(text):
        pieces.append(text[position : name.start])
        position = name.end
    return analyzer.spoken_words(" ".join([*pieces, text[position:]]))


def _exchanged_halves(evidence: Evidence) -> Iterator[Finding]:
    """Yield a word or figure of one part of a sentence that the source has in another part, and the other way.

    Words that one part alone has tell the parts apart. Where two parts of the sentence mix those of several parts of
    the source, what belongs together was torn apart; one alone may have the subject of the whole sentence.
    """
    ours, theirs = _halves(evidence.sentence), _halves(evidence.unit)
    own = frozenset[str]().union(*(words for _, words in ours))
    given = frozenset[str]().union(*(words for _, words in theirs))
    if len(ours) < 2 or len(theirs) < 2 or len(own & given) < _ALIKE * len(own):
        return
    home: dict[str, int] = {}
    for word in own & given:
        places = [place for place, (_, words) in enumerate(theirs) if word in words]
        if len(places) == 1 == sum(word in words for _, words in ours):
            home[word] = places[0]
    mixed = [span for span, words in ours if len({home[word] for word in words if word in home}) > 1]
    if len(mixed) > 1:
        yield _torn(evidence.sentence, mixed[0], home)


def _torn(sentence: str, span: tuple[int, int], home: Mapping[str, int]) -> Finding:
    """Return the figure, or else the last word, of a part of a sentence that is at home elsewhere than its first."""
    placed = [
        (match, home[word]) for match in _WORD.finditer(sentence, *span) for word in stems(match.group()) & home.keys()
    ]
    strange = [match for match, place in placed if place != placed[0][1]]
    figures = [match for match in strange if match.group()[0].isdigit()]
    return Finding(*(figures or strange)[-1].span(), UserText("The source says this of something else."), refutes=True)


def _halves(text: str) -> list[_Half]:
    """Return the ranges of the parts of a sentence between commas and conjunctions, with their words."""
    cuts = [0, *(place for match in _HALVES.finditer(text) for place in match.span()), len(text)]
    spans = zip(cuts[::2], cuts[1::2], strict=True)
    common = stems(" ".join(COMMON_WORDS))
    found = [((start, end), stems(text[start:end]) - common) for start, end in spans]
    return [(span, words) for span, words in found if words]
