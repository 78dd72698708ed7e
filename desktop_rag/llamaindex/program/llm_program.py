"""A program that asks in words for JSON of a form, which any model can write."""

from typing import Any

from desktop_rag.core.messages import ChatMessage
from desktop_rag.core.output_parsers import BaseOutputParser
from desktop_rag.llamaindex.output_parsers.pydantic import PydanticOutputParser
from desktop_rag.llamaindex.program.base import PromptedProgram, model_of, template
from desktop_rag.llms.base import LLM
from desktop_rag.llms.structured import structured_predict
from desktop_rag.prompts.base import BasePromptTemplate


class LLMTextCompletionProgram(PromptedProgram):
    """Asks a model for an object of ``output_cls``, and once more where its first reply has another form.

    An ``output_parser`` of one's own says what the model is told and reads the one reply; so does each parser where
    the model is none of this library's, but something with LlamaIndex's ``chat`` or ``complete``.
    """

    def __init__(
        self,
        output_parser: BaseOutputParser | None,
        output_cls: type,
        prompt: BasePromptTemplate,
        llm: LLM,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> None:
        super().__init__(output_cls, prompt, llm, verbose=verbose)
        # the usual parser reads what it is given, and cannot ask again
        is_usual = output_parser is None or isinstance(output_parser, PydanticOutputParser)
        self._own_parser = (
            None if is_usual and isinstance(self._llm, LLM) else output_parser or PydanticOutputParser(output_cls)
        )

    @classmethod
    def from_defaults(
        cls,
        output_parser: BaseOutputParser | None = None,
        output_cls: type | None = None,
        prompt_template_str: str | None = None,
        prompt: BasePromptTemplate | None = None,
        llm: LLM | None = None,
        verbose: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
    ) -> "LLMTextCompletionProgram":
        """Make a program of one template; the class may be that of a ``PydanticOutputParser``.

        Raises:
            ValueError: there is no template, or two; nothing says which class is wanted.
            UserError: there is no model.

        """
        wanted = output_cls or getattr(output_parser, "output_cls", None)
        if not isinstance(wanted, type):
            raise ValueError("give output_cls, or a PydanticOutputParser, which has it")  # noqa: TRY004 - LlamaIndex's
        return cls(output_parser, wanted, template(prompt, prompt_template_str), model_of(llm), verbose)

    def __call__(self, *_args: object, **kwargs: Any) -> Any:  # noqa: ANN401 - see the base class
        """Ask the model and return the object; see the base class."""
        parser = self._own_parser
        if parser is None:
            made = structured_predict(self._llm, self._output_cls, self.prompt, **kwargs)
            self._tell([made])
            return made
        messages = parser.format_messages(self.prompt.format_messages(**kwargs))
        output = parser.parse(self._reply(messages))
        if not isinstance(output, self._output_cls):
            raise ValueError(f"Output parser returned {type(output)} but expected {self._output_cls}")  # noqa: TRY004
        self._tell([output])
        return output

    def _reply(self, messages: list[ChatMessage]) -> str:
        if isinstance(self._llm, LLM) or self._llm.metadata.is_chat_model:
            return str(self._llm.chat(messages).message.content)
        return str(self._llm.complete("\n".join(message.content for message in messages)).text)
