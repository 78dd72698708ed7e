"""Pinned answers, tables and texts: told when what they rest on no longer says so."""
