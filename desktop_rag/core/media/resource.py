"""Content of one kind in a node (text, picture, sound, film): LlamaIndex's ``MediaResource``."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from desktop_rag.core.media.binary import as_url, in_base64, mimetype_of_data, mimetype_of_name, out_of_base64
from desktop_rag.core.media.dumping import Dumpable

if TYPE_CHECKING:
    from pydantic import AnyUrl

_EMPTY_TEXT = "<empty_string>"  # tells a text without letters from none


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
