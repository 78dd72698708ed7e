"""The words of checked texts: what groups of sentences are called, what a finding says, and what was asked."""

import enum
from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Citation, Source, Verdict
from desktop_rag.core.results.libraries import IndexInfo
from desktop_rag.core.results.text_checks import (
    BY_THESE_FILES,
    INNER_KINDS,
    VERDICTS,
    DecisionKind,
    EvidencePlace,
    Finding,
    InnerFinding,
    InnerKind,
    OwnSource,
    TextCheck,
    TextSentence,
)
from desktop_rag.gui.widgets import words

_TIP_LINES = 30
_LONGEST, _LEAD = 400, 12  # characters of a sentence in a row, and of those before the words that differ


class Group(enum.StrEnum):
    """The groups of sentences that the list can show."""

    REVIEW = "review"
    CONTRADICTED = "contradicted"
    PARTLY = "partly"
    NOT_SAID = "not_said"
    SUPPORTED = "supported"
    UNCHECKED = "unchecked"
    DECIDED = "decided"
    INNER = "inner"


_VERDICTS = {
    Verdict.CONTRADICTED: Group.CONTRADICTED,
    Verdict.PARTLY: Group.PARTLY,
    Verdict.NOT_SAID: Group.NOT_SAID,
    Verdict.SUPPORTED: Group.SUPPORTED,
    Verdict.UNCHECKED: Group.UNCHECKED,
}


def _tr(text: str, count: int = -1) -> str:
    return QCoreApplication.translate("DraftWords", text, None, count)


def group_names() -> dict[Group, str]:
    """Return the names of the groups, in the order of their chips."""
    named = {group: words.sentence(VERDICTS[verdict]) for verdict, group in _VERDICTS.items()}
    return {Group.REVIEW: _tr("To review"), **named, Group.DECIDED: _tr("Decided"), Group.INNER: _tr("Inside the text")}


_GROUPS = {verdict: (Group.REVIEW, group) if verdict.is_doubt else (group,) for verdict, group in _VERDICTS.items()}


class Key(NamedTuple):
    """What identifies a finding in a text; keys have the order of the text, a sentence first.

    ``kind`` is 0 for a sentence, which ``number`` tells, and else the place of its kind; then it is where it ends.
    """

    start: int
    kind: int
    number: int


_KINDS = {kind: place for place, kind in enumerate(InnerKind, 1)}


def key_of(finding: Finding) -> Key:
    """Return what identifies a finding in its text."""
    if isinstance(finding, TextSentence):
        return Key(finding.start, 0, finding.number)
    return Key(finding.start, _KINDS[finding.kind], finding.end)


def groups_of(finding: Finding) -> tuple[Group, ...]:
    """Return the groups that a finding is in."""
    if finding.decision is not None:
        return (Group.DECIDED,)
    return _GROUPS[finding.verdict] if isinstance(finding, TextSentence) else (Group.INNER,)


def in_group(findings: Iterable[Finding], group: Group) -> list[Finding]:
    """Return the findings of a group."""
    return [one for one in findings if group in groups_of(one)]


def can_be_decided(finding: Finding) -> bool:
    """Return True if there is something to decide about."""
    return isinstance(finding, InnerFinding) or finding.verdict.is_doubt


def verdict(of: Finding | OwnSource) -> str:
    """Return a verdict in words, or what does not fit."""
    return words.sentence(INNER_KINDS[of.kind] if isinstance(of, InnerFinding) else VERDICTS[of.verdict])


def reasons(of: Finding | OwnSource) -> str:
    """Return why a sentence has its verdict, or why something does not fit."""
    return words.sentence(of.reason) if isinstance(of, InnerFinding) else words.sentences(*of.reasons)


def decision(finding: Finding) -> str:
    """Return what was decided, with the note, "" for nothing."""
    of = finding.decision
    if of is None:
        return ""
    accepted = _tr("Sentence accepted") if isinstance(finding, TextSentence) else _tr("Text accepted")
    kind = {DecisionKind.ACCEPTED: accepted, DecisionKind.DISMISSED: _tr("Finding dismissed")}[of.kind]
    return _tr("{decision}: {note}").format(decision=kind, note=of.note) if of.note else kind


def one_line(finding: Finding) -> str:
    """Return the words of a finding on one line, letter for letter."""
    return "".join(" " if letter.isspace() else letter for letter in finding.text)


