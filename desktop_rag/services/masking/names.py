"""Find names of persons and firms in a text, by word lists, titles, labels and signatures.

In scripts with capitals, runs of words that begin with one are looked through; in Chinese and Japanese, family names
and the words around a name tell. The lists are in ``resources/masking/names.toml``.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from desktop_rag.core.paths import resource_path
from desktop_rag.evidence.units import Passage
from desktop_rag.services.register.documents import labelled_parts
from desktop_rag.services.register.words import any_of, words

_UPPER = r"[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĘĚĞĢĪĶŁŃŇŌŐŘŚŞŠŢŤŪŮŰŹŻŽİĐƠƯẠ-Ỹ]"
_PIECE = rf"(?:(?:{_UPPER}\.-?){{2,3}}|{_UPPER}[\w'’]{{0,30}}\.?(?:-{_UPPER}?[\w'’]{{0,30}}){{0,3}})"
HAN = r"[\u3400-\u9fff々ヶ]"
_KANA_NAME = r"[\u30a1-\u30fa\u30fc]{2,12}(?:[・＝ ][\u30a1-\u30fa\u30fc]{1,12}){0,3}"
_INITIAL = re.compile(rf"(?:{_UPPER}\.)+-?(?:{_UPPER}\.)?|{_UPPER}")
_MOST_WORDS = 4  # of a person's name
_MOST_FIRM_WORDS = 6
_LIST_ENDS = re.compile(r"[,，、;；/|\n]|\s{2,}|\s(?:and|und)\s|[(（<].*", re.DOTALL)
_POSSESSIVE = re.compile(r"['’]s?\Z")
_GENITIVE = re.compile(r"(?<=[a-zß-ÿ])s\Z")


@dataclass(frozen=True, slots=True)
class _Lists:
    """The word lists."""

    given: frozenset[str]
    family: frozenset[str]
    titles: frozenset[str]
    salutations: frozenset[str]
    firm_ends: frozenset[str]
    particles: frozenset[str]
    never: frozenset[str]
    labels: frozenset[str]
    trades: frozenset[str]
    money: frozenset[str]
    transliterating: frozenset[str]
    closings: tuple[str, ...]
    han_family: tuple[str, ...]
    japanese_family: tuple[str, ...]
    han_behind: tuple[str, ...]
    han_firm_ends: tuple[str, ...]
    han_firm_starts: tuple[str, ...]
    han_labels: tuple[str, ...]


@cache
def _lists() -> _Lists:
    """Return the word lists, read once."""
    tables = tomllib.loads(resource_path("masking", "names.toml").read_text(encoding="utf-8"))

    def of(name: str) -> tuple[str, ...]:
        some = next(table[name] for table in tables.values() if name in table)
        return tuple(some if isinstance(some, list) else some.split())

    labels = (*of("labels"), *words().party_labels)
    return _Lists(
        frozenset(of("given")),
        frozenset(of("family")),
        frozenset(of("titles")),
        frozenset(of("salutations")),
        frozenset(of("firm_ends")),
        frozenset(of("particles")),
        frozenset(of("never")),
        frozenset(one.casefold() for one in labels),
        frozenset(of("trades")),
        frozenset(of("money")),
        frozenset(of("transliterating")),
        of("closings"),
        of("han_family"),
        of("japanese_family"),
        of("han_behind"),
        of("han_firm_ends"),
        of("han_firm_starts"),
        tuple(one for one in labels if re.match(HAN, one)),
    )


@lru_cache(256)
def names_in(text: str) -> tuple[str, ...]:
    """Return the names of persons and firms that stand in a text, each once."""
    spaced = text.replace("_", " ")  # in names of files
    found = dict.fromkeys(_of_words(spaced))
    for pattern in (_after_closing(), *_han_patterns()):
        found.update(dict.fromkeys(match["name"].strip(" 　") for match in pattern.finditer(spaced)))
    for part in labelled_parts(Passage(text)):
        if part.label.casefold() in _lists().labels:
            found.update(dict.fromkeys(_listed(text[part.start : part.end])))
    never = _lists().never
    return tuple(one for one in found if len(one) > 1 and one not in never)


@lru_cache(256)
def likely_names_in(text: str) -> tuple[str, ...]:
    """Return two or three words with capitals within a sentence that no list knows: a name more often than not."""
    lists, found = _lists(), dict[str, None]()
    for match in _runs().finditer(text):
        run = [one.strip(",.") for one in match.group().split()]
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()].rstrip()
        is_within = bool(line) and line[-1] not in ".!?:;|•*-"
        if (
            is_within
            and 2 <= len(run) <= 3
            and not any(one in lists.never or one.isupper() or _is_title(one) for one in run)
        ):
            found[match.group().rstrip(",.")] = None
    return tuple(found)


def parts_of(name: str) -> Iterator[str]:
    """Yield the words of a person's name by which somebody may be called; a firm is called by its whole name."""
    if is_firm(name):
        return
    pieces = re.split(r"[ \u00a0　·・]+", name)
    for piece in pieces if len(pieces) > 1 else ():
        told = piece.strip(".,")
        is_small = told in _lists().particles or told in _lists().titles or told in _lists().never
        if not is_small and len(told) > (1 if re.match(HAN, told) else 2):
            yield told
    if len(pieces) == 1 and re.fullmatch(rf"{HAN}{{3,5}}", name):  # 佐久間美咲: 佐久間
        yield from (one for one in _lists().japanese_family if name.startswith(one))


