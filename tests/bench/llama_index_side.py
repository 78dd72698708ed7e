"""LlamaIndex's side of ``against_llama_index.py``: a JSON request a line in, a JSON reply a line out."""

# ruff: noqa: ANN401 - JSON values

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from llama_index.core import (
    Document,
    PromptTemplate,
    Settings,
    StorageContext,
    VectorStoreIndex,
    load_index_from_storage,
)
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.response.schema import Response
from llama_index.core.bridge.pydantic import Field
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.indices.prompt_helper import PromptHelper
from llama_index.core.llms import ChatMessage, ChatResponse, CompletionResponse, CustomLLM, LLMMetadata
from llama_index.core.llms.callbacks import llm_chat_callback, llm_completion_callback
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.response_synthesizers import get_response_synthesizer
from llama_index.core.retrievers import BaseRetriever, QueryFusionRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, QueryBundle, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores import SimpleVectorStore
from llama_index.core.vector_stores.types import VectorStoreQuery

Request = dict[str, Any]


class Scripted(CustomLLM):
    """Says what it is told to, and keeps what it was asked."""

    replies: list[str] = Field(default_factory=list)
    prompts: list[str] = Field(default_factory=list)
    window: int = 3900

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(context_window=self.window, num_output=256, is_chat_model=True, model_name="scripted")

    def _next(self, prompt: str) -> str:
        self.prompts.append(prompt)
        number = len(self.prompts)
        return self.replies[number - 1] if number <= len(self.replies) else f"ANSWER{number}"

    @llm_completion_callback()
    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        return CompletionResponse(text=self._next(prompt))

    @llm_completion_callback()
    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:
        raise NotImplementedError

    @llm_chat_callback()
    def chat(self, messages: list[ChatMessage], **_: Any) -> ChatResponse:
        text = self._next("\n".join(message.content or "" for message in messages))
        return ChatResponse(message=ChatMessage(role="assistant", content=text))


class NoEmbedding(BaseEmbedding):
    """Nodes bring their vectors."""

    def _get_query_embedding(self, query: str) -> list[float]:
        raise NotImplementedError

    async def _aget_query_embedding(self, query: str) -> list[float]:
        raise NotImplementedError

    def _get_text_embedding(self, text: str) -> list[float]:
        raise NotImplementedError


class Given(BaseRetriever):
    """Finds a given list."""

    def __init__(self, found: list[list[Any]]) -> None:
        super().__init__()
        self.found = [NodeWithScore(node=TextNode(text=name, id_=name), score=score) for name, score in found]

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(node=found.node, score=found.score) for found in self.found]


