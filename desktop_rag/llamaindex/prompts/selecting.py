"""A template for each kind of model, and what shows templates."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop_rag.core.messages import ChatMessage
from desktop_rag.prompts.base import BasePromptTemplate


@dataclass(frozen=True, slots=True)
class SelectorPromptTemplate(BasePromptTemplate):
    """Several templates, of which the model decides: the first whose condition it meets, else the default one.

    Its variables are those of the default template.
    """

    default_template: BasePromptTemplate
    conditionals: Sequence[tuple[Callable[[Any], bool], BasePromptTemplate]] | None = None

    @property
    def template_vars(self) -> list[str]:
        """The variables that occur in the default template."""
        return self.default_template.template_vars

    def select(self, llm: object = None) -> BasePromptTemplate:
        """Return the template for a model; without one the default."""
        found = (prompt for condition, prompt in self.conditionals or () if llm is not None and condition(llm))
        return next(found, self.default_template)

    def partial_format(self, **values: str) -> "SelectorPromptTemplate":
        """Return the same choice with some variables filled in already."""
        filled = [(condition, prompt.partial_format(**values)) for condition, prompt in self.conditionals or ()]
        return SelectorPromptTemplate(self.default_template.partial_format(**values), filled)

    def format(self, llm: object = None, **values: str) -> str:
        """Return the text of the template for a model; raises as that does."""
        return self.select(llm).format(**values)

    def format_messages(self, llm: object = None, **values: str) -> list[ChatMessage]:
        """Return the messages of the template for a model; raises as that does."""
        return self.select(llm).format_messages(**values)


def display_prompt_dict(prompts_dict: Mapping[str, BasePromptTemplate]) -> None:
    """Print templates by their names, as Markdown."""
    for name, prompt in prompts_dict.items():
        values = {one: f"{{{one}}}" for one in prompt.template_vars}
        sys.stdout.write(f"**Prompt Key**: {name}\n**Text:**\n\n{prompt.format(**values)}\n\n")
