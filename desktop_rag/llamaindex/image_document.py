"""A document that is a picture (LlamaIndex's ``ImageDocument``)."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Unpack

from desktop_rag.core.media.binary import MediaResource, mimetype_of_name, resolve_binary
from desktop_rag.core.schema import KINDS, Document, DocumentFields, Metadata


class _OfPicture:
    """A value of the picture's resource; setting it makes another picture of the document."""

    def __init__(self, field_name: str, made: Callable[[Any], MediaResource]) -> None:
        self._field = field_name
        self._made = made

    def __get__(self, document: "ImageDocument", kind: type | None = None) -> str | None:
        value = getattr(document.image_resource, self._field, None)
        return value.decode() if isinstance(value, bytes) else value and str(value)

    def __set__(self, document: "ImageDocument", value: Any) -> None:  # noqa: ANN401 - a text, bytes or a path
        document.image_resource = self._made(value)


class _Kind:
    """The media type of the picture; setting it changes nothing else."""

    def __get__(self, document: "ImageDocument", kind: type | None = None) -> str | None:
        return document.image_resource.mimetype if document.image_resource is not None else None

    def __set__(self, document: "ImageDocument", value: str | None) -> None:
        if document.image_resource is not None:
            document.image_resource.mimetype = value


class _TextEmbedding:
    """The vector of what is known of the picture in words; it needs such a text."""

    def __get__(self, document: "ImageDocument", kind: type | None = None) -> list[float] | None:
        resource = document.text_resource
        return (resource.embeddings or {}).get("dense") if resource is not None else None

    def __set__(self, document: "ImageDocument", value: list[float]) -> None:
        if document.text_resource is not None:
            document.text_resource.embeddings = {**(document.text_resource.embeddings or {}), "dense": value}


class ImageDocument(Document):
    """A picture: its bytes (``image``, kept in base64), its file or its address; ``text`` is what is known of it.

    It is found by its text: a program that wants to look at the picture itself asks ``resolve_image``.
    """

    __slots__ = ()
    image = _OfPicture("data", lambda value: MediaResource(data=value))
    image_path = _OfPicture("path", lambda value: MediaResource(path=value))
    image_url = _OfPicture("url", lambda value: MediaResource(url=value))
    image_mimetype = _Kind()
    text_embedding = _TextEmbedding()

    def __init__(  # noqa: PLR0913 - the parameters of LlamaIndex's class of this name
        self,
        text: str = "",
        id_: str | None = None,
        metadata: Metadata | None = None,
        *,
        image: bytes | str | None = None,
        image_path: str | Path | None = None,
        image_url: str | None = None,
        image_mimetype: str | None = None,
        text_embedding: list[float] | None = None,
        doc_id: str | None = None,
        extra_info: Metadata | None = None,
        **others: Unpack[DocumentFields],
    ) -> None:
        """Make a document of the first of bytes, file and address that is given.

        Raises:
            ValueError: the file is no picture, or the address does not end as pictures do (it is not fetched).

        """
        if image:
            others["image_resource"] = MediaResource(data=_as_bytes(image), mimetype=image_mimetype)
        elif image_path:
            _check_picture(Path(image_path))
            others["image_resource"] = MediaResource(path=Path(image_path), mimetype=image_mimetype)
        elif image_url:
            if not image_url.startswith("data:image/") and mimetype_of_name(image_url, "image/") is None:
                raise ValueError(f"{image_url} does not look like the address of a picture.")
            others["image_resource"] = MediaResource(url=image_url, mimetype=image_mimetype)
        Document.__init__(self, text, id_, metadata, doc_id=doc_id, extra_info=extra_info, **others)
        if text_embedding is not None:
            self.text_embedding = text_embedding

    def resolve_image(self, as_base64: bool = False) -> BytesIO:  # noqa: FBT001, FBT002 - LlamaIndex's
        """Return the picture's file, which is empty where there is none; raises as ``resolve_binary`` does."""
        held = self.image_resource
        if held is None:
            return BytesIO()
        url = None if held.url is None else str(held.url)
        return resolve_binary(held.data, held.path, url, as_base64=as_base64)


KINDS[ImageDocument.class_name()] = ImageDocument


def _as_bytes(image: bytes | str) -> bytes:
    return image.encode() if isinstance(image, str) else image


def _check_picture(path: Path) -> None:
    """Make sure that a file is a picture; ValueError where it is none."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(path) as picture:
            picture.verify()
    except (OSError, UnidentifiedImageError, SyntaxError) as error:
        raise ValueError(f"{path} is no picture that can be read.") from error
