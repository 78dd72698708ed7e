"""Plain words for the stages behind an answer."""

import json
import re

from PySide6.QtCore import QCoreApplication, QLocale

from desktop_rag.core.file_paths import file_name
from desktop_rag.core.payloads import (
    SELECT,
    EmbeddingPayload,
    FunctionCallPayload,
    LLMPayload,
    RerankingPayload,
    RetrievePayload,
    query_str,
)
from desktop_rag.core.results.answers import TraceEvent
from desktop_rag.gui.chat.step_words import step_line
from desktop_rag.gui.why import answer_trace
from desktop_rag.gui.why.answer_trace import RankedPassage, Stage, TokenBudget
from desktop_rag.gui.widgets import words
from desktop_rag.postprocessor.kinds import POSTPROCESSOR_KINDS
from desktop_rag.readers.formats import is_paged

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOISE = re.compile(r"(Node)?Post[pP]rocessor$|Retriever$")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Why", text)


def seconds(value: float) -> str:
    """Return a time as “1.2 s” or “45 ms”."""
    if value < 0.1:
        return _tr("{count} ms").format(count=round(value * 1000))
    return _tr("{count} s").format(count=QLocale().toString(float(value), "f", 1))


def title(stage: Stage) -> str:
    """Return the name of a stage."""
    event = stage.event
    if event.kind == answer_trace.RETRIEVE:
        return _retriever(RetrievePayload.asked(event.payload).retriever)
    if event.kind == answer_trace.RERANKING:
        told = RerankingPayload.of(event.payload)
        if told.said_of:
            return said(told)
        name = _step(told.postprocessor)
        return name[:1].upper() + name[1:]
    if event.kind == answer_trace.LLM:
        return _tr("Model call {number}").format(number=stage.number)
    if event.kind in ("agent_step", "function_call") and (text := _tool(event)):
        return text
    known = {
        answer_trace.SYNTHESIZE: _tr("Wrote the answer"),
        "query": _tr("Answered a question"),
        "sub_question": _tr("Wrote query variations"),
        "embedding": _tr("Prepared the question for meaning search"),
        "tree": _tr("Summarised"),
        "agent_step": _tr("The agent reasoned"),
    }
    return known.get(event.kind) or event.kind.replace("_", " ").capitalize()


def said(told: RerankingPayload) -> str:
    """Return a text for the person's judgement of an earlier answer, which this step follows."""
    return _tr("You said that this answers it") if told.is_shown else _tr("You said that an earlier answer was wrong")


def _tool(event: TraceEvent) -> str:
    """Return a text for the use of a tool, "" when there was none."""
    if event.kind == "agent_step":
        step = answer_trace.agent_step(event)
        return step_line(step) if step.tool else ""
    call = FunctionCallPayload.of(event.payload)
    if call.function == SELECT:
        return _tr("Chose how to search")
    tool = call.tool
    return _tr("Used the tool {name}").format(name=tool.replace("_", " ")) if tool else _tr("Used a tool")


def line(stage: Stage) -> str:
    """Return the line below a stage's name: what it did and how long it took."""
    event = stage.event
    query = words.excerpt(RerankingPayload.of(event.payload).said_of or query_str(event.payload), 60)
    parts = [
        _tr("failed") if event.error else "",
        _numbers(event),
        seconds(event.seconds),
        query and words.quoted(query),
    ]
    return " · ".join(part for part in parts if part)


def _numbers(event: TraceEvent) -> str:
    if event.kind == answer_trace.LLM:
        return tokens(event)
    if event.kind == answer_trace.RETRIEVE:
        nodes = RetrievePayload.of(event.payload).nodes
        return "" if nodes is None else words.passage_count(len(nodes))
    told = RerankingPayload.of(event.payload)
    if told.before is None or told.after is None:
        return ""
    after, before = words.number(len(told.after)), words.number(len(told.before))
    return _tr("{after} of {before} kept").format(after=after, before=before)


def tokens(event: TraceEvent) -> str:
    """Return “1,200 tokens read (1,000 of them remembered), 80 written”, as far as the server counted."""
    call = LLMPayload.of(event.payload)
    read, written, cached = call.prompt_tokens or 0, call.completion_tokens, call.cached_tokens or 0
    if read and written and cached:
        return _tr("{read} tokens read ({cached} of them remembered), {written} written").format(
            read=words.number(read), cached=words.number(cached), written=words.number(written)
        )
    if read and written:
        return _tr("{read} tokens read, {written} written").format(
            read=words.number(read), written=words.number(written)
        )
    return _tr("{read} tokens read").format(read=words.number(read)) if read else ""


