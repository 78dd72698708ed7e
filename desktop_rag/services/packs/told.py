"""What an evidence pack says beside its items: library, scope, denominator, and what could not be checked."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.results.answers import Answer, Verdict
from desktop_rag.core.results.evidence_items import EvidenceItem
from desktop_rag.core.results.packs import PackKind
from desktop_rag.core.results.register import UnreadFile
from desktop_rag.core.results.review import CellState, ReviewTable
from desktop_rag.core.results.text_checks import BY_THESE_FILES, CheckScope, TextCheck
from desktop_rag.core.user_text import UserText, enumerated
from desktop_rag.services.proof.items import SourceReader
from desktop_rag.services.review.export import scope_text

_NAMED = 30  # files of a line


@dataclass(frozen=True, slots=True)
class Told:
    """What a pack says beside its items."""

    kind: PackKind
    title: str
    library: str
    facts: Sequence[str]
    not_checked: Sequence[str]


def of_answer(
    answer: Answer, library: str, asked_at: float | None, reader: SourceReader, items: Sequence[EvidenceItem]
) -> Told:
    """Return what the pack of an answer says of it: who wrote it, and on how much it rests."""
    facts: list[str] = [UserText("Library: {name}", name=library)]
    if asked_at:
        time = dt.datetime.fromtimestamp(asked_at, dt.UTC).strftime("%Y-%m-%d %H:%M")
        facts.append(UserText("Asked at {time} (UTC).", time=time))
    if answer.model and not answer.extractive:
        facts.append(UserText("Model: {name}", name=answer.model))
    elif not answer.is_passage_list:
        facts.append(UserText("Quotations from the documents; no model wrote this answer."))
    storage = reader.storage(library)
    every = storage.documents.totals().files if storage is not None else 0
    files = len({source.file for source in answer.sources})
    facts.append(
        UserText(
            "The answer rests on {passages} passages of {files} files. The library has {all} files.",
            passages=f"{len(answer.sources):,}",
            files=f"{files:,}",
            all=f"{every:,}",
        )
    )
    facts += _counts([one.verdict for one in answer.sentences])
    not_checked = [text for text in (answer.notice, answer.missing) if text]
    title = answer.question.strip() or UserText("Answer")
    return Told(PackKind.ANSWER, title, library, facts, [*not_checked, *_notes(items)])


def of_table(table: ReviewTable) -> Told:
    """Return what the pack of a table says of it: its scope, how much of it was read and filled, and by whom."""
    read = UserText("{read} of {files} documents read.", read=f"{table.read:,}", files=f"{table.files:,}")
    how = UserText("Values by {model}.", model=table.model) if table.model else UserText("Quoted without a model.")
    states = [cell.state for row in table.rows for cell in row.cells]
    found = sum(state in (CellState.FOUND, CellState.DISAGREES, CellState.BY_HAND) for state in states)
    cells = UserText("{found} of {cells} cells have a value.", found=f"{found:,}", cells=f"{len(states):,}")
    facts = [UserText("Library: {name}", name=table.library), scope_text(table.definition.scope), read, how, cells]
    not_checked = [*_unread(table.unread), *_empty(table)]
    return Told(PackKind.TABLE, table.definition.name, table.library, [one for one in facts if one], not_checked)


def _empty(table: ReviewTable) -> Iterator[str]:
    """Yield of each column in how many documents it is not stated, and in how many it could not be filled."""
    for place, column in enumerate(table.definition.columns):
        cells = [(shown_name(row.file), row.cells[place].state) for row in table.rows]
        absent = [name for name, state in cells if state is CellState.NOT_STATED]
        failed = [name for name, state in cells if state in (CellState.FAILED, CellState.WAITING)]
        told = {"column": column.name, "all": f"{len(cells):,}"}
        if absent:
            yield UserText(
                "{column}: not stated in {count} of {all} documents: {names}",
                count=f"{len(absent):,}",
                names=enumerated(absent, _NAMED),
                **told,
            )
        if failed:
            yield UserText(
                "{column}: not filled in {count} of {all} documents: {names}",
                count=f"{len(failed):,}",
                names=enumerated(failed, _NAMED),
                **told,
            )


def of_text(found: TextCheck, title: str, scope: CheckScope) -> Told:
    """Return what the pack of a checked text says of it: its scope, the denominator, and what was not read."""
    facts: list[str] = [UserText("Library: {name}", name=found.library)]
    if scope.also:
        facts.append(UserText("Also checked against: {names}", names=", ".join(scope.also)))
    if scope.query:
        facts.append(UserText("Only these documents: {query}", query=scope.query))
    if scope.files:
        names = ", ".join(shown_name(one) for one in scope.files)
        facts.append(UserText("Only these files: {names}", names=names))
    facts.append(UserText("Checked against {files} files.", files=f"{found.files:,}"))
    facts += [*_counts([one.verdict for one in found.sentences]), BY_THESE_FILES]
    not_checked = [*([found.notice] if found.notice else []), *_unread(found.unread)]
    return Told(PackKind.TEXT, title or UserText("Checked text"), found.library, facts, not_checked)


def _counts(verdicts: Sequence[Verdict]) -> list[str]:
    """Return how many sentences have which verdict, and of how many."""
    if not verdicts:
        return []
    told = {
        "checkable": sum(one is not Verdict.UNCHECKED for one in verdicts),
        "sentences": len(verdicts),
        "contradicted": verdicts.count(Verdict.CONTRADICTED),
        "partly": verdicts.count(Verdict.PARTLY),
        "nothing": verdicts.count(Verdict.NOT_SAID),
        "supported": verdicts.count(Verdict.SUPPORTED),
    }
    return [
        UserText(
            "{checkable} of {sentences} sentences can be checked; {contradicted} contradicted, {partly} partly "
            "supported, {nothing} with nothing found, {supported} supported.",
            **{key: f"{count:,}" for key, count in told.items()},
        )
    ]


def _unread(unread: Iterable[UnreadFile]) -> Iterator[str]:
    for one in unread:
        yield UserText("{file}: {reason}", file=shown_name(one.file), reason=one.reason)


def _notes(items: Iterable[EvidenceItem]) -> Iterator[str]:
    """Yield what could not be looked at of the files of some items, each once."""
    noted = dict.fromkeys((source.file, source.note) for item in items for source in item.sources if source.note)
    for file, note in noted:
        yield UserText("{file}: {reason}", file=shown_name(file), reason=note)
