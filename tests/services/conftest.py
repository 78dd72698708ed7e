"""Services as plain calls: files are read, and passages embedded, in the test's own process and on its own thread."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.events import Event
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.llms.built_in.language_models import LanguageModels
from desktop_rag.processes.scratch import Scratch
from desktop_rag.services.answers.answers import Answers
from desktop_rag.services.answers.images import PageImages
from desktop_rag.services.answers.question_sources import QuestionSources
from desktop_rag.services.calls import ServiceCall, calling
from desktop_rag.services.check_text import TextChecks
from desktop_rag.services.comparison.compare import Comparisons
from desktop_rag.services.connected_models import ConnectedModels
from desktop_rag.services.contradictions.contradictions import LibraryContradictions
from desktop_rag.services.conversations.attachments import Attachments
from desktop_rag.services.conversations.conversations import Conversations
from desktop_rag.services.conversations.titles import Titles
from desktop_rag.services.drafts.draft_files import DraftFiles
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.highlights import Highlights
from desktop_rag.services.libraries.files import LibraryFiles
from desktop_rag.services.libraries.index_builds import IndexBuilds
from desktop_rag.services.libraries.ingestion import LibraryIngestion
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.libraries.links import Links
from desktop_rag.services.libraries.pages import Pages
from desktop_rag.services.libraries.reading_rates import ReadingRates
from desktop_rag.services.libraries.search_models import SearchModels
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
from desktop_rag.services.mentions.find_all import Mentions
from desktop_rag.services.outside.outside import Outside, OutsideParts
from desktop_rag.services.outside.sharing import Sharing
from desktop_rag.services.packs.packs import Packs
from desktop_rag.services.pins.pins import Pins
from desktop_rag.services.proof.look_again import SecondLook
from desktop_rag.services.register.register import LibraryRegister
from desktop_rag.services.review.tables import ReviewTables
from desktop_rag.services.search.library_search import LibrarySearch
from desktop_rag.services.test_questions.library_questions import LibraryQuestions
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore
from desktop_rag.storage.sqlite.properties import set_paused
from desktop_rag.storage.sqlite.vectors.spaces import active_space, begun_space
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from tests.helpers.hashed_embedding import HashedEmbedding
from tests.helpers.same_process import HereProcesses, SameProcess

T = TypeVar("T")


class KnownModels(Embedders):
    """The models there are; ``choice`` is that of the settings."""

    def __init__(self, *models: BaseEmbedding) -> None:
        self.known = list(models)
        self.choice = models[0]

    def of(self, path: Path) -> BaseEmbedding:
        with StorageContext(path, read_only=True) as storage:
            return self._with(active_space(storage.connection)) or self.choice

    def ready_for(self, path: Path, query: str) -> BaseEmbedding:
        return self.of(path)

    def chosen(self) -> BaseEmbedding:
        return self.choice

    def begun(self, path: Path) -> BaseEmbedding | None:
        with StorageContext(path, read_only=True) as storage:
            return self._with(begun_space(storage.connection))

    def _with(self, space: EmbeddingSpace | None) -> BaseEmbedding | None:
        return next((model for model in self.known if model.space == space), None)


class Services:
    """Every service over one data folder."""

    def __init__(self, data: Path) -> None:
        self.index_files = IndexFiles(data / "libraries")
        self.chats = ChatStore(data / "conversations.sqlite")
        self.config = Config()
        self.models = KnownModels(HashedEmbedding())
        self.parsers = SameProcess()
        self.scratch = Scratch(data)
        self.events: list[Event] = []
        secrets, vectors = Secrets(), VectorCache()
        engine = LanguageModels(self.scratch, data / "models", lambda: 0.0)
        self.libraries = Libraries(self.index_files, self.chats, self.config)
        self.ingestion = LibraryIngestion(self.index_files, self.models, self.parsers, self.scratch, ReadingRates())
        self.files = LibraryFiles(self.index_files, self.libraries, lambda: self.ingestion, ReadingRates())
        self.search_models = SearchModels(self.index_files, self.models, self.libraries)
        self.search = LibrarySearch(self.index_files, self.models, vectors)
        self.mentions = Mentions(self.index_files, self.models, vectors)
        self.contradictions = LibraryContradictions(self.index_files)
        drafts = DraftFiles(HereProcesses(), self.scratch)
        self.checks = TextChecks(self.index_files, self.models, vectors, self.config, self.ingestion, drafts)
        self.builds = IndexBuilds(self.index_files, self.models, self.config, secrets, engine)
        here = HereProcesses()
        unpacked = UnpackedFiles(here, self.scratch)
        self.images = PageImages(here, unpacked)
        self.pages = Pages(self.index_files, here, unpacked)
        self.links = Links(self.index_files)
        self.highlights = Highlights(self.index_files, here, self.scratch, unpacked)
        self.attachments = Attachments(self.index_files, self.chats, self.ingestion, data / "attachments")
        self.conversations = Conversations(self.chats, self.config, lambda: self.attachments)
        sources = QuestionSources(self.index_files, self.chats, self.models, self.attachments)
        connected = ConnectedModels(secrets, engine)
        self.register = LibraryRegister(self.index_files, None, self.config, lambda: connected)
        self.comparisons = Comparisons(self.index_files, None, self.config, lambda: self.models, lambda: connected)
        self.tables = ReviewTables(self.index_files, self.models, vectors, self.config, connected)
        self.secrets = Secrets(data / "keys.json", keychain=False)
        second_look = SecondLook(self.index_files, self.checks, self.ingestion)
        self.pins = Pins(self.index_files, self.chats, self.tables, second_look)
        parts = self.pages, self.tables, second_look
        self.packs = Packs(self.index_files, *parts, self.secrets, self.config, here, self.scratch)
        self.titles = Titles(self.index_files, self.chats, self.config, connected)
        self.answers = Answers(sources, self.chats, self.models, vectors, self.config, secrets, connected, self.images)
        self.sharing = Sharing(self.index_files)
        parts = OutsideParts(
            search=_given(self.search),
            pages=_given(self.pages),
            mentions=_given(self.mentions),
            checks=_given(self.checks),
            answers=_given(self.answers),
            tables=_given(self.tables),
        )
        self.outside = Outside(self.index_files, self.sharing, parts)
        self.questions = LibraryQuestions(self.index_files, self.models, vectors, self.config, secrets, engine)

    def call(self, token: CancelToken | None = None, *, interrupted: bool = False) -> ServiceCall:
        """Return a call whose events are kept."""
        return ServiceCall(7, token or CancelToken(), self.events.append, lambda: interrupted)

    def heard(self, kind: type[Event]) -> list[Event]:
        """Return the events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def fill(self, name: str, folder: Path) -> None:
        """Make a library of a folder, read and embedded."""
        self.libraries.create(name)
        self.ingestion.add(name, [folder], self.call())
        self.ingestion.embed(name, self.call())

    def set_paused(self, name: str, *, paused: bool) -> None:
        """Note whether the filling of a library is paused."""
        with self.index_files.open(name) as storage, storage.transaction():
            set_paused(storage.connection, paused=paused)

    def states(self, name: str) -> dict[str, str]:
        """Return how far each file of a library is, by its name."""
        return {Path(file.path).name: file.state.value for file in self.libraries.status(name).files}

    def found(self, name: str, words: str) -> set[str]:
        """Return the names of the files in which words are found."""
        sources = self.search.passages(name, words, mode="bm25")
        return {Path(source.file).name for source in sources}

    def settings(self, **values: OptionValue) -> Config:
        """Return the settings with others in the place of some; "__" stands for the dot of a key."""
        return self.config.overridden({key.replace("__", "."): value for key, value in values.items()})


def _given(service: T) -> Callable[[], T]:
    return lambda: service


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = Services(tmp_path / "data")
    with calling(services.call()):
        yield services
    services.scratch.close()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder of three files, one in a subfolder."""
    return make_notes(tmp_path)


def make_notes(place: Path) -> Path:
    """Make the folder of ``notes`` somewhere else."""
    folder = place / "notes"
    (folder / "old").mkdir(parents=True)
    (folder / "cats.txt").write_text("Cats sleep sixteen hours a day. They purr.", encoding="utf-8")
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is brewed at eighty degrees.\n", encoding="utf-8")
    (folder / "old" / "dogs.txt").write_text("Dogs bark at the moon.", encoding="utf-8")
    return folder
