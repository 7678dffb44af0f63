"""Agno's agents, which call the tools themselves."""

import base64
import json

from agno.agent import Agent, RunContentEvent
from agno.media import Image
from agno.models.anthropic import Claude
from agno.models.google import Gemini
from agno.models.openai import OpenAIChat, OpenAIResponses
from agno.run.base import RunStatus

from client import Answer, Base, Loop, get_time, get_weather
from clients.person import Person

# How each vendor tells that a prompt is too long.
TOO_LONG = (
    "context_length_exceeded",
    "Input tokens exceed the configured limit",
    "exceeds the context window",
    "prompt is too long",
    "exceeds the maximum number of tokens allowed",
)


class RunFailed(Exception):
    """What an agent raises it keeps: the run has a status, and the vendor's words as its content."""


class Agno(Base):
    errors = {
        "rate-limit": (RunFailed, lambda error: "rate limit" in str(error)),
        "server-error": (RunFailed, lambda error: "status 500" in str(error)),
        "context": (RunFailed, lambda error: any(words in str(error) for words in TOO_LONG)),
        "key": (RunFailed, lambda error: "API key" in str(error)),
    }
    reasoning = {}

    def model(self, **more):
        raise NotImplementedError

    def agent(self, reasoning=False, **more):
        return Agent(model=self.model(**(self.reasoning if reasoning else {})), telemetry=False, **more)

    def run(self, prompt, reasoning=False, images=None, **more):
        done = self.agent(reasoning, **more).run(prompt, images=images)
        if done.status != RunStatus.completed:
            raise RunFailed(f"{done.status}: {done.content}")
        return done

    def ask(self, prompt):
        done = self.run(prompt)
        return Answer(done.content, None, done.metrics.input_tokens, done.metrics.output_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        last = None
        events = self.agent().run(prompt, stream=True, stream_events=True)
        for last in events:
            if isinstance(last, RunContentEvent) and last.content:
                pieces.append(last.content)
            if stop_after is not None and len(pieces) >= stop_after:
                events.close()
                return pieces
        if last.event != "RunCompleted":
            raise RunFailed(f"{last.event}: {last.content}")
        assert last.content == "".join(pieces), last.content
        return pieces

    def loop(self, prompt, reasoning):
        done = self.run(prompt, reasoning, tools=[get_weather, get_time])
        turns = [
            [(call["function"]["name"], json.loads(call["function"]["arguments"])) for call in message.tool_calls]
            for message in done.messages
            if message.role == "assistant" and message.tool_calls
        ]
        return Loop(done.content, turns)

    def schema(self, prompt):
        return self.run(prompt, output_schema=Person).content.model_dump()

    def see(self, prompt, picture):
        return self.run(prompt, images=[Image(content=base64.b64decode(picture), mime_type="image/png")]).content


class Chat(Agno):
    reasoning = {"reasoning_effort": "high"}
    kind = OpenAIChat

    def model(self, **more):
        to = self.setting
        return self.kind(id=to.models["openai"], base_url=to.url, api_key=to.key, max_retries=to.retries, timeout=30, **more)


class Responses(Chat):
    reasoning = {"reasoning_effort": "high", "reasoning_summary": "auto"}
    kind = OpenAIResponses

    def model(self, **more):
        return super().model(store=False, **more)


class Anthropic(Agno):
    reasoning = {"thinking": {"type": "enabled", "budget_tokens": 2000}}

    def model(self, **more):
        to = self.setting
        client = {"base_url": to.url, "max_retries": to.retries}
        return Claude(id=to.models["anthropic"], api_key=to.key, client_params=client, timeout=30, max_tokens=9000, **more)


class Google(Agno):
    reasoning = {"include_thoughts": True, "thinking_level": "high"}

    def model(self, **more):
        to = self.setting
        again = {"attempts": 1 + to.retries, "initial_delay": 1.0, "jitter": 0.1}
        client = {"http_options": {"base_url": to.url, "timeout": 30_000, "retry_options": again}}
        return Gemini(id=to.models["google"], api_key=to.key, client_params=client, **more)


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
