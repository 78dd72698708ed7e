"""What is kept, in SQLite files."""
