"""Makes the document to be exported of an answer or a conversation."""

import datetime as dt
from collections.abc import Callable, Sequence

from desktop_rag.citations.quoted_places import cited_source, quoted_places
from desktop_rag.citations.tagged_markers import TaggedMarker
from desktop_rag.core.results.answers import Answer, AnswerState, CheckedSentence, Citation, Source, Verdict
from desktop_rag.core.results.conversations import ConversationInfo, Turn
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.services.exports.answer_blocks import answer_blocks
from desktop_rag.services.exports.document import (
    Block,
    Exchange,
    ExportDocument,
    Paragraph,
    Quotation,
    Reference,
    Run,
    one_line,
)
from desktop_rag.services.exports.words import labels
from desktop_rag.services.sources import source_place

_VERDICTS = {
    Verdict.SUPPORTED: UserText("Supported."),
    Verdict.PARTLY: UserText("Partly supported."),
    Verdict.CONTRADICTED: UserText("Contradicted."),
    Verdict.NOT_SAID: UserText("Nothing found."),
}
_QUOTATIONS = UserText("Quotations from the documents; no model wrote this answer.")
_STOPPED = UserText("The answer was stopped. This is the part received until then.")
_FAILED = UserText("The answer was interrupted. This is the part received until then.")
_NO_ANSWER = UserText("There is no answer to this question.")
_PASSAGES = UserText("The passages that fit best:")


def answer_document(
    answer: Answer,
    library: str,
    asked: float | None = None,
    *,
    say: Say = str,
    full_paths: bool = False,
    with_references: bool = True,
) -> ExportDocument:
    """Return one answer as a document; ``asked`` is in seconds since 1970, ``say`` words what is not the answer's."""
    turn = Turn(answer.question, answer, asked or 0.0)
    exchange = _Builder(say, top=2, full_paths=full_paths, with_references=with_references).exchange(turn)
    facts = (_library(library, say), *exchange.facts)
    return ExportDocument(one_line(answer.question), facts, (exchange,), exchange.labels)


def conversation_document(
    info: ConversationInfo, turns: Sequence[Turn], *, say: Say = str, full_paths: bool = False
) -> ExportDocument:
    """Return a conversation as a document, its references numbered from beginning to end."""
    builder = _Builder(say, top=3, full_paths=full_paths)
    exchanges = tuple(builder.exchange(turn) for turn in turns)
    facts = [_library(info.index_name, say)]
    models = list(dict.fromkeys(one_line(turn.answer.model) for turn in turns if turn.answer and turn.answer.model))
    if models:
        several = UserText("Models: {names}", names=", ".join(models))
        facts.append(say(several if models[1:] else UserText("Model: {name}", name=models[0])))
    days = list(dict.fromkeys(_day(time) for time in (turns[0].asked_at, turns[-1].asked_at) if time)) if turns else []
    facts.append(" – ".join(days) or _day(info.updated))
    title = one_line(info.title) or say(UserText("Conversation"))
    return ExportDocument(title, tuple(facts), exchanges, labels(say))


def _library(name: str, say: Say) -> str:
    return say(UserText("Library: {name}", name=one_line(name)))


class _Builder:
    """Turns answers into exchanges, with headings from level ``top`` on, and numbers their references."""

    def __init__(self, say: Say, *, top: int, full_paths: bool, with_references: bool = True) -> None:
        self._say = say
        self._labels = labels(say)
        self._top = top
        self._full_paths = full_paths
        self._with_references = with_references
        self._numbered = 0

    def exchange(self, turn: Turn) -> Exchange:
        """Return a question with its answer."""
        answer = turn.answer
        facts = [_minute(turn.asked_at)] if turn.asked_at else []
        if answer is None:
            notices = (self._say(_NO_ANSWER),)
            return Exchange(turn.question.strip(), tuple(facts), notices, (), (), self._labels, has_doubts=False)
        if answer.model:
            facts.append(one_line(answer.model))
        references: list[Reference] = []

        def note(marker: TaggedMarker) -> int | None:
            if not self._with_references:
                return None
            self._numbered += 1
            references.append(self._reference(self._numbered, marker, answer))
            return self._numbered

        blocks = self._passages(answer) if answer.is_passage_list else self._blocks(answer, note)
        return Exchange(
            turn.question.strip(),
            tuple(facts),
            tuple(one_line(self._say(notice)) for notice in _notices(answer)),
            blocks,
            tuple(references),
            self._labels,
            has_doubts=any(one.unsupported for one in answer.sentences),
        )

    def _blocks(self, answer: Answer, note: Callable[[TaggedMarker], int | None]) -> tuple[Block, ...]:
        places = quoted_places(answer, self._place) if self._with_references else ()
        doubt = _VERDICTS[Verdict.NOT_SAID]
        return answer_blocks(answer, self._top, places, note, lambda reason: self._say(reason or doubt))

    def _reference(self, number: int, marker: TaggedMarker, answer: Answer) -> Reference:
        source = next(one for one in answer.sources if one.rank == marker.number)
        citation = answer.citations[marker.citation] if marker.citation >= 0 else None
        place = self._place(cited_source(source, citation) if citation else source)
        if citation is not None and answer.extractive:
            return Reference(number, place, "", "", place)  # the quotation itself stands above
        if citation is None or not (words := one_line(citation.quote)):
            return Reference(number, place, "", "", self._say(UserText("See {place}.", place=place)))
        quote = self._say(UserText("“{text}”", text=words))
        verdict = one_line(" ".join(map(self._say, _verdict(citation, answer.sentences))))
        return Reference(number, place, quote, verdict, f"{place}: {quote} {verdict}".rstrip())

    def _place(self, source: Source) -> str:
        """Return “report.pdf, page 3”; with full paths, where the file lies."""
        return one_line(source_place(source, self._say, full_path=self._full_paths))

    def _passages(self, answer: Answer) -> tuple[Block, ...]:
        """Return the passages that stand in place of an answer."""
        blocks: list[Block] = [Paragraph((Run(self._say(_PASSAGES)),))]
        for source in answer.sources:
            blocks.append(Paragraph((Run(f"{source.rank}. {self._place(source)}", bold=True),)))
            blocks.append(Quotation((Paragraph((Run(one_line(answer.shown_of(source))),)),)))
        return tuple(blocks)


def _verdict(citation: Citation, sentences: Sequence[CheckedSentence]) -> tuple[str, ...]:
    """Return what checking the cited sentence found, and the reasons; nothing where it was not checked."""
    overlapping = (one for one in sentences if one.start < citation.answer_end and citation.answer_start < one.end)
    found = next(overlapping, None)
    if found is None or found.verdict not in _VERDICTS:
        return ()
    reasons = () if found.verdict is Verdict.SUPPORTED else found.reasons
    return _VERDICTS[found.verdict], *reasons


def _notices(answer: Answer) -> tuple[str, ...]:
    """Return what to know before reading an answer."""
    ended = {AnswerState.STOPPED: _STOPPED, AnswerState.FAILED: _FAILED}.get(answer.state, "")
    notices = (
        ended if answer.text else "",
        _QUOTATIONS if answer.extractive and answer.citations else "",
        answer.notice,
        answer.missing,
    )
    empty = "" if answer.text or answer.is_passage_list or answer.notice else _NO_ANSWER
    return tuple(notice for notice in (*notices, empty) if notice)


def _day(time: float) -> str:
    return dt.datetime.fromtimestamp(time, dt.UTC).astimezone().strftime("%Y-%m-%d")


def _minute(time: float) -> str:
    return dt.datetime.fromtimestamp(time, dt.UTC).astimezone().strftime("%Y-%m-%d %H:%M")
