"""The three domains of the paper, for tests that speak of one."""

from __future__ import annotations

from r3gym.domains.ar.domain import ARDomain
from r3gym.domains.code.domain import CodeDomain
from r3gym.domains.math.domain import MathDomain

CODE, MATH, AR = CodeDomain(), MathDomain(), ARDomain()
DOMAINS = (CODE, MATH, AR)
