"""Templates that know their variables and refuse to be filled wrongly."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop_rag.errors import BugError, UserError

_VARIABLE = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class PromptTemplate:
    """A text with ``{variables}``; anything else in braces is left alone.

    ``required`` names the variables that an edited template must still contain.
    """

    template: str
    required: frozenset[str] = frozenset()
    partial: Mapping[str, str] = field(default_factory=dict)

    @property
    def template_vars(self) -> frozenset[str]:
        """The variables that occur in the template."""
        return frozenset(_VARIABLE.findall(self.template))

    def validated(self) -> "PromptTemplate":
        """Return the template itself.

        Raises:
            UserError: a required variable is missing.

        """
        missing = sorted(self.required - self.template_vars)
        if missing:
            raise UserError(f"The prompt must contain {{{missing[0]}}}.", "Put it where that text belongs.")
        return self

    def partial_format(self, **values: str) -> "PromptTemplate":
        """Return a template with some variables filled in already."""
        return PromptTemplate(self.template, self.required, {**self.partial, **values})

    def format(self, **values: str) -> str:
        """Return the text with every variable filled in.

        Raises:
            BugError: a variable has no value.

        """
        known = {**self.partial, **values}
        missing = sorted(self.template_vars - set(known))
        if missing:
            raise BugError(f"prompt variable {missing[0]!r} has no value")
        return _VARIABLE.sub(lambda match: known[match.group(1)], self.template)
