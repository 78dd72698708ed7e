"""Options of the network."""

from desktop_rag.config.option import Option, OptionGroup

NETWORK_OFFLINE = Option(
    "network.offline",
    default=False,
    label="Work offline",
    help="Contact nothing but programs on this computer. Models on other computers cannot be used meanwhile.",
)

NETWORK = OptionGroup("network", "Network", (NETWORK_OFFLINE,))
