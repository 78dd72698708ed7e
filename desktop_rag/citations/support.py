"""Finds the sentence of a passage that an answer's sentence rests on.

Its words decide, rare ones and numbers counting most; where words differ, as between languages, the meaning does.
Sentences that state nothing about the documents rest on none: headings, questions, what leads over, what admits not to
know.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from desktop_rag.citations.checking import SentenceChecker
from desktop_rag.citations.checks.derived import computation
from desktop_rag.citations.checks.quantities import numbers_given, quantities
from desktop_rag.citations.owners import Owners
from desktop_rag.citations.passages import citation_of, passage_of
from desktop_rag.citations.wording import COMMON_WORDS, TELLING, are_of_one_language, have_one_script, wording
from desktop_rag.core.results.answers import Citation, Source
from desktop_rag.core.schema import Matrix, Vector
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding, get_query_embeddings
from desktop_rag.embeddings.multilingual_e5 import SPACE
from desktop_rag.evidence.units import TITLE_LENGTH, Kind, TermWeights, Unit, stems
from desktop_rag.rerankers.judge import Judges, log_odds
from desktop_rag.text import analyzer

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
# Chosen on XQuAD (English, Chinese, Spanish; five passages of one article, with and without the one that says it) so
# that 5 in 100 sentences whose passage is missing are cited, 2 of one language. decisions/0068 has the figures.
FOUND = 0.87  # cosine and margin together, of languages of different scripts
ABSENT = 0.836  # 2 in 100 sentences that a passage says are below it
# With the judge, so much of its log odds is added where languages differ. Of 375 sentences of XQuAD (every seventh, on
# English) 1.00 of the Spanish and .91 of the Chinese ones are found (.99 and .86 without it), .04 and .03 whose passage
# is missing are cited (.09 and .05), .86 and .95 of these are called unsaid (.79 and .80), and .00 and .01 of the true
# ones (.00 and .04). decisions/0093 has the figures of both halves.
JUDGED = 0.02
FOUND_JUDGED, ABSENT_JUDGED = 0.85, 0.79
SAME_SCRIPT = 0.02  # how much nearer two languages of one script are to each other, whatever is said
SAME_LANGUAGE = 0.08  # and two sentences of one language
NUMBER_FOUND = 0.03  # for a number that both have
NUMBER_MISSING = 0.02
_MOST_NUMBERS = 3
NAMED = 0.02  # for a passage that the model named
# A sentence so far from being found, or absent, as a passage is not compared as a question too. Of 247 sentences of the
# tuning part and of XQuAD that added at most .052; it takes a third of the time of an unsupported answer.
HOPELESS = 0.08
ALIKE = 0.93  # sentences of several passages as near as this say the same: neither is a rival of the other
_SHORTEST = 0.4  # of a sentence's length in bytes, what a passage must say it in
_ENDS = re.compile(r"[.!?。！？|][\s\"”)]*\Z")
SIMILAR = 0.86  # cosine that shows the same meaning with a model that was not measured, in a passage that was named
_WORD = re.compile(r"[^\W\d_]+")
_GOES_ON = re.compile(r"[.,;!?、。，；！？-]\s*\Z")
SUPPORTED = 0.37  # share of a sentence's weight that its passage must have
HINTED = 0.3  # the same when the model named that passage
NUMBERS = 0.3  # how much less a sentence that lacks all numbers counts among those that might be cited
OF_ANOTHER = 0.15  # of a look-alike of the document that is meant: less than for numbers, which it may have alone
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


@dataclass(frozen=True, slots=True)
class Nearest:
    """The sentence of a passage that comes nearest in meaning to another one.

    ``is_found``: it says the same. ``is_absent``: clearly it does not, None where words must tell.
    """

    sentence: Unit
    cosine: float
    is_found: bool
    is_absent: bool | None


@dataclass(frozen=True, slots=True)
class _Fit:
    """The place of the nearest sentence, its cosine, and the score with the margin and the numbers' share."""

    place: int
    cosine: float
    score: float
    is_foreign: bool


