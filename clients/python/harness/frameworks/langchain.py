"""LangChain's chat models: OpenAI's with Chat Completions and with Responses, Anthropic's, Google's."""

from langchain_anthropic import ChatAnthropic
from langchain_core.exceptions import ContextOverflowError, ModelAPIError, ModelAuthenticationError, ModelRateLimitError
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_openai import ChatOpenAI

from client import PARAMETERS, TOOLS, Answer, Base, run_loop
from clients.person import Person


class LangChain(Base):
    errors = {
        "rate-limit": ModelRateLimitError,
        "server-error": ModelAPIError,
        "context": ContextOverflowError,
        "key": ModelAuthenticationError,
    }
    reasoning = {}
    ends = ("finish_reason", "stop")

    def model(self, **more):
        raise NotImplementedError

    def finished(self, message):
        name, word = self.ends
        return message.response_metadata.get(name) == word

    def ask(self, prompt):
        message = self.model().invoke(prompt)
        return Answer(message.text, self.finished(message), message.usage_metadata["input_tokens"], message.usage_metadata["output_tokens"])

    def stream(self, prompt, stop_after=None):
        pieces = []
        whole = None
        chunks = self.model().stream(prompt)
        for chunk in chunks:
            whole = chunk if whole is None else whole + chunk
            if chunk.text:
                pieces.append(chunk.text)
            if stop_after is not None and len(pieces) >= stop_after:
                chunks.close()
                return pieces
        assert self.finished(whole), whole.response_metadata
        return pieces

    def loop(self, prompt, reasoning):
        tools = [
            {"type": "function", "function": {"name": name, "description": about, "parameters": PARAMETERS}} for name, (about, _) in TOOLS.items()
        ]
        model = self.model(**(self.reasoning if reasoning else {})).bind_tools(tools)
        messages = [HumanMessage(prompt)]

        def turn(results):
            messages.extend(ToolMessage(text, tool_call_id=call) for call, _, text in results)
            whole = None
            for chunk in model.stream(messages):
                whole = chunk if whole is None else whole + chunk
            messages.append(whole)
            return whole.text, [(call["id"], call["name"], call["args"]) for call in whole.tool_calls]

        return run_loop(turn)

    def schema(self, prompt):
        return self.model().with_structured_output(Person, method="json_schema").invoke(prompt).model_dump()

    def see(self, prompt, picture):
        content = [{"type": "text", "text": prompt}, {"type": "image", "base64": picture, "mime_type": "image/png"}]
        return self.model().invoke([HumanMessage(content)]).text


class Chat(LangChain):
    reasoning = {"reasoning_effort": "high"}

    def model(self, **more):
        to = self.setting
        return ChatOpenAI(model=to.models["openai"], base_url=to.url, api_key=to.key, max_retries=to.retries, timeout=30, **more)


class Responses(Chat):
    reasoning = {"reasoning": {"effort": "high", "summary": "auto"}, "include": ["reasoning.encrypted_content"]}
    ends = ("status", "completed")

    def model(self, **more):
        return super().model(use_responses_api=True, store=False, output_version="responses/v1", **more)


class Anthropic(LangChain):
    reasoning = {"thinking": {"type": "enabled", "budget_tokens": 2000}}
    ends = ("stop_reason", "end_turn")

    def model(self, **more):
        to = self.setting
        return ChatAnthropic(
            model=to.models["anthropic"], base_url=to.url, api_key=to.key, max_retries=to.retries, max_tokens=9000, timeout=30, **more
        )


class Google(LangChain):
    reasoning = {"include_thoughts": True, "thinking_level": "high"}
    ends = ("finish_reason", "STOP")

    def model(self, **more):
        to = self.setting
        return ChatGoogleGenerativeAI(
            model=to.models["google"], base_url=to.url, api_key=to.key, max_retries=1 + to.retries, timeout=30, **more
        )


CLIENTS = {"chat": Chat, "responses": Responses, "anthropic": Anthropic, "google": Google}
