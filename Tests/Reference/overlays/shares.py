"""How much of each pixel overlays cover, by shapely.

    venv/bin/pip install shapely
    venv/bin/python Tests/Reference/overlays/shares.py Tests/BelvedereSceneRenderingTests/Vectors

The ground is the plane at sea level, the outlines are in metres east and north of the camera's centre. A pixel
shows the quadrangle of the plane that its corners' rays meet; its share is the part of that which is in the
outline, or in the line as wide as it is. Rings fill by the even-odd rule. A case has five rows: its name; the
camera's distance, pitch and heading, the picture's width and height in points; the line's width in points (0
for an area), its cap, join and miter limit; the points of its rings or line, rings parted by semicolons; and
the shares, row by row, in steps of 1/254, two hexadecimal digits each.
"""
import math
import pathlib
import random
import sys

from shapely import make_valid
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.ops import polygonize, unary_union

WIDTH, HEIGHT, FIELD_OF_VIEW = 48, 32, 30
random.seed(6)


def quadrangle(camera, column, row):
    """The plane's part that a pixel shows; None where a corner sees no ground."""
    distance, pitch, heading = camera
    p, h = math.radians(pitch), math.radians(heading)
    forward = (math.sin(p) * math.sin(h), math.sin(p) * math.cos(h), -math.cos(p))
    up = (math.cos(p) * math.sin(h), math.cos(p) * math.cos(h), math.sin(p))
    right = (math.cos(h), -math.sin(h), 0)
    eye = [-distance * v for v in forward]
    k = HEIGHT / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2)
    corners = []
    for x, y in ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)):
        a, b = (x - WIDTH / 2) / k, (HEIGHT / 2 - y) / k
        d = [f + a * r + b * u for f, r, u in zip(forward, right, up)]
        if d[2] > -0.02:
            return None
        t = -eye[2] / d[2]
        corners.append((eye[0] + t * d[0], eye[1] + t * d[1]))
    return Polygon(corners)


def even_odd(rings):
    """The faces of the rings' lines that an odd number of rings holds."""
    closed = [LineString(ring + ring[:1]) for ring in rings]
    faces = []
    for face in polygonize(unary_union(closed)):
        q = face.representative_point()
        odd = False
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]):
                if (ay > q.y) != (by > q.y) and q.x < ax + (q.y - ay) / (by - ay) * (bx - ax):
                    odd = not odd
        if odd:
            faces.append(face)
    return make_valid(MultiPolygon(faces)) if len(faces) < 2 else unary_union(faces)


def spoke(n, of, radius, turn=0.1):
    t = 2 * math.pi * n / of + turn
    return round(radius * math.cos(t), 3), round(radius * math.sin(t), 3)


def scattered(count, radius):
    return [(round(random.uniform(-radius, radius), 3), round(random.uniform(-radius, radius), 3))
            for _ in range(count)]


AREAS = {
    "star with a hole": [[spoke(n, 11, 260 if n % 2 else 120) for n in range(11)],
                         [spoke(n, 5, 70) for n in range(5)]],
    "pentagram": [[spoke(2 * n, 5, 250) for n in range(5)]],
    "scribble": [scattered(14, 230)],
    "three rings over each other": [[spoke(n, 7, 240, 0.3 * k) for n in range(7)] for k in range(3)],
    "spikes": [[spoke(n, 40, 270 if n % 2 else 60) for n in range(40)]],
    "many vertices": [[spoke(n, 900, 200 + 30 * math.sin(0.35 * n)) for n in range(900)]],
    "doubled vertices": [[p for n in range(6) for p in [spoke(n, 6, 210)] * 3]],
    "square with a spike of no width": [[(-90, -90), (90, -90), (240, -90), (90, -90), (90, 90), (-90, 90)]],
    "two triangles that meet at a point": [[(-200, -110), (10, 20), (-190, 150), (10, 20), (170, -130), (210, 140),
                                            (10, 20)]],
    "a narrow ring of two that turn the same way": [[spoke(n, 60, 220) for n in range(60)],
                                                    [spoke(n, 60, 214) for n in range(60)]],
}
LINE = [(-230, -120), (0, 150), (60, -150), (230, 40)]
CAMERAS = [(1300, 0, 33), (1300, 35, 33), (1300, 60, 20)]
CAPS = {"butt": "flat", "round": "round", "square": "square"}
JOINS = {"miter": "mitre", "round": "round", "bevel": "bevel"}


def cases():
    for name, rings in AREAS.items():
        for camera in CAMERAS:
            yield name, camera, (0, "round", "round", 10), rings, even_odd(rings)
    k = HEIGHT / 2 / math.tan(math.radians(FIELD_OF_VIEW) / 2)
    for cap, its_cap in CAPS.items():
        for join, its_join in JOINS.items():
            for camera, width in ((CAMERAS[0], 5), (CAMERAS[1], 3)):
                half = width / 2 * camera[0] / k
                shape = LineString(LINE).buffer(
                    half, quad_segs=64, cap_style=its_cap, join_style=its_join, mitre_limit=10)
                yield f"{cap} caps and {join} joins", camera, (width, cap, join, 10), [LINE], shape


lines = ["# made by Tests/Reference/overlays/shares.py"]
for name, camera, style, rings, shape in cases():
    shares = []
    for row in range(HEIGHT):
        for column in range(WIDTH):
            pixel = quadrangle(camera, column, row)
            part = pixel.intersection(shape).area / pixel.area if pixel else 0
            shares.append(f"{round(254 * min(part, 1)) if pixel else 255:02x}")
    lines += [
        name, ",".join(map(str, camera + (WIDTH, HEIGHT))), ",".join(map(str, style)),
        ";".join(",".join(f"{v:g}" if isinstance(v, int) else repr(v) for p in ring for v in p)
                 for ring in rings),
        "".join(shares),
    ]
(pathlib.Path(sys.argv[1]) / "overlay-shares.csv").write_text("\n".join(lines) + "\n")
