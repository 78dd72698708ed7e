"""Tell which kind of answer a question asks for (person, date, number, place), and which sentences hold one."""

import enum
import re

from desktop_rag.text import analyzer


class AnswerKind(enum.Enum):
    """The kinds of content that answer a question."""

    NAME = "name"
    DATE = "date"
    NUMBER = "number"
    PLACE = "place"
    REASON = "reason"
    DEFINITION = "definition"


_ASKS = {
    AnswerKind.NAME: (
        (
            r"who|whom|whose|wer|wem|wen|wessen|qui[eé]n(?:es)?"
            r"|^(?:(?:à|de|par|avec|pour) )?qui|chi|quem|кто|кого|кем|кому"
        ),
        r"谁|誰|何人が|何人で(?:す|あ)|哪位|何者|だれ|ใคร|누구",
    ),
    AnswerKind.DATE: (
        (
            r"when|(?:what|which) (?:\w+ )?(?:years?|date|day|month|decade|century|season|time period)|wann"
            r"|welche[mnrs]? (?:jahr\w*|datum|tag|monat|jahrhundert)|quand"
            r"|quelle (?:année|date)|quel (?:jour|mois|siècle)"
            r"|cu[aá]ndo|qu[eé] (?:a[nñ]o|fecha|d[ií]a|mes|siglo|d[eé]cada)|quando|когда"
        ),
        (
            r"什么时候|什麼時候|何时|何時|哪[一几]?年|几年|何年|哪[一]?天|年份"
            r"|哪个世纪|哪個世紀|几月|いつ|何月|何日|何世紀|何年代"
            r"|เมื่อไร|เมื่อไหร่|เมื่อใด|ปีใด|ปีไหน|ปีอะไร|ค\.ศ\.\s*ใด|พ\.ศ\.\s*ใด|언제|몇 년"
        ),
    ),
    AnswerKind.NUMBER: (
        (
            r"how (?:many|much|long|old|far|large|big|high|tall|often|wide|deep|fast|hot|cold)"
            r"|what (?:\w+ )?(?:number|percent|percentage|proportion|share|amount"
            r"|size|age|temperature|distance|population|price)"
            r"|wie ?viele?[nrs]?|wie (?:hoch|groß|lang|lange|alt|weit|oft|schnell|tief|breit)|wievielte[nrs]?"
            r"|combien|quel(?:le)? (?:pourcentage|proportion|nombre|montant|prix|âge|taille)"
            r"|cu[aá]nt[oa]s?|qu[eé] (?:porcentaje|proporci[oó]n|cantidad|n[uú]mero|edad|tama[nñ]o)"
            r"|quanti|quante|quanto|сколько"
        ),
        (
            r"多少|几[个人次种名位岁座条场家]|幾[個人次種名位歲座條場家]|多[长長大高远遠久深]|百分之几|"
            r"いくつ|いくら|何[人個年間回つ匹本枚台歳%％割パ倍番時分秒メキ種カか箇ヶヵ]|どのくらい|どれくらい|どれほど"
            r"|เท่าไร|เท่าไหร่|เท่าใด|กี่|얼마|몇"
        ),
    ),
    AnswerKind.PLACE: (
        (
            r"where|(?:what|which) (?:\w+ )?(?:country|countries|city|cities|state"
            r"|place|region|continent|town|county|location|area)"
            r"|wo|wohin|woher|(?:welche[mnrs]?|in welche[mnrs]?) (?:land|ländern?|stadt|ort|region|gebiet|kontinent)"
            r"|où|quel(?:le)? (?:pays|ville|région|endroit|lieu)|d[oó]nde|ad[oó]nde"
            r"|qu[eé] (?:pa[ií]s(?:es)?|ciudad(?:es)?|estado|lugar|regi[oó]n|continente)|dove|onde|где|куда"
        ),
        (
            r"哪里|哪裡|哪裏|哪儿|何处|何處|在哪|哪个(?:国家|城市|地方|州|省|地区)"
            r"|哪個(?:國家|城市|地方|州|省|地區)|どこ|何処"
            r"|何(?:県|市|町|国|州|区)|どの(?:国|都市|県|地域)|ที่ไหน|ที่ใด|ประเทศใด|เมืองใด|어디"
        ),
    ),
    AnswerKind.REASON: (
        r"why|(?:for )?what reason|warum|wieso|weshalb|weswegen|pourquoi|por qu[eé]|perch[eé]|por que|почему|зачем",
        r"为什么|為什麼|为何|為何|什么原因|什麼原因|原因は|理由は|なぜ|何故|どうして|ทำไม|เพราะเหตุใด|왜",
    ),
    AnswerKind.DEFINITION: (
        (
            r"^what (?:is|are|was|were)(?= (?:an? |the )?[\w\- ]{2,40}\?*$)|^(?:was|wer) (?:ist|sind|bedeutet)"
            r"|qu['’]est-ce (?:que|qu)|^qu[eé] (?:es|son|significa)|what does .* mean|define|definition"
        ),
        r"是什么[？?]?$|是什麼[？?]?$|什么是|什麼是|とは(?:何|なに)?(?:ですか|か)?[。？?]?$|って何|คืออะไร",
    ),
}
_MONTHS = (
    "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s)?|märz|apr(?:il)?|avril|may|mai|mayo|june?|juni|juin"
    "|july?|juli|juillet|aug(?:ust)?|août|sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?"
    "|de[cz](?:ember)?|décembre|diciembre|enero|febrero|marzo|abril|junio|julio|agosto"
)
_DATE = re.compile(
    rf"(?<![\d.,$€£])(?:1[0-9]|20)\d\d(?![\d%]|[.,]\d)|\b(?:{_MONTHS})\b\.? ?\d|\d\.? (?:de )?(?:{_MONTHS})\b"
    r"|\b(?:centur(?:y|ies)|jahrhundert\w*|siècles?|siglos?|BCE?|AD)\b|\d+0(?:s|er)\b"
    r"|[\d〇一二三四五六七八九十]+\s*(?:年|月|日|世纪|世紀)|昭和|平成|明治|大正|令和|พ\.ศ\.|ค\.ศ\.|\d년|\d월",
    re.IGNORECASE,
)
_NUMBER_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion"
    "|half|third|quarter|dozen|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert|tausend|millionen?"
    "|milliarden?|hälfte|drittel|viertel|deux|trois|quatre|cinq|sept|huit|neuf|dix|cent|mille|moitié|tiers"
    "|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|ciento|mil|millones|mitad|tercio"
)
_NUMBER = re.compile(
    rf"\d|\b(?:{_NUMBER_WORDS})\b|[一二三四五六七八九十百千万亿億两兩]+[个個人次种種名位倍年月割%％つ]|半分|一半|[๐-๙]",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[^\s.!?。:“\"(])[ \t(“\"']+([^\W\d_a-zß-öø-ÿа-я][^\W\d_]+)")
_UNSPACED_NAME = re.compile(r"[\u30a1-\u30ff]{2,}|[·・]|[氏君王帝]|[\u4e00-\u9fff]{2,4}(?:先生|教授|博士|大統領|総統)")
_PLACE = re.compile(
    r"\b(?:in|at|near|from|to|of|across|outside|within|nach|bei|aus|à|en|au|dans|a|cerca de|desde|hacia)"
    r" (?:the |der |dem |la |el |los |las |le |les )?[^\W\d_a-zß-öø-ÿа-я][^\W\d_]+"
    r"|[\u3040-\u9fff](?:市|県|县|縣|国|國|州|省|区|區|町|村|山|川|河|島|岛|湖|海|洋|府|都|道|洲|城|港|路|街|駅|站)"
)
_REASON = re.compile(
    r"\b(?:because|since|due to|owing to|in order to|so that|as a result"
    r"|thanks to|caused by|therefore|reasons?|weil|wegen"
    r"|aufgrund|damit|deshalb|daher|um .{3,60} zu|parce que|à cause|afin|grâce|pour|puisque|porque|debido|para|ya que"
    r"|puesto que|gracias a|causa)\b|因为|因為|由于|由於|因此|所以|为了|為了"
    r"|ため|ので|から|によって|により|เพราะ|เนื่องจาก|때문",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"[ )](?:is|are|was|were|refers to|means|ist|sind|war|bezeichnet|bedeutet"
    r"|est|sont|était|désigne|es|son|era|significa)\b"
    r"|是|指|とは|は(?=.{2,})|คือ",
    re.IGNORECASE,
)
_SUBJECT = 80  # characters before “is”
_HELD = {AnswerKind.DATE: _DATE, AnswerKind.NUMBER: _NUMBER, AnswerKind.PLACE: _PLACE}
_ASKING = {
    kind: re.compile(rf"(?<!\w)(?:{spaced})(?!\w)|{unspaced}", re.IGNORECASE)
    for kind, (spaced, unspaced) in _ASKS.items()
}


def kinds_of(question: str) -> frozenset[AnswerKind]:
    """Return the kinds of answer a question asks for; none when its words leave it open (“which”, yes or no)."""
    return frozenset(kind for kind, asking in _ASKING.items() if asking.search(question.strip(" ¿")))


def holds_answer(text: str, kind: AnswerKind, question: str) -> bool:
    """Return True if a sentence has something of the kind that the question itself does not name already."""
    if kind is AnswerKind.NAME:
        asked = question.casefold()
        named = any(match[1].casefold() not in asked for match in _NAME.finditer(text))
        return named or _UNSPACED_NAME.search(text) is not None
    if kind is AnswerKind.DEFINITION:
        return _says_what_it_is(text, question)
    if kind is AnswerKind.REASON:
        return _REASON.search(text) is not None
    return any(match[0].strip() not in question for match in _HELD[kind].finditer(text))


def _says_what_it_is(text: str, question: str) -> bool:
    """Return True if a sentence begins with something that the question asks about, and “is”."""
    copula = _COPULA.search(text[:_SUBJECT])
    if copula is None:
        return False
    subject = frozenset(analyzer.terms(text[: copula.start()]))
    return bool(subject) and len(subject & frozenset(analyzer.terms(question))) * 2 >= len(subject)
