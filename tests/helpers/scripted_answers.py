"""What a scripted worker answers: its conversations and answers, its pages and its models."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from desktop_rag.config import OptionValue
from desktop_rag.core.answer_pieces import AnswerStart, appended
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import (
    AgentStepTaken,
    AnswerDelta,
    AnswerReady,
    AnswerStage,
    AnswerThought,
    DownloadProgress,
    SourcesFound,
)
from desktop_rag.core.links import Link, parse_link
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Source
from desktop_rag.core.results.conversations import (
    ConversationInfo,
    ConversationSources,
    FoundTurn,
    Turn,
    parent_of_edit,
)
from desktop_rag.core.results.highlights import Highlight, HighlightedCopy
from desktop_rag.core.results.links import LinkedPlace
from desktop_rag.core.results.packs import PackCheck
from desktop_rag.core.results.pages import (
    PageHit,
    PageHits,
    PageImage,
    PagePart,
    PageSizes,
    PageWords,
    Passage,
    ReferenceTexts,
)
from desktop_rag.core.results.pins import NewsKind, Pin, PinKind, PinNews, PinOverview
from desktop_rag.core.results.review import TableDefinition
from desktop_rag.llms.built_in.files import ModelFile
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.services.calls import current_call
from desktop_rag.services.model_files import OfferedModel
from tests.helpers.script import PDF_TEXT, Script

T = TypeVar("T")


class ConversationAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._deleted: dict[str, ConversationInfo] = {}

    def list_all(self) -> tuple[ConversationInfo, ...]:
        infos, turns = self._script.conversation_infos.values(), self._script.turns
        return tuple(info for info in infos if info.fork < 0 or len(turns[info.id]) > info.fork)

    def create(self, index_name: str, title: str) -> str:
        conversation_id = f"c{len(self._script.conversation_infos) + 1}"
        self._script.add_conversation(conversation_id, index_name, title, ())
        return conversation_id

    def turns(self, conversation_id: str) -> tuple[Turn, ...]:
        self._script.turns_may_come.wait()
        return tuple(self._script.turns[conversation_id])

    def search(self, query: str) -> tuple[FoundTurn, ...]:
        known = self._script.conversation_infos
        return tuple(
            FoundTurn(known[name], place, turn.question)
            for name, turns in self._script.turns.items()
            for place, turn in enumerate(turns)
            if name in known and query.casefold() in turn.question.casefold()
        )

    def rename(self, conversation_id: str, title: str) -> None:
        infos = self._script.conversation_infos
        infos[conversation_id] = replace(infos[conversation_id], title=title)

    def set_pinned(self, conversation_id: str, pinned: bool) -> None:
        infos = self._script.conversation_infos
        infos[conversation_id] = replace(infos[conversation_id], pinned=pinned)

    def branch(self, conversation_id: str, turns: int, edited: bool) -> ConversationInfo:
        script, old = self._script, self._script.conversation_infos[conversation_id]
        name = f"{conversation_id}-{turns}"
        title = old.title if edited else f"{old.title} (2)"
        script.add_conversation(name, old.index_name, title, script.turns[conversation_id][:turns])
        if edited:
            made = script.conversation_infos[name]
            parent = parent_of_edit(script.conversation_infos, conversation_id, turns)
            script.conversation_infos[name] = replace(made, parent=parent, fork=turns)
        return script.conversation_infos[name]

    def delete(self, conversation_id: str) -> None:
        self._deleted[conversation_id] = self._script.conversation_infos.pop(conversation_id)

    def restore(self, conversation_id: str) -> None:
        self._script.conversation_infos[conversation_id] = self._deleted.pop(conversation_id)

    def settings(self, conversation_id: str) -> dict[str, OptionValue]:
        """Return the values, slowly if wanted."""
        values = dict(self._script.conversation_values.get(conversation_id, {}))
        current_call().token.wait(self._script.reading_seconds)
        return values

    def set_settings(self, conversation_id: str, values: Mapping[str, OptionValue]) -> None:
        time.sleep(self._script.settings_seconds)
        self._script.config.overridden(dict(values))  # wrong ones are refused as the real worker refuses them
        self._script.conversation_values[conversation_id] = dict(values)

    def scope(self, conversation_id: str) -> tuple[str, ...]:
        return self._script.conversation_scopes.get(conversation_id, ())

    def set_scope(self, conversation_id: str, files: Sequence[str]) -> None:
        self._script.conversation_scopes[conversation_id] = tuple(files)

    def sources(self, conversation_id: str) -> ConversationSources:
        return self._script.conversation_sources[conversation_id]

    def set_sources(self, conversation_id: str, sources: ConversationSources) -> None:
        self._script.conversation_sources[conversation_id] = sources


class TitleAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def write(self, conversation_id: str) -> str:
        title, infos = self._script.model_title, self._script.conversation_infos
        if title:
            infos[conversation_id] = replace(infos[conversation_id], title=title)
        return title


class AttachmentAnswers:
    def keep_picture(self) -> Path:
        return Path("/pasted/Picture.png")


class ExportAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def conversation(self, target: Path) -> Path:
        return self.answer(target)

    def answer(self, target: Path) -> Path:
        if self._script.export_error:
            raise self._script.export_error
        return target


class PackAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def answer(self, target: Path) -> Path:
        return ExportAnswers(self._script).answer(target)

    def table(self, target: Path) -> Path:
        return ExportAnswers(self._script).answer(target)

    def text(self, target: Path) -> Path:
        return ExportAnswers(self._script).answer(target)

    def verify(self) -> PackCheck:
        assert self._script.pack_check is not None
        return self._script.pack_check


class PinAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def list_all(self, name: str) -> tuple[Pin, ...]:
        untold = [one.pin for one in self.news()]
        return tuple(replace(one, news=untold.count(one.id)) for one in self._script.pinned if one.library == name)

    def overview(self, name: str) -> PinOverview:
        return PinOverview(name, self.list_all(name), self._script.pin_findings)

    def news(self) -> tuple[PinNews, ...]:
        return tuple(one.news for one in self._script.pin_findings if not one.is_told)

    def note_told(self, news: Sequence[PinNews]) -> None:
        """Note what was told; of what holds again nothing is left to tell then."""
        noted = [replace(one, is_told=one.is_told or one.news in news) for one in self._script.pin_findings]
        kept = (one for one in noted if not one.is_told or one.news.kind is not NewsKind.HOLDS_AGAIN)
        self._script.pin_findings = tuple(kept)

    def answer(self, name: str, conversation_id: str, turn: int) -> Pin:
        return self._add(name, PinKind.ANSWER, conversation_id, turn)

    def conversation(self, name: str, conversation_id: str) -> Pin:
        return self._add(name, PinKind.CONVERSATION, conversation_id)

    def table(self, name: str, definition: TableDefinition) -> Pin:
        return self._add(name, PinKind.TABLE, definition.name)

    def text(self, name: str, title: str) -> Pin:
        return self._add(name, PinKind.TEXT, title)

    def remove(self, pin: int) -> None:
        self._script.pinned = tuple(one for one in self._script.pinned if one.id != pin)
        self._script.pin_findings = tuple(one for one in self._script.pin_findings if one.news.pin != pin)

    def _add(self, name: str, kind: PinKind, place: str, turn: int = 0) -> Pin:
        if self._script.pin_error is not None:
            raise self._script.pin_error
        number = 1 + max((one.id for one in self._script.pinned), default=0)
        pin = Pin(number, kind, place, name, place, turn, time.time(), 2)
        self._script.pinned = (pin, *self._script.pinned)
        return pin


class AnswerAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def ask(self, question: str, conversation_id: str) -> Answer:
        return self._answer(question, conversation_id)

    def resume(self, conversation_id: str) -> Answer:
        """Write the pieces behind what the last answer had."""
        last = self._script.turns[conversation_id].pop()
        assert last.answer is not None
        begun, self._script.answer = last.answer.text, None
        self._script.answer_pieces = [begun, *self._script.answer_pieces]
        return self._answer(last.question, conversation_id)

    def _answer(self, question: str, conversation_id: str) -> Answer:
        script, call = self._script, current_call()
        emit, token = call.emit, call.token
        emit(AnswerStage(call.id, "searching"))
        if script.ask_error:
            raise script.ask_error
        emit(SourcesFound(call.id, script.sources))
        if script.conversation_values.get(conversation_id, {}).get("answer.mode") == "search":
            found = Answer(question, "", (), script.sources, "", extractive=True, mode=AnswerMode.SEARCH)
            emit(AnswerReady(call.id, found))
            return found
        emit(AnswerStage(call.id, "connecting"))
        for stage, detail in script.stages:
            emit(AnswerStage(call.id, stage, detail))
        for thought in script.thoughts:
            emit(AnswerThought(call.id, thought))
            token.wait(script.piece_seconds)
        for step in script.steps:
            emit(AgentStepTaken(call.id, step))
            token.wait(script.piece_seconds)
        came = ""
        for number, piece in enumerate(script.answer_pieces, 1):
            if token.wait(script.piece_seconds):
                break
            came = appended(came, piece)
            emit(AnswerDelta(call.id, piece, isinstance(piece, AnswerStart)))
            if number in script.checked:
                emit(replace(script.checked[number], job_id=call.id))
        state = AnswerState.STOPPED if token.cancelled else AnswerState.DONE
        answer = script.answer or script.whole_answer(question, came, state)
        emit(AnswerReady(call.id, answer))
        if conversation_id:
            script.turns[conversation_id].append(Turn(question, answer, time.time()))
            call.changed(conversation_id, "conversations")
        return answer


class PageAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def passage(self, source: Source) -> Passage:
        before, after = PDF_TEXT[: source.start], PDF_TEXT[source.end :]
        condition, members = self._script.condition, self._script.members
        time.sleep(self._script.passage_seconds)
        if self._script.passage_error:
            raise self._script.passage_error
        return Passage(source, PDF_TEXT, before, after, 9, condition, members, thread=self._script.thread)

    def render(self, source: Source, page: int, zoom: float, cited: tuple[int, int] | None) -> PageImage:
        if self._script.page_error:
            raise self._script.page_error
        width, height = round(612 * zoom), round(792 * zoom)
        box = (72 * zoom, 500 * zoom, 500 * zoom, 530 * zoom)
        half = (72 * zoom, 500 * zoom, 500 * zoom, 514 * zoom)
        here = page == source.page and self._script.marked
        paper = b"\xff" * (3 * width * height)
        boxes, cited_boxes = (box,) if here else (), (half,) if here and cited else ()
        return PageImage(source.file, page, 9, width, height, paper, boxes, cited_boxes, (612.0, 792.0), zoom)

    def render_part(self, zoom: float, rows: tuple[int, int], dark: bool) -> PagePart:
        """Draw white paper, or dark."""
        if self._script.page_error:
            raise self._script.page_error
        width, height = round(612 * zoom), min(rows[1], round(792 * zoom) - rows[0])
        return PagePart(width, height, (b"\x1c" if dark else b"\xff") * (3 * width * height))

    def sizes(self, first: int) -> PageSizes:
        return PageSizes(first, ((612.0, 792.0),) * (10 - first), 0)

    def words(self, page: int) -> PageWords:
        """Return a line of four words on each page."""
        line = f"These words stand here{page}"
        places = [(0, 5), (6, 11), (12, 17), (18, len(line))]
        words = [(start, end, (72 + 10.0 * start, 100.0, 72 + 10.0 * end, 112.0)) for start, end in places]
        return PageWords(page, line, tuple(words))

    def find(self, sought: str, first: int) -> PageHits:
        """Find “these” on every page, and nothing else on any."""
        pages = range(first, 10) if sought == "these" else ()
        return PageHits(tuple(PageHit(page, ((72.0, 100.0, 122.0, 112.0),)) for page in pages), 0)

    def reference(self, source: Source) -> ReferenceTexts:
        return ReferenceTexts(f"Ann. {source.page_label}.", "@misc{ann}", "TY  - GEN\nER  - ")

    def noted_place(self, source: Source) -> Source | None:
        """Return the third page of the lease, which every note is about but those of another work."""
        if "Other" in source.file:
            return None
        return replace(source, file="/docs/lease.pdf", page=3, page_label="3", heading="")

    def export_member(self, file: str) -> Path:
        """Return a place below /scratch for what lies inside another file."""
        if self._script.member_error:
            raise self._script.member_error
        return Path("/scratch", file.rpartition("/")[2]) if "//" in file else Path(file)


class HighlightAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def save(self, highlights: Sequence[Highlight], target: Path) -> HighlightedCopy:
        ExportAnswers(self._script).answer(target)
        return HighlightedCopy(target, len(highlights), self._script.highlights_notice)


class LinkAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def url(self, name: str, file: str, page: int, quote: str) -> str:
        return Link(name=name, file=Path(file).name, page=page, quote=quote).url

    def place(self, link: str) -> LinkedPlace:
        """Return the page of the link, in the first library that the script has."""
        named = parse_link(link)
        if self._script.link_error:
            raise self._script.link_error
        start = max(0, PDF_TEXT.find(named.quote))
        words = start, start + len(named.quote)
        source = Source(1, 0.0, f"/papers/{named.file}", named.page, str(named.page), *words, named.quote, "")
        return LinkedPlace(named.name, replace(source, library=named.name))


class ModelAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def test_connection(self) -> str:
        token = current_call().token
        token.wait(self._script.model_seconds)
        token.raise_if_cancelled()
        return _or_raised(self._script.model_result)

    def list_models(self) -> tuple[str, ...]:
        return _or_raised(self._script.model_error or self._script.model_names)

    def list_connection(self, connection_id: str) -> tuple[str, ...]:
        return _or_raised(self._script.listed.get(connection_id, self._script.model_names))

    def find_local_servers(self) -> tuple[LocalServer, ...]:
        return self._script.servers

    def list_served(self) -> tuple[ServedModel, ...]:
        return _or_raised(self._script.served)

    def load(self) -> None:
        """Do as if it were loaded."""

    def unload(self) -> None:
        """Do as if it were unloaded."""

    def pull(self, model: str) -> str:
        _download(self._script, model, 10**9)
        return model


class ModelFileAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def found(self) -> tuple[ModelFile, ...]:
        return self._script.found_models

    def offered(self) -> tuple[OfferedModel, ...]:
        return self._script.offered_models

    def download(self, model_name: str) -> Path:
        model = next(one.model for one in self._script.offered_models if one.model.name == model_name)
        _download(self._script, model_name, model.size)
        return Path("models", model.file)

    def remove(self, model_name: str) -> Path:
        return Path("models", model_name)


def _download(script: Script, name: str, size: int) -> None:
    """Tell of half of a download, then let it come to its end."""
    call = current_call()
    for part in range(1, 6):
        call.emit(DownloadProgress(call.id, name, size * part // 10, size, 8e6))
        call.token.wait(script.download_seconds)
        call.token.raise_if_cancelled()
    if script.download_error is not None:
        raise script.download_error


def _or_raised(result: T | UserError) -> T:
    if isinstance(result, UserError):
        raise result
    return result
