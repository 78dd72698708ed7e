"""Query engines: they answer questions.

The modules are imported when a name of theirs is first used, so that the package itself costs nothing.
"""

from typing import TYPE_CHECKING

from desktop_rag.core.lazy import lazily

if TYPE_CHECKING:
    from desktop_rag.query_engine.base import BaseQueryEngine
    from desktop_rag.query_engine.custom import CustomQueryEngine
    from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine
    from desktop_rag.query_engine.router_query_engine import RouterQueryEngine
    from desktop_rag.query_engine.sql import NLSQLTableQueryEngine
    from desktop_rag.query_engine.sql_database import SQLDatabase
    from desktop_rag.query_engine.sub_question_query_engine import SubQuestionAnswerPair, SubQuestionQueryEngine

__all__ = [
    "BaseQueryEngine",
    "CustomQueryEngine",
    "NLSQLTableQueryEngine",
    "RetrieverQueryEngine",
    "RouterQueryEngine",
    "SQLDatabase",
    "SubQuestionAnswerPair",
    "SubQuestionQueryEngine",
]

__getattr__ = lazily(
    __name__,
    {
        "base": ("BaseQueryEngine",),
        "custom": ("CustomQueryEngine",),
        "retriever_query_engine": ("RetrieverQueryEngine",),
        "router_query_engine": ("RouterQueryEngine",),
        "sql": ("NLSQLTableQueryEngine",),
        "sql_database": ("SQLDatabase",),
        "sub_question_query_engine": (
            "SubQuestionQueryEngine",
            "SubQuestionAnswerPair",
        ),
    },
)
