from desktop_rag.llamaindex.indices.query.query_transform.base import (
    BaseQueryTransform as BaseQueryTransform,
    DecomposeQueryTransform as DecomposeQueryTransform,
    HyDEQueryTransform as HyDEQueryTransform,
    StepDecomposeQueryTransform as StepDecomposeQueryTransform,
)
from desktop_rag.llamaindex.indices.struct_store.json_query import JSONQueryEngine as JSONQueryEngine
from desktop_rag.llamaindex.query_engine.citation_query_engine import (
    CITATION_QA_TEMPLATE as CITATION_QA_TEMPLATE,
    CITATION_REFINE_TEMPLATE as CITATION_REFINE_TEMPLATE,
    CitationQueryEngine as CitationQueryEngine,
    DEFAULT_CITATION_CHUNK_OVERLAP as DEFAULT_CITATION_CHUNK_OVERLAP,
    DEFAULT_CITATION_CHUNK_SIZE as DEFAULT_CITATION_CHUNK_SIZE,
)
from desktop_rag.llamaindex.query_engine.custom import CustomQueryEngine as CustomQueryEngine
from desktop_rag.llamaindex.query_engine.graph_query_engine import (
    ComposableGraphQueryEngine as ComposableGraphQueryEngine,
)
from desktop_rag.llamaindex.query_engine.retrieved_tools import (
    RetrieverRouterQueryEngine as RetrieverRouterQueryEngine,
    ToolRetrieverRouterQueryEngine as ToolRetrieverRouterQueryEngine,
)
from desktop_rag.llamaindex.query_engine.retry_query_engine import (
    RetryGuidelineQueryEngine as RetryGuidelineQueryEngine,
    RetryQueryEngine as RetryQueryEngine,
)
from desktop_rag.llamaindex.query_engine.transform_query_engine import (
    MultiStepQueryEngine as MultiStepQueryEngine,
    TransformQueryEngine as TransformQueryEngine,
    default_stop_fn as default_stop_fn,
)
from desktop_rag.query_engine.base import BaseQueryEngine as BaseQueryEngine
from desktop_rag.query_engine.sub_question_query_engine import (
    BaseQuestionGenerator as BaseQuestionGenerator,
    LLMQuestionGenerator as LLMQuestionGenerator,
    SubQuestion as SubQuestion,
)
from desktop_rag.query_engine.retriever_query_engine import RetrieverQueryEngine as RetrieverQueryEngine
from desktop_rag.query_engine.router_query_engine import RouterQueryEngine as RouterQueryEngine
from desktop_rag.query_engine.sql import NLSQLTableQueryEngine as NLSQLTableQueryEngine
from desktop_rag.query_engine.sql_tables import SQLDatabase as SQLDatabase
from desktop_rag.query_engine.sub_question_query_engine import (
    SubQuestionAnswerPair as SubQuestionAnswerPair,
    SubQuestionQueryEngine as SubQuestionQueryEngine,
)
from desktop_rag.storage.storage_context import SUFFIX as SUFFIX
