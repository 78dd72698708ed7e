"""Checks a sentence against the passage it is cited to."""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np

from desktop_rag.citations.checks.base import BaseCheck, Comparison, Evidence, Finding
from desktop_rag.citations.checks.directions import DirectionCheck
from desktop_rag.citations.checks.names import NameCheck
from desktop_rag.citations.checks.negation import NegationCheck
from desktop_rag.citations.checks.numbers import DateCheck, NumberCheck, OrdinalCheck
from desktop_rag.citations.checks.ownership import OwnershipCheck
from desktop_rag.citations.checks.quantities import quantities
from desktop_rag.citations.checks.quotations import QuotationCheck
from desktop_rag.citations.entailment import Entailment, Likeness
from desktop_rag.citations.owners import Owners, name_of
from desktop_rag.citations.passages import passage_of
from desktop_rag.citations.wording import COMMON_WORDS, TELLING, are_of_one_language
from desktop_rag.core.file_paths import folder_name
from desktop_rag.core.results.answers import Source
from desktop_rag.core.schema import Vector
from desktop_rag.core.user_text import UserText
from desktop_rag.embeddings.base import BaseEmbedding
from desktop_rag.embeddings.late_interaction import comparing_tokens
from desktop_rag.evidence.parties import parties_of, with_names
from desktop_rag.evidence.tables import head_of, rows_of
from desktop_rag.evidence.units import Kind, TermWeights, Unit, stems
from desktop_rag.rerankers.judge import Judges, log_odds, title_above

_HYPHENATED = re.compile(r"(?<=[^\W\d_])-[ \t]*\n\s*(?=[^\W\d_])")
ADDED = 0.12  # share of a sentence's weight that a neighbour of the cited sentence must add to belong to its source
NEIGHBOURS = 2  # on either side
# How likely people must call a sentence supported: the step of .05 with the best mean of balanced accuracies on
# AttributionBench and WiCE in cross-validation that refuses at most 4 in 100 faithful answers of the tuning part.
ENTAILED = 0.45
# The same with the judge: its log odds, and so much of those of what was learnt. Of statements whose passage has their
# words, .08 of the faithful and .19 of the wrong ones of bench/relations (open, four languages) are marked, .31 and .61
# of WiCE, .03 and .71 of planted ones.
LEARNT_SHARE = 2.0
JUDGED_ENTAILED = -3.5
# Where too few words are the same to tell what a sentence rests on: of such statements .20 of the faithful and .90 of
# the unsaid ones are marked (-2.5: .23, .93).
JUDGED_ENTAILED_IN_OTHER_WORDS = -3.0
_FEWEST_SHARED, _SAME_MATTER = 2, 0.6  # words, and share of those of the shorter, of units that say the same
UNSUPPORTED_WORD = 0.28  # best F1 on words of WiCE in cross-validation: .57
_NOT_SAID = "The source does not say this."
_SAID_OTHERWISE = "The source says otherwise."
_CLAUSE = re.compile(r"(?:[^,;:—–(),、，；：（）]|(?<=\d)[,:](?=\d))+")
_FEWEST_WORDS = 5  # in a clause; shorter ones are turns of phrase
_LITTLE = 0.25  # share of a clause's weight that its passage must have


