"""Templates of Jinja (the optional package ``jinja2``): with loops and conditions, over objects as well as texts."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from desktop_rag.core.errors import UnusableInputError, UserError
from desktop_rag.core.media.blocks import (
    AudioBlock,
    ContentBlock,
    DocumentBlock,
    ImageBlock,
    TextBlock,
    VideoBlock,
)
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.core.user_text import UserText
from desktop_rag.llamaindex.extras import extra_module
from desktop_rag.prompts.base import BasePromptTemplate, PromptType

if TYPE_CHECKING:
    from jinja2.runtime import Context
    from jinja2.sandbox import SandboxedEnvironment

# characters that stand for themselves in no text: nothing that is filled in can begin a message
_BEGIN, _ROLE, _END, _PART = "\ue0f0", "\ue0f1", "\ue0f2", "\ue0f3"
_MESSAGE = re.compile(f"{_BEGIN}(.*?){_ROLE}(.*?){_END}", re.DOTALL)
_BLOCK = re.compile(f"{_PART}(\\d+){_PART}")
_MARKS = dict.fromkeys(map(ord, (_BEGIN, _ROLE, _END, _PART)))
_FILTERS: Mapping[str, tuple[type[ImageBlock | AudioBlock | VideoBlock | DocumentBlock], str]] = {
    "image": (ImageBlock, "image"),
    "audio": (AudioBlock, "audio"),
    "video": (VideoBlock, "video"),
    "document": (DocumentBlock, "data"),
}


@dataclass(frozen=True)
class RichPromptTemplate(BasePromptTemplate):
    """A template of Jinja; ``{% chat role="user" %}`` and ``{% endchat %}`` surround messages.

    Text outside of these is a message of the user, as is a template without them. ``{{ picture | image }}`` puts an
    image (bytes, a file or an address) between the texts; so do ``audio``, ``video`` and ``document``. ``to_xml``
    writes the fields of an object, a mapping or its JSON. Templates run
    in Jinja's sandbox; a variable without a value is empty. The mappings are those of ``PromptTemplate``.

    Raises:
        PackageMissingError: ``jinja2`` is not installed; it is a UserError and an ImportError.
        UnusableInputError: this is no template of Jinja, or, once it is filled in, it has a role that there is not or
            cannot be filled in with these values; it is a UserError and a ValueError.

    """

    template_str: str
    metadata: Mapping[str, object] = field(default_factory=dict)
    template_var_mappings: Mapping[str, str] = field(default_factory=dict)
    function_mappings: Mapping[str, Callable[..., str]] = field(default_factory=dict)
    prompt_type: str = PromptType.CUSTOM
    partial: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Say at once what is wrong with the template."""
        jinja = extra_module("jinja2", "jinja2", "RichPromptTemplate")
        try:
            self._environment.parse(self.template_str)
        except jinja.TemplateSyntaxError as error:
            raise UnusableInputError(
                UserText(
                    "Line {line} of the template is no valid Jinja: {reason}.",
                    line=error.lineno,
                    reason=_reason(error),
                ),
                UserText("Correct the template: see jinja.palletsprojects.com/templates."),
            ) from error

    @property
    def is_chat_template(self) -> bool:
        """Whether it says which messages there are."""
        from jinja2 import nodes

        return next(self._environment.parse(self.template_str).find_all(nodes.CallBlock), None) is not None

    @property
    def template_vars(self) -> list[str]:
        """The variables that occur in the template, in the order of the alphabet."""
        from jinja2.meta import find_undeclared_variables

        return sorted(find_undeclared_variables(self._environment.parse(self.template_str)))

    def partial_format(self, **values: object) -> "RichPromptTemplate":
        """Return a template with some variables filled in already."""
        return replace(self, partial={**self.partial, **values})

    def format(self, **values: object) -> str:
        """Return one text with its variables filled in: of several messages, each with its role."""
        messages = self.format_messages(**values)
        if not self.is_chat_template:
            return messages[0].content
        return "\n".join([*map(str, messages), f"{MessageRole.ASSISTANT.value}: "])

    def format_messages(self, **values: object) -> list[ChatMessage]:
        """Return the messages with their variables filled in."""
        given = {**self.partial, **values}
        given |= {name: function(**given) for name, function in self.function_mappings.items()}
        known = {self.template_var_mappings.get(name, name): value for name, value in given.items()}
        blocks: list[ContentBlock] = []
        text = self._rendered({**known, _PART: blocks})
        return _messages(text, blocks) or [ChatMessage(MessageRole.USER, text.strip())]

    def _rendered(self, values: Mapping[str, object]) -> str:
        """Return the template with values; what goes wrong on the way is the template's, or theirs."""
        try:
            return self._environment.from_string(self.template_str).render(values)
        except UserError:
            raise
        except Exception as error:
            raise UnusableInputError(
                UserText(
                    "The template cannot be filled in: {reason}.",
                    reason=(str(error) or type(error).__name__).rstrip("."),
                ),
                UserText("Check the template, and the values that it is given."),
            ) from error

    @property
    def kwargs(self) -> Mapping[str, object]:
        """The variables that are filled in already, by LlamaIndex's name."""
        return self.partial

    def get_template(self) -> str:
        """Return the text with its variables."""
        return self.template_str

    @cached_property
    def _environment(self) -> "SandboxedEnvironment":
        from jinja2 import nodes
        from jinja2.ext import Extension
        from jinja2.parser import Parser
        from jinja2.sandbox import SandboxedEnvironment

        class Chat(Extension):
            """The messages of a template."""

            tags = {"chat"}  # noqa: RUF012 - as Jinja has it

            def parse(self, parser: Parser) -> nodes.Node:
                line = next(parser.stream).lineno
                parser.stream.expect("name:role")
                parser.stream.expect("assign")
                role = parser.parse_expression()
                body = parser.parse_statements(("name:endchat",), drop_needle=True)
                return nodes.CallBlock(self.call_method("message", [role]), [], [], body).set_lineno(line)

            def message(self, role: str, caller: Callable[[], str]) -> str:
                return f"{_BEGIN}{MessageRole(role)}{_ROLE}{caller()}{_END}"

        environment = SandboxedEnvironment(extensions=[Chat], finalize=_unmarked)
        environment.filters |= {name: _filter(*how) for name, how in _FILTERS.items()}
        environment.filters["to_xml"] = _as_xml
        return environment


