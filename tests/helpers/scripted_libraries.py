"""The libraries of a scripted worker, and their files."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_rag.config import Config, OptionValue
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import BuildProgress, StoreChanged
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.files import FilePage, FileQuery, FileState, FileStatus, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.ingestion.file_list import export_csv
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.libraries.index_builds import BuildStatus
from tests.helpers.script import Script

SAMPLE = "User's guide"


class ScriptedLibraries:
    def __init__(self, script: Script) -> None:
        self._script = script

    def list_all(self) -> Job[tuple[IndexInfo, ...]]:
        infos = self._script.infos
        return self._script.view("libraries.list_all", lambda: tuple(infos[name] for name in sorted(infos)))

    def create(self, name: str, splitting: Splitting | None = None) -> Job[IndexInfo]:
        self._script.splittings[name] = splitting

        def create() -> IndexInfo:
            self._refuse_taken(name)
            return self._script.add_library(name, files=0, nodes=0)

        return self._script.view("libraries.create", create, name)

    def _refuse_taken(self, name: str) -> None:
        if name in self._script.infos:
            raise UserError(f"There is already a library called “{name}”.", "Choose another name.")

    def export(self, name: str, target: Path, *, replace: bool = False) -> Job[Path]:
        return self._script.view("libraries.export", lambda: target, name, target, replace)

    def import_copy(self, source: Path, name: str = "") -> Job[IndexInfo]:
        return self._script.view("libraries.import_copy", lambda: self._script.add_library(name), source, name)

    def duplicate(self, name: str, new_name: str) -> Job[IndexInfo]:
        return self._script.view("libraries.duplicate", lambda: self._script.add_library(new_name), name, new_name)

    def delete(self, name: str) -> Job[None]:
        def delete() -> None:
            del self._script.infos[name]

        return self._script.view("libraries.delete", delete, name)

    def rename(self, name: str, new_name: str) -> Job[None]:
        def rename() -> None:
            self._refuse_taken(new_name)
            self._script.infos[new_name] = replace(self._script.infos.pop(name), name=new_name)

        return self._script.view("libraries.rename", rename, name, new_name)

    def add_sample(self, language: str) -> Job[str]:
        def make() -> str:
            self._script.add_library(SAMPLE, files=3)
            return SAMPLE

        return self._script.view("libraries.add_sample", make)

    def settings(self, name: str) -> Job[dict[str, OptionValue]]:
        values = self._script.index_values
        return self._script.view("libraries.settings", lambda: dict(values.get(name, {})), name)

    def set_settings(self, name: str, values: Mapping[str, OptionValue]) -> Job[None]:
        def store() -> None:
            time.sleep(self._script.settings_seconds)
            Config().update(dict(values))  # wrong ones are refused as the real worker refuses them
            self._script.index_values[name] = dict(values)

        return self._script.view("libraries.set_settings", store, name, values)

    def build(self, name: str, kind: str, settings: Config | None = None) -> Job[BuildStatus]:
        """Go through the steps, slowly if wanted."""
        script = self._script

        def run(job: Job[BuildStatus]) -> BuildStatus:
            if script.build_error:
                raise script.build_error
            for done, total in script.build_steps:
                script.bus.emit(BuildProgress(job.id, name, kind, done, total))
                job.token.wait(script.build_seconds)
                job.token.raise_if_cancelled()
            total = script.build_steps[-1][1]
            return BuildStatus(name, kind, total, total, 0)

        script.calls.append(("libraries.build", (name, kind)))
        return script.lanes.submit(Lane.VIEW, JobKind.BUILD, run, name)


class ScriptedFiles:
    def __init__(self, script: Script) -> None:
        self._script = script
        self._known: dict[object, tuple[list[FileStatus], Counter[str]]] = {}  # the last query's

    def add(
        self,
        name: str,
        paths: Sequence[Path],
        *,
        embed: bool = True,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> Job[IndexStatus]:
        """Tell the progress of the test, then that there are more files."""
        script = self._script

        def run(job: Job[IndexStatus]) -> IndexStatus:
            for event in script.progress:
                job.token.raise_if_cancelled()
                script.bus.emit(replace(event, job_id=job.id, index_name=name))
                job.token.wait(script.progress_seconds)
            job.token.raise_if_cancelled()
            info = replace(script.infos[name], files=script.infos[name].files + len(paths), nodes=10)
            script.infos[name] = replace(info, nodes_embedded=10)
            script.bus.emit(StoreChanged(job.id, frozenset({"indexes", "documents"}), (name,)))
            return IndexStatus(script.infos[name], (), {})

        if rules is not None:
            script.calls.append(("files.add_rules", (name, rules)))
        script.calls.append(("files.add", (name, tuple(paths))))
        return script.lanes.submit(Lane.INDEX, JobKind.ADD, run, name)

    def resume(self, name: str) -> Job[IndexStatus]:
        self._script.infos[name] = replace(self._script.infos[name], paused=False)
        self._script.calls.append(("files.resume", (name,)))
        return self.add(name, ())

    def pause(self, name: str) -> Job[None]:
        """Pause: what runs ends."""
        self._script.infos[name] = replace(self._script.infos[name], paused=True)
        self._script.lanes.stop(name, JobKind.ADD)
        return self._change("pause", name)

    def retry(self, name: str, paths: Sequence[str]) -> Job[None]:
        return self._change("retry", name, tuple(paths))

    def exclude(self, name: str, paths: Sequence[str]) -> Job[None]:
        gone = set(paths)
        lists = self._script.file_lists
        lists[name] = tuple(file for file in lists[name] if file.path not in gone)
        return self._change("exclude", name, tuple(paths))

    def prioritise(self, name: str, paths: Sequence[str]) -> Job[None]:
        return self._change("prioritise", name, tuple(paths))

    def remove_missing(self, name: str, folder: str) -> Job[None]:
        self._script.infos[name] = replace(self._script.infos[name], missing=())
        return self._change("remove_missing", name, folder)

    def keep_missing(self, name: str, folder: str) -> Job[None]:
        self._script.infos[name] = replace(self._script.infos[name], missing=())
        return self._change("keep_missing", name, folder)

    def allow_folders(self, name: str) -> Job[None]:
        info = self._script.infos[name]
        self._script.infos[name] = replace(info, folders=(*info.folders, *info.folders_to_allow), folders_to_allow=())
        return self._change("allow_folders", name)

    def forbid_folders(self, name: str) -> Job[None]:
        self._script.infos[name] = replace(self._script.infos[name], folders_to_allow=())
        return self._change("forbid_folders", name)

    def preview(self, paths: Sequence[Path], rules: FolderRules | None = None) -> Job[FolderPreview]:
        """Return what the test says there is, slowly if wanted."""

        def run(job: Job[FolderPreview]) -> FolderPreview:
            job.token.wait(self._script.found_seconds)
            job.token.raise_if_cancelled()
            return self._script.found

        self._script.calls.append(("files.preview", (tuple(paths), rules)))
        return self._script.lanes.submit(Lane.VIEW, JobKind.READ, run)

    def page(self, name: str, query: FileQuery) -> Job[FilePage]:
        return self._script.view("files.page", lambda: self._page(name, query), name, query)

    def export_list(self, name: str, query: FileQuery, target: Path) -> Job[int]:
        def export() -> int:
            return export_csv(iter(self._page(name, replace(query, offset=0, limit=10**9)).rows), target)

        return self._script.view("files.export_list", export, name, query, target)

    def folder_rules(self, name: str) -> Job[dict[str, FolderRules]]:
        return self._script.view("files.folder_rules", lambda: dict(self._script.rules.get(name, {})), name)

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> Job[None]:
        self._script.rules.setdefault(name, {})[folder] = rules
        return self._change("set_folder_rules", name, folder, rules)

    def remove(self, name: str, path: str) -> Job[None]:
        def remove() -> None:
            lists = self._script.file_lists
            lists[name] = tuple(file for file in lists[name] if file.path != path)

        return self._script.view("files.remove", remove, name, path)

    def watch(self) -> None:
        self._script.calls.append(("files.watch", ()))

    def _page(self, name: str, query: FileQuery) -> FilePage:
        """Filter, sort and cut as the real worker does."""
        if self._script.files_error:
            raise self._script.files_error
        files = self._script.file_lists.get(name, ())
        key = (id(files), query.text, query.folder, query.states, query.order)
        if key not in self._known:
            fit = [file for file in files if _fits(file, query)]
            counts = Counter(file.state.value for file in fit)
            rows = [file for file in fit if not query.states or file.state in query.states]
            rows.sort(key=_KEYS[query.order.removeprefix("-")], reverse=query.order.startswith("-"))
            self._known = {key: (rows, counts)}
        rows, counts = self._known[key]
        return FilePage(tuple(rows[query.offset : query.offset + query.limit]), len(rows), dict(counts))

    def _change(self, call: str, name: str, *arguments: object) -> Job[None]:
        return self._script.view(f"files.{call}", lambda: self._script.changed(name), name, *arguments)


class ScriptedEmbeddings:
    def __init__(self, script: Script, files: ScriptedFiles) -> None:
        self._script = script
        self._files = files

    def change(self, name: str) -> Job[IndexStatus]:
        """Go through the progress of the test."""
        self._script.calls.append(("embeddings.change", (name,)))
        return self._files.add(name, ())


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
