"""Names must stand in the passage that a sentence is cited to."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from desktop_rag.citations.checks.base import BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.dates import date_ranges
from desktop_rag.text import analyzer

_JOINING = r"(?:of|the|and|for|de|del|la|le|les|du|des|von|van|der|den|und|et|y|&|da|di|al|bin|ibn)"
_UPPER = "".join(char for char in map(chr, range(0x41, 0x0590)) if char.isupper())
_LETTER = r"[^\W_\u3040-\u9fff\uac00-\ud7ff]"
_CAPITAL = rf"(?<!{_LETTER})[{_UPPER}]{_LETTER}*(?:['’.&/]{_LETTER}+)*"
_NAME = re.compile(rf"{_CAPITAL}(?:[\s\-]+(?:{_JOINING}[\s]+){{0,2}}{_CAPITAL})*")
_WORD = re.compile(_CAPITAL)
_KATAKANA = re.compile(r"[\u30a1-\u30faー・]{3,}")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,6}")
_START = re.compile(r"(?:^|[.!?:;。！？：；“\"„«(]\s*|\n\s*(?:[-*•]|\d+[.)])?\s*)$")
_GERMAN = re.compile(r"\b(?:der|die|das|und|ist|nicht|ein|eine|mit|für|auf|von|den|dem|im|wurde|sind)\b")
_VERBATIM = 0.85  # share of a sentence's words from which on a Chinese word in another's place is an error
_REWRITTEN = 0.6  # share below which a sentence may put several passages together
# begin sentences without being names
_OPENERS = frozenset(
    "a about according accordingly additionally after all also although among an and another any are as at based be because "
    "before both but by can could currently depending despite did do don't does due avoid please never during each either even every except "
    "finally first following for from further furthermore given has have having he hence her here his how however i if "
    "in indeed initially instead is it its just last later like many may meanwhile might more moreover most much my "
    "nevertheless next no nonetheless not now of often on once one only or other others otherwise our out over overall "
    "per please second see several she should similarly since so some sometimes specifically still such than that the "
    "their then there therefore these they third this those though three through throughout thus to together two under "
    "unless until up upon use using was we well were what when where whereas whether which while who why will with "
    "within without would yes yet you your summary short document text report passage company firm "
    "der die das ein eine einer eines im in am auf bei nach vor für mit wenn aber und oder doch dann dies diese dieser "
    "laut zudem außerdem daher jedoch es sie er wir ich man als auch da damit durch ferner hier insgesamt nur seit so um "
    "von während weil wie zu zum zur "
    "le la les l un une des du de dans en au aux ce cet cette ces il elle ils elles nous vous on et mais ou donc car si "
    "selon pour par avec sans sur sous après avant depuis ainsi cependant toutefois enfin "
    "el los las una unos unas del al este esta estos estas según para por con sin sobre tras antes después además pero y "
    "o sin embargo así también cuando como se su sus no".split()
)
_SPEAKERS = frozenset("i i'm i've ok yes no mr mrs ms dr prof".split())


class NameCheck(BaseCheck):
    """Finds capitalised words, acronyms and CJK names that the passage lacks, or has in another place."""

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each name without support, with what the source has in its place."""
        known = _folded_words(evidence.passage)
        if evidence.words.likeness < _REWRITTEN:
            known = known.union(*map(_folded_words, evidence.passages))
        dates = date_ranges(evidence.sentence)
        for start, end in (*_unknown_names(known, evidence), *_exchanged_words(evidence)):
            if any(a < end and start < b for a, b in dates):
                continue
            replaced = evidence.words.replaced(start, end)
            reason = f"The source says “{replaced}” here." if replaced else "The source does not name this."
            yield Finding(start, end, reason)


def _unknown_names(known: frozenset[str], evidence: Evidence) -> Iterator[tuple[int, int]]:
    """Yield those parts of names that stand nowhere."""
    sentence = evidence.sentence
    has_nouns = len(_GERMAN.findall(sentence)) > 1
    for name in _NAME.finditer(sentence):
        words = [word for word in _WORD.finditer(sentence, *name.span()) if not _is_known(word.group(), known)]
        missing = [word for word in words if not _is_ordinary(word, evidence, has_nouns=has_nouns)]
        if missing:
            yield missing[0].start(), missing[-1].end()
    for name in _KATAKANA.finditer(sentence):
        if name.group() not in known:
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
    """Whether a capital letter means nothing: at the beginning of a sentence, or of a German noun."""
    folded = _fold(word.group())
    if folded in _SPEAKERS:
        return True
    if _START.search(evidence.sentence, 0, word.start()):
        return folded in _OPENERS or not _stands_for_a_name(word, evidence)
    return has_nouns and not word.group().isupper() and not _stands_for_a_name(word, evidence)


def _is_known(word: str, known: frozenset[str]) -> bool:
    """Whether a passage has a word, in the singular or the plural."""
    folded = _fold(word)
    return folded in known or folded + "s" in known or (folded.endswith("s") and folded[:-1] in known)


def _stands_for_a_name(word: re.Match[str], evidence: Evidence) -> bool:
    """Whether a word stands in the place of a name of the source."""
    change = evidence.words.change_at(*word.span())
    if change is None or not change.source_words or change.words > 4:
        return False
    replaced = evidence.source[change.source_start : change.source_end]
    first = _WORD.match(replaced)
    if first is None or _fold(first.group()) in _OPENERS:
        return False
    # a word that the passage also has in small letters is none
    return not re.search(rf"\b{re.escape(first.group().lower())}\b", evidence.passage)


@lru_cache(64)
def _folded_words(passage: str) -> frozenset[str]:
    """Return the words of a passage; those joined by hyphens and points alone, too."""
    words = {_fold(word) for word in re.findall(rf"{_LETTER}+(?:['’.&/]{_LETTER}+)*", passage)}
    words |= {_fold(word) for word in re.findall(rf"{_LETTER}+", passage)}
    return frozenset(words | set(_KATAKANA.findall(passage)))


def _fold(word: str) -> str:
    return analyzer.folded(unicodedata.normalize("NFKC", word).casefold())
