"""Models that use tools in several steps before they answer."""
