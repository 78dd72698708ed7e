"""The conversations and answers of a scripted worker, its pages and its models."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from desktop_rag.config import Config, OptionValue
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
    StoreChanged,
)
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.answers import Answer, AnswerMode, AnswerState, Source
from desktop_rag.core.results.conversations import ConversationInfo, ConversationSources, FoundTurn, Turn
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
from desktop_rag.core.results.versions import parent_of_edit
from desktop_rag.core.user_text import Say
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.llms.model_servers import ServedModel
from tests.helpers.script import PDF_TEXT, Script


class ScriptedConversations:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._deleted: dict[str, ConversationInfo] = {}

    def list_all(self) -> Job[tuple[ConversationInfo, ...]]:
        def listed() -> tuple[ConversationInfo, ...]:
            infos, turns = self._script.conversation_infos.values(), self._script.turns
            return tuple(info for info in infos if info.fork < 0 or len(turns[info.id]) > info.fork)

        return self._script.view("conversations.list_all", listed)

    def create(self, index_name: str, title: str = "") -> Job[str]:
        def create() -> str:
            conversation_id = f"c{len(self._script.conversation_infos) + 1}"
            self._script.add_conversation(conversation_id, index_name, title, ())
            return conversation_id

        return self._script.view("conversations.create", create, index_name, title)

    def turns(self, conversation_id: str) -> Job[tuple[Turn, ...]]:
        def read() -> tuple[Turn, ...]:
            time.sleep(self._script.turns_seconds)
            return tuple(self._script.turns[conversation_id])

        return self._script.view("conversations.turns", read, conversation_id)

    def search(self, query: str) -> Job[tuple[FoundTurn, ...]]:
        def search() -> tuple[FoundTurn, ...]:
            known = self._script.conversation_infos
            return tuple(
                FoundTurn(known[name], place, turn.question)
                for name, turns in self._script.turns.items()
                for place, turn in enumerate(turns)
                if name in known and query.casefold() in turn.question.casefold()
            )

        return self._script.view("conversations.search", search, query)

    def rename(self, conversation_id: str, title: str) -> Job[None]:
        infos = self._script.conversation_infos
        infos[conversation_id] = replace(infos[conversation_id], title=title)
        return self._changed("conversations.rename", conversation_id, title)

    def set_pinned(self, conversation_id: str, *, pinned: bool) -> Job[None]:
        infos = self._script.conversation_infos
        infos[conversation_id] = replace(infos[conversation_id], pinned=pinned)
        return self._changed("conversations.set_pinned", conversation_id, pinned)

    def branch(self, conversation_id: str, turns: int, *, edited: bool = False) -> Job[ConversationInfo]:
        def branch() -> ConversationInfo:
            script, old = self._script, self._script.conversation_infos[conversation_id]
            name = f"{conversation_id}-{turns}"
            title = old.title if edited else f"{old.title} (2)"
            script.add_conversation(name, old.index_name, title, script.turns[conversation_id][:turns])
            if edited:
                made = script.conversation_infos[name]
                parent = parent_of_edit(script.conversation_infos, conversation_id, turns)
                script.conversation_infos[name] = replace(made, parent=parent, fork=turns)
            return script.conversation_infos[name]

        return self._script.view("conversations.branch", branch, conversation_id, turns, edited)

    def delete(self, conversation_id: str) -> Job[None]:
        self._deleted[conversation_id] = self._script.conversation_infos.pop(conversation_id)
        return self._changed("conversations.delete", conversation_id)

    def restore(self, conversation_id: str) -> Job[None]:
        self._script.conversation_infos[conversation_id] = self._deleted.pop(conversation_id)
        return self._changed("conversations.restore", conversation_id)

    def _changed(self, name: str, conversation_id: str, *values: object) -> Job[None]:
        def run(job: Job[None]) -> None:
            self._script.bus.emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))

        self._script.calls.append((name, (conversation_id, *values)))
        return self._script.lanes.submit(Lane.VIEW, JobKind.CHANGE, run)

    def settings(self, conversation_id: str) -> Job[dict[str, OptionValue]]:
        """Return the values, slowly if wanted."""

        def read(job: Job[dict[str, OptionValue]]) -> dict[str, OptionValue]:
            values = dict(self._script.conversation_values.get(conversation_id, {}))
            job.token.wait(self._script.reading_seconds)
            return values

        self._script.calls.append(("conversations.settings", (conversation_id,)))
        return self._script.lanes.submit(Lane.VIEW, JobKind.READ, read)

    def set_settings(self, conversation_id: str, values: Mapping[str, OptionValue]) -> Job[None]:
        def store() -> None:
            time.sleep(self._script.settings_seconds)
            self._script.config.overridden(dict(values))  # wrong ones are refused as the real worker refuses them
            self._script.conversation_values[conversation_id] = dict(values)

        return self._script.view("conversations.set_settings", store, conversation_id, values)

    def scope(self, conversation_id: str) -> Job[tuple[str, ...]]:
        scopes = self._script.conversation_scopes
        return self._script.view("conversations.scope", lambda: scopes.get(conversation_id, ()), conversation_id)

    def set_scope(self, conversation_id: str, files: Sequence[str]) -> Job[None]:
        def store() -> None:
            self._script.conversation_scopes[conversation_id] = tuple(files)

        return self._script.view("conversations.set_scope", store, conversation_id, tuple(files))

    def sources(self, conversation_id: str) -> Job[ConversationSources]:
        known = self._script.conversation_sources
        return self._script.view("conversations.sources", lambda: known[conversation_id], conversation_id)

    def set_sources(self, conversation_id: str, sources: ConversationSources) -> Job[None]:
        def store() -> None:
            self._script.conversation_sources[conversation_id] = sources

        return self._script.view("conversations.set_sources", store, conversation_id, sources)

    def name_by_model(self, conversation_id: str) -> Job[str]:
        def name() -> str:
            title, infos = self._script.model_title, self._script.conversation_infos
            if title:
                infos[conversation_id] = replace(infos[conversation_id], title=title)
            return title

        return self._script.view("conversations.name_by_model", name, conversation_id)

    def keep_picture(self, content: bytes) -> Job[Path]:
        return self._script.view("conversations.keep_picture", lambda: Path("/pasted/Picture.png"), content)

    def export(
        self, conversation_id: str, target: Path, *, replace: bool = False, full_paths: bool = False, say: Say = str
    ) -> Job[Path]:
        return self._script.view(
            "conversations.export", lambda: self._exported(target), conversation_id, target, replace, full_paths
        )

    def export_answer(
        self,
        answer: Answer,
        library: str,
        target: Path,
        *,
        asked_at: float | None = None,
        replace: bool = False,
        full_paths: bool = False,
        say: Say = str,
    ) -> Job[Path]:
        return self._script.view(
            "conversations.export_answer",
            lambda: self._exported(target),
            answer.text,
            library,
            target,
            replace,
            full_paths,
        )

    def _exported(self, target: Path) -> Path:
        if self._script.export_error:
            raise self._script.export_error
        return target


class ScriptedAnswers:
    def __init__(self, script: Script) -> None:
        self._script = script

    def ask(
        self,
        name: str,
        question: str,
        *,
        conversation_id: str = "",
        overrides: Mapping[str, OptionValue] | None = None,
        output_schema: Mapping[str, object] | None = None,
        images: Sequence[Path] = (),
        also: Sequence[str] = (),
        attached: Sequence[Path] = (),
    ) -> Job[Answer]:
        """Answer; remember what this question had otherwise."""
        self._script.asked_with.append(dict(overrides or {}))
        self._script.calls.append(("answers.ask", (name, question, conversation_id)))
        return self._script.lanes.submit(
            Lane.ANSWER, JobKind.ANSWER, lambda job: self._answer(job, question, conversation_id), name
        )

    def resume(
        self,
        name: str,
        conversation_id: str,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        place: int | None = None,
    ) -> Job[Answer]:
        """Write the pieces behind what the last answer had."""
        self._script.calls.append(("answers.resume", (name, conversation_id)))
        last = self._script.turns[conversation_id].pop()
        assert last.answer is not None
        begun, self._script.answer = last.answer.text, None
        self._script.answer_pieces = [begun, *self._script.answer_pieces]
        return self._script.lanes.submit(
            Lane.ANSWER, JobKind.ANSWER, lambda job: self._answer(job, last.question, conversation_id), name
        )

    def _answer(self, job: Job[Answer], question: str, conversation_id: str) -> Answer:
        script, emit = self._script, self._script.bus.emit
        emit(AnswerStage(job.id, "searching"))
        if script.ask_error:
            raise script.ask_error
        emit(SourcesFound(job.id, script.sources))
        if script.conversation_values.get(conversation_id, {}).get("answer.mode") == "search":
            found = Answer(question, "", (), script.sources, "", extractive=True, mode=AnswerMode.SEARCH)
            emit(AnswerReady(job.id, found))
            return found
        emit(AnswerStage(job.id, "connecting"))
        for stage, detail in script.stages:
            emit(AnswerStage(job.id, stage, detail))
        for thought in script.thoughts:
            emit(AnswerThought(job.id, thought))
            job.token.wait(script.piece_seconds)
        for step in script.steps:
            emit(AgentStepTaken(job.id, step))
            job.token.wait(script.piece_seconds)
        came = ""
        for number, piece in enumerate(script.answer_pieces, 1):
            if job.token.wait(script.piece_seconds):
                break
            came = appended(came, piece)
            emit(AnswerDelta(job.id, piece, isinstance(piece, AnswerStart)))
            if number in script.checked:
                emit(replace(script.checked[number], job_id=job.id))
        state = AnswerState.STOPPED if job.token.cancelled else AnswerState.DONE
        answer = script.answer or script.whole_answer(question, came, state)
        emit(AnswerReady(job.id, answer))
        if conversation_id:
            script.turns[conversation_id].append(Turn(question, answer, time.time()))
            emit(StoreChanged(job.id, frozenset({"conversations"}), (conversation_id,)))
        return answer


class ScriptedPages:
    def __init__(self, script: Script) -> None:
        self._script = script

    def passage(self, name: str, source: Source) -> Job[Passage]:
        before, after = PDF_TEXT[: source.start], PDF_TEXT[source.end :]
        passage = Passage(source, PDF_TEXT, before, after, 9, self._script.condition, self._script.members)

        def read() -> Passage:
            time.sleep(self._script.passage_seconds)
            if self._script.passage_error:
                raise self._script.passage_error
            return passage

        return self._script.view("pages.passage", read, name, source)

    def render(
        self,
        name: str,
        source: Source,
        *,
        page: int,
        zoom: float,
        cited: tuple[int, int] | None = None,
        dark: bool = False,
    ) -> Job[PageImage]:
        def render() -> PageImage:
            if self._script.page_error:
                raise self._script.page_error
            width, height = round(612 * zoom), round(792 * zoom)
            box = (72 * zoom, 500 * zoom, 500 * zoom, 530 * zoom)
            half = (72 * zoom, 500 * zoom, 500 * zoom, 514 * zoom)
            here = page == source.page and self._script.marked
            return PageImage(
                source.file,
                page,
                9,
                width,
                height,
                b"\xff" * (3 * width * height),
                (box,) if here else (),
                (half,) if here and cited else (),
                (612.0, 792.0),
                zoom,
            )

        return self._script.view("pages.render", render, name, source, page, zoom, cited)

    def render_part(
        self, file: str, *, page: int, zoom: float, rows: tuple[int, int], dark: bool = False
    ) -> Job[PagePart]:
        """Draw white paper, or dark."""

        def render() -> PagePart:
            if self._script.page_error:
                raise self._script.page_error
            width, height = round(612 * zoom), min(rows[1], round(792 * zoom) - rows[0])
            return PagePart(width, height, (b"\x1c" if dark else b"\xff") * (3 * width * height))

        return self._script.view("pages.render_part", render, file, page, zoom, rows, dark)

    def sizes(self, file: str, *, first: int = 1) -> Job[PageSizes]:
        sizes = PageSizes(first, ((612.0, 792.0),) * (10 - first), 0)
        return self._script.view("pages.sizes", lambda: sizes, file, first)

    def words(self, name: str, file: str, *, page: int) -> Job[PageWords]:
        """Return a line of four words on each page."""
        line = f"These words stand here{page}"
        places = [(0, 5), (6, 11), (12, 17), (18, len(line))]
        words = [(start, end, (72 + 10.0 * start, 100.0, 72 + 10.0 * end, 112.0)) for start, end in places]
        return self._script.view("pages.words", lambda: PageWords(page, line, tuple(words)), name, file, page)

    def find(self, name: str, file: str, *, sought: str, first: int = 1) -> Job[PageHits]:
        """Find “these” on every page, and nothing else on any."""
        pages = range(first, 10) if sought == "these" else ()
        hits = PageHits(tuple(PageHit(page, ((72.0, 100.0, 122.0, 112.0),)) for page in pages), 0)
        return self._script.view("pages.find", lambda: hits, name, file, sought, first)

    def reference(self, name: str, source: Source, *, say: Say = str) -> Job[ReferenceTexts]:
        texts = ReferenceTexts(f"Ann. {source.page_label}.", "@misc{ann}", "TY  - GEN\nER  - ")
        return self._script.view("pages.reference", lambda: texts, name, source)

    def export_member(self, file: str) -> Job[Path]:
        """Return a place below /scratch for what lies inside another file."""

        def export() -> Path:
            if self._script.member_error:
                raise self._script.member_error
            return Path("/scratch", file.rpartition("/")[2]) if "//" in file else Path(file)

        return self._script.view("pages.export_member", export, file)


class ScriptedModels:
    def __init__(self, script: Script) -> None:
        self._script = script

    def test_connection(self, settings: Config, api_key: str | None) -> Job[str]:
        def test(job: Job[str]) -> str:
            job.token.wait(self._script.model_seconds)
            job.token.raise_if_cancelled()
            if isinstance(self._script.model_result, UserError):
                raise self._script.model_result
            return self._script.model_result

        self._script.calls.append(("models.test_connection", (settings, api_key)))
        return self._script.lanes.submit(Lane.VIEW, JobKind.CONNECT, test)

    def list_models(self, settings: Config, api_key: str | None) -> Job[tuple[str, ...]]:
        def names() -> tuple[str, ...]:
            if self._script.model_error is not None:
                raise self._script.model_error
            return self._script.model_names

        return self._script.view("models.list_models", names, settings, api_key)

    def list_connection(self, connection_id: str) -> Job[tuple[str, ...]]:
        def names() -> tuple[str, ...]:
            listed = self._script.listed.get(connection_id, self._script.model_names)
            if isinstance(listed, UserError):
                raise listed
            return listed

        return self._script.view("models.list_connection", names, connection_id)

    def find_local_servers(self) -> Job[tuple[LocalServer, ...]]:
        return self._script.view("models.find_local_servers", lambda: self._script.servers)

    def list_served(self, connection_id: str) -> Job[tuple[ServedModel, ...]]:
        def served() -> tuple[ServedModel, ...]:
            if isinstance(self._script.served, UserError):
                raise self._script.served
            return self._script.served

        return self._script.view("models.list_served", served, connection_id)

    def load(self, connection_id: str, model: str) -> Job[None]:
        return self._script.view("models.load", lambda: None, connection_id, model)

    def unload(self, connection_id: str, model: str) -> Job[None]:
        return self._script.view("models.unload", lambda: None, connection_id, model)

    def pull(self, connection_id: str, model: str) -> Job[str]:
        def run(job: Job[str]) -> str:
            for part in range(1, 6):
                self._script.bus.emit(DownloadProgress(job.id, model, part * 10**8, 10**9, 8e6))
                job.token.wait(self._script.download_seconds)
                job.token.raise_if_cancelled()
            if self._script.download_error is not None:
                raise self._script.download_error
            return model

        self._script.calls.append(("models.pull", (connection_id, model)))
        return self._script.lanes.submit(Lane.VIEW, JobKind.DOWNLOAD, run)
