"""`LLMJudge`: mathematical equivalence decided by a model behind an OpenAI-compatible address, as in the paper.

A decision is a report that can be read without ambiguity. A reply that cannot be read (empty, refused, cut off, both
words) is requested again a few times and then becomes a ``judge_error``, never a silent FALSE. Decisions are cached by
content; the model's justification may quote the reference, so it stays in the cache file and never enters a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import BaseModel, ValidationError

from r3gym.core.provenance import MATH_MODEL_JUDGE
from r3gym.core.verdict import Outcome, Verdict
from r3gym.domains.math.judging.latex_tokens import MAX_CHARS
from r3gym.domains.math.judging.llm_report import (
    PROMPT_VERSION,
    EquivalenceReport,
    ReportFormat,
    messages,
    read_report,
    request_code,
    response_format,
)
from r3gym.domains.math.judging.settings import ModelMath, api_key
from r3gym.errors import InputError, ModelFailure
from r3gym.models.calling import exchange
from r3gym.models.profile import ModelProfile
from r3gym.utils import json_cache as cache
from r3gym.utils.hashing import hash_json

#: The number of requests for a report before the judge gives up; each has another code and a weaker form.
ATTEMPTS = 3
#: How long a probe waits for an answer.
PROBE_S = 30.0
#: Status codes of a server that does not support a form of report.
_UNSUPPORTED = (400, 415, 422, 501)

#: The form that last worked, by address and model, so that an unsupported form is requested only once per server.
_working_form: dict[tuple[str, str], ReportFormat] = {}


class _NoReport(Exception):
    """A reply without a decision; another request may succeed."""


class _TruncatedReply(_NoReport):
    """The reply exceeded its limit of tokens."""


class _UnsupportedFormat(Exception):
    """The server does not support this form of request; carries the reason."""


class _ServiceFailure(Exception):
    """The service cannot be used now: repeated requests failed."""


class _JudgeMessage(BaseModel):
    content: str | None = None
    refusal: str | None = None


class _JudgeChoice(BaseModel):
    message: _JudgeMessage
    finish_reason: str | None = None


class _JudgeCompletion(BaseModel):
    """The part of a chat completion that the judge reads."""

    choices: list[_JudgeChoice]


@dataclass(frozen=True)
class LLMJudge:
    """The model judge. ``cache_dir`` None means the user's cache folder."""

    settings: ModelMath
    cache_dir: Path | None = None

    @property
    def name(self) -> str:
        """The judge, the version of its prompt and the model: ``math-llm/1:deepseek-v4-flash``."""
        return f"{MATH_MODEL_JUDGE}/{PROMPT_VERSION}:{self.settings.model}"

    def judge(self, answer: str, reference: str) -> Verdict:
        """Judge one parsed answer. Raise nothing for failures of the service or odd answers; the key must be set."""
        answer, reference = _sendable(answer), _sendable(reference)
        if not answer.strip():
            return Verdict(Outcome.WRONG_ANSWER, self.name, "the answer is empty")
        if len(answer) > MAX_CHARS:
            return Verdict(Outcome.WRONG_ANSWER, self.name, f"longer than {MAX_CHARS} characters: no final answer")
        folder, key = self.cache_dir or cache.default_cache_dir(), self._cache_key(answer, reference)
        kept = cache.load_value(folder, key)
        if isinstance(kept, dict) and isinstance(kept.get("equivalent"), bool):
            return self._verdict(kept["equivalent"])
        try:
            report = self._ask(answer, reference)
        except (_NoReport, _UnsupportedFormat, _ServiceFailure) as failure:
            return Verdict(Outcome.JUDGE_ERROR, self.name, str(failure))
        kept = {"judge": self.name, "equivalent": report.equivalent}
        notes = {"student_answer": report.student_answer, "justification": report.justification}
        cache.store_value(folder, key, {**kept, **notes})
        return self._verdict(report.equivalent)

    def _verdict(self, equivalent: bool) -> Verdict:
        if equivalent:
            return Verdict(Outcome.ACCEPTED, self.name, "equivalent")
        return Verdict(Outcome.WRONG_ANSWER, self.name, "not equivalent")

    def _cache_key(self, answer: str, reference: str) -> str:
        """Return the cache key, from content and address: two hosts may serve different models under one name."""
        return hash_json(
            {
                "judge": self.name,
                "prompt": messages("", "", ReportFormat.TEXT, "") + messages("", "", ReportFormat.JSON, ""),
                "base_url": self.settings.base_url,
                "extra_body": self.settings.extra_body,
                "answer": answer,
                "reference": reference,
            }
        )

    def _ask(self, answer: str, reference: str) -> EquivalenceReport:
        server = (self.settings.base_url, self.settings.model)
        form, room = _working_form.get(server, ReportFormat.SCHEMA), self.settings.max_tokens
        reason = ""
        for attempt in range(ATTEMPTS):
            code = request_code(reference, answer, attempt)
            try:
                reply, form = self._complete_in_some_form(answer, reference, form, code, room)
                report = read_report(reply, code)
                if report is not None:
                    _working_form[server] = form
                    return report
                reason = "no clear TRUE or FALSE in the reply"
            except _NoReport as failure:
                reason = str(failure)
                if isinstance(failure, _TruncatedReply):
                    room *= 2
                    continue  # the form was not the cause
            form = form.weaker()
        raise _NoReport(f"the model judge gave no report in {ATTEMPTS} attempts; the last time: {reason}")

    def _complete_in_some_form(
        self, answer: str, reference: str, form: ReportFormat, code: str, room: int
    ) -> tuple[str, ReportFormat]:
        """Return the reply in the strictest form that the server supports, from ``form`` on, and that form."""
        while True:
            try:
                return self._complete(messages(reference, answer, form, code), form, room), form
            except _UnsupportedFormat:
                if form is ReportFormat.TEXT:
                    raise
                form = form.weaker()

    def _complete(self, dialogue: list[dict[str, str]], form: ReportFormat, room: int) -> str:
        """Request one completion through the client that all calls to models share."""
        wanted = response_format(form)
        body = {
            **self.settings.extra_body,
            "model": self.settings.model,
            "messages": dialogue,
            "temperature": 0,
            "max_tokens": room,
            "stream": False,
            **({} if wanted is None else {"response_format": wanted}),
        }
        try:
            return _content(exchange(self._profile, body, api_key(self.settings)))
        except InputError as error:
            raise _ServiceFailure(str(error)) from None
        except ModelFailure as failure:
            if failure.begun:
                raise _NoReport(str(failure)) from None
            raise (_UnsupportedFormat if failure.status in _UNSUPPORTED else _ServiceFailure)(str(failure)) from None

    @property
    def _profile(self) -> ModelProfile:
        """Return the profile that says how to reach the model; all other settings are in the request."""
        settings = self.settings
        return ModelProfile(
            name=settings.model,
            model=settings.model,
            base_url=settings.base_url,
            api_key_env=settings.api_key_env,
            timeout_s=settings.timeout_s,
            retries=settings.retries,
            prices=settings.prices,
        )


