"""The three domains of the paper, for tests that speak of one."""

from __future__ import annotations

from r3gym.core.known_domains import paper_domains

DOMAINS = CODE, MATH, AR = paper_domains()
