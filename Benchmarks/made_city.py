#!/usr/bin/env python3
"""Makes an extract of OpenStreetMap with as many buildings as wanted, always the same one; needs pyosmium (pip install osmium).

    python3 Benchmarks/made_city.py 100000 city.osm.pbf
    belvedere import city.osm.pbf -o city && belvedere info city
"""

import math
import random
import sys

import osmium
from osmium.osm.mutable import Node, Way

SOUTH, WEST, SPACING = 48.8, 2.3, 30  # degrees, metres


def main(count: int, path: str) -> None:
    random.seed(1)
    side = math.ceil(math.sqrt(count / 1.2))
    north = SPACING / 111_320
    east = north / math.cos(math.radians(SOUTH))
    writer = osmium.SimpleWriter(path)
    ways, node = [], 0

    def place(row: float, column: float) -> int:
        nonlocal node
        node += 1
        writer.add_node(Node(id=node, location=(WEST + column * east, SOUTH + row * north)))
        return node

    for row in range(side):
        for column in range(side):
            a, b = random.uniform(0.25, 0.42), random.uniform(0.25, 0.42)
            corners = [(-a, -b), (-a, b), (a, b), (a, -b)]
            if random.random() < 0.3:
                corners = [(-a, -b), (-a, b), (0, b), (0, b / 2), (a, b / 2), (a, -b)]
            nodes = [place(row + y, column + x) for y, x in corners]
            tags = {"building": random.choice(["yes", "residential", "retail", "office"])}
            if random.random() < 0.6:
                tags["building:levels"] = str(random.randint(1, 12))
            if random.random() < 0.2:
                tags["roof:shape"] = random.choice(["gabled", "hipped", "pyramidal"])
            ways.append((nodes + nodes[:1], tags))
    for line in range(0, side, 5):
        for begin in range(0, side - 1, 10):
            steps = range(begin, min(begin + 11, side))
            kind = random.choice(["residential", "tertiary", "secondary", "primary"])
            streets = [[place(line - 0.5, step) for step in steps], [place(step, line - 0.5) for step in steps]]
            for name, nodes in zip((f"Street {line}", f"Avenue {line}"), streets):
                ways.append((nodes, {"highway": kind, "name": name}))
    for number, (nodes, tags) in enumerate(ways, 1):
        writer.add_way(Way(id=number, nodes=nodes, tags=tags))
    writer.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(int(sys.argv[1]), sys.argv[2])
