"""Words of direction, order and degree must not be turned into their opposites."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from desktop_rag.citations.checks.base import REWRITTEN, BaseCheck, Evidence, Finding
from desktop_rag.citations.checks.negation import is_negated
from desktop_rag.citations.wording import COMMON_WORDS
from desktop_rag.core.user_text import UserText
from desktop_rag.evidence.units import stems

# Both tables: the beginnings of words of one meaning, “|” before those of the opposite; “=” marks whole words.
# Which way something went: what went there tells which of the source's words to compare, however the rest is worded.
_COURSES = (
    (
        "rise= rises= rose= risen= rising= increas grow= grows= grew= grown= growing= growth= higher= climb surg soar"
        " expand upward="
        "|fall= falls= fell= fallen= falling= decreas declin drop= drops= dropped= dropping= lower= shrink shrank reduc"
        " downward= diminish contract= contracted="
    ),
    (
        "stieg= stiegen= steigen= steigt= gestiegen= anstieg= anstiege= erhöh zunahm= zunahmen= zunahme= wuchs="
        " wachsen= gewachsen= wachstum= höher höhere= höheren="
        "|sank= sanken= sinken= sinkt= gesunken= fiel= fielen= fallen= gefallen= abnahm= abnahmen= abnahme= verringer"
        " reduzier rückgang niedriger="
    ),
    "augment hausse= progress élev supérieur|diminu baisse= baissé= recul inférieur",
    "aument subi subió= crec incremento= superior|disminu baj cay cayó= descen reduj inferior",
    (
        "增加 增长 上升 上涨 提高 增大 升高 扩大 増加 増大 上昇 拡大 増え 高ま"
        "|减少 下降 下跌 降低 减小 缩小 減少 低下 下落 縮小 減り 減っ"
    ),
)
_OPPOSITES = (
    "improv|worsen deteriorat declin decreas",
    "high= highest=|low= lowest=",
    "more= greater=|less= fewer=",
    "most= maximum= largest= biggest= highest= greatest=|least= minimum= smallest= lowest=",
    "above= over= exceed|below= under=",
    "before= prior= preceding=|after= following= subsequent subsequently=",
    "first= initial= initially=|last= final= finally=",
    "win= wins= won= winning= winner=|lose= loses= lost= losing= loser= defeated=",
    "buy= buys= bought= purchas acquir|sell= sells= sold= selling= divest",
    "import= imports= imported=|export= exports= exported=",
    "accept approv|reject denied= deny= denies= refus declined=",
    "includ|exclud",
    "profit= profits= gain= gains=|loss= losses=",
    "positive= positively= favorable= favorably= favourable=|negative= negatively= unfavorable= unfavorably= adverse=",
    "early= earlier= earliest=|late= later= latest=",
    "long= longer= longest=|short= shorter= shortest=",
    "large= larger= big= bigger=|small= smaller= little=",
    "always=|never= sometimes= rarely=",
    "all= every=|none= few=",
    "north= northern=|south= southern=",
    "east= eastern=|west= western=",
    "inside= inner= internal=|outside= outer= external=",
    "allow permit|prohibit forbid forbidden= ban= banned=",
    "begin= begins= began= begun= start= starts= started=|end= ends= ended= stop= stops= stopped=",
    "open= opened= opening=|close= closed= closing=",
    "support= supports= supported=|oppose= opposes= opposed=",
    "true=|false=",
    "strong= stronger= strengthen|weak= weaker= weaken",
    "major= majority=|minor= minority=",
    "former=|latter=",
    "best= better=|worst= worse=",
    "old= older= oldest=|new= newer= newest= young= younger=",
    "male= men= man=|female= women= woman=",
    "left=|right=",
    "rich= richer=|poor= poorer=",
    "enter= entered= arriv|leave= leaves= depart",
    "with=|without=",
    # German
    "mehr=|weniger=",
    "größte= größten= meiste= meisten= höchste= höchsten=|kleinste= kleinsten= wenigsten= niedrigste= niedrigsten=",
    "über=|unter=",
    "vor=|nach=",
    "erste= ersten= erster= erstes= zuerst=|letzte= letzten= letzter= letztes= zuletzt=",
    "gewann= gewinnt= gewonnen=|verlor= verliert= verloren=",
    "kaufte= gekauft= kauft= erwarb= erworben=|verkaufte= verkauft=",
    "gewinn= gewinne=|verlust= verluste=",
    "groß größer= große= großen=|klein kleiner= kleine= kleinen=",
    "hoch= hohe= hohen= höher=|niedrig tief= tiefer=",
    "besser= beste= besten=|schlechter= schlechteste= schlechtesten=",
    "früh= früher= frühe= frühen=|spät= später= späte= späten=",
    "viele= vielen=|wenige= wenigen=",
    "immer= stets=|nie= niemals= selten=",
    "nord norden=|süd süden=",
    "ost osten=|west westen=",
    "stark= starke= stärker=|schwach= schwache= schwächer=",
    # French
    "plus=|moins=",
    "avant=|après=",
    "premier= première= premiers=|dernier= dernière= derniers=",
    "gagn|perdu= perd=",
    "achet|vend= vendu= vendus=",
    "bénéfice= bénéfices=|perte= pertes=",
    "grand= grande= grands= grandes=|petit= petite= petits= petites=",
    "haut= haute= hauts= hautes=|bas= basse= basses=",
    "meilleur= meilleure= mieux=|pire= pires=",
    "début=|fin=",
    "toujours=|jamais= rarement=",
    "nord=|sud=",
    "est=|ouest=",
    # Spanish
    "más=|menos=",
    "antes=|después= tras=",
    "primer= primera= primero= primeros=|último= última= últimos=",
    "ganó= ganar= ganado=|perdió= perder= perdido=",
    "compr|vendió= vender= vendido=",
    "beneficio= beneficios=|pérdida= pérdidas=",
    "mayor= mayores= grande= grandes= gran=|menor= menores= pequeñ",
    "alto= alta= altos= altas=|bajo= baja= bajos= bajas=",
    "mejor= mejores=|peor= peores=",
    "siempre=|nunca= raramente=",
    "norte=|sur=",
    "oriental=|occidental=",
    # Chinese and Japanese
    "超过 以上 高于 多于 上回|低于 以下 少于 不足 不到 下回 未満",
    "之前 以前 前に|之后 以后 後に",
    "最大 最高 最多 最も多|最小 最低 最少 最も少",
    "最初 首次 第一|最后 最終 最後",
    "盈利 利润 黒字 利益|亏损 赤字 損失",
    "早期|晚期 后期 後期",
    "包括 含む|不包括 除く",
)


# the same of single characters, where one stands for the other between equal ones
_OPPOSITE_CHARACTERS = (
    "前|后後 多|少 高|低 大|小 上|下 南|北 東东|西 内|外 新|旧 "
    "早|晚遅 長长|短 男|女 左|右 勝胜|敗败负負 買买|売卖賣 開开|閉关關 増增|減减 始|終终 "
    "強强|弱 先|後后 進进|退 重|軽轻 正|負负 有|無无 是|非 深|浅 厚|薄 "
    "速快|遅慢 好|悪坏 富|貧贫"
)
# what turns a course, or makes it another: “slower growth”, “offset by lower prices”, “the decline was halved”
_TEMPERED = re.compile(
    r"\b(?:slow|offset|prevent|avoid|halt|revers|limit|narrow|halv|instead|rather|versus|than|compar"
    r"|brems|verlangsam|ralenti|fren)\w*|放缓|抑制|防止|鈍化",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[.;:!?。；：！？，、()（）]|,(?!\d)|\b(?:and|but|while|whereas|although|und|aber|während|mais|tandis|pero|mientras)\b"
)
_SHARED = 0.5  # share of the shorter clause's words that both must have to speak of one thing
_FEWEST_SHARED = 2


@dataclass(frozen=True, slots=True)
class _Course:
    """A word that says which way something went, with the other words of its clause."""

    start: int
    end: int
    side: int
    clause: str
    terms: frozenset[str]

    def is_of(self, other: "_Course") -> bool:
        """Return True if both speak of the same thing."""
        shared = len(self.terms & other.terms)
        return shared >= _FEWEST_SHARED and shared >= _SHARED * min(len(self.terms), len(other.terms))

    def may_say(self, other: "_Course") -> bool:
        """Return True if the other one may say the same: they share a word, or this one leaves open its subject."""
        return len(self.terms) < _FEWEST_SHARED or bool(self.terms & other.terms)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two opposite meanings."""

    sides: tuple[re.Pattern[str], re.Pattern[str]]

    def side(self, text: str) -> frozenset[int]:
        """Return the numbers of the opposite meanings that a text has."""
        return frozenset(number for number, pattern in enumerate(self.sides) if pattern.search(text))


