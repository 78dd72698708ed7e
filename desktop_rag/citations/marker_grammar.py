"""Regular expressions for the references that models write by themselves."""

import re

_WORDS = (
    "sources?|src|passages?|documents?|docs?|refs?\\.?|references?|cite[ds]?|citations?|excerpts?|contexts?|chunks?"
    "|snippets?|extracts?|results?|nodes?|evidence|web|quellen?|textstellen?|passagen?|auszüge|auszug|belege?|extraits?"
    "|fuentes?|pasajes?|fragmentos?|fontes?|fonti|출처|자료|문서|источники?"
    "|出典|出所|典拠|資料|文献|引用|文書|抜粋|参考文献|来源|來源|资料|文档|文獻|段落|参考|片段"
)
WORD = rf"(?:{_WORDS})"
_DIGITS = r"\d{1,2}"
_TO = r"[-–—~〜～]|to|bis"
_BETWEEN = r"[\s_:：#.№-]*(?:no\.|nr\.|n°)?\s*"
LIST = rf"{_DIGITS}(?:\s*(?:[,;、，；&+]|and|und|et|y|{_TO})\s*(?:{WORD}{_BETWEEN})?[\^#]?{_DIGITS})*"
PAGE = r"(?:pages?|pp?\.|seiten?|s\.|p[áa]ginas?|p[áa]g\.|ページ)"
_PAGES = rf"(?:{PAGE}\s*\d{{1,4}}(?:\s*[-–,]\s*\d{{1,4}})*|第?\d{{1,4}}\s*(?:页|頁|ページ))"
LEAD = r"(?:see(?:\s+also)?|cf\.?|e\.g\.,?|siehe(?:\s+auch)?|vgl\.|voir|ver|véase|参见|参照|見よ|见)"
FILE = r"[^\[\]()（）\n:]{1,80}?\.(?:pdf|docx?|pptx?|xlsx?|md|txt|html?|csv|eml|epub|rtf|od[tsp])"
_TAIL = r"(?:\s*(?:[,;:：，、—–-]|of\b|from\b|in\b|aus\b)[^\[\]\n]{0,80})?"
# a link to an address is content, one to a place that the model invented is none
_LINK = r"(?:\((?!https?:|www\.|mailto:)[^()\s]*\)|(?!\())"
_OPEN, _CLOSE = r"\\?[\[［〔⟦]\s*", r"\s*\\?[\]］〕⟧]"
_RAISED = r"[⁰¹²³⁴⁵⁶⁷⁸⁹]"
MARKER = re.compile(
    rf"\[cite_(?:start|end)\]"
    rf"|\[\[\s*(?P<double>{LIST})\s*\]\](?:\([^()\s]*\))?"
    rf"|{_OPEN}(?P<words>{WORD}{_BETWEEN}(?P<named>{LIST})){_TAIL}{_CLOSE}{_LINK}"
    rf"|{_OPEN}[\^#]?(?P<bracket>{LIST})(?:\s*[,;:]\s*{_PAGES})?{_CLOSE}{_LINK}"
    rf"|【\s*(?:{WORD}\s*[:：]?\s*)?(?P<lenticular>{LIST})(?:[^\d】\n][^】\n]{{0,60}})?】"
    rf"|[(（]\s*(?:{LEAD}\s+)?{WORD}{_BETWEEN}(?P<round>{LIST})"
    rf"(?:\s*[,;:：，、][^()（）\n]{{0,60}})?(?:より|を?参照)?\s*[)）]"
    rf"|[(（\[［]\s*(?:{LEAD}\s+)?{_PAGES}\s*[)）\]］](?!\()"
    rf"|{_OPEN}(?:{WORD}\s*[:：]\s*)?{FILE}(?:\s*[,;:]\s*(?:{_PAGES}|\d{{1,4}}))?{_CLOSE}(?!\()"
    rf"|[(（]\s*(?:{WORD}\s*[:：]\s*{FILE}(?:\s*[,;:]\s*{_PAGES})?|{FILE}\s*[,;:]\s*{_PAGES})\s*[)）]"
    rf"|(?<=[^\W\d_][.!?。,;:”\"）)])(?P<raised>{_RAISED}{{1,2}}(?:[ ⁻˒,]{_RAISED}{{1,2}})*)"
    rf"|(?<=[^\W\d_]{{3}})(?P<raised_word>[¹²³⁴⁵⁶⁷⁸⁹]{_RAISED}?)(?=[.!?。,;:]?(?:\s|$))"
    rf"|(?:(?<=[^\W\d_]{{3}})|(?<=[.!?。,;:”\"）)]))<sup>\s*\[?\s*(?P<sup>{LIST})\s*\]?\s*</sup>"
    rf"|<(?P<tag>cite|ref)>\s*\[?\s*(?P<tagged>{LIST})\s*\]?\s*</(?P=tag)>"
    r"|~?\\cite[pt]?\{(?P<latex>[^{}\n]{0,60})\}",
    re.IGNORECASE,
)
NUMBERED = ("double", "named", "bracket", "lenticular", "round", "raised", "raised_word", "sup", "tagged", "latex")
RANGE = re.compile(rf"(\d+)(?:\s*(?:{_TO})\s*(\d+))?")
BETWEEN_MARKERS = re.compile(r"[ \t]*(?:(?:[,;、，；/&]|and|und|et|y|or|oder|と|和|及び)[ \t]*)?", re.IGNORECASE)

