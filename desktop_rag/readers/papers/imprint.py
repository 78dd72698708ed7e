"""Read the small print of a paper: identifiers, journal or conference, volume, pages and year."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from desktop_rag.readers.papers.model import Imprint, is_eastern

_DOI = re.compile(r"(?<![\d.])10\.\d{4,9}(?:\.\d+)*/[^\s\"“”|，。；、]+")
_LABELLED = re.compile(r"(?:\bdoi\b|doi\.org/|\bdoi:?|ＤＯＩ)", re.IGNORECASE)
_BREAKS_OFF = re.compile(r"(?:10\.\d{4,9}/(?:\S*[/_-])?|doi\.org/|doi:)$", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?:data(?:set)?s?|code|software|supplement\w*|supporting|erratum|correct\w+|comment(?:ary)?|reply"
    r"|repl\w+ to|related"
    r"|this article (?:corrects|comments)|version of record)\b",
    re.IGNORECASE,
)  # what another DOI may be of
_ARXIV = re.compile(
    r"arXiv\s*:\s*(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\s*\[[^\]]*\])?"
    r"(?:\s+\d{1,2}\s+[A-Z][a-z]{2}\s+(?P<year>\d{4}))?"
)
_YEAR = r"(?:1[6-9]|20)\d\d"
_MONTHS = (
    r"(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|fev|févr|abr|avr|ago|août|set|out|déc|dic"
    r"|ene|january"
    r"|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober"
    r"|dezember|spring|summer|autumn|fall|winter)\.?"
)
_RANGE = r"[A-Za-z]{0,2}\d+\s?[-–—−]{1,2}\s?[A-Za-z]{0,2}\d+"
_FACT = re.compile(
    r"(?:(?<![^\W\d_])(?:"
    r"(?:vol(?:ume)?s?\.?|bd\.|band|jg\.|jahrgang|tome|tomo|volumen|v\.|т\.|том)\s*(?P<volume>\d{1,4}[A-Z]?)"
    r"|(?:no\.?|nos\.|nr\.?|number|issue|iss\.?|heft|h\.|n[°º]|núm\.?|num\.?|n\.|№)\s*(?P<issue>\d{1,3}(?:[-–/]\d+)?)"
    rf"|(?:pp?\.?|pages?|s\.|seiten|páginas|с\.|стр\.|页|頁)\s*(?P<told>{_RANGE}|[A-Za-z]?\d+))"
    r"|第?제?\s*(?P<eastern_volume>\d{1,4})\s*(?:[卷巻]|권)|第?제?\s*(?P<eastern_issue>\d{1,3})\s*(?:[期号號]|호)"
    rf"|\(?(?:(?:\d{{1,2}}\.?\s+)?{_MONTHS}[ ./]*(?:\d{{1,2}},?\s+)?)?(?P<year>{_YEAR})(?!\s*[-–—]\s*\d|\d)"
    r"(?:\s*[年년]\s*\d{1,2}\s*[月월])?\s*년?年?\)?"
    rf"|(?P<pages>{_RANGE})(?![\d(])"
    r"|\((?P<bracket>\d{1,3}(?:[-–/]\d+)?)\)"
    rf"|(?P<month>{_MONTHS}(?:\s+\d{{1,2}})?)(?!\w)"
    r"|(?:article(?:\s+(?:no\.?|number))?\s+)?(?P<number>[A-Za-z]?\d{1,8})(?![\w/]|\s*th\b))",
    re.IGNORECASE,
)
"""What says where in a journal a paper stands: “Vol. 12”, “(3)”, “45–67”, “May 2019” …"""
_BETWEEN_FACTS = " ,;:.|/·•，：\t\u3000"
_NAME = re.compile(r"[^\W\d_][^\d|;]{1,90}")
_LAST_SENTENCE = re.compile(r"^.*[^\W\d_]{7}[.?!] (?=[A-Z])")  # a title before the name; short words are shortened ones
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\b(?:doi:?\s*)?10\.\d{4,9}/\S+", re.IGNORECASE)
_APPEARED = re.compile(
    r"^\W*(?:to appear in|(?:first )?(?:appeared|published|appears) in|reprinted (?:with \w+ )?from|submi\w+ to"
    r"|source|in|accepted (?:\w+ )*at)"
    r"\s*:?\s+(?:the\s+)?",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\bpreliminary\b|\b(?:earlier|previous|extended|short|conference|journal) versions?\b|extended abstract|[“”\"]",
    re.IGNORECASE,
)  # another text than this one, or the title of one
_BEFORE_NAME = re.compile(
    r"^\W*(?:\d{1,5}\s+(?=[^\W\d_])|(?:[A-Z][^\s,]+(?:,? (?:and|&) [A-Z]\S+)? et al\.?"
    r"|[A-Z]\. \w+ et al\.?)[:,.]?\s+)"
)
_RANGE_ALONE = re.compile(rf"(?:\b(?:pp?\.?|pages?|S\.|Seiten)\s*)(?P<pages>{_RANGE})(?!\d)", re.IGNORECASE)
_REST_YEAR = re.compile(rf"(?<!\d)({_YEAR})(?![\d–-])")
_JOURNAL_WORD = re.compile(
    r"\b(?:journal|transactions|letters|review|reviews|annals|archives|bulletin|proceedings|zeitschrift|magazin"
    r"|magazine|revue"
    r"|revista|acta|advances|quarterly|communications|reports|science|sciences|research|nature|jahrbuch|annalen"
    r"|gazette|tidskrift|tidsskrift|tijdschrift|časopis|журнал|вестник|dergisi)\b"
    r"|学报|學報|杂志|雜誌|論文誌|会誌|학회지|논문지",
    re.IGNORECASE,
)
_BARE_NAME = re.compile(
    r"(?:the\s+)?(?:\w+\s)?(?:journal|annals|archives|transactions|bulletin|zeitschrift)\s+(?:of|on|for|für"
    r"|der)\s.{3,60}"
    r"|[\u3040-\u30ff\u3400-\u9fff]{3,14}",
    re.IGNORECASE,
)
_NO_JOURNAL = re.compile(
    r"^(?:研究|论文|論文|综述|原著|解説|摘要|概要|要旨|目次|目录)|^(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)\w*$|^(?:vol"
    r"|volume|band|bd|jg|figure|fig|table|section|chapter|page|pages"
    r"|equation|theorem|and|the year|since|in|invoice|tel|fax|phone"
    r"|rechnung"
    r"|no|nr|version|received|accepted|published|copyright|issn|citation|cite|doi|arxiv|department|university)\b",
    re.IGNORECASE,
)
_IS_CONFERENCE = re.compile(
    r"\bproceedings\b.{0,10}\b(?:of|conf)|conference|symposium|workshop|colloquium", re.IGNORECASE
)
_KINDS = {"told": "pages", "eastern_volume": "volume", "eastern_issue": "issue", "bracket": "issue"}
_LABELLED_KINDS = frozenset(["volume", "issue", "eastern_volume", "eastern_issue"])
_BESIDE_LINES = 3
_SMALL = frozenset("of the and on in for at to und für för voor der die des dem de la le les et el y".split())
_ACRONYMS = frozenset(
    "IEEE ACM IET SIAM PLOS AAAI USENIX BMC BMJ JAMA JMLR IEICE IPSJ ASME AIP IOP RSC ACS EMBO EPL".split()
)
_PROCEEDINGS = re.compile(
    rf"(?:\bIn:?\s+)?(?P<journal>(?:(?:{_YEAR}\s+)?Proceedings\s+of\s+|Tagungsband\s)[^|]{{8,220}}?)"
    rf"(?=[,.]?\s*(?:\bpages?\b|\bpp?\.|\bvol(?:ume\b|\.)|\bJMLR\b|©|\(c\)|c⃝|\bCopyright\b|https?:|\bdoi\b|\.\s"
    rf"|{_MONTHS}\s+\d|,\s*(?:19|20)\d\d\b|$))",
    re.IGNORECASE,
)
_CONFERENCE = re.compile(
    rf"^(?:Published as a (?:conference|workshop) paper at\s+(?P<short>[A-Z][\w ]{{1,40}}?{_YEAR})"
    rf"|(?:Accepted (?:at|to|by)\s+)?(?P<journal>(?:\d+(?:st|nd|rd|th)\s+|{_YEAR}\s+)?[^.|]{{0,120}}?\b"
    rf"(?:Conference|Symposium|Workshop|Colloquium|Congress|Tagung|Konferenz)\b[^.|]{{3,140}}))",
)
_EASTERN_CONFERENCE = re.compile(
    r"^[^\W\d_][^|(（]{2,60}(?:大会|会議|会议|シンポジウム|研究会)[^|(（]{0,20}(?:論文集|论文集|予稿集|講演集)"
)
_KIND_OF_TEXT = re.compile(r"\b(?:conference|symposium|workshop) (?:paper|article|contribution)\b", re.IGNORECASE)
_PRESENTED = re.compile(r"^.*\b(?:presented|appeared|held|announce\w*)\b.*?\b(?:at|in)\s+(?:the\s+)?", re.IGNORECASE)
_AROUND_CONFERENCE = re.compile(
    rf"^(?:In:?\s+|[^\d]*,\s+(?=\d+(?:st|nd|rd|th)\b))|[,;]\s*(?:\d+(?:[-–]\d+)?\s+)?{_MONTHS}\s+\d.*$|\s*\((?:http"
    rf"|www).*$|(?<=\))\s*\d+$",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"(?:published|posted|publication date|veröffentlicht|erschienen|publié|publicado|出版日期|发表|公開|网络首发)"
    rf"[^.;|]{{0,40}}?\b(?P<year>{_YEAR})\b",
    re.IGNORECASE,
)
_COPYRIGHT = re.compile(rf"(?:©|\(c\)|c⃝|\bcopyright\b|⃝c)[^|]{{0,40}}?\b(?P<year>{_YEAR})\b", re.IGNORECASE)
_ACCEPTED = re.compile(
    rf"(?:accepted|angenommen|accepté|aceptado|available online|录用|受理|採録|received|eingegangen|收稿|受付)"
    rf"[^|]{{0,60}}?\b(?P<year>{_YEAR})\b",
    re.IGNORECASE,
)
_DATE_LINE = re.compile(
    rf"^\W*(?:(?:\d{{1,2}}\.?\s+)?{_MONTHS}(?:\s+\d{{1,2}})?[,.]?\s+(?P<year>{_YEAR})|(?P<year2>{_YEAR})"
    rf"(?:\s*年\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*日)?|-\d\d-\d\d))\W*$",
    re.IGNORECASE,
)
_DAYS = re.compile(
    rf"\b{_MONTHS}\s+\d{{1,2}}\s*[-–]\s*\d{{1,2}},\s+(?P<year>{_YEAR})\b", re.IGNORECASE
)  # of a conference
_HISTORY = re.compile(
    r"\b(?:received|accepted|eingegangen|angenommen|submitted)\b[\s:]|收稿日期|修回日期|受付|採録", re.IGNORECASE
)
_ISSN = re.compile(r"\bISSN\b|文章编号|中图分类号|文献标[识志]码", re.IGNORECASE)


def doi_in(text: str) -> str:
    """Return the first DOI in a text without what follows it, "" for none."""
    return next(iter(_dois(text)), "")


def imprint_of(lines: Sequence[str], own: Sequence[str] = (), others: Sequence[str] = ()) -> Imprint:
    """Return the imprint in the small print: ``lines`` around the text; ``own`` are those with the citation.

    ``others`` are the lines of the text: the one DOI that they say is one, is the paper's too.
    """
    found = Imprint(doi=_doi_of(lines, own) or _labelled_doi(others))
    evidence = 2 * bool(found.doi)
    for line in [*own, *lines]:
        if match := _ARXIV.search(line):
            found = replace(found, arxiv=match["id"])
            evidence += 2
            break
    told = (_place(line, is_own=place < len(own)) for place, line in enumerate([*own, *lines]))
    places = [one for one in told if one is not None]
    place = next(iter(places), None) or _parted_place(lines)
    if place is not None and place.is_conference and not place.volume:
        # a name that runs over several lines is whole in their block
        same = (one for one in places if one.is_conference and one.journal.startswith(place.journal))
        place = max(same, key=lambda one: len(one.journal), default=place)
    if place is not None:
        found = place.filled(found)
        evidence += place.evidence
    elif any(map(_ISSN.search, lines)):
        evidence += 1
    evidence += any(map(_HISTORY.search, lines))
    cited = next((year.group(1) for line in own if (year := re.search(rf"[(.,]\s*({_YEAR})\b", line))), "")
    return replace(found, year=found.year or cited or _year(lines), evidence=evidence)


def _doi_of(lines: Sequence[str], own: Sequence[str]) -> str:
    counts: Counter[str] = Counter()
    for weight, some in ((4, own), (1, lines)):
        for place, line in enumerate(some):
            if _BESIDE.search(line) and not re.match(r"\W*(?:https?|doi)", line, re.IGNORECASE):
                continue
            breaks_off = _BREAKS_OFF.search(line.rstrip())
            following = some[place + 1].split()[:1] if breaks_off and place + 1 < len(some) else []
            for doi in _dois("".join([line.rstrip(), *following])):
                counts[doi] += weight + bool(_LABELLED.search(line))
    # of two that are named as often, the first; parts of papers have their own, which begin as that of the whole
    best = max(counts, key=counts.__getitem__, default="")
    return min((doi for doi in counts if best.startswith(f"{doi}.")), key=len, default=best)


def _labelled_doi(lines: Sequence[str]) -> str:
    labelled = (line for line in lines if re.search(r"\bdoi\s*[:：]\s*(?:https?://\S*)?10\.", line, re.IGNORECASE))
    found = {doi for line in labelled for doi in _dois(line)}
    return found.pop() if len(found) == 1 else ""


def _dois(text: str) -> list[str]:
    return [doi for match in _DOI.finditer(text) if len(doi := _without_tail(match.group())) > len("10.1000/")]


def _without_tail(doi: str) -> str:
    """Return a DOI without the punctuation and brackets of the sentence that it stands in."""
    doi = re.split(r"</|&lt;|<(?=[a-z/])", doi)[0]
    while doi:
        last = doi[-1]
        opening = {")": "(", "]": "[", ">": "<", "}": "{"}.get(last)
        if last in ".,;:'’”»*†‡?!" or (opening and doi.count(opening) < doi.count(last)):
            doi = doi[:-1]
        else:
            break
    return doi


def _place(line: str, *, is_own: bool = False) -> Imprint | None:
    """Return the journal or conference that a line names plainly, None for other lines.

    ``is_own``: the line tells how to cite the paper, so that its year may stand elsewhere in it.
    """
    line = _APPEARED.sub("", " ".join(line.split()))
    if _EARLIER.search(line):
        return None
    if found := _journal(line, has_year=is_own):
        return found
    if match := _PROCEEDINGS.search(line):
        rest = line[match.end() :]
        pages = _RANGE_ALONE.search(rest)
        year = _REST_YEAR.search(match["journal"]) or _REST_YEAR.search(rest)
        said = year.group(1) if year else ""
        between = _range(pages["pages"]) if pages else ""
        return Imprint(match["journal"].strip(" ,."), pages=between, year=said, is_conference=True, evidence=2)
    if (match := _EASTERN_CONFERENCE.search(line)) and (year := _REST_YEAR.search(line)):
        return Imprint(match.group().strip(), year=year.group(1), is_conference=True, evidence=2)
    if (match := _CONFERENCE.search(line)) and (year := _REST_YEAR.search(line)):
        name = _AROUND_CONFERENCE.sub("", _PRESENTED.sub("", match["short"] or match["journal"]))
        if not (name[:1].isupper() or name[:1].isdigit()) or _KIND_OF_TEXT.search(name):
            return None
        return Imprint(name.strip(" ,."), year=year.group(1), is_conference=True, evidence=2)
    return None


def _journal(line: str, *, has_year: bool) -> Imprint | None:
    """Return the journal of a line that consists of its name and of facts: volume, issue, pages, year."""
    line = _BEFORE_NAME.sub("", _ADDRESS.sub(" ", line).strip()).lstrip()
    match = _FACT.search(line, 2)
    while match:
        before = line[: match.start()]
        name = _LAST_SENTENCE.sub("", before.strip(" ,.:;-–·•|(，"))
        # a fact stands apart from the name before it
        if match["month"] is None and (before[-1:] != name[-1:] or is_eastern(before[-1:])):
            facts = _facts(line, match.start())
            if _NAME.fullmatch(name) and _is_journal(name) and _are_enough(facts, name, has_year=has_year):
                is_plain = facts.evidence or "-" in facts.pages or _JOURNAL_WORD.search(name)
                is_conference = _IS_CONFERENCE.search(name) is not None
                evidence = 2 if is_plain else 1
                return replace(facts, journal=_cased(name), is_conference=is_conference, evidence=evidence)
            return None
        match = _FACT.search(line, match.end())
    return None


def _facts(line: str, begin: int) -> Imprint:
    """Return the facts from a place on; the evidence counts where the volume or the issue is labelled."""
    said = dict.fromkeys(("volume", "issue", "pages", "year"), "")
    is_labelled = False
    while match := _FACT.match(line, begin):
        kind = match.lastgroup or ""
        is_labelled = is_labelled or kind in _LABELLED_KINDS
        name = ("pages" if said["volume"] else "volume") if kind == "number" else _KINDS.get(kind, kind)
        if said.get(name) == "":
            said[name] = match[kind]
        begin = len(line) - len(line[match.end() :].lstrip(_BETWEEN_FACTS))
    pages = _range(said["pages"])
    return Imprint("", said["volume"], said["issue"], pages, said["year"], evidence=2 * is_labelled)


def _are_enough(facts: Imprint, name: str, *, has_year: bool) -> bool:
    """Return True if facts are those of a paper in a journal: “Vol. 3” alone is a volume of anything."""
    if facts.evidence:
        known = sum(map(bool, (facts.volume, facts.issue, facts.pages, facts.year)))
        return known > 2 or (known == 2 and (_JOURNAL_WORD.search(name) is not None or bool(facts.pages)))
    return bool(facts.volume.isdecimal() and facts.pages and (facts.year or has_year))


def _is_journal(name: str) -> bool:
    """Return True if words may be the name of a journal: by their capitals, or by one of them."""
    is_named = _JOURNAL_WORD.search(name) is not None
    words = re.findall(r"[^\s(（]+", name)
    if _NO_JOURNAL.search(name) or len(words) > 12 or (words[0].islower() and not is_named):
        return False
    return is_named or all(not word.islower() or word in _SMALL or not word[0].isascii() for word in words)


def _parted_place(lines: Sequence[str]) -> Imprint | None:
    """Return a journal whose name and volume stand beside each other, None where one of them is missing."""
    squeezed = [re.sub(r"(?<=[\u3040-\u9fff])\s+(?=[\u3040-\u9fff])", "", line.strip()) for line in lines]
    for place, line in enumerate(lines):
        facts = _facts(line, 0)
        if not (facts.evidence and facts.issue and (facts.volume or facts.year)):
            continue
        beside = squeezed[max(0, place - _BESIDE_LINES) : place + _BESIDE_LINES + 1]
        name = next((one for one in beside if _BARE_NAME.fullmatch(one) and not _NO_JOURNAL.search(one)), None)
        if name is not None:
            return replace(facts, journal=_cased(name))
    return None


def _range(pages: str) -> str:
    return re.sub(r"\s*[-–—−]+\s*", "-", pages)


def _cased(journal: str) -> str:
    """Return a name in capitals alone as titles are written."""
    if not journal.isupper() or (" " not in journal and len(journal) < 6):
        return journal
    words = [word if _ACRONYMS.issuperset(word.split("/")) else word.title() for word in journal.split()]
    return " ".join(word.lower() if place and word.lower() in _SMALL else word for place, word in enumerate(words))


def _year(lines: Sequence[str]) -> str:
    """Return the year that the plainest line names."""
    for pattern in (_PUBLISHED, _COPYRIGHT, _ARXIV, _DATE_LINE, _ACCEPTED, _DAYS):
        for line in lines:
            match = pattern.search(line)
            said = {**match.groupdict()} if match else {}
            if year := said.get("year") or said.get("year2"):
                return str(year)
    # of several numbers that stand alone, none is a year: they are those of a figure
    alone = [line.strip() for line in lines if re.fullmatch(r"\s*\d{3,6}\s*", line)]
    return alone[0] if len(alone) == 1 and re.fullmatch(_YEAR, alone[0]) else ""
