"""Web pages and saved web archives as Markdown: headings, lists, tables and links stay, scripts and decoration go."""

import email
import email.policy
import html
import plistlib
import re
from collections.abc import Iterable, Iterator, Sequence
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit
from xml.parsers.expat import ExpatError

from desktop_rag.core.schema import Document
from desktop_rag.readers.base import NothingToRead, misnamed
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.plain.html_styles import StyleSheet
from desktop_rag.readers.plain.html_tree import Element, ShownParts, parse_html, without_marks, without_scripts
from desktop_rag.readers.plain.html_writer import HtmlWriter
from desktop_rag.readers.plain.text import in_pages, without_data
from desktop_rag.readers.section_headings import LEVEL, LINKS, link_lines
from desktop_rag.text.encodings import decode, in_charset

_LARGE = 20_000_000  # characters of a page above which its marks are only cut out
_TITLE = re.compile(r"<title\b[^>]{0,200}>([^<]{1,500})</title", re.IGNORECASE)
_HEADING = re.compile(r"^#{1,2} (.+)", re.MULTILINE)
_NO_ARCHIVE = (
    plistlib.InvalidFileException,
    ValueError,
    LookupError,  # of plistlib, too: a key outside every dictionary
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
    ExpatError,
)
_EMPTY = "The page contains no text."
# Ids and classes that consent managers give to what they put over a page
_MANAGERS = re.compile(
    r"onetrust-(?:consent|banner|pc)-sdk|(?:cybot)?cookiebot(?:dialog\w*|-widget)|usercentrics-(?:root|cmp-ui)|"
    r"didomi-(?:host|popup|notice)|qc-cmp2?-(?:container|ui)|sp_message_container\w*|truste-consent-\w+|"
    r"trustarc-banner\w*|truste_(?:overlay|box_overlay)|cmp(?:box|wrapper)|iubenda-cs-banner|cookiescript_injected\w*|"
    r"cookie-law-info-(?:bar|again)|cli-(?:modal|settings-popup)|cky-(?:consent-\w+|modal|overlay)|cmplz-cookiebanner|"
    r"borlabscookie\w*|moove_gdpr_cookie_(?:info_bar|modal)|tarteaucitron(?:root|alert\w+)?|axeptio_(?:overlay|mount)|"
    r"osano-cm-(?:window|dialog)|cc-window|cc_banner(?:-wrapper)?|cc_container|fc-(?:consent|dialog)-\w+|"
    r"_?evidon[-_]banner|termly-code-snippet-support|cookiefirst-root|ch2-(?:container|dialog)|eu-cookie-law|"
    r"eu-cookie-compliance-\w+|hs-eu-cookie-confirmation|shopify-pc__banner|pandectes-banner|klaro|"
    r"wt-cli-cookie-bar|cookieconsent(?:_\w+)?|ytd-consent-bump-\w+",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?!(?:has|with|no|show|is|hide)[-_])(?:[a-z]{1,12}[-_]{1,2})*(?:cookies?|consent|gdpr|ccpa|dsgvo|rgpd)[-_]?"
    r"(?:law|policy|privacy)?[-_]?(?:consent|banner|bar|notice|pop-?up|dialog|modal|overlay|alert|layer|prompt|wall|"
    r"message|disclaimer|warning|hint|info|hinweis|box|container|wrapper|manager)(?![-_]?(?:open|visible|active|shown|"
    r"accepted|closed))[\w-]*",
    re.IGNORECASE,
)
_SUBJECT = re.compile(r"cookie|クッキー|gdpr|dsgvo|rgpd|consent|einwilligung|同意|隐私|隱私", re.IGNORECASE)
_DECISION = re.compile(
    r"\b(?:accept|allow|agree|reject|refuse|decline|consent|opt.?out|got it|preferences|settings|learn more|partners|"
    r"privacy|akzept|zustimm|ablehn|einverstanden|einstellungen|verstanden|datenschutz|accepte|refuse|param[eè]tr|"
    r"acept|rechaz|accett|rifiut|accepter|weiger|toestaan|godkänn|avvis|akceptuj|aceit)|"
    r"同意|拒否|拒绝|拒絕|接受|許可|設定|设置|隐私|プライバシー",
    re.IGNORECASE,
)
_USES = re.compile(
    r"\b(?:use[sd]?|using|store[sd]?|verwende[nt]*|nutz\w*|setz\w*|utilis\w*|utiliz\w*|usa\w*|gebruik\w*|używa\w*)\b|"
    r"使用|利用",
    re.IGNORECASE,
)
_DIALOG_ROLES = frozenset(["dialog", "alertdialog"])
_TEXTS = frozenset(["article", "main"])
_PARTS_OF_PAGES = _TEXTS | {"nav", "h1"}
_PRESSED = frozenset("button a input".split())
_LONGEST = 3_000  # characters; lists of partners and purposes are longer only with the managers that are known
_MOST_LINKS = 300  # addresses below one page
_LONGEST_ADDRESS = 400  # characters; longer addresses name who clicked, not a place
_TOKEN = re.compile(r"[\w-]*[A-Za-z0-9_-]{48,}|(?:[\w=-]+\.){2,}[\w=-]{20,}")
_TARGETS = ("url", "u", "q", "target", "dest", "destination", "redirect", "redirect_url", "to", "goto", "link")
_COUNTING = re.compile(r"(?:utm_\w+|mc_[ce]id|fbclid|gclid|_hs\w+|mkt_tok|trk\w*|ck_subscriber_id|vero_\w+)=[^&#]*&?")
_PROOFPOINT = re.compile(r"https://urldefense(?:\.proofpoint)?\.com/v3/__(.+?)__;", re.IGNORECASE)
_MOST_REDIRECTIONS = 3  # redirections within redirections


