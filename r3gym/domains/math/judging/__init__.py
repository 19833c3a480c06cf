"""Mathematics: equivalence of a final answer and its reference, decided here or by a model."""
