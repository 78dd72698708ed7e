"""Make links to places in libraries, and find the places that links name, also of files that were moved or copied.

What a link names is looked up in the lists of files that libraries have; its path is never opened. A file with the
hash of the link is taken first, in any library: so a file is found under another name, and on another computer.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE, file_name, is_earlier
from desktop_rag.core.links import Link, parse_link
from desktop_rag.core.page_breaks import RunOn
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.results.libraries import ATTACHED
from desktop_rag.core.results.links import LinkedPlace
from desktop_rag.core.user_text import UserText
from desktop_rag.services.operations import Service, reads
from desktop_rag.storage.index_files import IndexFiles
from desktop_rag.storage.sqlite.earlier import EarlierTexts
from desktop_rag.storage.sqlite.folders import listed_folders
from desktop_rag.storage.sqlite.properties import get_library_id
from desktop_rag.storage.sqlite.stored_files import path_now
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.text.quotations import place_of


class LibraryLinks:
    """Makes links to places in an open library, the name of which is given."""

    def __init__(self, storage: StorageContext, name: str) -> None:
        self._storage = storage
        self._name = "" if name.startswith(ATTACHED) else name
        self._id = get_library_id(storage.connection)
        self._roots = listed_folders(storage.connection)
        self._contents: dict[str, str | None] = {}  # by path; None for files that it does not know

    def url(self, file: str, page: int = 0, quote: str = "", *, folders: bool = True) -> str:
        """Return the link to words on a page (from 1) of a file; "" where the library knows nothing of the file.

        Without ``folders`` it names those that the file lies in to nobody.
        """
        if file not in self._contents:
            known = self._storage.files.known_file(file)
            is_known = known is not None or EarlierTexts(self._storage.connection).at(file) is not None
            self._contents[file] = known.content_hash.hex() if known is not None else "" if is_known else None
        if (content := self._contents[file]) is None:
            return ""
        within = path_in_library(file, self._roots if folders else [], os.sep)
        return Link(self._id, self._name, within, page, quote, content=content).url


class PlaceLinks:
    """Makes links to the places of sources, in ``library`` or another; each library is opened once, till the end.

    They are for files that other people get, and name no folders.
    """

    def __init__(self, files: IndexFiles, library: str) -> None:
        self._files = files
        self._library = library
        self._opened: dict[str, tuple[StorageContext, LibraryLinks] | None] = {}
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.close()

    def __call__(self, source: Source, quote: str) -> str:
        """Return the link to words of a source; "" where its library is gone or knows nothing of the file."""
        name = source.library or self._library
        if name not in self._opened:
            self._opened[name] = None
            with suppress(UserError):
                storage = self._closing.enter_context(self._files.open(name, read_only=True))
                self._opened[name] = storage, LibraryLinks(storage, name)
        if (opened := self._opened[name]) is None:
            return ""
        storage, links = opened
        return links.url(path_now(storage.connection, source.file), source.page, quote, folders=False)


class Links(Service):
    """Makes and follows links to places in libraries."""

    def __init__(self, files: IndexFiles) -> None:
        self._files = files

    @reads
    def url(self, name: str, file: str, *, page: int = 0, quote: str = "") -> str:
        """Return the link to words on a page (from 1) of a file of a library.

        Raises:
            UserError: there is no such library or file.

        """
        with self._files.open(name, read_only=True) as storage:
            found = LibraryLinks(storage, name).url(path_now(storage.connection, file), page, quote)
        if not found:
            raise UserError(
                UserText("{path} is not in the library “{name}”.", path=file_name(file), name=name),
                UserText("Add the file, or a folder that it lies in."),
            )
        return found

    @reads
    def place(self, link: str) -> LinkedPlace:
        """Return the place that a link names: the page, and the quoted words where they stand in the file now.

        Raises:
            UserError: it is no link to a place in a library, or no library here has the file.

        """
        named = parse_link(link)
        meant = ""
        for name, is_meant in self._libraries(named):
            meant = meant or (name if is_meant else "")
            with suppress(UserError), self._files.open(name, read_only=True) as storage, storage.snapshot():
                if file := linked_file(storage, named, is_meant=is_meant):
                    return _place(storage, name, file, named)
        raise _not_here(named, meant)

    def _libraries(self, link: Link) -> Iterator[tuple[str, bool]]:
        """Yield the names of the libraries a link may lead to, and whether it means them: by id, by name, others."""
        names = self._files.names()
        attached = [self._files.attached(one) for one in self._files.attached_to()]
        with_id = [name for name in (*names, *attached) if link.library_id and self._id(name) == link.library_id]
        with_name = [name for name in names if name == link.name and not with_id]
        for name in with_id + with_name:
            yield name, True
        if link.content:
            yield from ((name, False) for name in names if name not in with_id + with_name)

    def _id(self, name: str) -> str:
        with suppress(UserError), self._files.open(name, read_only=True) as storage:
            return get_library_id(storage.connection)
        return ""


def path_in_library(path: str, roots: list[str], separator: str) -> str:
    """Return a path from the name of the added folder (or file) on, with slashes; of no added folder, the file's name.

    The innermost of several folders counts.
    """
    outside, *inside = path.split(INSIDE)
    above = [root for root in roots if outside == root or outside.startswith(root.rstrip(separator) + separator)]
    if not above:
        return INSIDE.join([file_name(outside), *inside])
    root = max(above, key=len)
    name = root.rstrip(separator).rpartition(separator)[2]
    below = outside[len(root) :].strip(separator)
    steps = [name] if separator not in root[-1:] and name else []
    return INSIDE.join(["/".join([*steps, *(below.split(separator) if below else [])]), *inside])


def _paths(link: Link, roots: list[str], separator: str) -> Iterator[str]:
    """Yield the paths that a link may mean, one for each added folder that is called like the link's first."""
    outside, *inside = link.file.split(INSIDE)
    steps = outside.split("/")
    for root in sorted(roots, key=len, reverse=True):
        if root.endswith(separator):
            path = root + separator.join(steps)
        elif root.rpartition(separator)[2] == steps[0]:
            path = separator.join([root, *steps[1:]])
        else:
            continue
        yield INSIDE.join([path, *inside])


