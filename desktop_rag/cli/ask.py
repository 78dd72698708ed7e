"""``desktop-rag ask`` and ``sample``: an answer with its citations."""

import json
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from desktop_rag.citations.quoted_places import QuotedPlace, parts_at, quoted_places
from desktop_rag.cli.common import (
    json_option,
    open_worker,
    print_json,
    program_options,
    said,
    stderr,
    stdout,
    to_plain,
    wait_for,
)
from desktop_rag.cli.highlights import highlight_answer, highlight_option
from desktop_rag.cli.overrides import overrides_of, settings_options
from desktop_rag.cli.packs import pack_given, pack_options
from desktop_rag.cli.progress import wait_with_progress
from desktop_rag.cli.search import SNIPPET, place, shorten, sources_json
from desktop_rag.config import OptionValue
from desktop_rag.config.options import DOCUMENTS_ONLY
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import (
    STALL_SECONDS,
    TERMINAL_EVENTS,
    AgentStepTaken,
    AnswerDelta,
    AnswerReady,
    AnswerStage,
    Event,
    ModelSilence,
)
from desktop_rag.core.file_paths import absolute_path
from desktop_rag.core.payloads import FoundNode, LLMPayload, RerankingPayload, RetrievePayload
from desktop_rag.core.results.answers import (
    AllDocumentsOffer,
    Answer,
    AnswerState,
    CheckedSentence,
    Citation,
    Source,
    TraceEvent,
    Verdict,
)
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.core.terminal import terminal_text
from desktop_rag.core.user_text import UserText
from desktop_rag.services.calls import layered
from desktop_rag.services.exports.exports import check_target
from desktop_rag.services.libraries.libraries import SAMPLE_LANGUAGES
from desktop_rag.services.sources import source_place
from desktop_rag.text.translations import spoken
from desktop_rag.worker.worker import Worker

_SAMPLE_QUESTION = "Where are my files stored?"
_SHORTCOMINGS = {
    Verdict.PARTLY: "Partly supported",
    Verdict.CONTRADICTED: "Contradicted",
    Verdict.NOT_SAID: "Nothing found",
}
_CITATION_FIELDS = ("marker", "answer_start", "answer_end", "file", "page", "start", "end", "quote", "score")
_WORDS = {
    "searching": "Searching your files",
    "connecting": "Connecting to the model",
    "loading": "Loading the model",
    "reading": "Reading the passages",
    "thinking": "The model is thinking",
    "writing queries": "Writing variations of the question",
    "building": "Building the index for this way of searching",
}
_OTHERS = (AnswerStage, AnswerDelta, AgentStepTaken, AnswerReady, *TERMINAL_EVENTS)
_CLEAR = "\r\x1b[2K"
_LONGEST = 160
_SHOWN = {
    "query": ("query_str",),
    "retrieve": ("retriever", "query_str"),
    "reranking": ("postprocessor", "said_of", "is_shown"),
    "llm": ("model_name", "prompt_tokens", "cached_tokens", "completion_tokens"),
    "synthesize": ("mode", "calls"),
    "agent_step": ("thought", "tool", "arguments"),
    "function_call": ("tool", "arguments"),
    "embedding": ("model", "texts"),
    "templating": ("template_vars",),
}


def trace_lines(trace: Sequence[TraceEvent]) -> Iterator[str]:
    """Yield one line for each stage, nested ones indented, and lines for the passages found or dropped."""
    depths: dict[int, int] = {}
    for event in trace:
        depth = depths[event.id] = depths.get(event.parent or 0, -1) + 1
        indent = "  " * depth
        yield f"{event.started:7.2f}s {indent}{event.kind} ({event.seconds * 1000:.0f} ms){_details(event)}"
        yield from (f"{'':8} {indent}  {line}" for line in _listed(event))
        if event.error:
            yield f"{'':8} {indent}  ended early: {event.error}"


def _details(event: TraceEvent) -> str:
    """Return the short facts of a stage."""
    shown = _SHOWN.get(event.kind) or tuple(key for key in event.payload if key not in ("messages", "response"))
    facts = [f"{key}={_brief(event.payload[key])}" for key in shown if event.payload.get(key) not in (None, "", [])]
    return f": {', '.join(facts)}" if facts else ""


