"""Selectors: a model chooses between several ways of answering."""