def drop_consent(root: Element, styles: StyleSheet) -> None:
    """Empty the elements that ask for consent to cookies.

    That is what a known consent manager put there; and what lies over the page, or is named for it, speaks of consent
    and has something to press. A page may write about cookies wherever it wants.
    """
    for element in _outermost(root, styles):
        element.children.clear()


def _outermost(root: Element, styles: StyleSheet) -> Iterator[Element]:
    waiting = [*root.elements()]
    while waiting:
        element = waiting.pop()
        if _asks_for_consent(element, styles):
            yield element
        else:
            waiting += element.elements()


def _asks_for_consent(element: Element, styles: StyleSheet) -> bool:
    names = [element.name, element.get("id"), *element.classes]
    if any(map(_MANAGERS.fullmatch, names)):
        return not _holds(element, _TEXTS)
    is_dialog = _is_dialog(element)
    if not is_dialog and not any(map(_NAMED.fullmatch, names)) and not _stays_in_view(element, styles):
        return False
    return not _holds(element, _TEXTS if is_dialog else _PARTS_OF_PAGES) and _speaks_of_consent(element)


def _is_dialog(element: Element) -> bool:
    is_modal = element.get("aria-modal") == "true"
    return is_modal or element.name == "dialog" or element.get("role") in _DIALOG_ROLES


def _stays_in_view(element: Element, styles: StyleSheet) -> bool:
    """Return True if an element is shown over the page, wherever that is scrolled to."""
    return styles.of(element).get("position") in {"fixed", "sticky"}


def _holds(element: Element, parts: frozenset[str]) -> bool:
    """Return True if the page itself stands in an element: one around everything may be named for the dialog in it."""
    return element.name in parts or any(one.name in parts for one in element.descendants())


def _speaks_of_consent(element: Element) -> bool:
    text = f"{element.get('aria-label')} {element.text()}"
    if len(text) > _LONGEST or not _SUBJECT.search(text):
        return False
    is_pressed = any(one.name in _PRESSED or one.get("role") == "button" for one in element.descendants())
    return is_pressed and _DECISION.search(text) is not None and _USES.search(text) is not None


def load_data(path: Path) -> Iterator[Document]:
    """Yield the text of a web page; see ``readers.base.Reader``."""
    return _pages(_titled(decode(path.read_bytes(), declared=True)))


