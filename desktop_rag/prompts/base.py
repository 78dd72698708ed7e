"""Templates that know their variables and refuse to be filled wrongly."""

import enum
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop_rag.core.errors import BugError, UserError
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.output_parsers import BaseOutputParser
from desktop_rag.core.user_text import UserText

_VARIABLE = re.compile(r"\{([a-zA-Z_][a-zA-Z0-9_]*)\}")


class PromptType(enum.StrEnum):
    """The purpose of a template; nothing depends on it."""

    SUMMARY = "summary"
    TREE_INSERT = "insert"
    TREE_SELECT = "tree_select"
    TREE_SELECT_MULTIPLE = "tree_select_multiple"
    QUESTION_ANSWER = "text_qa"
    REFINE = "refine"
    KEYWORD_EXTRACT = "keyword_extract"
    QUERY_KEYWORD_EXTRACT = "query_keyword_extract"
    SCHEMA_EXTRACT = "schema_extract"
    TEXT_TO_SQL = "text_to_sql"
    TEXT_TO_GRAPH_QUERY = "text_to_graph_query"
    TABLE_CONTEXT = "table_context"
    KNOWLEDGE_TRIPLET_EXTRACT = "knowledge_triplet_extract"
    SIMPLE_INPUT = "simple_input"
    PANDAS = "pandas"
    JSON_PATH = "json_path"
    SINGLE_SELECT = "single_select"
    MULTI_SELECT = "multi_select"
    VECTOR_STORE_QUERY = "vector_store_query"
    SUB_QUESTION = "sub_question"
    SQL_RESPONSE_SYNTHESIS = "sql_response_synthesis"
    SQL_RESPONSE_SYNTHESIS_V2 = "sql_response_synthesis_v2"
    CONVERSATION = "conversation"
    DECOMPOSE = "decompose"
    CHOICE_SELECT = "choice_select"
    RANKGPT_RERANK = "rankgpt_rerank"
    CUSTOM = "custom"


class BasePromptTemplate(ABC):
    """A prompt for a model, with ``{variables}``.

    Anything else in braces is left alone: what no value is given for (as in an example of JSON), and what values hold.
    """

    @property
    @abstractmethod
    def template_vars(self) -> list[str]:
        """The variables that occur in the template, each once."""

    @abstractmethod
    def partial_format(self, **values: str) -> "BasePromptTemplate":
        """Return a template with some variables filled in already."""

    @abstractmethod
    def format(self, **values: str) -> str:
        """Return one text with its variables filled in.

        Raises:
            BugError: a required variable has no value.

        """

    @abstractmethod
    def format_messages(self, **values: str) -> list[ChatMessage]:
        """Return the messages with their variables filled in; raises as ``format`` does."""

    def select(self, llm: object = None) -> "BasePromptTemplate":  # noqa: ARG002 - for templates that choose
        """Return the template for a model: this one."""
        return self


def get_template_vars(template_str: str) -> list[str]:
    """Return the variables that occur in a text, each once."""
    return list(dict.fromkeys(_VARIABLE.findall(template_str)))


def format_string(string_to_format: str, /, **values: object) -> str:
    """Return a text with its variables filled in; what no value is given for stays, with its braces."""
    return _VARIABLE.sub(lambda match: str(values.get(match.group(1), match.group())), string_to_format)


def get_empty_prompt_txt(prompt: BasePromptTemplate) -> str:
    """Return the text of a template in which what has no value yet is empty."""
    filled = getattr(prompt, "partial", {})
    return prompt.format(**{name: "" for name in prompt.template_vars if name not in filled})


def get_biggest_prompt(prompts: Sequence[BasePromptTemplate]) -> BasePromptTemplate:
    """Return the template that has most characters before it is filled in."""
    return max(prompts, key=lambda prompt: len(get_empty_prompt_txt(prompt)))


@dataclass(frozen=True, slots=True)
class PromptTemplate(BasePromptTemplate):
    """A text with variables; as a message it is the user's.

    ``required`` names the variables that an edited template must still contain. ``template_var_mappings`` says
    which variable of the template a value's name stands for, ``function_mappings`` computes values from the others.
    ``output_parser`` adds how the model should reply. ``prompt_type`` and ``metadata``, which names it too, are for
    whoever wants to know.
    """

    template: str
    required: frozenset[str] = frozenset()
    partial: Mapping[str, str] = field(default_factory=dict)
    template_var_mappings: Mapping[str, str] = field(default_factory=dict)
    function_mappings: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    output_parser: BaseOutputParser | None = None
    prompt_type: str = PromptType.CUSTOM
    metadata: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Name the kind of template where LlamaIndex's programs look for it."""
        object.__setattr__(self, "metadata", {**self.metadata, "prompt_type": self.prompt_type})

    @property
    def template_vars(self) -> list[str]:
        """The variables that occur in the template, each once."""
        return get_template_vars(self.template)

    @property
    def kwargs(self) -> Mapping[str, str]:
        """The values that are filled in already (LlamaIndex's name of ``partial``)."""
        return self.partial

    def validated(self) -> "PromptTemplate":
        """Return the template itself.

        Raises:
            UserError: a required variable is missing.

        """
        names = self.template_vars
        missing = sorted(name for name in self.required if self.template_var_mappings.get(name, name) not in names)
        if missing:
            raise UserError(
                UserText("The prompt must contain {variable}.", variable=f"{{{missing[0]}}}"),
                "Put it where that text belongs.",
            )
        return self

    def partial_format(self, **values: str) -> "PromptTemplate":
        """Return a template with some variables filled in already."""
        return replace(self, partial={**self.partial, **values})

    def format(self, **values: str) -> str:
        """Return the text with its variables filled in; see ``BasePromptTemplate``.

        Raises:
            BugError: a required variable has no value.

        """
        given = {**self.partial, **values}
        given |= {name: function(**given) for name, function in self.function_mappings.items()}
        known = {self.template_var_mappings.get(name, name): value for name, value in given.items()}
        needed = {self.template_var_mappings.get(name, name) for name in self.required}.intersection(self.template_vars)
        missing = sorted(needed - set(known))
        if missing:
            raise BugError(f"prompt variable {missing[0]!r} has no value")
        text = format_string(self.template, **known)
        return text if self.output_parser is None else self.output_parser.format(text)

    def get_template(self) -> str:
        """Return the text with its variables."""
        return self.template

    def format_messages(self, **values: str) -> list[ChatMessage]:
        """Return the text as one message of the user."""
        return [ChatMessage(MessageRole.USER, self.format(**values))]


