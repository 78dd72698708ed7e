"""Query engines: they answer questions.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.query_engine.base import BaseQueryEngine
    from desktop_rag.query_engine.citation_query_engine import CitationQueryEngine
    from desktop_rag.query_engine.custom import CustomQueryEngine
    from desktop_rag.query_engine.graph_query_engine import ComposableGraphQueryEngine
    from desktop_rag.query_engine.json_query_engine import JSONQueryEngine
    from desktop_rag.query_engine.question_gen import BaseQuestionGenerator, LLMQuestionGenerator, SubQuestion
    from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
    from desktop_rag.query_engine.router_query_engine import (
        RetrieverRouterQueryEngine,
        RouterQueryEngine,
        ToolRetrieverRouterQueryEngine,
    )
    from desktop_rag.query_engine.sql import NLSQLTableQueryEngine
    from desktop_rag.query_engine.sql_database import SQLDatabase
    from desktop_rag.query_engine.sub_question_query_engine import SubQuestionAnswerPair, SubQuestionQueryEngine
    from desktop_rag.query_engine.transform_query_engine import MultiStepQueryEngine, TransformQueryEngine
    from desktop_rag.retrievers.query_transforms import (
        BaseQueryTransform,
        DecomposeQueryTransform,
        HyDEQueryTransform,
        StepDecomposeQueryTransform,
    )

__all__ = [
    "BaseQueryEngine",
    "BaseQueryTransform",
    "BaseQuestionGenerator",
    "CitationQueryEngine",
    "ComposableGraphQueryEngine",
    "CustomQueryEngine",
    "DecomposeQueryTransform",
    "HyDEQueryTransform",
    "JSONQueryEngine",
    "LLMQuestionGenerator",
    "MultiStepQueryEngine",
    "NLSQLTableQueryEngine",
    "RetrieverQueryEngine",
    "RetrieverRouterQueryEngine",
    "RouterQueryEngine",
    "SQLDatabase",
    "StepDecomposeQueryTransform",
    "SubQuestion",
    "SubQuestionAnswerPair",
    "SubQuestionQueryEngine",
    "ToolRetrieverRouterQueryEngine",
    "TransformQueryEngine",
]

__getattr__ = lazily(
    __name__,
    {
        "desktop_rag.retrievers.query_transforms": (
            "HyDEQueryTransform",
            "DecomposeQueryTransform",
            "StepDecomposeQueryTransform",
            "BaseQueryTransform",
        ),
        "json_query_engine": ("JSONQueryEngine",),
        "transform_query_engine": (
            "TransformQueryEngine",
            "MultiStepQueryEngine",
        ),
        "citation_query_engine": ("CitationQueryEngine",),
        "base": ("BaseQueryEngine",),
        "custom": ("CustomQueryEngine",),
        "graph_query_engine": ("ComposableGraphQueryEngine",),
        "retriever_query_engine": ("RetrieverQueryEngine",),
        "router_query_engine": (
            "RouterQueryEngine",
            "RetrieverRouterQueryEngine",
            "ToolRetrieverRouterQueryEngine",
        ),
        "question_gen": ("BaseQuestionGenerator", "LLMQuestionGenerator", "SubQuestion"),
        "sql": ("NLSQLTableQueryEngine",),
        "sql_database": ("SQLDatabase",),
        "sub_question_query_engine": (
            "SubQuestionQueryEngine",
            "SubQuestionAnswerPair",
        ),
    },
)