def is_firm(name: str) -> bool:
    """Return True if a name ends or begins as those of firms do."""
    lists = _lists()
    return (
        not lists.firm_ends.isdisjoint(name.split())
        or name.endswith(lists.han_firm_ends)
        or name.startswith(lists.han_firm_starts)
    )


def _of_words(text: str) -> Iterator[str]:
    """Yield the names in runs of words with capitals."""
    for match in _runs().finditer(text):
        yield from _of_run(match.group().split())


@cache
def _runs() -> re.Pattern[str]:
    """Return the pattern of words with capitals beside each other, with the small words that join names."""
    between = rf"(?:(?:{any_of(_lists().particles)}|&|und|and|of|für|\+) ){{0,2}}"
    return re.compile(rf"(?<![\w'’.-]){_PIECE}(?:,? {between}{_PIECE}(?=[^\w]|\Z))*")


def _of_run(run: list[str]) -> Iterator[str]:
    lists = _lists()
    ends = [
        place
        for place, one in enumerate(run)
        if (one.strip(",") in lists.firm_ends and place) or (one.strip(",.") in lists.trades and len(run) > 1)
    ]
    for end in ends:
        begin = max([0, *(place + 1 for place in range(end) if run[place] in lists.never), end - _MOST_FIRM_WORDS])
        is_first = begin == end and run[end].strip(",.") in lists.trades  # Dachbau Ehrlinger
        while begin < end and run[begin][0].islower():  # der Krüger & Söhne GmbH
            begin += 1
        firm = run[begin : end + 1 + is_first]
        if len(firm) > 1:
            yield _plain(firm)
    place = ends[-1] + 1 if ends else 0
    while place < len(run):
        one = run[place]
        is_called = _is_title(one) or one in lists.salutations
        if is_called or _is_given(one) or _is_before_name(run, place):
            begin = place + is_called
            while begin < len(run) and _is_title(run[begin]):  # Herr Dr.
                begin += 1
            end = _end_of_name(run, begin)
            if end > begin:
                yield _plain(run[begin:end])
            place = max(end, place + 1)
            continue
        if _bare(one) in lists.family:
            yield _bare(one)
        if one.endswith(",") and place + 1 < len(run) and _is_given(run[place + 1]):  # Becker, Anna
            yield _bare(one)
        place += 1


def _is_before_name(run: list[str], place: int) -> bool:
    """Return True for an initial with a name behind it: J. P. Müller, M OKEREKE."""
    after = run[place + 1 : place + 2]
    return bool(after) and _INITIAL.fullmatch(run[place]) is not None and ("." in run[place] or after[0].isupper())


