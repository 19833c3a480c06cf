"""Check whether this judge supports a package, without running anything; used by imports and checks."""

from __future__ import annotations

from r3gym.domains.code.judging.default_validator import parse_flags
from r3gym.domains.code.judging.judge import SUPPORTED
from r3gym.domains.code.judging.languages import LANGUAGES, language_of
from r3gym.domains.code.packages import PackageTests, ValidatorKind


def why_not_judgeable(tests: PackageTests) -> str | None:
    """Return why the tests cannot be judged, or None."""
    if tests.validator not in SUPPORTED:
        return f"{tests.validator.value} problems are not supported"
    if tests.validator is ValidatorKind.DEFAULT:
        for case in tests.cases:
            try:
                parse_flags(case.flags)
            except ValueError as error:
                return f"test {case.name}: {error}"
    for program in tests.programs:
        names = [path.name for path in program.files]
        if language_of(names) is None:
            known = ", ".join(language.name for language in LANGUAGES)
            return f"the validator ({', '.join(names)}) is in none of the languages that it may have here: {known}"
    return None
