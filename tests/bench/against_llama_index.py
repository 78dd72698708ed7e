"""Compare with LlamaIndex on the same inputs: ``python -m tests.bench.against_llama_index --reference PYTHON``.

PYTHON is an interpreter with llama-index-core; it runs ``llama_index_side.py``. What differs is shown, and how many
times faster we are. ``--data`` adds texts to split; ``--only`` runs some parts. With the usual sizes it takes some
minutes, nearly all of them on the other side. Vectors are random: good for speed, and the worst case for finding the
nearest by compact codes, because nothing is really near; the recall stands beside the time of a query.

Texts are fresh: each is made for one measurement (``--seed`` makes the same ones again) of sentences in another order
and words that do not exist, and what was warmed up has none of them. A library that is loaded is asked a question at
once: opening a file alone says nothing.

Expected differences: compacted passages are kept whole where they fit the next prompt (LlamaIndex cuts them anywhere).
"""

# ruff: noqa: ANN401 - JSON values

import argparse
import json
import random
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from desktop_rag.core.paths import resource_path
from desktop_rag.core.schema import (
    Document,
    EmbeddingSpace,
    Matrix,
    NodeRelationship,
    NodeWithScore,
    QueryBundle,
    RelatedNodeInfo,
    TextNode,
)
from desktop_rag.llamaindex.embeddings.mock_embed_model import MockEmbedding
from desktop_rag.llamaindex.indices.loading import load_index_from_storage
from desktop_rag.llamaindex.indices.vector_store.base import VectorStoreIndex
from desktop_rag.llms.base import LLMMetadata
from desktop_rag.node_parser.sentence import SentenceSplitter
from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.response_synthesizers.factory import get_response_synthesizer
from desktop_rag.response_synthesizers.prompt_helper import PromptHelper
from desktop_rag.retrievers.base import BaseRetriever
from desktop_rag.retrievers.query_fusion import QueryFusionRetriever
from desktop_rag.storage.sqlite.vectors.vector_cache import VectorCache
from desktop_rag.storage.storage_context import StorageContext
from desktop_rag.vector_stores.simple import SimpleVectorStore
from desktop_rag.vector_stores.sqlite_vec import SqliteVecVectorStore
from desktop_rag.vector_stores.types import VectorStoreQuery
from tests.helpers.scripted_llm import ScriptedLLM

Request = dict[str, Any]
Reply = dict[str, Any]
DIMENSIONS = 384
GOALS = {"split": 5, "query": 100, "load and first query": 1000, "delete": 1000}
MODES = ("reciprocal_rerank", "relative_score", "dist_based_score", "simple")
TEMPLATES = {
    "text_qa_template": "Texts:\n{context_str}\nQuestion: {query_str}\nAnswer:",
    "refine_template": "Question: {query_str}\nSo far: {existing_answer}\nMore:\n{context_msg}\nAnswer:",
    "summary_template": "Texts:\n{context_str}\nQuestion: {query_str}\nSummary:",
}
STAGED = {"keep", "lists"}
"""The parts that measure several stages of one thing."""
QUESTION = "What do the fish do?"
NODE_TEXT = "Passage number {number}: the quick brown fox jumps over the lazy dog, as it has always done."


class Reference:
    """The other side, in a process of its own."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, str(Path(__file__).with_name("llama_index_side.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip

    def ask(self, task: str, request: Request) -> Reply:
        """Return the reply to a request."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"task": task, **request}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("the other side ended: does its python have llama-index-core?")
        return dict(json.loads(line))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


class Given(BaseRetriever):
    """Finds a given list."""

    def __init__(self, found: list[tuple[str, float]]) -> None:
        self.found = [NodeWithScore(TextNode(text=name, id_=name), score) for name, score in found]

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return self.found


class NoEmbedding:
    """Nodes bring their vectors."""

    space = EmbeddingSpace("test", "random", DIMENSIONS, "")

    def get_query_embedding(self, query: str) -> Any:
        raise NotImplementedError

    def get_text_embedding_batch(self, texts: Any) -> Any:
        raise NotImplementedError


