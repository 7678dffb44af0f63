"""What a client library must do to be driven: the cases of ../../driver/cases.ts say with what."""

from dataclasses import dataclass, field


@dataclass
class Answer:
    """What the client made of an answer. `finished` is whether it says that the model ended by itself; None where it does not tell."""

    text: str
    finished: bool | None = None
    input: int | None = None
    output: int | None = None


@dataclass
class Loop:
    """A tool loop: the calls of each turn in order, with their arguments, and the last text."""

    text: str
    turns: list = field(default_factory=list)


@dataclass
class Setting:
    url: str
    key: str
    models: dict
    retries: int = 0


def run_loop(turn):
    """A tool loop whose turns are `turn(results)`: the text and the calls (id, name, arguments) of an answer to the results (id, name, text)."""
    loop = Loop("")
    results = []
    while len(loop.turns) < 5:
        loop.text, calls = turn(results)
        if not calls:
            return loop
        loop.turns.append([(name, arguments) for _, name, arguments in calls])
        results = [(identity, name, TOOLS[name][1]) for identity, name, _ in calls]
    return loop


def get_weather(city: str) -> str:
    """Tells the weather of a city."""
    return TOOLS["get_weather"][1] if city == "Oslo" else f"no weather in {city}"


def get_time(city: str) -> str:
    """Tells the time in a city."""
    return TOOLS["get_time"][1] if city == "Lima" else f"no time in {city}"


# The two tools of every loop, and what they answer.
TOOLS = {
    "get_weather": ("Tells the weather of a city.", "sunny-4711"),
    "get_time": ("Tells the time in a city.", "noon-0815"),
}
PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": False}
PERSON = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "string"}}},
    "required": ["name", "age", "tags"],
    "additionalProperties": False,
}


class Base:
    """A client for one gateway. `errors` has the client's own class for each case that fails."""

    errors: dict = {}

    def __init__(self, setting: Setting):
        self.setting = setting

    def ask(self, prompt: str) -> Answer:
        raise NotImplementedError

    def stream(self, prompt: str, stop_after: int | None = None) -> list:
        """The pieces of text of a stream; leaves it after so many."""
        raise NotImplementedError

    def loop(self, prompt: str, reasoning: bool) -> Loop:
        raise NotImplementedError

    def schema(self, prompt: str) -> dict:
        """The object, read by the client's own means."""
        raise NotImplementedError

    def see(self, prompt: str, picture: str) -> str:
        raise NotImplementedError
