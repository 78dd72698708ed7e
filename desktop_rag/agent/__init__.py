"""Agents: models that use tools."""
