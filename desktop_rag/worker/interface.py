"""What a window calls of a worker. The worker's parts have these methods, and so has whatever stands in for it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from desktop_rag.config import Config, OptionValue
from desktop_rag.config.secrets import Place
from desktop_rag.core.events import Event
from desktop_rag.core.jobs import Job
from desktop_rag.core.network.traffic import HostTraffic
from desktop_rag.core.results.answers import Answer, Source
from desktop_rag.core.results.conversations import ConversationInfo, ConversationSources, FoundTurn, Turn
from desktop_rag.core.results.files import FilePage, FileQuery, FolderPreview
from desktop_rag.core.results.libraries import IndexInfo, IndexStatus
from desktop_rag.core.results.pages import PageHits, PageImage, PagePart, PageSizes, PageWords, Passage, ReferenceTexts
from desktop_rag.core.results.search import SearchChoices, SearchResults
from desktop_rag.core.results.test_questions import JudgedQuestion, QuestionSet, QuotedWords, SavedQuestion
from desktop_rag.core.user_text import Say
from desktop_rag.ingestion.rules import FolderRules
from desktop_rag.llms.built_in.files import ModelFile
from desktop_rag.llms.discovery import LocalServer
from desktop_rag.llms.model_servers import ServedModel
from desktop_rag.node_parser.factory import Splitting
from desktop_rag.services.libraries.index_builds import BuildStatus
from desktop_rag.services.model_files import OfferedModel


class SecretStore(Protocol):
    """Keys of model servers, by their address (``config.secrets.Secrets``)."""

    def get_api_key(self, base_url: str) -> str | None:
        """Return the key of an address."""

    def set_api_key(self, base_url: str, key: str) -> Place:
        """Keep a key and return where it is now."""

    def place(self) -> Place:
        """Return where a key that is set now would be kept."""

    @property
    def file(self) -> Path:
        """Where keys are on systems without a keychain."""


class NetworkCalls(Protocol):
    """Who was contacted, and the offline switch (``services.network.NetworkUse``)."""

    @property
    def is_offline(self) -> bool:
        """Whether only programs on this computer may be contacted."""

    def rows(self) -> tuple[HostTraffic, ...]:
        """Return one row for each host and purpose, the latest first."""

    def clear(self) -> None:
        """Forget who was contacted."""

    def work_offline(self, *, offline: bool) -> None:
        """Switch the network off or on."""


class LibraryCalls(Protocol):
    """See ``jobs.library_jobs.LibraryJobs``."""

    def list_all(self) -> Job[tuple[IndexInfo, ...]]:
        """Return the totals of every library."""

    def create(self, name: str, splitting: Splitting | None = None) -> Job[IndexInfo]:
        """Make an empty library."""

    def export(self, name: str, target: Path, *, replace: bool = False) -> Job[Path]:
        """Copy a library to a file."""

    def import_copy(self, source: Path, name: str = "") -> Job[IndexInfo]:
        """Make a library of a copy."""

    def duplicate(self, name: str, new_name: str) -> Job[IndexInfo]:
        """Make another library like one."""

    def delete(self, name: str) -> Job[None]:
        """Delete a library."""

    def rename(self, name: str, new_name: str) -> Job[None]:
        """Give a library another name."""

    def add_sample(self, language: str) -> Job[str]:
        """Make the sample library, the guide in a language, and return its name."""

    def settings(self, name: str) -> Job[dict[str, OptionValue]]:
        """Return the options of a library."""

    def set_settings(self, name: str, values: Mapping[str, OptionValue]) -> Job[None]:
        """Replace the options of a library."""

    def build(self, name: str, kind: str, settings: Config | None = None) -> Job[BuildStatus]:
        """Build an index of a kind."""


class FileCalls(Protocol):
    """See ``jobs.file_jobs.FileJobs``."""

    def add(
        self,
        name: str,
        paths: Sequence[Path],
        *,
        embed: bool = True,
        rules: FolderRules | None = None,
        allow_mass_delete: bool = False,
    ) -> Job[IndexStatus]:
        """Read and embed files and folders."""

    def resume(self, name: str) -> Job[IndexStatus]:
        """Go on with a paused library."""

    def pause(self, name: str) -> Job[None]:
        """Stop reading a library."""

    def retry(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Read files again."""

    def exclude(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Leave files out from now on."""

    def prioritise(self, name: str, paths: Sequence[str]) -> Job[None]:
        """Read files before others."""

    def remove_missing(self, name: str, folder: str) -> Job[None]:
        """Forget the files that are gone."""

    def keep_missing(self, name: str, folder: str) -> Job[None]:
        """Keep the files that are gone."""

    def allow_folders(self, name: str) -> Job[None]:
        """Let a library read the folders its file lists."""

    def forbid_folders(self, name: str) -> Job[None]:
        """Take the folders that a library may not read out of it."""

    def preview(self, paths: Sequence[Path], rules: FolderRules | None = None) -> Job[FolderPreview]:
        """Return how many files adding folders would read."""

    def page(self, name: str, query: FileQuery) -> Job[FilePage]:
        """Return some rows of the list of files."""

    def export_list(self, name: str, query: FileQuery, target: Path) -> Job[int]:
        """Write the list of files to a CSV file."""

    def folder_rules(self, name: str) -> Job[dict[str, FolderRules]]:
        """Return the rules of each folder."""

    def set_folder_rules(self, name: str, folder: str, rules: FolderRules) -> Job[None]:
        """Change the rules of a folder."""

    def remove(self, name: str, path: str) -> Job[None]:
        """Forget a folder or a file."""

    def watch(self) -> None:
        """Keep every library up to date from now on."""


class ConversationCalls(Protocol):
    """See ``jobs.conversation_jobs.ConversationJobs``."""

    def list_all(self) -> Job[tuple[ConversationInfo, ...]]:
        """Return every conversation, the latest first."""

    def create(self, index_name: str, title: str = "") -> Job[str]:
        """Start a conversation and return its id."""

    def turns(self, conversation_id: str) -> Job[tuple[Turn, ...]]:
        """Return the turns of a conversation."""

    def search(self, query: str) -> Job[tuple[FoundTurn, ...]]:
        """Return where words were said in any conversation."""

    def rename(self, conversation_id: str, title: str) -> Job[None]:
        """Give a conversation another title."""

    def set_pinned(self, conversation_id: str, *, pinned: bool) -> Job[None]:
        """Let a conversation stand first, or no longer."""

    def branch(self, conversation_id: str, turns: int, *, edited: bool = False) -> Job[ConversationInfo]:
        """Start a conversation with the first turns of another; ``edited``: a version of it."""

    def delete(self, conversation_id: str) -> Job[None]:
        """Delete a conversation; it can be brought back for a while."""

    def restore(self, conversation_id: str) -> Job[None]:
        """Bring back the conversation that was deleted last."""

    def settings(self, conversation_id: str) -> Job[dict[str, OptionValue]]:
        """Return the options of a conversation."""

    def set_settings(self, conversation_id: str, values: Mapping[str, OptionValue]) -> Job[None]:
        """Replace the options of a conversation."""

    def scope(self, conversation_id: str) -> Job[tuple[str, ...]]:
        """Return the files that a conversation is about."""

    def set_scope(self, conversation_id: str, files: Sequence[str]) -> Job[None]:
        """Change the files that a conversation is about."""

    def sources(self, conversation_id: str) -> Job[ConversationSources]:
        """Return what a conversation is asked of beside its library."""

    def set_sources(self, conversation_id: str, sources: ConversationSources) -> Job[None]:
        """Change what a conversation is asked of beside its library."""

    def name_by_model(self, conversation_id: str) -> Job[str]:
        """Have the model name a conversation whose first answer has ended."""

    def keep_picture(self, content: bytes) -> Job[Path]:
        """Write a pasted picture to a file that can be attached."""

    def export(
        self, conversation_id: str, target: Path, *, replace: bool = False, full_paths: bool = False, say: Say = str
    ) -> Job[Path]:
        """Write a conversation to a file; ``say`` words what stands beside it."""

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
        """Write one answer to a file."""


class AnswerCalls(Protocol):
    """See ``jobs.answer_jobs.AnswerJobs``."""

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
        """Answer a question."""

    def resume(
        self,
        name: str,
        conversation_id: str,
        *,
        overrides: Mapping[str, OptionValue] | None = None,
        place: int | None = None,
    ) -> Job[Answer]:
        """Go on with an answer of a conversation: that of the turn at a place, or the last."""


class SearchCalls(Protocol):
    """See ``jobs.search_jobs.SearchJobs``."""

    def pages(
        self, name: str, query: str, *, mode: str = "words", files: int = 20, per_file: int = 3, file: str = ""
    ) -> Job[SearchResults]:
        """Return files with their best passages."""

    def choices(self, name: str) -> Job[SearchChoices]:
        """Return the folders, kinds and languages that a search can be limited to."""


class ModelCalls(Protocol):
    """See ``jobs.model_jobs.ModelJobs``."""

    def test_connection(self, settings: Config, api_key: str | None) -> Job[str]:
        """Try a model."""

    def list_models(self, settings: Config, api_key: str | None) -> Job[tuple[str, ...]]:
        """Return the models of an endpoint."""

    def list_connection(self, connection_id: str) -> Job[tuple[str, ...]]:
        """Return the models of a saved connection."""

    def find_local_servers(self) -> Job[tuple[LocalServer, ...]]:
        """Return the model servers of this computer."""

    def list_served(self, connection_id: str) -> Job[tuple[ServedModel, ...]]:
        """Return the models of a connection's server, and which are in memory."""

    def load(self, connection_id: str, model: str) -> Job[None]:
        """Have a server load a model."""

    def unload(self, connection_id: str, model: str) -> Job[None]:
        """Have a server unload a model."""

    def pull(self, connection_id: str, model: str) -> Job[str]:
        """Have a server download a model."""


class ModelFileCalls(Protocol):
    """See ``jobs.model_file_jobs.ModelFileJobs``."""

    def found(self) -> Job[tuple[ModelFile, ...]]:
        """Return the models on this computer."""

    def offered(self) -> Job[tuple[OfferedModel, ...]]:
        """Return the models that can be downloaded."""

    def download(self, name: str) -> Job[Path]:
        """Download a model."""

    def remove(self, name: str) -> Job[Path]:
        """Delete a downloaded model."""


class EmbeddingCalls(Protocol):
    """See ``jobs.embedding_jobs.EmbeddingJobs``."""

    def change(self, name: str) -> Job[IndexStatus]:
        """Change the search model of a library."""


class TestQuestionCalls(Protocol):
    """See ``jobs.test_question_jobs.TestQuestionJobs``."""

    def read(self, name: str) -> Job[QuestionSet]:
        """Return the test questions of a library."""

    def store(self, name: str, questions: Sequence[SavedQuestion]) -> Job[QuestionSet]:
        """Replace the test questions."""

    def add(self, name: str, question: str, file: str, page: int | None = None) -> Job[QuestionSet]:
        """Add a question, or a right place of one."""

    def refuse(self, name: str, question: str, before: str, quoted: Sequence[QuotedWords]) -> Job[JudgedQuestion]:
        """Note that an answer doesn't answer a question."""

    def choose(self, name: str, question: str, before: str, words: QuotedWords) -> Job[JudgedQuestion]:
        """Note that words of a file answer a question."""

    def put_back(self, name: str, judged: JudgedQuestion) -> Job[QuestionSet]:
        """Undo what was said of an answer."""

    def keep_run(self, name: str) -> Job[QuestionSet]:
        """Compare later runs with the last one."""

    def run(self, name: str) -> Job[QuestionSet]:
        """Ask every question."""


class PageCalls(Protocol):
    """See ``jobs.page_jobs.PageJobs``."""

    def passage(self, name: str, source: Source) -> Job[Passage]:
        """Return a passage in its place."""

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
        """Draw a page."""

    def render_part(
        self, file: str, *, page: int, zoom: float, rows: tuple[int, int], dark: bool = False
    ) -> Job[PagePart]:
        """Draw some rows of pixels of a page."""

    def sizes(self, file: str, *, first: int = 1) -> Job[PageSizes]:
        """Return the sizes of pages."""

    def words(self, name: str, file: str, *, page: int) -> Job[PageWords]:
        """Return the words of a page."""

    def find(self, name: str, file: str, *, sought: str, first: int = 1) -> Job[PageHits]:
        """Return where words stand."""

    def reference(self, name: str, source: Source, *, say: Say = str) -> Job[ReferenceTexts]:
        """Return how a source is cited elsewhere."""

    def export_member(self, file: str) -> Job[Path]:
        """Return a real file with the content of one that may lie inside another."""


class WorkerInterface(Protocol):
    """See ``worker.Worker``."""

    data_dir: Path
    """The folder of libraries, conversations and settings."""

    @property
    def config(self) -> Config:
        """The person's settings."""

    @property
    def secrets(self) -> SecretStore:
        """The keys of model servers."""

    @property
    def libraries(self) -> LibraryCalls:
        """Libraries as wholes."""

    @property
    def network(self) -> NetworkCalls:
        """Who was contacted, and the offline switch."""

    @property
    def files(self) -> FileCalls:
        """The files of libraries."""

    @property
    def conversations(self) -> ConversationCalls:
        """Conversations."""

    @property
    def answers(self) -> AnswerCalls:
        """Answers to questions."""

    @property
    def search(self) -> SearchCalls:
        """The search page."""

    @property
    def models(self) -> ModelCalls:
        """Model servers."""

    @property
    def model_files(self) -> ModelFileCalls:
        """Model files."""

    @property
    def embeddings(self) -> EmbeddingCalls:
        """The search models of libraries."""

    @property
    def test_questions(self) -> TestQuestionCalls:
        """The test questions of libraries."""

    @property
    def pages(self) -> PageCalls:
        """Passages and pages of sources."""

    def subscribe(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """Call a listener with every event; returns what ends that."""

    def close(self) -> None:
        """Stop everything within two seconds."""

    def warm_up(self, *, searching: bool = True) -> Job[None]:
        """Load what the first question needs, or only what asks a model."""
