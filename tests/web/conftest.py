"""A real browser for the tests of pages: Debian's chromium through playwright, and axe-core for accessibility.

`make test-web` installs all three. Without them these tests are skipped with a reason; with R3GYM_REQUIRE_WEB=1, as in
`make test-web`, their absence is a failure.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: The widths at which pages are looked at.
DESKTOP, PHONE = 1300, 420
#: Where `make test-web` puts axe-core.
AXE = Path(sys.prefix) / "web/node_modules/axe-core/axe.min.js"
#: The faults that axe-core calls serious or worse.
SERIOUS = ("serious", "critical")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.web)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless chromium for all tests of a process."""
    if reason := _missing():
        if os.environ.get("R3GYM_REQUIRE_WEB") == "1":
            pytest.fail(f"R3GYM_REQUIRE_WEB is set, but {reason}")
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        yield running
        running.close()


@dataclass
class Opened:
    """A page in the browser, with what it complained about and what it asked for since it was opened."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    @property
    def foreign_requests(self) -> list[str]:
        """What was asked of anything but this machine."""
        local = ("file:", "data:", "blob:", "about:", "http://127.0.0.1", "ws://127.0.0.1")
        return [url for url in self.requests if not url.startswith(local)]

    def accessibility_faults(self) -> list[str]:
        """Return what axe-core calls serious or critical, with the elements it names."""
        # By evaluation, not as a script element: the page's own content security policy stays in force.
        self.page.evaluate(AXE.read_text("utf-8") + "; undefined")
        found: dict[str, Any] = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{fault['id']}: {fault['help']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
            for fault in found["violations"]
            if fault["impact"] in SERIOUS
        ]

    def overflows(self) -> bool:
        """Return whether the page is wider than the window."""
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
        return wide


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Opened]]:
    """Return a function that opens an address or a file; ``dark``, ``width`` and ``script`` as the reader has them."""
    contexts = []

    def opened(
        address: str | Path, *, width: int = DESKTOP, height: int = 900, dark: bool = False, script: bool = True
    ) -> Opened:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
        )
        contexts.append(context)
        context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())  # noticed, never sent
        page = context.new_page()
        found = Opened(page)
        page.on("console", lambda said: found.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: found.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (found.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: found.requests.append(request.url))
        page.goto(address.resolve().as_uri() if isinstance(address, Path) else address)
        return found

    yield opened
    for context in contexts:
        context.close()


def _missing() -> str | None:
    """Say what is missing for a browser, None if nothing is."""
    if shutil.which("chromium") is None:
        return "chromium is not installed; `make test-web` installs it"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed; `make test-web` installs it"
    return None if AXE.is_file() else f"axe-core is not at {AXE}; `make test-web` installs it"