def timed(function: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a function returns, and its seconds."""
    started = time.perf_counter()
    result = function()
    return result, time.perf_counter() - started


def split(request: Request) -> dict[str, Any]:
    splitter = SentenceSplitter(chunk_size=request["size"], chunk_overlap=request["overlap"])
    splitter.split_text("warm")
    documents = [Document(text=text) for text in request["texts"]]
    nodes, seconds = timed(lambda: splitter.get_nodes_from_documents(documents))
    return {"result": [node.text for node in nodes], "seconds": seconds}


def fuse(request: Request) -> dict[str, Any]:
    fusion = QueryFusionRetriever(
        [Given(found) for found in request["lists"]],
        llm=Scripted(),
        mode=request["mode"],
        num_queries=1,
        similarity_top_k=request["top_k"],
        use_async=False,
        retriever_weights=request["weights"],
    )
    found, seconds = timed(lambda: fusion.retrieve("q"))
    return {"result": [[hit.node.node_id, hit.score] for hit in found], "seconds": seconds}


def pack(request: Request) -> dict[str, Any]:
    helper = PromptHelper(context_window=request["window"], num_output=256)
    work = getattr(helper, request["how"])
    template = PromptTemplate(request["template"])
    result, seconds = timed(lambda: work(template, request["chunks"]))
    return {"result": list(result), "seconds": seconds}


def synthesize(request: Request) -> dict[str, Any]:
    llm = Scripted(replies=request["replies"], prompts=[], window=request["window"])
    templates = {name: PromptTemplate(text) for name, text in request["templates"].items()}
    synthesizer = get_response_synthesizer(llm=llm, response_mode=request["mode"], **templates)
    nodes = [NodeWithScore(node=TextNode(text=text)) for text in request["chunks"]]
    response, seconds = timed(lambda: synthesizer.synthesize(request["question"], nodes))
    assert isinstance(response, Response)
    return {"result": [response.response, *llm.prompts], "seconds": seconds}


def vectors_of(request: Request) -> np.ndarray:
    matrix = np.random.default_rng(request["seed"]).standard_normal((request["count"], request["dimensions"]))
    return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)


def query(request: Request) -> dict[str, Any]:
    store = SimpleVectorStore()
    store.add([TextNode(text="x", id_=str(i), embedding=v.tolist()) for i, v in enumerate(vectors_of(request))])
    results, seconds = [], []
    for question in vectors_of(request | {"seed": request["seed"] + 1, "count": request["questions"]}):
        asked = VectorStoreQuery(query_embedding=question.tolist(), similarity_top_k=10)
        found, took = timed(lambda asked=asked: store.query(asked))
        results.append(found.ids)
        seconds.append(took)
    return {"result": results, "seconds": statistics.median(seconds)}


def keep(request: Request) -> dict[str, Any]:
    Settings.embed_model = NoEmbedding()
    nodes = []
    for number, vector in enumerate(vectors_of(request)):
        doc_id = f"doc{number // request['per_document']}"
        node = TextNode(text=request["text"].format(number=number), id_=str(number), embedding=vector.tolist())
        node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=doc_id)
        nodes.append(node)
    index, build = timed(lambda: VectorStoreIndex(nodes))
    with tempfile.TemporaryDirectory() as folder:
        _, persist = timed(lambda: index.storage_context.persist(folder))
        question = vectors_of(request | {"seed": request["seed"] + 1, "count": 1})[0].tolist()

        def ask() -> tuple[Any, list[NodeWithScore]]:
            loaded = load_index_from_storage(StorageContext.from_defaults(persist_dir=folder))
            return loaded, loaded.as_retriever(similarity_top_k=10).retrieve(QueryBundle("q", embedding=question))

        (loaded, found), asked = timed(ask)

        def delete() -> None:
            loaded.delete_ref_doc("doc1", delete_from_docstore=True)
            loaded.storage_context.persist(folder)

        _, gone = timed(delete)
        left = len(loaded.docstore.docs)
    seconds = {"build": build, "persist": persist, "load and first query": asked, "delete": gone}
    return {"result": [left, [hit.node.node_id for hit in found]], "seconds": seconds}


def lists(request: Request) -> dict[str, Any]:
    given = [vector.tolist() for vector in vectors_of(request)]

    def made(*, with_vectors: bool = True) -> list[TextNode]:
        return [
            TextNode(
                text=request["text"].format(number=number),
                id_=str(number),
                metadata={"file_name": f"{number}.txt"},
                embedding=vector if with_vectors else None,
            )
            for number, vector in enumerate(given)
        ]

    found, seconds = [], {}
    question = vectors_of(request | {"seed": 5, "count": 1})[0].tolist()
    nodes, store = made(), SimpleVectorStore()
    _, seconds["SimpleVectorStore.add"] = timed(lambda: store.add(nodes))
    result, seconds["first query of it"] = timed(
        lambda: store.query(VectorStoreQuery(query_embedding=question, similarity_top_k=10))
    )
    found.append(result.ids)
    nodes = made()
    index, seconds["VectorStoreIndex(nodes)"] = timed(lambda: VectorStoreIndex(nodes, embed_model=NoEmbedding()))
    hits, seconds["first query of that"] = timed(
        lambda: index.as_retriever(similarity_top_k=10).retrieve(QueryBundle("q", embedding=question))
    )
    found.append([hit.node.node_id for hit in hits])
    nodes, model = made(with_vectors=False), MockEmbedding(request["dimensions"])
    _, seconds["VectorStoreIndex, MockEmbedding"] = timed(lambda: VectorStoreIndex(nodes, embed_model=model))
    documents = [Document(text=node.text) for node in nodes]
    _, seconds["from_documents, MockEmbedding"] = timed(
        lambda: VectorStoreIndex.from_documents(documents, embed_model=model)
    )
    return {"result": found, "seconds": seconds}


TASKS = {
    "split": split,
    "fuse": fuse,
    "pack": pack,
    "synthesize": synthesize,
    "query": query,
    "keep": keep,
    "lists": lists,
}


def main() -> None:
    """Answer requests until there are no more."""
    replies = sys.stdout
    sys.stdout = sys.stderr  # what the library prints must not stand among the replies
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = TASKS[request["task"]](request)
        except Exception as error:  # noqa: BLE001 - a failure is a result
            reply = {"result": f"{type(error).__name__}: {error}", "seconds": 0.0}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


if __name__ == "__main__":
    main()
