"""Check that a value the source gives for one person, thing or row is not given for another.

Every name and figure of such a sentence stands in the source, only not together: in another row, in the place of
another name, or in the other half of the sentence.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.names import NAME, OPENERS
from desktop_rag.citations.wording import COMMON_WORDS, wording
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
_WORD_OR_COMMA = re.compile(
    r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]|\d+(?:[.,:]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[,;、，；]"
)
_COMMAS = frozenset(",;、，；")
_UNSPACED = "\u3000"
_LONGEST = 120  # words
_LONGEST_PLACE = 6  # words of somebody or something
_LONGEST_ENDING = 2  # letters
_ARTICLES = frozenset(
    "the a an der die das den dem des ein eine einen einem einer eines le la les un une el los las una il lo gli het "
    "de".split()
)
_OF_OBJECTS = frozenset("den dem einen einem".split())
_JOINING = frozenset("and or und oder et ou y e o u och og en i och и или with mit avec con".split())
_JOINING_UNSPACED = frozenset("と和与跟及或・や")
# what is true the other way round as well
_MUTUAL = re.compile(
    r"marri|met$|meet|border|adjoin|equal|resembl|cooperat|heirat|grenz|traf|treff|gleich|épous|rencontr|cas[óa]|limita"
)
_MUTUAL_UNSPACED = re.compile("结婚|結婚|相邻|隣接|見面|见面|同じ|相同|一样")
_LEADING = frozenset("to than before after nach vor als avant après antes después".split())
# languages in which the place in a sentence tells who acts; in others endings do
_FIXED_ORDER = frozenset(["", "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "vi", "id", "zh", "ja"])
_Half = tuple[tuple[int, int], frozenset[str]]


class _Name(NamedTuple):
    """A name and where it stands."""

    start: int
    end: int
    text: str


class _Token(NamedTuple):
    """A word, a character of an unspaced script, or a comma, and where it stands."""

    start: int
    end: int
    text: str


class _Place(NamedTuple):
    """The words before or behind those that say what happens, and the article before them."""

    start: int
    end: int
    words: tuple[str, ...]
    article: str

    @classmethod
    def of(cls, tokens: Sequence[_Token], length: int = 0) -> "_Place":
        """Return the place at the start of some tokens: ``length`` words behind their article, or (0) all of them."""
        first = 0
        while first < len(tokens) - 1 and tokens[first].text in _ARTICLES:
            first += 1
        core = tokens[first : first + length] if length else tokens[first:]
        article = tokens[first - 1].text if first else ""
        if not core:
            return cls(0, 0, (), article)
        return cls(core[0].start, core[-1].end, tuple(word.text for word in core), article)

    def is_alike(self, other: "_Place") -> bool:
        """Return True if both name the same, perhaps inflected."""
        return (
            0 < len(self.words) == len(other.words) <= _LONGEST_PLACE
            and not any(word in _JOINING or word in _COMMAS for word in self.words)
            and all(map(_is_form, self.words, other.words))
        )

    def has_role_of(self, other: "_Place") -> bool:
        """Return True if the article gives both the same grammatical role wherever they stand (“den Kran”)."""
        return self.words == other.words and self.article == other.article and self.article in _OF_OBJECTS


def _is_form(one: str, other: str) -> bool:
    """Return True if two words are one, perhaps with other endings."""
    if one == other or one[0] >= _UNSPACED:
        return one == other
    shared = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    shared = min(len(one), len(other)) if shared is None else shared
    return shared >= 3 and max(len(one), len(other)) - shared <= _LONGEST_ENDING


class OwnershipCheck(BaseCheck):
    """Finds names and figures that the source has, but says of something else."""

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield findings of statements about the wrong thing, with the one the source makes them about."""
        if evidence.kind is not Kind.SENTENCE:
            yield from _of_another_row(evidence)
            return
        found = [*_in_the_place_of_another(evidence)]
        found = found or [*_exchanged_places(evidence)] or [*_exchanged_halves(evidence)]
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
    """Return the subject of a row or record: its first cell, or the words before its first figure."""
    if kind is Kind.ROW:
        label = cells_of(unit)[0]
        return "" if not label or is_figure(label) or label.isdigit() else label
    names = _names(unit)
    return names[0].text if names else ""


