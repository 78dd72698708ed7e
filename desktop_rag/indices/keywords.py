"""Finds keywords without a model, in any language, and reads those that models write.

Words come folded as the keyword index folds them. Scripts without spaces have no words to cut at: there a keyword is
a run of characters that carry meaning (in Japanese kanji or katakana, in Chinese what stands between the small
words), together with the run's overlapping pairs, by which a question finds parts of it.
"""

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from desktop_rag.core.output_parsers import parse_json, parse_lines
from desktop_rag.text.analyzer import terms

# The small words that hold sentences together; what carries no meaning in one language rarely does in another.
_SMALL_WORDS = frozenset(
    # English
    "a about above after again all also although am an and any are as at be because been before being below between "
    "both but by can could did do does doing down during each either else ever every few for from further had has "
    "have having he her here hers him his how however i if in into is it its itself just let may me might more most "
    "must my neither no nor not of off on once only or other our out over own per same shall she should since so some "
    "such than that the their them then there these they this those though through thus to too under until up upon us "
    "very via was we were what when where whether which while who whom whose why will with within without would yet "
    "you your "
    # German
    "aber als am an auch auf aus bei bin bis da das dass dem den der des die doch du durch ein eine einem einen einer "
    "eines er es für hat haben hatte ich ihr ihre im in ins ist ja kann kein keine man mehr mit muss nach nicht noch "
    "nun nur ob oder ohne sein seine sich sie sind so über um und uns unter vom von vor war waren was wenn wer wie wir "
    "wird wo worden wurde wurden zu zum zur "
    # French
    "à au aux avec ce ces cette d dans de des donc du elle en est et été être eu il ils je l la le les leur leurs lui "
    "mais ne ni nous on ont ou où par pas plus pour qu que qui s sa sans se ses son sont sous sur un une vous y "
    # Spanish, Portuguese, Italian
    "al como con cual cuando del desde donde dos el ella ellos entre era es esa ese eso esta este esto fue ha hay las "
    "lo los más muy no nos o para pero por porque se ser si sin sobre su sus también tiene todo una y ya "
    "ao aos às com da das e ela ele em foi isso mais mas na nas não no nos os ou pela pelo quando seu sua são são uma "
    "che chi ci come cui da dal dalla degli dei del della delle di e è gli ha ho i il io la le li lo loro ma nel nella "
    "non o per più quello questo sono su sul tra un uno".split()
)
_HIRAGANA = re.compile(r"[\u3040-\u309f]+")  # endings and particles of Japanese
_KANA = re.compile(r"[\u3040-\u30ff]")
_CHINESE_SMALL = re.compile(
    r"因为|所以|但是|如果|可以|什么|怎么|哪里|没有|以及|或者|因為|什麼|怎麼|哪裡|沒有|"
    r"[的了是在与與及或把被这這那们們吗嗎呢吧很也你我他她它]"
)
_UNSPACED_RUN = re.compile(r"[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_KANA_BORDER = re.compile(r"[\u30a0-\u30ff]+|[^\u30a0-\u30ff]+")
_SENTENCE_END = re.compile(
    r"[.!?。！？…]+(?=\s|$)|[。！？]|[,;:、，；：()\[\]{}（）「」『』《》“”\"\n\r\t|]+|\s[-–—]+\s"
)
_REPLY_START = re.compile(
    r"^\W*(?:keywords?|key ?phrases?|synonyms?|关键词|關鍵詞|キーワード)\s*[:：]\s*", re.IGNORECASE
)
_SEPARATOR = re.compile(r"[,;\n、，；|•·]+")
_NUMBER = re.compile(r"^\(?\d{1,2}[.)]\s+")  # of an item in the middle of a line
_EDGES = " \t\"'`“”‘’「」『』()[]{}<>.:：。!?！？*_#"
_LONGEST = 80
_MOST_WORDS = 5
_SHORTEST_PHRASE_WORDS = 4  # RAKE: longer runs are rather clauses than names


def simple_extract_keywords(
    text_chunk: str,
    max_keywords: int | None = None,
    filter_stopwords: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
    *,
    common: Collection[str] = (),
) -> set[str]:
    """Return the most frequent words of a text, with ``filter_stopwords`` those that carry meaning.

    ``common`` are words that most of the library has: they come last.
    """
    if filter_stopwords:
        return set(frequent_words(text_chunk, max_keywords, common))
    words = Counter(word for piece in _pieces(text_chunk) for word in terms(piece))
    return {word for word, _ in words.most_common(max_keywords)}


def rake_extract_keywords(
    text_chunk: str,
    max_keywords: int | None = None,
    expand_with_subtokens: bool = True,  # noqa: FBT001, FBT002 - LlamaIndex's
    *,
    common: Collection[str] = (),
) -> set[str]:
    """Return the weightiest phrases, and their single words unless ``expand_with_subtokens`` is off."""
    return set(telling_phrases(text_chunk, max_keywords, common, expand=expand_with_subtokens))


def frequent_words(text_chunk: str, max_keywords: int | None = None, common: Collection[str] = ()) -> list[str]:
    """Return the words of ``simple_extract_keywords``, the most frequent ones first, the first ones among equals."""
    counts = Counter(word for phrase in content_phrases(text_chunk, common) for word in phrase)
    found = [keyword for keyword, _ in counts.most_common(max_keywords)]
    return _filled_up(found, text_chunk, max_keywords) if common else found


def telling_phrases(
    text_chunk: str, max_keywords: int | None = None, common: Collection[str] = (), *, expand: bool = True
) -> list[str]:
    """Return the weightiest phrases, with their single words if ``expand`` (RAKE, Rose et al. 2010).

    A word's weight is the number of words it stands together with, divided by how often it occurs; a phrase's
    is the sum of those of its words.
    """
    phrases = [tuple(phrase[:_SHORTEST_PHRASE_WORDS]) for phrase in _runs(text_chunk, common)]
    frequency: Counter[str] = Counter()
    degree: Counter[str] = Counter()
    for phrase in phrases:
        for word in phrase:
            frequency[word] += 1
            degree[word] += len(phrase)
    weights = {phrase: sum(degree[word] / frequency[word] for word in phrase) for phrase in dict.fromkeys(phrases)}
    ranked = sorted(weights, key=lambda phrase: -weights[phrase])[:max_keywords]
    found = [" ".join(phrase) for phrase in ranked]
    found = _filled_up(found, text_chunk, max_keywords) if common else found
    return with_words(found) if expand else found


def keywords_of_reply(response: str, max_keywords: int | None = None, *, fold: bool = True) -> list[str]:
    """Return the keywords of a model's reply, whatever separates them, with the words they consist of.

    Prose that is no list of keywords gives none: it would only lead everywhere.
    """
    value = parse_json(response) if response.lstrip().startswith(("[", "{", "```")) else None
    items = list(_strings(value)) if value is not None else _SEPARATOR.split(_list_of(response))
    cleaned = [_NUMBER.sub("", item.strip()).strip(_EDGES) for item in items]
    keywords = [_fold(word) for word in cleaned] if fold else cleaned
    told = [word for word in dict.fromkeys(keywords) if word]
    kept = [word for word in told if _is_short(word)]
    return with_words(kept[:max_keywords]) if 2 * len(kept) > len(told) else []


def with_words(tokens: Iterable[str]) -> list[str]:
    """Return keywords followed by the words they are made of, without the small ones."""
    found: dict[str, None] = {}
    for token in tokens:
        found[token] = None
        words = [word for phrase in content_phrases(token) for word in phrase]
        found.update(dict.fromkeys(words))
    return list(found)


def content_phrases(text: str, common: Collection[str] = ()) -> Iterator[list[str]]:
    """Yield the words that carry meaning, those that stand together in one list; runs without spaces as pairs."""
    for run in _runs(text, common):
        yield [word for part in run for word in _words_of(part)]


def _filled_up(found: Sequence[str], text: str, max_keywords: int | None) -> list[str]:
    """Return keywords followed by more of the text's words, common ones too: what all is about may be asked for."""
    more = frequent_words(text)
    return list(dict.fromkeys([*found, *more]))[:max_keywords]


def _pieces(text: str) -> list[str]:
    """Return the parts of a text between punctuation."""
    return _SENTENCE_END.split(unicodedata.normalize("NFKC", text))


def _runs(text: str, common: Collection[str]) -> Iterator[list[str]]:
    """Yield the words between small words and marks; a run of a script without spaces is one word."""
    for piece in _pieces(text):
        for spaced, unspaced in _by_script(piece):
            if unspaced:
                yield from ([run] for run in _cjk_runs(unspaced) if run not in common)
                continue
            words = terms(spaced)
            for is_small, group in itertools.groupby(words, lambda word: _is_small(word, common)):
                if not is_small:
                    yield list(group)


def _by_script(piece: str) -> Iterator[tuple[str, str]]:
    """Yield (text with spaces, "") and ("", run without) in order."""
    position = 0
    for match in _UNSPACED_RUN.finditer(piece):
        if piece[position : match.start()].strip():
            yield piece[position : match.start()], ""
        yield "", match.group()
        position = match.end()
    if piece[position:].strip():
        yield piece[position:], ""


def _cjk_runs(run: str) -> Iterator[str]:
    """Yield the parts of a run that carry meaning: between small words, katakana apart from the rest."""
    for part in (_HIRAGANA if _KANA.search(run) else _CHINESE_SMALL).split(run):
        yield from (found.strip("・") for found in _KANA_BORDER.findall(part) if found.strip("・"))


def _words_of(word: str) -> list[str]:
    """Return a word; of a run without spaces its pairs."""
    return terms(word) if _UNSPACED_RUN.fullmatch(word) else [word]


def _is_small(word: str, common: Collection[str]) -> bool:
    """Return True if a word has no meaning: by itself, or because every text has it."""
    return word in _SMALL_WORDS or word in common or (len(word) == 1 and word.isascii() and not word.isdigit())


def _list_of(response: str) -> str:
    """Return the part of a reply that lists the keywords: after their heading if there is one."""
    lines = parse_lines(response)
    for place, line in enumerate(lines):
        rest, found = _REPLY_START.subn("", line)
        if found:
            return rest if rest.strip() else "\n".join(lines[place + 1 :])
    return "\n".join(lines)


def _is_short(keyword: str) -> bool:
    """Return True if this can be a keyword rather than a sentence."""
    return len(keyword) <= _LONGEST and len(keyword.split()) <= _MOST_WORDS


def _strings(value: object) -> Iterator[str]:
    """Yield the texts in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)


def keyword_key(text: str) -> str:
    """Return a name as it is compared: folded, blanks made one."""
    return _fold(text.strip(_EDGES))


def _fold(text: str) -> str:
    """Fold case, width and blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
