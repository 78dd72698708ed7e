"""Measure how well a library is searched."""
