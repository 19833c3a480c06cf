"""The name of a domain as a field of data at the edges: checked when it is read, a plain string afterwards."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from r3gym.core.known_domains import check_domain

DomainName = Annotated[str, AfterValidator(check_domain)]
