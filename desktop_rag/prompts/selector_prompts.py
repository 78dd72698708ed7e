"""The wording of requests to choose, among sources or passages, and to ask a question in other ways."""

from desktop_rag.prompts.base import PromptTemplate, PromptType

SINGLE_SELECT_PROMPT = PromptTemplate(
    "There are {num_choices} choices, numbered from 1:\n\n{context_list}\n\n"
    "Question: {query_str}\n\n"
    "Which one choice helps most to answer the question? Reply with JSON and nothing else, like "
    '{"choice": 1, "reason": "why, in a few words"}',
    required=frozenset({"context_list", "query_str"}),
    prompt_type=PromptType.SINGLE_SELECT,
)
MULTI_SELECT_PROMPT = PromptTemplate(
    "There are {num_choices} choices, numbered from 1:\n\n{context_list}\n\n"
    "Question: {query_str}\n\n"
    "Which choices help to answer the question? Name those that are needed, the best first, at most {max_outputs}. "
    "Reply with a JSON list and nothing else, like "
    '[{"choice": 2, "reason": "why, in a few words"}, {"choice": 1, "reason": "why, in a few words"}]',
    required=frozenset({"context_list", "query_str"}),
    prompt_type=PromptType.MULTI_SELECT,
)
SUB_QUESTION_PROMPT = PromptTemplate(
    "Below are the sources that can be asked, and a question. Take the question apart into simpler ones that together "
    "answer it; each goes to the one source that knows most about it, and must be understandable alone. Write them in "
    "the language of the question. A simple question stays one.\n\n"
    "Sources:\n{tools_str}\n\nQuestion: {query_str}\n\n"
    "Reply with a JSON list and nothing else, like "
    '[{"sub_question": "the first simpler question", "tool_name": "name of a source"}]',
    required=frozenset({"tools_str", "query_str"}),
    prompt_type=PromptType.SUB_QUESTION,
)
SUB_ANSWERS_PROMPT = PromptTemplate(
    "A question was taken apart, and each part was answered:\n\n{context_str}\n\n"
    "Answer the whole question with these answers and nothing else. Answer in the language of the question.\n\n"
    "Question: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
)
QUERY_GEN_PROMPT = PromptTemplate(
    "Somebody searches their own documents. Write {num_queries} other search queries for the question below: "
    "other words for the same thing, or one part of it. Keep names, numbers and dates as they are, and use the "
    "language of the question. One query on each line, nothing else.\n\n"
    "Question: {query}\n"
    "Queries:",
    required=frozenset({"query"}),
)
CHOICE_SELECT_PROMPT = PromptTemplate(
    "Below are numbered passages and a question. Which passages help to answer the question? Write one line for each "
    "of them, the most helpful first, with its number and how much it helps from 1 (hardly) to 10 (it is the answer), "
    "in exactly this form:\n"
    "Doc: 2, Relevance: 9\n"
    "Leave out passages that do not help. If none of them helps, write: NONE\n\n"
    "{context_str}\n\n"
    "Question: {query_str}\n"
    "Answer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.CHOICE_SELECT,
)
