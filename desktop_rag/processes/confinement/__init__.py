"""What a child process may do: held by the system where it can, and by Python everywhere."""
