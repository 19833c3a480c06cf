"""Judging: from final artifacts to verdicts. It knows no domain: each domain's judge is in its own folder."""
