"""A served model of which nobody said here where it is: a library that came from elsewhere was made with it."""

from collections.abc import Sequence
from typing import NoReturn

from desktop_rag.core.errors import UserError
from desktop_rag.core.schema import EmbeddingSpace
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import EmbeddingModel


class UnknownServer(EmbeddingModel):
    """Has the space of a library's vectors and makes none: whoever asks for one is told what to do."""

    def __init__(self, space: EmbeddingSpace) -> None:
        super().__init__()
        self._space = space

    @property
    def space(self) -> EmbeddingSpace:
        """The space of the library's vectors."""
        return self._space

    def _embed(self, texts: Sequence[str]) -> NoReturn:  # noqa: ARG002 - none of them is sent
        raise UserError(
            UserText(
                "This library uses the search model “{model}”, and no server for it is set up here.",
                model=self._space.model,
            ),
            UserText(
                "Choose that model in the settings with its server's address, or change the library's search model."
            ),
        )