@dataclass(frozen=True, slots=True)
class MessageTemplate:
    """One message with variables."""

    role: MessageRole
    template: PromptTemplate

    @property
    def template_vars(self) -> list[str]:
        """The variables that occur in it."""
        return self.template.template_vars

    def partial_format(self, **values: str) -> "MessageTemplate":
        """Return it with some variables filled in already."""
        return replace(self, template=self.template.partial_format(**values))

    def format(self, **values: str) -> ChatMessage:
        """Return the message; raises as ``PromptTemplate.format`` does."""
        return ChatMessage(self.role, self.template.format(**values))


@dataclass(frozen=True, slots=True)
class FixedMessage:
    """A message of a conversation that is sent as it is: braces in it are no variables."""

    message: ChatMessage
    template_vars: list[str] = field(default_factory=list, init=False)

    def partial_format(self, **_values: str) -> "FixedMessage":
        """Return the message: there is nothing to fill in."""
        return self

    def format(self, **_values: str) -> ChatMessage:
        """Return the message as it is."""
        return self.message


@dataclass(frozen=True, slots=True)
class ChatPromptTemplate(BasePromptTemplate):
    """Several messages; a ``ChatMessage`` among them is a template too, other than a ``FixedMessage``.

    The mappings and the ``output_parser`` are those of ``PromptTemplate``, for all messages.
    """

    message_templates: Sequence[MessageTemplate | FixedMessage | ChatMessage]
    template_var_mappings: Mapping[str, str] = field(default_factory=dict)
    function_mappings: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    output_parser: BaseOutputParser | None = None
    prompt_type: str = PromptType.CUSTOM
    metadata: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Name the kind of template, as ``PromptTemplate`` does."""
        object.__setattr__(self, "metadata", {**self.metadata, "prompt_type": self.prompt_type})

    @classmethod
    def from_messages(cls, message_templates: Sequence[tuple[str, str] | ChatMessage]) -> "ChatPromptTemplate":
        """Return a template of messages with variables, given as (role, text) or as messages."""
        pairs = ((one.role, one.content) if isinstance(one, ChatMessage) else one for one in message_templates)
        return cls([MessageTemplate(MessageRole(role), PromptTemplate(text)) for role, text in pairs])

    @property
    def messages(self) -> list[MessageTemplate | FixedMessage]:
        """The messages, all of them as templates."""
        return [self._as_template(message) for message in self.message_templates]

    @property
    def template_vars(self) -> list[str]:
        """The variables that occur in any message."""
        return list(dict.fromkeys(name for message in self.messages for name in message.template_vars))

    def partial_format(self, **values: str) -> "ChatPromptTemplate":
        """Return a template with some variables filled in already."""
        return replace(self, message_templates=[message.partial_format(**values) for message in self.messages])

    def format(self, **values: str) -> str:
        """Return the messages as one text, for models that only complete."""
        lines = [f"{message.role.value}: {message.content}" for message in self.format_messages(**values)]
        return "\n".join([*lines, f"{MessageRole.ASSISTANT.value}: "])

    def format_messages(self, **values: str) -> list[ChatMessage]:
        """Return the messages with their variables filled in."""
        messages = [message.format(**values) for message in self.messages]
        return messages if self.output_parser is None else self.output_parser.format_messages(messages)

    def _as_template(self, message: MessageTemplate | FixedMessage | ChatMessage) -> MessageTemplate | FixedMessage:
        """Return a message as a template that knows the mappings."""
        if isinstance(message, ChatMessage):
            message = MessageTemplate(message.role, PromptTemplate(message.content))
        if isinstance(message, FixedMessage) or not (self.template_var_mappings or self.function_mappings):
            return message
        own = message.template
        mapped = replace(
            own,
            template_var_mappings={**self.template_var_mappings, **own.template_var_mappings},
            function_mappings={**self.function_mappings, **own.function_mappings},
        )
        return replace(message, template=mapped)
