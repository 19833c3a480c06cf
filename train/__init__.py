"""Training allocation policies in the simulated twin of the contest. Nothing is public here yet."""
