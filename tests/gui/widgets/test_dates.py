"""Dates are written as the person's country writes them."""

import datetime as dt
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale

from desktop_rag.gui.widgets.words import written

DATE = dt.date(2026, 11, 2)


@pytest.fixture(autouse=True)
def _the_locale_is_put_back() -> Iterator[None]:
    before = QLocale()
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("locale", "whole", "short", "without_year", "without_day"),
    [
        ("en_GB", "2 November 2026", "2 Nov 2026", "2 November", "November 2026"),
        ("en_US", "November 2, 2026", "Nov 2, 2026", "November 2", "November 2026"),
        ("C", "2 November 2026", "2 Nov 2026", "2 November", "November 2026"),
        ("de_DE", "2. November 2026", "2. Nov. 2026", "2. November", "November 2026"),
        ("ja_JP", "2026年11月2日", "2026年11月2日", "11月2日", "2026年11月"),
        ("zh_CN", "2026年11月2日", "2026年11月2日", "11月2日", "2026年11月"),
        ("ko_KR", "2026년 11월 2일", "2026년 11월 2일", "11월 2일", "2026년 11월"),
        ("es_ES", "2 de noviembre de 2026", "2 de nov de 2026", "2 de noviembre", "noviembre de 2026"),
        ("hu_HU", "2026. november 2.", "2026. nov. 2.", "november 2.", "2026. november"),
    ],
)
def test_a_date_is_written_as_in_the_country(
    locale: str, whole: str, short: str, without_year: str, without_day: str
) -> None:
    QLocale.setDefault(QLocale(locale))
    assert written(DATE) == whole
    assert written(DATE, short=True) == short
    assert written(DATE, year=False) == without_year
    assert written(DATE, day=False) == without_day


def test_no_country_shows_the_day_of_the_week_or_loses_day_or_year() -> None:
    everywhere = (QLocale.Language.AnyLanguage, QLocale.Script.AnyScript, QLocale.Country.AnyCountry)
    for locale in QLocale.matchingLocales(*everywhere):
        QLocale.setDefault(locale)
        numbers = [locale.toString(number).replace(locale.groupSeparator(), "") for number in (2, 2026)]
        assert all(number in written(DATE) for number in numbers), locale.name()
        assert locale.dayName(DATE.isoweekday()) not in written(DATE).split(), locale.name()
