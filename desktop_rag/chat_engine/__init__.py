"""Chat engines: they hold conversations."""
