"""Questions the guide's library can be tried with, in the person's language."""

_QUESTIONS = {
    "en": ("How do I connect a model?", "What happens to files that cannot be read?", "Is anything sent anywhere?"),
    "ja": (
        "モデルを接続するにはどうすればいいですか？",
        "読み取れないファイルはどうなりますか？",
        "データは外部に送られますか？",
    ),
    "zh": ("怎样连接模型？", "无法读取的文件会怎样？", "会把数据发送到别处吗？"),
}


def suggestions(locale: str) -> tuple[str, ...]:
    """Return a few questions in the language of ``locale`` (“ja_JP”), or in English."""
    return _QUESTIONS.get(locale[:2], _QUESTIONS["en"])
