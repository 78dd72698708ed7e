"""Cells with a model: it names the value, and we choose and check the sentence that has it.

A value that no sentence of the document has is none, and neither is one of an answer that was cut.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.payloads import LLMPayload
from desktop_rag.core.results.answers import Usage, Verdict
from desktop_rag.core.results.review import Cell, CellPlace, CellState, ColumnType, ReviewColumn
from desktop_rag.core.schema import NodeWithScore
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.units import stems
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import ChatOptions
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA, framed, on_one_line
from desktop_rag.rerankers.judge import Judges
from desktop_rag.services.answers.endings import is_cut, is_filtered
from desktop_rag.services.register.documents import Page
from desktop_rag.services.review.quoted import NO, YES, RankedPlace, choice_named, denies
from desktop_rag.services.review.values import DocumentValues, Statement

VERSION = "3"
"""Of the question as it is put, and of what becomes of the reply: cells that another one brought are asked again."""
_ASK = (
    "You fill one cell of a table. The passages below are from one document. "
    + PASSAGES_ARE_DATA
    + "Answer the question from these passages alone.\n"
    "Reply with JSON and nothing else: "
    '{"stated": true, "values": [{"value": "…", "quotation": "…"}]}\n'
    "“quotation” is the sentence or row of a passage that has the value, word for word. Give one value; give two only "
    "where the document contradicts itself. Where the passages do not state it, reply with "
    '{"stated": false, "values": []}.'
)
_FORMS = {
    ColumnType.TEXT: "“value”: a few words, as they are written in the document",
    ColumnType.YES_NO: "“value”: yes or no",
    ColumnType.NUMBER: "“value”: a number with its unit, as they are written in the document",
    ColumnType.DATE: "“value”: a date as YYYY-MM-DD",
    ColumnType.MONEY: "“value”: an amount with its currency, as they are written in the document",
    ColumnType.PARTY: "“value”: a name as it is written in the document",
    ColumnType.CHOICE: "“value”: one of these, word for word:",
}
_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "stated": {"type": "boolean"},
        "values": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"value": {"type": "string"}, "quotation": {"type": "string"}},
                "required": ["value", "quotation"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["stated", "values"],
    "additionalProperties": False,
}
_FENCE = re.compile(r"\A\s*```\w*\s*\n(.*)\n```\s*\Z", re.DOTALL)
_CUT = UserText("The model's answer was cut off.")
_FILTERED = UserText("The provider's filter ended the model's answer.")
_FORM = UserText("The model did not answer in the required form.")
_SAID = 0.6  # of the words of a text must stand in the sentence that it rests on
_ANSWERS = -2.0  # log odds of a sentence that answers with yes, no or a choice
_MOST_VALUES = 4
_YES = frozenset("yes ja はい 是 有 true oui sí".split())
_NO = frozenset("no nein いいえ 否 不 没有 false non".split())


@dataclass(frozen=True, slots=True)
class _Said:
    """What a model said of a cell: a value with the sentence it took it from."""

    value: str
    quotation: str


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to the question of a cell, and the tokens it took; ``cell`` is the failed one where it is of no use.

    ``text`` is all that came, for servers that count no tokens.
    """

    cell: Cell | None = None
    said: tuple[_Said, ...] = ()
    usage: Usage = field(default_factory=Usage)
    text: str = ""


def request(column: ReviewColumn, title: str, nodes: Sequence[NodeWithScore]) -> list[ChatMessage]:
    """Return what a model is asked for a cell: the question, what a person who labels would be told, the passages."""
    lines = [f"Document: {on_one_line(title)}", f"Question: {column.asked}"]
    if column.question and column.name != column.question:
        lines.append(f"Column: {column.name}")
    if column.instructions:
        lines.append(f"Instructions: {column.instructions}")
    lines += [f"Example: {example}" for example in column.examples]
    lines.append(_FORMS[column.type])
    lines += [f"- {choice}" for choice in column.choices]
    if column.unit:
        lines.append(f"Unit: {column.unit}")
    passages = "\n".join(framed(found.node.text) for found in nodes)
    return [
        ChatMessage(MessageRole.SYSTEM, _ASK),
        ChatMessage(MessageRole.USER, "\n".join(lines) + f"\n\n{passages}"),
    ]


def ask(llm: LLM, messages: Sequence[ChatMessage]) -> Reply:
    """Return what a model replies; of an answer that was cut, or has another form, the failed cell.

    Raises:
        UserError: the model cannot be asked.

    """
    answer = llm.chat(messages, options=ChatOptions(json_schema=_SCHEMA, thinks=False))
    text, ended = answer.message.content, [LLMPayload(finish_reason=answer.finish_reason)]
    for is_so, reason in ((is_cut, _CUT), (is_filtered, _FILTERED)):
        if is_so(ended) or (reason is _CUT and not answer.finish_reason):
            return Reply(Cell(CellState.FAILED, reason=reason), (), answer.usage, text)
    said = _parsed(text)
    if said is None:
        return Reply(Cell(CellState.FAILED, reason=_FORM), (), answer.usage, text)
    return Reply(None, said, answer.usage, text)


def _parsed(text: str) -> tuple[_Said, ...] | None:
    """Return the values of a reply, () for none; None for another form: nothing is repaired."""
    fenced = _FENCE.match(text)
    try:
        reply = json.loads(fenced[1] if fenced else text)
    except ValueError:
        return None
    if not isinstance(reply, dict) or not isinstance(reply.get("values", []), list):
        return None
    if reply.get("stated") is False:
        return ()
    found = [one for one in reply.get("values", []) if isinstance(one, dict) and str(one.get("value", "")).strip()]
    said = tuple(_Said(str(one["value"]).strip(), str(one.get("quotation", ""))) for one in found[:_MOST_VALUES])
    return said or None


