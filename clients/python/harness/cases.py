"""Puts a client through the cases and prints what came of it."""

import gc
import json
import time
import traceback

from client import TOOLS, Setting


def run_cases(name, make, upstream, url, setting):
    def client(key=setting["key"], retries=0):
        return make(Setting(url=url, key=key, models=setting["models"], retries=retries))

    for case, prompt in setting["prompts"].items():
        marked = f"#{name}/{upstream}/{case}# {prompt}"
        began = time.monotonic()
        try:
            note = CASES[case](client, marked, setting) or ""
            ok = True
        except Exception as error:  # whatever the library throws is the case's failure
            note, ok = tell(error), False
        millis = round((time.monotonic() - began) * 1000)
        print(json.dumps({"upstream": upstream, "case": case, "ok": ok, "note": note, "millis": millis}, separators=(",", ":")), flush=True)


def tell(error):
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {str(error)[:600]} ({place.filename.split('/')[-1]}:{place.lineno})"


def text(client, prompt, setting):
    answer = client().ask(prompt)
    check("saffron" in answer.text, f"the text is {answer.text!r}")
    check(answer.finished is not False, "it says that the answer was cut short")
    check(answer.input is None or answer.input > 0, f"{answer.input} tokens of input")
    check(answer.output is None or answer.output > 0, f"{answer.output} tokens of output")


def stream(client, prompt, setting):
    pieces = client().stream(prompt)
    whole = "".join(pieces)
    check(len(pieces) > 1, f"it came in {len(pieces)} pieces")
    check(whole.endswith("kilo lima") and len(whole.split("): " if "): " in whole else ": ")[-1].split()) == 120, f"the text is {whole[-200:]!r}")


def tools(client, prompt, setting):
    loop = client().loop(prompt, reasoning=False)
    check_loop(loop, [[("get_weather", {"city": "Oslo"}), ("get_time", {"city": "Lima"})]])


def reasoning(client, prompt, setting):
    loop = client().loop(prompt, reasoning=True)
    check_loop(loop, [[("get_weather", {"city": "Oslo"})], [("get_time", {"city": "Lima"})]])


def check_loop(loop, turns):
    check(loop.turns == turns, f"the calls were {loop.turns}")
    last = TOOLS["get_time"][1]
    check(last in loop.text, f"the last text is {loop.text!r}")
    if len(turns) == 1:
        check(TOOLS["get_weather"][1] in loop.text, f"the last text is {loop.text!r}")


def schema(client, prompt, setting):
    person = client().schema(prompt)
    check(isinstance(person.get("name"), str) and isinstance(person.get("age"), int) and isinstance(person.get("tags"), list), f"{person!r}")


def image(client, prompt, setting):
    seen = client().see(prompt, setting["picture"])
    check("image/png" in seen, f"the text is {seen!r}")


def cut(client, prompt, setting):
    try:
        pieces = client().stream(prompt)
    except Exception as error:
        return tell(error)
    raise AssertionError(f"half of an answer was taken for the whole: {''.join(pieces)[-80:]!r}")


def retry(client, prompt, setting):
    answer = client(retries=2).ask(prompt)
    check("saffron" in answer.text, f"the text is {answer.text!r}")


def failing(case):
    def run(client, prompt, setting):
        key = setting["wrongKey"] if case == "key" else setting["key"]
        one = client(key=key)
        try:
            answer = one.ask(prompt)
        except Exception as error:
            wanted = one.errors[case]
            kinds, holds = wanted if isinstance(wanted, tuple) else (wanted, lambda _: True)
            if not isinstance(error, kinds) or not holds(error):
                raise AssertionError(f"it is told as {tell(error)}") from error
            return tell(error)
        raise AssertionError(f"it was answered: {answer.text!r}")

    return run


def cancel(client, prompt, setting):
    pieces = client().stream(prompt, stop_after=3)
    check(0 < len(pieces) < 1000, f"{len(pieces)} pieces")
    # Some streams close when they are collected; the gateway hears of it a moment later.
    gc.collect()
    time.sleep(0.3)


def check(holds, problem):
    if not holds:
        raise AssertionError(problem)


CASES = {
    "text": text,
    "stream": stream,
    "tools": tools,
    "reasoning": reasoning,
    "schema": schema,
    "image": image,
    "cut": cut,
    "rate-limit": failing("rate-limit"),
    "retry": retry,
    "server-error": failing("server-error"),
    "context": failing("context"),
    "key": failing("key"),
    "cancel": cancel,
}
