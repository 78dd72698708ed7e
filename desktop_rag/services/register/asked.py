"""What a model finds beside the rules of the register: each fact has to stand in the text, and our rules read it.

The model names words and their sentence. Days, amounts and numbers are read from those words as the rules read them, so
a value that the text does not have is none. What a model said of a text is kept in the library and not asked again.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from desktop_rag.core.errors import UserError
from desktop_rag.core.instrumentation import current_token
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.parallel import run_parallel
from desktop_rag.core.payloads import LLMPayload
from desktop_rag.core.results.register import FactKind
from desktop_rag.evidence.units import UnitSpan, stems
from desktop_rag.llms.base import LLM
from desktop_rag.llms.types import ChatOptions
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA, framed, on_one_line
from desktop_rag.services.answers.endings import is_cut, is_filtered
from desktop_rag.services.register import names
from desktop_rag.services.register.amounts import Money
from desktop_rag.services.register.deadlines import is_timed
from desktop_rag.services.register.found import Found
from desktop_rag.services.register.labels import about
from desktop_rag.storage.sqlite.review import CellKey, ReviewCells
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.dates import written_dates

VERSION = "1"
"""Of the question as it is put: what another one brought is asked again."""
_ASK = (
    "You list facts for a register of documents: dates, deadlines, amounts of money, parties, postal addresses, and "
    "numbers of documents or things. The text below is from one document. " + PASSAGES_ARE_DATA + "\n"
    "Reply with JSON and nothing else: "
    '{"facts": [{"kind": "deadline", "written": "…", "about": "…", "sentence": "…"}]}\n'
    "“kind” is one of date, deadline, amount, party, address, number. “written” are the words of the fact as they "
    "stand in the text, and no more. “about” says in a few words of the text what it is the date, amount or number "
    "of, or which role a party has. “sentence” is the whole sentence or row, word for word. A deadline that depends on "
    "something (“30 days after delivery”) is given as written: compute nothing. Where there are none, reply with "
    '{"facts": []}.'
)
_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": [kind.value for kind in FactKind]},
                    "written": {"type": "string"},
                    "about": {"type": "string"},
                    "sentence": {"type": "string"},
                },
                "required": ["kind", "written", "about", "sentence"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["facts"],
    "additionalProperties": False,
}
_FENCE = re.compile(r"\A\s*```\w*\s*\n(.*)\n```\s*\Z", re.DOTALL)
_PART = 4_000  # characters of a text that are asked for at a time
_MOST_FACTS = 200  # of a reply
_LONGEST_WRITTEN, _LONGEST_ABOUT = 200, 80  # characters
_LONGEST_KEPT = 500_000  # bytes: whatever is longer than a megabyte makes a library look damaged
_SAME = 0.6  # of the words of the sentence a model names must stand in the one its fact is found in
_KINDS = {kind.value: kind for kind in FactKind}
QUESTION_TOKENS, REPLY_TOKENS = 300, 250  # of the question, and about those of a reply


@dataclass(frozen=True, slots=True)
class NamedFact:
    """A fact as a model named it."""

    kind: FactKind
    written: str
    about: str
    sentence: str


@dataclass(slots=True)
class ReadCounts:
    """The parts of texts that a model was to read, those it answered, and the facts it named that stand nowhere."""

    parts: int = 0
    answered: int = 0
    refused: int = 0
    asked: int = 0  # in this run; others were known
    sent: int = 0
    received: int = 0


@dataclass(slots=True)
class FactReader:
    """Asks a model about the texts of a library, and keeps what it says; without ``llm`` only what is known is read."""

    storage: StorageContext
    key: str
    llm: LLM | None = None
    at_once: int = 1
    counts: ReadCounts = field(default_factory=ReadCounts)

    def replies(self, file: str, title: str, texts: Iterable[str]) -> dict[str, tuple[NamedFact, ...]]:
        """Return what the model says of each part of a file's texts, those left out that it could not be asked of.

        Raises:
            UserError: the model cannot be asked, and has not answered anything before.
            CancelledError: stopped.

        """
        cells = ReviewCells(self.storage.connection)
        content = cells.contents(file)
        if content is None:  # it was forgotten meanwhile
            return {}
        parts = list(dict.fromkeys(part for text in texts for _, part in parts_of(text)))
        known = cells.cells(content, self.key)
        found = {part: said for part in parts if (said := parsed(known.get(_question(part), ""))) is not None}
        self.counts.parts += len(parts)
        self.counts.answered += len(found)
        left = [part for part in parts if part not in found] if self.llm is not None else []
        for start in range(0, len(left), self.at_once):
            current_token().raise_if_cancelled()
            found |= self._asked(content, title, left[start : start + self.at_once])
        return found

    def _asked(self, content: CellKey, title: str, parts: Sequence[str]) -> dict[str, tuple[NamedFact, ...]]:
        """Ask the model about some parts at once; each answer is kept."""
        llm, counts = self.llm, self.counts
        if llm is None:
            return {}

        def reply(part: str) -> str | UserError:
            messages = request(title, part)
            try:
                answer = llm.chat(messages, options=ChatOptions(json_schema=_SCHEMA, thinks=False))
            except UserError as error:
                return error
            text, ended = answer.message.content, [LLMPayload(finish_reason=answer.finish_reason)]
            counts.sent += answer.usage.prompt_tokens or llm.count_tokens(messages)
            counts.received += answer.usage.completion_tokens or llm.tokenizer.count(text)
            return "" if not answer.finish_reason or is_cut(ended) or is_filtered(ended) else text

        found: dict[str, tuple[NamedFact, ...]] = {}
        replies = run_parallel(reply, parts, max_workers=self.at_once)
        for part, one in zip(parts, replies, strict=True):
            if isinstance(one, UserError):
                if not counts.answered:
                    raise one
                continue
            counts.asked += 1
            said = parsed(one)
            if said is None or len(one.encode("utf-8", "surrogatepass")) > _LONGEST_KEPT:
                continue
            counts.answered += 1
            found[part] = said
            with self.storage.transaction():
                ReviewCells(self.storage.connection).put_cell(content, _question(part), self.key, one)
        return found

    def facts(
        self, replies: Mapping[str, Sequence[NamedFact]], text: str, units: Sequence[UnitSpan], yen: str
    ) -> Iterator[Found]:
        """Yield the facts of a page that stand in it; the others are counted."""
        for begin, part in parts_of(text):
            for named in replies.get(part, ()):
                found = located(named, text, (begin, begin + len(part)), units, yen)
                if found is None:
                    self.counts.refused += 1
                else:
                    yield found


def parts_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a text that are asked about, with their places: whole lines, as many as there is room for."""
    start = end = 0
    for line in text.splitlines(keepends=True):
        if end > start and end + len(line) - start > _PART:
            yield start, text[start:end]
            start = end
        end += len(line)
        while end - start > _PART:
            yield start, text[start : start + _PART]
            start += _PART
    if text[start:end].strip():
        yield start, text[start:end]


