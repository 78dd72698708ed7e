"""The wording around tools, agents and answers of a given form."""

from desktop_rag.prompts.base import PromptTemplate
from desktop_rag.prompts.document_words import PASSAGES_ARE_DATA

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
