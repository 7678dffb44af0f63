"""Pydantic AI's agents, over the vendors' SDKs."""

import base64

import anthropic
import openai
from google.genai.types import HttpRetryOptions
from pydantic_ai import Agent, BinaryContent, NativeOutput
from pydantic_ai import exceptions as known
from pydantic_ai.messages import ModelResponse, ToolCallPart
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider

from client import Answer, Base, Loop, get_time, get_weather
from clients.person import Person


class PydanticAI(Base):
    errors = {
        "rate-limit": known.ModelRateLimitError,
        "server-error": known.ModelServerError,
        "context": known.ModelContextWindowExceededError,
        "key": known.ModelAuthenticationError,
    }
    reasoning = {}

    def model(self):
        raise NotImplementedError

    def agent(self, **more):
        return Agent(self.model(), **more)

    def ask(self, prompt):
        done = self.agent().run_sync(prompt)
        return Answer(done.output, done.response.finish_reason == "stop", done.response.usage.input_tokens, done.response.usage.output_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        with self.agent().run_stream_sync(prompt) as done:
            for piece in done.stream_text(delta=True, debounce_by=None):
                pieces.append(piece)
                if stop_after is not None and len(pieces) >= stop_after:
                    return pieces
            assert done.response.finish_reason == "stop", done.response.finish_reason
        return pieces

    def loop(self, prompt, reasoning):
        done = self.agent(tools=[get_weather, get_time], model_settings=self.reasoning if reasoning else None).run_sync(prompt)
        turns = []
        for message in done.all_messages():
            if isinstance(message, ModelResponse):
                calls = [(part.tool_name, part.args_as_dict()) for part in message.parts if isinstance(part, ToolCallPart)]
                turns.extend([calls] if calls else [])
        return Loop(done.output, turns)

    def schema(self, prompt):
        return self.agent(output_type=NativeOutput(Person)).run_sync(prompt).output.model_dump()

    def see(self, prompt, picture):
        return self.agent().run_sync([prompt, BinaryContent(base64.b64decode(picture), media_type="image/png")]).output


class OpenAI(PydanticAI):
    def provider(self):
        to = self.setting
        return OpenAIProvider(openai_client=openai.AsyncOpenAI(base_url=to.url, api_key=to.key, max_retries=to.retries, timeout=30))


class Chat(OpenAI):
    reasoning = {"openai_reasoning_effort": "high"}

    def model(self):
        return OpenAIChatModel(self.setting.models["openai"], provider=self.provider())


class Responses(OpenAI):
    reasoning = {"openai_reasoning_effort": "high", "openai_reasoning_summary": "auto"}

    def model(self):
        return OpenAIResponsesModel(self.setting.models["openai"], provider=self.provider())


class Anthropic(PydanticAI):
    reasoning = {"anthropic_thinking": {"type": "enabled", "budget_tokens": 2000}, "max_tokens": 9000}

    def model(self):
        to = self.setting
        client = anthropic.AsyncAnthropic(base_url=to.url, api_key=to.key, max_retries=to.retries, timeout=30)
        return AnthropicModel(to.models["anthropic"], provider=AnthropicProvider(anthropic_client=client), settings={"max_tokens": 9000})


class Google(PydanticAI):
    reasoning = {"google_thinking_config": {"include_thoughts": True, "thinking_level": "HIGH"}}

    def model(self):
        to = self.setting
        again = HttpRetryOptions(attempts=1 + to.retries, initial_delay=1.0, jitter=0.1)
        return GoogleModel(to.models["google"], provider=GoogleProvider(api_key=to.key, base_url=to.url, retry_options=again))


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
