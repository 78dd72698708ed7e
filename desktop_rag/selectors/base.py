"""The interface of selectors."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from desktop_rag.core.parallel import asynchronous
from desktop_rag.core.schema import QueryBundle
from desktop_rag.prompts.mixin import PromptMixin


class Choice(Protocol):
    """Something to choose, such as a tool's metadata."""

    @property
    def name(self) -> str:
        """The name of the choice."""

    @property
    def description(self) -> str:
        """The description of the choice."""


@dataclass(frozen=True, slots=True)
class SingleSelection:
    """A choice: its position in the list, from 0, and the reason."""

    index: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SelectorResult:
    """The choices, best first; ``note`` says so when the model's reply named nothing that can be chosen."""

    selections: list[SingleSelection] = field(default_factory=list)
    note: str = ""

    @property
    def ind(self) -> int:
        """The position of the one selection."""
        return self._only.index

    @property
    def reason(self) -> str:
        """The reason of the one selection."""
        return self._only.reason

    @property
    def inds(self) -> list[int]:
        """The positions of all selections."""
        return [selection.index for selection in self.selections]

    @property
    def reasons(self) -> list[str]:
        """The reasons of all selections."""
        return [selection.reason for selection in self.selections]

    @property
    def _only(self) -> SingleSelection:
        if len(self.selections) != 1:
            raise ValueError(f"there are {len(self.selections)} selections, not one")
        return self.selections[0]


MultiSelection = SelectorResult
"""LlamaIndex's other name for it."""


class BaseSelector(PromptMixin, ABC):
    """Chooses the best answers to a question among several sources."""

    def select(self, choices: Sequence[Choice | str], query: str | QueryBundle) -> SelectorResult:
        """Return at least one of the choices.

        Raises:
            ValueError: there is nothing to choose from.

        """
        if not choices:
            raise ValueError("there is nothing to choose from")
        query_str = query if isinstance(query, str) else query.query_str
        return self._select(choices, query_str)

    aselect = asynchronous(select)

    @abstractmethod
    def _select(self, choices: Sequence[Choice | str], query_str: str) -> SelectorResult:
        """Do the work (implemented by each selector)."""


def choice_names(choices: Sequence[Choice | str]) -> list[str]:
    """Return the names of the choices; one that is a plain text has none."""
    return ["" if isinstance(choice, str) else choice.name for choice in choices]


def choices_text(choices: Sequence[Choice | str]) -> str:
    """Return the choices as a model reads them, numbered from 1."""
    lines = [
        f"({number}) {choice if isinstance(choice, str) else f'{choice.name}: {choice.description}'}"
        for number, choice in enumerate(choices, 1)
    ]
    return "\n\n".join(" ".join(line.split()) for line in lines)