class SentenceChecker:
    """Runs all checks on one sentence after the other of an answer.

    With the built-in model, what was learnt about entailment decides where the other checks find nothing.
    """

    def __init__(
        self,
        sources: Sequence[Source],
        candidates: Sequence[Unit],
        weights: TermWeights,
        embed_model: BaseEmbedding | None = None,
        judge: Judges | None = None,
        owners: Owners | None = None,
    ) -> None:
        self._judge = judge
        self._owners = owners
        self._look_alikes = owners.of(sources) if owners else []
        self._read: dict[str, Vector] = {}
        self._texts = tuple(map(passage_of, sources))
        self._passages = tuple(one.whole(0, len(one.text)) for one in self._texts)
        self._files = tuple(source.file for source in sources)
        self._parties = tuple(
            (*parties_of(passage), *(owners.parties(file) if owners else ()))
            for file, passage in zip(self._files, self._passages, strict=True)
        )
        self._titles = tuple(title_above(source.file, source.heading) for source in sources)
        self._contexts = tuple(
            f"{folder_name(source.file)} {title}\n{text}"
            for source, title, text in zip(sources, self._titles, self._passages, strict=True)
        )
        self._candidates = candidates
        self._weights = weights
        model = comparing_tokens(embed_model)
        self._entailment = Entailment(model, candidates, weights) if model else None
        self._checks = (
            QuotationCheck(),
            OrdinalCheck(),
            NumberCheck(),
            DateCheck(),
            NameCheck(),
            OwnershipCheck(),
            NegationCheck(),
            DirectionCheck(),
        )
        self._clauses = ClauseCheck(weights)

    def compare_words_only(self) -> None:
        """Ask neither the model nor the judge from now on."""
        self._entailment = self._judge = None

    def findings(
        self, sentence: str, cited: Unit, quoted: Sequence[tuple[int, int]], *, by_meaning: bool
    ) -> list[Finding]:
        """Return the parts the source does not support, in order, no range twice; ``by_meaning``: its words differ.

        Where nothing is missing, return how the numbers that were computed follow from the source.
        """
        if (wrong := self._meant_instead(sentence, cited) or self._replaced(sentence, cited)) is not None:
            return [wrong]
        evidence = self._evidence(sentence, cited, quoted)
        checked = self._checked(evidence, cited, by_meaning=by_meaning)
        found = [one for one in checked if not one.is_support]
        computed = [one for one in checked if one.is_support]
        if not found and evidence.words.likeness == 1:
            return computed
        if cited.kind is Kind.ROW and self._is_said_by_row(sentence, cited):
            return sorted(found or computed, key=lambda one: one.start)
        # what is certain stays whatever the model would find
        is_settled = bool(found) and self._entailment is not None and all(one.is_certain for one in found)
        if not is_settled and are_of_one_language(sentence, evidence.source):
            likeness = self._likeness(evidence, cited, found)
            if likeness is not None and self._is_entailed(sentence, cited, likeness):
                found = [one for one in found if one.is_certain]
            elif likeness is not None:
                is_contradicted = cited.kind is not Kind.ROW and self._is_contradicted(sentence, cited)
                found = found or _unlikely(sentence, likeness, is_contradicted=is_contradicted)
            elif not by_meaning:
                found = _apart((*found, *self._clauses.findings(evidence)))
        return sorted(found or computed, key=lambda one: one.start)

    def about_others(self, sentence: str) -> frozenset[int]:
        """Return the passages of documents that a sentence is not about, though they look like the one that it is."""
        if self._owners is None:
            return frozenset()
        return frozenset(
            place for place, files in enumerate(self._look_alikes) if self._owners.meant_instead(sentence, files)
        )

    def _meant_instead(self, sentence: str, cited: Unit) -> Finding | None:
        """Return the error of a sentence that rests on a look-alike of the document that it is about, or None."""
        if self._owners is None:
            return None
        files = self._look_alikes[cited.source]
        meant = self._owners.meant_instead(sentence, files)
        said = (one for one in self._candidates if one.terms == cited.terms)
        if not meant or any(self._look_alikes[one.source][0] == meant for one in said):
            return None
        reason = UserText(
            "“{file}” says this, but it is about “{meant}”.", file=name_of(files[0]), meant=name_of(meant)
        )
        return Finding(0, len(sentence), reason, refutes=True)

    def _replaced(self, sentence: str, cited: Unit) -> Finding | None:
        """Return the error of a sentence that a newer document, which changes its own, contradicts, or None.

        That is where it says the same of another figure, or the judge finds it contradicted.
        """
        older = self._files[cited.source]
        for newer in self._owners.newer.get(older, ()) if self._owners else ():
            units = [one for one in self._candidates if self._files[one.source] == newer]
            if any(_is_of_other_figures(one, cited, sentence) for one in units) or self._is_denied(sentence, units):
                reason = UserText(
                    "“{newer}” changes or replaces “{older}”.", newer=name_of(newer), older=name_of(older)
                )
                return Finding(0, len(sentence), reason, refutes=True)
        return None

    def _is_denied(self, sentence: str, units: Sequence[Unit]) -> bool:
        """Return True if the judge finds that some passages of one document say otherwise."""
        if self._judge is None or not units:
            return False
        told = [with_names(one.text, self._parties[one.source], sentence) for one in units]
        logits = self._judge.support([(sentence, (self._titles[units[0].source], *told))])[0]
        return int(logits.argmax()) == 1

    def _is_said_by_row(self, sentence: str, row: Unit) -> bool:
        """Return True if a row, its column names and the text above its table hold every word of a sentence.

        What was learnt about entailment knows sentences only.
        """
        passage = self._texts[row.source].text
        head = head_of(rows_of(passage))
        named = f"{self._titles[row.source]} {head.title} {' '.join(head.columns)}"
        if self._owners is not None:
            named = f"{named} {self._owners.names(self._files[row.source])}"
        common = stems(" ".join(COMMON_WORDS))
        return not stems(sentence) - common - stems(row.text) - stems(named)

    def prepare(self, sentences: Sequence[str]) -> None:
        """Have the model read many sentences at once, before ``supporting`` is called for them."""
        if self._entailment is not None:
            self._entailment.prepare([one for one in sentences if self._is_comparable(one)])

    def supporting(self, sentence: str) -> tuple[Unit, float] | None:
        """Return the unit that entails a sentence in other words, with its probability; None if there is none."""
        if not self._is_comparable(sentence):
            return None
        likeness = self.likeness(sentence, self.likest(sentence))
        if likeness is None or not are_of_one_language(sentence, likeness.likest.text):
            return None
        if not self._is_entailed(sentence, likeness.likest, likeness, JUDGED_ENTAILED_IN_OTHER_WORDS):
            return None
        return likeness.likest, likeness.probability()

    def likeness(self, sentence: str, cited: Unit) -> Likeness | None:
        """Return the features for the learnt judgement of a sentence; None without the built-in model."""
        evidence = self._evidence(sentence, cited, ())
        return self._likeness(evidence, cited, self._errors(evidence, cited, by_meaning=False))

    def _is_entailed(
        self, sentence: str, cited: Unit, likeness: Likeness, judged_odds: float = JUDGED_ENTAILED
    ) -> bool:
        """Return True if a sentence follows from the passages, by words, meaning and the judge.

        The judge cannot tell the cells of a table apart.
        """
        probability = likeness.probability()
        if self._judge is None or cited.kind is Kind.ROW:
            return probability >= ENTAILED
        odds = float(log_odds(self._judged(sentence, cited)[None])[0])
        return odds + LEARNT_SHARE * _log_odds(probability) >= judged_odds

    def _is_contradicted(self, sentence: str, cited: Unit) -> bool:
        """Return True if the judge finds that the passages say something else than a sentence that is not entailed."""
        if self._judge is None:
            return False
        _, contradicted, not_said = self._judged(sentence, cited)
        return bool(contradicted > not_said)

    def _judged(self, sentence: str, cited: Unit) -> Vector:
        """Return the judge's logits, as of ``Judges.support``, for a sentence and its passage, or all of them.

        Each passage stands below its title, as in training, its own one also below lines of the document's beginning
        that have words of the sentence; parties that the sentence names stand in place of “the Tenant”. What its own
        one does not entail may be put together from several.
        """
        known = self._read.get(sentence)
        if known is None and self._judge is not None:
            told = defaultdict[int, list[str]](list)
            for one in self._candidates:
                told[one.source].append(with_names(one.text, self._parties[one.source], sentence))
            passages = [(self._titles[source], *units) for source, units in told.items()]
            above = [self._titles[cited.source]]
            if self._owners is not None:
                above += self._owners.lines(self._files[cited.source], sentence, self._passages[cited.source])
            known = self._judge.support([(sentence, (*above, *told[cited.source]))])[0]
            if len(passages) > 1 and log_odds(known[None])[0] < 0:
                together = self._judge.support([(sentence, tuple(chain.from_iterable(passages)))])[0]
                known = max(known, together, key=lambda logits: float(log_odds(logits[None])[0]))
            self._read[sentence] = known
        return np.zeros(3, np.float32) if known is None else known

    def likest(self, sentence: str) -> Unit:
        """Return the sentence of a passage that has most of the words of another."""
        terms = stems(sentence)
        return max(self._candidates, key=lambda one: self._weights.covered(terms, one.terms))

    def _is_comparable(self, sentence: str) -> bool:
        return any(are_of_one_language(sentence, passage[:TELLING]) for passage in self._passages)

    def _evidence(self, sentence: str, cited: Unit, quoted: Sequence[tuple[int, int]]) -> Evidence:
        comparison = Comparison(sentence, self._source(sentence, cited))
        others = (one for one in self._candidates if one.source == cited.source and one.kind is cited.kind)
        told = tuple(one.text for one in others if one is not cited)
        context = self._contexts[cited.source]
        return Evidence(comparison, context, self._passages, tuple(quoted), cited.text, cited.kind, told)

    def _errors(self, evidence: Evidence, cited: Unit, *, by_meaning: bool) -> list[Finding]:
        """Return the findings of unsupported words and numbers."""
        return [one for one in self._checked(evidence, cited, by_meaning=by_meaning) if not one.is_support]

    def _tells_whose(self, finding: Finding, evidence: Evidence, cited: Unit) -> bool:
        """Return True if the missing part only says which document the sentence is about: “invoice 2024-0171”."""
        text = evidence.sentence[finding.start : finding.end]
        return self._owners is not None and self._owners.tells_whose(text, self._files[cited.source])

    def _checked(self, evidence: Evidence, cited: Unit, *, by_meaning: bool) -> list[Finding]:
        """Return the findings of all checks of single words and numbers, no range twice."""
        is_comparable = not by_meaning and are_of_one_language(evidence.sentence, evidence.source)
        checks = [check for check in self._checks if check.crosses_languages or is_comparable]
        return _apart(
            one
            for check in checks
            for one in check.findings(evidence)
            if one.is_support or not check.may_tell_whose or not self._tells_whose(one, evidence, cited)
        )

    def _likeness(self, evidence: Evidence, cited: Unit, errors: Sequence[Finding]) -> Likeness | None:
        if self._entailment is None:
            return None
        clauses = len(list(self._clauses.findings(evidence)))
        certain = sum(one.is_certain for one in errors)
        found = {"errors": certain, "uncertain errors": len(errors) - certain, "clauses": clauses}
        return self._entailment.likeness(evidence.sentence, cited, found)

    def _source(self, sentence: str, cited: Unit) -> str:
        """Return the cited sentence, with neighbours that have more of the words: answers put sentences together."""
        terms = stems(sentence)
        words = stems(_without_quantities(sentence))
        place = next(place for place, one in enumerate(self._candidates) if one is cited)
        first = last = place
        covered = cited.terms
        for step in (-1, 1):
            for other in range(place + step, place + step * (NEIGHBOURS + 1), step):
                if not 0 <= other < len(self._candidates) or self._candidates[other].source != cited.source:
                    break
                neighbour = self._candidates[other].terms
                gain = self._weights.covered(terms - covered, neighbour) * self._share(terms - covered, terms)
                # numbers alone join nothing: picked from several sentences they make one that nobody wrote
                if gain < ADDED or not words & neighbour - covered or not words & cited.terms - neighbour:
                    continue
                covered |= neighbour
                first, last = min(first, other), max(last, other)
        start, end = self._candidates[first].start, self._candidates[last].end
        return _HYPHENATED.sub("", self._texts[cited.source].whole(start, end))

    def _share(self, some: frozenset[str], terms: frozenset[str]) -> float:
        return self._weights.covered(terms, some)