def request(title: str, part: str) -> list[ChatMessage]:
    """Return what a model is asked about a part of a document."""
    return [
        ChatMessage(MessageRole.SYSTEM, _ASK),
        ChatMessage(MessageRole.USER, f"Document: {on_one_line(title)}\n\n{framed(part)}"),
    ]


def parsed(text: str) -> tuple[NamedFact, ...] | None:
    """Return the facts of a reply, () for none; None for another form: nothing is repaired."""
    fenced = _FENCE.match(text)
    try:
        reply = json.loads(fenced[1] if fenced else text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(reply, dict) or not isinstance(reply.get("facts"), list):
        return None
    return tuple(
        NamedFact(kind, str(one.get("written", "")), str(one.get("about", "")), str(one.get("sentence", "")))
        for one in reply["facts"][:_MOST_FACTS]
        if isinstance(one, dict) and (kind := _KINDS.get(str(one.get("kind", "")))) is not None
    )


def located(named: NamedFact, text: str, within: tuple[int, int], units: Sequence[UnitSpan], yen: str) -> Found | None:
    """Return a fact where its words stand in the sentence that the model means, None where they do not."""
    written = named.written.split()
    if not written or len(named.written) > _LONGEST_WRITTEN:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, written)), re.IGNORECASE)
    wanted = stems(named.sentence)
    best: tuple[float, int, int, UnitSpan] | None = None
    for match in pattern.finditer(text, *within):
        if _is_in_word(text, *match.span()):
            continue
        unit = next((one for one in units if one.start <= match.start() and match.end() <= one.end), None)
        if unit is None:
            continue
        share = len(wanted & stems(text[unit.start : unit.end])) / len(wanted) if wanted else 0.0
        if share >= _SAME and (best is None or share > best[0]):
            best = share, *match.span(), unit
    if best is None:
        return None
    _, start, end, unit = best
    said = " ".join(named.about.split())[:_LONGEST_ABOUT]
    subject = said if stems(said) and stems(said) <= stems(text[unit.start : unit.end]) else about(text, unit, start)
    return _read(named.kind, text, start, end, subject, yen)


def _read(kind: FactKind, text: str, start: int, end: int, subject: str, yen: str) -> Found | None:
    """Return a fact as the rules read its words, None where they say nothing of the kind."""
    said = text[start:end]
    dates = [one.moved(start) for one in written_dates(said)]
    if kind is FactKind.DATE:
        return Found(kind, dates[0].start, dates[0].end, "", subject, "", dates[0], by_model=True) if dates else None
    if kind is FactKind.DEADLINE:
        is_one = len(dates) == 1 or (not dates and is_timed(said))
        return Found(kind, start, end, "", subject, "", dates[0] if dates else None, by_model=True) if is_one else None
    if kind is FactKind.AMOUNT:
        amount = next(Money(yen).amounts(text, start, end, bare=True), None)
        if amount is None:
            return None
        return Found(kind, amount.start, amount.end, amount.value, subject, amount.currency, by_model=True)
    if kind is FactKind.PARTY:
        one = names.named_party(subject, start, said)
    elif kind is FactKind.NUMBER:
        one = names.named_number(subject, start, said)
    else:
        one = names.named_address(subject, start, said)
    return Found(kind, one.start, one.end, one.value, one.about, by_model=True) if one is not None else None


def _is_in_word(text: str, start: int, end: int) -> bool:
    """Return True if a place begins or ends within a word or number: 50 in 950."""
    return any(
        0 < at < len(text) and text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isalnum()
        for at in (start, end)
    )


def _question(part: str) -> bytes:
    return hashlib.blake2b(f"register/{VERSION}\n{part}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
