"""Additions of plug-ins to an answer; where one fails, the answer goes on without it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from desktop_rag.config.plugins import Plugin, enabled_plugins, make_plugin, note_failure
from desktop_rag.core.errors import CancelledError, only_errors
from desktop_rag.core.response import AnyResponse, StreamingResponse
from desktop_rag.core.schema import NodeWithScore, QueryBundle
from desktop_rag.postprocessor.base import BaseNodePostprocessor
from desktop_rag.query_engine.base import BaseQueryEngine
from desktop_rag.response_synthesizers.base import BaseSynthesizer
from desktop_rag.response_synthesizers.model_calls import ModelCalls
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.tools.base import BaseTool
from desktop_rag.tools.function_tool import FunctionTool
from desktop_rag.tools.query_engine_tool import QueryEngineTool


class AnswerPlugins:
    """Makes the plug-ins that a text of the settings names; each gets the ``resources`` that it takes by name."""

    def __init__(self, enabled: str, **resources: object) -> None:
        self._enabled = enabled
        self._resources = resources

    def postprocessors(self) -> list[BaseNodePostprocessor]:
        """Return the postprocessors, in the order of the settings."""
        return [_PluggedPostprocessor(plugin, made) for plugin, made in self._instances("postprocessors")]

    def retriever(self, usual: Callable[[], BaseRetriever]) -> BaseRetriever:
        """Return the first retriever there is; without one, or where it fails, the usual one searches."""
        for plugin, made in self._instances("retrievers"):
            return _PluggedRetriever(plugin, made, usual)
        return usual()

    def synthesizer(self, usual: BaseSynthesizer) -> BaseSynthesizer:
        """Return the first synthesizer there is; without one, or where it fails, the usual one answers."""
        for plugin, made in self._instances("synthesizers", streaming=True):
            return _PluggedSynthesizer(plugin, made, usual)
        return usual

    def has_synthesizer(self) -> bool:
        """Return True if another synthesizer than the usual one is wanted."""
        return bool(enabled_plugins(self._enabled, "synthesizers"))

    def tools(self) -> list[BaseTool]:
        """Return the tools for an agent; functions become tools."""
        return [
            made if isinstance(made, BaseTool) else FunctionTool.from_defaults(made)
            for _, made in self._instances("tools")
        ]

    def query_tools(self) -> list[QueryEngineTool]:
        """Return the query engines as tools, described by their docstrings."""
        engines = [
            (plugin, made) for plugin, made in self._instances("query_engines") if isinstance(made, BaseQueryEngine)
        ]
        return [
            QueryEngineTool.from_defaults(engine, plugin.name, (type(engine).__doc__ or plugin.name).strip())
            for plugin, engine in engines
        ]

    def _instances(self, kind: str, **more: object) -> list[tuple[Plugin, Any]]:
        """Return the enabled plug-ins of a kind with what each made; those that fail are left out and noted."""
        made = [(one, make_plugin(one, **self._resources, **more)) for one in enabled_plugins(self._enabled, kind)]
        return [(plugin, found) for plugin, found in made if found is not None]


class _PluggedPostprocessor(BaseNodePostprocessor):
    """Hands the passages on as they are where the plug-in fails."""

    def __init__(self, plugin: Plugin, made: BaseNodePostprocessor) -> None:
        self._plugin = plugin
        self._made = made

    def _postprocess_nodes(self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None) -> list[NodeWithScore]:
        try:
            with only_errors():
                return self._made.postprocess_nodes(nodes, query_bundle)
        except CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever their code raises
            note_failure(self._plugin, error)
            return nodes


class _PluggedRetriever(BaseRetriever):
    """Searches as usual where the plug-in fails."""

    def __init__(self, plugin: Plugin, made: BaseRetriever, usual: Callable[[], BaseRetriever]) -> None:
        self._plugin = plugin
        self._made = made
        self._usual = usual

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        try:
            with only_errors():
                return self._made.retrieve(query_bundle)
        except CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever their code raises
            note_failure(self._plugin, error)
            return self._usual().retrieve(query_bundle)


class _PluggedSynthesizer(BaseSynthesizer):
    """Answers as usual where the plug-in fails before it said anything."""

    def __init__(self, plugin: Plugin, made: BaseSynthesizer, usual: BaseSynthesizer) -> None:
        super().__init__(usual.llm, streaming=usual.streaming)
        self._plugin = plugin
        self._made = made
        self._usual = usual

    def synthesize(
        self,
        query: str | QueryBundle,
        nodes: Sequence[NodeWithScore],
        additional_source_nodes: Sequence[NodeWithScore] | None = None,
        *,
        streaming: bool | None = None,
    ) -> AnyResponse:
        """Return the plug-in's answer."""
        try:
            with only_errors():
                return _begun(self._made.synthesize(query, nodes, additional_source_nodes, streaming=streaming))
        except CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever their code raises
            note_failure(self._plugin, error)
            return self._usual.synthesize(query, nodes, additional_source_nodes, streaming=streaming)

    def _write(self, query_str: str, chunks: Sequence[str], calls: ModelCalls) -> Iterator[str]:
        return self._usual._write(query_str, chunks, calls)  # noqa: SLF001 - of the same class


def _begun(response: AnyResponse) -> AnyResponse:
    """Return a response whose stream has begun: most plug-ins do their work, and fail, before their first word."""
    if isinstance(response, StreamingResponse):
        pieces = response.response_gen
        response.response_gen = _followed(next(pieces, ""), pieces)
    return response


def _followed(first: str, rest: Iterator[str]) -> Iterator[str]:
    yield first
    yield from rest
