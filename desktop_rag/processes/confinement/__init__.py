"""Restrict what a child process may do: by the system where possible, and by Python everywhere."""
