"""A mutation check: small changes of the code that the tests must notice (docs/mutants.md)."""
