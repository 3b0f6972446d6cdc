#!/usr/bin/env python3
"""Kills films at random instants: python3 Tests/Films/kill_and_resume.py BINARY [--runs 1000] ...

Every run is killed with SIGKILL after a random time and started again until it ends by itself; then the film
must have the bytes of one that was never interrupted, and nothing else may be left. Prints how often it was
killed, and where it failed. `make kill-films` runs it; the tests of the package kill a dozen times.
"""

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

FLIGHT = {"waypoints": [
    {"centerCoordinate": {"latitude": 46.0002, "longitude": -7.0002}, "distance": 1500, "pitch": 55,
     "heading": 335},
    {"centerCoordinate": {"latitude": 45.9994, "longitude": -7.0020}, "distance": 420, "pitch": 72,
     "heading": 60, "duration": 4}]}


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--scene", default="Scenes/first-steps")
    parser.add_argument("--runs", type=int, default=1000, help="kills in all")
    parser.add_argument("--film", default="film.y4m", help="its ending decides what is written")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    kills = films = 0
    with tempfile.TemporaryDirectory() as folder:
        flight = os.path.join(folder, "flight.json")
        with open(flight, "w") as file:
            json.dump(FLIGHT, file)

        def command(film):
            return [options.binary, "fly", options.scene, flight, "-o", os.path.join(folder, film),
                    "--size", "96x54", "--fps", "15", "-q"]

        start = time.monotonic()
        subprocess.run(command("whole-" + options.film), check=True)
        whole_seconds = time.monotonic() - start
        wanted = digest(os.path.join(folder, "whole-" + options.film))
        film = os.path.join(folder, options.film)
        while kills < options.runs:
            process = subprocess.Popen(command(options.film))
            try:
                status = process.wait(timeout=chance.uniform(0, whole_seconds * 0.9))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
                if os.path.exists(film) and digest(film) != wanted:
                    sys.exit(f"after kill {kills}: a film of other bytes")
                continue
            if status != 0:
                sys.exit(f"after kill {kills}: exit status {status}")
            if digest(film) != wanted:
                sys.exit(f"after kill {kills}: the film differs")
            os.remove(film)
            films += 1
            rest = sorted(os.listdir(folder))
            if rest != ["flight.json", "whole-" + options.film]:
                sys.exit(f"after kill {kills}: {rest} is left")
        status = subprocess.run(command(options.film)).returncode
        if status != 0 or digest(film) != wanted:
            sys.exit(f"at the end: exit status {status}, or the film differs")
    print(f"killed {kills} times, {films + 1} films, all of them the same bytes")


main()
