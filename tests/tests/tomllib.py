"""Judges merged config files with Python's own parsers, which share no code with ours; tests/tests/tomllib.rs runs it.

Standard input is a JSON array of cases: "format", "name", "input" and "output" as text, "path" and "wanted". The output must
mean what the input meant, with "wanted" at "path" and nothing else changed. An input that Python does not read proves nothing:
it is counted apart.
"""

import json
import sys

try:
    import tomllib
except ImportError:
    sys.exit("Python 3.11 or newer is needed: this one has no tomllib")


class Members(list):
    """The members of a JSON object as pairs: a name that occurs twice must still be there twice."""


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def parse(form, text):
    text = text.removeprefix("\ufeff")
    if form == "toml":
        return typed(tomllib.loads(text))
    # A file without a value is one without servers.
    return typed(json.loads(text.strip() or "{}", object_pairs_hook=Members, parse_constant=refuse))


def typed(value):
    """The value with its types: to Python 1, 1.0 and True are equal, and nan is not equal to itself."""
    if isinstance(value, dict):
        value = Members(value.items())
    if isinstance(value, Members):
        return by_name((name, typed(inner)) for name, inner in value)
    if isinstance(value, list):
        return [typed(inner) for inner in value]
    return type(value).__name__, repr(value)


def placed(members, path, wanted):
    """The members with `wanted` at `path`, and the objects on the way."""
    first, rest = path[0], path[1:]
    inner = dict(members).get(first, Members())
    others = [member for member in members if member[0] != first]
    return by_name(others + [(first, placed(inner, rest, wanted) if rest else wanted)])


def by_name(members):
    """Their order does not count, but for those of one name."""
    return Members(sorted(members, key=lambda member: member[0]))


def complaint(case):
    """What is wrong with a case; "" where nothing is; None where its input proves nothing."""
    form, before, after = case["format"], case["input"], case["output"]
    try:
        old = parse(form, before)
    except (ValueError, RecursionError):
        return None
    try:
        new = parse(form, after)
    except (ValueError, RecursionError) as error:
        return f"the output does not parse: {error}"
    if before.startswith("\ufeff") != after.startswith("\ufeff"):
        return "the byte order mark came or went"
    if new != placed(old, case["path"], typed(case["wanted"])):
        return f"the output means something else: {new}"
    return ""


def main():
    cases = json.load(sys.stdin)
    found = [(case, complaint(case)) for case in cases]
    for case, wrong in found:
        if wrong:
            print(f"{case['name']}: {wrong}\n--- input\n{case['input']}\n--- output\n{case['output']}", file=sys.stderr)
    print(sum(wrong == "" for _, wrong in found), sum(wrong is None for _, wrong in found))
    sys.exit(any(wrong for _, wrong in found))


main()
