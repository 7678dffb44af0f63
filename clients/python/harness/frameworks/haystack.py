"""Haystack's chat generators. Those for Anthropic and Google take the gateway's address from the environment."""

import json
import os

from haystack.components.generators.chat import OpenAIChatGenerator, OpenAIResponsesChatGenerator
from haystack.dataclasses import ChatMessage, ImageContent
from haystack.tools import create_tool_from_function
from haystack.utils import Secret
from haystack_integrations.components.generators.anthropic import AnthropicChatGenerator
from haystack_integrations.components.generators.google_genai import GoogleGenAIChatGenerator

from client import PERSON, TOOLS, Answer, Base, get_time, get_weather, run_loop
from clients.person import Person
from vendor_errors import anthropic_errors, google_errors, openai_errors


class Left(Exception):
    """How a callback leaves a stream."""


class Haystack(Base):
    reasoning = {}
    structured = {}
    streams_calls = True
    sorts_calls = False

    def generator(self, settings=None, **more):
        raise NotImplementedError

    def say(self, messages, **more):
        messages = [ChatMessage.from_user(messages)] if isinstance(messages, str) else messages
        return self.generator(**more).run(messages)["replies"][0]

    def ask(self, prompt):
        reply = self.say(prompt)
        usage = reply.meta["usage"]
        counted = [usage.get(name, usage.get(other)) for name, other in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens"))]
        return Answer(reply.text, self.finished(reply), *counted)

    def finished(self, reply):
        return reply.meta["finish_reason"] == "stop"

    def stream(self, prompt, stop_after=None):
        pieces = []

        def take(chunk):
            if chunk.content:
                pieces.append(chunk.content)
            if stop_after is not None and len(pieces) >= stop_after:
                raise Left

        try:
            reply = self.say(prompt, streaming_callback=take)
        except (Left, RuntimeError):
            # Google's generator wraps what a callback raises, and what the vendor raised.
            if stop_after is not None and len(pieces) >= stop_after:
                return pieces
            raise
        assert self.finished(reply) and reply.text == "".join(pieces), reply
        return pieces

    def loop(self, prompt, reasoning):
        generator = self.generator(
            self.reasoning if reasoning else None,
            tools=[create_tool_from_function(each) for each in (get_weather, get_time)],
            streaming_callback=(lambda chunk: None) if self.streams_calls else None,
        )
        messages = [ChatMessage.from_user(prompt)]
        calls = []

        def turn(results):
            messages.extend(ChatMessage.from_tool(text, origin=call) for call, (_, _, text) in zip(calls, results))
            reply = generator.run(messages)["replies"][0]
            messages.append(reply)
            calls[:] = sorted(reply.tool_calls, key=lambda call: list(TOOLS).index(call.tool_name)) if self.sorts_calls else reply.tool_calls
            return reply.text, [(call.id, call.tool_name, call.arguments) for call in calls]

        return run_loop(turn)

    def schema(self, prompt):
        return json.loads(self.say(prompt, settings=self.structured).text)

    def see(self, prompt, picture):
        image = ImageContent(base64_image=picture, mime_type="image/png")
        return self.say([ChatMessage.from_user(content_parts=[prompt, image])]).text


class Chat(Haystack):
    errors = openai_errors()
    reasoning = {"reasoning_effort": "high"}
    structured = {"response_format": Person}
    kind = OpenAIChatGenerator

    def generator(self, settings=None, **more):
        to = self.setting
        return self.kind(
            model=to.models["openai"],
            api_base_url=to.url,
            api_key=Secret.from_token(to.key),
            max_retries=to.retries,
            timeout=30,
            generation_kwargs=settings,
            **more,
        )


class Responses(Chat):
    reasoning = {"reasoning": {"effort": "high", "summary": "auto"}, "include": ["reasoning.encrypted_content"]}
    structured = {"text_format": Person}
    kind = OpenAIResponsesChatGenerator
    # It sorts the calls of a stream by their ids.
    sorts_calls = True

    def generator(self, settings=None, **more):
        return super().generator({"store": False, **(settings or {})}, **more)

    def finished(self, reply):
        return reply.meta["status"] == "completed"


class Anthropic(Haystack):
    errors = anthropic_errors()
    reasoning = {"thinking": {"type": "enabled", "budget_tokens": 2000}}
    structured = {"output_config": {"format": {"type": "json_schema", "schema": PERSON}}}

    def generator(self, settings=None, **more):
        to = self.setting
        os.environ["ANTHROPIC_BASE_URL"] = to.url
        return AnthropicChatGenerator(
            model=to.models["anthropic"],
            api_key=Secret.from_token(to.key),
            max_retries=to.retries,
            timeout=30,
            ignore_tools_thinking_messages=False,
            generation_kwargs={"max_tokens": 9000, **(settings or {})},
            **more,
        )


class Google(Haystack):
    # It wraps what Google's SDK raised.
    errors = {
        name: (RuntimeError, lambda error, kind=kind, holds=holds: isinstance(error.__cause__, kind) and holds(error.__cause__))
        for name, (kind, holds) in google_errors().items()
    }
    reasoning = {"thinking_config": {"include_thoughts": True, "thinking_level": "HIGH"}}
    # It counts the calls of a stream from 0 in each chunk, and joins two of the same number.
    streams_calls = False
    structured = {"response_mime_type": "application/json", "response_json_schema": PERSON}

    def generator(self, settings=None, **more):
        to = self.setting
        os.environ["GOOGLE_GEMINI_BASE_URL"] = to.url
        return GoogleGenAIChatGenerator(
            model=to.models["google"],
            api_key=Secret.from_token(to.key),
            # It takes the number for that of attempts.
            max_retries=1 + to.retries,
            timeout=30,
            generation_kwargs=settings,
            **more,
        )


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
