"""Names must stand in the passage that a sentence is cited to."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.citations.checks.short_names import ShortForms
from desktop_rag.citations.wording import wording
from desktop_rag.core.user_text import UserText
from desktop_rag.text import analyzer
from desktop_rag.text.dates import date_ranges

_JOINING = r"(?:of|the|and|for|de|del|la|le|les|du|des|von|van|der|den|und|et|y|&|da|di|al|bin|ibn)"
_UPPER = "".join(char for char in map(chr, range(0x41, 0x0590)) if char.isupper())
_LETTER = r"[^\W_\u3040-\u9fff\uac00-\ud7ff]"
_CAPITAL = rf"(?<!{_LETTER})[{_UPPER}]{_LETTER}*(?:['’.&/]{_LETTER}+)*"
_INITIAL_ENDS = rf"(?:(?<!{_LETTER}{_LETTER})\.)?"  # “John F. Kennedy” is one name
NAME = re.compile(rf"{_CAPITAL}(?:{_INITIAL_ENDS}[\s\-]+(?:{_JOINING}[\s]+){{0,2}}{_CAPITAL})*")
_WORD = re.compile(_CAPITAL)
_KATAKANA = re.compile(r"[\u30a1-\u30faー・]{3,}")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,6}")
_KATAKANA_OR_HAN = re.compile(rf"{_KATAKANA.pattern}|{_HAN.pattern}")
_START = re.compile(r"(?:^|[.!?:;。！？：；“\"„«(|–—]\s*|\n\s*(?:[-*•]|\d+[.)])?\s*)[*_`~“\"„«(]*$")
# “**Key Figures:** …”, as models begin the items of a list
_LABEL = re.compile(r"\W*(?:\*\*|__)[^*_\n]{1,60}?(?::(?:\*\*|__)|(?:\*\*|__)\s?:)")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_UMLAUT = re.compile("[äöüøåÄÖÜØÅ]")
_PARTS = re.compile(rf"{_LETTER}+")
_SHORTEST_INITIALS, _LONGEST_INITIALS = 2, 6
_LONGEST_REPLACED = 4  # words
_VERBATIM = 0.75  # share of a sentence's words from which on a Chinese word in another's place is an error
_REWRITTEN = 0.6  # share below which a sentence may put several passages together
# begin sentences without being names
OPENERS = frozenset(
    "a aber about according accordingly additionally además after ainsi al all als also although am among an and "
    "another antes any après are as así at au auch auf aux außerdem avant avec avoid based be because before bei "
    "both but by can car ce cependant ces cet cette como company con could cuando currently da daher damit dann "
    "dans das de del depending depuis der des despite después did die dies diese dieser do doch document does don't "
    "donc du due durch during each ein eine einer eines either el elle elles embargo en enfin er es esta estas este "
    "estos et even every except ferner finally firm first following for from further furthermore für given has have "
    "having he hence her here hier his how however i ich if il ils im in indeed initially insgesamt instead is it "
    "its jedoch just l la las last later laut le les like los mais man many may meanwhile might mit more moreover "
    "most much my nach never nevertheless next no nonetheless not nous now nur o oder of often on once one only or "
    "other others otherwise ou our out over overall par para passage per pero please por pour report sans se second "
    "see según seit selon several she short should si sie similarly sin since so sobre some sometimes sous "
    "specifically still su such summary sur sus también text than that the their then there therefore these they "
    "third this those though three through throughout thus to together toutefois tras two um un una unas und under "
    "une unless unos until up upon use using von vor vous was we weil well wenn were what when where whereas "
    "whether which while who why wie will wir with within without would während y yes yet you "
    "your zu zudem zum zur".split()
)
_SPEAKERS = frozenset("i i'm i've ok yes no mr mrs ms dr prof".split())


class NameCheck(BaseCheck):
    """Finds capitalised words, acronyms and CJK names that the passage lacks, or has in another place."""

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each name without support, with the source's name in its place."""
        known = _folded_words(evidence.passage)
        if evidence.words.likeness < _REWRITTEN:
            known = known.union(*map(_folded_words, evidence.passages))
        # months and units are looked at with their numbers
        label = _LABEL.match(evidence.sentence)
        others = [
            (0, label.end() if label else 0),
            *date_ranges(evidence.sentence),
            *((q.start, q.end) for q in quantities(evidence.sentence)),
        ]
        for start, end in (*_unknown_names(known, evidence), *_exchanged_words(evidence)):
            if any(a < end and start < b for a, b in others):
                continue
            # of sentences in other words than their source, people find one with a name more as often supported as not
            is_certain = evidence.words.likeness >= _VERBATIM
            replaced = _instead(start, end, evidence)
            reason = (
                UserText("The source says “{words}” here.", words=replaced)
                if replaced
                else "The source does not name this."
            )
            yield Finding(start, end, reason, is_certain, refutes=bool(replaced) and is_certain)


