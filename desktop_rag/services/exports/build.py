"""Makes the document to be exported of an answer or a conversation, and an answer as it is copied.

A copy is a text and a web page, with numbered references or without.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from desktop_rag.citations.quoted_places import QuotedPlace, cited_source, parts_at, quoted_places
from desktop_rag.citations.tagged_markers import (
    FIRST_NUMBER,
    MARK_CLOSE,
    MARK_OPEN,
    TAG,
    SupportMark,
    TaggedMarker,
    marker_of,
    marks_of,
    tagged_markdown,
    untagged,
    untagged_address,
)
from desktop_rag.core.results.answers import Answer, AnswerState, CheckedSentence, Citation, Source, Verdict
from desktop_rag.core.results.conversations import ConversationInfo, Turn
from desktop_rag.core.user_text import Say, UserText
from desktop_rag.services.exports.document import (
    Block,
    CodeBlock,
    Exchange,
    ExportDocument,
    Heading,
    Inline,
    Inlines,
    ItemList,
    LineBreak,
    NoteMark,
    Paragraph,
    Quotation,
    QuotedFrom,
    Reference,
    Rule,
    Run,
    Table,
    labels,
    one_line,
    writable,
)
from desktop_rag.services.exports.html_writer import answer_html
from desktop_rag.services.exports.text_writer import write_markdown_answer, write_plain_answer
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
_STAND_IN = re.compile(f"([{TAG}{MARK_OPEN}{MARK_CLOSE}])(.)", re.DOTALL)
_MARK = re.compile(f"[{MARK_OPEN}{MARK_CLOSE}].", re.DOTALL)
_SCHEMES = ("http://", "https://", "mailto:")
LinkOf = Callable[[Source, str], str]
"""Returns the link to words of a source, "" where there is none."""
_OWN_LINK = re.compile(r"<a [^>]*>([^<]*)</a>")  # the writer makes no others


def _no_link(_source: Source, _quote: str) -> str:
    return ""


def answer_blocks(
    answer: Answer,
    top: int,
    places: Sequence[QuotedPlace],
    note: Callable[[TaggedMarker], int | None],
    doubt: Callable[[str], str],
) -> tuple[Block, ...]:
    """Return the blocks of an answer, whose highest headings become headings of level ``top``.

    ``places`` are the lines above its quotations. ``note`` is called with each citation and returns its reference's
    number, None where it is left out; ``doubt`` words the reason why a sentence lacks support, "" where none is known.
    """
    blocks: list[Block] = []
    for start, end, place in parts_at(places, 0, len(answer.text)):
        blocks += [QuotedFrom(place)] if place else []
        blocks += _part(answer, start, end, top, note, doubt)
    return tuple(blocks)


def _part(
    answer: Answer,
    start: int,
    end: int,
    top: int,
    note: Callable[[TaggedMarker], int | None],
    doubt: Callable[[str], str],
) -> Iterator[Block]:
    """Yield the blocks of a part of an answer."""
    marks = marks_of(answer.text, answer.sentences)
    text, markers = tagged_markdown(answer.text[start:end], answer.sources, answer.citations, start, marks)
    tree = SyntaxTreeNode(_parser().parse(text))
    highest = min((int(node.tag[1]) for node in tree.walk() if node.type == "heading"), default=top)
    yield from _Reader(markers, marks, note, doubt, top - highest).blocks(tree.children)


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


class _Reader:
    """Walks through the tree; a mark that was opened in one node may be closed in another."""

    def __init__(
        self,
        markers: Sequence[TaggedMarker],
        marks: Sequence[SupportMark],
        note: Callable[[TaggedMarker], int | None],
        doubt: Callable[[str], str],
        lower: int,
    ) -> None:
        self._markers = markers
        self._marks = marks
        self._note = note
        self._worded_doubt = doubt
        self._lower = lower
        self._doubt = ""

    def blocks(self, nodes: Iterable[SyntaxTreeNode]) -> Iterator[Block]:
        """Yield the blocks of some nodes."""
        for node in nodes:
            yield from self._block(node)

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:
        match node.type:
            case "heading":
                yield Heading(min(6, int(node.tag[1]) + self._lower), self._inlines(node))
            case "paragraph":
                yield Paragraph(self._inlines(node))
            case "bullet_list" | "ordered_list":
                start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
                yield ItemList(tuple(tuple(self.blocks(item.children)) for item in node.children), start)
            case "blockquote":
                yield Quotation(tuple(self.blocks(node.children)))
            case "fence" | "code_block":
                yield CodeBlock(self._verbatim(node.content).rstrip("\n"))
            case "table":
                rows = [row for part in node.children for row in part.children]
                yield Table(tuple(tuple(self._inlines(cell) for cell in row.children) for row in rows))
            case "hr":
                yield Rule()

    def _inlines(self, node: SyntaxTreeNode) -> Inlines:
        return tuple(_joined(self._parts(node.children, Run(""))))

    def _parts(self, nodes: Iterable[SyntaxTreeNode], look: Run) -> Iterator[Inline]:
        for node in nodes:
            match node.type:
                case "text":
                    yield from self._text(node.content, look)
                case "code_inline":
                    yield replace(look, text=self._verbatim(node.content), code=True, doubt=self._doubt)
                case "softbreak":
                    yield replace(look, text=" ", doubt=self._doubt)
                case "hardbreak":
                    yield LineBreak()
                case "image":
                    yield replace(look, text=self._verbatim(node.content), doubt=self._doubt)
                case "link":
                    yield from self._link(node, look)
                case _:
                    yield from self._parts(node.children, _look(node.type, look))

    def _text(self, text: str, look: Run) -> Iterator[Inline]:
        """Yield words between stand-ins, and the inlines for these."""
        position = 0
        for match in _STAND_IN.finditer(text):
            yield replace(look, text=writable(text[position : match.start()]), doubt=self._doubt)
            position = match.end()
            if match[1] == TAG:
                number = self._note(marker_of(match[2], self._markers))
                if number is not None:
                    yield NoteMark(number)
            else:
                opens = match[1] == MARK_OPEN
                self._doubt = self._worded_doubt(self._marks[ord(match[2]) - FIRST_NUMBER].reason) if opens else ""
        yield replace(look, text=writable(text[position:]), doubt=self._doubt)

    def _link(self, node: SyntaxTreeNode, look: Run) -> Iterator[Inline]:
        parts = list(self._parts(node.children, look))
        yield from parts
        address = untagged_address(str(node.attrs.get("href", "")), self._markers)
        shown = "".join(part.text for part in parts if isinstance(part, Run))
        if address.lower().startswith(_SCHEMES) and address not in (shown, f"mailto:{shown}"):
            yield replace(look, text=f" ({writable(address)})", doubt=self._doubt)

    def _verbatim(self, text: str) -> str:
        """Return code as it was written, without stand-ins."""
        return writable(_MARK.sub("", untagged(text, self._markers)))


def _look(kind: str, look: Run) -> Run:
    """Return the look of an element's content."""
    match kind:
        case "strong":
            return replace(look, bold=True)
        case "em":
            return replace(look, italic=True)
        case "s":
            return replace(look, struck=True)
    return look


