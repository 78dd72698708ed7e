"""ONE table of options: it feeds the settings, the command line and the documentation."""

from desktop_rag.config.option import AnyOption, Option
from desktop_rag.config.prompts import PROMPT_OPTIONS

LLM_PROVIDER = Option(
    "llm.provider", "none", "Answers are written by",
    "none: quotations only. openai: any OpenAI-compatible endpoint (OpenAI, LM Studio, llama.cpp, vLLM). "
    "ollama: Ollama's own interface.",
    "Model", choices=("none", "openai", "ollama"),
)  # fmt: skip
LLM_BASE_URL = Option(
    "llm.base_url", "", "Address",
    "Where the model is served, for example http://localhost:11434. Empty: the provider's usual address.",
    "Model",
)  # fmt: skip
LLM_MODEL = Option("llm.model", "", "Model", "The model's name as its server lists it.", "Model")
LLM_CONTEXT_WINDOW = Option(
    "llm.context_window", 0, "Context window",
    "How many tokens the model reads at once. 0: ask the server.", "Model", minimum=0, maximum=10_000_000,
)  # fmt: skip
LLM_MAX_TOKENS = Option(
    "llm.max_tokens", 0, "Longest answer", "Tokens an answer may have. 0: let the model decide.", "Model",
    minimum=0, maximum=1_000_000,
)  # fmt: skip
LLM_TEMPERATURE = Option(
    "llm.temperature", 0.1, "Temperature", "0 repeats itself exactly; higher values vary the wording.", "Model",
    minimum=0.0, maximum=2.0,
)  # fmt: skip
LLM_TIMEOUT = Option(
    "llm.timeout", 120.0, "Patience",
    "Seconds to wait for the next words of an answer before giving up.", "Model", minimum=1.0, maximum=3600.0,
)  # fmt: skip
LLM_SEED = Option(
    "llm.seed", -1, "Seed", "The same seed and temperature repeat an answer, where the server can. -1: none.", "Model",
    minimum=-1, maximum=2**31 - 1,
)  # fmt: skip
LLM_STOP = Option(
    "llm.stop", "", "Stop at", "Texts that end an answer, one on each line.", "Model",
)  # fmt: skip
LLM_MAX_RETRIES = Option(
    "llm.max_retries", 3, "Tries again", "How often a question is sent again when the server fails or is busy.",
    "Model", minimum=0, maximum=20,
)  # fmt: skip
LLM_DEFAULT_HEADERS = Option(
    "llm.default_headers", "", "Headers", "HTTP headers for every request, one “Name: value” on each line.", "Model",
)  # fmt: skip
LLM_API_VERSION = Option(
    "llm.api_version", "", "API version", "Sent as api-version with every request; Azure needs it.", "Model",
)  # fmt: skip
LLM_REASONING_EFFORT = Option(
    "llm.reasoning_effort", "", "Reasoning effort", "How long models that reason may think. Empty: their own choice.",
    "Model", choices=("", "none", "minimal", "low", "medium", "high", "xhigh"),
)  # fmt: skip
LLM_STRICT = Option(
    "llm.strict", False, "Strict tools", "Hold the model to the exact form of tools and structured answers.", "Model",  # noqa: FBT003
)  # fmt: skip

