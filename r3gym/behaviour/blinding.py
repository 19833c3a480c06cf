"""Take out of a text what would tell who played, and where: names of models and providers, addresses, paths.

A path is shown as its last part (``/app/problem_5`` as ``problem_5``), so that commands stay readable. Names are those
of this record's contestant, and the families and makers that are widely known. Words such as "easy" stay: contestants
use them for what they see; only a stated tier ("difficulty: hard") is taken out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

NAME, ADDRESS, TIER = "[name]", "[address]", "[tier]"
#: A shorter name of a contestant stands in too many other words' places.
SHORTEST_NAME = 3

_FAMILIES = (
    r"chat-?gpt|gpt[- ]?(?:\d[\w.]*|oss)(?:-[a-z]+\w*)*|o[134]-(?:mini|preview|pro)|open-?ai|anthropic"
    r"|claude(?:[- ](?:opus|sonnet|haiku|instant|\d))?(?:[-. ]?\d[\w.]*)*|(?:opus|sonnet|haiku)[- ]?\d[\w.]*"
    r"|deep-?seek(?:[- ](?:v\d|r\d|chat|coder|reasoner)[\w.]*(?:-[a-z]+)*)?|ds-(?:pro|chat|reasoner)"
    r"|qwen[\w.]*(?:-[\w.]+)*|qwq[\w-]*|tongyi|alibaba|glm[- ]?\d[\w.]*(?:-\w+)*|chatglm[\w-]*|zhipu(?:ai)?|z\.ai"
    r"|hy-\d[\w.]*|hy3|hunyuan[\w.-]*|tencent|gemini(?:[- ]\d[\w.]*(?:-\w+)*)?|gemma[- ]?\d[\w.]*(?:-\w+)*|deepmind"
    r"|google ai|vertex ai|llama[- ]?\d[\w.]*(?:-\w+)*|meta ai|mistral(?:ai)?(?:-\w+)*|mixtral[\w.-]*|codestral[\w.-]*"
    r"|kimi(?:[- ]k?\d[\w.]*)?|moonshot(?:ai)?|minimax[- ]m?\d[\w.]*|grok(?:[- ]?\d[\w.]*)?|x\.ai|xai"
    r"|phi-\d[\w.]*-\w+|smollm[\w.-]*|olmo[\w.-]*|nemotron[\w.-]*|command-r(?:\+|-plus)?|cohere|doubao[\w.-]*"
    r"|bytedance|ernie[- ]\d[\w.]*|baidu|openrouter|together\.ai|fireworks\.ai|hugging ?face|ollama|vllm|sglang"
    r"|llama\.cpp|xllamacpp|litellm|azure openai|amazon bedrock|aws bedrock"
)
_INTERFACE = (
    r"openai-compatible|chat[-/ ]completions?(?: api)?|responses api|messages api|json mode|native tool calls?"
    r"|function[- ]calling"
)
_URL = (
    r"(?:https?|wss?|ftp|file)://[^\s'\"<>)\]}]+|(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?(?:/[\w./-]*)?"
)
_ROOTS = (
    "app|logs?|tmp|home|root|usr|etc|var|opt|mnt|media|srv|dev|proc|sys|run|boot|lib|lib64|bin|sbin|work|workspace|data"
    "|Users|private|Library|Applications|Volumes|scratch|nfs|gpfs|lustre|content|kaggle|workspaces|builds|github|nix|snap"
)
_PART = r"[\w.+~@%-]+"
_PATH = (
    rf"(?<![\w.~\\])(?:/(?:{_ROOTS})(?![\w-])(?:/{_PART})*"
    rf"|(?<![)\]}}/*])/[A-Za-z_.][\w.+~@-]+(?:/[A-Za-z_.][\w.+~@-]+)+)"
    rf"|~/{_PART}(?:/{_PART})*|\b[A-Za-z]:\\(?:[\w. +~@-]+\\)*[\w.+~@-]+"
)
_STATED_TIER = r"(?:tier|difficulty)[\"']?\s*(?:[:=]|is)\s*[\"']?(?:easy|medium|hard)\b[\"']?"


@dataclass(frozen=True)
class BlindText:
    """A text without what was taken out; ``edits`` are (start, end, replacement) in the original text, in order."""

    text: str
    edits: tuple[tuple[int, int, str], ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a part of the original text is now; what was taken out is included whole."""
        return self._moved(start, first=True), self._moved(end, first=False)

    def _moved(self, place: int, *, first: bool) -> int:
        moved = 0
        for begin, end, word in self.edits:
            if place >= end:
                moved += len(word) - (end - begin)
            elif place > begin:
                return begin + moved + (0 if first else len(word))
            else:
                break
        return place + moved


class Blinding:
    """The blinding of one record; ``names`` are those of its contestant."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        own = sorted({part for name in names for part in _parts(name)}, key=lambda name: (-len(name), name))
        named = "|".join([*(re.escape(name) for name in own), _FAMILIES])
        self._pattern = re.compile(
            rf"(?P<url>{_URL})|(?P<path>{_PATH})|(?P<tier>{_STATED_TIER})"
            rf"|(?P<name>(?<![\w])(?i:{named}|{_INTERFACE})(?![\w]))",
            re.IGNORECASE,
        )

    def blind(self, text: str) -> BlindText:
        """Return the text without names, addresses and paths."""
        edits = [(match.start(), match.end(), _shown(match)) for match in self._pattern.finditer(text)]
        if not edits:
            return BlindText(text, ())
        parts, at = [], 0
        for start, end, word in edits:
            parts += [text[at:start], word]
            at = end
        return BlindText("".join([*parts, text[at:]]), tuple(edits))

    def __call__(self, text: str) -> str:
        """Return the words that stay."""
        return self.blind(text).text


def _shown(match: re.Match[str]) -> str:
    if match["path"] is not None:
        return re.split(r"[/\\]", match[0])[-1]
    return {"url": ADDRESS, "tier": TIER, "name": NAME}[match.lastgroup or "name"]


def _parts(name: str) -> Iterable[str]:
    """Yield a name and what stands behind its last slash (``Qwen/Qwen3``), if they are long enough to be names."""
    found = {name.strip(), name.rsplit("/", 1)[-1].strip()}
    return (part for part in found if len(part) >= SHORTEST_NAME)
