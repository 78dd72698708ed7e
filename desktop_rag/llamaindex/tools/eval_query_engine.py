"""A query engine as a tool whose answers are judged before the model reads them."""

from dataclasses import replace

from desktop_rag.core.response import Response
from desktop_rag.llamaindex.evaluation.evaluator import BaseEvaluator
from desktop_rag.llamaindex.evaluation.judges import AnswerRelevancyEvaluator
from desktop_rag.tools.base import INPUT_SCHEMA, ToolMetadata, ToolOutput
from desktop_rag.tools.query_engine_tool import DEFAULT_DESCRIPTION, DEFAULT_NAME, QueryEngine, QueryEngineTool
from desktop_rag.tools.schemas import question_schema

FAILED_TOOL_OUTPUT_TEMPLATE = "Could not use tool {tool_name} because it failed evaluation.\nReason: {reason}"


class EvalQueryEngineTool(QueryEngineTool):
    """Asks a query engine, and tells the model why where a judge lets the answer not pass."""

    def __init__(
        self,
        evaluator: BaseEvaluator,
        query_engine: QueryEngine,
        metadata: ToolMetadata,
        *,
        resolve_input_errors: bool = True,
        failed_tool_output_template: str = FAILED_TOOL_OUTPUT_TEMPLATE,
    ) -> None:
        super().__init__(query_engine, metadata, resolve_input_errors=resolve_input_errors)
        self._evaluator = evaluator
        self._failed_tool_output_template = failed_tool_output_template

    @classmethod
    def from_defaults(
        cls,
        query_engine: QueryEngine,
        name: str | None = None,
        description: str | None = None,
        *,
        return_direct: bool = False,
        resolve_input_errors: bool = True,
        evaluator: BaseEvaluator | None = None,
    ) -> "EvalQueryEngineTool":
        """Return a tool; the judge asks whether the answer keeps to the question unless another is given."""
        metadata = ToolMetadata(
            description or DEFAULT_DESCRIPTION, name or DEFAULT_NAME, question_schema(), return_direct, INPUT_SCHEMA
        )
        judge = evaluator or AnswerRelevancyEvaluator()
        return cls(judge, query_engine, metadata, resolve_input_errors=resolve_input_errors)

    def call(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Ask the question, and judge the answer; see ``QueryEngineTool``."""
        output = super().call(*args, **kwargs)
        answer = output.raw_output
        response = answer if hasattr(answer, "source_nodes") else Response(output.content)
        verdict = self._evaluator.evaluate_response(str(output.raw_input["input"]), response)  # type: ignore[arg-type]
        if verdict.passing:
            return output
        said = self._failed_tool_output_template.format(tool_name=self.metadata.name, reason=verdict.feedback)
        return replace(output, content=said)