def _joined(parts: Iterable[Inline]) -> Iterator[Inline]:
    """Join neighbours of one look, and leave out empty ones."""
    filled = (part for part in parts if not isinstance(part, Run) or part.text)
    for look, together in groupby(filled, _look_of):
        if look is None:
            yield from together
        else:
            yield replace(look, text="".join(part.text for part in together if isinstance(part, Run)))


def _look_of(part: Inline) -> Run | None:
    """Return the look of words without the words, None for another part."""
    return replace(part, text="") if isinstance(part, Run) else None


def answer_document(
    answer: Answer,
    library: str,
    asked: float | None = None,
    *,
    say: Say = str,
    full_paths: bool = False,
    with_references: bool = True,
    link_of: LinkOf = _no_link,
) -> ExportDocument:
    """Return one answer as a document; ``asked`` is in seconds since 1970, ``say`` words the parts around it."""
    turn = Turn(answer.question, answer, asked or 0.0)
    builder = _Builder(say, top=2, full_paths=full_paths, with_references=with_references, link_of=link_of)
    exchange = builder.exchange(turn)
    facts = (_library(library, say), *exchange.facts)
    return ExportDocument(one_line(answer.question), facts, (exchange,), exchange.labels)


def conversation_document(
    info: ConversationInfo,
    turns: Sequence[Turn],
    *,
    say: Say = str,
    full_paths: bool = False,
    link_of: LinkOf = _no_link,
) -> ExportDocument:
    """Return a conversation as a document, its references numbered from beginning to end."""
    builder = _Builder(say, top=3, full_paths=full_paths, link_of=link_of)
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

    def __init__(
        self, say: Say, *, top: int, full_paths: bool, with_references: bool = True, link_of: LinkOf = _no_link
    ) -> None:
        self._say = say
        self._labels = labels(say)
        self._top = top
        self._full_paths = full_paths
        self._with_references = with_references
        self._link_of = link_of
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
        cited = cited_source(source, citation) if citation else source
        place, link = self._place(cited), self._link_of(cited, citation.quote if citation else source.text)
        if citation is not None and answer.extractive:
            return Reference(number, place, "", "", place, link)  # the quotation itself stands above
        if citation is None or not (words := one_line(citation.quote)):
            return Reference(number, place, "", "", self._say(UserText("See {place}.", place=place)), link)
        quote = self._say(UserText("“{text}”", text=words))
        verdict = one_line(" ".join(map(self._say, _verdict(citation, answer.sentences))))
        return Reference(number, place, quote, verdict, f"{place}: {quote} {verdict}".rstrip(), link)

    def _place(self, source: Source) -> str:
        """Return “report.pdf, page 3”; with full paths, where the file lies."""
        return one_line(source_place(source, self._say, full_path=self._full_paths))

    def _passages(self, answer: Answer) -> tuple[Block, ...]:
        """Return the passages that stand in place of an answer."""
        blocks: list[Block] = [Paragraph((Run(self._say(_PASSAGES)),))]
        for source in answer.sources:
            link = self._link_of(source, source.text)
            blocks.append(Paragraph((Run(f"{source.rank}. {self._place(source)}", bold=True, link=link),)))
            blocks.append(Quotation((Paragraph((Run(one_line(answer.shown_of(source))),)),)))
        return tuple(blocks)