def _unknown_names(known: frozenset[str], evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Yield those parts of names that stand nowhere."""
    sentence = evidence.sentence
    has_nouns = wording(f"{sentence} {evidence.source}") == "de"
    short_forms = ShortForms(evidence)
    for name in NAME.finditer(sentence):
        words = list(_WORD.finditer(sentence, *name.span()))
        explained = short_forms.explained([word for word in words if _fold(word.group()) not in OPENERS])
        unknown = [word for word in words if word.start() not in explained and not _is_known(word.group(), known)]
        missing = [word for word in unknown if not _is_ordinary(word, evidence, has_nouns=has_nouns)]
        if missing and not _is_transliterated(missing[0].start(), missing[-1].end(), evidence):
            yield missing[0].start(), missing[-1].end()
    for name in _KATAKANA.finditer(sentence):
        if name.group() not in known and not _is_transliterated(*name.span(), evidence):
            yield name.span()


def _exchanged_words(evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Yield Chinese characters that stand in the place of others in an otherwise equal sentence."""
    words = evidence.words
    if words.likeness < _VERBATIM:
        return
    for change in words.changes:
        here = words.sentence[change.start : change.end]
        there = words.source[change.source_start : change.source_end]
        if _HAN.fullmatch(here) and _HAN.fullmatch(there) and here not in evidence.passage:
            yield change.start, change.end


def _is_ordinary(word: re.Match[str], evidence: Evidence, *, has_nouns: bool) -> bool:
    """Return True if a capital letter means nothing: at the start of a sentence, or of a German noun."""
    folded = _fold(word.group())
    if folded in _SPEAKERS:
        return True
    if _START.search(evidence.sentence, 0, word.start()):
        return folded in OPENERS or not _stands_for_a_name(word, evidence)
    return has_nouns and not word.group().isupper() and not _is_exchanged(word, evidence)


def _is_exchanged(word: re.Match[str], evidence: Evidence) -> bool:
    """Return True if a German noun replaces one other word: longer changes say the same differently."""
    change = evidence.words.change_at(*word.span())
    is_one = change is not None and change.words == change.source_words == 1
    return is_one and evidence.words.likeness >= _VERBATIM and _stands_for_a_name(word, evidence)


def _is_known(word: str, known: frozenset[str]) -> bool:
    """Return True if a passage has a word: singular or plural, as initials, or in parts (“B.J.”, “B. J.”)."""
    folded = _fold(word)
    if folded in known or folded + "s" in known or (folded.endswith("s") and folded[:-1] in known):
        return True
    if word.casefold().translate(_SPELT_OUT) in known:
        return True
    parts = _PARTS.findall(word)
    return len(parts) > 1 and all(_fold(part) in known for part in parts)


def _is_transliterated(start: int, end: int, evidence: Evidence) -> bool:
    """Return True if the source has a name in another script in this place: it may be the same name."""
    change = evidence.words.change_at(start, end)
    there = evidence.source[change.source_start : change.source_end] if change else ""
    is_latin = _WORD.search(evidence.sentence, start, end) is not None
    own, other = (_WORD, _KATAKANA_OR_HAN) if is_latin else (_KATAKANA, _WORD)
    return other.search(there) is not None and own.search(there) is None


def _initials(passage: str) -> Iterator[str]:
    """Yield the possible abbreviations of a passage's names."""
    for name in NAME.finditer(passage):
        capitals = [char for char in name.group() if char.isupper()]
        for first in range(len(capitals) - _SHORTEST_INITIALS + 1):
            for last in range(first + _SHORTEST_INITIALS, min(len(capitals), first + _LONGEST_INITIALS) + 1):
                yield "".join(capitals[first:last]).casefold()


def _instead(start: int, end: int, evidence: Evidence) -> str:
    """Return the name that the source has instead, "" where it has none there."""
    replaced = evidence.words.replaced(start, end)
    is_name = _WORD.search(replaced) or not replaced.isascii()
    return replaced if is_name and len(replaced.split()) <= _LONGEST_REPLACED else ""


def _stands_for_a_name(word: re.Match[str], evidence: Evidence) -> bool:
    """Return True if a word stands in the place of a name of the source."""
    change = evidence.words.change_at(*word.span())
    if change is None or not change.source_words or change.words > 4:
        return False
    replaced = evidence.source[change.source_start : change.source_end]
    # a word that the passage also has in small letters is none
    return any(
        _fold(name.group()) not in OPENERS
        and not re.search(rf"\b{re.escape(name.group().lower())}\b", evidence.passage)
        for name in _WORD.finditer(replaced)
    )


@lru_cache(64)
def _folded_words(passage: str) -> frozenset[str]:
    """Return the words of a passage; those joined by hyphens and points alone, too, and “Müller” as “Mueller”."""
    words = {_fold(word) for word in re.findall(rf"{_LETTER}+(?:['’.&/]{_LETTER}+)*", passage)}
    words |= {_fold(word) for word in re.findall(rf"{_LETTER}+", passage)}
    spelt_out = {word.casefold().translate(_SPELT_OUT) for word in _PARTS.findall(passage) if _UMLAUT.search(word)}
    return frozenset(words | spelt_out | set(_KATAKANA.findall(passage)) | set(_initials(passage)))


def _fold(word: str) -> str:
    return analyzer.folded(unicodedata.normalize("NFKC", word).casefold())
