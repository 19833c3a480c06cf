"""Tables of the embedded banks: what is frozen, and in which words. Read by the freezing tools only."""
