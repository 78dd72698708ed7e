"""The one table of options: settings, window, command line and documentation are made from it."""

from desktop_rag.config.option import AnyOption, Choice, Option, OptionGroup, PromptOption
from desktop_rag.prompts import default_prompts
from desktop_rag.prompts.base import PromptTemplate

LLM_PROVIDER = Option(
    "llm.provider",
    "none",
    "Answers written by",
    "The model that writes the answers.",
    (
        Choice("none", "No model (quotations only)", "Answers are word-for-word quotations from your files."),
        Choice("openai", "OpenAI or compatible", "OpenAI, LM Studio, llama.cpp, vLLM and others with the same API."),
        Choice("ollama", "Ollama", "Ollama's own API, through which the context window can be set."),
        Choice("built-in", "Built in", "A model file (GGUF) that this program runs by itself; no server is needed."),
    ),
    common=True,
)
_ANY_MODEL = (LLM_PROVIDER.among("openai", "ollama", "built-in"),)
_SERVED = (LLM_PROVIDER.among("openai", "ollama"),)
_OLLAMA = (LLM_PROVIDER.among("ollama"),)
_BUILT_IN = (LLM_PROVIDER.among("built-in"),)
_OPENAI = (LLM_PROVIDER.among("openai"),)

LLM_CONNECTION = Option(
    "llm.connection",
    "",
    "Connection",
    "The saved connection, by its name, that all settings of the model come from.",
    example="Ollama",
)
LLM_BASE_URL = Option(
    "llm.base_url",
    "",
    "Address",
    "Where the model is served. Empty: the provider's usual address.",
    example="http://localhost:11434",
    shown_when=_SERVED,
    common=True,
    hides="login",
)
LLM_MODEL = Option(
    "llm.model",
    "",
    "Model",
    "The model's name as its server lists it; of the built-in one, its file or what “model list” calls it.",
    shown_when=_ANY_MODEL,
    common=True,
)
LLM_CONTEXT_WINDOW = Option(
    "llm.context_window",
    0,
    "Context window",
    "How much the model reads at once.",
    minimum=0,
    maximum=10_000_000,
    minimum_label="As reported by the server",
    unit="tokens",
    shown_when=_ANY_MODEL,
    common=True,
)
LLM_MAX_TOKENS = Option(
    "llm.max_tokens",
    0,
    "Longest answer",
    "How long an answer can be, including the thinking of a reasoning model.",
    minimum=0,
    maximum=1_000_000,
    minimum_label="No limit",
    unit="tokens",
    shown_when=_ANY_MODEL,
    common=True,
)
LLM_TEMPERATURE = Option(
    "llm.temperature",
    0.1,
    "Temperature",
    "0 gives nearly the same answer each time; higher values vary the wording.",
    minimum=0.0,
    maximum=2.0,
    shown_when=_ANY_MODEL,
    common=True,
)
LLM_TIMEOUT = Option(
    "llm.timeout",
    120.0,
    "Time limit",
    "How long to wait for the next words of an answer.",
    minimum=1.0,
    maximum=3600.0,
    unit="seconds",
    shown_when=_SERVED,
)
LLM_SEED = Option(
    "llm.seed",
    -1,
    "Seed",
    "The same seed and temperature repeat an answer, if the server supports it.",
    minimum=-1,
    maximum=2**31 - 1,
    minimum_label="None",
    shown_when=_ANY_MODEL,
)
LLM_STOP = Option(
    "llm.stop", "", "Stop sequences", "Texts that end an answer, one per line.", lines=True, shown_when=_ANY_MODEL
)
LLM_MAX_RETRIES = Option(
    "llm.max_retries",
    3,
    "Retries",
    "How often a question is sent again when the server fails or is busy.",
    minimum=0,
    maximum=20,
    shown_when=_SERVED,
)
LLM_DEFAULT_HEADERS = Option(
    "llm.default_headers",
    "",
    "HTTP headers",
    "Sent with every request, one “Name: value” per line.",
    lines=True,
    shown_when=_SERVED,
    hides="headers",
)
LLM_API_VERSION = Option(
    "llm.api_version", "", "API version", "Sent as api-version with every request; Azure needs it.", shown_when=_OPENAI
)
LLM_REASONING_EFFORT = Option(
    "llm.reasoning_effort",
    "",
    "Reasoning effort",
    "How long a reasoning model thinks before it answers.",
    (
        Choice("", "The model's default"),
        Choice("none", "None"),
        Choice("minimal", "Minimal"),
        Choice("low", "Low"),
        Choice("medium", "Medium"),
        Choice("high", "High"),
        Choice("xhigh", "Highest"),
    ),
    shown_when=_SERVED,
)
LLM_THINKING = Option(
    "llm.thinking",
    "",
    "Thinking",
    "Whether a reasoning model thinks before it answers.",
    (Choice("", "The model's default"), Choice("on", "On"), Choice("off", "Off")),
    shown_when=_ANY_MODEL,
)
LLM_THINKING_BUDGET = Option(
    "llm.thinking_budget",
    0,
    "Thinking budget",
    "How long a reasoning model may think, about. What it thinks beyond that is cut off, and it answers.",
    minimum=0,
    maximum=1_000_000,
    minimum_label="No limit",
    unit="tokens",
    shown_when=_ANY_MODEL,
)
LLM_SEES_IMAGES = Option(
    "llm.sees_images",
    "",
    "Sees images",
    "Whether the model can be shown pages and pictures.",
    (Choice("", "As reported by the server"), Choice("on", "Yes"), Choice("off", "No")),
    shown_when=_SERVED,
)
LLM_MASKS = Option(
    "llm.mask_private_values",
    default=False,
    label="Keep private values here",
    help=(
        "Names, addresses, amounts, and numbers of accounts and documents leave as stand-ins, and are put back into "
        "the answer. What no rule recognises leaves as it is, and a search model on a server reads whole texts. "
        "Pictures aren't sent."
    ),
    shown_when=_SERVED,
)
LLM_ADDITIONAL_KWARGS = Option(
    "llm.additional_kwargs",
    "",
    "Extra JSON",
    "A JSON object. Its fields go into every request as they are.",
    example='{"top_k": 20}',
    shown_when=_ANY_MODEL,
)
LLM_STRICT = Option(
    "llm.strict",
    default=False,
    label="Strict tools",
    help="Hold the model to the exact schema of tools and structured answers.",
    shown_when=_OPENAI,
)
LLM_KEEP_LOADED = Option(
    "llm.keep_loaded",
    10,
    "Keep in memory",
    "How long the built-in model stays loaded after its last answer.",
    minimum=0,
    maximum=1440,
    minimum_label="Not at all",
    unit="minutes",
    shown_when=_BUILT_IN,
)
LLM_KEEP_ALIVE = Option(
    "llm.keep_alive",
    5,
    "Keep in memory",
    "How long Ollama keeps the model in memory after an answer.",
    minimum=-1,
    maximum=10_080,
    minimum_label="Until Ollama ends",
    unit="minutes",
    shown_when=_OLLAMA,
)

