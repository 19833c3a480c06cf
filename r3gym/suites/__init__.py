"""Suites: sources of contests, loading them, and building one from own problems."""

from r3gym.errors import SuiteError
from r3gym.suites.building import BuiltSuite, build_suite
from r3gym.suites.loading import corrected_problems, load_keys, load_suite

__all__ = ["BuiltSuite", "SuiteError", "build_suite", "corrected_problems", "load_keys", "load_suite"]
