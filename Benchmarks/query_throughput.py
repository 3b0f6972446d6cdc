#!/usr/bin/env python3
"""Requests a second of `belvedere query` through the pipe: project and unproject by turns.

    python3 Benchmarks/query_throughput.py .build/release/belvedere [--requests 300000]
        [--rounds 5] [--json]

The requests are made before the clock starts and come from a file, the answers go to a file. Counted
are the seconds on the wall, and those that the command's process was given by a processor, which
what else the machine does changes little. Every answer is counted; one that is an error fails.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time


def request(number, source, globe):
    """A request with a camera of its own, as a line."""
    latitude, longitude = source.uniform(-70, 70), source.uniform(-180, 180)
    asked = {"op": "unproject" if number % 2 else "project", "id": number,
             "camera": {"centerCoordinate": {"latitude": round(latitude, 6),
                                             "longitude": round(longitude, 6)},
                        "distance": round(source.uniform(500, 50_000), 2),
                        "pitch": round(source.uniform(0, 70), 2),
                        "heading": round(source.uniform(0, 360), 2)},
             "viewport": {"width": 1280, "height": 720}}
    if globe:
        asked["projection"] = "globe"
    if number % 2:
        asked["point"] = {"x": round(source.uniform(0, 1280), 3),
                          "y": round(source.uniform(0, 720), 3)}
    else:
        asked["coordinate"] = {"latitude": latitude + source.uniform(-0.05, 0.05),
                               "longitude": longitude + source.uniform(-0.05, 0.05)}
        asked["elevation"] = round(source.uniform(0, 300), 1)
    return json.dumps(asked) + "\n"


def measure(tool, path, count):
    """Seconds on the wall and of a processor."""
    with open(path, "rb") as requests, tempfile.TemporaryFile() as answers:
        start = time.perf_counter()
        child = subprocess.Popen([tool, "query"], stdin=subprocess.PIPE, stdout=answers)
        # Through a pipe, as a program that asks would send them.
        feeder = subprocess.Popen(["cat"], stdin=requests, stdout=child.stdin)
        child.stdin.close()
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        feeder.wait()
        answers.seek(0)
        lines = answers.read().splitlines()
    if child.returncode != 0 or len(lines) != count:
        sys.exit(f"error: status {child.returncode}, {len(lines)} answers to {count} requests")
    if any(b'"error"' in line for line in lines):
        sys.exit("error: a request was refused")
    return seconds, usage.ru_utime + usage.ru_stime


def processor():
    """The processor's name, where Linux tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return next(line.split(":", 1)[1].strip() for line in info
                        if line.startswith("model name"))
    except (OSError, StopIteration):
        return "unknown"


def main():
    """Measures both projections."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("--requests", type=int, default=300_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    results = []
    for name, globe in (("flat", False), ("globe", True)):
        source = random.Random(1)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(request(i, source, globe) for i in range(options.requests))
            file.flush()
            measure(options.tool, file.name, options.requests)
            rounds = [measure(options.tool, file.name, options.requests)
                      for _ in range(options.rounds)]
        per_wall, per_cpu = ([options.requests / r[i] for r in rounds] for i in (0, 1))
        results.append({"name": f"project and unproject, {name}",
                        "perSecond": statistics.median(per_wall),
                        "perProcessorSecond": statistics.median(per_cpu),
                        "rounds": [{"wall": w, "processor": c} for w, c in rounds]})
    if options.json:
        print(json.dumps({"configuration": {"processor": processor(),
                                            "requests": options.requests,
                                            "rounds": options.rounds},
                          "measurements": results}, indent=2))
        return
    print(f"{'requests a second, median':32}{'wall':>12}{'processor':>12}")
    for r in results:
        print(f"{r['name']:32}{r['perSecond']:12.0f}{r['perProcessorSecond']:12.0f}")


if __name__ == "__main__":
    main()
