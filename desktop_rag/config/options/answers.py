"""Options of how questions are answered."""

from desktop_rag.config.option import Choice, Option, OptionGroup

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

ANSWERS = OptionGroup(
    "answers",
    "Answers",
    (MODE, DOCUMENTS_ONLY, JUDGE, CHAT_MODE, RESPONSE_MODE, QUERY_ENGINE, MEMORY, IMAGES, STRUCTURED_ANSWER_FILTERING),
)