def linked_file(storage: StorageContext, link: Link, *, is_meant: bool = True) -> str:
    """Return the path of the file that a link names in a library, "" for none; in one that is not meant, by its hash.

    A file is found by hash, by path, by a path that it had, or because no other has its name.
    """
    same = storage.files.with_content(bytes.fromhex(link.content)) if link.content else []
    if not is_meant or not link.file:
        return same[0] if same else ""
    paths = list(_paths(link, listed_folders(storage.connection), os.sep))
    for path in paths:
        if path in same or (is_earlier(path) and EarlierTexts(storage.connection).at(path) is not None):
            return path
    if same:
        return same[0]
    for path in paths:
        now = path_now(storage.connection, path)
        if storage.files.known_file(now) is not None:
            return now
    alike = storage.files.called(file_name(link.file))
    return alike[0] if len(alike) == 1 else ""


def _place(storage: StorageContext, name: str, file: str, link: Link) -> LinkedPlace:
    """Return a place in a file: the quoted words, wherever they stand now, or else the page, or the first."""
    state = EarlierTexts(storage.connection).at(file) if is_earlier(file) else None
    earlier, now = EarlierTexts(storage.connection), storage.documents
    pages = list(earlier.pages(state.id) if state is not None else now.labelled_pages(file))
    page = min(max(1, link.page), max(1, len(pages)))
    found = _found(pages, page, link) if link.quote else None
    if found is None:
        label = pages[page - 1][0] if pages else ""
        notice = UserText("The quoted words aren't in the file any more.") if link.quote else ""
        return LinkedPlace(name, Source(1, 0.0, file, page, label, 0, 0, "", "", library=name), None, notice)
    page, start, end = found
    label, text = pages[page - 1]
    here = text[start : min(end, len(text))]
    source = Source(1, 0.0, file, page, label, start, start + len(here), here, "", library=name)
    if end <= len(text):
        return LinkedPlace(name, source, None, "")
    rest = pages[page][1][: end - len(text) - 1]
    runs_on = RunOn(len(here), rest, page + 1, 0, len(rest))
    words = start, start + len(here)
    return LinkedPlace(name, source, Citation(1, 0, 0, file, page, *words, f"{here} {rest}", 1.0, "", runs_on))


def _found(pages: list[tuple[str, str]], page: int, link: Link) -> tuple[int, int, int] | None:
    """Return the page of the quoted words and their range in its text; beyond its end, they go on on the next page.

    The page of the link is looked at first, then those next to it, and so on.
    """
    for number in sorted(range(1, len(pages) + 1), key=lambda one: (abs(one - page), one)):
        if (place := place_of(pages[number - 1][1], link.quote, link.until)) is not None:
            return number, *place
        if number == page and number < len(pages):
            text = pages[number - 1][1]
            both = place_of(f"{text}\n{pages[number][1]}", link.quote, link.until)
            if both is not None and both[0] < len(text):
                return number, *both
    return None


def _not_here(link: Link, library: str) -> UserError:
    """Return the error for a link that leads to no file here; ``library`` is the one it means, "" for none here."""
    if library:
        file = file_name(link.file) or UserText("The file of the link")
        message = UserText("{file} isn't in the library “{name}” any more.", file=file, name=library)
        return UserError(message, UserText("Add the file, or a folder that it lies in."))
    if link.name:
        message = UserText("The library “{name}” isn't on this computer, and no other has the file.", name=link.name)
    else:
        message = UserText("The link's library isn't on this computer, and no other has the file.")
    return UserError(message, UserText("Import the library, or add the file to one of yours."))