def around_difference(sentence: Finding) -> tuple[str, list[tuple[int, int]]]:
    """Return a sentence for one line, from shortly before the first words that differ; and where these stand."""
    text = one_line(sentence)[:_LONGEST]
    if isinstance(sentence, InnerFinding):
        return text, []
    ranges = [(a - sentence.start, b - sentence.start) for a, b in sentence.differs if sentence.verdict.is_doubt]
    ranges = [(a, b) for a, b in ranges if b - a < len(sentence.text) and b <= len(text)]
    first = ranges[0][0] if ranges else 0
    if first <= _LEAD:
        return text, ranges
    begin = text.find(" ", first - _LEAD, first) + 1 or first - _LEAD // 2
    return f"…{text[begin:]}", [(a - begin + 1, b - begin + 1) for a, b in ranges]


def second_line(sentence: Finding) -> str:
    """Return what a row says below a sentence: what was decided, what differs, or where it stands."""
    if sentence.decision is not None:
        return decision(sentence)
    if isinstance(sentence, InnerFinding):
        return " ".join(words.sentences(f"{verdict(sentence)}.", sentence.reason).split())
    where = place(sentence.place) if sentence.place is not None else ""
    if sentence.verdict is Verdict.SUPPORTED:
        return where
    said = " ".join(reasons(sentence).split())
    return " · ".join(filter(None, (said, where)))


def differs(sentence: Finding) -> str:
    """Return the words that the source does not say, "" where that is the whole sentence or nothing.

    Of what does not fit within the text, return the words around it.
    """
    if isinstance(sentence, InnerFinding):
        around = words.excerpt(" ".join((sentence.context or sentence.text).split()), _LONGEST)
        return _tr("In the text: {words}").format(words=words.quoted(around))
    said = [" ".join(one.split()) for one in sentence.differing_words if len(one) < len(sentence.text)]
    if not said or not sentence.verdict.is_doubt:
        return ""
    return _tr("In the text: {words}").format(words=words.listed(map(words.quoted, said)))


def place(of: EvidencePlace) -> str:
    """Return the file, its page, and its library where that is another one."""
    return words.place(source_of(of)[0])


def source_of(of: EvidencePlace) -> tuple[Source, Citation]:
    """Return a place as a source, and its words as a citation."""
    source = Source(1, 1.0, of.file, of.page, of.page_label, of.start, of.end, of.quote, "", library=of.library)
    return source, Citation(1, 0, 0, of.file, of.page, of.start, of.end, of.quote, 1.0, "")


def own_source(own: OwnSource) -> str:
    """Return a source that a sentence names itself, the file that it means, and whether that one says so."""
    files = words.listed(shown_name(file) for file in own.files)
    said = _tr("{verdict} by {file}").format(verdict=verdict(own), file=files) if files else ""
    return words.sentences(
        own.written, *(f"{one}." if one[-1] not in ".。" else one for one in (said, reasons(own)) if one)
    )


def spoken(finding: Finding) -> str:
    """Return what a screen reader says of a row."""
    is_told = isinstance(finding, InnerFinding) and finding.decision is None  # the second line has it
    first = "" if is_told else verdict(finding)
    return ". ".join(filter(None, (first, one_line(finding).strip(), second_line(finding))))


def tool_tip(finding: Finding) -> str:
    """Return the whole sentence, and what is said of it."""
    whole = finding.context if isinstance(finding, InnerFinding) and finding.context else one_line(finding)
    return "\n".join(filter(None, (whole, second_line(finding))))


def asked(info: IndexInfo, found: TextCheck | None) -> str:
    """Return which files a text is judged by: how many, of which library, and how many could not be read."""
    files, unread = (found.files, len(found.unread)) if found is not None else _known(info)
    text = _tr("Library “{name}”, {files}.").format(name=info.name, files=words.file_count(files))
    missing = _tr("%Ln more could not be read.", unread) if unread else ""
    return words.sentences(text, missing, BY_THESE_FILES)


def unread(found: TextCheck | None) -> str:
    """Return a line for each file that could not be read."""
    files = found.unread if found is not None else ()
    lines = [f"{shown_name(one.file)}: {words.sentence(one.reason)}" for one in files[:_TIP_LINES]]
    return "\n".join([*lines, *([f"+{words.number(len(files) - _TIP_LINES)}"] if len(files) > _TIP_LINES else [])])


def _known(info: IndexInfo) -> tuple[int, int]:
    gone = info.need_attention + info.waiting
    return max(0, info.files - gone), gone
