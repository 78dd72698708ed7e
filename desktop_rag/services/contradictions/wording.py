"""The words of statements: which of them say the same thing of another value, and which make it another thing."""

import re
from functools import lru_cache

from desktop_rag.citations.checks.negation import NEGATION
from desktop_rag.retrievers.replacements import CHANGES
from desktop_rag.services.register.words import plain_label, words
from desktop_rag.text.analyzer import folded, is_unspaced, token_spans
from desktop_rag.text.dates import written_dates

# What a value counts for: other words for one are the same, with and without one are two things. The longer word comes
# first where one has the other in it (不含税, 含税).
_QUALIFIERS = {
    "net": r"\bnet\b|\bnetto\w*|\b(?:without|excl(?:uding|usive of|\.)?|before|plus) (?:vat|tax)\b|\bzzgl\.?"
    r"|\bzuzüglich\b"
    r"|\bohne (?:mwst|mehrwertsteuer|ust|umsatzsteuer)\b|税抜き?|税別|不含税|未税|税后",
    "gross": r"\bgross\b|\bbrutto\w*|\b(?:including|incl\.?|inclusive of|with) (?:vat|tax)\b|\b(?:inkl\.?"
    r"|inklusive|einschließlich)"
    r" (?:mwst|mehrwertsteuer|ust|umsatzsteuer)\b|税込み?|含税|税前",
    "month": r"\bmonthly\b|\b(?:per|a|each|every) (?:calendar )?month\b|/ ?(?:month|monat|mo\b)|\bp\.?\s?c\.?m\b"
    r"|\bmonatlich\w*"
    r"|\b(?:pro|im|je|jeden) monat\b|\bmonats(?=\w{3})|月額|毎月|月々|ひと月|每月|按月|/月|月(?=[租保基薪工费])",
    "year": r"\b(?:yearly|annual(?:ly)?)\b|\bper (?:year|annum)\b|\b(?:a|each|every) (?:calendar )?year\b"
    r"|/ ?(?:year|jahr)\b"
    r"|\bp\.\s?a\b\.?|\bjährlich\w*|\b(?:pro|im|je|jedes) jahr\b|\bjahres(?=\w{3})|年額|年間|毎年|每年|全年|/年"
    r"|年(?=[租保基薪工费会利])",
    "quarter": r"\bquarterly\b|\bper quarter\b|\bvierteljährlich\w*|\bpro quartal\b|\bquartals(?=\w{3})|四半期"
    r"|每季度?|季度",
    "week": r"\bweekly\b|\bper week\b|\ba week\b|\bwöchentlich\w*|\bpro woche\b|\bwochen(?=\w{3})|毎週|週(?=\d"
    r"|当)|每周",
    "day": r"\bdaily\b|\bper day\b|\ba day\b|\btäglich\w*|\bpro tag\b|毎日|1日(?=当|あ)|日額|每天|每日",
    "hour": r"\bhourly\b|\bper hour\b|\ban hour\b|\bpro stunde\b|\bstündlich\w*|時給|時間当|每小时",
    "person": r"\bper (?:person|head|capita)\b|\bpro (?:person|kopf)\b|\bje person\b|1人|一人|お一人|每人|人均",
    "piece": r"\b(?:per|each|a) (?:piece|unit|item)\b|\bunit price\b|\beach\b|\bpro (?:stück|einheit)\b|\bje stück\b"
    r"|\bstück(?=\w{3})|\beinzel(?=\w{3})|単価|1個|单价|每[个件只]",
    "most": r"\b(?:up to|at most|max(?:imum|imal)?|no more than|not exceed\w*)\b|\b(?:bis zu|höchstens"
    r"|maximal)\b|\bhöchst(?=\w{4})"
    r"|最大|上限|最高|以下|以内|最多|不超过",
    "least": r"\b(?:at least|min(?:imum|imal)?|no less than|not less than)\b|\b(?:mindestens|wenigstens)\b"
    r"|\bmindest(?=\w{4})"
    r"|最低|最少|最小|以上|至少|不少于",
    "planned": r"\b(?:planned|budget(?:ed)?|target\w*|forecast\w*|expected|estimat\w+|projected|proposed"
    r"|provisional)\b"
    r"|\b(?:plan(?=\w{4})|soll(?=\w{4})|geplant\w*|voraussichtlich\w*|geschätzt\w*|vorläufig\w*|vorgesehen\w*)"
    r"|予算|予定|見込|概算|目標|预算|计划|预计|目标|暂定",
    "former": r"\b(?:original(?:ly)?|former(?:ly)?|previous(?:ly)?|initial(?:ly)?|old|used to|until now|last year)\b"
    r"|\b(?:ursprünglich\w*|bisher\w*|früher\w*|vorherig\w*|zuvor|vorjahr\w*|alte[nrsm]?)\b|以前|当初|旧|前年"
    r"|従来|原来|原先|之前|上年",
}
_QUALIFIED = re.compile("|".join(f"(?P<{name}>{words})" for name, words in _QUALIFIERS.items()), re.IGNORECASE)

