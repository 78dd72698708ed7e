"""The one object a window or a command line talks to."""

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_rag.config import Config
from desktop_rag.config.data_folder import remove_all_abandoned, use_of
from desktop_rag.config.secrets import Secrets
from desktop_rag.config.store import SETTINGS_FILE
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.events import Event, ProblemMet
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.parallel import Once
from desktop_rag.core.private_files import close_data_folder
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.core.shared_files import tidy
from desktop_rag.processes.confinement.report import Confinement, inspect_confinement
from desktop_rag.processes.pool import FILES_PER_CHILD, ChildProcesses, RunningTask
from desktop_rag.processes.scratch import Scratch
from desktop_rag.services.conversations.conversations import Conversations
from desktop_rag.services.libraries.files import LibraryFiles
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.network import NetworkUse
from desktop_rag.services.operations import Service
from desktop_rag.services.pins.cited import has_pins, libraries_to_check
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.worker.lanes import EventBus, Lanes
from desktop_rag.worker.on_demand import Children, ServicesOnDemand
from desktop_rag.worker.service_jobs import ServiceJobs
from desktop_rag.worker.watching.auto_refresh import AutoRefresh
from desktop_rag.worker.watching.changes import Heard

if TYPE_CHECKING:
    from desktop_rag.worker.service_jobs import (
        AnswerJobs,
        ApiClientJobs,
        AttachmentJobs,
        BuildJobs,
        CheckJobs,
        ComparisonJobs,
        ContradictionJobs,
        ConversationJobs,
        ExportJobs,
        FileJobs,
        HighlightJobs,
        LibraryJobs,
        LinkJobs,
        MentionJobs,
        ModelFileJobs,
        ModelJobs,
        OutsideJobs,
        PackJobs,
        PageJobs,
        PinJobs,
        RegisterJobs,
        SearchJobs,
        SearchModelJobs,
        SharingJobs,
        TableJobs,
        TestQuestionJobs,
        TitleJobs,
    )

_log = logging.getLogger(__name__)
_THREADS = {
    Lane.LOAD: 1,
    Lane.INDEX: 2,
    Lane.REFRESH: 2,
    Lane.EMBED: 2,
    Lane.BUILD: 1,
    Lane.ANSWER: 2,
    Lane.MODELS: 4,
    Lane.DOWNLOAD: 1,
    Lane.VIEW: 2,
    Lane.CHANGE: 2,
    Lane.STOP: 2,
    Lane.LONG: 3,
    Lane.SEARCH: 1,
    Lane.FOLLOW: 1,
    Lane.MEANING: 1,
}
_CLOSE_SECONDS = 1.5
_LOAD_SECONDS = 60.0  # until a child has loaded its libraries, on a busy machine


