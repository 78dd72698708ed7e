"""The scripted worker with what else the window asks for: preparing a library, ways of cutting files, its files."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import BuildProgress, StoreChanged
from desktop_rag.core.results.answers import Answer
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.ingestion.file_list import export_csv
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.worker.job import Job
from desktop_rag.worker.jobs.building import BuildStatus
from tests.gui.search_fake import SearchFake


@dataclass
class WindowWorker(SearchFake):
    """What a test may set: the steps of a preparation, how long each takes, and what it ends with."""

    build_steps: Sequence[tuple[int, int]] = ((1, 3), (3, 3))
    build_seconds: float = 0.0
    build_error: UserError | None = None
    reading_seconds: float = 0.0  # how long reading a conversation's values takes
    asked_with: list[dict[str, OptionValue]] = field(default_factory=list)
    splittings: dict[str, Splitting | None] = field(default_factory=dict)
    rules: dict[str, dict[str, FolderRules]] = field(default_factory=dict)
    found: FolderPreview = field(default_factory=lambda: FolderPreview(1, 1000, {".pdf": 1}, 0, ()))
    found_seconds: float = 0.0
    files_error: UserError | None = None
    _known: dict[object, tuple[list[FileStatus], Counter[str]]] = field(default_factory=dict)  # the last query's

    def create_index(self, name: str, splitting: Splitting | None = None) -> Job[IndexInfo]:
        """Make a library; remember how its files are to be cut."""
        self.splittings[name] = splitting
        return super().create_index(name)

    def ask(
        self,
        name: str,
        question: str,
        *,
        conversation_id: str = "",
        settings: Config | None = None,
        overrides: Mapping[str, OptionValue] | None = None,
    ) -> Job[Answer]:
        """Answer; remember what this question had otherwise."""
        self.asked_with.append(dict(overrides or {}))
        return super().ask(name, question, conversation_id=conversation_id, settings=settings)

    def conversation_settings(self, conversation_id: str) -> Job[dict[str, OptionValue]]:
        """Return the values, slowly if wanted."""

        def read(job: Job[dict[str, OptionValue]]) -> dict[str, OptionValue]:
            values = dict(self.conversation_values.get(conversation_id, {}))
            job.token.wait(self.reading_seconds)
            return values

        self.calls.append(("conversation_settings", (conversation_id,)))
        return self._lanes.submit("view", "conversation_settings", read)

    def build_index_kind(self, name: str, kind: str, settings: Config | None = None) -> Job[BuildStatus]:
        """Go through the steps, slowly if wanted."""

        def run(job: Job[BuildStatus]) -> BuildStatus:
            if self.build_error:
                raise self.build_error
            for done, total in self.build_steps:
                self.bus.emit(BuildProgress(job.id, name, kind, done, total))
                job.token.wait(self.build_seconds)
                job.token.raise_if_cancelled()
            total = self.build_steps[-1][1]
            return BuildStatus(name, kind, total, total, 0)

        self.calls.append(("build_index_kind", (name, kind)))
        return self._lanes.submit("view", f"build {name}", run)

    # -- files ----------------------------------------------------------------------------------------------------

    def add(
        self, name: str, paths: Sequence[Path], *, embed: bool = True, rules: FolderRules | None = None
    ) -> Job[IndexStatus]:
        """Add; remember with which rules."""
        if rules is not None:
            self.calls.append(("add_rules", (name, rules)))
        return super().add(name, paths, embed=embed)

    def preview(self, paths: Sequence[Path], rules: FolderRules | None = None) -> Job[FolderPreview]:
        """Return what the test says there is, slowly if wanted."""

        def run(job: Job[FolderPreview]) -> FolderPreview:
            job.token.wait(self.found_seconds)
            job.token.raise_if_cancelled()
            return self.found

        self.calls.append(("preview", (tuple(paths), rules)))
        return self._lanes.submit("view", "preview", run)

    def files_page(self, name: str, query: FileQuery) -> FilePage:
        """Filter, sort and cut as the real worker does."""
        if self.files_error:
            raise self.files_error
        files = self.file_lists.get(name, ())
        key = (id(files), query.text, query.folder, query.states, query.order)
        if key not in self._known:
            fit = [file for file in files if _fits(file, query)]
            counts = Counter(file.state.value for file in fit)
            rows = [file for file in fit if not query.states or file.state in query.states]
            rows.sort(key=_KEYS[query.order.removeprefix("-")], reverse=query.order.startswith("-"))
            self._known = {key: (rows, counts)}
        rows, counts = self._known[key]
        return FilePage(tuple(rows[query.offset : query.offset + query.limit]), len(rows), dict(counts))

    def files(self, name: str, query: FileQuery) -> Job[FilePage]:
        """Return some rows."""
        return self._view("files", lambda: self.files_page(name, query), name, query)

    def export_files(self, name: str, query: FileQuery, target: Path) -> Job[int]:
        """Write the list."""

        def export() -> int:
            return export_csv(iter(self.files_page(name, replace(query, offset=0, limit=10**9)).rows), target)

        return self._view("export_files", export, name, query, target)

    def retry(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Let the files wait."""
        return self._change("retry", name, tuple(paths))

    def exclude(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Forget the files."""
        gone = set(paths)
        self.file_lists[name] = tuple(file for file in self.file_lists[name] if file.path not in gone)
        return self._change("exclude", name, tuple(paths))

    def prioritise(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Remember what comes first."""
        return self._change("prioritise", name, tuple(paths))

    def folder_rules(self, name: str) -> Job[dict[str, FolderRules]]:
        """Return the rules the test has set."""
        return self._view("folder_rules", lambda: dict(self.rules.get(name, {})), name)

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> Job[None]:
        """Set rules."""
        self.rules.setdefault(name, {})[folder] = rules
        return self._change("set_folder_rules", name, folder, rules)

    def pause(self, name: str) -> Job[None]:
        """Pause: what runs ends."""
        self.libraries[name] = replace(self.libraries[name], paused=True)
        self._lanes.stop("add")
        return self._change("pause", name)

    def resume(self, name: str) -> Job[IndexStatus]:
        """Carry on."""
        self.libraries[name] = replace(self.libraries[name], paused=False)
        self.calls.append(("resume", (name,)))
        return self.add(name, ())

    def remove_missing(self, name: str, folder: str) -> Job[None]:
        """Take the question away."""
        self.libraries[name] = replace(self.libraries[name], missing=())
        return self._change("remove_missing", name, folder)

    def keep_missing(self, name: str, folder: str) -> Job[None]:
        """Take the question away."""
        self.libraries[name] = replace(self.libraries[name], missing=())
        return self._change("keep_missing", name, folder)

    def change_embedder(self, name: str) -> Job[IndexStatus]:
        """Go through the progress of the test."""
        self.calls.append(("change_embedder", (name,)))
        return self.add(name, ())

    def watch(self) -> None:
        """Remember that folders are watched."""
        self.calls.append(("watch", ()))

    def changed(self, name: str) -> None:
        """Tell that a library's files changed."""
        self.bus.emit(StoreChanged(0, frozenset({"indexes", "documents"}), (name,)))

    def _change(self, kind: str, name: str, *arguments: object) -> Job[None]:
        return self._view(kind, lambda: self.changed(name), name, *arguments)


def _fits(file: FileStatus, query: FileQuery) -> bool:
    if query.text and query.text.casefold() not in f"{file.path} {file.reason}".casefold():
        return False
    return file.path.startswith(query.folder)


def _by_state(file: FileStatus) -> tuple[int, str]:
    return list(FileState).index(file.state), file.path


_KEYS: dict[str, Callable[[FileStatus], Any]] = {
    "path": lambda file: file.path,
    "name": lambda file: file.path.rpartition("/")[2].casefold(),
    "state": _by_state,
    "reason": lambda file: file.reason,
    "pages": lambda file: file.pages,
    "size": lambda file: file.size,
    "modified": lambda file: file.modified,
}
