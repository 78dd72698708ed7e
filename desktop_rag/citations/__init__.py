"""Link each sentence of an answer to the words of the source it rests on."""
