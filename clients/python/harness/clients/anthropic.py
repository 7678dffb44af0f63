"""Anthropic's SDK."""

import anthropic

from client import PARAMETERS, TOOLS, Answer, Base, Loop
from clients.person import Person
from strict import strict
from vendor_errors import anthropic_errors


class Client(Base):
    errors = anthropic_errors()

    def __init__(self, setting):
        super().__init__(setting)
        self.model = setting.models["anthropic"]
        self.client = anthropic.Anthropic(base_url=setting.url, api_key=setting.key, max_retries=setting.retries, timeout=30)

    def ask(self, prompt):
        return self.answer(prompt)

    def answer(self, content):
        message = strict(self.client.messages.create(model=self.model, max_tokens=9000, messages=[{"role": "user", "content": content}]))
        text = "".join(block.text for block in message.content if block.type == "text")
        return Answer(text, message.stop_reason == "end_turn", message.usage.input_tokens, message.usage.output_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        last = None
        with self.client.messages.create(
            model=self.model, max_tokens=9000, messages=[{"role": "user", "content": prompt}], stream=True
        ) as events:
            for last in events:
                strict(last)
                if last.type == "content_block_delta" and last.delta.type == "text_delta":
                    pieces.append(last.delta.text)
                if last.type == "message_delta":
                    assert last.delta.stop_reason == "end_turn" and last.usage.output_tokens > 0, last.to_json()
                if stop_after is not None and len(pieces) >= stop_after:
                    return pieces
        assert last.type == "message_stop", last.type
        return pieces

    def loop(self, prompt, reasoning):
        tools = [{"name": name, "description": about, "input_schema": PARAMETERS} for name, (about, _) in TOOLS.items()]
        messages = [{"role": "user", "content": prompt}]
        more = {"thinking": {"type": "enabled", "budget_tokens": 2000}} if reasoning else {}
        loop = Loop("")
        while len(loop.turns) < 5:
            with self.client.messages.stream(model=self.model, max_tokens=9000, messages=messages, tools=tools, **more) as events:
                message = strict(events.get_final_message())
            calls = [block for block in message.content if block.type == "tool_use"]
            if not calls:
                loop.text = "".join(block.text for block in message.content if block.type == "text")
                return loop
            assert message.stop_reason == "tool_use", message.stop_reason
            loop.turns.append([(call.name, call.input) for call in calls])
            messages.append({"role": "assistant", "content": message.content})
            results = [{"type": "tool_result", "tool_use_id": call.id, "content": TOOLS[call.name][1]} for call in calls]
            messages.append({"role": "user", "content": results})
        return loop

    def schema(self, prompt):
        message = self.client.messages.parse(
            model=self.model, max_tokens=9000, messages=[{"role": "user", "content": prompt}], output_format=Person
        )
        return message.parsed_output.model_dump()

    def see(self, prompt, picture):
        source = {"type": "base64", "media_type": "image/png", "data": picture}
        return self.answer([{"type": "image", "source": source}, {"type": "text", "text": prompt}]).text