LLM_PROMPT_PRICE = Option(
    "llm.prompt_price",
    0.0,
    "Price of tokens sent",
    "What a million tokens of a request cost. With it, a review table tells its cost before, and can be limited.",
    minimum=0.0,
    maximum=100_000.0,
    minimum_label="Not known",
    decimals=4,
    shown_when=_SERVED,
)
LLM_COMPLETION_PRICE = Option(
    "llm.completion_price",
    0.0,
    "Price of tokens received",
    "What a million tokens of an answer cost.",
    minimum=0.0,
    maximum=100_000.0,
    minimum_label="Not known",
    decimals=4,
    shown_when=_SERVED,
)
LLM_CURRENCY = Option(
    "llm.currency", "", "Currency", "The currency of both prices, as it is shown.", example="USD", shown_when=_SERVED
)

MODEL = OptionGroup(
    "model",
    "Model",
    (
        LLM_CONNECTION,
        LLM_PROVIDER,
        LLM_BASE_URL,
        LLM_MODEL,
        LLM_CONTEXT_WINDOW,
        LLM_MAX_TOKENS,
        LLM_TEMPERATURE,
        LLM_TIMEOUT,
        LLM_SEED,
        LLM_STOP,
        LLM_MAX_RETRIES,
        LLM_DEFAULT_HEADERS,
        LLM_API_VERSION,
        LLM_THINKING,
        LLM_THINKING_BUDGET,
        LLM_REASONING_EFFORT,
        LLM_SEES_IMAGES,
        LLM_MASKS,
        LLM_ADDITIONAL_KWARGS,
        LLM_STRICT,
        LLM_KEEP_LOADED,
        LLM_KEEP_ALIVE,
        LLM_PROMPT_PRICE,
        LLM_COMPLETION_PRICE,
        LLM_CURRENCY,
    ),
)