def _listed(event: TraceEvent) -> Iterator[str]:
    """Yield the items that a stage found, dropped, sent or got."""
    for rank, node in enumerate(RetrievePayload.of(event.payload).nodes or (), 1):
        yield f"{rank}. {_passage(node)}"
    sorting = RerankingPayload.of(event.payload)
    if sorting.before is not None and sorting.after is not None:
        dropped = [node_id for node_id in sorting.before if node_id not in sorting.after]
        told = f"; dropped {', '.join(dropped)}" if dropped else ""
        yield f"{len(sorting.before)} passages in, {len(sorting.after)} out{told}"
    call = LLMPayload.of(event.payload)
    for message in call.messages or ():
        yield f"{message.role}: {_brief(message.content)}"
    if call.response:
        yield f"reply: {_brief(call.response)}"


def _passage(node: FoundNode) -> str:
    """Return a passage's score and its place."""
    shown = "no score" if node.score is None else f"{node.score:.4f}"
    return f"{shown} {node.file} page {node.page} [{node.node_id}]"


def _brief(value: object) -> str:
    """Return a value on one short line."""
    text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text):,} characters)"


class StageLine:
    """Shows the stages of an answer on standard error, where that is a terminal; a listener of the worker.

    Who waits for the answer calls ``look`` now and then: it tells when the model is silent for long.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_shown = False
        self._stage = ""
        self._is_in_line = False  # words of the answer stand in the terminal's line
        self._silence = ModelSilence()
        self._tells_silence = False
        self._reported_at = time.monotonic()
        self._on_terminal = sys.stderr.isatty()

    def __call__(self, event: Event) -> None:
        """Show a stage; clear the line before anything else is printed."""
        if not self._on_terminal:
            return
        with self._lock:
            self._hear(event)

    def look(self) -> None:
        """Print, once a second, the time since the model's last news."""
        now = time.monotonic()
        with self._lock:
            seconds = self._silence.seconds()
            if not self._on_terminal or seconds < STALL_SECONDS or now - self._reported_at < 1:
                return
            self._reported_at, self._tells_silence = now, True
            stalled = UserText("The model has not answered for {seconds} s. Ctrl+C stops.", seconds=round(seconds))
            line_end = "\n" if self._is_in_line else ""
            self._is_in_line = False
            self._write(f"{line_end}{_CLEAR}{terminal_text(f'{self._stage}{said(stalled)}')}", is_shown=True)

    def clear(self) -> None:
        """Take the line away."""
        with self._lock:
            self._clear()

    def _hear(self, event: Event) -> None:
        if self._silence.hear(event) and self._tells_silence:
            self._tells_silence = False
            self._write(f"{_CLEAR}{terminal_text(self._stage.rstrip())}", is_shown=bool(self._stage))
        if isinstance(event, AnswerStage) and event.stage in _WORDS:
            self._stage = f"{_WORDS[event.stage]}… {event.detail}".rstrip() + " "
            self._write(f"{_CLEAR}{terminal_text(self._stage.rstrip())}", is_shown=True)
        elif isinstance(event, _OTHERS):
            self._clear()
            if isinstance(event, AnswerDelta):
                self._stage, self._is_in_line = "", not event.text.endswith("\n")
            if isinstance(event, (AnswerReady, *TERMINAL_EVENTS)):
                self._is_in_line = False

    def _clear(self) -> None:
        if self._is_shown:
            self._write(_CLEAR, is_shown=False)

    def _write(self, text: str, *, is_shown: bool) -> None:
        self._is_shown = is_shown
        sys.stderr.write(text)
        sys.stderr.flush()


