"""The desk: people label a run in the browser, blinded, each in a label set of their own.

`assignment` says who gets which episodes, `work` keeps what one annotator saves, `documents` are what the browser may
see, `app` serves them behind the viewer's guard, `exporting` writes the labels of all. The page is in ``static/``.
"""
