"""Mathematics: equivalence of a final answer and its reference, decided offline or by a model."""