class Meanings:
    """Compares sentences with those of an answer's passages; each of these is embedded once, when first needed.

    A cosine alone does not tell: how near sentences are depends on their languages and on what the passages are about.
    So what counts is how near the nearest one is, and by how much it is nearer than those of other passages; of another
    language also whether the ``judge`` finds that it says so.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        candidates: Sequence[Unit],
        embed_model: BaseEmbedding,
        judge: Judges | None = None,
    ) -> None:
        self._judge = judge
        self._candidates = candidates
        self._embed_model = embed_model
        self._is_measured = embed_model.space == SPACE
        passages = [wording(source.text[:TELLING]) for source in sources]
        # a contract of one language may stand among passages that are lists of names
        self._languages = [wording(one.text) or passages[one.source] for one in candidates]
        self._places = np.array([one.source for one in candidates])
        self._vectors: dict[int, Vector] = {}

    def nearest(self, texts: Sequence[str], named: Sequence[frozenset[int]]) -> list[Nearest | None]:
        """Return the nearest sentence for each text; ``named`` are the places of the passages its writer named.

        None where nothing can be compared: of a model whose cosines were not measured only named passages are.
        """
        allowed = [self._allowed(text, places) for text, places in zip(texts, named, strict=True)]
        asked = [number for number, places in enumerate(allowed) if places]
        if not asked:
            return [None] * len(texts)
        self._embed(sorted({place for number in asked for place in allowed[number]}))
        vectors = self._embed_model.get_text_embedding_batch([texts[number] for number in asked])
        found: list[Nearest | None] = [None] * len(texts)
        fits: dict[int, _Fit] = {}
        promising = []
        for number, vector in zip(asked, vectors, strict=True):
            if not self._is_measured:
                found[number] = self._by_cosine(vector, allowed[number])
                continue
            fits[number] = fit = self._fit(texts[number], vector, named[number])
            if fit.score >= (ABSENT if fit.is_foreign else FOUND) - HOPELESS:
                promising.append((number, vector))
        if promising:
            # halfway between what passages are embedded as, and what questions are
            queries = get_query_embeddings(self._embed_model, [texts[number] for number, _ in promising])
            for (number, vector), query in zip(promising, queries, strict=True):
                both = vector + query
                fits[number] = self._fit(texts[number], both / np.linalg.norm(both), named[number])
        odds = self._odds({number: fits[number] for number, _ in promising}, texts)
        for number, fit in fits.items():
            found[number] = self._decided(fit, odds.get(number))
        return found

    def _odds(self, fits: Mapping[int, "_Fit"], texts: Sequence[str]) -> dict[int, float]:
        """Return the judge's log odds that the nearest sentences of another language say what some texts say.

        The judge cannot tell the cells of a table apart.
        """
        read = [
            number
            for number, fit in fits.items()
            if fit.is_foreign and self._candidates[fit.place].kind is not Kind.ROW
        ]
        if self._judge is None or not read:
            return {}
        pairs = [(texts[number], (self._candidates[fits[number].place].text,)) for number in read]
        return dict(zip(read, log_odds(self._judge.support(pairs)).tolist(), strict=True))

    def _allowed(self, text: str, named: frozenset[int]) -> list[int]:
        """Return the places of the sentences a text is compared with."""
        if self._is_measured:
            return list(range(len(self._candidates)))
        wanted = [place for place, one in enumerate(self._candidates) if one.source in named]
        stated = _values(text)
        return [place for place in wanted if not self._numbers(stated, place)[1]]

    def _embed(self, places: Sequence[int]) -> None:
        missing = [place for place in places if place not in self._vectors]
        if missing:
            texts = [self._candidates[place].text for place in missing]
            self._vectors |= dict(zip(missing, self._embed_model.get_text_embedding_batch(texts), strict=True))

    def _by_cosine(self, vector: Vector, places: Sequence[int]) -> Nearest:
        cosines = np.stack([self._vectors[place] for place in places]) @ vector
        best = int(np.argmax(cosines))
        cosine = float(cosines[best])
        return Nearest(self._candidates[places[best]], cosine, is_found=cosine >= SIMILAR, is_absent=None)

    def _decided(self, fit: "_Fit", odds: float | None) -> Nearest:
        """Return the nearest sentence with what its nearness, and the judge's log odds, tell of it."""
        nearest = self._candidates[fit.place]
        if odds is not None:
            score = fit.score + JUDGED * odds
            return Nearest(nearest, fit.cosine, score >= FOUND_JUDGED, score < ABSENT_JUDGED)
        # words prove that a sentence is missing in passages of its own language
        is_absent = fit.score < (ABSENT if fit.is_foreign else FOUND)
        return Nearest(nearest, fit.cosine, fit.score >= FOUND, is_absent)

    def _fit(self, text: str, vector: Vector, named: frozenset[int]) -> "_Fit":
        """Return the sentence that is nearest, and by how much beside those of other passages."""
        cosines = self._matrix @ vector
        nearness = {language: _nearness(text, language) for language in set(self._languages)}
        expected = np.array([nearness[language] for language in self._languages])
        likeness = cosines - expected
        stated = _values(text)
        found = np.array([self._numbers(stated, place) for place in range(len(self._candidates))])
        bonus = NUMBER_FOUND * found[:, 0] - NUMBER_MISSING * found[:, 1] + NAMED * np.isin(self._places, list(named))
        lengths = np.array([len(one.text.encode()) for one in self._candidates])
        is_too_little = ~self._is_statement | (lengths < _SHORTEST * len(text.encode()))
        best = int(np.argmax(likeness + bonus - is_too_little))
        rivals = likeness[self._are_rivals(best)]
        margin = likeness[best] - rivals.max() if rivals.size else 0.0
        score = likeness[best] + bonus[best] + margin - is_too_little[best]
        return _Fit(best, float(cosines[best]), float(score), bool(expected[best] < SAME_LANGUAGE))

    def _are_rivals(self, best: int) -> NDArray[np.bool_]:
        """Return a mask of the sentences as near by chance: of other passages; of one alone, farther off."""
        elsewhere = self._places != self._places[best]
        if not elsewhere.any():
            elsewhere = abs(np.arange(len(self._places)) - best) > 1
        are_rivals: NDArray[np.bool_] = elsewhere & (self._matrix @ self._matrix[best] < ALIKE)
        return are_rivals

    def _numbers(self, stated: Sequence[frozenset[Decimal]], place: int) -> tuple[int, int]:
        """Return the number of some numbers that a sentence has, and the number it lacks."""
        found = sum(bool(values & self._given[place]) for values in stated)
        return min(found, _MOST_NUMBERS), min(len(stated) - found, _MOST_NUMBERS)

    @cached_property
    def _is_statement(self) -> NDArray[np.bool_]:
        """A mask of the sentences that are more than a title or the opening of a list."""
        return np.array([not (leads_over(one.text) or _is_title(one.text)) for one in self._candidates])

    @cached_property
    def _given(self) -> list[frozenset[Decimal]]:
        """The numbers of each sentence of the passages."""
        return [
            frozenset().union(*(one.values for one in numbers_given(candidate.text))) for candidate in self._candidates
        ]

    @cached_property
    def _matrix(self) -> Matrix:
        return np.stack([self._vectors[place] for place in range(len(self._candidates))])


