"""The services of a data folder, each imported and made by the first job that needs it.

The window's first picture needs lists only. What answers, reads and searches is four hundred modules more: they are
imported on the thread of a job, right after the first picture or when they are used, and hold up nobody before.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_rag.config import Config
from desktop_rag.config.options import LLM_KEEP_LOADED, PLUGINS_ENABLED
from desktop_rag.config.secrets import Secrets
from desktop_rag.core.parallel import Once
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.processes.scratch import Scratch
from desktop_rag.services.calls import OtherJobs
from desktop_rag.services.libraries.libraries import Libraries
from desktop_rag.services.libraries.reading_rates import RATES_FILE, ReadingRates
from desktop_rag.services.outside.sharing import Sharing
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore

if TYPE_CHECKING:
    from desktop_rag.llms.built_in.language_models import LanguageModels
    from desktop_rag.services.answers.answers import Answers
    from desktop_rag.services.check_text import TextChecks
    from desktop_rag.services.comparison.compare import Comparisons
    from desktop_rag.services.connected_models import ConnectedModels
    from desktop_rag.services.contradictions.contradictions import LibraryContradictions
    from desktop_rag.services.conversations.attachments import Attachments
    from desktop_rag.services.conversations.titles import Titles
    from desktop_rag.services.embedders import Embedders
    from desktop_rag.services.exports.exports import Exports
    from desktop_rag.services.highlights import Highlights
    from desktop_rag.services.libraries.index_builds import IndexBuilds
    from desktop_rag.services.libraries.ingestion import LibraryIngestion
    from desktop_rag.services.libraries.links import Links
    from desktop_rag.services.libraries.pages import Pages
    from desktop_rag.services.libraries.search_models import SearchModels
    from desktop_rag.services.libraries.unpacked_files import UnpackedFiles
    from desktop_rag.services.mentions.find_all import Mentions
    from desktop_rag.services.model_files import ModelFiles
    from desktop_rag.services.outside.clients import ApiClients
    from desktop_rag.services.outside.outside import Outside
    from desktop_rag.services.packs.packs import Packs
    from desktop_rag.services.pins.pins import Pins
    from desktop_rag.services.proof.look_again import SecondLook
    from desktop_rag.services.register.register import LibraryRegister
    from desktop_rag.services.review.tables import ReviewTables
    from desktop_rag.services.search.library_search import LibrarySearch
    from desktop_rag.services.served_models import ServedModels
    from desktop_rag.services.test_questions.library_questions import LibraryQuestions
    from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache


@dataclass(frozen=True, slots=True)
class Children:
    """The child processes: ``parsers`` read files, ``painter`` draws pages; their output lies in ``scratch``."""

    scratch: Scratch
    parsers: ChildProcesses
    painter: ChildProcesses


class ServicesOnDemand:
    """Each attribute, called, returns the one service of its kind; safe to call from several threads."""

    def __init__(
        self,
        data_dir: Path,
        files: IndexFiles,
        chats: ChatStore,
        config: Config,
        secrets: Secrets,
        children: Children,
        libraries: Libraries,
        jobs: OtherJobs,
    ) -> None:
        self._data_dir = data_dir
        self._files = files
        self._chats = chats
        self._config = config
        self._secrets = secrets
        self._scratch = children.scratch
        self._parsers = children.parsers
        self._painter = children.painter
        self._jobs = jobs
        self._libraries = libraries
        self.rates = ReadingRates(data_dir / RATES_FILE)
        """How long files of each kind took to be read."""
        self.sharing = Sharing(files)
        """Which libraries other programs may ask."""
        self.embedders = Once(self._make_embedders)
        self.engine = Once(self._make_engine)
        self.models = Once(self._make_models)
        self.ingestion = Once(self._make_ingestion)
        self.builds = Once(self._make_builds)
        self.search_models = Once(self._make_search_models)
        self.attachments = Once(self._make_attachments)
        self.exports = Once(self._make_exports)
        self.titles = Once(self._make_titles)
        self.answers = Once(self._make_answers)
        self.search = Once(self._make_search)
        self.register = Once(self._make_register)
        self.contradictions = Once(self._make_contradictions)
        self.mentions = Once(self._make_mentions)
        self.checks = Once(self._make_checks)
        self.comparisons = Once(self._make_comparisons)
        self.tables = Once(self._make_tables)
        self.questions = Once(self._make_questions)
        self.pages = Once(self._make_pages)
        self.links = Once(self._make_links)
        self.highlights = Once(self._make_highlights)
        self.packs = Once(self._make_packs)
        self.pins = Once(self._make_pins)
        self.second_look = Once(self._make_second_look)
        self.model_files = Once(self._make_model_files)
        self.served = Once(self._make_served)
        self.outside = Once(self._make_outside)
        self.api_clients = Once(self._make_api_clients)
        self._vectors = Once(self._make_vectors)
        self._unpacked = Once(self._make_unpacked)

    def load(self) -> None:
        """Import and make the parts for the first question and the first look at a source."""
        from desktop_rag.services.answers.answers import load_pipeline

        for service in (self.answers, self.pages, self.search, self.questions, self.ingestion):
            service()
        load_pipeline()

    def close(self) -> None:
        """End the models' processes; idempotent."""
        if (embedders := self.embedders.made) is not None:
            embedders.close()
        if (engine := self.engine.made) is not None:
            engine.close()

    def _make_embedders(self) -> "Embedders":
        from desktop_rag.services.embedders import Embedders

        return Embedders(self._data_dir, self._files, self._config, self._secrets)

    def _make_engine(self) -> "LanguageModels":
        from desktop_rag.llms.built_in.language_models import LanguageModels

        return LanguageModels(self._scratch, self._data_dir / "models", lambda: 60.0 * self._config[LLM_KEEP_LOADED])

    def _make_models(self) -> "ConnectedModels":
        from desktop_rag.services.connected_models import ConnectedModels

        return ConnectedModels(self._secrets, self.engine())

    def _make_ingestion(self) -> "LibraryIngestion":
        from desktop_rag.ingestion.parser_pool import ParserPool
        from desktop_rag.services.libraries.ingestion import LibraryIngestion

        pool = ParserPool(self._parsers, lambda: self._config[PLUGINS_ENABLED])
        return LibraryIngestion(self._files, self.embedders(), pool, self._scratch, self.rates)

    def _make_builds(self) -> "IndexBuilds":
        from desktop_rag.services.libraries.index_builds import IndexBuilds

        return IndexBuilds(self._files, self.embedders(), self._config, self._secrets, self.engine())

    def _make_search_models(self) -> "SearchModels":
        from desktop_rag.services.libraries.search_models import SearchModels

        return SearchModels(self._files, self.embedders(), self._libraries, self._jobs)

    def _make_attachments(self) -> "Attachments":
        from desktop_rag.services.conversations.attachments import Attachments

        return Attachments(self._files, self._chats, self.ingestion(), self._data_dir / "attachments")

    def _make_exports(self) -> "Exports":
        from desktop_rag.services.exports.exports import Exports
        from desktop_rag.services.libraries.links import PlaceLinks

        links = partial(PlaceLinks, self._files)
        return Exports(self._chats, self._parsers, self._scratch, self.pages().works, self._files.folder, links)

    def _make_titles(self) -> "Titles":
        from desktop_rag.services.conversations.titles import Titles

        return Titles(self._files, self._chats, self._config, self.models())

    def _make_answers(self) -> "Answers":
        from desktop_rag.services.answers.answers import Answers
        from desktop_rag.services.answers.images import PageImages
        from desktop_rag.services.answers.question_sources import QuestionSources

        embedders, vectors = self.embedders(), self._vectors()
        sources = QuestionSources(self._files, self._chats, embedders, self.attachments())
        images = PageImages(self._painter, self._unpacked())
        return Answers(sources, self._chats, embedders, vectors, self._config, self._secrets, self.models(), images)

    def _make_search(self) -> "LibrarySearch":
        from desktop_rag.services.search.library_search import LibrarySearch

        return LibrarySearch(self._files, self.embedders(), self._vectors())

    def _make_register(self) -> "LibraryRegister":
        from desktop_rag.services.register.register import LibraryRegister

        return LibraryRegister(self._files, self._files.folder, self._config, self.models)

    def _make_contradictions(self) -> "LibraryContradictions":
        from desktop_rag.services.contradictions.contradictions import LibraryContradictions

        return LibraryContradictions(self._files, self._files.folder)

    def _make_mentions(self) -> "Mentions":
        from desktop_rag.services.mentions.find_all import Mentions

        return Mentions(self._files, self.embedders(), self._vectors(), self._files.folder)

    def _make_checks(self) -> "TextChecks":
        from desktop_rag.services.check_text import TextChecks
        from desktop_rag.services.drafts.draft_files import DraftFiles

        drafts = DraftFiles(self._parsers, self._scratch, self._files.folder)
        return TextChecks(self._files, self.embedders(), self._vectors(), self._config, self.ingestion(), drafts)

    def _make_comparisons(self) -> "Comparisons":
        from desktop_rag.services.comparison.compare import Comparisons

        return Comparisons(self._files, self._files.folder, self._config, self.embedders, self.models)

    def _make_tables(self) -> "ReviewTables":
        from desktop_rag.services.review.tables import ReviewTables

        models, notes = self.models(), self._files.folder
        return ReviewTables(self._files, self.embedders(), self._vectors(), self._config, models, notes)

    def _make_questions(self) -> "LibraryQuestions":
        from desktop_rag.services.test_questions.library_questions import LibraryQuestions

        vectors, engine = self._vectors(), self.engine()
        return LibraryQuestions(self._files, self.embedders(), vectors, self._config, self._secrets, engine)

    def _make_pages(self) -> "Pages":
        from desktop_rag.services.libraries.pages import Pages

        return Pages(self._files, self._painter, self._unpacked())

    def _make_highlights(self) -> "Highlights":
        from desktop_rag.services.highlights import Highlights

        return Highlights(self._files, self._parsers, self._scratch, self._unpacked())

    def _make_links(self) -> "Links":
        from desktop_rag.services.libraries.links import Links

        return Links(self._files)

    def _make_packs(self) -> "Packs":
        from desktop_rag.services.packs.packs import Packs

        parts = self.pages(), self.tables(), self.second_look()
        return Packs(self._files, *parts, self._secrets, self._config, self._parsers, self._scratch)

    def _make_pins(self) -> "Pins":
        from desktop_rag.services.pins.pins import Pins

        return Pins(self._files, self._chats, self.tables(), self.second_look(), self._jobs)

    def _make_second_look(self) -> "SecondLook":
        from desktop_rag.services.proof.look_again import SecondLook

        return SecondLook(self._files, self.checks(), self.ingestion())

    def _make_model_files(self) -> "ModelFiles":
        from desktop_rag.services.model_files import ModelFiles

        return ModelFiles(self._data_dir / "models")

    def _make_served(self) -> "ServedModels":
        from desktop_rag.services.served_models import ServedModels

        return ServedModels(self._config, self._secrets, self.engine())

    def _make_outside(self) -> "Outside":
        from desktop_rag.services.outside.outside import Outside, OutsideParts

        parts = OutsideParts(self.search, self.pages, self.mentions, self.checks, self.answers, self.tables)
        return Outside(self._files, self.sharing, parts)

    def _make_api_clients(self) -> "ApiClients":
        from desktop_rag.services.outside.clients import ApiClients

        return ApiClients(self._secrets)

    def _make_vectors(self) -> "VectorCache":
        from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache

        return VectorCache()

    def _make_unpacked(self) -> "UnpackedFiles":
        from desktop_rag.services.libraries.unpacked_files import UnpackedFiles

        return UnpackedFiles(self._parsers, self._scratch)
