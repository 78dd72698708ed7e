"""Options of the program itself: its window, the network, what others wrote for it."""

from desktop_rag.config.option import Choice, Option, OptionGroup

THEME = Option(
    "window.theme",
    "system",
    "Appearance",
    "The colours of the window.",
    (
        Choice("system", "Same as the system"),
        Choice("light", "Light"),
        Choice("dark", "Dark"),
        Choice("contrast", "High contrast", "Light or dark as the system is, with stronger colours and lines."),
    ),
)
TEXT_SIZE = Option(
    "window.text_size",
    100,
    "Text size",
    "The size of all text in the window, on top of the text size of the system.",
    minimum=80,
    maximum=200,
    unit="%",
)
NOTIFICATIONS = Option(
    "window.notifications",
    True,  # noqa: FBT003 - the default
    "Notifications",
    "Tell when something that took longer than half a minute ends while the window is not in front.",
)
NAME_CONVERSATIONS = Option(
    "window.name_conversations",
    True,  # noqa: FBT003 - the default
    "Name conversations",
    "After the first answer, ask the model for a title of the conversation. This is one more short request.",
)
SHORTCUTS = Option(
    "window.shortcuts",
    "",
    "Keyboard shortcuts",
    "Keys that differ from the usual ones, one command on each line.",
    example="library.new = Ctrl+Shift+N",
    lines=True,
)
SYSTEM_LANGUAGE = "system"
LANGUAGE = Option(
    "window.language",
    SYSTEM_LANGUAGE,
    "Language",
    "The language of the window. The command line follows LANG and --language.",
    (
        Choice(SYSTEM_LANGUAGE, "Same as the system"),
        Choice("en", "English"),
        Choice("de", "Deutsch"),
        Choice("ja", "日本語"),
        Choice("zh_CN", "简体中文"),
    ),
)
WINDOW = OptionGroup("window", "Window", (THEME, TEXT_SIZE, LANGUAGE, NAME_CONVERSATIONS, NOTIFICATIONS, SHORTCUTS))
NETWORK_OFFLINE = Option(
    "network.offline",
    default=False,
    label="Work offline",
    help="Contact nothing but programs on this computer. Models on other computers cannot be used meanwhile.",
)
NETWORK = OptionGroup("network", "Network", (NETWORK_OFFLINE,))
PLUGINS_ENABLED = Option(
    "plugins.enabled",
    "",
    "Plug-ins",
    "The installed plug-ins to use, one on each line. They run as a part of this program: name only those you trust.",
    example="postprocessors/newest_first",
    lines=True,
)
PLUGINS = OptionGroup("plugins", "Plug-ins", (PLUGINS_ENABLED,))
