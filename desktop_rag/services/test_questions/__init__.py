"""The test questions of a library: kept in its file, asked of it, compared with how it answered before."""
