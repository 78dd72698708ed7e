"""Options of the language model."""

from desktop_rag.config.option import Choice, Option, OptionGroup

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
        LLM_ADDITIONAL_KWARGS,
        LLM_STRICT,
        LLM_KEEP_LOADED,
        LLM_KEEP_ALIVE,
    ),
)
