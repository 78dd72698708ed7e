"""Two tools for one: what a tool loads goes into an index, and another tool asks that index."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llamaindex.tools.tool_spec.base import BaseToolSpec, SpecFunction
from desktop_rag.tools.base import ToolMetadata
from desktop_rag.tools.function_tool import FunctionTool

if TYPE_CHECKING:
    from pydantic import BaseModel

_LOADS = "Loads what the following describes. Ask {reader} about it afterwards.\n\n{description}"
_READS = "Answers a question (query, in plain language) from what {loader} loaded: run that tool to read anything."


class LoadAndSearchToolSpec(BaseToolSpec):
    """Makes two tools of one that returns much text: its name loads into an index, ``read_`` before it asks the index.

    Raises:
        ValueError: the tool has no name.

    """

    def __init__(
        self,
        tool: FunctionTool,
        index_cls: type[BaseIndex],
        index_kwargs: Mapping[str, Any],
        metadata: ToolMetadata,
        index: BaseIndex | None = None,
    ) -> None:
        if not metadata.name:
            raise ValueError("Tool name cannot be None")
        self._loader = tool
        self._index_cls = index_cls
        self._index_kwargs = dict(index_kwargs)
        self._metadata = metadata
        self._index = index
        self._reader = f"read_{metadata.name}"
        self.spec_functions = [metadata.name, self._reader]  # type: ignore[misc]  # as of each tool

    @classmethod
    def from_defaults(
        cls,
        tool: FunctionTool,
        index_cls: type[BaseIndex] | None = None,
        index_kwargs: Mapping[str, Any] | None = None,
        name: str | None = None,
        description: str | None = None,
        fn_schema: "type[BaseModel] | None" = None,
    ) -> Self:
        """Return both tools of one; without an ``index_cls`` they search by meaning."""
        own = tool.metadata
        metadata = ToolMetadata(description or own.description, name or own.name, fn_schema or own.fn_schema)
        return cls(tool, index_cls or VectorStoreIndex, index_kwargs or {}, metadata)

    @property
    def metadata(self) -> ToolMetadata:
        """How models are told of the tool that loads."""
        return self._metadata

    def to_tool_list(
        self,
        spec_functions: Sequence[SpecFunction] | None = None,
        func_to_metadata_mapping: Mapping[str, ToolMetadata] | None = None,
    ) -> list[FunctionTool]:
        """Return the tool that loads and the one that reads, or those that are named, told of as the mapping says."""
        told = func_to_metadata_mapping or {}
        loads = _LOADS.format(reader=self._reader, description=self._metadata.description)
        reads = _READS.format(loader=self._metadata.name)
        tools = {
            self._metadata.name: FunctionTool.from_defaults(
                self.load,
                self._metadata.name,
                loads,
                fn_schema=self._metadata.fn_schema,
                tool_metadata=told.get(self._metadata.name),
            ),
            self._reader: FunctionTool.from_defaults(
                self.read, self._reader, reads, tool_metadata=told.get(self._reader)
            ),
        }
        names = [one if isinstance(one, str) else one[0] for one in spec_functions or self.spec_functions]
        return [tools[name] for name in names]

    def load(self, *args: object, **kwargs: object) -> str:
        """Run the tool and put what it returns into the index."""
        loaded = self._loader(*args, **kwargs).raw_output
        documents = [_document(one) for one in (loaded if isinstance(loaded, list) else [loaded])]
        if self._index is None:
            self._index = self._index_cls.from_documents(documents, **self._index_kwargs)
        else:
            for document in documents:
                self._index.insert(document, **self._index_kwargs)
        return f"Content loaded! It can now be asked for with {self._reader}."

    def read(self, query: str) -> str:
        """Return what the index answers; before anything was loaded, what to do."""
        if self._index is None:
            return f"Error: No content has been loaded. Run {self._metadata.name} first."
        return str(self._index.as_query_engine().query(query))


def _document(value: object) -> Document:
    return value if isinstance(value, Document) else Document(text=str(value))