def _end_of_name(run: list[str], begin: int) -> int:
    """Return where a name that begins at a word ends."""
    lists, place = _lists(), begin
    while place < len(run) and place - begin < _MOST_WORDS + sum(one in lists.particles for one in run[begin:place]):
        one = run[place]
        if one in ("&", "and", "und", "of", "für", "+") or one.strip(",.") in lists.never:
            break
        place += 1
        if one.endswith(",") or (one.endswith(".") and not _INITIAL.fullmatch(one)) or _POSSESSIVE.search(one):
            break
    return place


def _plain(name: list[str]) -> str:
    """Return a name without the ending of its last word."""
    return " ".join(
        (
            *name[:-1],
            _POSSESSIVE.sub("", name[-1].rstrip(",") if _INITIAL.fullmatch(name[-1]) else name[-1].rstrip(",.")),
        )
    )


def _is_title(word: str) -> bool:
    told = word.strip(",")
    return told in _lists().titles or (told.isupper() and told.title() in _lists().titles)


def _is_given(word: str) -> bool:
    """Return True for a given name, also one of two, in capitals or in the genitive."""
    bare = _bare(word).partition("-")[0]
    return bare in _lists().given and bare not in _lists().never


def _bare(word: str) -> str:
    """Return a word without marks and the ending of a genitive, in capitals and small letters."""
    told = _POSSESSIVE.sub("", word.strip(",."))
    told = told.title() if told.isupper() and len(told) > 2 else told
    lists = _lists()
    if told not in lists.given and told not in lists.family:
        told = _GENITIVE.sub("", told)
    return told


def _listed(value: str) -> Iterator[str]:
    """Yield the names behind a label, several of a list."""
    for one in _LIST_ENDS.split(value):
        name = " ".join(piece for piece in one.strip(" \t*_\"'　.").split(" ") if piece not in _lists().titles)
        is_name = re.fullmatch(rf"{_UPPER}[\w.'’-]*(?: [\w.'’&-]+){{0,5}}|{HAN}[\w ・　]{{1,14}}|{_KANA_NAME}", name)
        if is_name and not any(map(str.isdigit, name)) and name.split(" ")[0] not in _lists().never:
            yield name


@cache
def money_words() -> re.Pattern[str]:
    """Return the pattern of words beside which figures are amounts without a currency."""
    return re.compile(any_of(_lists().money), re.IGNORECASE)


@cache
def _after_closing() -> re.Pattern[str]:
    """Return the pattern of a signature: the line after “Kind regards,”."""
    return re.compile(
        rf"(?i:(?:{any_of(_lists().closings)})[^\n]{{0,30}}[,，]?\n+)[ \t]*"
        rf"(?P<name>{_PIECE}(?: (?:[a-z]{{2,3}} )?{_PIECE}){{0,3}}"
        rf"|{HAN}{{2,6}}|{HAN}{{1,4}}[ 　][\u3041-\u3096\u3400-\u9fff]{{1,4}})"
        r"(?=\s*(?:\n|\Z|,))"
    )


