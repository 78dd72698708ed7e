"""Links to places in libraries: ``desktop-rag://LIBRARY/FILE#page=7&quote=The%20rent&content=5f…&name=Contracts``.

``LIBRARY`` is the id of a library, ``library`` where it has none, so that it can be renamed; its name finds one on
another computer. ``FILE`` is a path as the library knows it, from the name of an added folder on:
``contracts/2024/all.zip//annex.pdf``. ``content`` is the hash that libraries keep of a file: by it a file is found that
was moved, or that another computer has. A long quotation is named by its beginning (``quote``) and its end (``until``).

A link may come from anybody, and says only what to look up in the list of a library's files; nobody opens its path.
"""

import re
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import category
from urllib.parse import quote as encoded
from urllib.parse import unquote_to_bytes

from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import INSIDE
from desktop_rag.core.user_text import UserText

SCHEME: Final = "desktop-rag"
LONGEST_LINK = 2000
"""Characters of a link: Windows and some browsers cut longer ones off."""
_ANY_LIBRARY = "library"
_LIBRARY = re.compile(r"[0-9a-f]{32}\Z")
_CONTENT = re.compile(r"[0-9a-f]{32}\Z")
_PAGE = re.compile(r"[1-9][0-9]{0,6}\Z", re.ASCII)
_DRIVE = re.compile(r"[A-Za-z]:", re.ASCII)
_ENCODED = re.compile(r"%(?![0-9A-Fa-f]{2})")
_CONTROLS = ("Cc", "Cs", "Zl", "Zp")
_LONGEST_QUOTE, _LONGEST_END = 560, 240  # characters of a link for a quotation, and for each end of a longer one
_LONGEST_NAME = 120  # of libraries, in characters
_VALUES = ("page", "quote", "until", "content", "name")


@dataclass(frozen=True, slots=True)
class Link:
    """A place in a library: ``page`` is 1-based, 0 for none; "" stands for anything that is unknown.

    ``file`` has slashes on every system. ``until`` are the last words of what begins with ``quote``.
    """

    library_id: str = ""
    name: str = ""
    file: str = ""
    page: int = 0
    quote: str = ""
    until: str = ""
    content: str = ""

    @property
    def url(self) -> str:
        """The link in ASCII, at most ``LONGEST_LINK`` characters; "" where neither path nor hash name the file."""
        link = _fitting(self)
        return _url(link) if link.file or link.content else ""


def parse_link(text: str) -> Link:
    """Return the place that a link names.

    Raises:
        UserError: it is no link of this program, is too long or damaged, or leads out of its library.

    """
    text = text.strip()
    if len(text) > LONGEST_LINK:
        raise UserError(
            UserText("The link is longer than {count} characters.", count=LONGEST_LINK),
            UserText("Copy the link again where it comes from."),
        )
    scheme, separator, rest = text.partition("://")
    if scheme.lower() != SCHEME or not separator:
        raise UserError(
            UserText("This isn't a link to a place in a library."),
            UserText("Such links begin with “{beginning}”.", beginning=f"{SCHEME}://"),
        )
    if any(char.isspace() or category(char) in _CONTROLS for char in rest):
        raise _damaged()
    address, _, fragment = rest.partition("#")
    library, _, path = address.partition("/")
    library = library.lower()
    if not (_LIBRARY.match(library) or library == _ANY_LIBRARY) or "?" in path:
        raise _damaged()
    file = _decoded(path)
    if file and not _is_within(file):
        raise UserError(
            UserText("The link leads out of its library."), UserText("Open only links of programs that you trust.")
        )
    values = _values(fragment)
    page, content, name = values.get("page", ""), values.get("content", ""), values.get("name", "")
    if (page and not _PAGE.match(page)) or (content and not _CONTENT.match(content)) or len(name) > _LONGEST_NAME:
        raise _damaged()
    if not file and not content:
        raise _damaged()
    return Link(
        library_id="" if library == _ANY_LIBRARY else library,
        name=name,
        file=file,
        page=int(page or 0),
        quote=values.get("quote", ""),
        until=values.get("until", ""),
        content=content,
    )


def _values(fragment: str) -> dict[str, str]:
    """Return what stands behind “#”, without the values of later versions."""
    values: dict[str, str] = {}
    for part in fragment.split("&") if fragment else ():
        key, _, value = part.partition("=")
        if key in values:
            raise _damaged()
        if key in _VALUES:
            values[key] = _decoded(value)
    return values


def _decoded(text: str) -> str:
    """Return the text behind its encoding with percent signs; it has no control characters."""
    if _ENCODED.search(text):
        raise _damaged()
    try:
        decoded = unquote_to_bytes(text).decode("utf-8")
    except UnicodeError as error:
        raise _damaged() from error
    if any(category(char) in _CONTROLS for char in decoded):
        raise _damaged()
    return decoded


def _is_within(path: str) -> bool:
    """Return True if a path goes down from an added folder, also into files, and nowhere else."""
    parts = [part for step in path.split(INSIDE) for part in step.split("/")]
    return "\\" not in path and not _DRIVE.match(path) and all(part not in ("", ".", "..") for part in parts)


def _damaged() -> UserError:
    return UserError(UserText("The link is damaged."), UserText("Copy the link again where it comes from."))


def _url(link: Link) -> str:
    values = {
        "page": str(link.page) if link.page else "",
        "quote": link.quote,
        "until": link.until,
        "content": link.content,
        "name": link.name,
    }
    fragment = "&".join(f"{key}={_encoded(value)}" for key, value in values.items() if value)
    path = "/".join(map(_encoded, link.file.split("/")))
    return f"{SCHEME}://{link.library_id or _ANY_LIBRARY}/{path}{'#' if fragment else ''}{fragment}"


def _fitting(link: Link) -> Link:
    """Return a link without what it cannot hold, and short enough."""
    quote, until = _ends(" ".join(_bare(link.quote).split()))
    link = Link(
        library_id=link.library_id if _LIBRARY.match(link.library_id) else "",
        name=_bare(link.name) if len(link.name) <= _LONGEST_NAME else "",
        file=link.file if link.file and _bare(link.file) == link.file and _is_within(link.file) else "",
        page=link.page if 0 < link.page < 10_000_000 else 0,
        quote=quote,
        until=until or " ".join(_bare(link.until).split()),
        content=link.content if _CONTENT.match(link.content) else "",
    )
    if len(_url(link)) > LONGEST_LINK:
        link = replace(link, file=link.file.rpartition("/")[2])
    if len(_url(link)) > LONGEST_LINK:
        link = replace(link, name="", quote="", until="")
    return link if len(_url(link)) <= LONGEST_LINK else replace(link, file="")


def _ends(text: str) -> tuple[str, str]:
    """Return a quotation that is short enough for a link and "", else the first and the last of its words."""
    if len(_encoded(text)) <= _LONGEST_QUOTE:
        return text, ""
    return _beginning(text), _beginning(text[::-1])[::-1]


def _beginning(text: str) -> str:
    """Return as many of the first words of a text as a link takes, or characters where words have no blanks."""
    end, length = 0, 0
    while end < len(text) and (length := length + len(_encoded(text[end]))) <= _LONGEST_END:
        end += 1
    cut = text[:end]
    whole = cut.rpartition(" ")[0]
    return whole if len(whole) > len(cut) // 2 else cut.strip()


def _bare(text: str) -> str:
    """Return a text with a blank for each control character, and none that UTF-8 cannot hold."""
    return "".join(" " if category(char) in _CONTROLS else char for char in text)


def _encoded(text: str) -> str:
    return encoded(text, safe="")
