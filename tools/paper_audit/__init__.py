"""A one-time audit of the paper's numbers: what follows from them, and where they disagree with each other."""