def _nearness(text: str, language: str) -> float:
    """Return the bonus of a text for being in a passage's language, or at least in its script."""
    own = wording(text)
    if not own or not language or own == language:
        return SAME_LANGUAGE
    return SAME_SCRIPT if have_one_script(own, language) else 0.0


def _is_title(text: str) -> bool:
    """Return True if a text is short, without an end, and all of its words have capitals."""
    words = _WORD.findall(text)
    is_open = len(text) <= TITLE_LENGTH and not _ENDS.search(text)
    return is_open and bool(words) and all(word[0].isupper() for word in words)


def _values(text: str) -> list[frozenset[Decimal]]:
    """Return the possible values of each number of a text."""
    return [one.values for one in quantities(text)]


@dataclass(frozen=True, slots=True)
class Support:
    """The best support of one sentence; ``by_meaning``: its words are others.

    ``start`` is where the words begin in the passage that are shown: not with a heading of the page.
    """

    sentence: Unit
    score: float
    start: int
    by_meaning: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """The statement of a sentence, and the ranks of the passages that the model named for it."""

    text: str
    hinted: frozenset[int]


@dataclass(frozen=True, slots=True)
class Found:
    """The support of a claim; without any, ``is_absent`` means that no passage says it, not that it is unknown."""

    support: Support | None
    is_absent: bool = False


