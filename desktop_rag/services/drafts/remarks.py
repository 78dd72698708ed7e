"""What a check found, worded as remarks on a draft."""

from collections.abc import Iterator

from desktop_rag.core.file_paths import file_label
from desktop_rag.core.results.answers import Verdict
from desktop_rag.core.results.text_checks import (
    VERDICTS,
    DecisionKind,
    EvidencePlace,
    Finding,
    OwnSource,
    TextCheck,
    TextSentence,
)
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.services.drafts.remark import Remark
from desktop_rag.services.exports.document import one_line

DOUBTFUL = frozenset({Verdict.CONTRADICTED, Verdict.PARTLY, Verdict.NOT_SAID})
_LONGEST_QUOTE = 400  # characters


def remarks_of(check: TextCheck, say: Say, *, footnotes: bool) -> Iterator[Remark]:
    """Yield a remark for each doubtful sentence and what does not fit; with ``footnotes`` a citation for the others.

    Notes of the person are added to theirs; findings that the person dismissed have none.
    """
    for one in check.sentences:
        if _is_dismissed(one):
            continue
        note = _note(one, say)
        if one.verdict in DOUBTFUL:
            yield Remark(one.start, one.end, (*_doubts(one, say), *note), one.verdict.value)
        elif one.verdict is Verdict.SUPPORTED:
            if note:
                yield Remark(one.start, one.end, (say(VERDICTS[one.verdict]), *note), one.verdict.value)
            if footnotes and one.place is not None:
                yield Remark(one.start, one.end, (_quoted(one.place, say),), one.verdict.value, is_citation=True)
    for inner in check.inner:
        if not _is_dismissed(inner):
            told = (say(inner.reason), *_note(inner, say))
            yield Remark(inner.start, inner.end, told, f"inner-{inner.kind.value}")


def _is_dismissed(finding: Finding) -> bool:
    return finding.decision is not None and finding.decision.kind is DecisionKind.DISMISSED


def _note(finding: Finding, say: Say) -> tuple[str, ...]:
    note = finding.decision.note if finding.decision is not None else ""
    return (say(UserText("Note: {note}", note=one_line(note))),) if note.strip() else ()


def _doubts(one: TextSentence, say: Say) -> Iterator[str]:
    """Yield the verdict with its reasons, the words that differ, and what the source says."""
    reasons = " ".join(say(reason) for reason in one.reasons)
    yield f"{say(VERDICTS[one.verdict])}: {reasons}" if reasons else say(VERDICTS[one.verdict])
    words = [one_line(word) for word in one.differing_words if len(word) < len(one.text)]
    if words:
        yield say(UserText("Differs: {words}", words=", ".join(f"“{word}”" for word in words)))
    if one.place is not None:
        yield _quoted(one.place, say)
    for own in one.own:
        yield _own(own, say)


def _own(own: OwnSource, say: Say) -> str:
    """Return a source that a sentence names, with the verdict by it."""
    files = ", ".join(map(file_label, own.files))
    told = (files, say(VERDICTS[own.verdict])) if files else ()
    return " – ".join((one_line(own.written), *told, *map(say, own.reasons)))


def _quoted(place: EvidencePlace, say: Say) -> str:
    """Return “report.pdf, page 3: “…”” with the words that a sentence rests on."""
    label = place.page_label or str(place.page)
    inside = ""
    if has_slides(place.file):
        inside = say(UserText("slide {label}", label=label))
    elif is_paged(place.file):
        inside = say(UserText("page {label}", label=label))
    quote = one_line(place.quote)
    shown = quote if len(quote) <= _LONGEST_QUOTE else f"{quote[: _LONGEST_QUOTE - 1]}…"
    return f"{', '.join(filter(None, (file_label(place.file), inside, place.library)))}: “{shown}”"
