"""The wording with which models describe passages in their metadata."""

DEFAULT_TITLE_NODE_TEMPLATE = (
    "Text:\n{context_str}\n\n"
    "Give this text a title that names what it is about, in its own language. Write only the title.\n\nTitle:"
)
DEFAULT_TITLE_COMBINE_TEMPLATE = (
    "Titles of the parts of one document:\n{context_str}\n\n"
    "Give the whole document one title, in the language of these. Write only the title.\n\nTitle:"
)
DEFAULT_KEYWORD_EXTRACT_TEMPLATE = (
    "Text:\n{context_str}\n\n"
    "Write down {keywords} keywords that tell this text from others, in its own language, separated by commas, and "
    "nothing else.\n\nKeywords:"
)
DEFAULT_QUESTION_GEN_TMPL = (
    "Text:\n{context_str}\n\n"
    "Write down {num_questions} questions that this text answers and hardly any other does, in its own language, one "
    "on each line, and nothing else.\n\nQuestions:"
)
DEFAULT_SUMMARY_EXTRACT_TEMPLATE = (
    "Text:\n{context_str}\n\n"
    "Sum up in two sentences what and whom this text is about, in its own language. Add nothing.\n\nSummary:"
)
DOCUMENT_TEMPLATE = "<document>\n{document}\n</document>"
CHUNK_TEMPLATE = "This is a part of the document:\n<chunk>\n{chunk}\n</chunk>\n{task}"
ORIGINAL_CONTEXT_PROMPT = (
    "Say in one or two short sentences where this part stands in the document and what it is about, in the language of "
    "the document, so that a search finds it. Write nothing else."
)
SUCCINCT_CONTEXT_PROMPT = (
    "Write down keywords and short phrases for the subjects, names and actions of this part, separated by commas, in "
    "the language of the document. Put names in place of pronouns, and say what is meant where a word has several "
    "meanings. Say nothing about the text itself."
)
DEFAULT_EXTRACT_TEMPLATE_STR = (
    "Text:\n{context_str}\n\nFill in a {class_name} with what this text says. Leave out what it does not say."
)
TABLE_TEMPLATE = "Table:\n{table}\n\n{question}"
DEFAULT_SUMMARY_QUERY_STR = (
    "Say in one short sentence what this table is about, as its caption would. Write down its title and its number "
    "where they are given, and what each column holds."
)
DEFAULT_NODE_TEXT_TEMPLATE = "[Excerpt from document]\n{metadata_str}\nExcerpt:\n-----\n{content}\n-----\n"
