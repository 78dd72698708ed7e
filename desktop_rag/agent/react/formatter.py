"""Write the messages of one step for a model that reasons in plain text."""

import json
from collections.abc import Sequence
from typing import Self

from desktop_rag.agent.react.types import BaseReasoningStep, ObservationReasoningStep
from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import AGENT_CONTEXT, REACT_SYSTEM_HEADER, TOOL_DESCRIPTION
from desktop_rag.tools.base import BaseTool


class ReActChatFormatter:
    """Puts the header with the tools before the conversation and the steps so far behind it.

    ``system_header``, a template or its wording, knows {tool_desc}, {tool_names} and {context}; reading it returns the
    wording. ``context`` is added to what the model is told.
    """

    def __init__(
        self,
        system_header: PromptTemplate | str | None = None,
        context: str | None = "",
        observation_role: MessageRole = MessageRole.USER,
    ) -> None:
        self.header = _template(system_header or REACT_SYSTEM_HEADER)
        self.context = context or ""
        self.observation_role = observation_role

    @classmethod
    def from_defaults(
        cls,
        system_header: PromptTemplate | str | None = None,
        context: str | None = "",
        observation_role: MessageRole = MessageRole.USER,
    ) -> Self:
        """Make a formatter."""
        return cls(system_header, context, observation_role)

    @classmethod
    def from_context(cls, context: str) -> Self:
        """Make a formatter that adds a context to the prompt (LlamaIndex's other constructor)."""
        return cls.from_defaults(context=context)

    @property
    def system_header(self) -> str:
        """The wording of the header, in which what is known already is filled in."""
        open_names = [name for name in self.header.template_vars if name not in self.header.partial]
        return self.header.format(**{name: f"{{{name}}}" for name in open_names})

    @system_header.setter
    def system_header(self, system_header: PromptTemplate | str) -> None:
        self.header = _template(system_header)

    def format(
        self,
        tools: Sequence[BaseTool],
        chat_history: Sequence[ChatMessage],
        current_reasoning: Sequence[BaseReasoningStep] = (),
    ) -> list[ChatMessage]:
        """Return the messages for the next step."""
        header = self.header.format(
            tool_desc="".join(describe(tool) for tool in tools),
            tool_names=", ".join(tool.metadata.to_schema().name for tool in tools),
            context=context_text(self.context),
        )
        steps = [ChatMessage(self._role(step), step.get_content()) for step in current_reasoning]
        return [ChatMessage(MessageRole.SYSTEM, header), *chat_history, *steps]

    def _role(self, step: BaseReasoningStep) -> MessageRole:
        """Return the role of a step's message."""
        return self.observation_role if isinstance(step, ObservationReasoningStep) else MessageRole.ASSISTANT


def _template(header: PromptTemplate | str) -> PromptTemplate:
    return PromptTemplate(header) if isinstance(header, str) else header


def describe(tool: BaseTool) -> str:
    """Return the description of a tool for a model, in words."""
    schema = tool.metadata.to_schema()
    parameters = json.dumps(_short(schema.parameters), ensure_ascii=False)
    return TOOL_DESCRIPTION.format(name=schema.name, description=schema.description.strip(), parameters=parameters)


def context_text(context: str) -> str:
    """Return the paragraph with the additional context for the model."""
    return AGENT_CONTEXT.format(context_str=context.strip()) if context.strip() else ""


def _short(schema: object) -> object:
    """Return a JSON schema without titles, which only repeat names."""
    if isinstance(schema, dict):
        titled = isinstance(schema.get("title"), str)
        return {key: _short(value) for key, value in schema.items() if not (key == "title" and titled)}
    return [_short(item) for item in schema] if isinstance(schema, list) else schema