class DirectionCheck(BaseCheck):
    """Finds words for which the source has the opposite."""

    may_tell_whose = False

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each such word, with the source's word."""
        yield from _exchanged(evidence)
        for pair in _courses():
            yield from _turned(pair, evidence)


def _exchanged(evidence: Evidence) -> Iterator[Finding]:
    """Yield words that stand where the source has their opposites."""
    words = evidence.words
    if words.likeness < REWRITTEN:
        return
    for change in words.changes:
        replaced = words.source[change.source_start : change.source_end]
        part = words.sentence[change.start : change.end]
        if not part or not replaced:
            continue
        for pair in _character_pairs() if len(part) == len(replaced) == 1 else _pairs():
            if len(pair.side(part)) == len(pair.side(replaced)) == 1 and pair.side(part) != pair.side(replaced):
                (side,) = pair.side(part)
                yield _finding(pair, side, change.start, part, replaced)


def _turned(pair: _Pair, evidence: Evidence) -> Iterator[Finding]:
    """Yield words of a course where the source has only the other one of the same thing."""
    stated = list(_courses_in(pair, evidence.sentence))
    given = list(_courses_in(pair, evidence.source)) if stated else []
    for one in stated:
        opposite = next((other for other in given if other.side != one.side and other.is_of(one)), None)
        if opposite is None or any(other.side == one.side and other.may_say(one) for other in given):
            continue
        if _is_tempered(one.clause) or _is_tempered(opposite.clause):
            continue
        word = evidence.source[opposite.start : opposite.end]
        yield Finding(one.start, one.end, UserText("The source says “{words}” here.", words=word), refutes=True)


