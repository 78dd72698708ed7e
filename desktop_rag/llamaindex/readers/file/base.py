"""Reads a folder, or some files, into documents: for programs that use this package as a library."""

import inspect
import logging
import mimetypes
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from pathlib import Path, PurePath
from typing import Any, Protocol, TypeVar, runtime_checkable

from desktop_rag.core.errors import CancelledError, UnusableInputError
from desktop_rag.core.parallel import asynchronous_function, finished
from desktop_rag.core.schema import Document, Metadata
from desktop_rag.core.user_text import UserText
from desktop_rag.llamaindex.readers.base import ResourcesReaderMixin
from desktop_rag.llamaindex.readers.file.file_systems import FileSystem, LocalFiles, OtherFiles, is_default_fs
from desktop_rag.llamaindex.readers.file.file_systems import default_file_metadata_func as default_file_metadata_func
from desktop_rag.readers import formats
from desktop_rag.readers.base import BaseReader, NothingToRead, Reader
from desktop_rag.readers.file import load_file
from desktop_rag.text.language import LANGUAGE_KEY

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
_DEFAULT_ENCODING = "utf-8"
_FOR_PEOPLE = [
    "file_name",
    "file_type",
    "file_size",
    "creation_date",
    "last_modified_date",
    "last_accessed_date",
]
"""The metadata that models are not shown."""


@runtime_checkable
class LoadsData(Protocol):
    """A reader of one's own, as an object."""

    def load_data(self, file: PurePath, /, *args: Any, **kwargs: Any) -> list[Document]:  # noqa: ANN401 - those of the reader
        """Return the documents of a file."""


