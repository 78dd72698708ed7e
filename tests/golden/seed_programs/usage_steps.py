"""The usage patterns of retrievers, node postprocessors and response synthesizers, each by itself and of one's own."""

from desktop_rag.llamaindex import (
    PromptTemplate,
    SimpleDirectoryReader,
    SummaryIndex,
    VectorStoreIndex,
    get_response_synthesizer,
)
from desktop_rag.llamaindex.postprocessor import BaseNodePostprocessor, SimilarityPostprocessor
from desktop_rag.llamaindex.query_engine import RetrieverQueryEngine
from desktop_rag.llamaindex.response_synthesizers import ResponseMode, TreeSummarize
from desktop_rag.llamaindex.schema import Node, NodeWithScore, QueryBundle

documents = SimpleDirectoryReader("data").load_data()
summary_index = SummaryIndex.from_documents(documents)
retriever = summary_index.as_retriever(retriever_mode="llm", choice_batch_size=5)
print([found.text.split()[1] for found in retriever.retrieve("Who sleeps?")])

nodes = [NodeWithScore(node=Node(text="cats"), score=0.7), NodeWithScore(node=Node(text="dogs"), score=0.8)]
processor = SimilarityPostprocessor(similarity_cutoff=0.75)
filtered_nodes = processor.postprocess_nodes(nodes)
print([found.text for found in filtered_nodes])


class DummyNodePostprocessor(BaseNodePostprocessor):
    """Takes one off every score."""

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        for n in nodes:
            n.score -= 1
        return nodes


index = VectorStoreIndex.from_documents(documents)
query_engine = index.as_query_engine(similarity_top_k=2, node_postprocessors=[DummyNodePostprocessor()])
response = query_engine.query("Who barks?")
print(response, all(found.score <= 0 for found in response.source_nodes))

response_synthesizer = get_response_synthesizer(response_mode=ResponseMode.COMPACT)
print(response_synthesizer.synthesize("Who walks in?", nodes=nodes))

summary_template = PromptTemplate(
    "Context:\n{context_str}\nAnswer in the tone of {tone_name}.\nQuestion: {query_str}\nAnswer: "
)
summarizer = TreeSummarize(verbose=True, summary_template=summary_template)
print(summarizer.get_response("Who sleeps?", ["My cats sleep."], tone_name="a Shakespeare play"))

query_engine = RetrieverQueryEngine.from_args(retriever=index.as_retriever(), response_mode="no_text")
print(len(query_engine.query("Who barks?").source_nodes))