def probe(settings: ModelMath) -> str | None:
    """Ask the service whether 2 equals 2, past the cache and without repetitions; return what is wrong, or None."""
    quick = settings.model_copy(update={"retries": 0, "timeout_s": min(settings.timeout_s, PROBE_S)})
    with TemporaryDirectory(prefix="r3gym-probe-") as folder:
        verdict = LLMJudge(quick, Path(folder)).judge("2", "2")
    if verdict.outcome is Outcome.JUDGE_ERROR:
        return verdict.detail
    return None if verdict.correct else "it says that 2 is not equal to 2"


def _content(value: Any) -> str:
    """Return the text of a completion that ended by itself."""
    try:
        completion = _JudgeCompletion.model_validate(value)
    except ValidationError:
        raise _NoReport("the service sent no chat completion") from None
    if not completion.choices:
        raise _NoReport("the service sent no chat completion")
    choice = completion.choices[0]
    if choice.finish_reason == "length":
        raise _TruncatedReply("the reply was cut off; raise max_tokens")
    if choice.message.refusal or choice.finish_reason == "content_filter":
        raise _NoReport("the model refused")
    if not (choice.message.content or "").strip():
        raise _NoReport("the reply is empty")
    return choice.message.content or ""


def _sendable(text: str) -> str:
    """Return the text with characters that UTF-8 cannot encode replaced."""
    return text.encode("utf-8", errors="replace").decode("utf-8")