class SimpleDirectoryReader(ResourcesReaderMixin, BaseReader):
    """Reads every file of ``input_dir`` (with ``recursive``, also of the folders in it), or ``input_files``.

    ``exclude`` are patterns of names or paths below the folder; one that fits a folder leaves out all that is in it.
    ``file_extractor`` has a reader for some endings, a function or an object with ``load_data``; where that takes
    ``extra_info``, it is handed the file's metadata, which the documents get in any case. By the methods that are
    awaited, its ``aload_data`` is called where it has one. Paged files become a document
    a page; any other file one, also of an ending that nothing is known about, if it holds text.

    A text is read as ``encoding``; where it is not in that, its encoding is found out. With ``errors`` other than
    "strict", it is decoded as ``encoding`` all the same, whatever is lost. ``filename_as_id`` makes ids of the paths,
    so that ``refresh_ref_docs`` recognises what was read before. Files that cannot be read are logged and left out,
    whatever their reader raises but ``ImportError``, unless ``raise_on_error``. An empty text is an empty document,
    but for ``exclude_empty``.

    Raises:
        ValueError: neither a folder nor files were given, a file or the folder is not there, or no file is left (in
            all but the first case a ``UserError`` too).

    """

    def __init__(  # noqa: PLR0913, PLR0917 - LlamaIndex's
        self,
        input_dir: str | PurePath | None = None,
        input_files: Sequence[str | PurePath] | None = None,
        exclude: Sequence[str] | None = None,
        exclude_hidden: bool = True,  # noqa: FBT001, FBT002
        exclude_empty: bool = False,  # noqa: FBT001, FBT002
        errors: str = "strict",
        recursive: bool = False,  # noqa: FBT001, FBT002
        encoding: str = _DEFAULT_ENCODING,
        filename_as_id: bool = False,  # noqa: FBT001, FBT002
        required_exts: Sequence[str] | None = None,
        file_extractor: Mapping[str, Reader | LoadsData] | None = None,
        num_files_limit: int | None = None,
        file_metadata: Callable[[str], Metadata] | None = None,
        raise_on_error: bool = False,  # noqa: FBT001, FBT002
        fs: FileSystem | None = None,
    ) -> None:
        self.fs = fs
        self._files = _files_of(fs)
        self.encoding = encoding
        self.errors = errors
        self.filename_as_id = filename_as_id
        self.raise_on_error = raise_on_error
        self.file_metadata = file_metadata
        self.recursive = recursive
        self.exclude = exclude
        self.exclude_hidden = exclude_hidden
        self.exclude_empty = exclude_empty
        self.required_exts = required_exts
        self.num_files_limit = num_files_limit
        self.file_extractor = dict(file_extractor or {})
        self._extractors = {_ending(ending): reader for ending, reader in self.file_extractor.items()}
        if input_files:
            self.input_files = self._existing(input_files)
        elif input_dir:
            self.input_dir = self._files.path(input_dir)
            self.input_files = self._found(self.input_dir)
        else:
            raise ValueError("Must provide either `input_dir` or `input_files`.")
        if not self.input_files:
            raise UnusableInputError(
                UserText("No files found in {input_dir}.", input_dir=input_dir),
                "Check the folder and what is left out.",
            )

    def _found(self, folder: PurePath) -> list[PurePath]:
        """Return the files of a folder that are wanted, in order; UserError: it is not there."""
        folder = self._files.whole(folder)
        if not self._files.is_folder(folder):
            raise UnusableInputError(
                UserText("Directory {folder} does not exist.", folder=folder), "Check the spelling."
            )
        found = self._files.below(folder, recursive=self.recursive, hidden=not self.exclude_hidden)
        chosen = _chosen(found, folder, self.exclude or (), self.required_exts or ())
        wanted = (path for path in chosen if not self.exclude_empty or self._files.size(path) > 0)
        return sorted(wanted)[: self.num_files_limit]

    def list_resources(self) -> list[str]:
        """Return the paths of the files."""
        return [str(path) for path in self.input_files]

    def get_resource_info(self, resource_id: str) -> Metadata:
        """Return the metadata of a file."""
        return self._files.metadata(self._files.path(resource_id))

    def load_resource(self, resource_id: str) -> list[Document]:
        """Return the documents of one file, with the settings of this reader; raises as ``load_file`` does."""
        return self._documents_of(*self._existing([resource_id]))

    async def aload_resource(self, resource_id: str) -> list[Document]:
        """Do what ``load_resource`` does, on another thread."""
        return await asynchronous_function(self._awaiting().load_resource)(resource_id)

    def read_file_content(self, input_file: str | PurePath) -> bytes:
        """Return what is in a file, as it is; OSError when it cannot be read."""
        return self._files.content(self._files.path(input_file))

    @classmethod
    def load_file(
        cls,
        input_file: str | PurePath,
        file_metadata: Callable[[str], Metadata] | None = None,
        file_extractor: Mapping[str, Reader | LoadsData] | None = None,
        filename_as_id: bool = False,  # noqa: FBT001, FBT002
        encoding: str = _DEFAULT_ENCODING,
        errors: str = "strict",
        raise_on_error: bool = False,  # noqa: FBT001, FBT002
        fs: FileSystem | None = None,
    ) -> list[Document]:
        """Return the documents of one file; the arguments are those of the class.

        Raises:
            UserError: it is not there; with ``raise_on_error`` also when it cannot be read.

        """
        reader = cls(
            input_files=[input_file],
            errors=errors,
            encoding=encoding,
            filename_as_id=filename_as_id,
            file_extractor=file_extractor,
            file_metadata=file_metadata,
            fs=fs,
        )
        return reader.load_resource(str(input_file)) if raise_on_error else reader.load_data()

    @classmethod
    async def aload_file(
        cls,
        input_file: str | PurePath,
        file_metadata: Callable[[str], Metadata] | None = None,
        file_extractor: Mapping[str, Reader | LoadsData] | None = None,
        *args: Any,  # noqa: ANN401 - those of load_file
        **kwargs: Any,  # noqa: ANN401
    ) -> list[Document]:
        """Do what ``load_file`` does, on another thread."""
        awaiting = {ending: _awaited(reader) for ending, reader in (file_extractor or {}).items()}
        return await asynchronous_function(cls.load_file)(input_file, file_metadata, awaiting, *args, **kwargs)

    def load_data(
        self,
        show_progress: bool = False,  # noqa: FBT001, FBT002
        num_workers: int | None = None,  # noqa: ARG002 - LlamaIndex's
        fs: FileSystem | None = None,
    ) -> list[Document]:
        """Return the documents of all files; ``show_progress`` draws a bar on a terminal.

        ``num_workers`` changes nothing: files are read one after the other. ``fs`` is where they are read from, when
        that is not where they were found.
        """
        reader = self if fs is None else self._changed(fs=fs, _files=_files_of(fs))
        return [document for documents in reader.iter_data(show_progress) for document in documents]

    async def aload_data(
        self,
        show_progress: bool = False,  # noqa: FBT001, FBT002
        num_workers: int | None = None,
        fs: FileSystem | None = None,
    ) -> list[Document]:
        """Do what ``load_data`` does, on another thread; cancelling the task stops it."""
        return await asynchronous_function(self._awaiting().load_data)(show_progress, num_workers, fs)

    def _awaiting(self) -> "SimpleDirectoryReader":
        """Return this reader as it reads when it is awaited."""
        return self._changed(_extractors={ending: _awaited(reader) for ending, reader in self._extractors.items()})

    def _changed(self, **values: object) -> "SimpleDirectoryReader":
        other = copy(self)
        vars(other).update(values)
        return other

    def _existing(self, files: Iterable[str | PurePath]) -> list[Any]:
        """Return files as paths: ``Path``, or ``PurePosixPath`` of another file system; UserError: one is not there."""
        paths = [self._files.path(file) for file in files]
        for path in paths:
            if not self._files.is_file(path):
                raise UnusableInputError(UserText("File {path} does not exist.", path=path), "Check the spelling.")
        return paths

    def iter_data(self, show_progress: bool = False) -> Iterator[list[Document]]:  # noqa: FBT001, FBT002
        """Yield the documents of one file after the other."""
        for path in _shown(self.input_files, show_progress=show_progress):
            documents = self._load(path)
            if documents:
                yield documents

    def _documents_of(self, path: PurePath) -> list[Document]:
        described = self.file_metadata(str(path)) if self.file_metadata else self._files.metadata(path)
        try:
            documents, in_parts = self._read(path, described)
        except Exception as error:
            error.add_note(f"Error loading file {path}")
            raise
        for number, document in enumerate(documents):
            document.metadata = described | {
                key: value for key, value in document.metadata.items() if in_parts or key != "page_label"
            }
            if self.filename_as_id:
                document.id_ = f"{path}_part_{number}" if in_parts else str(path)
        return self._exclude_metadata(documents)

    def _exclude_metadata(self, documents: list[Document]) -> list[Document]:
        """Return documents whose metadata for people are neither embedded nor told to models."""
        for document in documents:
            document.excluded_embed_metadata_keys += _FOR_PEOPLE
            document.excluded_llm_metadata_keys += _FOR_PEOPLE
        return documents

    def _load(self, path: PurePath) -> list[Document]:
        try:
            return self._documents_of(path)
        except NothingToRead as error:
            _LOG.info("%s is left out: %s", path, error)
        except (CancelledError, ImportError):  # a package that is missing is missing for every file
            raise
        except Exception as error:
            if self.raise_on_error:
                raise
            _LOG.warning("%s is left out: %s: %s", path, type(error).__name__, error)
        return []

    def _read(self, path: PurePath, described: Metadata) -> tuple[list[Document], bool]:
        extractor = self._extractors.get(path.suffix.lower())
        if not isinstance(extractor, LoadsData):
            with self._files.on_disk(path) as file:
                return (extractor(file), True) if extractor else self._read_file(file)
        taken = inspect.signature(extractor.load_data).parameters
        told: dict[str, Any] = {"extra_info": dict(described)} if "extra_info" in taken else {}
        anything = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in taken.values())
        if isinstance(self._files, OtherFiles) and ("fs" in taken or anything):
            return extractor.load_data(path, **told, fs=self.fs), True
        with self._files.on_disk(path) as file:
            return extractor.load_data(file, **told), True

    def _read_file(self, path: Path) -> tuple[list[Document], bool]:
        known = formats.of_name(path)
        if known is not formats.UNKNOWN and known.content != "text":
            return [_without_file_metadata(document) for document in load_file(path)], True
        return self._read_text(path), False

    def _read_text(self, path: Path) -> list[Document]:
        """Read a text, in the encoding that was asked for where that is possible."""
        from desktop_rag.readers.plain import text

        kind = mimetypes.guess_type(path.name)[0] or "text/plain"
        data = path.read_bytes()
        if not formats.is_supported(path) and not kind.startswith("text/") and not _is_plain(data):
            raise NothingToRead(UserText("“{suffix}” files are not text.", suffix=path.suffix))
        if not data.strip():
            return [Document(data.decode(self.encoding, "replace"))]
        if self.encoding.lower() == _DEFAULT_ENCODING and self.errors == "strict":
            return text.as_page(text.decode(data))
        try:
            return text.as_page(data.decode(self.encoding, self.errors))
        except UnicodeDecodeError:
            return text.as_page(text.decode(data))


