"""Sentences that state nothing about the documents: headings, questions, what leads over, what admits not to know."""

import re

_HEADING = re.compile(r"#|(?:\*\*|__)[^*_\n]+(?:\*\*|__):?\s*\Z")
_QUESTION = re.compile(r"[?？؟]\W*\Z")
_LEADS_OVER = re.compile(r"[:：]\W*\Z")
_SPEAKER = (
    r"(?:documents?|reports?|texts?|passages?|articles?|sources?|authors?|paper|study|filing|files?|excerpts?"
    r"|berichte?|dokumente?|quellen?|artikel|rapport|texte|informe|texto|documento)"
)
_ATTRIBUTION = re.compile(
    rf"(?:according to (?:the|this|its|your) [^,:]{{0,40}}?\b{_SPEAKER}\b[^,:]{{0,20}}[,:]"
    rf"|(?:the|this|your) {_SPEAKER} (?:also )?(?:says?|states?|notes?|explains?|reads?|mentions?|reports?|shows?)"
    r"\b(?: the following)?(?: that\b|[,:])?"
    r"|(?:according to|based on|as [a-z]+ (?:in|by)) (?:source|passage|document)s? \d[\d, ]*,"
    r"|(?:source|passage|document) \d+ (?:also )?(?:says?|states?|notes?|explains?|mentions?|reports?|shows?) that\b"
    r"|(?:laut|gemäß) quelle \d+|selon la source \d+,?|según la fuente \d+,?"
    r"|出典 ?\d+によ(?:ると|れば)、?|根据来源 ?\d+，?"
    r"|in (?:short|summary|brief|other words)[,:]|for example[,:]"
    rf"|(?:laut|gemäß) (?:dem|der|den) {_SPEAKER}\b,?"
    rf"|(?:der|das|die) {_SPEAKER} (?:sagt|besagt|lautet)[,:]?(?: dass\b)?"
    rf"|(?:selon|d['’]après) (?:le|la|les) {_SPEAKER}\b,?|según (?:el|la|los) {_SPEAKER}\b,?"
    r"|(?:文書|資料|本文|報告書)(?:には|では|によ(?:ると|れば))[^「『。]{0,12}?(?:[：:、]|(?=「))"
    r"|(?:文中|文件|报告|资料)(?:中)?(?:写道|指出|提到|表示|说)[：:，]|根据(?:文件|报告|资料|文中)[^，]{0,8}，)\s*",
    re.IGNORECASE,
)
_TEXT = r"(?:passages?|documents?|sources?|context|text|excerpts?|files?|report)"
_ADMISSION = re.compile(
    r"\bI (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|am (?:not able|unable)|was (?:not able|unable))\b"
    r"[^.]{0,12}\b(?:know|find|answer|tell|determine|provide|locate|identify|confirm|have|see)\b"
    rf"|\b{_TEXT}\b[^.]{{0,40}}\b(?:do(?:es)? not|don['’]t|doesn['’]t|did not|didn['’]t)\b[^.]{{0,20}}"
    r"\b(?:say|mention|contain|provide|specify|state|give|answer|include|tell|cover|address)"
    rf"|\b(?:no|not enough|insufficient) (?:information|evidence|mention)\b[^.]{{0,60}}\b{_TEXT}"
    rf"|\b{_TEXT}\b[^.]{{0,40}}\b(?:no|not enough|insufficient) (?:information|evidence|mention)"
    r"|\bnot (?:mentioned|stated|specified|provided|given|found)\b[^.]{0,10} in (?:the|this|these|your)[^.]{0,20}"
    rf"\b{_TEXT}"
    r"|\b(?:ich|wir) (?:weiß|wissen|kann|können)\b[^.]{0,60}\bnicht\b"
    r"|\b(?:dokumente?n?|quellen?|texte?|passagen?)\b[^.]{0,40}\bkeine (?:angaben?|informationen?|antwort)\b"
    r"|\bje ne (?:sais|peux|trouve)"
    r"|\b(?:documents?|passages?|textes?)\b[^.]{0,30}\bne (?:mentionn|précis|indiqu|contien)"
    r"|\bno (?:sé|puedo|encuentro)\b"
    r"|\b(?:documentos?|pasajes?|textos?)\b[^.]{0,20}\bno (?:menciona|indica|especifica|contiene)"
    r"|わかりません|分かりません|記載(?:が|は)(?:ありません|ない)|見つかりません"
    r"|我不(?:知道|清楚|确定)"
    r"|(?:文件|文档|文中|资料|段落|上下文)[^。]{0,10}(?:没有|未)(?:提到|提及|说明|找到)|无法(?:回答|确定)",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"(?:sure|certainly|of course|hello|hi|thanks|you['’]re welcome|i['’]m sorry|sorry|gerne|natürlich|hallo|danke"
    r"|bien sûr|bonjour|merci|por supuesto|claro|hola|gracias|はい|当然|好的)\s*[,.!:。，！、]"
    r"|(?:thank you|let me know|feel free|i hope|here (?:is|are)\b.*:\Z)",
    re.IGNORECASE,
)
_LONGEST_COURTESY = 90  # characters


def is_statement(text: str, start: int, end: int) -> bool:
    """Return True if a sentence states something that its documents can support."""
    sentence = text[start:end].strip()
    line_start = text.rfind("\n", 0, start) + 1
    if sentence.startswith("#") or text[line_start:start].lstrip().startswith("#"):
        return False
    if _HEADING.match(sentence) and text[line_start:end].strip() == sentence and not sentence.endswith((".**", "。**")):
        return False
    if _QUESTION.search(sentence):
        return False
    if _POLITE.match(sentence) and len(sentence) <= _LONGEST_COURTESY:
        return False
    return not _ADMISSION.search(sentence)


def leads_over(sentence: str) -> bool:
    """Return True if a sentence only introduces the next one: it need not be supported, but may be."""
    return bool(_LEADS_OVER.search(sentence))


def attribution_length(sentence: str) -> int:
    """Return the length of a beginning that only says where the rest is from (“According to the report, …”)."""
    match = _ATTRIBUTION.match(sentence)
    return match.end() if match else 0