@click.command()
@click.argument("name")
@click.argument("question")
@settings_options
@click.option(
    "--attach",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="A file to ask too, read for this question alone. May be repeated.",
)
@click.option("--also", multiple=True, metavar="NAME", help="Another library to ask. May be repeated.")
@click.option(
    "--image",
    "images",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    help="A picture, or a document of which the first page is meant, for a model that sees images. May be repeated.",
)
@click.option("--trace", is_flag=True, help="Also print how the answer was made.")
@click.option(
    "--output-schema",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="File with a JSON schema. The answer is JSON that fits it.",
)
@click.option(
    "--export",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Also write the answer with its references to FILE, which ends in .md, .html, .pdf or .docx.",
)
@pack_options
@highlight_option
@click.option("--force", is_flag=True, help="Replace the files of --export, --pack and --highlight if they exist.")
@program_options
@json_option
def ask(
    name: str,
    question: str,
    data_dir: Path,
    *,
    trace: bool,
    output_schema: Path | None,
    export: Path | None,
    force: bool,
    as_json: bool,
    **given: object,
) -> None:
    """Ask the library NAME a QUESTION; the answer cites its passages."""
    also, images, attached = _several(given.pop("also")), _paths(given.pop("images")), _paths(given.pop("attach"))
    pack, sign = pack_given(given, replace=force)
    highlighted = given.pop("highlight")
    overrides = overrides_of(given)
    schema = _read_schema(output_schema) if output_schema else None
    target = absolute_path(export) if export else None
    if target:
        check_target(target, replace=force)
    with open_worker(data_dir) as worker:
        streams = not as_json and not keeps_to_documents(worker, name, overrides)
        with printing(worker, streams=streams) as stages:
            job = worker.answers.ask(
                name, question, overrides=overrides, output_schema=schema, images=images, also=also, attached=attached
            )
            answer = wait_for(job, stages.look)
        if as_json:
            print_json(answer_json(answer))
        else:
            print_answer(answer, streamed=streams)
            if trace:
                stdout().print("\n".join(["", *trace_lines(answer.trace)]))
        print_masked(worker)
        if target:
            now = time.time()
            write = worker.exports.answer
            wait_for(write(answer, name, target, asked_at=now, replace=force, say=spoken().translated))
        if pack:
            prove, say = worker.packs.answer, spoken().translated
            wait_for(prove(answer, name, pack, asked_at=time.time(), replace=force, sign=sign, say=say))
        if isinstance(highlighted, Path) and answer.state is not AnswerState.FAILED:
            highlight_answer(worker, name, answer, highlighted, replace=force)
    if answer.state is AnswerState.FAILED:
        raise UserError(answer.notice)


@click.command()
@click.option(
    "--language", type=click.Choice(SAMPLE_LANGUAGES), default="en", show_default=True, help="The guide's language."
)
@click.option("--question", default=_SAMPLE_QUESTION, show_default=True, help="The question to ask.")
@program_options
@json_option
def sample(language: str, question: str, data_dir: Path, *, as_json: bool) -> None:
    """Try the program on its own guide: create a library from it and ask a question."""
    with open_worker(data_dir) as worker:
        name = wait_for(worker.libraries.add_sample(language))
        wait_with_progress(worker, worker.files.add(name, ()))
        if not as_json:
            stdout().print(f"Question: {question}\n")
        answer = wait_for(worker.answers.ask(name, question))
    if as_json:
        print_json(answer)
    else:
        print_answer(answer, streamed=False)


def _several(given: object) -> tuple[str, ...]:
    """Return the values given for an option that may be repeated."""
    return tuple(map(str, given)) if isinstance(given, tuple) else ()


def _paths(given: object) -> list[Path]:
    return [absolute_path(Path(path)) for path in _several(given)]


def keeps_to_documents(worker: Worker, name: str, overrides: Mapping[str, OptionValue], conversation: str = "") -> bool:
    """Return True if what no passage supports will be taken out of answers: then none is printed before it is whole."""
    layers = [wait_for(worker.libraries.settings(name))]
    if conversation:
        own = wait_for(worker.conversations.settings(conversation))
        layers.append(worker.config.without_lost_connection(own))
    return layered(worker.config, [*layers, overrides])[DOCUMENTS_ONLY]


@contextmanager
def printing(worker: Worker, *, streams: bool) -> Iterator[StageLine]:
    """Show the stages of answers on a terminal while the block runs, and their words where they are streamed."""
    stages = StageLine()
    ends = [worker.subscribe(stages)]
    if streams:
        ends.append(worker.subscribe(print_delta))
    try:
        yield stages
    finally:
        for unsubscribe in ends:
            unsubscribe()
        stages.clear()


def print_masked(worker: Worker) -> None:
    """Print how many private values were kept from the model's server, where any were."""
    if kept := len(worker.network.masked()):
        stderr().print(said(UserText("{count} private values were kept from the model's server.", count=kept)))


def print_answer(answer: Answer, *, streamed: bool) -> None:
    """Print an answer (unless its text was streamed already) and where it comes from."""
    out = stdout()
    places = quoted_places(answer, lambda source: source_place(source, said))
    if answer.text:
        was_printed = streamed and answer.model
        out.print("\n" if was_printed else f"{_with_places(answer.text, places)}\n")
    if answer.notice and answer.state is not AnswerState.FAILED:
        out.print(said(answer.notice))
    if answer.missing:
        out.print(said(answer.missing))
    if answer.offer is not None and answer.offer.is_needed:
        names = {source.library for source in answer.sources if source.library}
        out.print(said(_offered(answer.offer, next(iter(names)) if len(names) == 1 else "NAME")))
    if answer.extractive and answer.citations and answer.state is not AnswerState.FAILED and not answer.is_of_all:
        out.print("These are quotations from your files: no language model is connected.\n")
    for sentence in answer.sentences:
        if sentence.verdict in _SHORTCOMINGS:
            out.print(_shortcoming(answer, sentence))
    for source in () if answer.answered else answer.sources:
        out.print(_shown(answer, source.rank, source, answer.shown_of(source)))
    if places:  # the quotations stand above: only where their files lie is news
        found = (_where(answer, citation.marker, citation) for citation in answer.citations)
        out.print("\n".join(dict.fromkeys(found)))
        return
    for citation in answer.citations:
        out.print(_shown(answer, citation.marker, citation, citation.quote))


