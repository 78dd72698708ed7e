from desktop_rag.llamaindex.indices.struct_store.json_query import (
    JSONQueryEngine as JSONQueryEngine,
    JSONType as JSONType,
    default_output_processor as default_output_processor,
)
from desktop_rag.query_engine.sql import NLSQLTableQueryEngine as NLSQLTableQueryEngine