def _files_of(fs: FileSystem | None) -> LocalFiles:
    return LocalFiles() if fs is None or is_default_fs(fs) else OtherFiles(fs)


class _Awaited:
    """A reader whose ``aload_data`` is called, to the end."""

    def __init__(self, reader: Any) -> None:  # noqa: ANN401 - one with aload_data
        self._reader = reader

    @property
    def load_data(self) -> Callable[..., list[Document]]:
        """What loads documents; its parameters are those of the reader."""

        def load(file: PurePath, /, **told: Any) -> list[Document]:  # noqa: ANN401 - those of the reader
            return finished(partial(self._reader.aload_data, file, **told))

        load.__signature__ = inspect.signature(self._reader.load_data)  # type: ignore[attr-defined]
        return load


def _awaited(extractor: Reader | LoadsData) -> Reader | LoadsData:
    """Return a reader of one's own as it is called where reading is awaited."""
    return _Awaited(extractor) if isinstance(extractor, LoadsData) and hasattr(extractor, "aload_data") else extractor


def _chosen(
    files: Iterable[PurePath], folder: PurePath, exclude: Sequence[str], only: Sequence[str]
) -> Iterator[PurePath]:
    """Yield the files of a folder that no pattern leaves out; if endings are given, only those that have one."""
    patterns = [_pattern(pattern) for pattern in exclude]
    endings = {_ending(ending) for ending in only}
    for path in files:
        excluded = _excluded(path.relative_to(folder), folder, patterns)
        if not excluded and (not endings or path.suffix.lower() in endings):
            yield path


