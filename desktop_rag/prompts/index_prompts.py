"""The wording with which models build and search trees, keyword tables and knowledge graphs.

Short sentences, the form of the reply last: that is what very small models manage.
"""

from desktop_rag.prompts.base import PromptTemplate, PromptType

SUMMARY_PROMPT = PromptTemplate(
    "Text:\n{context_str}\n\n"
    "Summarise this text in a few sentences, in the language it is written in. Keep names, figures and dates. "
    "Add nothing that the text does not say.\n\nSummary:",
    required=frozenset({"context_str"}),
    prompt_type=PromptType.SUMMARY,
)
INSERT_PROMPT = PromptTemplate(
    "Here are {num_chunks} summaries, numbered from 1:\n\n{context_list}\n\n"
    "New text:\n{new_chunk_text}\n\n"
    "Under which of the summaries does the new text belong? Reply with its number only.\n\nNumber:",
    required=frozenset({"context_list", "new_chunk_text"}),
    prompt_type=PromptType.TREE_INSERT,
)
TREE_SELECT_PROMPT = PromptTemplate(
    "Here are {num_chunks} texts, numbered from 1:\n\n{context_list}\n\n"
    "Question: {query_str}\n\n"
    "Which one of the texts helps most to answer the question? Reply with its number, then one sentence why.\n\n"
    "ANSWER:",
    required=frozenset({"context_list", "query_str"}),
    prompt_type=PromptType.TREE_SELECT,
)
TREE_SELECT_MULTIPLE_PROMPT = PromptTemplate(
    "Here are {num_chunks} texts, numbered from 1:\n\n{context_list}\n\n"
    "Question: {query_str}\n\n"
    "Which of the texts help most to answer the question? Reply with at most {branching_factor} numbers, the best "
    "first, separated by commas.\n\nANSWER:",
    required=frozenset({"context_list", "query_str", "branching_factor"}),
    prompt_type=PromptType.TREE_SELECT_MULTIPLE,
)
KEYWORD_EXTRACT_PROMPT = PromptTemplate(
    "Text:\n{text}\n\n"
    "Write down at most {max_keywords} keywords of this text: the names, things and subjects it is about, in its own "
    "language and spelling. Separate them by commas.\n\nKEYWORDS:",
    required=frozenset({"text"}),
    prompt_type=PromptType.KEYWORD_EXTRACT,
)
QUERY_KEYWORD_EXTRACT_PROMPT = PromptTemplate(
    "Question: {question}\n\n"
    "Write down at most {max_keywords} keywords by which the answer could be looked up: the names, things and "
    "subjects of the question, in its own language and spelling. Separate them by commas.\n\nKEYWORDS:",
    required=frozenset({"question"}),
    prompt_type=PromptType.QUERY_KEYWORD_EXTRACT,
)
KG_TRIPLET_EXTRACT_PROMPT = PromptTemplate(
    "Write down what a text says as facts, each on its own line in the form (subject, relation, object).\n\n"
    "Text: Mira Solano runs the bakery in Hall Street, which opened in 1998.\n"
    "Facts:\n(Mira Solano, runs, bakery in Hall Street)\n(bakery in Hall Street, opened in, 1998)\n\n"
    "Write at most {max_knowledge_triplets} facts about the next text, in its own language. Use short names. "
    "Leave out what is not a fact.\n\n"
    "Text: {text}\nFacts:\n",
    required=frozenset({"text"}),
    prompt_type=PromptType.KNOWLEDGE_TRIPLET_EXTRACT,
)