# Somebody else's words, a wish, a condition or an example: nothing that the document states
_NOT_STATED = re.compile(
    r"\b(?:claim(?:s|ed|ing)? that|(?:you|he|she|they|tenant|landlord|customer) claims?|claimed|alleg\w+"
    r"|assert\w*|contend\w*|you (?:say|said|write|wrote|state|stated|mention\w*|believe|think)"
    r"|according to (?:you|your|him|her|them|the (?:other|opposing))|in your (?:letter|mail|e-mail|message|view"
    r"|opinion)"
    r"|we (?:propose|suggest|request)|proposal|for example|for instance|e\.g\.|if|unless|would|could|might"
    r"|wrongly|incorrect\w*"
    r"|(?:not|in)correct|is wrong|supposed|promised)\b"
    r"|\b(?:behaupt\w+|angeblich\w*|vermeintlich\w*|ihre[rn]? (?:aussage|meinung|ansicht|schreiben|angaben)"
    r"|laut ihr\w*"
    r"|(?:sie|er|der \w+) (?:schreib\w+|mein\w+|sag\w+|erklär\w+)|nach ihr\w* (?:angab\w+|ansicht|meinung)"
    r"|zugesagt|vorschl\w+"
    r"|zum beispiel|z\. ?b\.|beispielsweise|beispiel|falls|wenn|sofern|würde\w*|könnte\w*|betrage|trifft nicht zu)\b"
    r"|主張|とのお話|との[こ事]と|とのご?指摘|と聞[いき]|とおっしゃ|仮に|もし|場合|たとえば|例えば|提案|ご希望"
    r"|事実と異な"
    r"|主张|声称|据称|宣称|曾承诺|来信称|您称|对方称|认为|如果|假如|假设|例如|譬如|建议|希望|与事实不符",
    re.IGNORECASE,
)
# What becomes another: “now begin”, “is raised to”; beside the words for amending and replacing
_BECOMES = re.compile(
    r"\b(?:now|no longer|from now on|henceforth|(?:increased|raised|reduced|lowered|changed|extended"
    r"|postponed) (?:to|from|until)"
    r"|jetzt|nunmehr|nun|künftig|ab sofort|(?:erhöht|senkt|verlängert|ändert|verschiebt) sich|angehoben|gesenkt"
    r"|verschoben)\b"
    r"|今後|新たに|引き上げ|引き下げ|改め|延期|改为|调整为|变更为|上调|下调|延期|推迟|即日起",
    re.IGNORECASE,
)
# What holds on the day of writing only
_PASSING = re.compile(
    r"\b(?:next|today|tomorrow|yesterday|tonight|currently|this (?:week|month|year|quarter)|last (?:week|month"
    r"|year)|so far"
    r"|nächste[nrsm]?|heute|morgen|gestern|derzeit|aktuell\w*|zurzeit|dieses? (?:woche|monat|jahr)|bislang)\b"
    r"|次回|本日|今日|明日|昨日|現在|今月|来月|先月|今年|来年|昨年|今回|下次|今天|明天|昨天|目前|本月|上月|下月"
    r"|去年|明年|本次",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[“„«「『][^”“»」』\n]{12,}[”“»」』]|\"[^\"\n]{12,}\"")
