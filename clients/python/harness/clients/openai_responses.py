"""OpenAI's SDK with Responses."""

import json

import openai

from client import PARAMETERS, TOOLS, Answer, Base, Loop
from clients.openai_chat import Client as Chat
from clients.person import Person
from strict import strict


class Client(Base):
    errors = Chat.errors

    def __init__(self, setting):
        super().__init__(setting)
        self.model = setting.models["openai"]
        self.client = openai.OpenAI(base_url=setting.url, api_key=setting.key, max_retries=setting.retries, timeout=30)

    def ask(self, prompt):
        done = strict(self.client.responses.create(model=self.model, input=prompt, store=False))
        return Answer(done.output_text, done.status == "completed", done.usage.input_tokens, done.usage.output_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        last = None
        with self.client.responses.create(model=self.model, input=prompt, store=False, stream=True) as events:
            for last in events:
                strict(last)
                # The SDK hands these on as events and leaves the rest to its user.
                if last.type in ("response.failed", "error"):
                    raise RuntimeError(last.to_json(indent=None))
                if last.type == "response.output_text.delta":
                    pieces.append(last.delta)
                if stop_after is not None and len(pieces) >= stop_after:
                    return pieces
        assert last.type == "response.completed", last.type
        assert last.response.output_text == "".join(pieces), last.response.output_text
        return pieces

    def loop(self, prompt, reasoning):
        tools = [
            {"type": "function", "name": name, "description": about, "parameters": PARAMETERS, "strict": True}
            for name, (about, _) in TOOLS.items()
        ]
        items = [{"role": "user", "content": prompt}]
        more = {"reasoning": {"effort": "high", "summary": "auto"}, "include": ["reasoning.encrypted_content"]} if reasoning else {}
        loop = Loop("")
        while len(loop.turns) < 5:
            done = list(self.client.responses.create(model=self.model, input=items, tools=tools, store=False, stream=True, **more))[-1]
            done = strict(done.response)
            calls = [item for item in done.output if item.type == "function_call"]
            if not calls:
                loop.text = done.output_text
                return loop
            loop.turns.append([(call.name, json.loads(call.arguments)) for call in calls])
            items.extend(item.to_dict() for item in done.output)
            for call in calls:
                items.append({"type": "function_call_output", "call_id": call.call_id, "output": TOOLS[call.name][1]})
        return loop

    def schema(self, prompt):
        return self.client.responses.parse(model=self.model, input=prompt, text_format=Person, store=False).output_parsed.model_dump()

    def see(self, prompt, picture):
        image = {"type": "input_image", "image_url": f"data:image/png;base64,{picture}", "detail": "auto"}
        content = [{"type": "input_text", "text": prompt}, image]
        return strict(self.client.responses.create(model=self.model, input=[{"role": "user", "content": content}], store=False)).output_text