def timed(function: Callable[[], Any]) -> tuple[Any, float]:
    """Return what a function returns, and its seconds."""
    started = time.perf_counter()
    result = function()
    return result, time.perf_counter() - started


def split(request: Request) -> Reply:
    splitter = SentenceSplitter(request["size"], request["overlap"])
    splitter.split_text("warm")
    documents = [Document(text=text) for text in request["texts"]]
    nodes, seconds = timed(lambda: splitter.get_nodes_from_documents(documents))
    return {"result": [node.text for node in nodes], "seconds": seconds}


def fuse(request: Request) -> Reply:
    fusion = QueryFusionRetriever(
        [Given(found) for found in request["lists"]], mode=request["mode"], num_queries=1, use_async=False,
        similarity_top_k=request["top_k"], retriever_weights=request["weights"],
    )  # fmt: skip
    found, seconds = timed(lambda: fusion.retrieve("q"))
    return {"result": [[hit.node.node_id, hit.score] for hit in found], "seconds": seconds}


def pack(request: Request) -> Reply:
    helper = PromptHelper(request["window"], 256)
    work = getattr(helper, request["how"])
    template = PromptTemplate(request["template"])
    result, seconds = timed(lambda: work(template, request["chunks"]))
    return {"result": list(result), "seconds": seconds}


def synthesize(request: Request) -> Reply:
    llm = ScriptedLLM(request["replies"], LLMMetadata(request["window"], 256, "scripted"))
    templates: dict[str, Any] = {name: PromptTemplate(text) for name, text in request["templates"].items()}
    synthesizer = get_response_synthesizer(llm, response_mode=request["mode"], **templates)
    nodes = [NodeWithScore(TextNode(text=text)) for text in request["chunks"]]
    response, seconds = timed(lambda: synthesizer.synthesize(request["question"], nodes))
    return {"result": [response.response, *llm.prompts], "seconds": seconds}


def vectors_of(request: Request) -> Matrix:
    matrix = np.random.default_rng(request["seed"]).standard_normal((request["count"], request["dimensions"]))
    return (matrix / np.linalg.norm(matrix, axis=1, keepdims=True)).astype(np.float32)


def query(request: Request) -> Reply:
    vectors = vectors_of(request)
    results, seconds = [], []
    with tempfile.TemporaryDirectory() as folder, StorageContext(Path(folder) / "q.ragindex") as storage:
        nodes = [TextNode(text="x", id_=str(number), embedding=vector) for number, vector in enumerate(vectors)]
        VectorStoreIndex(nodes, storage_context=storage, embed_model=NoEmbedding())
        store = SqliteVecVectorStore(storage.connection, NoEmbedding.space, VectorCache())
        for question in vectors_of(request | {"seed": request["seed"] + 1, "count": request["questions"]}):
            asked = VectorStoreQuery(query_embedding=question, similarity_top_k=10)
            found, took = timed(lambda asked=asked: store.query(asked))
            results.append(list(found.ids or ()))
            seconds.append(took)
    return {"result": results, "seconds": statistics.median(seconds)}