def _verdict(citation: Citation, sentences: Sequence[CheckedSentence]) -> tuple[str, ...]:
    """Return the verdict on the cited sentence, and the reasons; empty where it was not checked."""
    overlapping = (one for one in sentences if one.start < citation.answer_end and citation.answer_start < one.end)
    found = next(overlapping, None)
    if found is None or found.verdict not in _VERDICTS:
        return ()
    reasons = () if found.verdict is Verdict.SUPPORTED else found.reasons
    return _VERDICTS[found.verdict], *reasons


def _notices(answer: Answer) -> tuple[str, ...]:
    """Return the notices above an answer."""
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


@dataclass(frozen=True, slots=True)
class AnswerCopy:
    """The clipboard's content; programs take the richer of both formats."""

    text: str
    html: str


def answer_copy(answer: Answer, *, say: Say = str, references: bool = True) -> AnswerCopy:
    """Return an answer's words; with references, unsupported ones are marked. ``say`` words the parts around it."""
    shown = answer if references else replace(answer, sentences=(), notice="", missing="")
    (exchange,) = answer_document(shown, "", say=say, with_references=references).exchanges
    exchange = exchange if references else replace(exchange, notices=())
    page = _OWN_LINK.sub(lambda match: "" if match[1] == "↑" else f"[{match[1]}]", answer_html(exchange))
    return AnswerCopy(write_plain_answer(exchange), page)


def answer_markdown(answer: Answer, *, say: Say = str) -> str:
    """Return an answer as Markdown with footnotes."""
    return write_markdown_answer(answer_document(answer, "", say=say).exchanges[0])