# What is to be filled in
BLANK = re.compile(
    r"_{3,}|\.{6,}|…{2,}|[〇○◯]{2,}|\[[^\W\d_][^\]\n\d]{1,30}\]|\{\{|<<|［[^］\n]{0,30}］|【[ 　]*】|\bX{3,}\b"
    r"|\b(?:TBD|TBC|n\.n\.)\b"
)
IS_DRAFT = re.compile(
    r"\b(?:template|sample|specimen|draft|boilerplate|blank form|muster\w*|vorlage\w*|entwurf\w*|mustervertrag"
    r"|formular|modèle|brouillon|borrador|plantilla)\b|ひな形|雛形|見本|サンプル|書式|草案|案文|[（(]案[）)]"
    r"|テンプレート|范本|模板|样本|草稿|征求意见稿",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"\b(?:allowed|permitted|erlaubt|gestattet|zulässig|zugelassen)\b|許可|可能|认可|允许|可以|准许", re.IGNORECASE
)
_FORBIDDEN = re.compile(
    r"\b(?:forbidden|prohibited|verboten|untersagt|unzulässig)\b|禁止(?:されている|する|です)?|不得|严禁", re.IGNORECASE
)
_INCLUDED = re.compile(r"\b(?:included|enthalten|inbegriffen|eingeschlossen)\b", re.IGNORECASE)
_EXCLUDED = re.compile(r"\b(?:excluded|ausgeschlossen|ausgenommen)\b", re.IGNORECASE)
# Japanese denies with other endings of the verb: what is left is the verb without any
_JAPANESE = (
    (re.compile(r"(?:では|じゃ)(?:ない|ありません)"), "である", 1),
    (re.compile(r"(?:ことが)?でき(?:ない|ません)"), "できる", 1),
    (re.compile(r"(?:ことが)?でき(?:ます|る)"), "できる", 0),
    (re.compile(r"し(?:ない|ません)"), "する", 1),
    (re.compile(r"します"), "する", 0),
    (re.compile(r"です"), "である", 0),
    (re.compile(r"不可"), "可", 1),
)
_KANA = re.compile(r"[\u3041-\u30fa]")
_DROPPED = frozenset(
    "the a an of for to in on at is are was were be and der die das des dem den ein eine einen einem einer"
    " eines im am zum"
    " jetzt nun now or oder zur von und ist sind beträgt this that its any all it kein keine keinen keinem keiner not"
    " do does did".split()
)
_COPULA = re.compile(r"\A(?:と(?:する|します|なる|なります|定める)|です|である|であり|になります|になる)\Z")
_LEAST_STEM = 5  # letters
_ENDINGS = ("es", "en", "em", "e", "s", "n")
_PARTICLES = re.compile(r"\A[のはがをにでと的之为是、・]+|[のはがをにでとも的之为是、・]+\Z")
_GENERIC = frozenset(
    "total sum amount price date value number quantity subtotal balance cost costs result name title type remark"
    " gesamt summe betrag preis datum wert anzahl menge nummer name titel art bemerkung kosten"
    " other others remainder sonstiges sonstige sonstigen übrige übriges andere anderes"  # whatever is in no other row
    " その他 其他 其它"
    " 合計 金額 日付 数量 小計 計 価格 名称 備考 合计 金额 日期 总计 小计 数量 价格 名称 备注 总额".split()
)
_PERIOD_WORDS = frozenset(
    "year years quarter quarters month months period ended ending fiscal financial as for through"
    " jahr geschäftsjahr quartal monat zeitraum geschäftsjahres"
    " 年度 事業年度 会計年度 期 四半期 当期 前期 会计年度 季度 本期 上期".split()
)
_OF_THE_DOCUMENT = frozenset("this these herein hereby hereto diese dieser dieses diesem diesen hiermit".split())


