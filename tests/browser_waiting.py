"""Wait for a page without evaluating strings in it, which its content-security policy rightly forbids."""

from __future__ import annotations

import time
from typing import Any


def until(page: Any, expression: str, arg: Any = None, timeout: float = 60_000) -> None:
    """Ask the page again and again until the expression holds; fail after ``timeout`` milliseconds."""
    end = time.monotonic() + timeout / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"never true: {expression}; the page says {page.inner_text('body')[:500]}"
        page.wait_for_timeout(50)
