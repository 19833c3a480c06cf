"""The prompt texts of the domains that ship with r3gym, and the version of all prompts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from r3gym.core.domain_prompts import DomainPrompts
from r3gym.core.known_domains import get_domain, paper_domains
from r3gym.prompts.templates import version_texts
from r3gym.utils.hashing import hash_json

_PARTS = ("form", "rule", "single", "candidate")


def read_prompts(domain: str, finaliser: str, *more: str, **words: Any) -> DomainPrompts:
    """Read the prompts of a domain from the files ``texts/tool_free_PART_DOMAIN.txt`` of its folder.

    ``finaliser`` is the name of its finaliser's text, in the domain's folder or the shared one; ``more`` names further
    parts that have a file; ``words`` are parts that are short enough to be given in the code.
    """
    names = {part: f"tool_free_{part}_{domain}" for part in (*_PARTS, *more)} | {"finaliser": finaliser}
    texts = {part: _read(domain, name) for part, name in names.items()}
    version = {names[part]: text for part, text in texts.items()} | {f"{domain}_{part}": w for part, w in words.items()}
    return DomainPrompts(**words, **texts, version=version)


@cache
def prompts_hash(*names: str) -> str:
    """Return the hash of all prompts, which is part of every record.

    It covers all prompts that ship with r3gym, and those of the installed domains given by ``names``.
    """
    return hash_json(prompt_texts(*names))


def prompt_texts(*names: str) -> dict[str, Any]:
    """Return all prompts that ship with r3gym, and those of the installed domains given by ``names``, by name."""
    texts = version_texts()
    for domain in dict.fromkeys((*paper_domains(), *map(get_domain, names))):
        texts = {**texts, **domain.prompts.version}
    return texts


def _read(domain: str, name: str) -> str:
    own = files("r3gym.domains").joinpath(domain, "texts", f"{name}.txt")
    shared = files("r3gym.domains").joinpath("texts", f"{name}.txt")
    return (own if own.is_file() else shared).read_text("utf-8").strip()
