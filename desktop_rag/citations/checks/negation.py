"""A sentence must not deny what its source says, nor say what it denies."""

import re
from collections.abc import Iterator

from desktop_rag.citations.checks.base import REWRITTEN, BaseCheck, Change, Comparison, Evidence, Finding
from desktop_rag.core.user_text import UserText

NEGATION = re.compile(
    # English, German, French, Spanish
    r"\b(?:not|no|never|none|neither|nor|nobody|nothing|cannot|without|unable|\w+n['’]t"
    r"|nicht|kein\w{0,2}|nie|niemals|niemand|nichts|ohne|weder"
    r"|ne|pas|jamais|aucune?|sans|rien|non"
    r"|nunca|jamás|ning[uú]n[oa]?|sin|nada|nadie|tampoco)\b"
    # French n’est; Chinese; Japanese
    r"|\bn['’](?=\w)"
    r"|不(?![仅僅断斷同过過但])|[没沒]|[无無](?![论論])|未(?![来來])|[非](?![常洲])"
    r"|(?<![少切])な(?:い|かっ|く(?!な))|ませ[んぬ]|(?<=[らかさたなまわけせべえ])ず(?=[、にと]|$)",
    re.IGNORECASE,
)
# what says the same without a negation
_IMPLIED = re.compile(
    r"\b(?:avoid|fail|lack|refus|except|only|rather|instead|prevent|vermeid|fehl|évit|manqu|evit|falt)\w*|避|防|缺",
    re.IGNORECASE,
)
# answers a question, which is not at hand, and denies nothing of the rest: “No, they are not scanned.”
_ANSWERS = re.compile(r"\W*(?:no|non|nein|いいえ|いや|不是?|没有|沒有)\s*[,，、:：—–]", re.IGNORECASE)
_LONGEST_ADDED = 6  # words: in longer rewritten stretches a negation says nothing about the rest
_LONGEST_LEFT_OUT = 4


class NegationCheck(BaseCheck):
    """Finds a negation that was added, or left out, in words that are otherwise the source's."""

    may_tell_whose = False

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield the negation added, or the words that the source negates."""
        words = evidence.words
        if words.likeness < REWRITTEN:
            return
        added = [change for change in words.changes if _is_added(words, change)]
        left_out = [change for change in words.changes if _is_left_out(words, change)]
        if len(added) == len(left_out):  # a clause was moved
            return
        for change in added:
            start, end = _negated(words.sentence, change.start, change.end)
            yield Finding(start, end, "The source does not say “not” here.", refutes=True)
        for change in left_out:
            source = words.source[change.source_start : change.source_end]
            reason = UserText("The source says “{words}” here.", words=" ".join(source.split()))
            yield Finding(*_around(words.sentence, change), reason, refutes=True)


def is_negated(text: str) -> bool:
    """Return True if a text has a negation."""
    return bool(NEGATION.search(text))


def _is_added(words: Comparison, change: Change) -> bool:
    return (
        0 < change.words <= _LONGEST_ADDED
        and _has_negation(words.sentence, change.start, change.end)
        and not _has_negation(words.source, change.source_start, change.source_end)
    )


def _is_left_out(words: Comparison, change: Change) -> bool:
    is_short = 0 < change.source_words <= _LONGEST_LEFT_OUT and change.words <= _LONGEST_LEFT_OUT
    # before the first word that both have, little tells what stands for what
    is_tied = (change.start > 0 and change.source_start > 0) or change.words + change.source_words <= 2
    here = words.sentence[change.start : change.end]
    return (
        is_short
        and is_tied
        and _has_negation(words.source, change.source_start, change.source_end)
        and not _has_negation(words.sentence, change.start, change.end)
        and not _IMPLIED.search(here)
    )


def _has_negation(text: str, start: int, end: int) -> bool:
    """Return True if a negation stands in a range, or reaches into it."""
    return next(_negations(text, start, end), None) is not None


def _negated(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the range of the first negation that touches a range."""
    return next(_negations(text, start, end))


def _negations(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    answer = _ANSWERS.match(text)
    begin = answer.end() if answer else 0
    for match in NEGATION.finditer(text, begin):
        if match.start() < end and start < match.end():
            yield match.span()


def _around(text: str, change: Change) -> tuple[int, int]:
    """Return the changed words, or the word after the place where some were left out."""
    if change.words:
        return change.start, change.end
    following = re.compile(r"\w+").search(text, change.start)
    if following:
        return following.start(), min(following.end(), following.start() + 30)
    return max(0, change.start - 1), max(1, change.start)
