"""The protocol's own types: problems, contests, actions, the budget, the visible state, verdicts."""