def _ending(ending: str) -> str:
    """Return an ending as it is compared: with its dot, in small letters."""
    return f".{ending.lower().removeprefix('.')}"


def _pattern(pattern: str) -> str:
    """Return a pattern without the parts that change nothing: any depth, and everything inside."""
    return pattern.replace("\\", "/").removeprefix("./").removeprefix("**/").removesuffix("/**").rstrip("/")


def _excluded(relative: PurePath, folder: PurePath, patterns: Iterable[str]) -> bool:
    """Whether a pattern fits a file or one of the folders it is in; "data" does not fit "database"."""
    places = [relative, *relative.parents][:-1]
    return any(
        (folder / place if PurePath(pattern).is_absolute() else place).match(pattern)
        for pattern in patterns
        if pattern
        for place in places
    )


def _is_plain(data: bytes) -> bool:
    """Whether what a file holds is a text, whatever its name says."""
    try:
        return "\0" not in data.decode()
    except UnicodeDecodeError:
        return False


def _without_file_metadata(document: Document) -> Document:
    """Return a document with what its reader alone knows of it."""
    known = {"file_path", LANGUAGE_KEY, *_FOR_PEOPLE}
    document.metadata = {key: value for key, value in document.metadata.items() if key not in known}
    return document


def _shown(files: Sequence[T], *, show_progress: bool) -> Iterable[T]:
    if not show_progress:
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, "Loading files", console=Console(stderr=True))