@cache
def _han_patterns() -> tuple[re.Pattern[str], ...]:
    """Return the patterns of names in Japanese and Chinese, each with the name as its group."""
    lists = _lists()
    chinese, japanese = any_of(lists.han_family), any_of(lists.japanese_family)
    behind, starts, ends = any_of(lists.han_behind), any_of(lists.han_firm_starts), any_of(lists.han_firm_ends)
    apart = rf"(?<!{HAN})"
    before = "(?:(?<![\u3400-\u9fff])|(?<=[与和由给向对是为及同请让寄找系])|(?<=[客东主者工户理生士人姐师方]))"
    labels, over = any_of(lists.han_labels), f"[{''.join(lists.transliterating)}]"
    ends_japanese = rf"(?=(?:{behind})|[はがをにのとでもへやか、。，,（()）「」\s:：|/.]|宛|\Z)"
    ends_chinese = (
        r"(?=[与和向于是的将在请由为对应住支付已以及每就表同提签交租买收说把汇，。、；：:（(\s|？?！'’.,]|\Z)"
    )
    patterns = [
        # firms: 株式会社佐久間商店, 云河置业有限公司
        rf"(?P<name>(?:{starts})[\w・]{{2,14}}?)(?=[はがをにのとでもへ、。，（(\s「」|]|様|御中|より|から|\Z)",
        rf"(?<![^\W与和由给向对在是为至及的于とにを])(?P<name>[\w·・]{{2,20}}?(?:{ends}))",
        # behind a label without a colon: 氏名 羽田野 翔
        rf"(?:{labels})[ 　:：|]+(?P<name>{HAN}{{1,4}}(?:[ 　]?{HAN}{{1,3}})?)(?=\s*(?:[\n、，,。|]|\Z))",
        # 佐久間美咲, 田中 太郎, 高橋さくら; 佐藤様; 弁護士の座間; 森さん, whose sign alone is no name
        rf"{apart}(?P<name>(?:{japanese})[ 　]?(?!{behind}){HAN}{{1,3}}?){ends_japanese}",
        rf"{apart}(?P<name>(?:{japanese})[ 　]?[\u3041-\u3096]{{2,4}}?)(?=(?:{behind})|[はがの、。（(\s|.]|\Z)",
        rf"{apart}(?P<name>(?:{japanese}))(?=(?:{behind})|[はがをのと、。\s.]|\Z)",
        rf"{apart}(?P<name>{HAN}{{2,4}}(?:[ 　]{HAN}{{1,3}})?)(?=様|さま|さん|氏|殿|ちゃん|くん|委員|教授|弁護士|医師)",
        rf"(?:士|師|教授|長|担当)の(?P<name>{HAN}{{1,4}}[ 　]?{HAN}{{0,3}}?)(?=[はがをにのと、。\s]|\Z)",
        rf"{apart}(?P<name>{HAN}(?:様|さん|氏|殿|委員|教授|先生|部長|課長))",
        rf"(?P<name>{_KANA_NAME})(?=[ 　]?(?:{behind}))",
        r"(?P<name>[\u30a1-\u30fa\u30fc]{2,12}(?:[・＝][\u30a1-\u30fa\u30fc]{1,12}){1,3})",
        rf"(?<![\w'’-])(?P<name>{_PIECE}(?: {_PIECE}){{0,3}}) ?(?:{behind})",
        rf"(?P<name>{_UPPER}\. ?(?:[\u30a1-\u30fa\u30fc]{{2,12}}|{HAN}{{2,5}}))",
        # 顾明远先生, 谭总, 由李娜支付; 奥孔乔, 阿依古丽·买买提
        rf"(?P<name>(?:{chinese}){HAN}{{1,2}}?)(?=(?:{behind}))",
        rf"(?P<name>{HAN}{{2,3}})(?=先生|女士|小姐|教授|律师|医生|神父|经理|老师)",
        rf"{before}(?P<name>{HAN}(?:总|先生|女士|小姐|律师|教授|医生|老师|经理|主任))",
        rf"{before}(?P<name>(?:{chinese}){HAN}{{1,2}}?){ends_chinese}",
        rf"(?P<name>{over}{{3,6}}(?:[·・]{over}{{1,6}})?)",
        r"(?P<name>[\u3400-\u9fff]{1,6}[·・][\u3400-\u9fff]{1,8}(?:[·・][\u3400-\u9fff]{1,8})?)",
    ]
    return tuple(map(re.compile, patterns))


def with_parts(names: Iterable[str]) -> dict[str, str]:
    """Return names and the words by which their persons are called, with the whole name of each word, else ""."""
    found: dict[str, str] = {}
    ordered = sorted(names, key=lambda one: (-len(one), one))
    for name in ordered:
        found[name] = ""
    for name in ordered:
        for part in parts_of(name):
            if part not in found or not found[part]:
                found[part] = name if part != name else ""
    return {name: whole if not found.get(whole) else found[whole] for name, whole in found.items()}