MODE = Option(
    "answer.mode",
    "answer",
    "Mode",
    "How questions are answered.",
    (
        Choice("answer", "Answer", "From your files only, with sources"),
        Choice("chat", "Chat", "Your files and what the model knows", needs_model=True),
        Choice("agent", "Agent", "Searches and reads on its own, step by step", needs_model=True),
        Choice("summarise", "Summarise", "Everything that fits the question", needs_model=True),
        Choice("search", "Search only", "Passages, without an answer"),
    ),
    common=True,
    per_conversation=True,
)
DOCUMENTS_ONLY = Option(
    "answer.documents_only",
    default=False,
    label="Documents only",
    help=(
        "Leave out what your files don't support, and say so when they don't answer the question. Applies to every "
        "mode that writes an answer; not to JSON and not to figures computed from tables."
    ),
    common=True,
    per_conversation=True,
    travels=True,
)
JUDGE = Option(
    "answer.judge",
    default=True,
    label="Built-in judge",
    help=(
        "A small model on this computer reads the question beside the sentences that come nearest. It picks those that "
        "answer, and notices when none does. Turn it off if answers take too long."
    ),
    per_conversation=True,
)
CHAT_MODE = Option(
    "answer.chat_mode",
    "auto",
    "Chat mode",
    "How a message and the conversation before it become an answer.",
    (
        Choice("auto", "Automatic"),
        Choice("best", "Best for this model"),
        Choice("context", "Search with the message as it is"),
        Choice("condense_question", "Rewrite the message as a question, then answer that"),
        Choice("condense_plus_context", "Rewrite the message, search, then answer it"),
        Choice("simple", "No search, only the model", needs_model=True),
        Choice("react", "Agent that writes its steps (any model)", needs_model=True),
        Choice("openai", "Agent with the model's own tools", needs_model=True),
    ),
    per_conversation=True,
)
RESPONSE_MODE = Option(
    "answer.response_mode",
    "auto",
    "Response mode",
    "How passages become an answer.",
    (
        Choice("auto", "Automatic"),
        Choice("compact", "As few calls as possible"),
        Choice("refine", "Refine passage by passage"),
        Choice("tree_summarize", "Summaries of summaries"),
        Choice("simple_summarize", "One call, cut to fit"),
        Choice("accumulate", "One answer per passage"),
        Choice("compact_accumulate", "One answer per group of passages"),
        Choice("generation", "Without the passages"),
        Choice("context_only", "Passages only, joined"),
        Choice("no_text", "No answer, only sources"),
    ),
    common=True,
    per_conversation=True,
)
QUERY_ENGINE = Option(
    "answer.query_engine",
    "retriever",
    "Answer from",
    "Where answers come from.",
    (
        Choice("retriever", "The passages found"),
        Choice("router", "The model chooses: passages, a summary or tables", needs_model=True),
        Choice("sub_question", "The parts of the question, one by one", needs_model=True),
        Choice("sql", "The tables of spreadsheets and CSV files", needs_model=True),
    ),
    per_conversation=True,
)
MEMORY = Option(
    "answer.memory",
    "buffer",
    "Long conversations",
    "What the model sees of a conversation that no longer fits.",
    (
        Choice("buffer", "The latest messages that fit"),
        Choice("summary", "The latest messages and a summary of earlier ones", needs_model=True),
    ),
    per_conversation=True,
)
IMAGES = Option(
    "answer.images",
    "asked",
    "Show pages as images",
    "Send the best pages found, at most three, as images to a model that sees them.",
    (
        Choice("never", "Never"),
        Choice("asked", "When a question asks for a figure or picture", needs_model=True),
        Choice("always", "Always", needs_model=True),
    ),
    per_conversation=True,
)
STRUCTURED_ANSWER_FILTERING = Option(
    "answer.structured_answer_filtering",
    default=False,
    label="Skip passages that don't answer",
    help="Ask the model whether each group of passages answers the question, and skip those that don't.",
    per_conversation=True,
)

