"""Pages and pictures as images for models that see."""

from pathlib import Path

from desktop_rag.core.cancel import CancelToken
from desktop_rag.core.errors import UserError
from desktop_rag.core.file_paths import shown_name
from desktop_rag.core.messages import ImageBlock
from desktop_rag.core.user_text import UserText
from desktop_rag.processes.pool import ChildProcesses
from desktop_rag.readers.formats import has_slides, is_paged
from desktop_rag.readers.pages.render import render_jpeg
from desktop_rag.services.libraries.unpacked_files import UnpackedFiles

LONGEST_SIDE = 1024  # pixels: small print of a page of A4 can be read, and more costs tokens without use
_SECONDS = 60.0


class PageImages:
    """Draws in ``painter``'s processes, which files may crash."""

    def __init__(self, painter: ChildProcesses, unpacked: UnpackedFiles) -> None:
        self._painter = painter
        self._unpacked = unpacked

    def page(self, file: str, page: int, token: CancelToken) -> ImageBlock:
        """Return a page of a paged file.

        Raises:
            UserError: the file is gone or cannot be drawn.
            CancelledError: stopped.

        """
        path = self._unpacked.to_show(file, token)
        return self._drawn(f"{shown_name(file)}, page {page}", path, page, token)

    def attached(self, path: Path, token: CancelToken) -> ImageBlock:
        """Return a picture, or the first page of a document; raises as ``page`` does."""
        if not path.is_file():
            raise UserError(UserText("There is no file {path}.", path=path), "Check its name.")
        if not is_paged(path.name) or has_slides(path.name):
            raise UserError(UserText("{name} is no picture.", name=path.name), "Attach a picture or a PDF file.")
        return self._drawn(path.name, path, 1, token)

    def _drawn(self, name: str, path: Path, page: int, token: CancelToken) -> ImageBlock:
        arguments = (path, page, LONGEST_SIDE)
        drawn = self._painter.run(render_jpeg, *arguments, seconds=_SECONDS, token=token)
        kind = "image/jpeg"  # told, it is not looked for in what is kept in base64
        return ImageBlock(drawn.data, image_mimetype=kind, width=drawn.width, height=drawn.height, name=name)
