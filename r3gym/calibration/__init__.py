"""From a model's natural use to budgets: the paper's rounding, its published caps, calibration files."""
