"""Options of what others wrote for this program."""

from desktop_rag.config.option import Option, OptionGroup

PLUGINS_ENABLED = Option(
    "plugins.enabled",
    "",
    "Plug-ins",
    "The installed plug-ins to use, one on each line. They run as a part of this program: name only those you trust.",
    example="postprocessors/newest_first",
    lines=True,
)

PLUGINS = OptionGroup("plugins", "Plug-ins", (PLUGINS_ENABLED,))
