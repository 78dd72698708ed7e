"""Checks of a sentence against its source, one module for each kind of statement."""
