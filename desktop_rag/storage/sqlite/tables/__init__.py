"""Tables of people's files in a database in memory, asked in SQL that a model or a person wrote."""