MODE = Option(
    "answer.mode", "answer", "Mode",
    "answer: from your documents only. chat: your documents and what the model knows. agent: the model searches and "
    "reads by itself, in steps. summarise: of everything that fits the question. search: passages, no model.",
    "Answers", choices=("answer", "chat", "agent", "summarise", "search"),
)  # fmt: skip
CHAT_MODE = Option(
    "answer.chat_mode", "auto", "Chat mode", "How a message and the conversation before it become an answer. "
    "auto: what the mode needs.",
    "Answers",
    choices=("auto", "best", "context", "condense_question", "condense_plus_context", "simple", "react", "openai"),
)  # fmt: skip
RESPONSE_MODE = Option(
    "answer.response_mode", "auto", "Response mode", "How passages become an answer. auto: what the mode needs.",
    "Answers",
    choices=(
        "auto", "compact", "refine", "tree_summarize", "simple_summarize", "accumulate", "compact_accumulate",
        "generation", "context_only", "no_text",
    ),
)  # fmt: skip
QUERY_ENGINE = Option(
    "answer.query_engine", "retriever", "Ask",
    "retriever: the passages. router: the model chooses between passages, a summary and the tables. sub_question: the "
    "model splits the question. sql: the tables of spreadsheets and CSV files.",
    "Answers", choices=("retriever", "router", "sub_question", "sql"),
)  # fmt: skip
MEMORY = Option(
    "answer.memory", "buffer", "Long conversations",
    "buffer: the model sees the latest messages that fit. summary: and a summary of those before, written by it.",
    "Answers", choices=("buffer", "summary"),
)  # fmt: skip
STRUCTURED_ANSWER_FILTERING = Option(
    "answer.structured_answer_filtering", False, "Skip what does not answer",  # noqa: FBT003
    "Ask the model of each group of passages whether it answers the question, and leave out those that do not.",
    "Answers",
)  # fmt: skip
SIMILARITY_TOP_K = Option(
    "retrieval.similarity_top_k", 5, "Passages per answer", "How many passages an answer is made from.", "Search",
    minimum=1, maximum=50,
)  # fmt: skip
RETRIEVER = Option(
    "retrieval.retriever", "auto", "Search by",
    "auto: what the mode needs. hybrid: words and meaning. vector: meaning. bm25: words. query_fusion: several "
    "wordings of the question, written by the model. auto_merging: whole sections where much of them fits. router: "
    "the model chooses. summary: everything. tree, keyword_table, knowledge_graph: what the model made of the library.",
    "Search",
    choices=(
        "auto", "hybrid", "vector", "bm25", "query_fusion", "auto_merging", "router", "summary", "tree",
        "keyword_table", "knowledge_graph",
    ),
)  # fmt: skip
VECTOR_STORE_QUERY_MODE = Option(
    "retrieval.vector_store_query_mode", "default", "Compare by",
    "How passages are compared with the question when searching by meaning. mmr avoids passages that say the same.",
    "Search",
    choices=(
        "default", "mmr", "svm", "linear_regression", "logistic_regression", "hybrid", "sparse", "text_search",
        "semantic_hybrid",
    ),
)  # fmt: skip
ALPHA = Option(
    "retrieval.alpha", 0.5, "Meaning against words", "For hybrid comparison. 0: words only, 1: meaning only.",
    "Search", minimum=0.0, maximum=1.0,
)  # fmt: skip
MMR_THRESHOLD = Option(
    "retrieval.mmr_threshold", 0.5, "Fit against variety", "For mmr. 0: variety only, 1: fit only.", "Search",
    minimum=0.0, maximum=1.0,
)  # fmt: skip
FUSION_MODE = Option(
    "retrieval.fusion_mode", "relative_score", "Fuse by", "How several result lists become one.", "Search",
    choices=("relative_score", "reciprocal_rerank", "dist_based_score", "simple"),
)  # fmt: skip
NUM_QUERIES = Option(
    "retrieval.num_queries", 4, "Wordings", "For query_fusion: the question itself and others the model writes.",
    "Search", minimum=1, maximum=20,
)  # fmt: skip
NODE_POSTPROCESSORS = Option(
    "retrieval.node_postprocessors", "", "After searching",
    "What is done with the passages that were found, one on each line, for example “similarity cutoff=0.5”.", "Search",
)  # fmt: skip
FILTERS = Option(
    "retrieval.filters", "", "Only passages with", "Conditions on files, one on each line, for example "
    "“file_name=report.pdf” or “page_number<=10”.",
    "Search",
)  # fmt: skip
RERANK_BASE_URL = Option(
    "rerank.base_url", "", "Reranker's address", "A server with /v1/rerank: llama.cpp, vLLM, TEI, Jina, Cohere.",
    "Search",
)  # fmt: skip
RERANK_MODEL = Option("rerank.model", "", "Reranker", "The reranking model's name as its server lists it.", "Search")
EMBEDDING_PROVIDER = Option(
    "embedding.provider", "built-in", "Search by meaning with",
    "built-in: the model that comes with the program, on this computer. openai: a model behind any OpenAI-compatible "
    "address (OpenAI, Ollama, LM Studio, llama.cpp, TEI). A library keeps the model it was made with.",
    "Embedding", choices=("built-in", "openai"),
)  # fmt: skip
EMBEDDING_BASE_URL = Option(
    "embedding.base_url", "", "Address", "Where the model is served, for example http://localhost:11434. "
    "Empty: OpenAI's.",
    "Embedding",
)  # fmt: skip
EMBEDDING_MODEL = Option("embedding.model", "", "Model", "The model's name as its server lists it.", "Embedding")
EMBEDDING_MAX_TOKENS = Option(
    "embedding.max_tokens", 0, "Longest text", "How many tokens the model reads of a passage; longer ones are cut and "
    "their parts' meanings joined. 0 finds out.",
    "Embedding", minimum=0, maximum=1_000_000,
)  # fmt: skip
THEME = Option(
    "window.theme", "system", "Appearance", "Follow the system, or always light or dark.", "Window",
    choices=("system", "light", "dark"),
)  # fmt: skip

OPTIONS: tuple[AnyOption, ...] = (
    LLM_PROVIDER, LLM_BASE_URL, LLM_MODEL, LLM_CONTEXT_WINDOW, LLM_MAX_TOKENS, LLM_TEMPERATURE, LLM_TIMEOUT, LLM_SEED,
    LLM_STOP, LLM_MAX_RETRIES, LLM_DEFAULT_HEADERS, LLM_API_VERSION, LLM_REASONING_EFFORT, LLM_STRICT,
    MODE, CHAT_MODE, RESPONSE_MODE, QUERY_ENGINE, MEMORY, STRUCTURED_ANSWER_FILTERING,
    SIMILARITY_TOP_K, RETRIEVER, VECTOR_STORE_QUERY_MODE, ALPHA, MMR_THRESHOLD, FUSION_MODE, NUM_QUERIES,
    NODE_POSTPROCESSORS, FILTERS, RERANK_BASE_URL, RERANK_MODEL,
    EMBEDDING_PROVIDER, EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_MAX_TOKENS,
    THEME, *PROMPT_OPTIONS,
)  # fmt: skip
