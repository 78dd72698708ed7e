"""Sources of a question beside its library: other libraries, and files attached to the conversation."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.config import OptionValue
from desktop_rag.core.results.answers import Source
from desktop_rag.core.results.conversations import ConversationSources
from desktop_rag.core.user_text import UserText
from desktop_rag.services.answers.other_libraries import OtherLibrary
from desktop_rag.services.calls import read_settings
from desktop_rag.services.conversations.attachments import AttachedFiles, Attachments
from desktop_rag.services.embedders import Embedders
from desktop_rag.services.masking.library_names import library_names
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.chat.chat_store import ChatStore


@dataclass(frozen=True, slots=True)
class AskedBeside:
    """The libraries asked as well, the pictures a model may see, and a notice of missing files."""

    others: tuple[OtherLibrary, ...] = ()
    attached: AttachedFiles = field(default_factory=AttachedFiles)
    notice: str = ""


class QuestionSources:
    """Finds the sources of a question beside its library, and reads attachments."""

    def __init__(self, files: IndexFiles, chats: ChatStore, embed_models: Embedders, attachments: Attachments) -> None:
        self._files = files
        self._chats = chats
        self._embed_models = embed_models
        self._attachments = attachments

    def path(self, library: str) -> Path:
        """Return the file of a library; UserError when there is none."""
        return self._files.existing(library)

    def settings(self, path: Path) -> dict[str, OptionValue]:
        """Return the options that are set for a library alone."""
        return read_settings(self._files, path)

    def may_open(self, path: Path, source: Source) -> bool:
        """Return True if a source's file may be opened by its library (``path`` unless the source names another)."""
        with self._files.open(source.library or path, read_only=True) as storage:
            return storage.may_open(source.file)

    def names(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """Return the names of persons and firms in libraries."""
        return library_names(self._files, *paths)

    @contextmanager
    def beside(
        self,
        library: str,
        conversation: str,
        also: Sequence[str] = (),
        attached: Sequence[Path] = (),
    ) -> Iterator[AskedBeside]:
        """Yield a conversation's sources and those that one question adds, for as long as the block runs.

        Raises:
            UserError: there is no library of a name in ``also``.

        """
        kept = self._chats.sources(conversation) if conversation else ConversationSources()
        gone = [name for name in kept.libraries if not self._files.path(name).exists()]
        names = dict.fromkeys(name for name in (*kept.libraries, *also) if name != library and name not in gone)
        paths = {name: self._files.existing(name) for name in names}
        owner = conversation or uuid.uuid4().hex
        try:
            files = self._attachments.read(owner, [*kept.attachments, *map(str, attached)])
            if files.library:
                paths[files.library] = self._files.existing(files.library)
            others = tuple(OtherLibrary(name, path, self._embed_models.of(path)) for name, path in paths.items())
            notices = [UserText("The library “{name}” was deleted, so it was not asked.", name=name) for name in gone]
            yield AskedBeside(others, files, " ".join([*notices, files.notice]).strip())
        finally:
            if not conversation:
                self._attachments.forget(owner)