def load_mhtml(path: Path) -> Iterator[Document]:
    """Yield the text of a web page that was saved with its pictures in one file (MHTML)."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    parts = [part for part in message.walk() if part.get_content_maintype() in {"text", "application"}]
    sheets = [_source(part) for part in parts if part.get_content_subtype() == "css"]
    texts = [_part(part, sheets) for part in parts]
    return _pages("\n\n".join(text for text in texts if text))


def load_webarchive(path: Path) -> Iterator[Document]:
    """Yield the text of a web page that Safari saved with its pictures in one file.

    Raises:
        UserError: it is no web archive, whatever its name says.

    """
    try:
        archive = plistlib.loads(path.read_bytes())
        texts = list(_frames(archive)) if "WebMainResource" in archive else []
    except _NO_ARCHIVE as error:
        raise misnamed() from error
    return _pages("\n\n".join(texts))


def html_markdown(source: str) -> str:
    """Return the text of a web page as Markdown."""
    return _written(source)[0]


def _written(source: str, sheets: Iterable[str] = ()) -> tuple[str, list[tuple[str, str]]]:
    """Return the text of a web page and its links; ``sheets`` are the style sheets beside it."""
    parts = ShownParts()
    source = without_scripts(without_data(source), parts)
    if len(source) > _LARGE:
        return without_marks(source), []
    sheets = [*sheets, *parts.styles]
    for is_bare in (True, False):  # a page that is nothing but a question for consent is read, too
        root, styles = parse_html(source), StyleSheet(sheets)
        if is_bare:
            drop_consent(root, styles)
        for shown in (styles, StyleSheet()):
            writer = HtmlWriter(root, shown)
            # a page that is hidden until its scripts have run is shown in the end
            if text := writer.text():
                return text, writer.links
    return "", []


def _frames(archive: dict[str, Any]) -> Iterator[str]:
    """Yield the page of Safari's archive and those inside it."""
    main = archive["WebMainResource"]
    if "html" in main["WebResourceMIMEType"]:
        yield _titled(in_charset(main["WebResourceData"], main.get("WebResourceTextEncodingName", "")))
    for frame in archive.get("WebSubframeArchives", ()):
        yield from _frames(frame)


def _titled(source: str, sheets: Iterable[str] = ()) -> str:
    """Return the text of a web page as Markdown, below its title unless that is its first heading, above its links."""
    text, links = _written(source, sheets)
    match = _TITLE.search(source)
    title = " ".join(html.unescape(match.group(1)).split()) if match else ""
    heading = _HEADING.search(text)
    known = title in text or (heading and heading.group(1).strip() in title)
    return with_links(text if known else f"# {title}\n\n{text}", links)


def _pages(text: str) -> Iterator[Document]:
    if not text.strip():
        raise NothingToRead(_EMPTY)
    return in_pages([text])


def _part(part: EmailMessage, sheets: Sequence[str]) -> str:
    """Return the text of one part of a web archive; of style sheets nothing."""
    kind = part.get_content_type()
    if kind == "text/plain":
        return _source(part)
    return _titled(_source(part), sheets) if kind in {"text/html", "application/xhtml+xml", "text/xhtml"} else ""


def _source(part: EmailMessage) -> str:
    data = part.get_payload(decode=True)
    if not isinstance(data, bytes):
        return ""
    charset = part.get_content_charset()
    try:
        return data.decode(charset) if charset else decode(data, declared=True)
    except (LookupError, UnicodeDecodeError):
        return decode(data, declared=True)


def with_links(text: str, links: Iterable[tuple[str, str]]) -> str:
    """Return a text above the addresses that its links lead to, as far as it does not show them."""
    lines = links_of(links, text)
    return "\n\n".join([text, markdown_text.heading(LEVEL, LINKS), "\n".join(lines)]) if lines else text


def links_of(links: Iterable[tuple[str, str]], shown: str) -> list[str]:
    """Return a line ``text: address`` for each place that links lead to and ``shown`` does not name.

    Detours over servers that count who clicks are left out, and so are links that only they can follow.
    """
    direct = ((words, direct_address(address)) for words, address in links)
    return link_lines(((words, address) for words, address in direct if address), shown)[:_MOST_LINKS]


def direct_address(address: str, depth: int = 0) -> str:
    """Return the place that an address leads to in the end; "" where it names none and only counts who clicks."""
    if address[:7].lower() == "mailto:":
        return address
    try:
        parts = urlsplit(address)
        if found := _PROOFPOINT.match(address):
            return found[1]
        target = _target(parts.query, parts.netloc) if depth < _MOST_REDIRECTIONS else ""
    except ValueError:
        return ""
    if target:
        return direct_address(target, depth + 1)
    query = _COUNTING.sub("", parts.query).rstrip("&")
    plain = urlunsplit(parts._replace(query=query))
    if len(plain) > _LONGEST_ADDRESS or _TOKEN.search(unquote(f"{parts.path}?{query}")):
        return ""
    return plain


def _target(query: str, host: str) -> str:
    """Return the target address in a query; "" in those that keep or share pages."""
    if "http" not in query.lower():
        return ""
    asked = parse_qs(query)
    if "urldefense" in host and (written := asked.get("u")):
        return unquote(written[0].replace("-", "%").replace("_", "/"))
    values = (asked[name][0] for name in _TARGETS if name in asked)
    return next((value for value in values if re.match(r"https?://[^\s/]+\.", value)), "")
