"""The program that fills in for structured answers while an answer is refined."""

from typing import Any

from pydantic import BaseModel

from desktop_rag.llamaindex.program.base import BasePydanticProgram
from desktop_rag.llms.base import LLM
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.response_synthesizers.refine import Refine, StructuredRefineResponse

__all__ = ["DefaultRefineProgram", "Refine", "StructuredRefineResponse"]


class DefaultRefineProgram(BasePydanticProgram[StructuredRefineResponse]):
    """Asks the model as usual and takes every answer for one: nothing is filtered (``program_factory`` of ``Refine``).

    With ``output_cls`` the answer is an object of it, as JSON.
    """

    def __init__(self, prompt: BasePromptTemplate, llm: LLM, output_cls: type[BaseModel] | None = None) -> None:
        self._prompt = prompt
        self._llm = llm
        self._wanted = output_cls

    @property
    def output_cls(self) -> type:
        """The class of what is returned."""
        return StructuredRefineResponse

    def __call__(self, *_args: Any, **kwargs: Any) -> StructuredRefineResponse:  # noqa: ANN401 - the template's variables
        """Ask the model; raises as it does."""
        if self._wanted is None:
            return StructuredRefineResponse(query_satisfied=True, answer=self._llm.predict(self._prompt, **kwargs))
        made = self._llm.structured_predict(self._wanted, self._prompt, **kwargs)
        return StructuredRefineResponse(query_satisfied=True, answer=made.model_dump_json())
