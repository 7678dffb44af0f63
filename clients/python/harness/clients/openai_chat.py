"""OpenAI's SDK with Chat Completions."""

import json

import openai

from client import PARAMETERS, TOOLS, Answer, Base, Loop
from clients.person import Person
from strict import strict
from vendor_errors import openai_errors


class Client(Base):
    errors = openai_errors()

    def __init__(self, setting):
        super().__init__(setting)
        self.model = setting.models["openai"]
        self.client = openai.OpenAI(base_url=setting.url, api_key=setting.key, max_retries=setting.retries, timeout=30)

    def ask(self, prompt):
        done = strict(self.client.chat.completions.create(model=self.model, messages=[{"role": "user", "content": prompt}]))
        choice = done.choices[0]
        return Answer(choice.message.content, choice.finish_reason == "stop", done.usage.prompt_tokens, done.usage.completion_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        messages = [{"role": "user", "content": prompt}]
        with self.client.chat.completions.create(
            model=self.model, messages=messages, stream=True, stream_options={"include_usage": True}
        ) as chunks:
            finish, usage = None, None
            for chunk in chunks:
                strict(chunk)
                usage = chunk.usage or usage
                for choice in chunk.choices:
                    finish = choice.finish_reason or finish
                    if choice.delta.content:
                        pieces.append(choice.delta.content)
                if stop_after is not None and len(pieces) >= stop_after:
                    return pieces
        assert finish == "stop" and usage is not None and usage.completion_tokens > 0, f"{finish}, {usage}"
        return pieces

    def loop(self, prompt, reasoning):
        tools = [
            {"type": "function", "function": {"name": name, "description": about, "parameters": PARAMETERS, "strict": True}}
            for name, (about, _) in TOOLS.items()
        ]
        messages = [{"role": "user", "content": prompt}]
        loop = Loop("")
        while len(loop.turns) < 5:
            with self.client.chat.completions.stream(
                model=self.model, messages=messages, tools=tools, **({"reasoning_effort": "high"} if reasoning else {})
            ) as events:
                for event in events:
                    if event.type == "chunk":
                        strict(event.chunk)
                message = events.get_final_completion().choices[0].message
            if not message.tool_calls:
                loop.text = message.content
                return loop
            loop.turns.append([(call.function.name, json.loads(call.function.arguments)) for call in message.tool_calls])
            # As it came, with whatever the gateway put beside the known fields, but without what the SDK's own reader of streams adds.
            turn = {key: value for key, value in message.to_dict().items() if key != "parsed"}
            turn["tool_calls"] = [{key: value for key, value in call.items() if key != "index"} for call in turn["tool_calls"]]
            for call in turn["tool_calls"]:
                call["function"].pop("parsed_arguments", None)
            messages.append(turn)
            for call in message.tool_calls:
                messages.append({"role": "tool", "tool_call_id": call.id, "content": TOOLS[call.function.name][1]})
        return loop

    def schema(self, prompt):
        done = self.client.chat.completions.parse(
            model=self.model, messages=[{"role": "user", "content": prompt}], response_format=Person
        )
        return done.choices[0].message.parsed.model_dump()

    def see(self, prompt, picture):
        image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
        content = [{"type": "text", "text": prompt}, image]
        done = strict(self.client.chat.completions.create(model=self.model, messages=[{"role": "user", "content": content}]))
        return done.choices[0].message.content
