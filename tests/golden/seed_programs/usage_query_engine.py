"""The usage pattern of query engines: configured in a line, composed by hand, streaming, and of one's own."""

from desktop_rag.llamaindex import (
    PromptTemplate,
    Settings,
    SimpleDirectoryReader,
    VectorStoreIndex,
    get_response_synthesizer,
)
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.postprocessor import SimilarityPostprocessor
from desktop_rag.llamaindex.query_engine import CustomQueryEngine, RetrieverQueryEngine
from desktop_rag.llamaindex.response_synthesizers import BaseSynthesizer
from desktop_rag.llamaindex.retrievers import BaseRetriever, VectorIndexRetriever

documents = SimpleDirectoryReader("data").load_data()
index = VectorStoreIndex.from_documents(documents)

query_engine = index.as_query_engine(response_mode="tree_summarize", verbose=True)
print(query_engine.query("Who sleeps?"))

retriever = VectorIndexRetriever(index=index, similarity_top_k=10)
response_synthesizer = get_response_synthesizer(response_mode="tree_summarize")
query_engine = RetrieverQueryEngine(
    retriever=retriever,
    response_synthesizer=response_synthesizer,
    node_postprocessors=[SimilarityPostprocessor(similarity_cutoff=-1.0)],
)
print(query_engine.query("Who barks?"))

query_engine = index.as_query_engine(streaming=True)
streaming_response = query_engine.query("Who sings?")
streaming_response.print_response_stream()
print()


class RAGQueryEngine(CustomQueryEngine):
    """Searches and answers."""

    retriever: BaseRetriever
    response_synthesizer: BaseSynthesizer

    def custom_query(self, query_str: str):
        nodes = self.retriever.retrieve(query_str)
        return self.response_synthesizer.synthesize(query_str, nodes)


class RAGStringQueryEngine(CustomQueryEngine):
    """Searches and asks the model itself."""

    retriever: BaseRetriever
    response_synthesizer: BaseSynthesizer
    llm: OpenAI
    qa_prompt: PromptTemplate

    def custom_query(self, query_str: str):
        nodes = self.retriever.retrieve(query_str)
        context_str = "\n\n".join([n.node.get_content() for n in nodes])
        response = self.llm.complete(self.qa_prompt.format(context_str=context_str, query_str=query_str))
        return str(response)


synthesizer = get_response_synthesizer(response_mode="compact")
query_engine = RAGQueryEngine(retriever=index.as_retriever(), response_synthesizer=synthesizer)
print(query_engine.query("Who swims?"))
query_engine = RAGStringQueryEngine(
    retriever=index.as_retriever(),
    response_synthesizer=synthesizer,
    llm=Settings.llm,
    qa_prompt=PromptTemplate("{context_str}\nQuestion: {query_str}\nAnswer: "),
)
print(query_engine.query("Who flies?"))
