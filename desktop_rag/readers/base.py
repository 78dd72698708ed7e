"""What every reader returns, and the reasons why a file has none."""

from collections.abc import Callable
from pathlib import Path

from desktop_rag.errors import UserError
from desktop_rag.schema import Document

Reader = Callable[[Path], list[Document]]
"""Reads one file into its pages: one document per page, in order, with ``page_label`` in the metadata.

Raises ``UserError`` with the reason in plain words when the file cannot be read, and ``NothingToRead``
when there is nothing wrong with it but it holds no text.
"""


class NothingToRead(UserError):  # noqa: N818 - not a failure of the file
    """The file is skipped, not failed: it is empty, or not a document."""
