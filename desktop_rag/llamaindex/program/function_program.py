"""A program that gets its object as the arguments of a function which the model calls."""

from typing import TYPE_CHECKING, Any

from desktop_rag.core.messages import ChatMessage, ToolCall
from desktop_rag.llamaindex.program.base import BasePydanticProgram, PromptedProgram, model_of, template
from desktop_rag.llamaindex.program.llm_program import LLMTextCompletionProgram
from desktop_rag.llms.base import LLM
from desktop_rag.llms.structured import loaded, output_shape, wrong_form
from desktop_rag.llms.types import ChatOptions
from desktop_rag.prompts.base import BasePromptTemplate
from desktop_rag.tools.function_tool import FunctionTool

if TYPE_CHECKING:
    from pydantic import BaseModel


class FunctionCallingProgram(PromptedProgram):
    """Lets a model call a function that has the fields of ``output_cls``, a pydantic model, as its parameters.

    ``tool_choice`` is one of ``ChatOptions`` (without it the model must call the function). With
    ``allow_parallel_tool_calls`` the objects of all its calls are returned, in a list.
    """

    def __init__(
        self,
        output_cls: "type[BaseModel]",
        llm: LLM,
        prompt: BasePromptTemplate,
        tool_choice: str | None = None,
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        tool_required: bool = True,  # noqa: FBT001, FBT002
        verbose: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        super().__init__(output_cls, prompt, llm, verbose=verbose)
        self._tool = get_function_tool(output_cls)
        self._tool_choice = tool_choice or ("required" if tool_required else "auto")
        self._allow_parallel_tool_calls = allow_parallel_tool_calls

    @classmethod
    def from_defaults(
        cls,
        output_cls: "type[BaseModel]",
        prompt_template_str: str | None = None,
        prompt: BasePromptTemplate | None = None,
        llm: LLM | None = None,
        allow_parallel_tool_calls: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        tool_choice: str | None = None,
        tool_required: bool = True,  # noqa: FBT001, FBT002
        verbose: bool = False,  # noqa: FBT001, FBT002
    ) -> "FunctionCallingProgram":
        """Make a program of one template.

        Raises:
            ValueError: there is no template, or two; the model calls no functions.
            UserError: there is no model.

        """
        model = model_of(llm)
        if not model.metadata.is_function_calling_model:
            raise ValueError(f"{model.metadata.model_name} calls no functions; use LLMTextCompletionProgram with it")
        filled_in = template(prompt, prompt_template_str)
        return cls(output_cls, model, filled_in, tool_choice, allow_parallel_tool_calls, tool_required, verbose)

    def __call__(self, *_args: object, **kwargs: Any) -> Any:  # noqa: ANN401 - see the base class
        """Ask the model and return the object; see the base class."""
        if not isinstance(self._llm, LLM):
            return self._called(self.prompt.format_messages(**kwargs))
        options = ChatOptions(tools=(self._tool.metadata.to_schema(),), tool_choice=self._tool_choice)
        calls = self._llm.chat(self.prompt.format_messages(**kwargs), options=options).message.tool_calls
        if not calls:
            raise wrong_form()
        objects = [self._made(call) for call in (calls if self._allow_parallel_tool_calls else calls[:1])]
        self._tell(objects)
        return objects if self._allow_parallel_tool_calls else objects[0]

    def _called(self, messages: list[ChatMessage]) -> Any:  # noqa: ANN401 - see the base class
        """Ask what is no model of this library, but has LlamaIndex's ``predict_and_call``."""
        many = self._allow_parallel_tool_calls
        answer = self._llm.predict_and_call([self._tool], chat_history=messages, allow_parallel_tool_calls=many)
        objects = [output.raw_output for output in answer.sources]
        self._tell(objects)
        return objects if many else objects[0]

    def _made(self, call: ToolCall) -> object:
        try:
            return loaded(output_shape(self._output_cls), call.arguments)
        except ValueError as error:
            raise wrong_form() from error


def get_function_tool(output_cls: "type[BaseModel]") -> FunctionTool:
    """Return a tool that makes an object of a pydantic model out of its fields."""
    about = output_cls.__doc__ or output_cls.__name__
    return FunctionTool.from_defaults(
        output_cls, name=str(output_cls.model_json_schema()["title"]), description=about, fn_schema=output_cls
    )


def get_program_for_llm(
    output_cls: "type[BaseModel]",
    prompt: BasePromptTemplate,
    llm: LLM,
    **kwargs: Any,  # noqa: ANN401 - see below
) -> BasePydanticProgram[Any]:
    """Return the program that suits a model; takes the options of its ``from_defaults``."""
    if llm.metadata.is_function_calling_model:
        return FunctionCallingProgram.from_defaults(output_cls, prompt=prompt, llm=llm, **kwargs)
    return LLMTextCompletionProgram.from_defaults(output_cls=output_cls, prompt=prompt, llm=llm, **kwargs)
