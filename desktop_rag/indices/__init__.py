"""An index file as something to ask."""