# around markers: what would be left empty when they are taken out
EMPHASIS = re.compile(r"(?<![*_~])(\*{1,3}|_{1,3}|~~)\Z")
BRACKET_BEFORE = re.compile(
    rf"[(（]\s*(?:(?:{LEAD}|{WORD}|from|in)\s*[:：]?\s*|{_PAGES}\s*(?:,|of|in)?\s*)*\Z", re.IGNORECASE
)
BRACKET_AFTER = re.compile(rf"\s*+(?:[,;]?\s*+{_PAGES}\s*+)?[)）]", re.IGNORECASE)
SOURCE_LINE = re.compile(
    rf"(?:\A|(?<=\n)|(?<=[.!?。！？]))[ \t]*(?:[-*–—>•][ \t]*)?[*_]{{0,2}}{WORD}\s*[:：]\s*[*_]{{0,2}}\s*\Z",
    re.IGNORECASE,
)
LINE_ENDS = re.compile(r"[ \t]*+\.?[ \t]*+(?=\n|\Z)")

# no markers: what programs and mathematics write in brackets
IDENTIFIER = re.compile(r"(?<!\w)[A-Za-z_]\w*\Z")
CODE_NAME = re.compile(r"[A-Za-z]\Z|\w*_\w*\Z|[a-z]+[A-Z]\w*\Z|[a-z]+\d\w*\Z")
CODE_GOES_ON = re.compile(r"\s?[-+*/]?=|\.[a-z_]\w*\(")
INTERVAL = re.compile(
    r"\b(?:interval|ranges?|between|intervall|bereich|intervalle|intervalo)\s+(?:of\s+|von\s+|de\s+)?\Z", re.IGNORECASE
)
MEASURE = re.compile(r"(?:met(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?|sin|cos|tan|log|exp)\Z", re.IGNORECASE)

# a marker that stands for a word: “according to [1]”, 「[1]によると」
_TOLD = (
    "stated|mentioned|described|noted|shown|reported|explained|seen|given|found|listed|provided|presented|detailed"
    "|discussed|outlined|cited|quoted|defined|summari[sz]ed|documented"
)
_BEGINS = r"(?:\A|[.!?]\s+|\n)"
_BEFORE_NOUN = {
    "source": rf"\b(?:according to|based on|see|per|(?:{_TOLD}) (?:in|by))\s+\Z|{_BEGINS}(?:in|from|per)\s+\Z",
    "Quelle": rf"\b(?:laut|gemäß|siehe)\s+\Z|{_BEGINS}(?:in|nach|aus)\s+\Z",
    "la source": rf"\b(?:selon|d['’]après|voir)\s+\Z|{_BEGINS}dans\s+\Z",
    "la fuente": rf"\b(?:según|véase)\s+\Z|{_BEGINS}en\s+\Z",
    "来源": r"(?:根据|依据|按照|来自)\s*\Z",
}
_AFTER_NOUN = {
    "source": r"\s+(?:also\s+)?(?:states?|says?|notes?|reports?|shows?|mentions?|explains?|describes?|indicates?)\b",
    "Quelle": r"\s+(?:besagt|nennt|zufolge|beschreibt|erwähnt)\b",
    "出典": r"(?:によ(?:ると|れば|り)|では|には|に(?:記載|示)|で(?:述|示))",
    "来源": r"\s*(?:所述|指出|表示|提到|显示)",
}
BEFORE_NOUN = {word: re.compile(pattern, re.IGNORECASE) for word, pattern in _BEFORE_NOUN.items()}
AFTER_NOUN = {word: re.compile(pattern, re.IGNORECASE) for word, pattern in _AFTER_NOUN.items()}
NOUN_BEFORE = re.compile(rf"(?<!\w){WORD}\s+\Z", re.IGNORECASE)  # “source [1]”
SENTENCE_BEGINS = re.compile(r"(?:\A|[.!?。！？]\s*|\n[ \t]*)\Z")

DEFINITION = re.compile(r"^[ \t]*\[(?P<label>\^?\w{1,12})\]:[ \t]*(?P<text>[^\n]*)(?:\n|\Z)", re.MULTILINE)
ADDRESS = re.compile(r"<?(?:https?|mailto|file):|www\.", re.IGNORECASE)
CITATION = re.compile(rf"{FILE}(?!\w)|^{WORD}{_BETWEEN}{_DIGITS}\b|{_PAGES}\W*\Z", re.IGNORECASE)
LIST_HEADING = re.compile(
    r"(?:\A|\n)[ \t]*+(?:#{1,6}[ \t]*+)?[*_]{0,2}(?:sources?(?: used)?|references?|citations?|quellen(?:angaben)?"
    r"|quellenverzeichnis|références|fuentes|referencias|出典|参考文献|参考资料|资料来源|来源)[ \t]*+[:：]?[*_]{0,2}"
    r"[ \t]*+[:：]?[ \t]*+\n",
    re.IGNORECASE,
)
LIST_ITEM = re.compile(
    rf"[ \t]*(?:[-*•]|\d{{1,2}}[.)])?[ \t]*[*_]{{0,2}}"
    rf"(?:\[\^?{_DIGITS}\]|【{_DIGITS}|{WORD}{_BETWEEN}{_DIGITS}\b|{FILE}(?!\w))",
    re.IGNORECASE,
)
