"""LiteLLM as a library: the ways in which it speaks OpenAI's, Anthropic's and Google's formats itself."""

import json

import litellm

from client import PARAMETERS, TOOLS, Answer, Base, run_loop
from clients.person import Person

# It would ask for prices and models on the network.
litellm.suppress_debug_info = True


class LiteLLM(Base):
    errors = {
        "rate-limit": litellm.RateLimitError,
        "server-error": litellm.InternalServerError,
        "context": litellm.ContextWindowExceededError,
        "key": litellm.AuthenticationError,
    }
    prefix = ""
    vendor = "openai"

    def complete(self, messages, **more):
        to = self.setting
        return litellm.completion(
            model=self.prefix + to.models[self.vendor],
            api_base=to.url,
            api_key=to.key,
            messages=[{"role": "user", "content": messages}] if isinstance(messages, str) else messages,
            num_retries=to.retries,
            max_retries=to.retries,
            retry_strategy="exponential_backoff_retry",
            timeout=30,
            **more,
        )

    def ask(self, prompt):
        done = self.complete(prompt)
        choice = done.choices[0]
        return Answer(choice.message.content, choice.finish_reason == "stop", done.usage.prompt_tokens, done.usage.completion_tokens)

    def stream(self, prompt, stop_after=None):
        pieces = []
        finish, usage = None, None
        chunks = self.complete(prompt, stream=True, stream_options={"include_usage": True})
        for chunk in chunks:
            usage = getattr(chunk, "usage", None) or usage
            for choice in chunk.choices:
                finish = choice.finish_reason or finish
                if choice.delta.content:
                    pieces.append(choice.delta.content)
            if stop_after is not None and len(pieces) >= stop_after:
                # It has no way to leave a stream but to forget it.
                del chunk, chunks
                return pieces
        assert finish == "stop" and usage.completion_tokens > 0, f"{finish}, {usage}"
        return pieces

    def loop(self, prompt, reasoning):
        tools = [
            {"type": "function", "function": {"name": name, "description": about, "parameters": PARAMETERS}} for name, (about, _) in TOOLS.items()
        ]
        messages = [{"role": "user", "content": prompt}]

        def turn(results):
            messages.extend({"role": "tool", "tool_call_id": call, "content": text} for call, _, text in results)
            more = {"reasoning_effort": "high"} if reasoning else {}
            chunks = list(self.complete(messages, tools=tools, stream=True, **more))
            message = litellm.stream_chunk_builder(chunks, messages=messages).choices[0].message
            messages.append(message.model_dump(exclude_none=True))
            return message.content, [(call.id, call.function.name, json.loads(call.function.arguments)) for call in message.tool_calls or []]

        return run_loop(turn)

    def schema(self, prompt):
        return json.loads(self.complete(prompt, response_format=Person).choices[0].message.content)

    def see(self, prompt, picture):
        image = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture}"}}
        content = [{"type": "text", "text": prompt}, image]
        return self.complete([{"role": "user", "content": content}]).choices[0].message.content


class Chat(LiteLLM):
    prefix = "openai/"


class Responses(LiteLLM):
    prefix = "openai/responses/"


class Anthropic(LiteLLM):
    prefix = "anthropic/"
    vendor = "anthropic"


class Google(LiteLLM):
    prefix = "gemini/"
    vendor = "google"


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
