"""Storage in SQLite files."""
