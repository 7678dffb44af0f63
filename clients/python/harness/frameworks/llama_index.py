"""LlamaIndex's language models."""

import base64

from google.genai import types
from llama_index.core.base.llms.types import ChatMessage, ImageBlock, TextBlock
from llama_index.core.tools import FunctionTool
from llama_index.llms.anthropic import Anthropic as AnthropicModel
from llama_index.llms.google_genai import GoogleGenAI
from llama_index.llms.openai import OpenAI, OpenAIResponses

from client import Answer, Base, get_time, get_weather, run_loop
from clients.person import Person
from vendor_errors import anthropic_errors, google_errors, openai_errors


class LlamaIndex(Base):
    reasoning = {}

    def model(self, **more):
        raise NotImplementedError

    def told(self, raw):
        """Whether the answer ended by itself, and its tokens; what it keeps of the vendor's own document tells."""
        raise NotImplementedError

    def ask(self, prompt):
        done = self.model().chat([ChatMessage(role="user", content=prompt)])
        return Answer(done.message.content, *self.told(done.raw))

    def stream(self, prompt, stop_after=None):
        pieces = []
        chunks = self.model().stream_chat([ChatMessage(role="user", content=prompt)])
        last = None
        for last in chunks:
            if last.delta:
                pieces.append(last.delta)
            if stop_after is not None and len(pieces) >= stop_after:
                chunks.close()
                return pieces
        assert last.message.content == "".join(pieces), last.message.content
        return pieces

    def loop(self, prompt, reasoning):
        model = self.model(**(self.reasoning if reasoning else {}))
        tools = [FunctionTool.from_defaults(each) for each in (get_weather, get_time)]
        messages = [ChatMessage(role="user", content=prompt)]

        def turn(results):
            messages.extend(ChatMessage(role="tool", content=text, additional_kwargs={"tool_call_id": call}) for call, _, text in results)
            answer = None
            for answer in model.stream_chat_with_tools(tools, chat_history=messages, allow_parallel_tool_calls=True):
                pass
            messages.append(answer.message)
            calls = model.get_tool_calls_from_response(answer, error_on_no_tool_call=False)
            return answer.message.content, [(call.tool_id, call.tool_name, call.tool_kwargs) for call in calls]

        return run_loop(turn)

    def schema(self, prompt):
        return self.model().as_structured_llm(Person).chat([ChatMessage(role="user", content=prompt)]).raw.model_dump()

    def see(self, prompt, picture):
        blocks = [TextBlock(text=prompt), ImageBlock(image=base64.b64decode(picture), image_mimetype="image/png")]
        return self.model().chat([ChatMessage(role="user", blocks=blocks)]).message.content


class Chat(LlamaIndex):
    errors = openai_errors()
    reasoning = {"reasoning_effort": "high"}
    kind = OpenAI

    def model(self, **more):
        to = self.setting
        return self.kind(model=to.models["openai"], api_base=to.url, api_key=to.key, max_retries=to.retries, timeout=30, **more)

    def told(self, raw):
        return raw.choices[0].finish_reason == "stop", raw.usage.prompt_tokens, raw.usage.completion_tokens


class Responses(Chat):
    reasoning = {"reasoning_options": {"effort": "high", "summary": "auto"}, "include": ["reasoning.encrypted_content"]}
    kind = OpenAIResponses

    def model(self, **more):
        return super().model(store=False, **more)

    def told(self, raw):
        return raw.status == "completed", raw.usage.input_tokens, raw.usage.output_tokens


class Anthropic(LlamaIndex):
    errors = anthropic_errors()
    reasoning = {"thinking_dict": {"type": "enabled", "budget_tokens": 2000}}

    def model(self, **more):
        to = self.setting
        return AnthropicModel(
            model=to.models["anthropic"], base_url=to.url, api_key=to.key, max_retries=to.retries, max_tokens=9000, timeout=30, **more
        )

    def told(self, raw):
        return raw["stop_reason"] == "end_turn", raw["usage"].input_tokens, raw["usage"].output_tokens


class Google(LlamaIndex):
    errors = google_errors()
    reasoning = {"generation_config": types.GenerateContentConfig(thinking_config=types.ThinkingConfig(include_thoughts=True, thinking_level="HIGH"))}

    def model(self, **more):
        to = self.setting
        options = types.HttpOptions(base_url=to.url, timeout=30_000)
        return GoogleGenAI(model=to.models["google"], api_key=to.key, http_options=options, max_retries=to.retries, **more)

    def told(self, raw):
        usage = raw["usage_metadata"]
        return raw["finish_reason"] == types.FinishReason.STOP, usage["prompt_token_count"], usage["candidates_token_count"]


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
