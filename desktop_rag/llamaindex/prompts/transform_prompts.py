"""The wording of questions that become other questions, and of where an answer goes on."""

from desktop_rag.prompts.base import PromptTemplate, PromptType

HYDE_PROMPT = PromptTemplate(
    "Write the passage of a document that answers the question, with as many details as such a passage has. Write it "
    "in the language of the question, and nothing else.\n\nQuestion: {context_str}\nPassage:",
    required=frozenset({"context_str"}),
    prompt_type=PromptType.SUMMARY,
)
DECOMPOSE_QUERY_PROMPT = PromptTemplate(
    "What can be looked up: {context_str}\n\nQuestion: {query_str}\n\n"
    "Write one question that can be looked up there and helps to answer this one: a part of it, or the question itself "
    "where it has no parts. Write only that question, in the same language.\nQuestion:",
    required=frozenset({"query_str"}),
    prompt_type=PromptType.DECOMPOSE,
)
STEP_DECOMPOSE_QUERY_PROMPT = PromptTemplate(
    "What can be looked up: {context_str}\n\nQuestion: {query_str}\n\n"
    "Found out so far:\n{prev_reasoning}\n\n"
    "Write the next question that has to be looked up before this one can be answered: a part of it that is not "
    "answered yet, or the question itself. If nothing more can be found out, write None. Write only the question or "
    "None.\nNext question:",
    required=frozenset({"query_str", "prev_reasoning"}),
)
CITATION_QA_PROMPT = PromptTemplate(
    "Answer the question with the numbered sources below, and with nothing else. After each sentence write the number "
    "of the source that says so, like [1]. If no source says it, say that. Answer in the language of the question.\n\n"
    "Sources:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
)
CITATION_REFINE_PROMPT = PromptTemplate(
    "Question: {query_str}\n\nAnswer so far:\n{existing_answer}\n\nMore numbered sources:\n{context_msg}\n\n"
    "Improve the answer where these sources add or correct something, with their numbers like [1]; otherwise repeat it "
    "unchanged. Write only the answer, in the language of the question.\nAnswer:",
    required=frozenset({"query_str", "existing_answer", "context_msg"}),
)
PREV_NEXT_PROMPT = PromptTemplate(
    "Passage:\n{context_str}\n\nQuestion: {query_str}\n\n"
    "Is what the question asks for said by the passage itself, before it, or after it? Write one word: NONE where the "
    "passage says it, PREVIOUS where it stands before, NEXT where it stands after.\nWord:",
    required=frozenset({"context_str", "query_str"}),
)

DecomposeQueryTransformPrompt = PromptTemplate
"""LlamaIndex's name of templates that take a question apart."""