def _offered(offer: AllDocumentsOffer, library: str) -> UserText:
    """Return the command that looks in all documents."""
    asked, name = offer.words.replace('"', "'"), f'"{library}"' if " " in library else library
    command = {
        "find_all": f'desktop-rag mentions {name} "{asked}"',
        "register": f'desktop-rag register {name} "{asked}"' if asked else f"desktop-rag register {name}",
    }.get(offer.section, f'desktop-rag table {name} --ask "{asked}"')
    return UserText("To look in all {count} documents: {command}", count=f"{offer.files:,}", command=command)


def _with_places(text: str, places: Sequence[QuotedPlace]) -> str:
    """Return an answer with a line above each quotation that says where it is from."""
    parts = parts_at(places, 0, len(text))
    return "".join(f"{place}\n{text[start:end]}" if place else text[start:end] for start, end, place in parts)


def _shown(answer: Answer, number: int, found: Citation | Source, text: str) -> str:
    """Return a line with the place and the beginning of a passage or a quotation."""
    return f"{_where(answer, number, found)}: “{shorten(' '.join(text.split()), SNIPPET)}”"


def _where(answer: Answer, number: int, found: Citation | Source) -> str:
    """Return the file and page of a passage or a quotation."""
    library = next((source.library for source in answer.sources if source.rank == number), "")
    library = "attached" if library.startswith(ATTACHED) else library
    return f"[{number}] {place(found, library)}"


def _shortcoming(answer: Answer, sentence: CheckedSentence) -> str:
    """Return a line about a sentence that lacks support: the sentence, and the source's words."""
    words = shorten(" ".join(answer.text[sentence.start : sentence.end].split()), SNIPPET)
    reasons = " ".join(sentence.reasons) if sentence.verdict is not Verdict.NOT_SAID else ""
    return f"{_SHORTCOMINGS[sentence.verdict]}: “{words}” {reasons}".rstrip()


def print_delta(event: Event) -> None:
    """Print the next words of a model as they come, and each step of an agent before them."""
    if isinstance(event, AgentStepTaken):
        step = event.step
        stderr().print(f"{step.number}. {step.tool} {shorten(step.arguments, SNIPPET)}")
    elif isinstance(event, AnswerDelta) and not event.is_whole:
        if event.is_start:  # what stands in the terminal cannot be taken back
            stderr().print(f"\n{said(UserText('These were the model’s thoughts. The answer follows.'))}\n")
        sys.stdout.write(terminal_text(event.text))
        sys.stdout.flush()


def _read_schema(path: Path) -> dict[str, object]:
    """Read a JSON schema.

    Raises:
        UserError: the file does not hold one.

    """
    try:
        schema = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(
            UserText("{path} is not JSON: {error}.", path=path, error=error), "See json-schema.org for the form."
        ) from error
    if not isinstance(schema, dict):
        raise UserError(
            UserText("{path} does not contain a JSON schema.", path=path), "It must be an object; see json-schema.org."
        )
    return schema


def answer_json(answer: Answer) -> dict[str, object]:
    """Return an answer as ``--json`` prints it."""
    citations = [{field: getattr(citation, field) for field in _CITATION_FIELDS} for citation in answer.citations]
    return {
        "question": answer.question,
        "answer": answer.text,
        "citations": citations,
        "sentences": to_plain(answer.sentences),
        "support": answer.support,
        "sources": sources_json(answer.sources),
        "model": answer.model,
        "extractive": answer.extractive,
        "state": answer.state.value,
        "answered": answer.answered,
        "left_out": list(answer.left_out),
        "notice": answer.notice,
        "missing": answer.missing,
        "offer": to_plain(answer.offer),
        "usage": to_plain(answer.usage),
        "timings": answer.timings,
        "steps": to_plain(answer.steps),
        "trace": to_plain(answer.trace),
    }
