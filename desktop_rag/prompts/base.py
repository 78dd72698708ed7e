"""Templates that know their variables and refuse to be filled wrongly."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.messages import ChatMessage, MessageRole

_VARIABLE = re.compile(r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}")


class BasePromptTemplate(ABC):
    """What is sent to a model, with ``{variables}``; anything else in braces is left alone, values included."""

    @property
    @abstractmethod
    def template_vars(self) -> frozenset[str]:
        """The variables that occur in the template."""

    @abstractmethod
    def partial_format(self, **values: str) -> "BasePromptTemplate":
        """Return a template with some variables filled in already."""

    @abstractmethod
    def format(self, **values: str) -> str:
        """Return one text with every variable filled in.

        Raises:
            BugError: a variable has no value.

        """

    @abstractmethod
    def format_messages(self, **values: str) -> list[ChatMessage]:
        """Return the messages with every variable filled in; raises as ``format`` does."""


@dataclass(frozen=True, slots=True)
class PromptTemplate(BasePromptTemplate):
    """A text with variables; as a message it is the user's.

    ``required`` names the variables that an edited template must still contain. ``template_var_mappings`` says
    which variable of the template a value's name stands for, ``function_mappings`` computes values from the others.
    """

    template: str
    required: frozenset[str] = frozenset()
    partial: Mapping[str, str] = field(default_factory=dict)
    template_var_mappings: Mapping[str, str] = field(default_factory=dict)
    function_mappings: Mapping[str, Callable[..., str]] = field(default_factory=dict)

    @property
    def template_vars(self) -> frozenset[str]:
        """The variables that occur in the template."""
        return frozenset(_VARIABLE.findall(self.template))

    def validated(self) -> "PromptTemplate":
        """Return the template itself.

        Raises:
            UserError: a required variable is missing.

        """
        names = self.template_vars
        missing = sorted(name for name in self.required if self.template_var_mappings.get(name, name) not in names)
        if missing:
            raise UserError(f"The prompt must contain {{{missing[0]}}}.", "Put it where that text belongs.")
        return self

    def partial_format(self, **values: str) -> "PromptTemplate":
        """Return a template with some variables filled in already."""
        return replace(self, partial={**self.partial, **values})

    def format(self, **values: str) -> str:
        """Return the text with every variable filled in; see ``BasePromptTemplate``.

        Raises:
            BugError: a variable has no value.

        """
        given = {**self.partial, **values}
        given |= {name: function(**given) for name, function in self.function_mappings.items()}
        known = {self.template_var_mappings.get(name, name): value for name, value in given.items()}
        missing = sorted(self.template_vars - set(known))
        if missing:
            raise BugError(f"prompt variable {missing[0]!r} has no value")
        return _VARIABLE.sub(lambda match: known[match.group(1)], self.template)

    def format_messages(self, **values: str) -> list[ChatMessage]:
        """Return the text as one message of the user."""
        return [ChatMessage(MessageRole.USER, self.format(**values))]


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """One message with variables."""

    role: MessageRole
    template: PromptTemplate


@dataclass(frozen=True, slots=True)
class ChatPromptTemplate(BasePromptTemplate):
    """Several messages. A ``ChatMessage`` among them is sent as it is: braces in a conversation are no variables."""

    message_templates: Sequence[MessageTemplate | ChatMessage]

    @classmethod
    def from_messages(cls, messages: Sequence[tuple[str, str] | ChatMessage]) -> "ChatPromptTemplate":
        """Return a template of messages with variables, given as (role, text) or as messages."""
        pairs = ((one.role, one.content) if isinstance(one, ChatMessage) else one for one in messages)
        return cls([MessageTemplate(MessageRole(role), PromptTemplate(text)) for role, text in pairs])

    @property
    def template_vars(self) -> frozenset[str]:
        """The variables that occur in any message."""
        return frozenset().union(
            *(
                message.template.template_vars
                for message in self.message_templates
                if isinstance(message, MessageTemplate)
            )
        )

    def partial_format(self, **values: str) -> "ChatPromptTemplate":
        """Return a template with some variables filled in already."""
        return ChatPromptTemplate(
            [
                replace(message, template=message.template.partial_format(**values))
                if isinstance(message, MessageTemplate)
                else message
                for message in self.message_templates
            ]
        )

    def format(self, **values: str) -> str:
        """Return the messages as one text, for models that only complete."""
        lines = [f"{message.role.value}: {message.content}" for message in self.format_messages(**values)]
        return "\n".join([*lines, f"{MessageRole.ASSISTANT.value}: "])

    def format_messages(self, **values: str) -> list[ChatMessage]:
        """Return the messages with every variable filled in."""
        return [
            ChatMessage(message.role, message.template.format(**values))
            if isinstance(message, MessageTemplate)
            else message
            for message in self.message_templates
        ]