def keep(request: Request) -> Reply:
    nodes = []
    for number, vector in enumerate(vectors_of(request)):
        source = RelatedNodeInfo(f"doc{number // request['per_document']}")
        text = request["text"].format(number=number)
        relations = {NodeRelationship.SOURCE: source}
        nodes.append(TextNode(text=text, id_=str(number), embedding=vector, relationships=dict(relations)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept.ragindex"
        index, build = timed(lambda: VectorStoreIndex(nodes, embed_model=NoEmbedding()))
        _, persist = timed(lambda: index.storage_context.persist(path))
        question = QueryBundle("q", embedding=vectors_of(request | {"seed": request["seed"] + 1, "count": 1})[0])

        def ask() -> list[NodeWithScore]:
            with StorageContext.from_defaults(path) as storage:
                loaded = load_index_from_storage(storage, embed_model=NoEmbedding())
                return loaded.as_retriever(similarity_top_k=10).retrieve(question)

        found, asked = timed(ask)
        with StorageContext(path) as storage:  # in place, so that what is deleted is gone from the disk
            index = load_index_from_storage(storage, embed_model=NoEmbedding())
            gone = [timed(lambda name=name: index.delete_ref_doc(name))[1] for name in ("doc1", "doc3", "doc5")]
            left = index.docstore.stores.nodes.node_count() + 2 * request["per_document"]  # the other side deletes one
    seconds = {
        "build": build,
        "persist": persist,
        "load and first query": asked,
        "delete": statistics.median(gone),
    }
    return {"result": [left, [hit.node.node_id for hit in found]], "seconds": seconds}


def lists(request: Request) -> Reply:
    given = [vector.tolist() for vector in vectors_of(request)]

    def made(*, with_vectors: bool = True) -> list[TextNode]:
        return [
            TextNode(
                text=request["text"].format(number=number), id_=str(number), metadata={"file_name": f"{number}.txt"},
                embedding=vector if with_vectors else None,
            )
            for number, vector in enumerate(given)
        ]  # fmt: skip

    found, seconds = [], {}
    asked = VectorStoreQuery(query_embedding=vectors_of(request | {"seed": 5, "count": 1})[0], similarity_top_k=10)
    nodes, store = made(), SimpleVectorStore()
    _, seconds["SimpleVectorStore.add"] = timed(lambda: store.add(nodes))
    result, seconds["first query of it"] = timed(lambda: store.query(asked))
    found.append(list(result.ids or ()))
    nodes = made()
    index, seconds["VectorStoreIndex(nodes)"] = timed(lambda: VectorStoreIndex(nodes, embed_model=NoEmbedding()))
    question = QueryBundle("q", embedding=asked.query_embedding)
    hits, seconds["first query of that"] = timed(lambda: index.as_retriever(similarity_top_k=10).retrieve(question))
    found.append([hit.node.node_id for hit in hits])
    nodes, model = made(with_vectors=False), MockEmbedding(request["dimensions"])
    _, seconds["VectorStoreIndex, MockEmbedding"] = timed(lambda: VectorStoreIndex(nodes, embed_model=model))
    documents = [Document(text=node.text) for node in nodes]
    _, seconds["from_documents, MockEmbedding"] = timed(
        lambda: VectorStoreIndex.from_documents(documents, embed_model=model)
    )
    return {"result": found, "seconds": seconds}


TASKS: dict[str, Callable[[Request], Reply]] = {
    "split": split, "fuse": fuse, "pack": pack, "synthesize": synthesize, "query": query, "keep": keep, "lists": lists,
}  # fmt: skip


def splitting(arguments: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield texts to split, in each language of the guide and from the given files."""
    texts = {}
    for language in ("en", "zh", "ja"):
        guide = resource_path("guide", f"guide.{language}.md")
        texts[f"guide {language}"] = guide.read_text(encoding="utf-8")
    chance = random.Random(arguments.seed)
    for size, overlap in ((1024, 200), (512, 50)):
        for name, page in texts.items():
            text = fresh(chance, page, arguments.split_bytes)
            yield f"{name} {size}/{overlap}", {"texts": [text], "size": size, "overlap": overlap}
        for path in arguments.data:
            text = path.read_text(encoding="utf-8", errors="replace")
            yield f"{path.name} {size}/{overlap}", {"texts": [text], "size": size, "overlap": overlap}


def fusing(_: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield ranked lists that share nodes."""
    chance = random.Random(7)
    for mode in MODES:
        for round_ in range(25):
            lists = []
            for _list in range(chance.randint(1, 4)):
                names = chance.sample(range(30), chance.randint(0, 12))
                scores = sorted((round(chance.uniform(-0.2, 1), 4) for _name in names), reverse=True)
                lists.append([(f"n{name}", score) for name, score in zip(names, scores, strict=True)])
            weights = [round(chance.uniform(0.1, 2), 2) for _list in lists] if round_ % 3 == 0 else None
            yield mode, {"lists": lists, "mode": mode, "weights": weights, "top_k": chance.choice([2, 5, 50])}


def packing(_: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield chunks that fit into a window or do not."""
    chance = random.Random(8)
    for how in ("repack", "truncate"):
        for window in (1200, 2000, 3900):
            for _round in range(6):
                yield f"{how} {window}", {
                    "how": how, "window": window, "template": TEMPLATES["text_qa_template"],
                    "chunks": [prose(chance, chance.randint(5, 900)) for _chunk in range(chance.randint(1, 7))],
                }  # fmt: skip


def synthesizing(_: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield passages for every way to write an answer, and what the model says."""
    chance = random.Random(9)
    for mode in ("compact", "refine", "tree_summarize", "accumulate", "compact_accumulate"):
        wanted = ["text_qa_template"] + (["refine_template"] if mode in {"compact", "refine"} else [])
        wanted = ["summary_template"] if mode == "tree_summarize" else wanted
        for count in (1, 3, 8):
            yield mode, {
                "mode": mode, "window": 2500, "question": QUESTION, "replies": ["Fish swim.", "They swim well."],
                "templates": {name: TEMPLATES[name] for name in wanted},
                "chunks": [prose(chance, chance.randint(40, 500)) for _chunk in range(count)],
            }  # fmt: skip


def querying(arguments: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield numbers of vectors to search."""
    for count in arguments.vectors:
        yield f"{count} vectors", {"count": count, "dimensions": DIMENSIONS, "seed": 1, "questions": 9}


def keeping(arguments: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield numbers of nodes to persist, load and delete from."""
    for count in arguments.nodes:
        yield f"{count} nodes", {
            "count": count, "dimensions": DIMENSIONS, "seed": 3, "per_document": 10, "text": NODE_TEXT,
        }  # fmt: skip


def listing(arguments: argparse.Namespace) -> Iterator[tuple[str, Request]]:
    """Yield numbers of nodes whose vectors are lists of numbers, as programs have them."""
    for count in arguments.lists:
        yield f"{count} lists", {"count": count, "dimensions": DIMENSIONS, "seed": 4, "text": NODE_TEXT}


PARTS: dict[str, Callable[[argparse.Namespace], Iterator[tuple[str, Request]]]] = {
    "split": splitting, "fuse": fusing, "pack": packing, "synthesize": synthesizing, "query": querying,
    "keep": keeping, "lists": listing,
}  # fmt: skip


def fresh(chance: random.Random, page: str, size: int) -> str:
    """Return about ``size`` bytes of a page's lines in another order, a made-up word after some of them."""
    lines = [line for line in page.splitlines() if line.strip()]
    letters = sorted(set("".join(lines)))
    parts: list[str] = []
    left = size
    while left > 0:
        word = "".join(chance.choices(letters, k=chance.randint(3, 9)))
        line = chance.choice(lines)
        cut = chance.randint(0, len(line))
        parts.append(f"{line[:cut]} {word} {line[cut:]}" if chance.random() < 0.3 else line)
        left -= len(parts[-1].encode()) + 1
    return "\n".join(parts)


def prose(chance: random.Random, words: int) -> str:
    """Return sentences with so many words."""
    known = "fish cat tea river mountain swims sleeps boils quickly never red blue and the of under".split()
    sentences, left = [], words
    while left > 0:
        length = min(left, chance.randint(4, 15))
        sentences.append(" ".join(chance.choices(known, k=length)).capitalize() + ".")
        left -= length
    return " ".join(sentences)


def difference(mine: Any, theirs: Any) -> str:
    """Return "" for equal results, otherwise where they begin to differ."""
    if isinstance(mine, list) and isinstance(theirs, list):
        for place, (one, other) in enumerate(zip(mine, theirs, strict=False)):
            found = difference(one, other)
            if found:
                return f"[{place}] {found}"
        return "" if len(mine) == len(theirs) else f"{len(mine)} instead of {len(theirs)}"
    if isinstance(mine, float) and isinstance(theirs, float | int):
        return "" if abs(mine - theirs) < 1e-6 else f"{mine} instead of {theirs}"
    if isinstance(mine, str) and isinstance(theirs, str):
        mine, theirs = mine.strip(), theirs.strip()
        if mine == theirs:
            return ""
        same = next(
            (place for place, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b),
            min(len(mine), len(theirs)),
        )
        start = max(0, same - 20)
        mine, theirs = mine[start : start + 60], theirs[start : start + 60]
    return "" if mine == theirs else f"{mine!r} instead of {theirs!r}"


def recall(found: Any, nearest: Any) -> float:
    """Return what share of the nearest was found."""
    return statistics.mean(len(set(one) & set(other)) / len(other) for one, other in zip(found, nearest, strict=True))


def nearest_of(request: Request) -> list[list[str]]:
    """Return the ids of the ten vectors that are really nearest to each question."""
    vectors = vectors_of(request)
    questions = vectors_of(request | {"seed": request["seed"] + 1, "count": request["questions"]})
    return [[str(place) for place in np.argsort(-vectors @ question)[:10]] for question in questions]


def show_speed(name: str, what: str, mine: float, theirs: float, beside: str = "") -> None:
    """Print both times and how they compare, with the goal where there is one, and what stands beside."""
    ratio = theirs / max(mine, 1e-9)
    goal = GOALS.get(what)
    verdict = "" if goal is None else f"  goal {goal}x: {'reached' if ratio >= goal else 'MISSED'}"
    print(f"  {name:34} {mine * 1000:12.2f} ms  {theirs * 1000:12.2f} ms  {ratio:9.1f}x{verdict}{beside}")


def run(part: str, arguments: argparse.Namespace, reference: Reference) -> None:
    """Compare one part."""
    print(f"\n{part}: ours, theirs, how many times faster")
    totals: dict[str, list[float]] = {}
    different: dict[str, list[str]] = {}
    beside: dict[str, str] = {}
    for number, (name, request) in enumerate(PARTS[part](arguments)):
        if part not in {"query", *STAGED} and not number:  # what is loaded at first use; of the texts, nothing is seen
            warm = request | {"texts": [prose(random.Random(0), 500)] if "texts" in request else []}
            TASKS[part](warm)
            reference.ask(part, warm)
        mine, theirs = TASKS[part](json.loads(json.dumps(request))), reference.ask(part, request)
        if part in STAGED:
            for what in mine["seconds"]:
                show_speed(f"{name}: {what}", what, mine["seconds"][what], theirs["seconds"][what])
        else:
            times = totals.setdefault(name, [0.0, 0.0])
            times[0] += mine["seconds"]
            times[1] += theirs["seconds"]
        if part == "query":
            nearest = nearest_of(request)
            shares = recall(mine["result"], nearest), recall(theirs["result"], nearest)
            beside[name] = f"  recall {shares[0]:.0%}, theirs {shares[1]:.0%}"
        else:
            different.setdefault(name, []).append(difference(mine["result"], theirs["result"]))
    for name, (mine_seconds, their_seconds) in totals.items():
        what = part if part != "query" or name.startswith("100000 ") else ""
        show_speed(name, what, mine_seconds, their_seconds, beside.get(name, ""))
    for name, results in different.items():
        differing = [result for result in results if result]
        print(f"  {name:34} {len(results) - len(differing)} of {len(results)} equal; {differing[:2] or ''}")


def main() -> None:
    """Compare the wanted parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reference", required=True, help="a python with llama-index-core")
    parser.add_argument("--data", nargs="*", type=Path, default=[], help="text files to split as well")
    parser.add_argument("--only", nargs="*", choices=sorted(PARTS), default=list(PARTS))
    parser.add_argument("--vectors", nargs="*", type=int, default=[1_000, 10_000, 100_000])
    parser.add_argument("--nodes", nargs="*", type=int, default=[10_000])
    parser.add_argument("--lists", nargs="*", type=int, default=[100, 2_000])
    parser.add_argument("--split-bytes", type=int, default=1_000_000, help="of each language of the guide")
    parser.add_argument("--seed", type=int, default=time.time_ns(), help="of the texts")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    reference = Reference(arguments.reference)
    try:
        for part in arguments.only:
            run(part, arguments, reference)
    finally:
        reference.close()


if __name__ == "__main__":
    main()
