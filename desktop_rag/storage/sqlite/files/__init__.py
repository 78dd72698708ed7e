"""Database files as files of the disk."""
