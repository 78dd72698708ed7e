"""The options that every agent accepts by name, and the data its answer carries beside the text."""

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import partial
from typing import Any, Protocol, TypedDict

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.parallel import finished
from desktop_rag.llms.base import LLM
from desktop_rag.memory.types import BaseMemory
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.default_prompts import STRUCTURED_OUTPUT_PROMPT
from desktop_rag.tools.base import BaseTool

FORCE, GENERATE = "force", "generate"
OutputFunction = Callable[[list[ChatMessage]], Any]


class ToolRetriever(Protocol):
    """Finds the tools that suit a message."""

    def retrieve(self, str_or_query_bundle: str) -> Sequence[BaseTool]:
        """Return the tools."""


class AgentOptions(TypedDict, total=False):
    """The options of all agents, which are their attributes.

    ``timeout`` are the seconds that an awaited ``run`` may take. Where ``early_stopping_method`` is “force”, an error
    takes the place of the answer with what was found. ``can_handoff_to`` names the agents of an ``AgentWorkflow`` that
    may go on (None: all others). ``initial_state`` is what ``ctx.store`` has as “state” at the beginning; the model is
    told it with the message, in the words of ``state_prompt``. With ``output_cls`` (asked of the model) or
    ``structured_output_fn`` (of the conversation, awaited if need be), what ``run`` returns has a
    ``structured_response``; a form that does not come about is a warning. Without ``streaming``, ``stream_events``
    tells nothing of the answer before its end. ``tool_retriever`` finds further tools for each message
    (``retrieve(message)``).
    """

    name: str
    description: str
    verbose: bool
    timeout: float | None
    early_stopping_method: str
    can_handoff_to: Sequence[str] | None
    initial_state: Mapping[str, object] | None
    state_prompt: PromptTemplate | str
    output_cls: type | None
    structured_output_fn: OutputFunction | None
    streaming: bool
    tool_retriever: ToolRetriever | None


DEFAULT_OPTIONS = AgentOptions(
    name="Agent",
    description="An agent that can perform a task",
    verbose=False,
    timeout=None,
    early_stopping_method=GENERATE,
    can_handoff_to=None,
    initial_state=None,
    state_prompt="Current state:\n{state}\n\nCurrent message:\n{msg}",
    output_cls=None,
    structured_output_fn=None,
    streaming=True,
    tool_retriever=None,
)


def chosen_options(given: AgentOptions) -> AgentOptions:
    """Return the options of an agent.

    Raises:
        TypeError: there is no such option.
        ValueError: ``early_stopping_method`` is none.

    """
    if unknown := given.keys() - DEFAULT_OPTIONS.keys():
        raise TypeError(f"agents have no option {min(unknown)!r}")
    chosen = DEFAULT_OPTIONS | given
    stopping_method(chosen["early_stopping_method"])
    return chosen


def stopping_method(wanted: str) -> str:
    """Return the method by which an agent ends without an answer.

    Raises:
        ValueError: there is no such way.

    """
    if wanted not in {FORCE, GENERATE}:
        raise ValueError(f"early_stopping_method is {wanted!r}, not 'force' or 'generate'")
    return wanted


def structured_output(llm: LLM, options: AgentOptions, memory: BaseMemory) -> dict[str, Any] | None:
    """Return the last answer in the structured form of the options.

    None when they want none, and with a warning when it does not come about: the answer itself is there.
    """
    function, output_cls = options["structured_output_fn"], options["output_cls"]
    try:
        if output_cls is not None:
            return finished(partial(generate_structured_response, memory.get(), llm, output_cls))
        if function is not None:
            return _fields(_finished(function(memory.get())))
    except Exception as error:  # noqa: BLE001 - functions and models of anybody
        warnings.warn(f"The answer could not be put into the form that is wanted: {error}", stacklevel=2)
    return None


async def generate_structured_response(messages: Sequence[ChatMessage], llm: LLM, output_cls: type) -> dict[str, Any]:
    """Return a conversation's last message in a structured form, from the model's ``astructured_predict``.

    Raises:
        UserError: the model did not manage.

    """
    told = "\n".join(f"{message.role.value}: {message.content}" for message in messages if message.content)
    return _fields(await llm.astructured_predict(output_cls, STRUCTURED_OUTPUT_PROMPT, chat_history=told))


def _finished(made: Any) -> Any:  # noqa: ANN401 - what a function returns, or a coroutine of it
    return finished(lambda: made) if inspect.iscoroutine(made) else made


def _fields(made: Any) -> dict[str, Any]:  # noqa: ANN401 - a pydantic model, a dataclass, a mapping
    if is_dataclass(made) and not isinstance(made, type):
        return asdict(made)
    return dict(made) if isinstance(made, Mapping) else made.model_dump()
