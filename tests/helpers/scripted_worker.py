"""A worker without libraries, files or models: it answers as a test tells it, on real lanes with real events.

    worker = ScriptedWorker()
    worker.add_library("Papers", files=3)
    worker.answer_pieces = ["The notice ", "period is ", "30 days [1]."]

mypy (below) and ``tests/worker/test_interface.py`` find a method that is missing or has other parameters.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_rag.core.events import Event
from desktop_rag.core.jobs import Job
from tests.helpers.script import Script
from tests.helpers.scripted_answers import ScriptedAnswers, ScriptedConversations, ScriptedModels, ScriptedPages
from tests.helpers.scripted_libraries import ScriptedEmbeddings, ScriptedFiles, ScriptedLibraries
from tests.helpers.scripted_model_files import ScriptedModelFiles
from tests.helpers.scripted_search import ScriptedSearch, ScriptedTestQuestions

if TYPE_CHECKING:
    from desktop_rag.worker.interface import WorkerInterface


@dataclass
class ScriptedWorker(Script):
    """What the window sees of a worker."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.libraries = ScriptedLibraries(self)
        self.files = ScriptedFiles(self)
        self.conversations = ScriptedConversations(self)
        self.answers = ScriptedAnswers(self)
        self.search = ScriptedSearch(self)
        self.models = ScriptedModels(self)
        self.model_files = ScriptedModelFiles(self)
        self.embeddings = ScriptedEmbeddings(self, self.files)
        self.test_questions = ScriptedTestQuestions(self)
        self.pages = ScriptedPages(self)

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        return self.bus.subscribe(listener)

    def close(self) -> None:
        self.closed = True
        self.lanes.close(2.0)

    def warm_up(self, *, searching: bool = True) -> Job[None]:
        def load() -> None:
            if self.warm_up_error is not None:
                raise self.warm_up_error

        return self.view("warm_up", load)


if TYPE_CHECKING:
    _checked: WorkerInterface = ScriptedWorker()
