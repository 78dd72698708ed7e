"""The words of what is watched: what things are called, how they are, and what became of a statement."""

import datetime as dt
import difflib
import re
from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.evidence_items import ItemState
from desktop_rag.core.results.pins import NewsKind, Pin, PinFinding, PinKind, PinNews
from desktop_rag.core.results.text_checks import VERDICTS
from desktop_rag.gui.drafts import draft_words
from desktop_rag.gui.widgets import words
from desktop_rag.gui.widgets.list_delegate import Ranges
from desktop_rag.gui.widgets.quotation_pair import QuotationPair, Quoted

_LONGEST, _COMPARED = 400, 800  # characters of a quotation that a row shows, and that are compared
_LEAD = 40  # of those before the first words that differ
_WORDS = re.compile(r"\w+(?:[.,:]\w+)*|[^\w\s]")
Counts = Counter[NewsKind]


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("Watched", text, None, count)


def kind(of: PinKind) -> str:
    """Return what a watched thing is."""
    return {
        PinKind.ANSWER: _tr("Answer"),
        PinKind.CONVERSATION: _tr("Conversation"),
        PinKind.TABLE: _tr("Review table"),
        PinKind.TEXT: _tr("Text"),
    }[of]


def is_watched(pin: Pin) -> str:
    """Return what is said when a person begins to watch something."""
    return words.sentences(
        _tr("%Ln statements are watched.", pin.items),
        _tr("You are told once when a file no longer says so, or a new file says something about them."),
    )


def counted(news: Iterable[PinNews]) -> Counts:
    """Return how many statements no longer hold, hold again, and are in new files."""
    statements = {(one.kind, one.pin, one.number) for one in news}
    return Counter(kind for kind, _, _ in statements)


def told(counts: Counts) -> str:
    """Return news in sentences, the worst first, such as “2 statements no longer hold”."""
    return words.sentences(*_counts(counts))


def short(counts: Counts) -> str:
    """Return the worst of the news in a few words, "" for none: “2 statements no longer hold”."""
    return next(iter(_counts(counts)), "").rstrip(".。")


def _counts(counts: Counts) -> list[str]:
    broken, again, new = counts[NewsKind.BROKEN], counts[NewsKind.HOLDS_AGAIN], counts[NewsKind.NEW_FILE]
    said = (
        _tr("%Ln statements no longer hold.", broken) if broken else "",
        _tr("New files say something about %Ln statements.", new) if new else "",
        _tr("%Ln statements hold again.", again) if again else "",
    )
    return [one for one in said if one]


def state(pin: Pin, counts: Counts, gone: int) -> str:
    """Return how a watched thing is, ``gone`` files missing: “No longer hold: 3 of 14 · file gone: 1”."""
    total = words.number(pin.items)
    said = [_tr("All hold: {count}").format(count=total)]
    if broken := counts[NewsKind.BROKEN]:
        said = [_tr("No longer hold: {count} of {all}").format(count=words.number(broken), all=total)]
    if gone:
        said.append(_tr("file gone: {count}").format(count=words.number(gone)))
    if new := counts[NewsKind.NEW_FILE]:
        said.append(_tr("in new files: {count}").format(count=words.number(new)))
    return " · ".join(said)


def about(pin: Pin) -> str:
    """Return what a watched thing is, and since when it is watched."""
    day = dt.datetime.fromtimestamp(pin.pinned_at, dt.UTC).astimezone().date()
    since = _tr("watched since {day}").format(day=words.written(day))
    return f"{kind(pin.kind)} · {since}"


def label(finding: PinFinding) -> tuple[str, str]:
    """Return what became of a statement in a word or two, and the role of its colour."""
    news = finding.news
    if news.kind is NewsKind.HOLDS_AGAIN:
        return _tr("Holds again"), "ok"
    if news.kind is NewsKind.NEW_FILE:
        if news.verdict is Verdict.SUPPORTED:
            return _tr("A new file says so, too"), "ok"
        return _tr("A new file says otherwise"), "warning"
    if news.state is ItemState.FILE_GONE:
        return _tr("The file is gone"), "error"
    if news.state is ItemState.PASSAGE_GONE:
        return _tr("The words are gone"), "warning"
    return _tr("No longer holds: {verdict}").format(verdict=_verdict(news.verdict)), "error"


