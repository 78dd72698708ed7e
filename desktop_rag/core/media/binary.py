"""Bytes of media: in base64 or not, from memory, from a file or from an address, and what kind of thing they are.

LlamaIndex's ``MediaResource`` holds content of one kind in a node: text, picture, sound, film.
"""

import base64
import binascii
import hashlib
import mimetypes
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_rag.core.errors import UserError
from desktop_rag.core.media.dumping import Dumpable
from desktop_rag.core.user_text import UserText

if TYPE_CHECKING:
    from pydantic import AnyUrl

_SECONDS = 60.0  # of silence, of a server that has the bytes
_MOST_BYTES, _BODY_SECONDS = 500_000_000, 3600.0  # a film, on a line of one Mbit/s
_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (  # where in the file, which bytes
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF8", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypavif", "image/avif"),
    (0, b"%PDF", "application/pdf"),
    (0, b"PK\x03\x04", "application/zip"),
    (0, b"{\\rtf", "application/rtf"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (8, b"WAVE", "audio/x-wav"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/x-flac"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftypqt", "video/quicktime"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1aE\xdf\xa3", "video/webm"),
    (8, b"AVI ", "video/x-msvideo"),
    (0, b"\x00\x00\x01\xba", "video/mpeg"),
)
_EMPTY_TEXT = "<empty_string>"  # tells a text without letters from none


def in_base64(data: bytes | str) -> bytes:
    """Return bytes in base64: as they are where they are so already."""
    data = data.encode() if isinstance(data, str) else data
    return data if _decoded(data) is not None else base64.b64encode(data)


def out_of_base64(data: bytes | str) -> bytes:
    """Return the bytes that base64 encodes; other bytes unchanged."""
    data = data.encode() if isinstance(data, str) else data
    decoded = _decoded(data)
    return data if decoded is None else decoded


def mimetype_of_data(data: bytes) -> str | None:
    """Return the MIME type of a file by its first bytes, or None if it is unknown."""
    found = (kind for start, signature, kind in _SIGNATURES if data.startswith(signature, start))
    return next(found, None)


def mimetype_of_name(name: object, family: str = "") -> str | None:
    """Return the MIME type for the ending of a file name or address; None unless it is of the ``family`` ("image")."""
    path = urllib.parse.urlsplit(name).path if isinstance(name, str) else str(name)
    kind = mimetypes.guess_type(PurePath(path).name)[0]
    return kind if kind and kind.startswith(family) else None


def extension_of(mimetype: str | None) -> str | None:
    """Return the ending of files of a kind, without its dot ("wav"); None if it is unknown."""
    ending = mimetypes.guess_extension(mimetype) if mimetype else None
    return ending.removeprefix(".") if ending else None


def as_url(url: "AnyUrl | str | None") -> "AnyUrl | None":
    """Return an address as LlamaIndex's programs compare it; ValueError where it is none."""
    if url is None or not isinstance(url, str):
        return url
    from pydantic import AnyUrl

    return AnyUrl(url)


def resolve_binary(
    raw_bytes: bytes | None = None,
    path: str | Path | None = None,
    url: str | None = None,
    as_base64: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
) -> BytesIO:
    """Return the content given in memory, as a file or at an address (also "data:"), the first of these that is given.

    Raises:
        ValueError: nothing is given, or the address leads to nothing.
        OSError: the file cannot be read.

    """
    if raw_bytes is not None:
        data = out_of_base64(raw_bytes)
    elif path is not None:
        data = Path(path).read_bytes()
    elif url is not None:
        data = _from_data_address(url) if url.startswith("data:") else _fetched(url)
    else:
        raise ValueError("No valid source provided to resolve binary data!")
    return BytesIO(base64.b64encode(data) if as_base64 else data)


def _decoded(data: bytes) -> bytes | None:
    try:
        return base64.b64decode(data, validate=True)
    except binascii.Error:
        return None


def _from_data_address(url: str) -> bytes:
    """Return the content of a data: address."""
    told, comma, content = url.removeprefix("data:").partition(",")
    if not comma:
        raise ValueError("Invalid data URL format: missing comma separator")
    return base64.b64decode(content) if told.endswith(";base64") else content.encode()


def _fetched(url: str) -> bytes:
    """Return the content a server sends; raises while the program is offline."""
    import httpx

    from desktop_rag.core.net import connection_error, open_client

    try:
        with open_client(url, timeout=_SECONDS, most_bytes=_MOST_BYTES, body_seconds=_BODY_SECONDS) as client:
            reply = client.get(url, follow_redirects=True)
            reply.raise_for_status()
            return reply.content
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        raise UserError(
            UserText("{url} was answered with the status {status}.", url=url, status=status), "Check the address."
        ) from error
    except httpx.HTTPError as error:
        raise connection_error(error, url) from error


@dataclass(slots=True, kw_only=True)
class MediaResource(Dumpable):
    """Media in memory (``data``, kept in base64), in a file or at an address, with vectors by their kind ("dense").

    What kind of media it is (``mimetype``) is told by what is in memory, else by the ending of the file, where nobody
    told it. ``data`` is not written by ``model_dump``.
    """

    embeddings: dict[str, list[float]] | None = None
    data: bytes | None = None
    text: str | None = None
    path: Path | None = None
    url: "AnyUrl | str | None" = None
    mimetype: str | None = None
    hidden: ClassVar[frozenset[str]] = frozenset({"data"})

    def __post_init__(self) -> None:
        """Take paths and addresses as text, too."""
        self.path = None if self.path is None else Path(self.path)
        self.url = as_url(self.url)
        if self.data is not None:
            self.data = in_base64(self.data)
        if self.mimetype is None and self.data:
            self.mimetype = mimetype_of_data(out_of_base64(self.data))
        if self.mimetype is None and self.path is not None:
            self.mimetype = mimetype_of_name(self.path)

    @property
    def hash(self) -> str:
        """SHA-256 over the content; "" without content."""
        held = [] if self.text is None else [self.text or _EMPTY_TEXT]
        others = [self.data, *(str(one).encode() for one in (self.path, self.url) if one is not None)]
        held += [hashlib.sha256(one).hexdigest() for one in others if one is not None]
        return hashlib.sha256("".join(held).encode("utf-8", "surrogatepass")).hexdigest() if held else ""

    def model_dump(self, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - those of Dumpable
        """Return the fields; the path and the address as texts."""
        told = Dumpable.model_dump(self, **options)
        return told | {name: str(told[name]) for name in ("path", "url") if told.get(name) is not None}


def as_resource(value: MediaResource | Mapping[str, Any] | None) -> MediaResource | None:
    """Return a resource, also from the result of ``MediaResource.model_dump``."""
    return value if value is None or isinstance(value, MediaResource) else MediaResource(**value)