def _has(text: str, label: str) -> bool:
    """Return True if a text names something, wholly or by most of its words."""
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
                name.start, name.end, UserText("The source says “{words}” here.", words=replaced), refutes=True
            )
        elif len(name.text.split()) > 1 and len(absent) == 1 and _shared(evidence.sentence, evidence.unit) >= _VERBATIM:
            yield Finding(
                name.start, name.end, UserText("The source says this of “{name}”.", name=absent[0]), refutes=True
            )


def _shared(sentence: str, unit: str) -> float:
    """Return the share of a sentence's words, without its names and common words, that a source has."""
    given = {word[:_BEGINNING] for word in analyzer.spoken_words(unit)}
    words = {word[:_BEGINNING] for word in _without_names(sentence) if word not in COMMON_WORDS}
    return len(words & given) / len(words) if words else 0.0


def _exchanged_places(evidence: Evidence) -> Iterator[Finding]:
    """Yield findings of two things that changed places around the same words of a sentence, or of a part of it."""
    sentence, unit = evidence.sentence, evidence.unit
    ours = _tokens(sentence, 0, len(sentence))
    parts = [_tokens(unit, *span) for span, _ in _halves(unit)]
    clauses = [_tokens(unit, 0, len(unit)), *(parts if len(parts) > 1 else ())]
    said = [word.text for word in ours if word.text not in _COMMAS]
    if any([word.text for word in clause if word.text not in _COMMAS] == said for clause in clauses):
        return
    keeps_order = wording(evidence.passage) in _FIXED_ORDER
    for theirs in clauses:
        found = _exchanged(ours, theirs, keeps_order=keeps_order)
        if found:
            (first, last), (start, end) = found
            replaced = unit[start:end]
            yield Finding(first, last, UserText("The source says “{words}” here.", words=replaced), refutes=True)
            return


def _tokens(text: str, start: int, end: int) -> list[_Token]:
    """Return the words of a part of a text, in unspaced scripts its characters, and its commas; not an “and” before."""
    found = [
        _Token(*match.span(), unicodedata.normalize("NFKC", match.group()).casefold())
        for match in _WORD_OR_COMMA.finditer(text, start, end)
    ]
    return found[bool(found and found[0].text in _JOINING) :][:_LONGEST]


def _exchanged(
    ours: Sequence[_Token], theirs: Sequence[_Token], *, keeps_order: bool
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the range before some words in a sentence, and the range there in the source.

    Each stands behind these words in the other one. In the passive other words stand between them.
    """
    same = next((place for place, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a.text != b.text), 0)
    ours, theirs = ours[same:], theirs[same:]
    for first in range(1, min(len(ours), _LONGEST_PLACE + 2)):
        for second in range(1, min(len(theirs), _LONGEST_PLACE + 2)):
            if ours[first].text != theirs[second].text or ours[first - 1].text == theirs[second - 1].text:
                continue
            size = next(
                (n for n, (a, b) in enumerate(zip(ours[first:], theirs[second:], strict=False)) if a.text != b.text),
                0,
            )
            if not _relates([word.text for word in ours[first : first + size]]):
                continue
            mine, yours = _Place.of(ours[:first]), _Place.of(theirs[:second])
            mine_there = _Place.of(theirs[second + size :], len(mine.words))
            yours_there = _Place.of(ours[first + size :], len(yours.words))
            if mine.has_role_of(mine_there) or yours.has_role_of(yours_there):
                continue
            if mine.is_alike(mine_there) and yours.is_alike(yours_there):
                is_inflected = mine.words != mine_there.words or yours.words != yours_there.words
                if keeps_order or is_inflected:
                    return (mine.start, mine.end), (yours.start, yours.end)
    return None


def _relates(words: Sequence[str]) -> bool:
    """Return True if words relate one thing to another, beyond naming or comparing both."""
    if not words or any(word in _JOINING or word in _COMMAS or _MUTUAL.match(word) for word in words):
        return False
    if any(word[0] >= _UNSPACED for word in words):
        return not _MUTUAL_UNSPACED.search("".join(words)) and words[-1] not in _JOINING_UNSPACED
    return any(word in _LEADING or word not in COMMON_WORDS for word in words)


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
