"""Programs: compiled, run on hidden tests in the sandbox, checked; or sent to a LightCPVerifier."""
