"""The wording of what models are asked: about passages, to choose, in conversations, around tools, tables and indexes.

``context_templates`` are for numbered passages, the others for plain text. Where models build and search trees, keyword
tables and knowledge graphs, sentences are short, the form of the reply last: that is what very small models manage.
"""

from collections.abc import Sequence

from desktop_rag.core.messages import ChatMessage, MessageRole
from desktop_rag.prompts.base import (
    BasePromptTemplate,
    ChatPromptTemplate,
    FixedMessage,
    MessageTemplate,
    PromptTemplate,
    PromptType,
)
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA

CONTEXT_SYSTEM_PROMPT = PromptTemplate(
    "You answer questions about the reader's own documents. Use only the numbered passages below. "
    "After each sentence write the number of the passage it rests on, like [1]. "
    "If the passages do not contain the answer, say that the documents do not say. "
    f"{PASSAGES_ARE_DATA}"
    "Answer in the language of the question.\n\n"
    "Passages:\n{context_str}",
    required=frozenset({"context_str"}),
)
DOCUMENTS_ONLY_RULE = (
    "Say nothing that these documents do not say, whatever you know from elsewhere. What you add is taken out of the "
    "answer. If they do not answer the question, write only that the documents do not say."
)
REFINE_PROMPT = PromptTemplate(
    "Question: {query_str}\n\nAnswer so far:\n{existing_answer}\n\n"
    "Improve the answer with the passages above where they add something; otherwise repeat it unchanged. "
    "Keep the numbers in brackets. Write only the answer, in the language of the question.\nAnswer:",
    required=frozenset({"query_str", "existing_answer"}),
    prompt_type=PromptType.REFINE,
)
CONDENSE_PROMPT = PromptTemplate(
    "Conversation so far:\n{chat_history}\n\nNext message: {question}\n\n"
    "Write the next message as one question that can be understood without the conversation, in the same "
    "language. Write only that question.",
    required=frozenset({"chat_history", "question"}),
)
TEXT_QA_PROMPT = PromptTemplate(
    "Answer the question with what the text below says, and nothing else. If the answer is not in it, say that the "
    "text does not say. Answer in the language of the question.\n\n"
    "Text:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.QUESTION_ANSWER,
)
TEXT_REFINE_PROMPT = PromptTemplate(
    "Question: {query_str}\n\nAnswer so far:\n{existing_answer}\n\nMore text:\n{context_msg}\n\n"
    "Improve the answer with the text where it adds or corrects something; otherwise repeat the answer unchanged. "
    "Write only the answer, in the language of the question.\nAnswer:",
    required=frozenset({"query_str", "existing_answer", "context_msg"}),
    prompt_type=PromptType.REFINE,
)
TREE_SUMMARIZE_PROMPT = PromptTemplate(
    "The texts below come from several places. Answer the question with what they say, and nothing else; keep names, "
    "numbers and dates. Answer in the language of the question.\n\n"
    "Texts:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.SUMMARY,
)
SIMPLE_INPUT_PROMPT = PromptTemplate(
    "{query_str}", required=frozenset({"query_str"}), prompt_type=PromptType.SIMPLE_INPUT
)
CONTEXT_SUMMARY_PROMPT = PromptTemplate(
    "Answer the question with what the passages below say, and nothing else. Keep every number in brackets, like [1], "
    f"behind the sentence that rests on that passage. {PASSAGES_ARE_DATA}"
    "Answer in the language of the question.\n\n"
    "Passages:\n{context_str}\n\nQuestion: {query_str}\nAnswer:",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.SUMMARY,
)
_QUESTION = PromptTemplate("{query_str}", required=frozenset({"query_str"}))
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
CHAT_CONTEXT_PROMPT = PromptTemplate(
    "You talk with somebody about their own documents. Below are numbered passages that may help. "
    "After each sentence that rests on a passage write its number, like [1]. Where the passages do not help, answer "
    f"from what you know and say so. {PASSAGES_ARE_DATA}Answer in the language of the question.\n\n"
    "Passages:\n{context_str}",
    required=frozenset({"context_str"}),
)
SUMMARIZE_PROMPT = PromptTemplate(
    "Conversation so far:\n{chat_history}\n\n"
    "Write down what was said in it, in its own language: names, numbers, decisions and open questions. Be brief.",
    required=frozenset({"chat_history"}),
)
GO_ON = (
    "Your answer was cut off where your last message ends. Write only what comes next, in the same language and form. "
    "Don't repeat anything and don't comment on this."
)
STAND_INS_NOTE = (
    "Words such as PERSON_1, AMOUNT_2 or ADDRESS_3 stand for values that you are not shown. Treat them as these "
    "values, and write them exactly as they are. PERSON_1B is another way of naming PERSON_1."
)
STRUCTURED_ANSWER_PROMPT = PromptTemplate(
    "Reply with one JSON value and nothing else: no explanation, no code fence. "
    "It must fit this JSON schema:\n{schema}",
    required=frozenset({"schema"}),
)
STRUCTURED_RETRY_PROMPT = PromptTemplate(
    "That reply could not be used: {problem}\nWrite the JSON value again, complete and nothing else. "
    "It must fit this JSON schema:\n{schema}",
    required=frozenset({"problem", "schema"}),
)
REACT_SYSTEM_HEADER = PromptTemplate(
    "You answer the user's question with the help of tools. You work in steps; each reply is exactly one step.\n\n"
    "Tools:\n{tool_desc}\n{context}"
    "To use a tool, reply with these three lines and stop:\n"
    "Thought: what you need to find out, in one sentence\n"
    "Action: one of {tool_names}\n"
    'Action Input: the arguments as one JSON object, for example {"input": "text"}; without arguments {}\n\n'
    "You then get a line that begins with “Observation:”. Never write it yourself. Use further tools while something "
    "is missing; a call that was made already gives nothing new.\n\n"
    "When you know enough, or the tools cannot help, reply with:\n"
    "Thought: I can answer now.\n"
    "Answer: the whole answer, in the language of the question\n\n"
    "Keep the words Thought, Action, Action Input and Answer in English, without code fences around them. "
    "Where an observation has numbered passages like [2], put that number after each sentence that rests on it. "
    f"{PASSAGES_ARE_DATA}",
    required=frozenset({"tool_desc", "tool_names"}),
)
AGENT_SYSTEM_PROMPT = PromptTemplate(
    "You answer the user's question with the help of the tools. Search before you answer anything about the user's "
    "documents, and search again in other words when something is missing; do not make the same call twice. Where a "
    "tool gives numbered passages like [2], put that number after each sentence that rests on it. If the tools do not "
    f"give the answer, say so. {PASSAGES_ARE_DATA}Answer in the language of the question.\n{{context}}",
)
AGENT_CONTEXT = PromptTemplate("Keep in mind:\n{context_str}\n\n", required=frozenset({"context_str"}))
TOOL_DESCRIPTION = PromptTemplate(
    "- {name}: {description}\n  Arguments (JSON schema): {parameters}\n",
    required=frozenset({"name", "description", "parameters"}),
)
OPENING_THOUGHT = "First I look into the documents."
REACT_FAILURE_PROMPT = PromptTemplate(
    "That step could not be read: {problem} Reply again, either with the three lines\n"
    "Thought: ...\nAction: ...\nAction Input: {...}\n"
    "or with the two lines\nThought: ...\nAnswer: ...",
    required=frozenset({"problem"}),
)
REPEATED_CALL_PROMPT = PromptTemplate(
    "This call of {name} was made before with the same arguments; its output is above. Ask for something else, or "
    "answer with what is known.",
    required=frozenset({"name"}),
)
UNKNOWN_TOOL_PROMPT = PromptTemplate(
    "There is no tool named {name}. The tools are: {tool_names}.", required=frozenset({"name", "tool_names"})
)
FINAL_ANSWER_PROMPT = PromptTemplate(
    "What was found:\n{context_str}\n\nQuestion: {message}\n\n"
    f"Answer the question from what was found, in its language. {PASSAGES_ARE_DATA}"
    "Where that has numbered passages like [2], put the "
    "number after each sentence that rests on it. If it is not enough, say what is missing. Write only the answer.",
    required=frozenset({"message", "context_str"}),
)
STRUCTURED_OUTPUT_PROMPT = PromptTemplate(
    "Conversation:\n{chat_history}\n\nFill in the form with what the last answer says, and nothing else.",
    required=frozenset({"chat_history"}),
)
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
TEXT_TO_SQL_PROMPT = PromptTemplate(
    "Tables of a SQLite database; after each, its first rows as an example:\n\n{schema}\n\n"
    "Write one SELECT statement for SQLite that answers the question. Use only these tables and columns, spelled like "
    "here. Compare words with LIKE, so that case does not matter. Write only the SQL.\n\n"
    "Question: {query_str}\nSQL:",
    required=frozenset({"schema", "query_str"}),
    prompt_type=PromptType.TEXT_TO_SQL,
)
SQL_RETRY_PROMPT = PromptTemplate(
    "Tables of a SQLite database:\n\n{schema}\n\nQuestion: {query_str}\n\nThis statement was tried:\n{sql_query}\n\n"
    "It failed: {error}\n\nWrite one SELECT statement for SQLite that works. Write only the SQL.\nSQL:",
    required=frozenset({"schema", "query_str", "sql_query", "error"}),
)
SQL_ANSWER_PROMPT = PromptTemplate(
    "A question was answered by looking into the user's tables.\n\nQuestion: {query_str}\n\nStatement:\n{sql_query}\n\n"
    "Result:\n{context_str}\n\n"
    "Answer the question from this result in one or a few sentences, with the numbers as they are, in the language of "
    "the question. If the result is empty, say that the tables hold nothing that fits.",
    required=frozenset({"query_str", "context_str"}),
    prompt_type=PromptType.SQL_RESPONSE_SYNTHESIS_V2,
)


def context_templates(
    chat_history: Sequence[ChatMessage] = (),
    context_prompt: PromptTemplate = CONTEXT_SYSTEM_PROMPT,
    refine_prompt: PromptTemplate = REFINE_PROMPT,
) -> tuple[BasePromptTemplate, BasePromptTemplate]:
    """Return ``text_qa_template`` and ``refine_template`` for numbered passages in a conversation.

    The passages stand in the system message; the conversation is sent as it is, whatever braces it contains.
    """
    said = [FixedMessage(message) for message in chat_history]
    before: list[MessageTemplate | FixedMessage] = [MessageTemplate(MessageRole.SYSTEM, context_prompt), *said]
    return (
        ChatPromptTemplate([*before, MessageTemplate(MessageRole.USER, _QUESTION)]),
        ChatPromptTemplate([*before, MessageTemplate(MessageRole.USER, refine_prompt)]),
    )
