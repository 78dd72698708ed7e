"""The scripted worker with what else the window asks for: preparing a library, ways of cutting files, overrides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from desktop_rag.config import Config, OptionValue
from desktop_rag.errors import UserError
from desktop_rag.events import BuildProgress
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.results import Answer, IndexInfo
from desktop_rag.worker.building import BuildStatus
from desktop_rag.worker.job import Job
from tests.helpers.scripted_worker import ScriptedWorker


@dataclass
class WindowWorker(ScriptedWorker):
    """What a test may set: the steps of a preparation, how long each takes, and what it ends with."""

    build_steps: Sequence[tuple[int, int]] = ((1, 3), (3, 3))
    build_seconds: float = 0.0
    build_error: UserError | None = None
    reading_seconds: float = 0.0  # how long reading a conversation's values takes
    asked_with: list[dict[str, OptionValue]] = field(default_factory=list)
    splittings: dict[str, Splitting | None] = field(default_factory=dict)

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
