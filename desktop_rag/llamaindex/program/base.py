"""The base of programs that fill a model of pydantic."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from desktop_rag.core.parallel import asynchronous
from desktop_rag.llms.base import LLM, chosen_llm
from desktop_rag.prompts.base import BasePromptTemplate, PromptTemplate

T = TypeVar("T")
_LOG = logging.getLogger(__name__)


class BasePydanticProgram(ABC, Generic[T]):
    """Something that is called with the variables of its template and returns an object of ``output_cls``."""

    @property
    @abstractmethod
    def output_cls(self) -> type:
        """The class of what is returned."""

    @abstractmethod
    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the template's variables; of the class
        """Ask the model and return the object.

        Raises:
            UserError: the model did not answer in the wanted form, or could not be asked.
            ValueError: a parser of one's own cannot read its reply.

        """

    acall = asynchronous(__call__)


class PromptedProgram(BasePydanticProgram[Any]):
    """A program over one template and one model; ``prompt`` may be exchanged. ``verbose`` logs what comes back."""

    def __init__(self, output_cls: type, prompt: BasePromptTemplate, llm: LLM, *, verbose: bool = False) -> None:
        self._verbose = verbose
        self._output_cls = output_cls
        self._llm: Any = llm  # an LLM, or what has the methods of LlamaIndex's
        self.prompt = prompt

    @property
    def output_cls(self) -> type:
        """The class of what is returned."""
        return self._output_cls

    def _tell(self, objects: Iterable[object]) -> None:
        """Write to the log what came back, when that is wanted."""
        for made in objects if self._verbose else ():
            _LOG.info("%s: %s", self._output_cls.__name__, made)


def template(prompt: BasePromptTemplate | None, prompt_template_str: str | None) -> BasePromptTemplate:
    """Return the one template that is given.

    Raises:
        ValueError: there are both, or neither.

    """
    if (prompt is None) == (prompt_template_str is None):
        raise ValueError("give either prompt or prompt_template_str")
    return prompt if prompt is not None else PromptTemplate(prompt_template_str or "")


def model_of(llm: LLM | None) -> LLM:
    """Return the model that is given, or that of ``Settings``.

    Raises:
        UserError: there is none.

    """
    return chosen_llm(llm, "A program")
