"""Reasoning and acting in plain text: for models that have no other way to ask for a tool."""
