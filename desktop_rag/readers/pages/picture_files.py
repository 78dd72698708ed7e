"""Picture files, looked at before they are opened: only their first bytes are read."""

import io
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from desktop_rag.core.errors import UserError
from desktop_rag.readers.base import NothingToRead, damaged, misnamed
from desktop_rag.readers.detect import by_signature

if TYPE_CHECKING:
    from PIL.Image import Image

MAXIMUM_PIXELS = 200_000_000
_BEGINNING = 16  # bytes, which tell a picture
_ICON = 32  # pixels: what is smaller on one side shows no text


def check_size(path: Path) -> None:
    """Look at the size that a picture says it has.

    Raises:
        NothingToRead: it is an icon.
        UserError: it is damaged, or too large to be drawn.

    """
    with _opened(path) as picture:
        wide, high = picture.size
    if min(wide, high) < _ICON:
        raise NothingToRead("The picture is too small to show text.")


def size_of(file: BinaryIO) -> tuple[int, int]:
    """Return the width and height in a picture's header, in pixels.

    Raises:
        UserError: it is damaged, or too large to be drawn.

    """
    with _opened(file) as picture:
        return picture.width, picture.height


def check_whole(path: Path) -> None:
    """Look at all of a picture.

    Raises:
        UserError: it is damaged: it ends early, or cannot be drawn.

    """
    with _opened(path) as picture:
        try:
            picture.load()
        except (OSError, ValueError, SyntaxError, EOFError, zlib.error) as error:
            raise damaged("The picture is damaged.") from error


def must_be_converted(path: Path) -> bool:
    """Return True if a picture is of a kind that MuPDF cannot open, by its first bytes."""
    with path.open("rb") as file:
        known = by_signature(file.read(_BEGINNING))
    return known is not None and known.converted


def as_png(path: Path) -> bytes:
    """Return a picture that MuPDF cannot open in a format that it can, the right way up.

    Raises:
        UserError: it is no picture, whatever its name says.

    """
    from PIL import ImageOps

    with _opened(path) as picture, _unwarned():
        try:
            upright = ImageOps.exif_transpose(picture).convert("RGB")
        except (OSError, ValueError, SyntaxError) as error:
            raise misnamed() from error
    memory = io.BytesIO()
    upright.save(memory, "png", compress_level=1)
    return memory.getvalue()


@contextmanager
def _unwarned() -> Iterator[None]:
    """Ignore damage beside the pixels: the camera's position, the date of the picture."""
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", r"(Possibly )?[Cc]orrupt EXIF|Truncated File Read|Metadata Warning", UserWarning
        )
        yield


def _opened(path: Path | BinaryIO) -> "Image":
    """Open a picture without reading its pixels."""
    from pi_heif import register_heif_opener
    from PIL import Image, UnidentifiedImageError

    register_heif_opener()
    try:
        with _unwarned():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(path)
    except Image.DecompressionBombError as error:
        raise _too_large() from error
    except (UnidentifiedImageError, ValueError, SyntaxError, EOFError, OSError, RuntimeError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the file, not the picture
        raise misnamed() from error
    if picture.width * picture.height > MAXIMUM_PIXELS:
        picture.close()
        raise _too_large()
    return picture


def _too_large() -> UserError:
    return UserError("The picture is too large to read.", "Save a smaller copy and add that.")