SIGN_PACKS = Option(
    "answer.sign_packs",
    default=False,
    label="Sign evidence packs",
    help=(
        "Sign the evidence packs you export with a key of your own, made on first use and kept where API keys are. "
        "Anyone who knows its fingerprint can tell that a pack is from you."
    ),
)
ANSWERS = OptionGroup(
    "answers",
    "Answers",
    (
        MODE,
        DOCUMENTS_ONLY,
        JUDGE,
        CHAT_MODE,
        RESPONSE_MODE,
        QUERY_ENGINE,
        MEMORY,
        IMAGES,
        STRUCTURED_ANSWER_FILTERING,
        SIGN_PACKS,
    ),
)

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

EMBEDDING_PROVIDER = Option(
    "embedding.provider",
    "built-in",
    "Search by meaning with",
    "The search model of new libraries; a library keeps the model it was created with.",
    (
        Choice("built-in", "The built-in model", "Comes with the program and runs on this computer."),
        Choice(
            "openai",
            "A model at an OpenAI-compatible address",
            "OpenAI, Ollama, LM Studio, llama.cpp, TEI and others with the same API.",
        ),
    ),
)
_EMBEDDINGS_SERVED = (EMBEDDING_PROVIDER.among("openai"),)
EMBEDDING_BASE_URL = Option(
    "embedding.base_url",
    "",
    "Address",
    "Where the model is served. Empty: OpenAI's address.",
    example="http://localhost:11434",
    shown_when=_EMBEDDINGS_SERVED,
    hides="login",
)
EMBEDDING_MODEL = Option(
    "embedding.model", "", "Model", "The model's name as its server lists it.", shown_when=_EMBEDDINGS_SERVED
)
EMBEDDING_MAX_TOKENS = Option(
    "embedding.max_tokens",
    0,
    "Longest text",
    "How much text the model reads at once; longer passages are prepared in parts.",
    minimum=0,
    maximum=1_000_000,
    minimum_label="Detected",
    unit="tokens",
    shown_when=_EMBEDDINGS_SERVED,
)
EMBEDDING_PROCESSOR_ONLY = Option(
    "embedding.processor_only",
    default=False,
    label="Use the processor alone",
    help="The built-in model runs on a graphics card or the like where that is faster. Counts from the next start on.",
    shown_when=(EMBEDDING_PROVIDER.among("built-in"),),
)

EMBEDDING = OptionGroup(
    "embedding",
    "Search model",
    (EMBEDDING_PROVIDER, EMBEDDING_BASE_URL, EMBEDDING_MODEL, EMBEDDING_MAX_TOKENS, EMBEDDING_PROCESSOR_ONLY),
)

THEME = Option(
    "window.theme",
    "system",
    "Appearance",
    "The colours of the window.",
    (
        Choice("system", "Same as the system"),
        Choice("light", "Light"),
        Choice("dark", "Dark"),
        Choice("contrast", "High contrast", "Light or dark as the system is, with stronger colours and lines."),
    ),
)
TEXT_SIZE = Option(
    "window.text_size",
    100,
    "Text size",
    "The size of all text in the window, on top of the text size of the system.",
    minimum=80,
    maximum=200,
    unit="%",
)
NOTIFICATIONS = Option(
    "window.notifications",
    True,  # noqa: FBT003 - the default
    "Notifications",
    "Tell when something that took longer than half a minute ends while the window is not in front.",
)
NAME_CONVERSATIONS = Option(
    "window.name_conversations",
    True,  # noqa: FBT003 - the default
    "Name conversations",
    "After the first answer, ask the model for a title of the conversation. This is one more short request.",
)
SHORTCUTS = Option(
    "window.shortcuts",
    "",
    "Keyboard shortcuts",
    "Keys that differ from the usual ones, one command on each line.",
    example="library.new = Ctrl+Shift+N",
    lines=True,
)
CLIPBOARD_SHORTCUT = Option(
    "window.clipboard_shortcut",
    default=False,
    label="“Check clipboard” everywhere",
    help="While another program is in front, Ctrl+Alt+Shift+V brings this window to the front and checks the text on "
    "the clipboard. Only these keys are registered with the system; no others are read. On Linux the desktop asks "
    "first and may choose other keys.",
)
SYSTEM_LANGUAGE = "system"
LANGUAGE = Option(
    "window.language",
    SYSTEM_LANGUAGE,
    "Language",
    "The language of the window. The command line follows LANG and --language.",
    (
        Choice(SYSTEM_LANGUAGE, "Same as the system"),
        Choice("en", "English"),
        Choice("de", "Deutsch"),
        Choice("ja", "日本語"),
        Choice("zh_CN", "简体中文"),
    ),
)
WINDOW = OptionGroup(
    "window",
    "Window",
    (THEME, TEXT_SIZE, LANGUAGE, NAME_CONVERSATIONS, NOTIFICATIONS, CLIPBOARD_SHORTCUT, SHORTCUTS),
)
NETWORK_OFFLINE = Option(
    "network.offline",
    default=False,
    label="Work offline",
    help="Contact nothing but programs on this computer. Models on other computers cannot be used meanwhile.",
)
NETWORK = OptionGroup("network", "Network", (NETWORK_OFFLINE,))
PLUGINS_ENABLED = Option(
    "plugins.enabled",
    "",
    "Plug-ins",
    "The installed plug-ins to use, one on each line. They run as a part of this program: name only those you trust.",
    example="postprocessors/newest_first",
    lines=True,
)
PLUGINS = OptionGroup("plugins", "Plug-ins", (PLUGINS_ENABLED,))


