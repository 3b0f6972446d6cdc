#!/usr/bin/env python3
"""Makes a city of as many buildings as wanted, always the same one: an extract of OpenStreetMap, for which it needs
pyosmium (pip install osmium), or the same objects as GeoJSON, a feature a line.

    python3 Benchmarks/made_city.py 100000 city.osm.pbf
    python3 Benchmarks/made_city.py 100000 city.geojson
    belvedere import city.osm.pbf -o city && belvedere info city
"""

import json
import math
import random
import sys

SOUTH, WEST, SPACING = 48.8, 2.3, 30  # degrees, metres


def main(count: int, path: str) -> None:
    random.seed(1)
    side = math.ceil(math.sqrt(count / 1.2))
    north = SPACING / 111_320
    east = north / math.cos(math.radians(SOUTH))
    writer = GeoJSON(path) if path.endswith(".geojson") else Extract(path)
    ways, node = [], 0

    def place(row: float, column: float) -> int:
        nonlocal node
        node += 1
        writer.add_node(node, (WEST + column * east, SOUTH + row * north))
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
        writer.add_way(number, nodes, tags)
    writer.close()


class Extract:
    def __init__(self, path: str) -> None:
        import osmium
        from osmium.osm.mutable import Node, Way

        self.writer, self.node, self.way = osmium.SimpleWriter(path), Node, Way

    def add_node(self, number: int, location: tuple[float, float]) -> None:
        self.writer.add_node(self.node(id=number, location=location))

    def add_way(self, number: int, nodes: list[int], tags: dict[str, str]) -> None:
        self.writer.add_way(self.way(id=number, nodes=nodes, tags=tags))

    def close(self) -> None:
        self.writer.close()


class GeoJSON:
    def __init__(self, path: str) -> None:
        self.file, self.places, self.part = open(path, "w", encoding="utf-8"), {}, ""
        self.file.write('{"type":"FeatureCollection","features":[\n')

    def add_node(self, number: int, location: tuple[float, float]) -> None:
        self.places[number] = [round(degrees, 7) for degrees in location]

    def add_way(self, number: int, nodes: list[int], tags: dict[str, str]) -> None:
        places = [self.places[node] for node in nodes]
        is_area = "building" in tags
        geometry = {"type": "Polygon" if is_area else "LineString", "coordinates": [places] if is_area else places}
        feature = {"type": "Feature", "id": f"way/{number}", "properties": tags, "geometry": geometry}
        self.file.write(self.part + json.dumps(feature, separators=(",", ":")))
        self.part = ",\n"

    def close(self) -> None:
        self.file.write("\n]}\n")
        self.file.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(int(sys.argv[1]), sys.argv[2])
