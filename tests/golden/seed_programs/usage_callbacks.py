"""Handlers that hear of every call, and tokens that are counted, as the pages on observing show."""

from desktop_rag.llamaindex import Settings, SimpleDirectoryReader, VectorStoreIndex
from desktop_rag.llamaindex.callbacks import CallbackManager, CBEventType, LlamaDebugHandler, TokenCountingHandler

token_counter = TokenCountingHandler(tokenizer=lambda text: text.split())
debug = LlamaDebugHandler(print_trace_on_end=False)
Settings.callback_manager = CallbackManager([token_counter, debug])

index = VectorStoreIndex.from_documents(SimpleDirectoryReader("./data").load_data())
print(token_counter.total_embedding_token_count > 10, token_counter.total_llm_token_count)
token_counter.reset_counts()
print(index.as_query_engine().query("What do cats do?"))
print(token_counter.completion_llm_token_count > 0, token_counter.prompt_llm_token_count > 20)
print(len(debug.get_llm_inputs_outputs()), len(debug.get_event_pairs(CBEventType.RETRIEVE)))
