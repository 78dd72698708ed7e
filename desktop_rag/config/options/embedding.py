"""Options of the model that searches by meaning."""

from desktop_rag.config.option import Choice, Option, OptionGroup

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
_SERVED = (EMBEDDING_PROVIDER.among("openai"),)
EMBEDDING_BASE_URL = Option(
    "embedding.base_url",
    "",
    "Address",
    "Where the model is served. Empty: OpenAI's address.",
    example="http://localhost:11434",
    shown_when=_SERVED,
    hides="login",
)
EMBEDDING_MODEL = Option("embedding.model", "", "Model", "The model's name as its server lists it.", shown_when=_SERVED)
EMBEDDING_MAX_TOKENS = Option(
    "embedding.max_tokens",
    0,
    "Longest text",
    "How much text the model reads at once; longer passages are prepared in parts.",
    minimum=0,
    maximum=1_000_000,
    minimum_label="Detected",
    unit="tokens",
    shown_when=_SERVED,
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
