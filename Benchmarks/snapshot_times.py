#!/usr/bin/env python3
"""Times warm snapshots: python3 Benchmarks/snapshot_times.py BINARY [--scene S] [--count N] ...

Runs the command with one job and with N + 1 jobs, in turn, and divides the difference by N: what a
further snapshot takes once the ground is painted and the shadows are cast, with its PNG and its file. The
first jobs of a run of turned views are drawn twice, so that what is timed finds its ground painted.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time


def jobs(count, size, turn, passes):
    lines = []
    for _ in range(passes):
        for i in range(count):
            job = {"output": f"{i}.png", "width": size, "height": size}
            if turn:
                job["camera"] = dict(VIEW, heading=VIEW["heading"] + i * turn)
                job["fieldOfView"] = 36
            lines.append(json.dumps(job))
    return "\n".join(lines) + "\n"


VIEW = {
    "centerCoordinate": {"latitude": 37.7948, "longitude": -122.404},
    "distance": 3400, "pitch": 78, "heading": 122,
}


def run(options, text):
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        done = subprocess.run(
            [options.binary, "snapshot", options.scene, "-o", folder, "-q", "--no-fsync"]
            + (["--threads", str(options.threads)] if options.threads else []),
            input=text, capture_output=True, text=True)
        clock = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(done.stderr.strip() or done.stdout.strip()[-400:])
    return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--scene", default="Scenes/san-francisco")
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for name, turn in (("one view again and again", 0), ("turned by 0.5° each", 0.5)):
        clocks, processors = [], []
        for _ in range(options.repeats):
            n = options.count
            if turn:
                few, many = jobs(n, options.size, turn, 1), jobs(n, options.size, turn, 2)
            else:
                few, many = jobs(1, options.size, 0, 1), jobs(n + 1, options.size, 0, 1)
            a, b = run(options, few), run(options, many)
            clocks.append((b[0] - a[0]) / n * 1e3)
            processors.append((b[1] - a[1]) / n * 1e3)
        rows.append({
            "name": name, "clock": statistics.median(clocks), "leastClock": min(clocks),
            "processor": statistics.median(processors), "leastProcessor": min(processors)})
    load = " ".join(f"{x:.1f}" for x in os.getloadavg())
    if options.json:
        print(json.dumps({"size": options.size, "load": load, "snapshots": rows}, indent=2))
        return
    print(f"{options.size} × {options.size} points, {options.count} snapshots, "
          f"{options.repeats} repeats, load {load}; milliseconds a snapshot: median (least)")
    for row in rows:
        print(f"{row['name']:<28} clock {row['clock']:6.1f} ({row['leastClock']:.1f})   "
              f"processor {row['processor']:6.1f} ({row['leastProcessor']:.1f})")


main()
