"""Runs one client onto every upstream, case by case, and prints a line of JSON for each."""

import importlib
import importlib.util
import json
import os
import sys

from cases import run_cases


def find_client(name):
    """`python-anthropic` is clients/anthropic.py; `python-langchain-chat` is one of the manners of speaking of frameworks/langchain.py."""
    parts = name.split("-")[1:]
    module = "clients." + "_".join(parts)
    if importlib.util.find_spec(module) is not None:
        return importlib.import_module(module).Client
    return importlib.import_module("frameworks." + "_".join(parts[:-1])).CLIENTS[parts[-1]]


with open(os.environ["CLIENTS_SETTING"], encoding="utf8") as file:
    setting = json.load(file)
cases = os.environ["CLIENTS_CASES"].split(",")
setting["prompts"] = {case: prompt for case, prompt in setting["prompts"].items() if case in cases}
name = sys.argv[1]
client = find_client(name)
for upstream, url in setting["upstreams"].items():
    run_cases(name, client, upstream, url, setting)
sys.stdout.flush()
# A framework's threads must not keep the process.
os._exit(0)