def budget_line(budget: TokenBudget) -> str:
    """Return a line on how full the model's window was, in tokens."""
    numbers = {
        "prompt": words.number(budget.prompt),
        "window": words.number(budget.window),
        "answer": words.number(budget.answer),
        "left": words.number(budget.left),
    }
    if not budget.window:
        return _tr("{prompt} tokens were sent").format(**numbers)
    parts = [
        _tr("{prompt} of {window} tokens sent") if budget.prompt else _tr("the model reads {window} tokens at once"),
        _tr("{answer} reserved for the answer") if budget.answer else "",
        _tr("{left} left") if budget.left > 0 else "",
    ]
    return " · ".join(part.format(**numbers) for part in parts if part)


def place(found: RankedPassage) -> str:
    """Return “report.pdf · page 60” of a passage in a list."""
    if found.source is not None:
        return words.place(found.source)
    name = file_name(found.file)
    if not name:
        return _tr("A passage")
    paged = is_paged(found.file) and found.page
    return _tr("{file} · page {page}").format(file=name, page=found.page) if paged else name


def outcome(found: RankedPassage) -> str:
    """Return in a word what a step after searching did with a passage."""
    if not found.rank:
        return _tr("left out")
    if not found.before:
        return _tr("added")
    if found.before == found.rank:
        return _tr("kept")
    moved = abs(found.before - found.rank)
    return (
        _tr("up by {count}").format(count=moved)
        if found.rank < found.before
        else _tr("down by {count}").format(count=moved)
    )


def in_answer(found: RankedPassage) -> str:
    """Return a passage's number in the answer, and “cited” or “read”; "" when it is not in it."""
    if found.source is None:
        return ""
    text = _tr("{number} · cited") if found.cited else _tr("{number} · read")
    return text.format(number=found.source.rank)


def role(name: str) -> str:
    """Return the name of a message's author."""
    known = {"system": _tr("Instructions"), "user": _tr("You"), "assistant": _tr("Model"), "tool": _tr("Tool")}
    return known.get(name, name.capitalize())


def prompt_text(event: TraceEvent) -> str:
    """Return the messages sent in a model's call as a readable text."""
    return "\n\n".join(
        f"── {role(message.role)} ──\n{message.content}" for message in LLMPayload.of(event.payload).messages or ()
    )


def reply_text(event: TraceEvent) -> str:
    """Return the reply to a model's call, with its tool calls."""
    call = LLMPayload.of(event.payload)
    parts = [call.response or "", *(f"{tool.name}({tool.arguments})" for tool in call.tool_calls or ())]
    if event.error:
        parts.append(_tr("This step ended with an error: {error}").format(error=words.sentence(event.error)))
    return "\n\n".join(part for part in parts if part)


def payload_text(event: TraceEvent) -> str:
    """Return the details of any other stage, one line for each."""
    if event.kind == "embedding" and not event.error and (size := EmbeddingPayload.of(event.payload).dimensions):
        text = _tr("{size} numbers represent the meaning of the question. Passages with similar numbers match.")
        return text.format(size=words.number(size))
    names = {"query_str": _tr("Question"), "mode": _tr("Response mode"), "engine": _tr("Answered by")}
    lines = [
        f"{names.get(key) or key.replace('_', ' ').capitalize()}: {_value(value)}"
        for key, value in event.payload.items()
        if key != "tokens"
    ]
    if event.error:
        lines.append(_tr("This step ended with an error: {error}").format(error=words.sentence(event.error)))
    return "\n".join(lines)


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str, indent=2)


def _retriever(name: str) -> str:
    """Return the action of a retriever, by the start of its class's name: an index has one for each way through it."""
    known = {
        "BM25": _tr("Searched by words"),
        "Typed": _tr("Searched by words"),
        "VectorIndex": _tr("Searched by meaning"),
        "Hybrid": _tr("Searched by words and meaning"),
        "SummaryIndex": _tr("Read everything"),
        "Tree": _tr("Searched the tree of summaries"),
        "KeywordTable": _tr("Searched the table of keywords"),
        "KGTable": _tr("Searched the graph of facts"),
        "QueryFusion": _tr("Combined the results"),
        "AutoMerging": _tr("Merged passages into sections"),
        "Router": _tr("Chose how to search"),
        "Recursive": _tr("Followed references"),
    }
    words_of = (text for beginning, text in known.items() if name.startswith(beginning))
    return next(words_of, "") or _tr("Searched: {what}").format(what=_spoken(name))


def _step(name: str) -> str:
    """Return the action on the passages found: its name in Settings, or a text for one that is automatic."""
    spoken = _spoken(name)
    known = {
        "page evidence": _tr("Whole pages and files compared"),
        "spread files": _tr("Passages from several files"),
        "widen best": _tr("Surroundings of the best passages"),
    }
    label = next((kind.label for kind in POSTPROCESSOR_KINDS if kind.name.replace("_", " ") == spoken), "")
    return known.get(spoken) or (words.option_text(label) if label else spoken)


def _spoken(name: str) -> str:
    return " ".join(_CAMEL.split(_NOISE.sub("", name) or name)).lower() or _tr("a step")
