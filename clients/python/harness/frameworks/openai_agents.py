"""OpenAI's Agents SDK, whose runner calls the tools."""

import asyncio
import json

import openai
from agents import Agent, ModelSettings, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from openai.types.shared import Reasoning

from client import Answer, Base, Loop, get_time, get_weather
from clients.person import Person
from vendor_errors import openai_errors

# Its traces would go to OpenAI.
set_tracing_disabled(True)


class Agents(Base):
    errors = openai_errors()
    settings = {}
    model = None

    def agent(self, settings=None, **more):
        to = self.setting
        client = openai.AsyncOpenAI(base_url=to.url, api_key=to.key, max_retries=to.retries, timeout=30)
        model = self.model(to.models["openai"], client)
        return Agent(name="one", model=model, model_settings=ModelSettings(**self.settings, **(settings or {})), **more)

    def ask(self, prompt):
        done = Runner.run_sync(self.agent(), prompt)
        usage = done.context_wrapper.usage
        return Answer(done.final_output, None, usage.input_tokens, usage.output_tokens)

    def stream(self, prompt, stop_after=None):
        return asyncio.run(self.read(prompt, stop_after))

    async def read(self, prompt, stop_after):
        pieces = []
        done = Runner.run_streamed(self.agent(), prompt)
        async for event in done.stream_events():
            if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
                pieces.append(event.data.delta)
            if stop_after is not None and len(pieces) >= stop_after:
                done.cancel()
                return pieces
        assert done.final_output == "".join(pieces), done.final_output
        return pieces

    def loop(self, prompt, reasoning):
        return asyncio.run(self.run(prompt, reasoning))

    async def run(self, prompt, reasoning):
        settings = {"reasoning": Reasoning(effort="high", summary="auto")} if reasoning else {}
        tools = [function_tool(get_weather), function_tool(get_time)]
        done = Runner.run_streamed(self.agent(settings, tools=tools), prompt)
        async for _ in done.stream_events():
            pass
        turns = []
        for answer in done.raw_responses:
            calls = [(item.name, json.loads(item.arguments)) for item in answer.output if item.type == "function_call"]
            turns.extend([calls] if calls else [])
        return Loop(done.final_output, turns)

    def schema(self, prompt):
        return Runner.run_sync(self.agent(output_type=Person), prompt).final_output.model_dump()

    def see(self, prompt, picture):
        image = {"type": "input_image", "image_url": f"data:image/png;base64,{picture}", "detail": "auto"}
        content = [{"type": "input_text", "text": prompt}, image]
        return Runner.run_sync(self.agent(), [{"role": "user", "content": content}]).final_output


class Chat(Agents):
    model = OpenAIChatCompletionsModel


class Responses(Agents):
    model = OpenAIResponsesModel
    settings = {"store": False, "response_include": ["reasoning.encrypted_content"]}


CLIENTS = {"chat": Chat, "responses": Responses}
