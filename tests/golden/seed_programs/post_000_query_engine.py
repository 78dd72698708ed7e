"""A question about a saved index, as the post on query engines begins."""

from desktop_rag.llamaindex import Settings, StorageContext, load_index_from_storage
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.postprocessor import TimeWeightedPostprocessor

Settings.llm = OpenAI(model="gpt-4o", temperature=0.0)

storage_context = StorageContext.from_defaults(persist_dir="storage")
index = load_index_from_storage(storage_context)
query_engine = index.as_query_engine()
response = query_engine.query("Who picks up a dead animal?")
print(response)

query_engine = index.as_query_engine(
    node_postprocessors=[TimeWeightedPostprocessor(time_decay=0.5, time_access_refresh=False, top_k=1)]
)
response = query_engine.query("Who picks up a dead animal?")
print(len(response.source_nodes), response)
