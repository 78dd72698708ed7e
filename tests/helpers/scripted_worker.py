"""A worker without libraries, files or models: it answers as a test tells it, on real lanes with real events.

worker = ScriptedWorker()
worker.add_library("Papers", files=3)
worker.answer_pieces = ["The notice ", "period is ", "30 days [1]."]
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from desktop_rag.core.events import Event
from desktop_rag.core.jobs import Job, JobKind, Lane
from desktop_rag.core.results.libraries import IndexStatus
from desktop_rag.processes.confinement.report import Confinement
from desktop_rag.services.answers.answers import Answers
from desktop_rag.services.check_text import TextChecks
from desktop_rag.services.comparison.compare import Comparisons
from desktop_rag.services.contradictions.contradictions import LibraryContradictions
from desktop_rag.services.conversations.attachments import Attachments
from desktop_rag.services.conversations.conversations import Conversations
from desktop_rag.services.conversations.titles import Titles
from desktop_rag.services.exports.exports import Exports
from desktop_rag.services.highlights import Highlights
from desktop_rag.services.libraries.files import LibraryFiles
from desktop_rag.services.libraries.index_builds import IndexBuilds
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.libraries.links import Links
from desktop_rag.services.libraries.pages import Pages
from desktop_rag.services.libraries.search_models import SearchModels
from desktop_rag.services.mentions.find_all import Mentions
from desktop_rag.services.model_files import ModelFiles
from desktop_rag.services.outside.clients import ApiClients
from desktop_rag.services.outside.outside import Outside
from desktop_rag.services.outside.sharing import Sharing
from desktop_rag.services.packs.packs import Packs
from desktop_rag.services.pins.pins import Pins
from desktop_rag.services.register.register import LibraryRegister
from desktop_rag.services.review.tables import ReviewTables
from desktop_rag.services.search.library_search import LibrarySearch
from desktop_rag.services.served_models import ServedModels
from desktop_rag.services.test_questions.library_questions import LibraryQuestions
from desktop_rag.worker.worker import Worker
from tests.helpers import scripted_answers as about
from tests.helpers import scripted_libraries as of_libraries
from tests.helpers.script import Script, ScriptedNetwork, ScriptedSecrets
from tests.helpers.scripted import Called, scripted


@dataclass
class ScriptedWorker(Script, Worker):
    """What the window sees of a worker."""

    secrets: ScriptedSecrets = field(default_factory=ScriptedSecrets)
    network: ScriptedNetwork = field(default_factory=ScriptedNetwork)

    def __post_init__(self) -> None:
        super().__post_init__()
        files = of_libraries.FileAnswers(self)
        self.libraries = scripted(self, "libraries", Libraries, of_libraries.LibraryAnswers(self))
        self.files = scripted(self, "files", LibraryFiles, files)
        self.embeddings = scripted(self, "embeddings", SearchModels, of_libraries.SearchModelAnswers(files))
        self.builds = scripted(self, "builds", IndexBuilds, of_libraries.BuildAnswers(self))
        self.search = scripted(self, "search", LibrarySearch, of_libraries.SearchAnswers(self))
        self.mentions = scripted(self, "mentions", Mentions, of_libraries.MentionAnswers(self))
        self.pins = scripted(self, "pins", Pins, about.PinAnswers(self))
        self.checks = scripted(self, "checks", TextChecks, of_libraries.CheckAnswers(self))
        self.register = scripted(self, "register", LibraryRegister, of_libraries.RegisterAnswers(self))
        self.comparisons = scripted(self, "comparisons", Comparisons, of_libraries.ComparisonAnswers(self))
        contradicting = of_libraries.ContradictionAnswers(self)
        self.contradictions = scripted(self, "contradictions", LibraryContradictions, contradicting)
        self.tables = scripted(self, "tables", ReviewTables, of_libraries.TableAnswers(self))
        self.test_questions = scripted(self, "test_questions", LibraryQuestions, of_libraries.TestQuestionAnswers(self))
        self.conversations = scripted(self, "conversations", Conversations, about.ConversationAnswers(self))
        self.titles = scripted(self, "titles", Titles, about.TitleAnswers(self))
        self.attachments = scripted(self, "attachments", Attachments, about.AttachmentAnswers())
        self.exports = scripted(self, "exports", Exports, about.ExportAnswers(self))
        self.answers = scripted(self, "answers", Answers, about.AnswerAnswers(self))
        self.pages = scripted(self, "pages", Pages, about.PageAnswers(self))
        self.links = scripted(self, "links", Links, about.LinkAnswers(self))
        self.highlights = scripted(self, "highlights", Highlights, about.HighlightAnswers(self))
        self.packs = scripted(self, "packs", Packs, about.PackAnswers(self))
        self.models = scripted(self, "models", ServedModels, about.ModelAnswers(self))
        self.model_files = scripted(self, "model_files", ModelFiles, about.ModelFileAnswers(self))
        self.outside = scripted(self, "outside", Outside, object())
        self.api_clients = scripted(self, "api_clients", ApiClients, of_libraries.ClientAnswers())
        self.sharing = scripted(self, "sharing", Sharing, of_libraries.SharingAnswers(self))

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        return self.bus.subscribe(listener)

    def close(self) -> None:
        self.closed = True
        self.lanes.close(2.0)

    def watch(self) -> None:
        self.calls.append(("watch", Called((), {})))

    def has_pins(self, name: str) -> Job[bool]:
        self.calls.append(("has_pins", Called((name,), {"name": name})))
        there = any(one.library == name for one in self.pinned)
        return self.lanes.submit(Lane.VIEW, JobKind.READ, lambda _: there)

    def warm_up(self, *, searching: bool = True) -> Job[None]:
        def load(_: Job[None]) -> None:
            if self.warm_up_error is not None:
                raise self.warm_up_error

        self.calls.append(("warm_up", Called((), {"searching": searching})))
        return self.lanes.submit(Lane.VIEW, JobKind.READ, load)

    def continue_change(self, name: str) -> Job[IndexStatus] | None:
        raise NotImplementedError

    def inspect_confinement(self) -> Job[Confinement]:
        raise NotImplementedError
