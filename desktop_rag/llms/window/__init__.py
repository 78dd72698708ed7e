"""Fit requests into a model's window, counting tokens as the model does."""
