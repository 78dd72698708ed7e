"""What the small print of a paper says: its identifiers, the journal or conference, volume, pages and year."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

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
_PAGES = r"[A-Za-z]?\d+\s?[-–—−]{1,2}\s?[A-Za-z]?\d+"
_MONTHS = (
    r"(?:jan|feb|mar|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|january|february|march|april|june|july|august"
    r"|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|spring|summer|autumn|fall"
    r"|winter)\.?"
)
_VOLUME = r"(?:vol(?:ume)?s?\.?|bd\.|band|jg\.|jahrgang|tome|tomo|volumen)"
_NUMBER = r"(?:no\.?|nos?\.|nr\.?|number|issue|iss\.?|heft|h\.|n[°º]|núm\.?|num\.?)"
_NAME = r"(?P<journal>[^\W\d_][^\d|;()]{1,90}?(?:\([A-Z][A-Za-z ]+\))?)"
_END = r"(?=$|[\s.,;|)])"
_REFERENCES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Journal of Tides 591 (2020) 125–139
        (
            rf"^{_NAME}[,\s]+(?:{_VOLUME}\s*)?(?P<volume>\d{{1,4}}[A-Z]?)\s*(?:\((?P<issue>\d{{1,3}})\))?\s*\("
            rf"(?:{_MONTHS}\s*)?(?P<year>{_YEAR})\)[,:\s]+(?:pp?\.\s*|S\.\s*)?(?P<pages>{_PAGES}|[A-Z]?\d{{3,8}}){_END}"
        ),
        # Nature 521, 436–444 (2015); Tides 12(3): 45–67, 2019; Tides 12, 45 (2019)
        (
            rf"^{_NAME}[,.\s]+(?:{_VOLUME}\s*)?(?P<volume>\d{{1,4}})\s*(?:\((?P<issue>\d{{1,3}}"
            rf"(?:[-–]\d+)?)\))?\s*[,:]\s*(?:pp?\.?\s*|S\.\s*)?(?P<pages>{_PAGES}|e?\d{{1,8}})\s*(?:,\s*|\.\s*)?\(?"
            rf"(?:{_MONTHS}\s*)?(?P<year>{_YEAR})\)?{_END}"
        ),
        # Ann Tides. 2019;170(2):1-8
        (
            rf"^{_NAME}[.,]?\s+(?P<year>{_YEAR})(?:\s+{_MONTHS}(?:\s+\d+)?)?\s*;\s*(?P<volume>\d{{1,4}})\s*(?:\("
            rf"(?P<issue>[^()]{{1,12}})\))?\s*:\s*(?P<pages>{_PAGES}|e?\d{{1,8}}){_END}"
        ),
        # Sensors 2020, 20(3), 1234
        (
            rf"^{_NAME},?\s+(?P<year>{_YEAR}),\s*(?P<volume>\d{{1,4}})\s*(?:\((?P<issue>\d{{1,3}})\))?,\s*"
            rf"(?:Article\s+)?(?P<pages>{_PAGES}|\d{{1,8}}){_END}"
        ),
        # 海洋学报, 2019, 41(3): 12-20
        (
            rf"^{_NAME}[,，\s]+(?P<year>{_YEAR})[,，]\s*(?P<volume>\d{{1,4}})\s*\((?P<issue>[^()]{{1,12}})\)\s*[:：,]\s*"
            rf"(?P<pages>{_PAGES}|\d{{1,8}}){_END}"
        ),
        # Mach Learn (2019) 108:45–67
        (
            rf"^{_NAME}\s+\((?P<year>{_YEAR})\)\s+(?P<volume>\d{{1,4}})\s*(?:\((?P<issue>\d{{1,3}})\))?\s*:\s*"
            rf"(?P<pages>{_PAGES}|\d{{1,8}}){_END}"
        ),
        # Journal of Tides, Vol. 12, No. 3, May 2019, pp. 12–34
        (
            rf"^{_NAME}[,.:;\s]+{_VOLUME}\s*(?P<volume>\d{{1,4}})(?:\s*\((?P<year2>{_YEAR})\))?(?:[,;:/\s]+"
            rf"(?:{_NUMBER}\s*(?P<issue>\d{{1,3}}(?:[-–/]\d+)?)|\((?P<issue2>\d{{1,3}})\)))?(?P<rest>.*)$"
        ),
        # 海洋学报 第35卷 第6期; 論文誌 Vol. 53 No. 4
        (
            r"^(?P<journal>[^\W\d_][^\d|;()]{1,60}?)[\s,，]*第\s*(?P<volume>\d{1,4})\s*[卷巻](?:[\s,，]*第?\s*"
            r"(?P<issue>\d{1,3})\s*[期号號])?(?P<rest>.*)$"
        ),
        (
            r"^(?P<journal>[^\W\d_][^\d|;()]{1,60}?)[\s,]*제?\s*(?P<volume>\d{1,4})\s*권(?:[\s,]*제?\s*"
            r"(?P<issue>\d{1,3})\s*호)?(?P<rest>.*)$"
        ),
        (
            rf"^(?P<journal>[^\W\d_][^\d|;()]{{1,60}}?)[\s,，]+(?P<year>{_YEAR})\s*年?[\s,，]*第?\s*"
            rf"(?P<volume>\d{{1,4}})\s*[卷巻](?:[\s,，]*第?\s*(?P<issue>\d{{1,3}})\s*[期号號])?(?P<rest>.*)$"
        ),
    )
)
_REST_PAGES = re.compile(
    rf"(?:(?:pp?\.?|pages?|S\.|Seiten|页|頁)\s*|[,:;]\s*|\s)(?P<pages>{_PAGES})(?!\d)", re.IGNORECASE
)
_REST_YEAR = re.compile(rf"(?<!\d)({_YEAR})(?![\d–-])")
_JOURNAL_WORD = re.compile(
    r"\b(?:journal|transactions|letters|review|reviews|annals|archives|bulletin|proceedings|zeitschrift|magazin"
    r"|magazine|revue"
    r"|revista|acta|advances|quarterly|communications|reports|science|sciences|research|nature|jahrbuch|annalen"
    r"|gazette)\b"
    r"|学报|學報|杂志|雜誌|論文誌|会誌|학회지|논문지",
    re.IGNORECASE,
)
_BETWEEN_BARS = re.compile(
    rf"^{_NAME}\s*\|\s*{_VOLUME}\s*(?P<volume>\d{{1,4}})\s*\|(?:\s*{_NUMBER}\s*(?P<issue>\d{{1,3}})\s*\|)?[^|]*\b"
    rf"(?P<year>{_YEAR})\b",
    re.IGNORECASE,
)  # Nature | Vol 574 | 24 October 2019
_BARE_VOLUME = re.compile(
    r"^\W*(?:第\s*(?P<volume>\d{1,4})\s*[卷巻][\s,，]*第?\s*(?P<issue>\d{1,3})\s*[期号號]"
    rf"|{_VOLUME}\s*(?P<volume2>\d{{1,4}})[,\s]+{_NUMBER}\s*(?P<issue2>\d{{1,3}}))",
    re.IGNORECASE,
)  # the name of the journal stands beside
_BARE_NAME = re.compile(
    r"(?:the\s+)?(?:\w+\s)?(?:journal|annals|archives|transactions|bulletin|zeitschrift)\s+(?:of|on|for|für"
    r"|der)\s.{3,60}"
    r"|.{2,14}(?:学报|學報|学刊|杂志|雜誌|論文誌|会誌|학회지|논문지)",
    re.IGNORECASE,
)
_WITHOUT_YEAR = re.compile(
    rf"^{_NAME}[,.\s]+(?P<volume>\d{{1,4}})\s*(?:\((?P<issue>\d{{1,3}}(?:[-–]\d+)?)\))?\s*[,:]\s*(?P<pages>{_PAGES}"
    rf"|e?\d{{1,8}}){_END}"
)  # in what tells how to cite the paper, whose year stands elsewhere
_NO_JOURNAL = re.compile(
    r"^(?:figure|fig|table|section|chapter|page|pages|equation|theorem|and|the year|since|in|invoice|tel|fax|phone"
    r"|rechnung"
    r"|no|nr|version|received|accepted|published|copyright|issn|citation|cite|doi|arxiv|department|university)\b",
    re.IGNORECASE,
)
_SMALL = frozenset("of the and on in for at to und für der die des dem de la le les et el y".split())
_ACRONYMS = frozenset(
    "IEEE ACM IET SIAM PLOS AAAI USENIX BMC BMJ JAMA JMLR IEICE IPSJ ASME AIP IOP RSC ACS EMBO EPL".split()
)
_PROCEEDINGS = re.compile(
    rf"(?:\bIn:?\s+)?(?P<journal>(?:(?:{_YEAR}\s+)?Proceedings\s+of\s+|Tagungsband\s)[^|]{{8,220}}?)"
    rf"(?=[,.]?\s*(?:\bpages?\b|\bpp?\.|\bvolume\b|\bJMLR\b|©|\(c\)|c⃝|\bCopyright\b|https?:|\bdoi\b|\.\s"
    rf"|{_MONTHS}\s+\d|,\s*(?:19|20)\d\d\b|$))",
    re.IGNORECASE,
)
_CONFERENCE = re.compile(
    rf"^(?:Published as a (?:conference|workshop) paper at\s+(?P<short>[A-Z][\w ]{{1,40}}?{_YEAR})"
    rf"|(?:Accepted (?:at|to|by)\s+)?(?P<journal>(?:\d+(?:st|nd|rd|th)\s+|{_YEAR}\s+)?[^.|]{{0,120}}?\b"
    rf"(?:Conference|Symposium|Workshop|Tagung|Konferenz)\b[^.|]{{3,140}}))",
)
_PUBLISHED = re.compile(
    rf"(?:published|publication date|veröffentlicht|erschienen|publié|publicado|出版日期|发表|公開|網路首發|网络首发)"
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
    rf"(?:\s*年\s*\d{{1,2}}\s*月(?:\s*\d{{1,2}}\s*日)?|-\d\d-\d\d)?)\W*$",
    re.IGNORECASE,
)
_HISTORY = re.compile(
    r"\b(?:received|accepted|eingegangen|angenommen|submitted)\b[\s:]|收稿日期|修回日期|受付|採録", re.IGNORECASE
)
_ISSN = re.compile(r"\bISSN\b|文章编号|中图分类号|文献标[识志]码", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Imprint:
    """Where a paper appeared; "" for what its first page does not say."""

    journal: str = ""  # or, of a conference, its proceedings
    volume: str = ""
    issue: str = ""
    pages: str = ""  # "45-67", or the number of the article
    year: str = ""
    doi: str = ""
    arxiv: str = ""
    is_conference: bool = False
    evidence: int = 0
    """How much speaks for a paper: 2 for each plain sign of one, 1 for a weak one."""

    def filled(self, other: "Imprint") -> "Imprint":
        """Return this with what ``other`` says beyond it; what belongs to a journal only where both mean the same."""
        given = {one.name: getattr(other, one.name) for one in fields(self) if one.name != "evidence"}
        apart = self.journal and other.journal and _letters(self.journal) != _letters(other.journal)
        left_out = (
            {"journal", "is_conference", "volume", "issue", "pages"}
            if apart
            else {"is_conference"}
            if self.journal
            else set()
        )
        more = {
            name: value for name, value in given.items() if value and not getattr(self, name) and name not in left_out
        }
        return replace(self, **more)


def doi_in(text: str) -> str:
    """Return the first DOI in a text without what follows it, "" for none."""
    return next(iter(_dois(text)), "")


def imprint_of(lines: Sequence[str], own: Sequence[str] = (), others: Sequence[str] = ()) -> Imprint:
    """Return what the small print says: ``lines`` around the text; ``own`` are those that tell how to cite the paper.

    ``others`` are the lines of the text: the one DOI that they say is one, is the paper's too.
    """
    found = Imprint(doi=_doi_of(lines, own) or _labelled_doi(others))
    evidence = 2 * bool(found.doi)
    for line in [*own, *lines]:
        if match := _ARXIV.search(line):
            found = replace(found, arxiv=match["id"])
            evidence += 2
            break
    sentences = [one for line in own for one in [line, *re.split(r"(?<=[.?!])\s+", line)]]
    places = (_place(line) or (_cited_place(line) if line in sentences else None) for line in [*sentences, *lines])
    place = next(filter(None, places), None) or _parted_place(lines)
    if place is not None:
        found = place.filled(found)
        evidence += 2
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
    # of two that are named as often, the first
    return max(counts, key=counts.__getitem__, default="")


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


def _place(line: str) -> Imprint | None:
    """Return the journal or conference that a line names plainly, None for other lines."""
    line = " ".join(line.split())
    if (match := _BETWEEN_BARS.search(line)) and (found := _reference(match)):
        return found
    line = re.sub(r"^\W*\d{1,5}\s+(?=[^\W\d_])|\s*\|.*$", "", line)
    for pattern in _REFERENCES:
        if (match := pattern.search(line)) and (found := _reference(match)):
            return found
    if match := _PROCEEDINGS.search(line):
        rest = line[match.end() :]
        pages = _REST_PAGES.search(rest)
        year = _REST_YEAR.search(match["journal"]) or _REST_YEAR.search(rest)
        said = year.group(1) if year else ""
        between = _range(pages["pages"]) if pages else ""
        return Imprint(match["journal"].strip(" ,."), pages=between, year=said, is_conference=True)
    if (match := _CONFERENCE.search(line)) and (year := _REST_YEAR.search(line)):
        name = re.sub(rf"^In:?\s+|,\s*{_MONTHS}\s+\d.*$", "", match["short"] or match["journal"], flags=re.IGNORECASE)
        return Imprint(name.strip(" ,."), year=year.group(1), is_conference=True)
    return None


def _cited_place(sentence: str) -> Imprint | None:
    match = _WITHOUT_YEAR.search(sentence)
    return _reference(match) if match else None


def _parted_place(lines: Sequence[str]) -> Imprint | None:
    """Return a journal whose name and volume stand beside each other, None where one of them is missing."""
    volume = next((match for line in lines if (match := _BARE_VOLUME.search(line))), None)
    squeezed = (re.sub(r"(?<=[\u3040-\u9fff])\s+(?=[\u3040-\u9fff])", "", line.strip()) for line in lines)
    name = next((line for line in squeezed if _BARE_NAME.fullmatch(line)), None)
    if volume is None or name is None:
        return None
    return Imprint(_cased(name), volume["volume"] or volume["volume2"], volume["issue"] or volume["issue2"])


def _reference(match: re.Match[str]) -> Imprint | None:
    said = match.groupdict()
    journal = said["journal"].strip(" ,.:;-–·")
    rest = said.get("rest") or ""
    is_named = _JOURNAL_WORD.search(journal)
    if _NO_JOURNAL.search(journal) or (not journal[:1].isupper() and not is_named and journal[:1].islower()):
        return None
    year = said.get("year") or said.get("year2") or next(iter(_REST_YEAR.findall(rest)), "")
    pages = said.get("pages") or (found["pages"] if (found := _REST_PAGES.search(rest)) else "")
    issue = said.get("issue") or said.get("issue2") or ""
    # "Vol. 3" alone is a volume of anything
    if "rest" in said and not (issue or pages or is_named):
        return None
    words = journal.split()
    if len(words) > 12 or not (
        is_named or all(word[0].isupper() or word in _SMALL or not word.isascii() for word in words)
    ):
        return None
    is_conference = bool(
        re.search(r"\bproceedings\b.{0,10}\b(?:of|conf)|conference|symposium|workshop", journal, re.IGNORECASE)
    )
    return Imprint(_cased(journal), said["volume"] or "", issue, _range(pages), year, is_conference=is_conference)


def _range(pages: str) -> str:
    return re.sub(r"\s*[-–—−]+\s*", "-", pages)


def _cased(journal: str) -> str:
    """Return a name in capitals alone as titles are written."""
    if not journal.isupper() or (" " not in journal and len(journal) < 6):
        return journal
    words = [word if word in _ACRONYMS else word.title() for word in journal.split()]
    return " ".join(word.lower() if place and word.lower() in _SMALL else word for place, word in enumerate(words))


def _year(lines: Sequence[str]) -> str:
    """Return the year that the plainest line names."""
    for pattern in (_PUBLISHED, _COPYRIGHT, _ARXIV, _DATE_LINE, _ACCEPTED):
        for line in lines:
            match = pattern.search(line)
            said = {**match.groupdict()} if match else {}
            if year := said.get("year") or said.get("year2"):
                return str(year)
    return ""


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())
