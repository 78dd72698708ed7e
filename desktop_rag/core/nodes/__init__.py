"""The parts of ``core.schema``: import from there."""