def pair(finding: PinFinding, *, is_fresh: bool) -> QuotationPair:
    """Return a statement with its old words and the new ones, what differs marked; ``is_fresh``: not told before."""
    said, role = label(finding)
    if is_fresh:
        said = f"{_tr('New')} · {said}"
    old, new = quotes(finding)
    marked = _differing(old, new) if has_new_words(finding) else ((), ())
    before = _tr("Before: {place}").format(place=place(finding, is_before=True))
    now = _tr("Now: {place}").format(place=place(finding, is_before=False))
    sides = Quoted(before, *_from_first(old, marked[0])), Quoted(now, *_from_first(new, marked[1]))
    return QuotationPair(title(finding), said, sides, role)


def quotes(finding: PinFinding) -> tuple[str, str]:
    """Return the words that a statement rested on, and those in their place, or a sentence that says there are none."""
    news = finding.news
    old = news.was or (finding.before.quote if finding.before is not None else "") or news.text
    if has_new_words(finding):
        new = news.was if news.kind is NewsKind.HOLDS_AGAIN else news.now
    elif is_gone(finding):
        new = _tr("The file is no longer in the library.")
    else:
        new = _tr("Nothing stands in their place.")
    return " ".join(old.split()), " ".join(new.split())


def has_new_words(finding: PinFinding) -> bool:
    """Return True if the file has words about the statement now."""
    return bool(finding.news.now) or finding.news.kind is NewsKind.HOLDS_AGAIN


def place(finding: PinFinding, *, is_before: bool) -> str:
    """Return the file and page of the old or the new words."""
    of = finding.before if is_before else finding.now or finding.before
    return draft_words.place(of) if of is not None else ""


def title(finding: PinFinding) -> str:
    """Return a statement on one line, behind the cell that it is the value of."""
    text = " ".join(finding.news.text.split())
    return f"{finding.news.label}: {text}" if finding.news.label else text


def note(finding: PinFinding) -> str:
    """Return why a statement no longer holds."""
    return " ".join(words.sentences(*finding.news.reasons).split())


def spoken(finding: PinFinding, *, is_fresh: bool) -> str:
    """Return what a screen reader says of a statement."""
    shown = pair(finding, is_fresh=is_fresh)
    sides = (f"{side.place}: {quote}" for side, quote in zip(shown.sides, quotes(finding), strict=True))
    return ". ".join(filter(None, (shown.kind, shown.title, *sides, note(finding))))


def tool_tip(finding: PinFinding) -> str:
    """Return the statement, both quotations and the reasons, a line each."""
    return "\n".join(filter(None, (title(finding), *quotes(finding), note(finding))))


def is_gone(finding: PinFinding) -> bool:
    """Return True if a statement rests on a file that is no longer in the library."""
    return finding.news.kind is NewsKind.BROKEN and finding.news.state is ItemState.FILE_GONE


def _verdict(verdict: Verdict | None) -> str:
    return words.sentence(VERDICTS[verdict if verdict is not None else Verdict.NOT_SAID])


def _differing(old: str, new: str) -> tuple[Ranges, Ranges]:
    """Return the ranges of the words of either text that the other does not have at their place.

    None where they have no word in common: what is marked from end to end shows nothing.
    """
    ones, others = list(_WORDS.finditer(old[:_COMPARED])), list(_WORDS.finditer(new[:_COMPARED]))
    matcher = difflib.SequenceMatcher(None, [one[0] for one in ones], [one[0] for one in others], autojunk=False)
    marked: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    if not any(ones[match.a][0].isalnum() for match in matcher.get_matching_blocks() if match.size):
        return marked
    for how, first, last, other_first, other_last in matcher.get_opcodes():
        if how != "equal" and last > first:
            marked[0].append((ones[first].start(), ones[last - 1].end()))
        if how != "equal" and other_last > other_first:
            marked[1].append((others[other_first].start(), others[other_last - 1].end()))
    return marked


def _from_first(text: str, marked: Ranges) -> tuple[str, Ranges]:
    """Return as much of a text as a row shows, from shortly before its first marked words on, and where these are."""
    first = marked[0][0] if marked else 0
    if first <= 2 * _LEAD:
        return text[:_LONGEST], marked
    begin = text.find(" ", first - _LEAD, first) + 1 or first - _LEAD
    return f"…{text[begin : begin + _LONGEST]}", [(start - begin + 1, end - begin + 1) for start, end in marked]
