"""Runs one client onto every upstream, case by case, and prints a line of JSON for each."""

import importlib
import json
import os
import sys

from cases import run_cases

with open(os.environ["CLIENTS_SETTING"], encoding="utf8") as file:
    setting = json.load(file)
name = sys.argv[1]
module = importlib.import_module("clients." + name.removeprefix("python-").replace("-", "_"))
for upstream, url in setting["upstreams"].items():
    run_cases(name, module.Client, upstream, url, setting)
sys.stdout.flush()
# A framework's threads must not keep the process.
os._exit(0)
