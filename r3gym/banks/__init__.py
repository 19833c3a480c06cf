"""Banks: pools of problems with their keys, and the checks that make one worth competing on."""
