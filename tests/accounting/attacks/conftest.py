"""Opening a container takes a second: of the attacks on the text of a command, which every backend judges with the same
code, one in eight runs on Docker; the others are slow ones there.
"""

from __future__ import annotations

import pytest

TEXTUAL = ("parser", "tools", "interpreter")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for number, item in enumerate(items):
        attack = getattr(item, "callspec", None) and item.callspec.params.get("attack")  # type: ignore[attr-defined]
        if attack is not None and item.get_closest_marker("docker") and attack.family in TEXTUAL and number % 8:
            item.add_marker(pytest.mark.slow)
