"""The viewer: every episode of a run in a browser, from a local server or from static files.

Python reads rows and records and makes JSON documents (`episode_document`, `board`, `analysis_document`); the pages in
``static/`` show them. `app` serves both on loopback, `bundle` writes both as files; the addresses are the same.
"""