def qualifiers(text: str) -> frozenset[str]:
    """Return what a value in a text counts for: a month, a person, gross, at most."""
    return frozenset(match.lastgroup for match in _QUALIFIED.finditer(text) if match.lastgroup)


@lru_cache(1 << 14)
def label_words(label: str) -> tuple[str, ...]:
    """Return the words of a label that say what it is about, in no order, without what its value counts for."""
    # a label of nothing else names the thing itself: “the budget is EUR 92,000”
    plain = _QUALIFIED.sub(" ", plain_label(label)).strip() or plain_label(label)
    found: set[str] = set()
    for _, _, token in token_spans(plain):
        word = folded(token)
        if is_unspaced(token):
            word = _PARTICLES.sub("", _COPULA.sub("", word))
        if word and word not in _DROPPED:
            found.add(word if is_unspaced(token) else _without_ending(word))
    return tuple(sorted(found))


def _without_ending(word: str) -> str:
    """Return a word without its ending; “insurer” and “insured” stay two."""
    if len(word) > _LEAST_STEM:
        for ending in _ENDINGS:
            if word.endswith(ending):
                return word.removesuffix(ending)
    return word


def is_generic(label: tuple[str, ...]) -> bool:
    """Return True if a label names a value of the document itself, which another document has as well: its total."""
    return all(word in _generic() for word in label)


def is_period(head: str) -> bool:
    """Return True if the head of a row is nothing but a period in words: “For the year ended May 31, 2018”.

    What its figures are of stands above the table, if anywhere.
    """
    for date in reversed(list(written_dates(head))):
        head = f"{head[: date.start]} {head[date.end :]}"
    said = [word for word in (folded(token) for _, _, token in token_spans(head)) if not word.isdigit()]
    return not _PERIOD_WORDS.isdisjoint(said) and all(word in _PERIOD_WORDS or word in _DROPPED for word in said)


@lru_cache(1)
def _generic() -> frozenset[str]:
    return frozenset(word if is_unspaced(word) else _without_ending(word) for word in _GENERIC)


def is_stated(text: str) -> bool:
    """Return True if a document says a sentence itself, as a fact that lasts."""
    return not (
        _NOT_STATED.search(text)
        or _PASSING.search(text)
        or _QUOTED.search(text)
        or BLANK.search(text)
        or text.endswith(("?", "？"))
    )


def is_change(text: str) -> bool:
    """Return True if a sentence says that something becomes another than it was."""
    return bool(_BECOMES.search(text) or CHANGES.search(text))


def sentence_words(text: str) -> tuple[tuple[str, ...], int]:
    """Return the words of a sentence in order, without articles and negations, and how often it denies (0 or 1)."""
    count = 0
    for pattern, positive in ((_FORBIDDEN, " allowed "), (_EXCLUDED, " included ")):
        text, times = pattern.subn(positive, text)
        count += times
    text = _INCLUDED.sub(" included ", _ALLOWED.sub(" allowed ", text))
    if _KANA.search(text):
        for pattern, plain, denies in _JAPANESE:
            text, times = pattern.subn(plain, text)
            count += times * denies
    text, times = NEGATION.subn(" ", text)
    count += times
    found = []
    for _, _, token in token_spans(text):
        word = folded(token)
        if is_unspaced(token) or word not in _DROPPED:
            found.append(word)
    return _joined(found), count % 2


def _joined(found: list[str]) -> tuple[str, ...]:
    """Return words, runs of a script without spaces as one: where a negation was cut out of it is no matter."""
    joined: list[str] = []
    for word in found:
        if joined and is_unspaced(word) and is_unspaced(joined[-1]):
            joined[-1] += word
        else:
            joined.append(word)
    return tuple(joined)


def is_party_label(label: str) -> bool:
    """Return True if a label names a role that one person or firm has in a matter."""
    return words().is_party(label)


def is_about_itself(found: tuple[str, ...]) -> bool:
    """Return True if a sentence says something of its own document: “this agreement”."""
    return not _OF_THE_DOCUMENT.isdisjoint(found)
