"""What `make test` leaves to `make test-all`: opening a container takes a second, so of the attacks on the text of a
command, which every backend judges with the same code, one in eight runs on Docker. Of their controls, one in four.
"""

from __future__ import annotations

import pytest

TEXTUAL = ("parser", "tools", "interpreter")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for number, item in enumerate(items):
        attack = getattr(item, "callspec", None) and item.callspec.params.get("attack")  # type: ignore[attr-defined]
        if getattr(attack, "family", None) not in TEXTUAL:  # other folders' tests have attacks of their own
            continue
        control, docker = item.name.startswith("test_control"), item.get_closest_marker("docker")
        if number % (8 if docker else 4 if control else 1):
            item.add_marker(pytest.mark.slow)