def _reason(error: Exception) -> str:
    """Return what Jinja says of an error, as the end of a sentence."""
    return (str(error) or type(error).__name__).rstrip(".")


class _Place(str):
    """Where a block stands in a filled-in template."""

    __slots__ = ()


def _filter(kind: type[ImageBlock | AudioBlock | VideoBlock | DocumentBlock], field_name: str) -> Callable[..., _Place]:
    """Return the filter that makes a block of a value, and leaves its place in the text."""
    from jinja2 import pass_context

    @pass_context
    def made(context: "Context", value: object) -> _Place:
        blocks: Any = context.resolve(_PART)
        if isinstance(value, bytes):
            name = field_name
        else:
            name = "url" if str(value).startswith(("http://", "https://", "data:")) else "path"
        blocks.append(kind(**{name: value if isinstance(value, bytes) else str(value)}))  # type: ignore[arg-type]
        return _Place(f"{_PART}{len(blocks) - 1}{_PART}")

    return made


def _as_xml(value: object) -> str:
    """Return the fields of an object, or the values of a mapping or of its JSON, as elements of XML.

    Raises:
        ValueError: this is neither.

    """
    fields = _fields(value)
    if not isinstance(fields, Mapping):
        raise ValueError(f"{value!r} has no fields to write as XML")  # noqa: TRY004 - as for a text that is no JSON
    root = type(value).__name__.lower() if fields is not value and not isinstance(value, str) else "input"
    named = {key if isinstance(key, str) else f"_{key}": one for key, one in fields.items()}
    lines = (f"\t<{key}>{escape(str(one))}</{key}>" for key, one in named.items())
    return "\n".join([f"<{root}>", *lines, f"</{root}>\n"])


def _fields(value: object) -> object:
    if isinstance(value, str):
        return json.loads(value)
    return value.model_dump() if hasattr(value, "model_dump") else value


def _unmarked(value: object) -> str:
    """Return a value as text, without what only the template may write."""
    return value if isinstance(value, _Place) else str(value).translate(_MARKS)


def _messages(text: str, blocks: Sequence[ContentBlock]) -> list[ChatMessage]:
    """Return the messages in a filled-in template, with what stands between them."""
    parts = _MESSAGE.split(text)
    found = [_message(MessageRole.USER, parts[0], blocks)]
    for role, said, between in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        found += [_message(role, said, blocks), _message(MessageRole.USER, between, blocks)]
    return [message for message in found if message.blocks]


def _message(role: str, text: str, blocks: Sequence[ContentBlock]) -> ChatMessage:
    """Return a message of texts and of the blocks whose places stand between them."""
    parts = _BLOCK.split(text)
    found: list[ContentBlock] = []
    for place, part in enumerate(parts):
        if place % 2:
            found.append(blocks[int(part)])
        elif part.strip():
            found.append(TextBlock(part.strip()))
    return ChatMessage(role, found)
