"""Searching goes on by words when the model that understands questions cannot be asked."""

from desktop_rag.core.errors import UserError


class LostMeaning:
    """What the searches of one question share: the first failure counts for all, so that it is waited for once."""

    def __init__(self) -> None:
        self.error: UserError | None = None

    @property
    def notice(self) -> str:
        """A sentence for the person, "" when nothing was lost."""
        return "" if self.error is None else f"Searched by words only: {self.error.message}"

    def lose(self, error: UserError) -> None:
        """Note why there is no meaning."""
        self.error = self.error or error