def _prompt(name: str, label: str, help_text: str, template: PromptTemplate) -> PromptOption:
    return PromptOption(f"prompts.{name}", template.template, label, help_text, lines=True, required=template.required)


PROMPT_OPTIONS: tuple[PromptOption, ...] = (
    _prompt(
        "context_prompt",
        "Answer from passages",
        "What the model is told before the passages in Answer mode.",
        default_prompts.CONTEXT_SYSTEM_PROMPT,
    ),
    _prompt(
        "chat_context_prompt",
        "Chat about passages",
        "What the model is told before the passages in Chat mode.",
        default_prompts.CHAT_CONTEXT_PROMPT,
    ),
    _prompt(
        "refine_prompt",
        "Improve an answer",
        "Sent with each further part when the passages do not fit into one request.",
        default_prompts.REFINE_PROMPT,
    ),
    _prompt(
        "condense_prompt",
        "Understand a follow-up",
        "Turns a message into a question that stands alone.",
        default_prompts.CONDENSE_PROMPT,
    ),
    _prompt(
        "summary_template",
        "Summarise",
        "Used in Summarise mode, for each part and for the parts together.",
        default_prompts.CONTEXT_SUMMARY_PROMPT,
    ),
    _prompt(
        "simple_template",
        "Without passages",
        "The question alone, for the response mode “generation”.",
        default_prompts.SIMPLE_INPUT_PROMPT,
    ),
    _prompt(
        "summarize_prompt",
        "Remember a conversation",
        "Summarises the beginning of a long conversation.",
        default_prompts.SUMMARIZE_PROMPT,
    ),
    _prompt(
        "query_gen_prompt",
        "Vary a question",
        "Writes the variations of a question for the retriever “query_fusion”.",
        default_prompts.QUERY_GEN_PROMPT,
    ),
    _prompt(
        "choice_select_prompt",
        "Choose passages",
        "Used by the postprocessor “llm_rerank”.",
        default_prompts.CHOICE_SELECT_PROMPT,
    ),
    _prompt(
        "react_system_header",
        "Agent",
        "What an agent that writes its steps is told.",
        default_prompts.REACT_SYSTEM_HEADER,
    ),
    _prompt(
        "text_to_sql_prompt",
        "Ask tables",
        "Writes the SQL for a question about tables.",
        default_prompts.TEXT_TO_SQL_PROMPT,
    ),
    _prompt(
        "kg_triplet_extract_template",
        "Extract facts",
        "Finds the facts of a passage for the knowledge graph.",
        default_prompts.KG_TRIPLET_EXTRACT_PROMPT,
    ),
    _prompt(
        "keyword_extract_template",
        "Extract keywords",
        "Finds the keywords of a passage for the keyword table.",
        default_prompts.KEYWORD_EXTRACT_PROMPT,
    ),
)

PROMPTS = OptionGroup("prompts", "Prompts", PROMPT_OPTIONS)

OPTION_GROUPS: tuple[OptionGroup, ...] = (MODEL, ANSWERS, SEARCH, EMBEDDING, NETWORK, WINDOW, PLUGINS, PROMPTS)
OPTIONS: tuple[AnyOption, ...] = tuple(option for group in OPTION_GROUPS for option in group.options)
OPTIONS_BY_KEY: dict[str, AnyOption] = {option.key: option for option in OPTIONS}
