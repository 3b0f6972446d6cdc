"""Whether boxes and circles overlap, by shapely.

    venv/bin/pip install shapely
    venv/bin/python Tests/Reference/text/overlaps.py Tests/BelvedereAnnotationsTests/Vectors

A row: a shape, another one, 1 where they share area. A shape is 0, left, top, right, bottom, or 1, x, y of
the middle, radius, 0. Cases that touch or are too close to call for a circle of 1,024 corners are left out.
"""
import pathlib
import random
import sys

from shapely.geometry import Point, box

random.seed(20)


def shape():
    n = lambda a, b: round(random.uniform(a, b), 2)
    if random.random() < 0.5:
        x, y = n(0, 100), n(0, 100)
        row = [0, x, y, round(x + n(0.5, 60), 2), round(y + n(0.5, 60), 2)]
        return row, box(*row[1:])
    row = [1, n(0, 120), n(0, 120), n(0.5, 35), 0]
    return row, Point(row[1], row[2]).buffer(row[3], quad_segs=256)


lines = ["# made by Tests/Reference/text/overlaps.py"]
while len(lines) <= 3000:
    (a, first), (b, second) = shape(), shape()
    gap, shared = first.distance(second), first.intersection(second).area
    if gap < 0.01 and shared < 0.01:
        continue
    lines.append(",".join(str(v) for v in a + b + [1 if shared > 0 else 0]))
(pathlib.Path(sys.argv[1]) / "overlaps.csv").write_text("\n".join(lines) + "\n")
