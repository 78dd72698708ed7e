"""Find the place of a file that a question names: “page 4”, “the last slide”, “clause 5.2”, 「3ページ」, 第3章.

Chapters, sections, clauses and articles are told by the headings that number them, files by words of their names: “the
ferry booklet” is ferry_booklet.pdf.
"""

import enum
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import PurePath

from desktop_rag.citations.wording import common_terms
from desktop_rag.text.analyzer import folded, is_unspaced

_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_NUMBER_WORDS = (
    "one eins ein eine un une uno una um uma een",
    "two zwei zweien deux dos due dois duas twee beiden",
    "three drei trois tres tre três drie",
    "four vier quatre cuatro quattro quatro",
    "five fünf cinq cinco cinque vijf",
    "six sechs seis sei zes",
    "seven sieben sept siete sette sete zeven",
    "eight acht huit ocho otto oito",
    "nine neun neuf nueve nove negen",
    "ten zehn dix diez dieci dez tien",
    "eleven elf onze once undici",
    "twelve zwölf douze doce dodici doze twaalf",
)
_ORDINAL_WORDS = (
    (
        "first erste ersten erster erstes premier première premières primera primer primero prima primo primeira"
        " primeiro eerste första förste første pierwsza pierwszy pierwszej pierwszym"
        " первая первый первой первую первом první"
    ),
    (
        "second zweite zweiten zweiter zweites deuxième seconde segunda segundo seconda secondo tweede"
        " andra anden andet druga drugi drugiej drugim вторая второй вторую втором druhá druhé druhý"
    ),
    (
        "third dritte dritten dritter drittes troisième tercera tercer tercero terza terzo terceira terceiro derde"
        " tredje trzecia trzeci trzeciej trzecim третья третий третьей третью третьем třetí"
    ),
    "fourth vierte vierten vierter quatrième cuarta cuarto quarta quarto vierde",
    "fifth fünfte fünften fünfter cinquième quinta quinto vijfde",
    "sixth sechste sechsten sechster sixième sexta sexto sesta sesto zesde",
    "seventh siebte siebten siebter septième séptima séptimo settima settimo sétima sétimo zevende",
    "eighth achte achten achter huitième octava octavo ottava ottavo oitava oitavo achtste",
    "ninth neunte neunten neunter neuvième novena noveno nona nono negende",
    "tenth zehnte zehnten zehnter dixième décima décimo decima decimo tiende",
)
_LAST_WORDS = (
    "last final letzte letzten letzter letztes dernière dernier dernières derniers última último últimas últimos "
    "ultima ultimo ultime ultimi laatste sista sidste siste ostatnia ostatni ostatniej ostatnim последняя последний "
    "последней последнюю последнем poslední"
)
_NEXT_TO_LAST = r"penultimate|second[ -]to[ -]last|next[ -]to[ -]last|second last|vorletzten?|vorletzter|vorletztes"
_NEXT = r"next|following|subsequent|nächste[nrms]?|folgende[nrms]?|volgende"
_BEFORE = r"previous|preceding|prior|vorige[nrms]?|vorherige[nrms]?|vorhergehende[nrms]?"
_NEXT_BEHIND = r"suivante?|siguiente|successiv[ao]|seguinte"
_BEFORE_BEHIND = r"précédente?|anterior|precedente"
_WORDS_OF = {word: value for value, words in enumerate(_NUMBER_WORDS, 1) for word in words.split()}
_ORDINALS = {word: value for value, words in enumerate(_ORDINAL_WORDS, 1) for word in words.split()}
_LAST = frozenset(_LAST_WORDS.split())
_ROMANS = r"[ivxlc]{2,7}(?!\w)|[ivx](?=\s*(?:$|[?.!,;)]))"
_LETTERED = r"|(?<=\s)[a-z](?!\w)"
_TO = r"-|–|—|to|through|thru|till|until|bis|à|au|al?|hasta|até|tot|t/m|and|und|et|y|e|en|&"
_HAN = "0-9〇零一二两兩三四五六七八九十百"
_HAN_TO = r"(?:页|頁|ページ)?\s*(?:到|至|から|〜|~|-|–|—|、|和|と)\s*第?"
_HAN_FIRST = re.compile(
    r"(?P<first>(?:最初|先頭|冒頭|一番目)の?|首)(?P<first_unit>ページ|頁|页|スライド|シート|章)"
    r"|(?P<last>最後の|最終|最后一|最後一|末|最后的一)(?P<last_unit>ページ|頁|页|スライド|シート|章|张幻灯片|张工作表|个工作表)"
    r"|(?P<next>次の|つぎの|下一)(?P<next_unit>ページ|頁|页|スライド|シート|章|节|節|条|張幻灯片|张幻灯片)"
    r"|(?P<before>前の|上一)(?P<before_unit>ページ|頁|页|スライド|シート|章|节|節|条|张幻灯片)"
)
_HAN_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_IDLE = frozenset(
    """
    what which is are was were does do did say says said stand stands written write there on in at of from the a an
    this that it its about contain contains content contents show shows me tell give summarise summarize summary
    quote read out text document file pdf please can could you i find printed happens discussed described mentioned
    covered explained topic subject main points whole full entire exactly and also how then now describe explain
    overview title called titled word presentation deck spreadsheet workbook s
    was steht stehen auf der die das dem den in im von vom zu zum zur des sagt ist sind wird werden beschrieben
    behandelt inhalt zeige zeig mir fasse fass zusammen zusammenfassung zusammenfassen lies vor gib wieder text datei
    dokument dokuments und dann bitte kannst du geht es um worum denn eigentlich alles ganze gesamte lautet heißt
    überschrift erkläre erklär präsentation mappe arbeitsmappe
    que qu est ce il y a t sur à la le les l de du des dans en dit écrit contient contenu résume résumer résumez quoi
    fichier texte et puis cite montre moi parle quel quelle au aux
    qué hay dice pone el los las del está escrito contiene contenido resume resumir documento archivo texto cuál es
    muestra cosa che c è scritto nella nel sulla alla il di della contenuto riassumi testo e mostra qual o há diz na
    no em da do as os conteúdo resuma arquivo que wat staat er op het een van zegt inhoud vat samen samenvatten bestand
    tekst en toon
    happens happen happened occurs goes explains mentions describes discusses talks tells go
    passiert geschieht kommt vor behandelt erzählt handelt sagen stehen finde findet drin drauf enthält beschreibt
    regelt besagt
    se passe arrive produit raconte trouve parlent parlé traite agit explique décrit figure lit t y s prévoit dispose
    apprend question racontée
    pasa ocurre sucede cuenta trata habla explica describe figura aparece lee se establece prevé viene
    succede accade racconta parla tratta spiega descrive dice si trova riporta prevede come
    acontece conta fala explica descreve aparece consta está trata prevê passa
    gebeurt vertelt gaat beschrijft zegt
    vad står det i på om den det de en ett av till och sägs säger skrivet innehåller handlar händer finns hva hvad
    der står sker handler om og af til indeholder inneholder
    co jest są na w we z ze o i jaka jaki jakie stoi mówi napisano opisano zawiera dzieje się treść czego czym dotyczy
    что в на о об и говорится написано сказано содержится происходит рассказывается есть это какой какая описано
    гласит текст чем про стоит
    co je na v ve s o a píše stojí obsahuje děje říká uvedeno
    """.split()
)
_UNSPACED_IDLE = re.compile(
    r"写了什么|写了些什么|寫了什麼|写的是什么|写着什么|说了什么|說了什麼|说什么|讲了什么|讲什么|讲的是什么|内容是什么|内容|內容|有什么|有哪些"
    r"|是什么|什么|什麼|请|請|总结|總結|概括|摘要|一下|告诉我|显示|引用|文件|文档|这个|这份|里面|里|裡|中|上|的|在|和|以及|说|写|讲|读|给我"
    r"|了|着|呢|吗|都|主要|全文|该|关于|标题|规定|介绍|描述|何が|なにが|書いて|書かれて|載って|記載されて|記されて|述べられて|示されて"
    r"|ありますか|いますか|います|いる|あります|ある|でしょうか|ですか|です|内容|本文|教えて|ください|下さい|要約して|要約|まとめて"
    r"|見せて|引用して|読んで|について|文書|ファイル|資料|この|その|って|どんな|こと|説明して|して|全文|何|なん|には|では|に|は|が|を|の|で|と|も|か"
)
_LONGEST = 300  # characters; what is longer is a text and not a question
_HAN_LINE = re.compile(
    r"[ \t]*(?P<mark>#{1,6}[ \t]+)?(?:\*\*)?第[ \t]*(?P<label>[0-9〇零一二三四五六七八九十百]+)[ \t]*"
    r"(?:(?P<CHAPTER>章)|(?P<SECTION>[节節款項项])|(?P<ARTICLE>[条條])|(?P<PART>部分?|[编編]))"
)
_HAN_APPENDIX = re.compile(
    r"[ \t]*(?P<mark>#{1,6}[ \t]+)?(?P<APPENDIX>附录|附錄|付録|別紙)[ \t]*(?P<label>\d+|[a-z](?![a-z]))"
)
_MARK = re.compile(r"[ \t]*(#{1,6})[ \t]+\S")
_LONGEST_TITLE = 80  # characters of a line that may be a heading without a mark
_CLOSED = (".", ";", ",", "。", "；", "、")
_PART = re.compile(r"\d+|[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LEAST = 0.5  # of the letters of a name
_SHORTEST = 3  # letters of a word that names a file by itself
_LEAST_INFLECTED = 5  # letters of a word that may have another ending
_SAME, _LONGEST_ENDING = 0.7, 3  # of the longer word's letters are alike at its beginning; letters that differ


class PlaceUnit(enum.StrEnum):
    """The units of places; the kinds of headings are distinguished where a text has several of them."""

    PAGE = "page"
    SLIDE = "slide"
    SHEET = "sheet"
    CHAPTER = "chapter"
    PART = "part"
    ARTICLE = "article"
    SECTION = "section"  # also clauses and paragraphs
    APPENDIX = "appendix"

    @property
    def is_heading(self) -> bool:
        """True if it is marked by a heading in the text."""
        return self not in (PlaceUnit.PAGE, PlaceUnit.SLIDE, PlaceUnit.SHEET)


@dataclass(frozen=True, slots=True)
class Place:
    """A place, by its number or label as it is written ("4", "iv", "2.3", "a"), to ``last`` where it is a range.

    ``from_end`` counts from the end: 1 is the last one; ``count`` are wanted from there. ``step`` is relative to the
    place before. With ``is_position`` the number is that of the place, whatever is printed there (“the third page”).
    A sheet without a label is meant by its name.
    """

    unit: PlaceUnit
    label: str = ""
    last: str = ""
    from_end: int = 0
    count: int = 1
    is_position: bool = False
    step: int = 0


@dataclass(frozen=True, slots=True)
class PlaceQuestion:
    """A question that names a place, and the rest of it."""

    place: Place
    rest: str


_NEXT_TO_LAST += r"|avant-dernière|avant-dernier|penúltim[ao]|penultim[ao]|voorlaatste"
UNIT_WORDS = {
    PlaceUnit.PAGE: r"pages?|pg|pp|p(?=\.)|seiten?|s(?=\.\s*\d)|páginas?|pág|paginas?|pagine|bladzijden?|blz|페이지"
    r"|sid(?:a|an|e|en|or|er)|stron(?:a|ie|y|ę)|str(?=\.\s*\d)|страниц[аеуы]|стр(?=\.\s*\d)|stran(?:a|ě|y|u)",
    PlaceUnit.SLIDE: r"slides?|folien?|diapositives?|diapositivas?|diapositiv[ae]|diapo|dias?"
    r"|slajd(?:zie|u)?|слайд[еа]?|snímek|snímku",
    PlaceUnit.SHEET: r"(?:work)?sheets?|tabs?|(?:tabellen|arbeits|rechen)?blatt(?:s|es)?|tabellenblätter|feuilles?"
    r"|hojas?|fogli[oi]?|planilhas?|werkblad",
    PlaceUnit.CHAPTER: r"chapters?|ch(?=\.\s*\d)|kapitels?|kap(?=\.\s*\d)|chapitres?|capítulos?|capitol[oi]|hoofdstuk"
    r"|kapitlet|kapitlen|kapitler|rozdzia(?:ł|le|łu)|глав[аеыу]|kapitol[aey]",
    PlaceUnit.PART: r"parts?|teils?|teile|parties?|partes?|deel|del(?:en)?(?=\s+[\divx])|częś(?:ć|ci)|част[ьи]",
    PlaceUnit.ARTICLE: r"articles?|art(?=\.\s*\d)|artikels?|artículos?|articol[oi]|artigos?"
    r"|artyku(?:ł|le|łu)|стать[яеию]",
    PlaceUnit.SECTION: r"sections?|sec(?=\.\s*\d)|clauses?|paragraphs?|para(?=\.\s*\d)|items?|abschnitte?s?|klauseln?"
    r"|ziffern?|absatz|paragraf(?:en)?|paragraphen|punkt(?:e|en)?|paragraphes?|secciones|sección|cláusulas?|párrafos?"
    r"|apartados?|sezion[ei]|clausol[ae]|paragraf[oi]|seções|seção|secção|parágrafos?|paragraaf|artikel(?=lid)"
    r"|puntos?|incisos?|numerales?|punt[oi]|commi?|comma|pontos?|alíneas?|alinéas?|point(?=\s+\d)|leden|lid(?=\s+\d)"
    r"|avsnitt(?:et)?|punkt(?:en|et|u|cie)?|stycket?|afsnit(?:tet)?|paragrafen|rozdzia(?=\d)|ustęp(?:ie|u)?"
    r"|ust(?=\.\s*\d)|paragraf(?:ie|u)?|пункт(?:е|а|у)?|п(?=\.\s*\d)|раздел(?:е|а)?|параграф(?:е|а)?|bod(?:ě|u)?"
    r"|§§?",
    PlaceUnit.APPENDIX: r"appendix|appendices|annex(?:es)?|schedules?|exhibits?|anhangs?|anlagen?|annexes?|anexos?"
    r"|appendic[ei]|allegat[oi]|bijlagen?",
}


def _either(words: "dict[str, int] | frozenset[str]") -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_COUNTED = _either({word: value for word, value in _WORDS_OF.items() if word not in ("um", "sei", "acht", "once")})
_NUMBER = rf"\d{{1,5}}(?:\.\d{{1,3}})*[a-z]?(?![\w%])|(?:{_COUNTED})(?!\w)"
_NUMBERED = re.compile(
    "|".join(
        rf"(?<!\w)(?P<{unit.name}>{words})\.?\s*(?:(?:no|nr|number|nummer|numéro|número|n[º°]|#)\.?\s*)?"
        rf"(?P<{unit.name}_first>{_NUMBER}|{_ROMANS}{_LETTERED if unit is PlaceUnit.APPENDIX else ''})"
        rf"(?:\s*(?:{_TO})\s*(?:{words})?\s*(?P<{unit.name}_last>{_NUMBER}))?(?:\(\w{{1,3}}\))*"
        for unit, words in UNIT_WORDS.items()
    )
)
_ANY_UNIT = "|".join(rf"(?P<{unit.name}>(?:{words}))(?!\w)" for unit, words in UNIT_WORDS.items() if unit != "section")
_ANY_UNIT += rf"|(?P<SECTION>(?:{UNIT_WORDS[PlaceUnit.SECTION]}))(?!\w)"
_ORDINAL = re.compile(
    rf"(?<!\w)(?:(?P<nth>\d{{1,4}})(?:st|nd|rd|th|\.|re|ère|er|ème|e|º|ª|de|ste)|(?P<word>{_either(_ORDINALS)})"
    rf"|(?P<penult>{_NEXT_TO_LAST})|(?P<final>{_either(_LAST)})|(?P<next>{_NEXT})|(?P<before>{_BEFORE}))\s+"
    rf"(?:(?P<count>\d{{1,3}}|{_COUNTED})\s+)?(?:{_ANY_UNIT})"
)
_BEHIND = re.compile(rf"(?<!\w)(?:{_ANY_UNIT})\s+(?:(?P<next>{_NEXT_BEHIND})|(?P<before>{_BEFORE_BEHIND}))(?!\w)")
_NAMED_SHEET = re.compile(rf"(?<!\w)(?:{UNIT_WORDS[PlaceUnit.SHEET]})(?!\w)|シート|工作表")
_HAN_UNITS = {
    PlaceUnit.PAGE: r"页|頁|ページ目?|페이지|쪽",
    PlaceUnit.SLIDE: r"张(?:幻灯片|投影片|ppt)|頁投影片|枚目?の?スライド|番目のスライド|页幻灯片",
    PlaceUnit.SHEET: r"(?:个|個|张|張)?工作表|(?:枚目|番目)の?シート|シート目",
    PlaceUnit.CHAPTER: r"章",
    PlaceUnit.PART: r"部分?",
    PlaceUnit.ARTICLE: r"条|條",
    PlaceUnit.SECTION: r"节|節|款|項|项|段",
}
_HAN_PREFIXED = {
    PlaceUnit.PAGE: r"ページ",
    PlaceUnit.SLIDE: r"スライド|幻灯片|投影片",
    PlaceUnit.SHEET: r"シート|工作表",
    PlaceUnit.CHAPTER: r"チャプター",
    PlaceUnit.SECTION: r"セクション",
    PlaceUnit.APPENDIX: r"附录|附錄|付録|別紙",
}
_HAN_NUMBERED = re.compile(
    "|".join(
        rf"(?P<{unit.name}>(?P<{unit.name}_mark>第)?\s*(?P<{unit.name}_first>[{_HAN}]+)"
        rf"(?:{_HAN_TO}\s*(?P<{unit.name}_last>[{_HAN}]+))?\s*(?:{words})(?:まで)?)"
        for unit, words in _HAN_UNITS.items()
    )
)
_HAN_BEHIND = re.compile(
    "|".join(
        rf"(?P<{unit.name}>(?:{words})\s*第?(?P<{unit.name}_first>\d+|[a-z](?![a-z])))"
        for unit, words in _HAN_PREFIXED.items()
    )
)
_HAN_NAMES = {
    "ページ": PlaceUnit.PAGE, "頁": PlaceUnit.PAGE, "页": PlaceUnit.PAGE, "スライド": PlaceUnit.SLIDE,
    "张幻灯片": PlaceUnit.SLIDE, "張幻灯片": PlaceUnit.SLIDE, "シート": PlaceUnit.SHEET, "张工作表": PlaceUnit.SHEET,
    "个工作表": PlaceUnit.SHEET, "章": PlaceUnit.CHAPTER, "节": PlaceUnit.SECTION, "節": PlaceUnit.SECTION,
    "条": PlaceUnit.ARTICLE,
}  # fmt: skip
_ALWAYS_NUMBERED = frozenset({PlaceUnit.PAGE, PlaceUnit.SLIDE, PlaceUnit.SHEET})  # 3ページ: 第 may be missing


def place_question(question: str) -> PlaceQuestion | None:
    """Return the place that a question names with the rest of it; None when it names none."""
    text = unicodedata.normalize("NFKC", question).casefold()
    if not text.strip() or len(text) > _LONGEST:
        return None
    for place, start, end in (*_ordinal(text), *_numbered(text), *_han(text)):
        return PlaceQuestion(place, f"{text[:start]} {text[end:]}".strip())
    if found := _NAMED_SHEET.search(text):
        return PlaceQuestion(Place(PlaceUnit.SHEET), f"{text[: found.start()]} {text[found.end() :]}".strip())
    return None


def is_idle(rest: str) -> bool:
    """Return True if the rest of a question only asks for a place's content."""
    words = re.findall(r"[^\W_]+", _UNSPACED_IDLE.sub(" ", rest))
    return all(word in _IDLE for word in words)


def number_of(label: str) -> int | None:
    """Return the number that a label is, also in words, in Roman or in Chinese figures; None where it is none."""
    label = label.casefold()
    if label.isdecimal():
        return int(label[:9])  # nothing has as many pages or clauses
    if label in _WORDS_OF:
        return _WORDS_OF[label]
    if label and _ROMAN.fullmatch(label):
        values = [_VALUES[letter] for letter in label]
        return sum(-one if one < next_ else one for one, next_ in zip(values, [*values[1:], 0], strict=True))
    return _han_number(label)


def _numbered(text: str) -> Iterator[tuple[Place, int, int]]:
    for found in _NUMBERED.finditer(text):
        unit = _unit(found)
        first, last = found[f"{unit.name}_first"], found[f"{unit.name}_last"] or ""
        yield Place(unit, _label(first), _label(last)), *found.span()


def _ordinal(text: str) -> Iterator[tuple[Place, int, int]]:
    for found in (*_ORDINAL.finditer(text), *_BEHIND.finditer(text)):
        groups, unit = found.groupdict(), _unit(found)
        count = number_of(groups.get("count") or "1") or 1
        if groups.get("next") or groups.get("before"):
            place = Place(unit, step=1 if groups.get("next") else -1)
        elif groups.get("final"):
            place = Place(unit, from_end=count, count=count)
        elif groups.get("penult"):
            place = Place(unit, from_end=2)
        else:
            first = int(groups["nth"]) if groups.get("nth") else _ORDINALS[groups["word"] or ""]
            place = Place(unit, str(first), str(first + count - 1) if count > 1 else "", is_position=True)
        yield place, *found.span()


def _han(text: str) -> Iterator[tuple[Place, int, int]]:
    for found in _HAN_FIRST.finditer(text):
        kind = next(name for name in ("first", "last", "next", "before") if found[name])
        unit = _HAN_NAMES[found[f"{kind}_unit"]]
        steps = {"next": 1, "before": -1}
        label, step = "1" if kind == "first" else "", steps.get(kind, 0)
        yield Place(unit, label, from_end=int(kind == "last"), is_position=True, step=step), *found.span()
    for pattern in (_HAN_NUMBERED, _HAN_BEHIND):
        for found in pattern.finditer(text):
            unit = _unit(found)
            groups = found.groupdict()
            if pattern is _HAN_NUMBERED and not groups[f"{unit.name}_mark"] and unit not in _ALWAYS_NUMBERED:
                continue
            if groups[f"{unit.name}_first"] and "何" not in found[0]:
                last = groups.get(f"{unit.name}_last") or ""
                yield Place(unit, _label(groups[f"{unit.name}_first"]), _label(last)), *found.span()


def _unit(found: re.Match[str]) -> PlaceUnit:
    return next(unit for unit in PlaceUnit if found.groupdict().get(unit.name))


def _label(written: str) -> str:
    """Return a label in figures where it is a number in words or in Chinese figures."""
    if written in _WORDS_OF or (written and written[0] in f"{_HAN_DIGITS.keys()}十百" and not written[0].isascii()):
        return str(number_of(written) or written)
    return written


def _han_number(label: str) -> int | None:
    if not label or any(letter not in _HAN_DIGITS and letter not in "十百" for letter in label):
        return None
    if all(letter in _HAN_DIGITS for letter in label):
        return int("".join(str(_HAN_DIGITS[letter]) for letter in label))
    total, current = 0, 0
    for letter in label:
        if letter in "十百":
            total += (current or 1) * (10 if letter == "十" else 100)
            current = 0
        else:
            current = _HAN_DIGITS[letter]
    return total + current


_HEADED = [unit for unit in PlaceUnit if unit.is_heading]
_KEYWORDS = "|".join(rf"(?P<{unit.name}>{UNIT_WORDS[unit]})" for unit in _HEADED)
_LINE = re.compile(
    rf"[ \t]*(?P<mark>#{{1,6}}[ \t]+)?(?:\*\*|__)?(?:(?:{_KEYWORDS})\.?[ \t]*(?:(?:no|nr)\.?[ \t]*)?)?"
    r"(?P<label>\d{1,4}(?:\.\d{1,3})*[a-z]?|[ivxlc]{1,7}|[a-z]+)(?=[\s.:)\]、,—–*_-]|$)"
)
_WIDER = (PlaceUnit.PART, PlaceUnit.CHAPTER, PlaceUnit.APPENDIX)  # each ends what is inside it


@dataclass(frozen=True, slots=True)
class _Heading:
    """A line that begins a place: its position, its label, its level and its certainty."""

    page: int
    start: int
    unit: PlaceUnit | None
    label: str
    level: int  # of its mark, 0 without one
    strength: int

    @property
    def depth(self) -> int:
        """The number of numbers in its label."""
        return self.label.count(".") + 1 if self.label else 0


@dataclass(frozen=True, slots=True)
class HeadedText:
    """A place below a heading: ``spans`` are (page, start, end) in the texts of the pages, counted from 1."""

    spans: tuple[tuple[int, int, int], ...]
    strength: int


def headed_text(pages: Sequence[str], place: Place) -> HeadedText | None:
    """Return the place that a heading of the pages begins, up to the next such heading; None where there is none."""
    headings = list(_headings(pages))
    wanted = [place.label]
    if place.from_end:
        last = [one for one in headings if one.unit is place.unit]
        wanted = [last[-place.from_end].label] if len(last) >= place.from_end else []
    if place.last:
        first, until = number_of(place.label), number_of(place.last)
        wanted = [str(one) for one in range(first, until + 1)] if first and until and until < first + 50 else wanted
    found = [one for label in wanted if (one := _best(headings, pages, place.unit, label)) is not None]
    if not found:
        return None
    return HeadedText(tuple(span for one in found for span in one.spans), min(one.strength for one in found))


def _best(headings: Sequence[_Heading], pages: Sequence[str], unit: PlaceUnit, label: str) -> HeadedText | None:
    """Return the place with a label: of the surest heading, and of equal ones the longest.

    What stands below a line of a table of contents is short.
    """
    best: HeadedText | None = None
    size = 0
    for place, heading in enumerate(headings):
        strength = _strength(heading, unit)
        if not strength or not _is_same(heading.label, label):
            continue
        end = next((one for one in headings[place + 1 :] if _ends(one, heading)), None)
        spans = tuple(_spans(pages, heading, end))
        length = sum(stop - start for _, start, stop in spans)
        if best is None or (strength, length) > (best.strength, size):
            best, size = HeadedText(spans, strength), length
    return best


def _strength(heading: _Heading, unit: PlaceUnit) -> int:
    """Return the strength of a heading as one of a unit; 0: it is none."""
    if heading.unit is not None:
        return 4 if heading.unit is unit else 0
    if unit in (PlaceUnit.PART, PlaceUnit.APPENDIX) or not heading.label[:1].isdigit():
        return 0
    if unit is PlaceUnit.CHAPTER and (heading.depth > 1 or heading.strength < 2):
        return 0
    return heading.strength


def _is_same(label: str, wanted: str) -> bool:
    if label == wanted:
        return True
    number = number_of(wanted)
    return number is not None and number == number_of(label) and not (len(wanted) == 1 and wanted.isalpha())


def _ends(other: _Heading, heading: _Heading) -> bool:
    """Return True if a heading ends the place of another one."""
    if heading.level and other.level:
        return other.level <= heading.level
    if heading.unit is not None:
        is_wider = other.unit in _WIDER and (heading.unit not in _WIDER or other.unit is PlaceUnit.PART)
        return other.unit is heading.unit or is_wider or (heading.unit in _WIDER and other.unit in _WIDER)
    if other.unit is not None or not other.label[:1].isdigit():
        return other.unit in _WIDER
    return other.depth <= heading.depth and other.strength >= min(heading.strength, 2)


def _spans(pages: Sequence[str], heading: _Heading, end: _Heading | None) -> Iterator[tuple[int, int, int]]:
    last = end.page if end else len(pages)
    for page in range(heading.page, last + 1):
        start = heading.start if page == heading.page else 0
        stop = end.start if end and page == end.page else len(pages[page - 1])
        if stop > start:
            yield page, start, stop


def _headings(pages: Sequence[str]) -> Iterator[_Heading]:
    for page, text in enumerate(pages, 1):
        start = 0
        for line in text.splitlines(keepends=True):
            if (heading := _heading(line.rstrip(), page, start)) is not None:
                yield heading
            start += len(line)


def _heading(line: str, page: int, start: int) -> _Heading | None:
    lowered = line.casefold()
    if not lowered.strip() or lowered.lstrip().startswith("|"):
        return None
    mark = _MARK.match(lowered)
    level = len(mark[1]) if mark else 0
    found = _HAN_LINE.match(lowered) or _HAN_APPENDIX.match(lowered) or _LINE.match(lowered)
    if found is None:
        return _Heading(page, start, None, "", level, 3) if level else None
    groups = found.groupdict()
    unit = next((unit for unit in _HEADED if groups.get(unit.name)), None)
    label = found["label"]
    rest = line[found.end() :].lstrip(" .:)–—-")
    if unit is not None and not level and rest[:1].islower() and line.endswith(_CLOSED):
        return None  # “Clause 2.2 does not apply to deposits.” speaks of the place
    is_number = label[0].isdigit() or number_of(label) is not None
    if not is_number and not (unit is PlaceUnit.APPENDIX and len(label) == 1):
        unit, label = None, ""
    if unit is None and not label[:1].isdigit():
        return _Heading(page, start, None, "", level, 3) if level else None
    is_short = len(line) <= _LONGEST_TITLE and not line.endswith(_CLOSED)
    strength = 3 if level or "." in label else 2 if is_short else 1
    return _Heading(page, start, unit, label, level, 4 if unit else strength)


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The places of the files in the list, and the question without their names."""

    numbers: tuple[int, ...]
    rest: str


class FileNames:
    """The names of some files."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = [unicodedata.normalize("NFKC", name) for name in names]

    def find(self, question: str) -> NamedFiles:
        """Return the files of whose names the question has most; none where it has less than half of any."""
        question = unicodedata.normalize("NFKC", question)
        words = {folded(word) for word in _PART.findall(question)}
        scores = [self._score(name, question.casefold(), words) for name in self._names]
        best = max(scores, default=0.0)
        if best < _LEAST:
            return NamedFiles((), question)
        numbers = tuple(number for number, score in enumerate(scores) if score >= best - 1e-9)
        named = {part for number in numbers for part in _parts(self._names[number])}
        named |= {word for word in words if any(_is_inflected(word, part) for part in named)}
        endings = {PurePath(self._names[number]).suffix.lstrip(".").casefold() for number in numbers}
        return NamedFiles(numbers, _without(question, named | endings))

    def _score(self, name: str, question: str, words: set[str]) -> float:
        """Return the share of a name's letters whose words stand in the question."""
        stem = PurePath(name).stem.casefold()
        if stem and (
            stem in question if _is_unspaced(stem) else re.search(rf"(?<!\w){re.escape(stem)}(?!\w)", question)
        ):
            return 2.0 if len(stem) >= _SHORTEST or _is_unspaced(stem) else 0.0
        parts = _parts(name)
        known = [part for part in parts if part in words or any(_is_inflected(word, part) for word in words)]
        if not any(len(part) >= _SHORTEST and not part.isdigit() for part in known):
            return 0.0
        return sum(map(len, known)) / sum(map(len, parts))


def _is_inflected(word: str, part: str) -> bool:
    """Return True if a word is one of a name's, inflected: “des Kochbuchs”, «в поваренной книге»."""
    if is_unspaced(part[:1]) or min(len(word), len(part)) < _LEAST_INFLECTED:
        return False
    stem = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, part, strict=False)))
    longer = max(len(word), len(part))
    return stem >= _SAME * longer and longer - stem <= _LONGEST_ENDING


def _parts(name: str) -> list[str]:
    """Return the significant words of a name."""
    parts = [folded(part) for part in _PART.findall(_CAMEL.sub(" ", PurePath(name).stem))]
    return [part for part in parts if part not in common_terms()]


def _without(question: str, named: set[str]) -> str:
    kept = question.casefold()
    for part in sorted(named, key=len, reverse=True):
        if part and _is_unspaced(part):
            kept = kept.replace(part, " ")
    return _PART.sub(lambda found: " " if folded(found[0]) in named else found[0], kept)


def _is_unspaced(text: str) -> bool:
    return any(map(is_unspaced, text))
