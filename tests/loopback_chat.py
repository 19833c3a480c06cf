"""A chat-completions service on loopback. It reads the request as a model would and answers by a script."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from loopback import Reply, serve


@dataclass(frozen=True)
class Question:
    """A request, taken apart along its markers."""

    model: str
    code: str
    reference: str
    answer: str
    form: str  #: json_schema, json_object or text
    body: dict[str, Any]
    headers: dict[str, str]


def completion(content: Any, finish: str = "stop", **message: Any) -> Reply:
    """A chat completion with this content."""
    said = {"role": "assistant", "content": content, **message}
    choice = {"index": 0, "message": said, "finish_reason": finish}
    return Reply(body={"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]})


def report(question: Question, equivalent: Any, justification: str = "because") -> Reply:
    """The report in the form that was asked for."""
    if question.form == "text":
        word = str(equivalent).upper()
        return completion(f"ANSWER: {question.answer}\nREASON: {justification}\nVERDICT {question.code}: {word}")
    value = {
        "student_answer": question.answer,
        "justification": justification,
        "equivalent": str(equivalent).upper() if isinstance(equivalent, bool) else equivalent,
    }
    return completion(json.dumps(value))


def honest(question: Question) -> Reply:
    """A model that knows only equality of numbers: enough to tell right from wrong in these tests."""
    return report(question, _value(question.answer) == _value(question.reference), f"it is {question.reference}")


def _value(text: str) -> float | str:
    top, _, bottom = text.strip().partition("/")
    try:
        return float(top) / float(bottom or "1")
    except (ValueError, ZeroDivisionError):
        return text.strip()


class ChatServer:
    """The service: ``script`` answers the first requests one by one, ``model`` all later ones."""

    def __init__(self, model: Callable[[Question], Reply], script: tuple[Any, ...] = ()) -> None:
        self.questions: list[Question] = []
        self.url = ""
        self._model, self._script = model, list(script)
        self._lock = threading.Lock()

    def answer(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Reply:
        assert (method, path) == ("POST", "/v1/chat/completions")
        text = body["messages"][-1]["content"]
        found = re.match(
            r"\[reference (\w+)\]\n(.*)\n\[end of reference \1\]\n\n\[student \1\]\n(.*)\n\[end of student \1\]\n\n",
            text,
            re.DOTALL,
        )
        assert found, text
        form = body.get("response_format", {"type": "text"})["type"]
        question = Question(body["model"], found[1], found[2], found[3], form, body, headers)
        with self._lock:
            self.questions.append(question)
            step = self._script.pop(0) if self._script else self._model
        return step(question) if callable(step) else step


@contextmanager
def chat_server(*script: Any, model: Callable[[Question], Reply] = honest) -> Iterator[ChatServer]:
    """A running service; each of ``script`` is a reply or a function from question to reply."""
    service = ChatServer(model, script)
    with serve(service.answer) as address:
        service.url = f"{address}/v1"
        yield service
