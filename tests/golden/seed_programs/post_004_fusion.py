"""A retriever that asks several questions of several retrievers and fuses what they find, built from scratch."""

import asyncio
from typing import Any

from desktop_rag.llamaindex.retrievers.bm25 import BM25Retriever

from desktop_rag.llamaindex import PromptTemplate, QueryBundle, Settings, VectorStoreIndex
from desktop_rag.llamaindex.llms.openai import OpenAI
from desktop_rag.llamaindex.query_engine import RetrieverQueryEngine
from desktop_rag.llamaindex.readers.file import PyMuPDFReader
from desktop_rag.llamaindex.response.notebook_utils import display_source_node
from desktop_rag.llamaindex.retrievers import BaseRetriever
from desktop_rag.llamaindex.schema import NodeWithScore

loader = PyMuPDFReader()
documents = loader.load(file_path="./data/llama2.pdf")

Settings.chunk_size = 1024
index = VectorStoreIndex.from_documents(documents)

llm = OpenAI(model="gpt-3.5-turbo")

query_str = "How do the models compare to open-source chat models?"
query_gen_prompt = PromptTemplate("Generate {num_queries} search queries, one on each line, for: {query}\nQueries:\n")


def generate_queries(llm: Any, query_str: str, num_queries: int = 4) -> list[str]:
    fmt_prompt = query_gen_prompt.format(num_queries=num_queries - 1, query=query_str)
    response = llm.complete(fmt_prompt)
    return response.text.split("\n")


queries = generate_queries(llm, query_str, num_queries=4)
print(queries)


async def run_queries(queries: list[str], retrievers: list[BaseRetriever]) -> dict[Any, list[NodeWithScore]]:
    tasks = [retriever.aretrieve(query) for query in queries for retriever in retrievers]
    task_results = await asyncio.gather(*tasks)
    return {(query, i): result for i, (query, result) in enumerate(zip(queries, task_results, strict=False))}


vector_retriever = index.as_retriever(similarity_top_k=2)
bm25_retriever = BM25Retriever.from_defaults(docstore=index.docstore, similarity_top_k=2)
results_dict = asyncio.run(run_queries(queries, [vector_retriever, bm25_retriever]))


def fuse_results(results_dict: dict[Any, list[NodeWithScore]], similarity_top_k: int = 2) -> list[NodeWithScore]:
    k = 60.0
    fused_scores: dict[str, float] = {}
    text_to_node = {}
    for nodes_with_scores in results_dict.values():
        for rank, node_with_score in enumerate(sorted(nodes_with_scores, key=lambda x: x.score or 0.0, reverse=True)):
            text = node_with_score.node.get_content()
            text_to_node[text] = node_with_score
            fused_scores[text] = fused_scores.get(text, 0.0) + 1.0 / (rank + k)
    reranked_nodes = []
    for text, score in sorted(fused_scores.items(), key=lambda x: x[1], reverse=True):
        reranked_nodes.append(text_to_node[text])
        reranked_nodes[-1].score = score
    return reranked_nodes[:similarity_top_k]


final_results = fuse_results(results_dict)
for n in final_results:
    display_source_node(n, source_length=500)


class FusionRetriever(BaseRetriever):
    def __init__(self, llm: Any, retrievers: list[BaseRetriever], similarity_top_k: int = 2) -> None:
        self._llm = llm
        self._retrievers = retrievers
        self._similarity_top_k = similarity_top_k
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        queries = generate_queries(self._llm, query_bundle.query_str, num_queries=4)
        results = asyncio.run(run_queries(queries, self._retrievers))
        return fuse_results(results, similarity_top_k=self._similarity_top_k)


fusion_retriever = FusionRetriever(llm, [vector_retriever, bm25_retriever], similarity_top_k=2)
Settings.llm = llm
query_engine = RetrieverQueryEngine(fusion_retriever)
response = query_engine.query(query_str)
print(str(response))