class AskedCells:
    """Turns the replies of a model into the cells of one document."""

    def __init__(
        self,
        values: DocumentValues,
        title: str,
        judge: Judges | None,
        closest: Callable[[str], Sequence[RankedPlace]],
    ) -> None:
        self._values = values
        self._title = title
        self._judge = judge
        self._closest = closest

    def cell(self, column: ReviewColumn, reply: Reply) -> Cell:
        """Return the cell of a reply."""
        if reply.cell is not None:
            return reply.cell
        if not reply.said:
            ranked = self._closest(column.asked)
            return Cell(CellState.NOT_STATED, "", tuple(one.place for one in ranked[:1]), Verdict.NOT_SAID)
        found = [one for said in reply.said if (one := self._checked(column, said)) is not None]
        if not found:
            reason = UserText("The model's value “{value}” stands in no sentence.", value=reply.said[0].value)
            return Cell(CellState.FAILED, reason=reason)
        values = list(dict.fromkeys(cell.value for cell in found))
        if len(values) == 1:
            return found[0]
        places = tuple(place for cell in found for place in cell.places)
        return Cell(CellState.DISAGREES, " | ".join(values), places, Verdict.CONTRADICTED)

    def _checked(self, column: ReviewColumn, said: _Said) -> Cell | None:
        """Return the cell of a value that stands in a sentence, None for another one."""
        if column.type in (ColumnType.YES_NO, ColumnType.CHOICE):
            return self._answered(column, said)
        quoted = stems(said.quotation)
        candidates = self._having(column, said)
        if not candidates:
            return None
        best = max(candidates, key=lambda one: len(quoted & stems(one.quote)) / max(1, len(stems(one.quote))))
        return Cell(CellState.FOUND, best.value, (best,), self._verdict(column, best))

    def _having(self, column: ReviewColumn, said: _Said) -> list[CellPlace]:
        """Return the places of a document that state a value."""
        if column.type is ColumnType.TEXT:
            return self._with_words(said.value)
        wanted = {said.value, *canonical(said.value, column)}
        stating = [one for one in self._values.of(column) if not wanted.isdisjoint(one.value.split(" / "))]
        if not stating and column.type in (ColumnType.MONEY, ColumnType.NUMBER):
            stating = self._with_figures(column, said)
        if column.type is ColumnType.PARTY:
            return [_place(one, said.value) for one in stating] or self._with_words(said.value)
        return [_place(one, one.value) for one in stating]

    def _with_figures(self, column: ReviewColumn, said: _Said) -> list[Statement]:
        """Return the statements in the sentence that a model quotes which are written with its figures.

        It says “1,242,408” of a row whose table is in thousands of dollars: the scale and the currency stand elsewhere.
        And it knows without a label that “Diluted earnings per share increased to $24.01” tells an amount per share.
        """
        figures = {base for one in quantities(said.value) for base in one.bases}
        quoted = stems(said.quotation)
        return [
            one
            for one in self._values.of(column, is_label_needed=False)
            if any(not figures.isdisjoint(other.bases) for other in quantities(one.written))
            and len(quoted & stems(one.sentence)) >= _SAID * max(1, len(quoted))
        ]

    def _with_words(self, value: str) -> list[CellPlace]:
        """Return the units that have the words of a value, or most of them where none has them as they are."""
        plain = "".join(value.casefold().split())
        units = [(page, unit, page.text[unit.start : unit.end]) for page, unit in self._values.units]
        found = [one for one in units if plain in "".join(one[2].casefold().split())]
        words = stems(value)
        if not found and words:
            found = [one for one in units if len(words & stems(one[2])) >= _SAID * len(words)]
        return [CellPlace(page.number, page.label, unit.start, unit.end, text, value) for page, unit, text in found]

    def _answered(self, column: ReviewColumn, said: _Said) -> Cell | None:
        """Return the cell of yes, no or a choice: the sentence is the one that the model means, if it answers."""
        value = _yes_or_no(said.value) if column.type is ColumnType.YES_NO else choice_named(column.choices, said.value)
        places = self._with_words(said.quotation) if said.quotation.strip() else []
        if not places:
            places = [one.place for one in self._closest(column.asked)[:1] if one.answers >= _ANSWERS]
        if not value or not places:
            return None
        place = replace(places[0], value=value)
        verdict = self._verdict(column, place)
        if column.type is ColumnType.YES_NO and (value == NO) != denies(place.quote, column.asked):
            verdict = Verdict.PARTLY if verdict is Verdict.SUPPORTED else verdict
        return Cell(CellState.FOUND, value, (place,), verdict)

    def _verdict(self, column: ReviewColumn, place: CellPlace) -> Verdict:
        """Return whether the sentence answers the question, as the judge reads it."""
        if self._judge is None:
            return Verdict.SUPPORTED
        odds = float(self._judge.answers([(column.asked, [self._title, place.quote])])[0])
        return Verdict.SUPPORTED if odds >= _ANSWERS else Verdict.PARTLY


def canonical(value: str, column: ReviewColumn) -> list[str]:
    """Return the forms in which a value is compared: £950 is 950 GBP, “two months” is 2 months."""
    page = Page(1, "", value)
    return [part for one in DocumentValues("", [page], "").of(column) for part in one.value.split(" / ")]


def _yes_or_no(value: str) -> str:
    word = value.strip(" .。!").casefold()
    return YES if word in _YES else NO if word in _NO else ""


def _place(one: Statement, value: str) -> CellPlace:
    return CellPlace(one.page.number, one.page.label, one.first, one.last, one.sentence, value)
