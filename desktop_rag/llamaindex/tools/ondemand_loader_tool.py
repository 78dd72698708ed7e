"""A tool that loads documents and answers a question from them at once."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from desktop_rag.core.schema import Document
from desktop_rag.llamaindex.indices.base import BaseIndex
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.readers.base import BaseReader
from desktop_rag.tools.base import BaseTool, ToolMetadata, ToolOutput
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.schemas import create_schema_from_function

if TYPE_CHECKING:
    from pydantic import BaseModel

Loader = Callable[..., Sequence[Document]]
QUESTION = "query_str"


class OnDemandLoaderTool(BaseTool):
    """Loads documents with the arguments that a model chose, makes an index of them, and asks it the question.

    The question is the argument ``query_str_kwargs_key``; with ``use_query_str_in_loader`` the loader gets it, too.
    """

    def __init__(
        self,
        loader: Loader,
        index_cls: type[BaseIndex],
        index_kwargs: Mapping[str, Any],
        metadata: ToolMetadata,
        use_query_str_in_loader: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        query_str_kwargs_key: str = QUESTION,
    ) -> None:
        self._loader = loader
        self._index_cls = index_cls
        self._index_kwargs = dict(index_kwargs)
        self._metadata = metadata
        self._loads_by_question = use_query_str_in_loader
        self._question = query_str_kwargs_key

    @classmethod
    def from_defaults(
        cls,
        reader: BaseReader,
        index_cls: type[BaseIndex] | None = None,
        index_kwargs: Mapping[str, Any] | None = None,
        use_query_str_in_loader: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        query_str_kwargs_key: str = QUESTION,
        name: str | None = None,
        description: str | None = None,
        fn_schema: "type[BaseModel] | None" = None,
    ) -> Self:
        """Return a tool that reads with ``reader``; without an ``index_cls`` it searches by meaning."""
        metadata = ToolMetadata(
            description or f"Tool to load data from {type(reader).__name__}",
            name or "",
            fn_schema or _schema(name, reader.load_data, query_str_kwargs_key),
        )
        return cls(
            reader.load_data,
            index_cls or VectorStoreIndex,
            index_kwargs or {},
            metadata,
            use_query_str_in_loader,
            query_str_kwargs_key,
        )

    @classmethod
    def from_tool(  # noqa: PLR0913, PLR0917 - the parameters of LlamaIndex's method of this name
        cls,
        tool: FunctionTool,
        index_cls: type[BaseIndex] | None = None,
        index_kwargs: Mapping[str, Any] | None = None,
        use_query_str_in_loader: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        query_str_kwargs_key: str = QUESTION,
        name: str | None = None,
        description: str | None = None,
        return_direct: bool = False,  # noqa: FBT001, FBT002 - LlamaIndex's
        fn_schema: "type[BaseModel] | None" = None,
    ) -> Self:
        """Return a tool that loads with the function of another one, which returns documents."""
        metadata = ToolMetadata(
            description or f"Tool to load data from {type(tool).__name__}",
            name or "",
            fn_schema or _schema(name, tool.fn, query_str_kwargs_key),
            return_direct,
        )
        index_cls = index_cls or VectorStoreIndex
        return cls(tool.fn, index_cls, index_kwargs or {}, metadata, use_query_str_in_loader, query_str_kwargs_key)  # type: ignore[arg-type]  # what a function returns is known when it does

    @property
    def metadata(self) -> ToolMetadata:
        """How models are told of it."""
        return self._metadata

    def call(self, /, *args: object, **kwargs: object) -> ToolOutput:
        """Load, and ask; the raw output is the answer.

        Raises:
            ValueError: there is no question among the arguments.

        """
        if self._question not in kwargs:
            raise ValueError(f"The tool {self._metadata.name} needs the question as “{self._question}”.")
        question = str(kwargs[self._question])
        given = kwargs if self._loads_by_question else {k: one for k, one in kwargs.items() if k != self._question}
        index = self._index_cls.from_documents(self._loader(*args, **given), **self._index_kwargs)
        response = index.as_query_engine().query(question)
        return ToolOutput(str(response), self._metadata.get_name(), {"query": question}, response)


def _schema(name: str | None, loader: Callable[..., object], question: str) -> "type[BaseModel]":
    return create_schema_from_function(name or "LoadData", loader, [(question, str, None)])