class SupportFinder:
    """Finds the best supporting sentence of the passages."""

    def __init__(
        self,
        sources: Sequence[Source],
        candidates: Sequence[Unit],
        embed_model: BaseEmbedding | None,
        judge: Judges | None = None,
        owners: Owners | None = None,
    ) -> None:
        self._sources = sources
        self._ranks = [source.rank for source in sources]
        self._passage_terms = [
            stems(f"{source.heading}\n{passage_of(source).whole(0, len(source.text))}") for source in sources
        ]
        self._candidates = candidates
        self._worth = {one: _worth(one.text) for one in candidates}
        self._weights = TermWeights(candidates)
        self._meanings = Meanings(sources, candidates, embed_model, judge) if embed_model else None
        self.checker = SentenceChecker(sources, candidates, self._weights, embed_model, judge, owners)

    def find(self, claims: Sequence[Claim]) -> dict[Claim, Found]:
        """Return the support of each claim; those that words don't decide are embedded together.

        Numbers and codes alone are found by themselves or not at all.
        """
        found: dict[Claim, Found] = {}
        undecided = []
        by_words = {claim: self._by_words(claim) for claim in dict.fromkeys(claims)}
        self.checker.prepare([claim.text for claim, support in by_words.items() if support is None])
        for claim, words in by_words.items():
            support = words or self._by_entailment(claim) or self._by_computation(claim)
            if support is not None:
                found[claim] = Found(support)
            elif any(word.isalpha() for word in analyzer.terms(claim.text)):
                undecided.append(claim)
            else:
                found[claim] = Found(None, self._is_comparable(claim.text))
        return found | self._by_meaning(undecided)

    def compare_words_only(self) -> None:
        """Compare no meanings from now on."""
        self._meanings = None
        self.checker.compare_words_only()

    def citation(self, support: Support, start: int, end: int) -> Citation:
        """Return the citation of a sentence that stands at ``start`` to ``end`` of the answer."""
        sentence = support.sentence
        return citation_of(self._sources[sentence.source], (support.start, sentence.end), (start, end), support.score)

    def _by_words(self, claim: Claim, computed: frozenset[str] = frozenset()) -> Support | None:
        """Return the sentence that has enough of a claim's words, those of ``computed`` numbers not asked for."""
        terms, numbers = stems(claim.text) - computed, _numbers(claim.text) - computed
        written = _number_terms(claim.text)
        if not terms:
            return None
        around = [self._weights.covered(terms, passage) for passage in self._passage_terms]
        scored = (
            (candidate, self._score(terms, written, candidate, around[candidate.source], claim.hinted))
            for candidate in self._candidates
        )
        others = self.checker.about_others(claim.text)
        # one that lacks numbers comes after others like it, and so does one of a document that the claim is not about
        best, score = max(
            scored,
            key=lambda one: (
                one[1]
                - NUMBERS * self._missing(numbers - self._alike(written, one[0]), one[0])
                - OF_ANOTHER * (one[0].source in others),
                self._is_hinted(one[0], claim.hinted),
            ),
        )
        needed = HINTED if self._is_hinted(best, claim.hinted) else SUPPORTED
        return Support(best, score, _start_below_headings(best, terms)) if score >= needed else None

    def _by_computation(self, claim: Claim) -> Support | None:
        """Return the sentence that has enough of a claim's other words, where its numbers follow from a passage."""
        for source in self._sources:
            computed = frozenset(
                term
                for one in quantities(claim.text)
                if computation(one, claim.text, source.text)
                for term in stems(one.text)
            )
            if computed:
                return self._by_words(claim, computed)
        return None

    def _by_entailment(self, claim: Claim) -> Support | None:
        """Return the sentence of the same language that says a claim in other words."""
        found = self.checker.supporting(claim.text)
        return Support(*found, found[0].start) if found else None

    def _alike(self, written: Mapping[str, frozenset[Decimal]], candidate: Unit) -> frozenset[str]:
        """Return the terms of numbers that a sentence has in another way of writing: 3,000,000 for 3 × 10⁶."""
        return frozenset(term for term, worth in written.items() if worth & self._worth[candidate])

    def _score(
        self,
        terms: frozenset[str],
        written: Mapping[str, frozenset[Decimal]],
        candidate: Unit,
        around: float,
        hinted: frozenset[int],
    ) -> float:
        """Score one sentence of a passage: its own words first, the rest of its passage a little."""
        alike = self._alike(written, candidate)
        if not around and not alike:
            return 0.0
        own = self._weights.covered(terms, candidate.terms | alike)
        bonus = 0.1 if self._is_hinted(candidate, hinted) else 0.0
        return min(1.0, 0.7 * own + 0.3 * around + bonus)

    def _is_hinted(self, candidate: Unit, hinted: frozenset[int]) -> bool:
        """Return True if the model named the passage a sentence stands in."""
        return self._ranks[candidate.source] in hinted

    def _missing(self, numbers: frozenset[str], candidate: Unit) -> float:
        """Return the share of some numbers that a sentence lacks; years may stand elsewhere, as in a heading.

        Numbers picked from all over a passage make a sentence that nobody wrote.
        """
        passage = self._passage_terms[candidate.source]
        lacking = [
            number
            for number in numbers
            if number not in candidate.terms and not (_YEAR.fullmatch(number) and number in passage)
        ]
        return len(lacking) / len(numbers) if numbers else 0.0

    def _by_meaning(self, claims: Sequence[Claim]) -> dict[Claim, Found]:
        """Return the support nearest in meaning to claims; words alone prove absence only within one language."""
        if self._meanings is None or not claims:
            return {claim: Found(None, self._is_comparable(claim.text)) for claim in claims}
        named = [frozenset(place for place, rank in enumerate(self._ranks) if rank in one.hinted) for one in claims]
        found = {}
        for claim, nearest in zip(claims, self._meanings.nearest([one.text for one in claims], named), strict=True):
            if nearest is None:
                found[claim] = Found(None, self._is_comparable(claim.text))
            elif nearest.is_found:
                found[claim] = Found(Support(nearest.sentence, nearest.cosine, nearest.sentence.start, by_meaning=True))
            else:
                is_absent = self._is_comparable(claim.text) if nearest.is_absent is None else nearest.is_absent
                found[claim] = Found(None, is_absent)
        return found

    def _is_comparable(self, text: str) -> bool:
        """Return True if some passage may be in the language of a sentence, so that its words can be compared."""
        return any(are_of_one_language(text, source.text[:TELLING]) for source in self._sources)


