"""Judging: from final artifacts to verdicts, for any domain. Each domain's judge is in its own folder."""
