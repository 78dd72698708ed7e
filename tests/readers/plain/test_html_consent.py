"""What asks for consent to cookies is no part of a saved page; what a page says of cookies is."""

import time

import pytest

from desktop_rag.readers.containers.mail_message import html_text
from desktop_rag.readers.plain.web_pages import html_markdown

ARTICLE = "<main><h1>Night train</h1><p>A bed to Lisbon costs 89 euros.</p></main>"
TEXT = "# Night train\n\nA bed to Lisbon costs 89 euros."
ASKED = "<p>We use cookies. We and our 142 partners store data.</p><button>Accept all</button><button>Reject</button>"
GERMAN = "<p>Wir verwenden Cookies, um Inhalte zu personalisieren.</p><a href=#>Einstellungen</a><a>Akzeptieren</a>"
JAPANESE = "<p>当サイトではCookieを使用しています。</p><button>同意する</button>"
CHINESE = "<p>本网站使用Cookie来改善体验。</p><button>接受</button>"
NO_BUTTON = "<p>This site uses cookies to improve your experience.</p>"


@pytest.mark.parametrize(
    "banner",
    [
        f"<div id=onetrust-consent-sdk><div class=x></div><div role=dialog>{ASKED}</div></div>",
        f"<div id=CybotCookiebotDialog>{NO_BUTTON}</div>",
        f'<div id="sp_message_container_812345">{ASKED}</div>',
        f'<div class="cc-window cc-banner cc-theme-block">{NO_BUTTON}</div>',
        f"<div class=klaro><div class=cookie-modal><h1>{NO_BUTTON}</h1></div></div>",
        f'<div role="dialog" aria-modal="true"><h1>Your privacy</h1>{ASKED}</div>',
        f"<dialog open>{GERMAN}</dialog>",
        f'<section aria-modal="true">{JAPANESE}</section>',
        f'<div style="position: fixed; bottom: 0">{CHINESE}</div>',
        f"<style>.b-71 {{ color: red; position: fixed }}</style><div class=b-71>{ASKED}</div>",
        f'<aside class="c-cookie-banner js-x">{GERMAN}</aside>',
        f'<div id="cookieNotice">{ASKED}</div>',
        f'<div class="gdpr-consent__root">{JAPANESE}</div>',
    ],
)
def test_what_asks_for_consent_is_dropped_before_and_behind_the_page(banner: str) -> None:
    assert html_markdown(f"<body>{banner}{ARTICLE}</body>") == TEXT
    assert html_markdown(f"<body class='cookie-banner-open'><div id=page>{ARTICLE}</div>{banner}</body>") == TEXT


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<article class=cookie-recipe><p>We use cookies with oats. <a href=#>Learn more</a></p></article>", "oats"),
        ("<div class=cookie-box><p>Box of 12 cookies.</p><button>Add to basket</button></div>", "Box of 12"),
        (
            "<div class=cookie-policy><h1>Cookies</h1><p>We use cookies to store settings.</p><a>Partners</a></div>",
            "store settings",
        ),
        (
            "<div class=cookie-policy-wrapper><h1>Cookies</h1><p>We use cookies to keep settings.</p><a>More</a></div>",
            "keep settings",
        ),
        (f"<div class=cookie-banner>{ASKED}{ARTICLE}</div>", "Lisbon costs 89"),
        ("<div role=dialog><p>The lease ends on 31 May.</p><button>Close</button></div>", "31 May"),
        ("<div style='position:fixed'><p>Call 0800 123 to accept the offer.</p><a href=#>Offer</a></div>", "0800 123"),
        ("<div style='position:sticky'><nav><a>Cookies</a> <a>Settings used</a></nav></div>", "Cookies"),
        ("<p>Browsers use cookies. Sites ask you to accept them; <a href=#>reject</a> them.</p>", "Browsers use"),
        (f"<div class=cookie-box><p>{'Cookies are used to agree on settings. ' * 90}<a>x</a></p></div>", "agree on"),
    ],
)
def test_what_a_page_says_of_cookies_and_other_dialogs_stay(page: str, words: str) -> None:
    assert words in html_markdown(f"<body>{page}<p>Behind it.</p></body>")


def test_a_page_that_is_nothing_but_the_question_and_a_message_are_read_whole() -> None:
    banner = f"<div class=cookie-banner>{ASKED}</div>"
    assert "142 partners" in html_markdown(f"<body>{banner}</body>")
    assert "142 partners" in html_text(f"<body>{banner}<p>Kind regards</p></body>")


def test_many_dialogs_within_each_other_are_looked_at_quickly() -> None:
    page = "<div role=dialog class=cookie-box>" * 3_000 + "We use cookies. " * 3_000 + "<p>End</p>"
    began = time.process_time()
    assert "End" in html_markdown(page)
    assert time.process_time() - began < 5


def test_long_names_are_looked_at_quickly() -> None:
    begun = time.perf_counter()
    html_markdown(f"<div class='cookie-banner{'_a' * 5_000}!'>{ASKED}</div>{ARTICLE}")
    assert time.perf_counter() - begun < 10
