"""The wording of what judges ask models."""

from desktop_rag.prompts.base import PromptTemplate

QUESTIONS_PROMPT = PromptTemplate(
    "Below is a passage of a document.\n\n<passage>\n{context_str}\n</passage>\n\n"
    "Write {num_questions_per_chunk} different questions that this passage answers, in its language, as somebody would "
    "ask who has not seen it. One question on each line, and nothing else.",
    required=frozenset({"context_str"}),
)
_YES_OR_NO = "Answer with one word: YES or NO."
FAITHFULNESS_PROMPT = PromptTemplate(
    "Is a statement supported by a text? It is when any part of the text says so, even if most of the text is about "
    f"other things; what you know yourself does not count. {_YES_OR_NO}\n\n"
    "Text:\n{context_str}\n\nStatement: {query_str}\n\nSupported:"
)
FAITHFULNESS_REFINE_PROMPT = PromptTemplate(
    "Is a statement supported by a text? The text before said: {existing_answer}. If that was YES, answer YES. "
    f"Otherwise judge by this part of the text. {_YES_OR_NO}\n\n"
    "Text:\n{context_msg}\n\nStatement: {query_str}\n\nSupported:"
)
RELEVANCY_PROMPT = PromptTemplate(
    "Below are a question, the answer that was given, and passages. Do the passages speak for this answer to this "
    f"question? {_YES_OR_NO}\n\n{{query_str}}\n\nPassages:\n{{context_str}}\n\nIn line with the passages:"
)
RELEVANCY_REFINE_PROMPT = PromptTemplate(
    "Below are a question, the answer that was given, and passages. The passages before said: {existing_answer}. If "
    "that was YES, answer YES. Otherwise, do these passages speak for this answer to this question? "
    f"{_YES_OR_NO}\n\n{{query_str}}\n\nPassages:\n{{context_msg}}\n\nIn line with the passages:"
)
CORRECTNESS_PROMPT = PromptTemplate(
    "Judge how good an answer is, with the help of the answer that is known to be right. Write the score on the first "
    "line, a number from 1 to 5 and nothing else, and below it the reason in one or two sentences.\n"
    "1: it does not answer the question. 2 and 3: it does, but with mistakes. 4 and 5: it does, and is right.\n\n"
    "Question: {query}\n\nRight answer: {reference_answer}\n\nAnswer to judge: {generated_answer}",
    required=frozenset({"generated_answer"}),
)
GUIDELINE_PROMPT = PromptTemplate(
    "Does an answer keep to the guidelines? Say whether it does (passing), and why (feedback): what is wrong with it, "
    "or what is good.\n\nQuestion: {query}\n\nAnswer: {response}\n\nGuidelines: {guidelines}",
    required=frozenset({"response", "guidelines"}),
)
PAIRWISE_PROMPT = PromptTemplate(
    "Two answers to a question stand below. Judge which is better: helpful, to the point, right, and detailed enough. "
    "Neither their order nor their length should count. Give the reason in a sentence or two, then the verdict: [[A]] "
    "if A is better, [[B]] if B is better, [[C]] if neither is.\n\nQuestion: {query}\n\n"
    "Right answer, where one is known: {reference}\n\nA: {answer_1}\n\nB: {answer_2}",
    required=frozenset({"answer_1", "answer_2"}),
)
ANSWER_RELEVANCY_PROMPT = PromptTemplate(
    "Judge an answer by two questions: Is it about the subject of the question? Does it look at it from the side that "
    "was asked about? Each yes is a point. Give the reasons in a sentence or two, then the sum of the points in the "
    "form [RESULT] 2\n\nQuestion: {query}\n\nAnswer: {response}",
    required=frozenset({"query", "response"}),
)
CONTEXT_RELEVANCY_PROMPT = PromptTemplate(
    "Judge passages by two questions: Are they about the subject of the question? Can the question be answered with "
    "them alone? Each yes is two points, a half yes one. Give the reasons in a sentence or two, then the sum of the "
    "points in the form [RESULT] 4\n\nQuestion: {query_str}\n\nPassages:\n{context_str}"
)
CONTEXT_RELEVANCY_REFINE_PROMPT = PromptTemplate(
    "Judge passages by two questions: Are they about the subject of the question? Can the question be answered with "
    "them alone? Each yes is two points, a half yes one. Of the passages before it was said: {existing_answer}\nTake "
    "these along, give the reasons in a sentence or two, then the sum of the points in the form [RESULT] 4\n\n"
    "Question: {query_str}\n\nPassages:\n{context_msg}"
)
