"""The parts of messages (LlamaIndex's blocks): words, pictures, documents, calls of tools, thoughts."""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import IOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_rag.core.media.binary import (
    as_url,
    extension_of,
    in_base64,
    mimetype_of_data,
    mimetype_of_name,
    out_of_base64,
    resolve_binary,
)
from desktop_rag.core.media.dumping import Dumpable

if TYPE_CHECKING:
    from pydantic import AnyUrl

_USUAL_SIDE = 1024  # pixels of a picture that cannot be measured
Binary = bytes | IOBase


@dataclass(slots=True)
class TextBlock(Dumpable):
    """A part of a message that is text."""

    text: str
    block_type: str = "text"


class Media(Dumpable):
    """A block with bytes: in memory, in a file (``path``) or at an address (``url``).

    ``content_field`` is the field for those in memory: bytes, which are kept in base64, or an open stream.
    """

    __slots__ = ("path", "url")
    content_field: ClassVar[str]
    path: Path | None
    url: "AnyUrl | str | None"

    @property
    def in_memory(self) -> Binary | None:
        """The bytes held in memory, or None."""
        held: Binary | None = getattr(self, self.content_field)
        return held

    def settle(self) -> None:
        """Bring the fields into their form.

        Raises:
            ValueError: there is no such file, or the address is none.

        """
        if isinstance(self.in_memory, bytes | str) and self.in_memory:
            setattr(self, self.content_field, in_base64(self.in_memory))
        self.path = None if self.path is None else Path(self.path)
        self.url = as_url(self.url)
        if self.path is not None and not self.path.is_file():
            raise ValueError(f"There is no file {self.path}.")

    def guessed(self, family: str = "") -> str | None:
        """Return the MIME type of the content, by its first bytes or the ending of its name."""
        if isinstance(self.in_memory, bytes) and self.in_memory:
            return mimetype_of_data(out_of_base64(self.in_memory))
        name = self.path or (self.url and str(self.url))
        return mimetype_of_name(name, family) if name else None

    def resolve(self, *, as_base64: bool = False) -> IOBase:
        """Return the bytes, wherever they are; a stream that is open as it is.

        Raises:
            ValueError: there are none.
            OSError: the file cannot be read.

        """
        held = self.in_memory
        url = str(self.url) if self.url else None
        stream = held if isinstance(held, IOBase) else resolve_binary(held, self.path, url, as_base64=as_base64)
        stream.seek(0, 2)
        size = stream.tell()
        stream.seek(0)
        if size == 0:
            raise ValueError(f"The {type(self).__name__} is empty: it has zero bytes.")
        return stream

    def model_dump(self, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - those of Dumpable
        """Return the fields; the content of a stream, the path and the address as plain values."""
        told = Dumpable.model_dump(self, **options)
        if isinstance(self.in_memory, IOBase) and self.content_field in told:
            told[self.content_field] = base64.b64encode(self.resolve().read())
        return told | {name: str(told[name]) for name in ("path", "url") if told.get(name) is not None}


@dataclass(slots=True)
class ImageBlock(Media):
    """A picture that goes along with a message.

    ``width`` and ``height`` are its pixels (0: they are measured when somebody asks), ``name`` says what it shows.
    """

    image: Binary | None = None
    path: Path | None = None
    url: "AnyUrl | str | None" = None
    image_mimetype: str | None = None
    detail: str | None = None
    width: int = 0
    height: int = 0
    name: str = ""
    block_type: str = "image"
    content_field: ClassVar[str] = "image"
    hidden: ClassVar[frozenset[str]] = frozenset({"width", "height", "name"})

    def __post_init__(self) -> None:
        """Find out the kind of picture if it was not given."""
        self.settle()
        self.image_mimetype = self.image_mimetype or self.guessed("image/")

    def resolve_image(self, as_base64: bool = False) -> IOBase:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the picture's file; raises as ``resolve`` does."""
        return self.resolve(as_base64=as_base64)

    def in_letters(self) -> str:
        """Return the picture's file in base64; raises as ``resolve`` does."""
        return base64.b64encode(self.resolve().read()).decode()

    def measured(self) -> tuple[int, int]:
        """Return the width and height in pixels; usual values where they cannot be found out."""
        if not (self.width and self.height):
            self.width, self.height = self._size()
        return self.width, self.height

    def _size(self) -> tuple[int, int]:
        from PIL import Image

        if self.in_memory is None and self.path is None:  # at an address: not fetched for this
            return _USUAL_SIDE, _USUAL_SIDE
        try:
            with Image.open(self.resolve()) as picture:  # type: ignore[arg-type]  # a stream
                return picture.size
        except (OSError, ValueError):
            return _USUAL_SIDE, _USUAL_SIDE


@dataclass(slots=True)
class AudioBlock(Media):
    """A sound; ``format`` is the ending of its kind of file ("wav")."""

    audio: Binary | None = None
    path: Path | None = None
    url: "AnyUrl | str | None" = None
    format: str | None = None
    block_type: str = "audio"
    content_field: ClassVar[str] = "audio"

    def __post_init__(self) -> None:
        """Find out the kind of sound if it was not given."""
        self.settle()
        if not self.format and self.audio:
            self.format = extension_of(self.guessed())

    def resolve_audio(self, as_base64: bool = False) -> IOBase:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the sound's file; raises as ``resolve`` does."""
        return self.resolve(as_base64=as_base64)


@dataclass(slots=True)
class VideoBlock(Media):
    """A film."""

    video: Binary | None = None
    path: Path | None = None
    url: "AnyUrl | str | None" = None
    video_mimetype: str | None = None
    detail: str | None = None
    fps: int | None = None
    block_type: str = "video"
    content_field: ClassVar[str] = "video"

    def __post_init__(self) -> None:
        """Find out the kind of film if it was not given."""
        self.settle()
        self.video_mimetype = self.video_mimetype or self.guessed("video/")

    def resolve_video(self, as_base64: bool = False) -> IOBase:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the film's file; raises as ``resolve`` does."""
        return self.resolve(as_base64=as_base64)


@dataclass(slots=True)
class DocumentBlock(Media):
    """A document as it is, a PDF for instance."""

    data: Binary | None = None
    path: Path | None = None
    url: "AnyUrl | str | None" = None
    title: str | None = None
    document_mimetype: str | None = None
    block_type: str = "document"
    content_field: ClassVar[str] = "data"

    def __post_init__(self) -> None:
        """Find out the kind of document if it was not given."""
        self.settle()
        self.title = self.title or "input_document"
        self.document_mimetype = self.document_mimetype or self._guess_mimetype()

    def resolve_document(self) -> IOBase:
        """Return the document's file; raises as ``resolve`` does."""
        return self.resolve()

    def guess_format(self) -> str | None:
        """Return the ending of its name ("pdf"); None for content in memory."""
        name = self.path or self.url
        return Path(str(name)).suffix.removeprefix(".") if name else None

    def _guess_mimetype(self) -> str | None:
        return self.guessed()

    def _get_b64_bytes(self, data_buffer: IOBase) -> bytes:
        return base64.b64encode(data_buffer.read())

    def _get_b64_string(self, data_buffer: IOBase) -> str:
        return self._get_b64_bytes(data_buffer).decode()


@dataclass(slots=True)
class CacheControl(Dumpable):
    """The time a server should keep a prompt prefix cached."""

    type: str
    ttl: str = "5m"


@dataclass(slots=True)
class CachePoint(Dumpable):
    """Up to where a server should keep what it read; those that this program speaks with do so by themselves."""

    cache_control: CacheControl
    block_type: str = "cache"

    def __post_init__(self) -> None:
        """Accept the result of ``model_dump``.

        Raises:
            ValueError: it is something else.

        """
        if isinstance(self.cache_control, Mapping):
            self.cache_control = CacheControl(**self.cache_control)
        if not isinstance(self.cache_control, CacheControl):
            raise ValueError(f"cache_control must be a CacheControl, got {self.cache_control!r}")  # noqa: TRY004


@dataclass(slots=True)
class CitableBlock(Dumpable):
    """A source that a model may cite: words (a text is taken as well), pictures and documents."""

    title: str
    source: str
    content: "list[TextBlock | ImageBlock | DocumentBlock]"
    block_type: str = "citable"

    def __post_init__(self) -> None:
        """Accept a text, or the result of ``model_dump``."""
        given: Any = self.content
        self.content = [TextBlock(given)] if isinstance(given, str) else [as_block(one) for one in given]


@dataclass(slots=True)
class CitationBlock(Dumpable):
    """A citation by a model, and its place in the source."""

    cited_content: TextBlock | ImageBlock
    source: str
    title: str
    additional_location_info: dict[str, int]
    block_type: str = "citation"

    def __post_init__(self) -> None:
        """Accept a text, or the result of ``model_dump``."""
        given: Any = self.cited_content
        self.cited_content = TextBlock(given) if isinstance(given, str) else as_block(given)


@dataclass(slots=True)
class ThinkingBlock(Dumpable):
    """A model's thoughts before its answer."""

    content: str | None = None
    num_tokens: int | None = None
    additional_information: dict[str, Any] = field(default_factory=dict)
    block_type: str = "thinking"


@dataclass(slots=True)
class ToolCallBlock(Dumpable):
    """A model's wish to have a tool run; arguments that are a text are as the model wrote them, valid JSON or not."""

    tool_call_id: str | None = None
    tool_name: str = ""
    tool_kwargs: dict[str, Any] | str = field(default_factory=dict)
    block_type: str = "tool_call"

    @property
    def arguments(self) -> str:
        """The arguments as JSON."""
        if isinstance(self.tool_kwargs, str):
            return self.tool_kwargs
        return json.dumps(self.tool_kwargs, ensure_ascii=False)


ContentBlock = (
    TextBlock
    | ImageBlock
    | AudioBlock
    | VideoBlock
    | DocumentBlock
    | CachePoint
    | CitableBlock
    | CitationBlock
    | ThinkingBlock
    | ToolCallBlock
)
UNREADABLE = (AudioBlock, VideoBlock, DocumentBlock, CitableBlock)
"""Blocks that no model of this program is sent."""
_KINDS: Mapping[str, type[ContentBlock]] = {
    "text": TextBlock,
    "image": ImageBlock,
    "audio": AudioBlock,
    "video": VideoBlock,
    "document": DocumentBlock,
    "cache": CachePoint,
    "citable": CitableBlock,
    "citation": CitationBlock,
    "thinking": ThinkingBlock,
    "tool_call": ToolCallBlock,
}


def as_block(value: Any) -> Any:  # noqa: ANN401 - a block of the kind that is described
    """Return a block, also from the result of its ``model_dump``.

    Raises:
        ValueError: there is no such kind of block.

    """
    if not isinstance(value, Mapping):
        return value
    kind = _KINDS.get(str(value.get("block_type", "")))
    if kind is None:
        raise ValueError(f"There is no kind of block {value.get('block_type')!r}: use one of {', '.join(_KINDS)}.")
    return kind(**value)


def as_blocks(values: Sequence[object]) -> list[ContentBlock]:
    """Return blocks, also from results of ``model_dump``; raises as ``as_block`` does."""
    return [as_block(one) for one in values]


def texts_of(blocks: Iterable[ContentBlock]) -> str:
    """Return the texts of the text blocks, joined by newlines."""
    return "\n".join(block.text for block in blocks if isinstance(block, TextBlock))
