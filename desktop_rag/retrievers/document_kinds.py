"""The kinds of documents that people name in questions, as they say them and as documents call themselves."""

import re
import unicodedata
from functools import cache

_KINDS: dict[str, dict[str, str]] = {
    # by kind: patterns of its nouns, singular and plural, in languages with and without blanks
    "invoice": {
        "en": r"invoices?|bills?",
        "de": r"\w*rechnung(?:en|snummer|snr)?",
        "ja": r"請求書|ご請求書",
        "zh": r"发票|發票|账单|帳單",
    },
    "receipt": {
        "en": r"receipts?",
        "de": r"quittung(?:en)?|\w*beleg(?:e|en)?",
        "ja": r"領収書|レシート",
        "zh": r"收据"
        "|收據|小票",
    },
    "lease": {
        "en": r"leases?|tenancy agreements?|rental agreements?",
        "de": r"mietvertr(?:ag|ags|ages|äge|ägen)",
        "ja": r"賃貸借?契約書?",
        "zh": r"租赁合同|租约|房屋租赁合同",
    },
    "contract": {
        "en": r"contracts?|agreements?|leases?",
        "de": r"\w*vertr(?:ag|ags|ages|äge|ägen)|vereinbarung(?:en)?",
        "ja": r"契約書?",
        "zh": r"合同|协议|協議|租约",
    },
    "insurance": {
        "en": r"(?:insurance )?polic(?:y|ies)|insurances?",
        "de": r"\w*versicherung(?:en)?|\w*polic(?:e|en)|versicherungsscheine?",
        "ja": r"保険証?券?",
        "zh": r"保险单?|保單|保单",
    },
    "minutes": {
        "en": r"minutes",
        "de": r"\w*protokoll(?:e|en|s)?",
        "ja": r"議事録",
        "zh": r"会议纪要|会议记录|纪要",
    },
    "report": {
        "en": r"(?:\w+ )?reports?",
        "de": r"\w*bericht(?:e|en|s)?|\w*gutachten|befund(?:e|en)?",
        "ja": r"報告書?|レポート",
        "zh": r"报告|報告",
    },
    "letter": {"en": r"letters?", "de": r"briefe?n?|schreiben", "ja": r"手紙|書簡", "zh": r"信件|信函|来信"},
    "mail": {"en": r"e-?mails?|messages?", "de": r"e-?mails?|mails?", "ja": r"メール", "zh": r"邮件|電郵"},
    "offer": {
        "en": r"quotes?|quotations?|offers?|estimates?",
        "de": r"\w*angebot(?:e|en|s)?|kostenvoranschl(?:ag|äge|ägen)",
        "ja": r"見積(?:もり|り)?書?",
        "zh": r"报价单?|報價",
    },
    "order": {
        "en": r"(?:purchase )?orders?",
        "de": r"bestellung(?:en)?|auftr(?:ag|äge|ägen)",
        "ja": r"注文書|発注書",
        "zh": r"订单|訂單",
    },
    "delivery": {
        "en": r"delivery notes?",
        "de": r"lieferscheine?n?",
        "ja": r"納品書",
        "zh": r"送货单|送貨單",
    },
    "payslip": {
        "en": r"pay ?slips?",
        "de": r"gehaltsabrechnung(?:en)?|lohnabrechnung(?:en)?",
        "ja": r"給与明細書?",
        "zh": r"工资单|薪资单",
    },
    "certificate": {
        "en": r"certificates?|licen[cs]es?|permits?",
        "de": r"zertifikate?n?|urkunden?|lizenz(?:en)?|bescheinigung(?:en)?|genehmigung(?:en)?",
        "ja": r"証明書|免許|許可証|ライセンス",
        "zh": r"证书|證書|证明|许可证",
    },
    "cv": {
        "en": r"cvs?|resumes?|applications?",
        "de": r"lebensl(?:auf|äufe|äufen)"
        "|bewerbung(?:en)?",
        "ja": r"履歴書",
        "zh": r"简历",
    },
    "paper": {
        "en": r"papers?|articles?|stud(?:y|ies)",
        "de": r"artikeln?|studien?|aufs(?:atz|ätze"
        "|ätzen)",
        "ja": r"論文",
        "zh": r"论文|文章",
    },
    "statement": {
        "en": r"(?:bank )?statements?",
        "de": r"kontoausz(?:ug|üge|ügen)|abrechnung(?:en)?",
        "ja": r"明細書",
        "zh": r"对账单|對帳單",
    },
    "recipe": {"en": r"recipes?", "de": r"rezepte?n?", "ja": r"レシピ", "zh": r"食谱|菜谱"},
    "note": {"en": r"notes?|diary entries", "de": r"notiz(?:en)?", "ja": r"メモ|日誌", "zh": r"笔记|日志"},
    "reminder": {"en": r"reminders?", "de": r"mahnung(?:en)?", "ja": r"督促状", "zh": r"催款(?:函|单)"},
    "patent": {"en": r"patents?", "de": r"patent(?:e|en|s)?", "ja": r"特許", "zh": r"专利"},
}
_ANY = {
    "en": r"files?|documents?|docs?|pdfs?",
    "de": r"datei(?:en)?|dokument(?:e|en|s)?|unterlagen|schriftstücke?n?|pdfs?",
    "ja": r"ファイル|文書|ドキュメント|資料|書類",
    "zh": r"文件|文档|資料|资料|材料|檔案",
}
_LONGEST_TITLE = 70  # characters of a line that is a title
_TITLE_LINES = 6
_UNSPACED = frozenset({"ja", "zh"})
_SENTENCE = re.compile(r"[.!?。！？；;]\s*\Z")


