"""What a conversation is about: files, folders, types and dates, chosen with “@” and shown as chips."""
