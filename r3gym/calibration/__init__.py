"""Calibration of budgets from a model's natural use: the paper's rounding, its published caps, calibration files."""
