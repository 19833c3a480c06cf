"""Judging of programs: compiled and run on hidden tests in the sandbox, or sent to a LightCPVerifier."""
