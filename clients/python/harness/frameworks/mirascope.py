"""Mirascope's models. It takes neither retries nor timeouts: what repeats is the vendor's SDK, as it comes."""

import base64
import json

from mirascope import llm

from client import Answer, Base, get_time, get_weather, run_loop
from clients.person import Person

tools = [llm.tool(get_weather), llm.tool(get_time)]


class Mirascope(Base):
    errors = {
        "rate-limit": llm.RateLimitError,
        "server-error": llm.ServerError,
        "context": llm.BadRequestError,
        "key": llm.AuthenticationError,
    }
    provider = ""
    name = ""

    def model(self, **more):
        to = self.setting
        llm.register_provider(self.provider, base_url=to.url, api_key=to.key)
        return llm.Model(self.name.format(**to.models), **more)

    def ask(self, prompt):
        done = self.model().call(prompt)
        return Answer(done.text(), done.finish_reason is None, done.usage.input_tokens, done.usage.output_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        done = self.model().stream(prompt)
        chunks = done.chunk_stream()
        for chunk in chunks:
            if chunk.type == "text_chunk":
                pieces.append(chunk.delta)
            if stop_after is not None and len(pieces) >= stop_after:
                chunks.close()
                return pieces
        assert done.finish_reason is None and done.text() == "".join(pieces), done.finish_reason
        return pieces

    def loop(self, prompt, reasoning):
        model = self.model(**({"thinking": {"level": "high", "include_thoughts": True}} if reasoning else {}))
        last = None

        def turn(results):
            nonlocal last
            last = model.stream(prompt, tools=tools) if last is None else last.resume(last.execute_tools())
            last.finish()
            return last.text(), [(call.id, call.name, json.loads(call.args)) for call in last.tool_calls]

        return run_loop(turn)

    def schema(self, prompt):
        return self.model().call(prompt, format=Person).parse().model_dump()

    def see(self, prompt, picture):
        return self.model().call([prompt, llm.Image.from_bytes(base64.b64decode(picture))]).text()




class Chat(Mirascope):
    provider = "openai"
    name = "openai/{openai}:completions"


class Responses(Mirascope):
    provider = "openai"
    name = "openai/{openai}:responses"


class Anthropic(Mirascope):
    provider = "anthropic"
    name = "anthropic/{anthropic}"


class Google(Mirascope):
    provider = "google"
    name = "google/{google}"


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
