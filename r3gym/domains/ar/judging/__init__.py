"""Abstract reasoning: reasoning-gym's scorers, guarded."""
