"""The wording of what only programs ask."""

from desktop_rag.prompts.base import PromptTemplate, PromptType

CODE_ACT_PROMPT = PromptTemplate(
    "You solve the user's task by writing Python, which is run for you, and answer in the end.\n\n"
    "Code that is to be run stands between <execute> and </execute>. You then get what it printed: print what you need "
    "to know. Names that you defined stay known to the next code. To answer, or to ask the user something, write text "
    "without such a part, and do not speak of the code.\n\n"
    "Beside Python's standard library your code can call these functions:\n{tool_descriptions}",
    required=frozenset({"tool_descriptions"}),
)


CODE_RESULT_PROMPT = PromptTemplate("The code was run; this came of it:\n\n{output}", required=frozenset({"output"}))


HANDOFF_PROMPT = PromptTemplate(
    "Hand the request over to another agent that is better suited for it, and stop. The agents:\n{agent_info}",
    required=frozenset({"agent_info"}),
)


HANDOFF_OUTPUT_PROMPT = PromptTemplate(
    "{user_request}\n\nThis request was handed over to you ({to_agent}) because: {reason}\n"
    "Go on with it. What was found so far, if anything, stands below.",
    required=frozenset({"user_request"}),
)


RECALL_PROMPT = PromptTemplate(
    "What was said before about subjects like this, from older parts of the conversation:\n{recalled}",
    required=frozenset({"recalled"}),
)


DEFAULT_FACT_EXTRACT_PROMPT = PromptTemplate(
    "Below is a part of a conversation. Write down what it tells about the person, and about whatever they will want "
    "to come back to: names, places, dates, wishes, decisions. One short sentence for each fact, in the language of "
    "the conversation. Guess nothing, and leave out what is known already.\n\n"
    "Known already:\n<existing_facts>\n{existing_facts}\n</existing_facts>\n\n"
    "Write only:\n<facts>\n<fact>a fact</fact>\n<fact>another</fact>\n</facts>\n"
    "If there is nothing new, write <facts></facts>."
)


DEFAULT_FACT_CONDENSE_PROMPT = PromptTemplate(
    "Below are facts from a conversation that are too many, and the part of it that was read last. Write the whole "
    "list anew, with {max_facts} facts at most: join those that belong together, keep what is newer where two "
    "contradict, leave out what matters least. Your list completely replaces the existing facts: "
    "what is not in it is forgotten.\n\n<existing_facts>\n{existing_facts}\n</existing_facts>\n\n"
    "Write only:\n<facts>\n<fact>a fact</fact>\n<fact>another</fact>\n</facts>"
)


SYNONYM_EXPAND_PROMPT = PromptTemplate(
    "Question: {query_str}\n\n"
    "Write down at most {max_keywords} names and words by which the question's subjects may be known: as they stand "
    "in the question, other spellings, singular and plural, short and full forms, synonyms. Separate them by "
    "commas.\n\nKEYWORDS:",
    required=frozenset({"query_str"}),
)


DOCUMENT_SUMMARY_QUERY = (
    "What is this text about? Give a short summary in the language of the text, with the subjects it deals with and "
    "the questions it can answer."
)


STRUCTURED_CHOICE_SELECT_PROMPT = PromptTemplate(
    "Below are numbered passages and a question. Choose the passages that help to answer the question, and say of each "
    "how much it helps, from 1 (hardly) to 10 (it is the answer). Leave out passages that do not help.\n\n"
    "{context_str}\n\n"
    "Question: {query_str}\n",
    required=frozenset({"context_str", "query_str"}),
    prompt_type=PromptType.CHOICE_SELECT,
)


RANKGPT_RERANK_PROMPT = PromptTemplate(
    "Question: {query}\n"
    "Rank the {num} passages above by how relevant they are to the question, the most relevant first. Name every "
    "passage once by its number, in exactly this form: [2] > [1]. Write only the ranking.",
    required=frozenset({"query"}),
    prompt_type=PromptType.RANKGPT_RERANK,
)


VECTOR_STORE_QUERY_PROMPT = PromptTemplate(
    "Somebody searches passages. What these are about, and their metadata that can be filtered by:\n{info_str}\n\n"
    "Say what to look for to answer the question: the text to search for by meaning, without what the filters say "
    "already; filters, only where the question names a value of this metadata; and how many passages, only where it "
    "says so. Reply with JSON of this schema and nothing else:\n{schema_str}\n\n"
    "Question: {query_str}\nJSON:",
    required=frozenset({"info_str", "query_str"}),
    prompt_type=PromptType.VECTOR_STORE_QUERY,
)


JSON_PATH_PROMPT = PromptTemplate(
    "The JSON schema of a value:\n{schema}\n\n"
    "Write the JSONPath expressions that lead to what answers the question, separated by commas. Use only names of the "
    "schema. Reply with one line, like\nJSONPath: $.orders[0].total, $.customer.name\n\n"
    "Question: {query_str}\nJSONPath: ",
    required=frozenset({"schema", "query_str"}),
    prompt_type=PromptType.JSON_PATH,
)


JSON_ANSWER_PROMPT = PromptTemplate(
    "A question was answered by looking into a value of JSON.\n\nIts schema: {json_schema}\nPaths: {json_path}\n"
    "What stands there: {json_path_value}\n\n"
    "Answer the question from this in one or a few sentences, in the language of the question. If nothing stands "
    "there, say so.\n\nQuestion: {query_str}\nAnswer: ",
    required=frozenset({"query_str", "json_path_value"}),
    prompt_type=PromptType.SQL_RESPONSE_SYNTHESIS,
)
