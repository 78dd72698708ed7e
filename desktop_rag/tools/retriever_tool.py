"""A retriever as a tool."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desktop_rag.core.schema import MetadataMode, NodeWithScore, QueryBundle
from desktop_rag.tools.base import INPUT_SCHEMA, BaseTool, ToolArgumentError, ToolMetadata, ToolOutput
from desktop_rag.tools.schemas import question_schema

if TYPE_CHECKING:
    from desktop_rag.postprocessor.base import BaseNodePostprocessor
    from desktop_rag.retrievers.base import BaseRetriever

DEFAULT_NAME = "retriever_tool"
DEFAULT_DESCRIPTION = "Finds passages about a question, asked in plain language, in a library of documents."
NOTHING_FOUND = "Nothing was found."


class RetrieverTool(BaseTool):
    """Finds passages and shows them to a model, one after the other.

    ``format_node(number, node)`` says how a model sees a passage (numbers from 1); by default its text below the
    metadata meant for models.
    """

    def __init__(
        self,
        retriever: "BaseRetriever",
        metadata: ToolMetadata,
        node_postprocessors: "Sequence[BaseNodePostprocessor]" = (),
        format_node: Callable[[int, NodeWithScore], str] | None = None,
    ) -> None:
        self.retriever = retriever
        self._metadata = metadata
        self._node_postprocessors = tuple(node_postprocessors)
        self._format_node = format_node or _plain

    @classmethod
    def from_defaults(
        cls,
        retriever: "BaseRetriever",
        node_postprocessors: "Sequence[BaseNodePostprocessor]" = (),
        name: str | None = None,
        description: str | None = None,
    ) -> "RetrieverTool":
        """Return a tool; name and description should describe the library to a model."""
        metadata = ToolMetadata(
            description or DEFAULT_DESCRIPTION, name or DEFAULT_NAME, question_schema(), parameters=INPUT_SCHEMA
        )
        return cls(retriever, metadata, node_postprocessors)

    @property
    def metadata(self) -> ToolMetadata:
        """The tool's description for models."""
        return self._metadata

    def call(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Find passages about the question given as ``input``, or by position; the raw output is the nodes.

        Arguments by position make a text of lines, with those by name in the last one, as in LlamaIndex.
        """
        named = ", ".join(f"{name} is {value}" for name, value in kwargs.items())
        question = f"{', '.join(map(str, args))}\n{named}\n" if args else self._question(kwargs)
        bundle = QueryBundle(question)
        nodes = self.retriever.retrieve(bundle)
        for postprocessor in self._node_postprocessors:
            nodes = postprocessor.postprocess_nodes(nodes, query_bundle=bundle)
        shown = "".join(f"{self._format_node(number, found)}\n\n" for number, found in enumerate(nodes, 1))
        return ToolOutput(shown or NOTHING_FOUND, self._metadata.name, {"input": question}, nodes)

    def _question(self, arguments: dict[str, object]) -> str:
        """Return the question among the arguments; models like to give it another name."""
        if "input" in arguments:
            return str(arguments["input"])
        texts = [value for value in arguments.values() if isinstance(value, str)]
        if len(texts) != 1:
            raise ToolArgumentError(f"The tool {self._metadata.name} needs the question as “input”.")
        return texts[0]


def _plain(_number: int, found: NodeWithScore) -> str:
    """Return a passage as any model sees it."""
    return found.node.get_content(MetadataMode.LLM)
