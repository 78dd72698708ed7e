"""Sentences that state nothing about the documents: headings, questions, what leads over, what admits not to know."""

import re

_HEADING = re.compile(r"#|(?:\*\*|__)[^*_\n]+(?:\*\*|__):?\s*\Z")
_QUESTION = re.compile(r"[?？؟]\W*\Z")
_LEADS_OVER = re.compile(r"[:：]\W*\Z")
_LONGEST_LEAD = 120  # characters: longer ones state something
_ADMISSION = re.compile(
    r"\bI (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|am (?:not able|unable)|was (?:not able|unable))\b"
    r"|\b(?:passages?|documents?|sources?|context|text|excerpts?|files?|information)\b[^.]{0,40}"
    r"\b(?:do(?:es)? not|don['’]t|doesn['’]t|did not|didn['’]t)\b[^.]{0,20}"
    r"\b(?:say|mention|contain|provide|specify|state|give|answer|include|tell|cover|address)"
    r"|\b(?:no|not enough|insufficient) (?:information|evidence|mention|passage)"
    r"|\b(?:is|are|was|were) not (?:mentioned|stated|specified|provided|given|in the (?:passages|documents|context))"
    r"|\b(?:ich|wir) (?:weiß|wissen|kann|können)\b[^.]{0,60}\bnicht\b|\bkeine (?:Angaben?|Informationen?)\b"
    r"|\bje ne (?:sais|peux|trouve)|\bn['’]est pas (?:mentionné|précisé|indiqué)|\baucune information"
    r"|\bno (?:sé|puedo|encuentro)\b|\bno se (?:menciona|indica|especifica)|\bninguna información"
    r"|わかりません|分かりません|記載(?:が|は)(?:ありません|ない)|見つかりません"
    r"|我不(?:知道|清楚|确定)|没有(?:提到|提及|说明|找到)|未(?:提及|提到|说明)|无法(?:回答|确定)",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"(?:sure|certainly|of course|hello|hi|thanks|thank you|you['’]re welcome|let me know|feel free|i hope|i['’]m sorry"
    r"|sorry|here (?:is|are)|gerne|natürlich|hallo|danke|bien sûr|bonjour|merci|claro|hola|gracias|はい|当然|好的)\b",
    re.IGNORECASE,
)
_LONGEST_COURTESY = 90  # characters


def is_statement(text: str, start: int, end: int) -> bool:
    """Whether a sentence states something that its documents can support."""
    sentence = text[start:end].strip()
    line_start = text.rfind("\n", 0, start) + 1
    if sentence.startswith("#") or text[line_start:start].lstrip().startswith("#"):
        return False
    if _HEADING.match(sentence) and text[line_start:end].strip() == sentence and not sentence.endswith((".**", "。**")):
        return False
    if _QUESTION.search(sentence) or (_LEADS_OVER.search(sentence) and len(sentence) <= _LONGEST_LEAD):
        return False
    if _POLITE.match(sentence) and len(sentence) <= _LONGEST_COURTESY:
        return False
    return not _ADMISSION.search(sentence)