class Worker:
    """Runs every job of one data folder.

    Making one opens nothing and starts nothing; from then on its settings' offline switch holds, and the data folder is
    not moved (UserError while it is). Each call of its parts returns a ``Job`` at once; listeners hear of its progress
    and of its one terminal event, on the job's own thread.
    """

    def __init__(self, data_dir: Path, config: Config | None = None) -> None:
        self.data_dir = data_dir
        self._in_use = use_of(data_dir)
        files = IndexFiles(data_dir / "libraries")
        files.permissions.begin()
        close_data_folder(data_dir)
        self.secrets = Secrets.of_data_folder(data_dir)
        for folder in {data_dir, self.secrets.file.parent}:
            tidy(folder)
        self.config = config or Config(data_dir / SETTINGS_FILE, self.secrets)
        self.network = NetworkUse(data_dir, self.config)
        self._bus = EventBus()
        self._lanes = Lanes(_THREADS, self._bus)
        self._scratch = Scratch(data_dir)
        parsers = max(1, min(4, os.cpu_count() or 1))
        self._parsers = ChildProcesses(parsers, niceness=5, tasks_per_child=FILES_PER_CHILD, scratch=self._scratch)
        self._painter = ChildProcesses(1, scratch=self._scratch)
        self._compose(files, ChatStore(data_dir / "conversations.sqlite", self._tell))

    def _compose(self, files: IndexFiles, chats: ChatStore) -> None:
        config, lanes = self.config, self._lanes
        self._index_files = files
        self._unchecked: set[str] = set()  # libraries with a job that waits to look at what is pinned
        self._heard = Heard(self._look_at)
        upkeep = self._auto_refresh = AutoRefresh(
            files, self._heard.hear, self.continue_change, self._check_pins, self._tell
        )
        libraries = self._libraries = Libraries(files, chats, config, upkeep, self._start_adding)
        children = Children(self._scratch, self._parsers, self._painter)
        made = ServicesOnDemand(self.data_dir, files, chats, config, self.secrets, children, libraries, lanes)
        self._services = made
        self._files = LibraryFiles(files, libraries, made.ingestion, made.rates, lanes, upkeep)
        self._conversations = Conversations(chats, config, made.attachments, self._read_ahead)
        self.libraries: LibraryJobs = self._jobs(_ready(libraries))
        self.files: FileJobs = self._jobs(_ready(self._files))
        self.conversations: ConversationJobs = self._jobs(_ready(self._conversations))
        self.attachments: AttachmentJobs = self._jobs(made.attachments)
        self.titles: TitleJobs = self._jobs(made.titles)
        self.exports: ExportJobs = self._jobs(made.exports)
        self.embeddings: SearchModelJobs = self._jobs(made.search_models)
        self.builds: BuildJobs = self._jobs(made.builds)
        self.answers: AnswerJobs = self._jobs(made.answers)
        self.search: SearchJobs = self._jobs(made.search)
        self.register: RegisterJobs = self._jobs(made.register)
        self.mentions: MentionJobs = self._jobs(made.mentions)
        self.checks: CheckJobs = self._jobs(made.checks)
        self.comparisons: ComparisonJobs = self._jobs(made.comparisons)
        self.contradictions: ContradictionJobs = self._jobs(made.contradictions)
        self.tables: TableJobs = self._jobs(made.tables)
        self.test_questions: TestQuestionJobs = self._jobs(made.questions)
        self.pages: PageJobs = self._jobs(made.pages)
        self.links: LinkJobs = self._jobs(made.links)
        self.highlights: HighlightJobs = self._jobs(made.highlights)
        self.packs: PackJobs = self._jobs(made.packs)
        self.pins: PinJobs = self._jobs(made.pins)
        self.models: ModelJobs = self._jobs(made.served)
        self.model_files: ModelFileJobs = self._jobs(made.model_files)
        self.sharing: SharingJobs = self._jobs(_ready(made.sharing))
        self.outside: OutsideJobs = self._jobs(made.outside)
        self.api_clients: ApiClientJobs = self._jobs(made.api_clients)

    def _jobs(self, service: Once[Any]) -> Any:  # noqa: ANN401 - each a class in service_jobs
        return ServiceJobs(self._lanes, service)

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call ``listener`` with every event, on the thread that emits it; return a function that ends that."""
        return self._bus.subscribe(listener)

    def close(self) -> None:
        """Stop everything within two seconds, also while jobs run; idempotent."""
        # first: whatever fails from here on counts as cancelled
        self._lanes.cancel_all()
        self._auto_refresh.close()
        # killing the children lets the jobs that wait for them end at once
        self._parsers.close()
        self._painter.close()
        self._services.close()
        self._lanes.close(_CLOSE_SECONDS)
        self._conversations.forget_deleted()
        self.network.close()
        # last: the children wrote there
        self._scratch.close()
        if self._in_use is not None:
            self._in_use.release()

    def warm_up(self, *, searching: bool = True) -> Job[None]:
        """Load the parts for answers and, for ``searching``, the search model and the page painter: no question waits.

        What programs that were killed left unfinished is removed before.

        OpenAI's library is loaded without a model too: the person may connect one, and the window would stall then.
        What cannot be loaded is logged, and loaded when it is used: who needs it then hears what is wrong.
        """

        def run(job: Job[None]) -> None:
            from desktop_rag.readers.pages.render import load_painter

            remove_all_abandoned(self.data_dir)
            if not searching:
                _load_ahead(job.token, _load_openai, self._services.load)
                return
            with ExitStack() as stack:
                painter: list[RunningTask[None]] = []

                def load_search_model() -> None:
                    self._services.embedders().built_in.warm_up()

                def start_painter() -> None:
                    painter.append(self._painter.schedule(load_painter, seconds=_LOAD_SECONDS))
                    stack.enter_context(job.token.closing(painter[0].cancel))

                _load_ahead(job.token, start_painter, load_search_model)
                results = [partial(one.result, _LOAD_SECONDS) for one in painter]
                _load_ahead(job.token, _load_openai, self._services.load, *results)

        return self._lanes.submit(Lane.LONG, JobKind.WARM_UP, run)

    def inspect_confinement(self) -> Job[Confinement]:
        """Start a process that reads files and have it try forbidden actions; return the result."""

        def run(job: Job[Confinement]) -> Confinement:
            return self._parsers.run(inspect_confinement, self._scratch.folder, seconds=_LOAD_SECONDS, token=job.token)

        return self._lanes.submit(Lane.LONG, JobKind.READ, run)

    def watch(self) -> None:
        """Keep every library up to date from now on: continue waiting work, and follow its folders until ``close``."""
        self._auto_refresh.start()

    def has_pins(self, name: str) -> Job[bool]:
        """Return whether anything is pinned in a library, without loading what makes pins and looks at them."""
        return self._lanes.submit(Lane.VIEW, JobKind.READ, lambda _: has_pins(self._index_files, name), name)

    def continue_change(self, name: str) -> Job[IndexStatus] | None:
        """Go on with a change of the search model that does not run, or tidy up after it; None: nothing to do."""
        if self._lanes.running(name, JobKind.CHANGE_EMBEDDER) or not self._libraries.is_change_unfinished(name):
            return None
        return self.embeddings.resume(name)

    def _tell(self, error: UserError) -> None:
        self._bus.emit(ProblemMet(0, error))

    def _start_adding(self, name: str, paths: Sequence[Path]) -> None:
        self.files.add(name, paths)

    def _read_ahead(self, conversation_id: str, paths: Sequence[str]) -> None:
        self.attachments.read(conversation_id, paths, whole=True)

    def _check_pins(self, name: str) -> None:
        """Look at the pins that rest on files of a library, unless a job that waits will do so."""

        def run(_: Job[None]) -> None:
            self._unchecked.discard(name)
            for one in libraries_to_check(self._index_files, name):
                self._services.pins().check(one)

        if name not in self._unchecked:
            self._unchecked.add(name)
            self._lanes.submit(Lane.FOLLOW, JobKind.SEARCH, run, name)

    def _look_at(self, name: str, take: Callable[[], Sequence[Path]]) -> Job[None]:
        """Refresh the paths of a library that ``take`` returns once the job has begun."""
        refresh = LibraryFiles.refresh
        return self._lanes.submit(
            Lane.REFRESH, refresh.kind, lambda _: refresh.function(self._files, name, take()), name
        )


def _ready(service: Service) -> Once[Service]:
    """Return a service that the first picture takes, made."""
    made = Once(lambda: service)
    made()
    return made


def _load_openai() -> None:
    from desktop_rag.llms.openai_access import load_library

    load_library()


def _load_ahead(token: CancelToken, *loads: Callable[[], object]) -> None:
    """Load one thing after the other; failures are logged, as it is loaded again when used."""
    for load in loads:
        token.raise_if_cancelled()
        try:
            load()
        except Exception:  # noqa: BLE001 - whatever a library raises while it is imported
            token.raise_if_cancelled()
            _log.warning("something could not be loaded ahead of its use", exc_info=True)
