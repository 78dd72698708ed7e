"""Services whose calls run as jobs: ``ServiceJobs`` makes the twin of any, and type checkers know each by a class."""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from desktop_rag.core.jobs import Continue, Job, JobKind, Lane
from desktop_rag.core.parallel import Once
from desktop_rag.services.calls import current_call
from desktop_rag.services.operations import AsJobs, Operation, Service
from desktop_rag.worker.lanes import Lanes

if TYPE_CHECKING:
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

    class LibraryJobs(AsJobs, Libraries):
        """Libraries as wholes."""

    class FileJobs(AsJobs, LibraryFiles):
        """The files of libraries."""

    class SearchModelJobs(AsJobs, SearchModels):
        """The search models of libraries."""

    class BuildJobs(AsJobs, IndexBuilds):
        """Indexes of other kinds."""

    class ConversationJobs(AsJobs, Conversations):
        """Conversations."""

    class AttachmentJobs(AsJobs, Attachments):
        """The attachments of conversations."""

    class TitleJobs(AsJobs, Titles):
        """Titles that a model gives."""

    class ExportJobs(AsJobs, Exports):
        """Conversations and answers as files."""

    class AnswerJobs(AsJobs, Answers):
        """Answers to questions."""

    class SearchJobs(AsJobs, LibrarySearch):
        """Searching libraries."""

    class RegisterJobs(AsJobs, LibraryRegister):
        """Registers of libraries."""

    class MentionJobs(AsJobs, Mentions):
        """Every mention in the documents of libraries."""

    class CheckJobs(AsJobs, TextChecks):
        """Texts beside the files of libraries."""

    class ComparisonJobs(AsJobs, Comparisons):
        """Files of libraries beside each other."""

    class ContradictionJobs(AsJobs, LibraryContradictions):
        """What disagrees between the documents of libraries."""

    class TableJobs(AsJobs, ReviewTables):
        """Review tables of libraries."""

    class TestQuestionJobs(AsJobs, LibraryQuestions):
        """The test questions of libraries."""

    class PageJobs(AsJobs, Pages):
        """Passages and pages of sources."""

    class LinkJobs(AsJobs, Links):
        """Links to places in libraries."""

    class HighlightJobs(AsJobs, Highlights):
        """Copies of PDFs with highlights."""

    class PackJobs(AsJobs, Packs):
        """Evidence packs: making and checking them."""

    class PinJobs(AsJobs, Pins):
        """What is pinned in libraries."""

    class ModelJobs(AsJobs, ServedModels):
        """Model servers."""

    class ModelFileJobs(AsJobs, ModelFiles):
        """Model files."""

    class SharingJobs(AsJobs, Sharing):
        """Which libraries other programs may ask."""

    class OutsideJobs(AsJobs, Outside):
        """What other programs ask."""

    class ApiClientJobs(AsJobs, ApiClients):
        """The programs that may use the local API."""


class ServiceJobs:
    """Has the operations of a service; each submits its call to the lane that it names, and returns the job.

    The service is imported and made by the first job, in a lane of its own: where that goes on is known then. Those
    that are called meanwhile go there too, and keep their order.
    """

    def __init__(self, lanes: Lanes, service: Once[Service]) -> None:
        self._lanes = lanes
        self._service = service
        self._loading: list[Job[Any]] = []

    def __getattr__(self, name: str) -> Callable[..., Job[Any]]:
        if name.startswith("_"):
            raise AttributeError(name)
        return functools.partial(self._submit, name)

    def _submit(self, name: str, /, *args: object, **kwargs: object) -> Job[Any]:
        service = self._service.made
        self._loading = [job for job in self._loading if job.lane == Lane.LOAD and not job.done]
        if service is None or self._loading:
            job = self._lanes.submit(Lane.LOAD, JobKind.READ, lambda job: self._loaded(job, name, args, kwargs))
            self._loading.append(job)
            return job
        operation = operation_of(service, name)
        lane, library = operation.lane(*args, **kwargs), operation.library(*args, **kwargs)
        return self._lanes.submit(
            lane, operation.kind, lambda _: run(self._lanes, service, operation, args, kwargs), library
        )

    def _loaded(self, job: Job[Any], name: str, args: tuple[object, ...], kwargs: dict[str, object]) -> Continue[Any]:
        """Return the continuation in the lane of an operation, once its service is there."""
        service = self._service()
        operation = operation_of(service, name)
        job.kind, job.library = operation.kind, operation.library(*args, **kwargs)
        return Continue(operation.lane(*args, **kwargs), lambda: run(self._lanes, service, operation, args, kwargs))


def operation_of(service: Service, name: str) -> Operation[..., Any]:
    """Return the operation of a service that has this name."""
    operation = getattr(type(service), name)
    if not isinstance(operation, Operation):
        raise TypeError(f"{type(service).__name__}.{name} is no operation")
    return operation


def run(
    lanes: Lanes, service: Service, operation: Operation[..., Any], args: tuple[object, ...], kwargs: dict[str, object]
) -> Any:  # noqa: ANN401 - what the operation returns
    """Stop the jobs an operation stops, run it, and emit its changes for the views."""
    call = current_call()
    if operation.stopping:
        lanes.stop(operation.library(*args, **kwargs), *operation.stopping, token=call.token)
    result = operation.function(service, *args, **kwargs)
    if operation.changed:
        call.changed(operation.subject(*args, **kwargs), *operation.changed)
    return result
