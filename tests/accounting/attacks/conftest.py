"""What `make test` leaves to `make test-all`: opening a container takes a second, so of the attacks on the text of a
command, which every backend judges with the same code, one in eight runs on Docker. Of all controls, one in eight.
"""

from __future__ import annotations

import pytest

TEXTUAL = ("parser", "tools", "interpreter")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for number, item in enumerate(items):
        attack = getattr(item, "callspec", None) and item.callspec.params.get("attack")  # type: ignore[attr-defined]
        family = getattr(attack, "family", None)  # other folders' tests have attacks of their own
        control = item.name.startswith("test_control")
        if family is None or not (control or (family in TEXTUAL and item.get_closest_marker("docker"))):
            continue
        if number % 8:
            item.add_marker(pytest.mark.slow)
