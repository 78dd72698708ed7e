"""LlamaIndex's paths for names that stand elsewhere here: one table, and what imports a path that is in it.

A module of LlamaIndex whose code is the application's has no file in this package: its path offers what another module
offers. Type checkers do not follow it there; they know the packages.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_HERE = "desktop_rag.llamaindex."
# the module that has the names: the paths that offer them too, inside that module after a dot
_PATHS: Mapping[str, str] = {
    "agent": ".react .react.formatter .react.output_parser .react.types .utils",
    "agent.workflow": ".function_agent .react_agent",
    "callbacks": ".base .base_handler .schema",
    "chat_engine": ".condense_plus_context .condense_question .context .simple .types .utils",
    "embeddings": ".openai_like base.embeddings.base",
    "evaluation": (
        ".answer_relevancy .base .context_relevancy .correctness .eval_utils .faithfulness .guideline .relevancy"
        " .retrieval .retrieval.base .retrieval.evaluator .retrieval.metrics .retrieval.metrics_base"
        " .semantic_similarity"
    ),
    "indices": (
        ".base_retriever .empty .empty.base .empty.retrievers .keyword_table .keyword_table.base"
        " .keyword_table.rake_base .keyword_table.retrievers .keyword_table.simple_base .keyword_table.utils"
        " .knowledge_graph .knowledge_graph.base .knowledge_graph.retrievers .list .list.base .list.retrievers"
        " .postprocessor .prompt_helper .tree .tree.all_leaf_retriever .tree.base"
        " .tree.select_leaf_embedding_retriever .tree.select_leaf_retriever .tree.tree_root_retriever .tree.utils"
        " composability"
    ),
    "indices.document_summary": ".base .retrievers",
    "indices.property_graph": ".base .retriever .sub_retrievers.llm_synonym .sub_retrievers.vector .utils",
    "indices.query": ".base .schema",
    "indices.query.query_transform": ".prompts",
    "indices.struct_store": ".sql_query",
    "indices.vector_store": (
        ".retrievers .retrievers.auto_retriever .retrievers.auto_retriever.auto_retriever"
        " .retrievers.auto_retriever.output_parser .retrievers.auto_retriever.prompts .retrievers.retriever"
    ),
    "ingestion": ".cache",
    "llms": (".callbacks .function_calling .llm .mock .ollama .openai_like .structured_llm .utils base.llms.types"),
    "memory": ".chat_memory_buffer .chat_summary_memory_buffer .types",
    "node_parser": ".interface text_splitter",
    "node_parser.file": ".markdown",
    "node_parser.text": ".code .semantic_double_merging_splitter .sentence .sentence_window .token",
    "objects": ".tool_node_mapping .utils",
    "output_parsers": ".base",
    "postprocessor": ".llm_rerank .metadata_replacement .node_recency .rankGPT_rerank .types",
    "program": ".utils",
    "prompts": ".base .default_prompt_selectors .display_utils .mixin .prompt_type .prompt_utils .utils",
    "pydantic": "bridge.pydantic",
    "query_engine": (
        ".multistep_query_engine .retriever_query_engine .router_query_engine .sub_question_query_engine"
        " base.base_query_engine question_gen question_gen.llm_generators question_gen.prompts question_gen.types"
        " utilities.sql_wrapper"
    ),
    "readers": ".string_iterable",
    "response": "base.response.schema",
    "response_synthesizers": (
        ".accumulate .base .compact_and_accumulate .compact_and_refine .context_only .factory .generation .no_text"
        " .simple_summarize .tree_summarize .type"
    ),
    "retrievers": (
        ".auto_merging_retriever .bm25 .fusion_retriever .router_retriever .transform_retriever base.base_retriever"
    ),
    "selectors": ".llm_selectors .pydantic_selectors .utils base.base_selector",
    "storage": (
        ".kvstore .kvstore.simple_kvstore .kvstore.types .storage_context data_structs data_structs.data_structs"
        " data_structs.document_summary data_structs.struct_type"
    ),
    "storage.chat_store": ".base .base_db .simple_chat_store",
    "storage.docstore": ".keyval_docstore .types .utils",
    "storage.index_store": ".types .utils",
    "tools": ".function_tool .query_engine .query_plan .retriever_tool .types .utils",
    "tools.tool_spec.load_and_search": ".base",
    "vector_stores": ".simple .types",
    "workflow": ".context .context_serializers .decorators .errors .handler",
}


def _home_of_each() -> dict[str, str]:
    """Return the table by the full names of the paths."""
    homes = {}
    for home, paths in _PATHS.items():
        full = home if home == "pydantic" else f"{_HERE}{home}"
        for path in paths.split():
            homes[f"{full}{path}" if path.startswith(".") else f"{_HERE}{path}"] = full
    return homes


_HOMES = _home_of_each()


class _Paths(MetaPathFinder, Loader):
    """Imports what is in the table, and what is above it there."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module, None where the table does not have it."""
        known = name.startswith(_HERE) and (name in _HOMES or any(one.startswith(f"{name}.") for one in _HOMES))
        return ModuleSpec(name, self, is_package=True) if known else None

    def exec_module(self, module: ModuleType) -> None:
        """Let a module offer what another has."""
        if home := _HOMES.get(module.__name__):
            module.__dict__["__getattr__"] = _names_of(home, module.__name__)


def _names_of(home: str, path: str) -> Callable[[str], object]:
    def find(name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(f"module {path!r} has no attribute {name!r}")
        return getattr(import_module(home), name)

    return find


def install() -> None:
    """Have Python find the paths of the table where there is no file."""
    sys.meta_path.append(_Paths())
