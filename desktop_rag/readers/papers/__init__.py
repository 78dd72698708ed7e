"""What the first page of a paper says of it: its title, who wrote it, where and when it appeared."""