def _start_below_headings(sentence: Unit, terms: frozenset[str]) -> int:
    """Return the start of a sentence below lines that only look like headings, and do not bear on it."""
    text = sentence.text
    while True:
        line, _, below = text.partition("\n")
        below = below.lstrip()
        if not below or not _is_heading(line) or (stems(line) & terms) - stems(below):
            is_all_there = len(sentence.text) == sentence.end - sentence.start
            return sentence.start + len(sentence.text) - len(text) if is_all_there else sentence.start
        text = below


def _is_heading(line: str) -> bool:
    """Return True if a line is short, of words with capitals (or without letters), and does not continue below."""
    words = _WORD.findall(line)
    if len(line) > TITLE_LENGTH or _GOES_ON.search(line):
        return False
    capitals = sum(not word[0].islower() for word in words)
    return 2 * capitals >= len(words) and not (words and words[-1].casefold() in COMMON_WORDS)


def _number_terms(text: str) -> dict[str, frozenset[Decimal]]:
    """Return the terms of a text's numbers, each with the number's possible values."""
    return {term: one.worth for one in quantities(text) for term in stems(one.text)}


def _worth(text: str) -> frozenset[Decimal]:
    return frozenset[Decimal]().union(*(one.worth for one in numbers_given(text)))


def _numbers(text: str) -> frozenset[str]:
    """Return the numbers of a text as keyword terms; single digits prove nothing."""
    return frozenset(term for number in _NUMBER.findall(text) if len(number) > 1 for term in analyzer.terms(number))


def is_statement(text: str, start: int, end: int) -> bool:
    """Return True if a sentence states something that its documents can support."""
    return not unstated_reason(text, start, end)


def unstated_reason(text: str, start: int, end: int) -> str:
    """Return why a sentence states nothing that documents can support, for people; "" where it states something."""
    sentence = text[start:end].strip()
    line_start = text.rfind("\n", 0, start) + 1
    if sentence.startswith("#") or text[line_start:start].lstrip().startswith("#"):
        return UserText("It is a heading.")
    if _HEADING.match(sentence) and text[line_start:end].strip() == sentence and not sentence.endswith((".**", "。**")):
        return UserText("It is a heading.")
    if _QUESTION.search(sentence):
        return UserText("It is a question.")
    if _POLITE.match(sentence) and len(sentence) <= _LONGEST_COURTESY:
        return UserText("It is a courtesy.")
    return UserText("It says that something is not known.") if _ADMISSION.search(sentence) else ""


def leads_over(sentence: str) -> bool:
    """Return True if a sentence only introduces the next one: it need not be supported, but may be."""
    return bool(_LEADS_OVER.search(sentence))


def attribution_length(sentence: str) -> int:
    """Return the length of a beginning that only says where the rest is from (“According to the report, …”)."""
    match = _ATTRIBUTION.match(sentence)
    return match.end() if match else 0
