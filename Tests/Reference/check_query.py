#!/usr/bin/env python3
"""Compares `belvedere query` with the independent implementation over unseen random requests.

    python3 Tests/Reference/check_query.py .build/release/belvedere --seed 7 [--scale 1] [--only OP]

Prints the largest deviation of each quantity of each operation, its bound and, where it is
exceeded, the request. The status is 1 when a bound is exceeded or a line is left unanswered.
"""
import argparse
import json
import math
import subprocess
import sys

import globe_query_cases
import peer_cases
import query_cases
from cases import Source
from query_cases import WRONG

OPERATIONS = {**query_cases.OPERATIONS, **globe_query_cases.OPERATIONS}

# Lines that must be answered with an error, and after which the next is served.
MALFORMED = [
    "", "   ", "null", "[]", "1e999", "{", "}", '{"op":', '{"op":"mapPoint"}', '{"op":7}',
    '{"op":"noSuch"}', '{"id":1,"op":"project"}', '{"op":"mapPoint","coordinate":null}',
    '{"op":"mapPoint","coordinate":{"latitude":NaN,"longitude":0}}',
    '{"op":"mapPoint","coordinate":{"latitude":91,"longitude":0}}',
    '{"op":"mapPoint","coordinate":{"latitude":1e999,"longitude":0}}',
    '{"op":"mapPoint","coordinate":{"latitude":"1","longitude":0}}',
    '{"op":"eye","camera":{"centerCoordinate":{"latitude":0,"longitude":0},"distance":0}}',
    '{"op":"eye","camera":{"centerCoordinate":{"latitude":86,"longitude":0},"distance":1}}',
    '{"op":"eye","camera":{"centerCoordinate":{"latitude":0,"longitude":0},"distance":1,'
    '"pitch":90.0001}}',
    '{"op":"eye","camera":{"centerCoordinate":{"latitude":0,"longitude":0},"distance":-5}}',
    '{"op":"lookAt","lookingAtCenter":{"latitude":0,"longitude":0},'
    '"fromEyeCoordinate":{"latitude":0,"longitude":0},"eyeAltitude":0}',
    '{"op":"geodesicPath","from":{"latitude":0,"longitude":0},"to":{"latitude":9,"longitude":0},'
    '"maximumSegment":0}',
    '{"op":"geodesicPath","from":{"latitude":0,"longitude":0},"to":{"latitude":9,"longitude":0},'
    '"maximumSegment":1e-9}',
    '{"op":"unproject","camera":{"centerCoordinate":{"latitude":0,"longitude":0},"distance":1},'
    '"viewport":{"width":0,"height":1},"point":{"x":0,"y":0}}',
    '{"op":"unproject","camera":{"centerCoordinate":{"latitude":0,"longitude":0},"distance":1},'
    '"viewport":{"width":1,"height":1,"fieldOfView":180},"point":{"x":0,"y":0}}',
    "[" * 5000, '{"op":"' + "x" * 100_000 + '"}', '"\\ud800"', "\x00", "{\"a\":\"\x01\"}", "é{",
]
IDENTIFIERS = ["1", '"a"', "null", "12345678901234567890", "[1,2]", '{"a":{"id":2}}', '"\\u00e9"',
               "1.50", "true"]


def run(tool, lines):
    """One answer a line, or a complaint."""
    text = "\n".join(lines) + "\n"
    done = subprocess.run([tool, "query"], input=text.encode(), capture_output=True, timeout=600,
                          check=False)
    answers = done.stdout.decode().splitlines()
    if len(answers) != len(lines):
        sys.exit(f"{len(lines)} lines, {len(answers)} answers; status {done.returncode}: "
                 f"{done.stderr.decode()[-400:]}")
    return [json.loads(a) for a in answers]


class Report:
    """The largest deviation of each quantity."""

    def __init__(self):
        self.worst = {}
        self.failures = 0

    def note(self, operation, quantity, deviation, bound, request):
        """Keeps the worst; counts what exceeds its bound."""
        deviation = float(deviation)
        if math.isnan(deviation):
            deviation = WRONG
        entry = self.worst.setdefault((operation, quantity), [-1.0, bound, 0, 0, ""])
        entry[2] += 1
        over = deviation > bound
        entry[3] += over
        self.failures += over
        if deviation > entry[0]:
            entry[0], entry[1], entry[4] = deviation, bound, request

    def show(self, verbose):
        """Prints the table."""
        print(f"{'operation':22}{'quantity':62}{'cases':>6}{'largest':>11}{'bound':>9}  over")
        for (operation, quantity), (value, bound, cases, over, request) in self.worst.items():
            print(f"{operation:22}{quantity:62}{cases:6}{value:11.2e}{bound:9.0e}  {over or ''}")
            if over and verbose:
                print(f"    {request}")


def judge(report, operation, request, answer, judging):
    """Judges one answer."""
    if "error" in answer:
        if "not available" in answer["error"]:
            return
        report.note(operation, f"error: {answer['error'][:50]}", WRONG, 0, json.dumps(request))
        return
    try:
        for quantity, deviation, bound in judging(answer):
            report.note(operation, quantity, deviation, bound, json.dumps(request))
    except (KeyError, TypeError, IndexError) as problem:
        report.note(operation, f"shape: {problem!r}", WRONG, 0, json.dumps(request))


def main():
    """Runs all of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=1, help="times as many cases")
    parser.add_argument("--only", help="one operation")
    options = parser.parse_args()
    report = Report()
    requests = []
    for number, (name, (make, count)) in enumerate(OPERATIONS.items()):
        if options.only in (None, name):
            source = Source(options.seed * 1000 + number)
            for _ in range(max(1, int(count * options.scale))):
                request, judging = make(source)
                requests.append((name, {"op": name, **request}, judging))
    for request, judging in peer_cases.CASES:
        if options.only in (None, request["op"]):
            requests.append((f"peer {request['op']}", request, judging))
    answers = run(options.tool, [json.dumps(r) for _, r, _ in requests])
    for (name, request, judging), answer in zip(requests, answers):
        judge(report, name, request, answer, judging)
    good = '{"id":"next","op":"metersPerMapPoint","latitude":0}'
    for line, (answer, after) in zip(MALFORMED, pairs(run(
            options.tool, [text for line in MALFORMED for text in (line, good)]))):
        served = "error" in answer and after.get("id") == "next" and "error" not in after
        report.note("malformed", "error, then served", 0 if served else WRONG, 0, line[:100])
    lines = [f'{{"op":"metersPerMapPoint","latitude":0,"id":{i}}}' for i in IDENTIFIERS]
    for text, answer in zip(IDENTIFIERS, run(options.tool, lines)):
        same = "id" in answer and answer["id"] == json.loads(text)
        report.note("id", "repeated", 0 if same else WRONG, 0, text)
    report.show(True)
    sys.exit(1 if report.failures else 0)


def pairs(items):
    """Items two by two."""
    return list(zip(items[::2], items[1::2]))


if __name__ == "__main__":
    main()