def _courses_in(pair: _Pair, text: str) -> Iterator[_Course]:
    """Yield the words of both sides of a pair, each with its clause."""
    ends = [match.start() for match in _CLAUSE_END.finditer(text)]
    for side, pattern in enumerate(pair.sides):
        for match in pattern.finditer(text):
            begin = max((end for end in ends if end <= match.start()), default=0)
            end = min((end for end in ends if end >= match.end()), default=len(text))
            rest = f"{text[begin : match.start()]} {text[match.end() : end]}"
            yield _Course(match.start(), match.end(), side, text[begin:end], stems(rest) - COMMON_WORDS)


def _is_tempered(clause: str) -> bool:
    return bool(_TEMPERED.search(clause)) or is_negated(clause)


def _finding(pair: _Pair, side: int, start: int, part: str, replaced: str) -> Finding:
    here, there = pair.sides[side].search(part), pair.sides[1 - side].search(replaced)
    if here is None or there is None:
        raise ValueError("a side was told that is not there")
    reason = UserText("The source says “{words}” here.", words=there.group())
    return Finding(start + here.start(), start + here.end(), reason, refutes=True)


@cache
def _courses() -> tuple[_Pair, ...]:
    sides = (opposites.partition("|") for opposites in _COURSES)
    return tuple(_Pair((_pattern(left), _pattern(right))) for left, _, right in sides)


@cache
def _pairs() -> tuple[_Pair, ...]:
    sides = (opposites.partition("|") for opposites in _OPPOSITES)
    return (*_courses(), *(_Pair((_pattern(left), _pattern(right))) for left, _, right in sides))


@cache
def _character_pairs() -> tuple[_Pair, ...]:
    sides = (opposites.partition("|") for opposites in _OPPOSITE_CHARACTERS.split())
    return tuple(_Pair((re.compile(f"[{left}]"), re.compile(f"[{right}]"))) for left, _, right in sides)


def _pattern(words: str) -> re.Pattern[str]:
    forms = [_form(word) for word in words.split()]
    return re.compile("|".join(forms), re.IGNORECASE)


def _form(word: str) -> str:
    if not word[0].isascii() and ord(word[0]) > 0x2E80:
        return re.escape(word)
    whole = re.escape(word.rstrip("="))
    return rf"\b{whole}\b" if word.endswith("=") else rf"\b{whole}\w*"
