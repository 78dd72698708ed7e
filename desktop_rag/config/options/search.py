"""Options of how passages are found."""

from desktop_rag.config.option import Choice, Option, OptionGroup

_BUILT_FIRST = (
    "The first question builds this index, which can take a long time. To build it beforehand, use “Build other "
    "indexes” in the library's menu."
)

SIMILARITY_TOP_K = Option(
    "retrieval.similarity_top_k",
    5,
    "Passages per answer",
    "How many passages an answer is based on.",
    minimum=1,
    maximum=50,
    common=True,
    per_conversation=True,
    travels=True,
)
RETRIEVER = Option(
    "retrieval.retriever",
    "auto",
    "Search by",
    "How passages are found.",
    (
        Choice("auto", "Automatic"),
        Choice("hybrid", "Words and meaning"),
        Choice("vector", "Meaning only"),
        Choice("bm25", "Words only"),
        Choice("query_fusion", "Several variations of the question", needs_model=True),
        Choice("auto_merging", "Passages merged into sections where many match"),
        Choice("router", "The model chooses how to search", needs_model=True),
        Choice("summary", "Everything in the library"),
        Choice("tree", "Tree of summaries", _BUILT_FIRST, needs_model=True),
        Choice("keyword_table", "Table of keywords", _BUILT_FIRST),
        Choice("knowledge_graph", "Graph of facts", _BUILT_FIRST, needs_model=True),
    ),
    common=True,
    per_conversation=True,
)
_COMPARES = RETRIEVER.among("auto", "hybrid", "vector", "query_fusion", "auto_merging", "router")
VECTOR_STORE_QUERY_MODE = Option(
    "retrieval.vector_store_query_mode",
    "default",
    "Compare by",
    "How passages are compared with the question when searching by meaning.",
    (
        Choice("default", "Closeness in meaning"),
        Choice("mmr", "Closeness and variety", "Avoids passages that say the same."),
        Choice("svm", "Support vectors (SVM)"),
        Choice("linear_regression", "Linear regression"),
        Choice("logistic_regression", "Logistic regression"),
        Choice("hybrid", "Meaning and words, mixed"),
        Choice("sparse", "Words, weighted"),
        Choice("text_search", "Words, as text search"),
        Choice("semantic_hybrid", "Meaning and words, reranked"),
    ),
    shown_when=(_COMPARES,),
    per_conversation=True,
    travels=True,
)
ALPHA = Option(
    "retrieval.alpha",
    0.5,
    "Words or meaning",
    "0: words only; 1: meaning only.",
    minimum=0.0,
    maximum=1.0,
    shown_when=(_COMPARES, VECTOR_STORE_QUERY_MODE.among("hybrid", "semantic_hybrid")),
    per_conversation=True,
    travels=True,
)
MMR_THRESHOLD = Option(
    "retrieval.mmr_threshold",
    0.5,
    "Relevance or variety",
    "0: variety only; 1: relevance only.",
    minimum=0.0,
    maximum=1.0,
    shown_when=(_COMPARES, VECTOR_STORE_QUERY_MODE.among("mmr")),
    per_conversation=True,
    travels=True,
)
FUSION_MODE = Option(
    "retrieval.fusion_mode",
    "relative_score",
    "Combine results by",
    "How several result lists are combined.",
    (
        Choice("relative_score", "Scores, scaled within each list"),
        Choice("reciprocal_rerank", "Ranks within each list"),
        Choice("dist_based_score", "Scores, scaled by their spread"),
        Choice("simple", "Best score, unscaled"),
    ),
    shown_when=(RETRIEVER.among("query_fusion"),),
    per_conversation=True,
    travels=True,
)
NUM_QUERIES = Option(
    "retrieval.num_queries",
    4,
    "Query variations",
    "How many versions of the question are searched for, including the original.",
    minimum=1,
    maximum=20,
    shown_when=(RETRIEVER.among("query_fusion"),),
    per_conversation=True,
)
NODE_POSTPROCESSORS = Option(
    "retrieval.node_postprocessors",
    "",
    "After searching",
    "Steps that filter, sort or extend the passages found, in this order.",
    example="similarity cutoff=0.5",
    lines=True,
    per_conversation=True,
)
FILTERS = Option(
    "retrieval.filters",
    "",
    "Only passages with",
    "Only passages that meet all conditions are searched.",
    example="page_number<=10",
    lines=True,
    per_conversation=True,
)
RERANK_BASE_URL = Option(
    "rerank.base_url",
    "",
    "Reranker's address",
    "A server with /v1/rerank: llama.cpp, vLLM, TEI, Jina, Cohere.",
    example="http://localhost:8080",
    hides="login",
)
RERANK_MODEL = Option("rerank.model", "", "Reranker", "The reranking model's name as its server lists it.")

SEARCH = OptionGroup(
    "search",
    "Search",
    (
        SIMILARITY_TOP_K,
        RETRIEVER,
        VECTOR_STORE_QUERY_MODE,
        ALPHA,
        MMR_THRESHOLD,
        FUSION_MODE,
        NUM_QUERIES,
        NODE_POSTPROCESSORS,
        FILTERS,
        RERANK_BASE_URL,
        RERANK_MODEL,
    ),
)
