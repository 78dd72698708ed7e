"""The fallback of a hybrid search without its embedding model: it searches by words only, and says so."""

from desktop_rag.core.errors import UserError


class WordsOnlyFallback:
    """Remembers that the embedding model failed: the searches of one question share it, so only the first one waits."""

    def __init__(self) -> None:
        self.error: UserError | None = None

    @property
    def notice(self) -> str:
        """A sentence for the person; "" while the model has not failed."""
        return "" if self.error is None else f"Searched by words only: {self.error.message}"

    def note(self, error: UserError) -> None:
        """Remember why the model failed; the first reason stays."""
        self.error = self.error or error