def _is_of_other_figures(one: Unit, cited: Unit, sentence: str) -> bool:
    """Return True if a unit says the same as the cited one without the figures that a sentence has of that one."""
    (words, figures), (others, stated) = (_parted(each.terms) for each in (one, cited))
    shorter = min(len(words), len(others))
    is_alike = len(words & others) >= max(_FEWEST_SHARED, _SAME_MATTER * shorter)
    stated &= stems(sentence)
    return is_alike and bool(figures and stated) and figures.isdisjoint(stated)


def _parted(terms: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words and the figures of some terms."""
    figures = frozenset(term for term in terms if any(map(str.isdigit, term)))
    return terms - figures, figures


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, 1e-4), 1 - 1e-4)
    return math.log(bounded / (1 - bounded))


def _apart(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings, each range once: the first that was found there."""
    found: list[Finding] = []
    for finding in findings:
        if not any(one.start < finding.end and finding.start < one.end for one in found):
            found.append(finding)
    return found


def _unlikely(sentence: str, likeness: Likeness, *, is_contradicted: bool) -> list[Finding]:
    """Return the words that nothing supports of a sentence that is not entailed; all where none stand out."""
    words = likeness.unsupported_words(UNSUPPORTED_WORD) or [(0, len(sentence))]
    spans = [words[0]]
    for start, end in words[1:]:
        if any(map(str.isalnum, sentence[spans[-1][1] : start])):
            spans.append((start, end))
        else:
            spans[-1] = (spans[-1][0], end)
    reason = _SAID_OTHERWISE if is_contradicted else _NOT_SAID
    return [Finding(start, end, reason, refutes=is_contradicted) for start, end in spans]


def _without_quantities(sentence: str) -> str:
    """Return a sentence without its numbers and their units."""
    pieces, position = [], 0
    for quantity in quantities(sentence):
        pieces.append(sentence[position : quantity.start])
        position = quantity.end
    return " ".join([*pieces, sentence[position:]])


class ClauseCheck(BaseCheck):
    """Finds clauses without support of their own beside supported ones."""

    def __init__(self, weights: TermWeights) -> None:
        self._weights = weights

    def findings(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield each clause whose words the passage hardly has."""
        given = stems(evidence.passage)
        for clause in _CLAUSE.finditer(evidence.sentence):
            terms = frozenset(term for term in stems(clause.group()) if not term[0].isdigit())
            if len(terms) >= _FEWEST_WORDS and self._weights.covered(terms, given) < _LITTLE:
                start = clause.start() + len(clause.group()) - len(clause.group().lstrip())
                yield Finding(start, start + len(clause.group().strip()), "The source does not say this.")
