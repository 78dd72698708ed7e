"""The links of web pages and messages, as the section below their text names them."""

import re
from collections.abc import Iterable
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

from desktop_rag.readers.links import link_lines
from desktop_rag.readers.plain import markdown_text
from desktop_rag.readers.section_headings import LEVEL, LINKS

_MOST = 300  # addresses below one page
_LONGEST = 400  # characters; longer addresses name who clicked, not a place
_TOKEN = re.compile(r"[\w-]*[A-Za-z0-9_-]{48,}|(?:[\w=-]+\.){2,}[\w=-]{20,}")
_TARGETS = ("url", "u", "q", "target", "dest", "destination", "redirect", "redirect_url", "to", "goto", "link")
_COUNTING = re.compile(r"(?:utm_\w+|mc_[ce]id|fbclid|gclid|_hs\w+|mkt_tok|trk\w*|ck_subscriber_id|vero_\w+)=[^&#]*&?")
_PROOFPOINT = re.compile(r"https://urldefense(?:\.proofpoint)?\.com/v3/__(.+?)__;", re.IGNORECASE)
_DEEPEST = 3  # redirections within redirections


def with_links(text: str, links: Iterable[tuple[str, str]]) -> str:
    """Return a text above the addresses that its links lead to, as far as it does not show them."""
    lines = links_of(links, text)
    return "\n\n".join([text, markdown_text.heading(LEVEL, LINKS), "\n".join(lines)]) if lines else text


def links_of(links: Iterable[tuple[str, str]], shown: str) -> list[str]:
    """Return a line ``text: address`` for each place that links lead to and ``shown`` does not name.

    Detours over servers that count who clicks are left out, and so are links that only they can follow.
    """
    direct = ((words, direct_address(address)) for words, address in links)
    return link_lines(((words, address) for words, address in direct if address), shown)[:_MOST]


def direct_address(address: str, depth: int = 0) -> str:
    """Return the place that an address leads to in the end; "" where it names none and only counts who clicks."""
    if address[:7].lower() == "mailto:":
        return address
    try:
        parts = urlsplit(address)
        if found := _PROOFPOINT.match(address):
            return found[1]
        target = _target(parts.query, parts.netloc) if depth < _DEEPEST else ""
    except ValueError:
        return ""
    if target:
        return direct_address(target, depth + 1)
    query = _COUNTING.sub("", parts.query).rstrip("&")
    plain = urlunsplit(parts._replace(query=query))
    if len(plain) > _LONGEST or _TOKEN.search(unquote(f"{parts.path}?{query}")):
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
