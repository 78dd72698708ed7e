"""A summary of differences by a model: for each point a sentence on either side, checked against that side alone."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from desktop_rag.citations.align import align
from desktop_rag.core.errors import UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.results.answers import CheckedSentence, Verdict
from desktop_rag.core.results.comparison import (
    Comparison,
    ComparisonSummary,
    Difference,
    DifferenceKind,
    Side,
    Statement,
    SummaryPoint,
)
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import ChatOptions
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA, framed, on_one_line
from desktop_rag.rerankers.judge import Judges

_ASK = (
    "You summarise how a document changed. Below are numbered differences, each with the passage before, the passage "
    "after, or both. " + PASSAGES_ARE_DATA + "Choose those that matter to a reader, at most {most}: amounts, dates, "
    "parties, duties, what is new or gone. Leave out mere wording.\n"
    "Reply with JSON and nothing else: "
    '{{"points": [{{"difference": 1, "before": "…", "after": "…"}}]}}\n'
    "“before” is one whole sentence that states what the passage before says, “after” one that states what the passage "
    "after says; leave one empty where there is no such passage. Say nothing that the passage does not say. Write in "
    "the language of the passages."
)
_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "points": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "difference": {"type": "integer"},
                    "before": {"type": "string"},
                    "after": {"type": "string"},
                },
                "required": ["difference", "before", "after"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["points"],
    "additionalProperties": False,
}
_MOST_POINTS = 8
_LONGEST_SIDE = 800  # characters of a side that the model is shown
_LETTERS_PER_TOKEN = 2.0  # of the shown text, low enough for Japanese and Chinese beside the JSON around it
_SHARE = 0.5  # of the model's context that differences may take
_TELLING = (DifferenceKind.CHANGED, DifferenceKind.NEW, DifferenceKind.GONE, DifferenceKind.MOVED)
_FENCE = re.compile(r"\A\s*```\w*\s*\n(.*)\n```\s*\Z", re.DOTALL)
_WORST = (Verdict.CONTRADICTED, Verdict.NOT_SAID, Verdict.PARTLY, Verdict.UNCHECKED, Verdict.SUPPORTED)


def summarised(
    llm: LLM, found: Comparison, embed_model: BaseEmbedding | None, judge: Judges | None
) -> ComparisonSummary:
    """Ask a model for a summary; a point is left out where one of its sides does not say what is claimed of it.

    Raises:
        UserError: the model cannot be asked, or its reply has another form.

    """
    telling = [one for one in found.differences if one.kind in _TELLING and (one.is_changed or not _has_both(one))]
    shown = list(_shown(telling, int(llm.metadata.context_window * _SHARE * _LETTERS_PER_TOKEN)))
    if not shown:
        return ComparisonSummary(())
    messages = [
        ChatMessage(MessageRole.SYSTEM, _ASK.format(most=_MOST_POINTS)),
        ChatMessage(MessageRole.USER, "\n\n".join(text for _, text in shown)),
    ]
    answer = llm.chat(messages, options=ChatOptions(json_schema=_SCHEMA, thinks=False))
    asked = {one.number: one for one, _ in shown}
    points: list[SummaryPoint] = []
    left_out = 0
    for number, before, after in _parsed(answer.message.content):
        point = _checked(asked.get(number), before, after, embed_model, judge)
        if point is None:
            left_out += 1
        elif len(points) < _MOST_POINTS:
            points.append(point)
    return ComparisonSummary(tuple(points), left_out, len(shown), len(telling))


def _has_both(one: Difference) -> bool:
    return one.before is not None and one.after is not None


def _shown(differences: Sequence[Difference], most: int) -> Iterator[tuple[Difference, str]]:
    """Yield differences with the text that the model is shown of each, as long as there is room."""
    for one in differences:
        about = " · ".join(on_one_line(name) for name in (one.row, one.column) if name)
        lines = [f"Difference {one.number}: {one.kind.value} {one.part.value}{f' ({about})' if about else ''}"]
        for name, side in (("Before", one.before), ("After", one.after)):
            if side is not None:
                lines.append(f"{name}:\n{framed(side.text[:_LONGEST_SIDE])}")
        text = "\n".join(lines)
        most -= len(text)
        if most < 0:
            return
        yield one, text


def _parsed(reply: str) -> Iterator[tuple[int, str, str]]:
    """Yield the difference and the sentences of each point of a reply.

    Raises:
        UserError: it has another form; nothing is repaired.

    """
    fenced = _FENCE.match(reply)
    try:
        points = json.loads(fenced[1] if fenced else reply)["points"]
        found = [(int(one["difference"]), str(one["before"]), str(one["after"])) for one in points]
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        raise UserError(UserText("The model did not answer in the required form."), "Try again.") from error
    yield from found


def _checked(
    one: Difference | None, before: str, after: str, embed_model: BaseEmbedding | None, judge: Judges | None
) -> SummaryPoint | None:
    """Return a point with both sentences checked; None where a side is not there, or does not say its sentence."""
    if one is None:
        return None
    statements: list[Statement | None] = []
    for said, side in ((before, one.before), (after, one.after)):
        text = " ".join(said.split())
        if side is None and text:
            return None  # nothing says it
        statement = _statement(one, text, side, embed_model, judge) if side is not None and text else None
        if statement is not None and statement.verdict.is_refused:
            return None
        statements.append(statement)
    return SummaryPoint(one.number, *statements) if any(statements) else None


def _statement(
    one: Difference, text: str, side: Side, embed_model: BaseEmbedding | None, judge: Judges | None
) -> Statement:
    """Return a sentence with the verdict of its side, as the sentences of answers have one."""
    # a cell alone says nothing: what its row and its column are called belongs to it
    names = ", ".join(name for name in (one.row, one.column) if name)
    source = side.source(f"{names}: {side.text}" if names else side.text)
    aligned = align(f"{text} [{source.rank}]", (source,), embed_model, judge)  # as models name their passages
    nothing = CheckedSentence(0, 0, Verdict.NOT_SAID)
    worst = min(aligned.sentences, key=lambda each: _WORST.index(each.verdict), default=nothing)
    return Statement(text, side, worst.verdict, worst.reasons)