def any_document(language: str) -> str:
    """Return the pattern of words for documents of no kind."""
    return _ANY[language]


def kind_nouns(language: str) -> str:
    """Return the pattern of all nouns for documents of some kind."""
    return "|".join(kind[language] for kind in _KINDS.values())


def kind_named(text: str, language: str) -> tuple[str, int, int]:
    """Return the kind of documents that a text in small letters names first, with its place; ("", 0, 0) for none."""
    found = [
        (match.start(), -match.end(), kind)
        for kind in _KINDS
        if (match := _pattern(kind, language).search(text)) is not None
    ]
    if not found:
        return "", 0, 0
    start, end, kind = min(found)
    return kind, start, -end


def is_of_kind(kind: str, folder: str, name: str, beginning: str) -> bool:
    """Return True if a document is of a kind: by its file's name, a title where it begins, or its folder's name."""
    if kind in (named := _kinds_in(_spoken(name))):
        return True
    titled = next((kinds for line in _titles(beginning) if (kinds := _kinds_in(line))), frozenset[str]())
    return kind in titled or (not named and not titled and kind in _kinds_in(_spoken(folder)))


def _kinds_in(said: str) -> frozenset[str]:
    return frozenset(
        kind for kind, nouns in _KINDS.items() if any(_pattern(kind, language).search(said) for language in nouns)
    )


@cache
def _pattern(kind: str, language: str) -> re.Pattern[str]:
    nouns = _KINDS[kind][language]
    return re.compile(f"(?:{nouns})") if language in _UNSPACED else re.compile(rf"(?<![^\W\d_])(?:{nouns})(?![^\W\d_])")


def _spoken(name: str) -> str:
    return re.sub(r"[_\-.]+", " ", unicodedata.normalize("NFKC", name)).casefold()


def _titles(beginning: str) -> list[str]:
    """Return the lines at the beginning of a text that are titles or labels, in small letters."""
    lines = [line.strip(" #*=\t") for line in beginning.splitlines() if line.strip(" #*=-\t")]
    said = [one for one in lines[:_TITLE_LINES] if len(one) <= _LONGEST_TITLE and not _SENTENCE.search(one)]
    # what stands behind a label is about another document: “Re: your invoice of May”
    return [re.split(r"[:：]", unicodedata.normalize("NFKC", one).casefold())[0] for one in said]
