"""Google's SDK. Its types refuse what they do not know, but are only shown what it knows: so they are shown the wire's own documents here."""

import base64
import json

import httpx2
from google import genai
from google.genai import types

from client import PARAMETERS, PERSON, TOOLS, Answer, Base, Loop
from vendor_errors import google_errors


class Client(Base):
    errors = google_errors()

    def __init__(self, setting):
        super().__init__(setting)
        self.model = setting.models["google"]
        self.client = genai.Client(
            api_key=setting.key,
            http_options=types.HttpOptions(
                base_url=setting.url,
                timeout=30_000,
                httpx_client=httpx2.Client(event_hooks={"response": [check_document]}, timeout=30),
                retry_options=types.HttpRetryOptions(attempts=1 + setting.retries, initial_delay=1.0, jitter=0.1),
            ),
        )

    def config(self, **more):
        return types.GenerateContentConfig(automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True), **more)

    def ask(self, prompt):
        done = self.client.models.generate_content(model=self.model, contents=prompt)
        usage = done.usage_metadata
        finished = done.candidates[0].finish_reason == types.FinishReason.STOP
        return Answer(done.text, finished, usage.prompt_token_count, usage.candidates_token_count)

    def stream(self, prompt, stop_after=None):
        pieces = []
        finish = None
        events = self.client.models.generate_content_stream(model=self.model, contents=prompt)
        for chunk in events:
            finish = chunk.candidates[0].finish_reason or finish
            if chunk.text:
                pieces.append(chunk.text)
            if stop_after is not None and len(pieces) >= stop_after:
                events.close()
                return pieces
        # A cut stream may end without an error here: the missing reason tells.
        assert finish == types.FinishReason.STOP, finish
        return pieces

    def loop(self, prompt, reasoning):
        declared = [
            types.FunctionDeclaration(name=name, description=about, parameters_json_schema=PARAMETERS) for name, (about, _) in TOOLS.items()
        ]
        thinking = types.ThinkingConfig(include_thoughts=True, thinking_level="HIGH") if reasoning else None
        config = self.config(tools=[types.Tool(function_declarations=declared)], thinking_config=thinking)
        chat = self.client.chats.create(model=self.model, config=config)
        loop = Loop("")
        message = prompt
        while len(loop.turns) < 5:
            done = chat.send_message(message)
            if not done.function_calls:
                loop.text = done.text
                return loop
            loop.turns.append([(call.name, call.args) for call in done.function_calls])
            message = [
                types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response={"result": TOOLS[call.name][1]}))
                for call in done.function_calls
            ]
        return loop

    def schema(self, prompt):
        config = self.config(response_mime_type="application/json", response_json_schema=PERSON)
        return json.loads(self.client.models.generate_content(model=self.model, contents=prompt, config=config).text)

    def see(self, prompt, picture):
        part = types.Part.from_bytes(data=base64.b64decode(picture), mime_type="image/png")
        return self.client.models.generate_content(model=self.model, contents=[part, prompt]).text


def check_document(response):
    if response.status_code != 200 or "json" not in response.headers.get("content-type", ""):
        return
    response.read()
    document = response.json()
    # The API has it; the SDK's type is behind.
    document.get("usageMetadata", {}).pop("serviceTier", None)
    types.GenerateContentResponse.model_validate(document)
