"""Whether other programs' libraries read what 'belvedere plan' writes as the same cameras.

    venv/bin/python Tests/Reference/check_flight_files.py .build/release/belvedere

Needs what flight_files.py needs. Prints the largest differences, and fails where one is too large.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile

import numpy as np
import pycolmap
import pygltflib
from pykml import parser

from flight_files import A, axes, ecef

TOOL = sys.argv[1]
FLIGHT = ["--from", "46.55,7.98,4000,60,180", "--to", "46.6,8.05,2500,65,90", "--fov", "36"]
failures = []


def plan(folder, name, *extra):
    path = f"{folder}/{name}"
    subprocess.run([TOOL, "plan", *FLIGHT, "-q", "--fps", "5", "-o", path, *extra], check=True)
    return path


def pose(row):
    """Eye, right, up and backwards of a camera, in Earth-centred coordinates."""
    h, p = math.radians(row["heading"]), math.radians(row["pitch"])
    enu = axes(row["latitude"], row["longitude"])
    forward = np.array([math.sin(p) * math.sin(h), math.sin(p) * math.cos(h), -math.cos(p)]) @ enu
    right = np.array([math.cos(h), -math.sin(h), 0]) @ enu
    return (ecef(row["latitude"], row["longitude"], 0) - row["distance"] * forward,
            np.array([right, np.cross(right, forward), -forward]))


def judge(name, values, most):
    worst = max(values)
    print(f"{name}: {worst:.3g} (at most {most:.3g})")
    if not worst <= most:
        failures.append(name)


def matrix(x, y, z, w):
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


with tempfile.TemporaryDirectory() as folder:
    with open(plan(folder, "frames.csv")) as file:
        rows = [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]
    poses = [pose(row) for row in rows]

    ns = {"k": "http://www.opengis.net/kml/2.2", "g": "http://www.google.com/kml/ext/2.2"}
    tour = parser.parse(plan(folder, "flight.kml")).getroot()
    views = tour.findall(".//k:LookAt", ns)
    assert len(views) == len(rows)
    judge("KML, degrees", [
        max(abs(float(v.latitude) - r["latitude"]), abs(float(v.longitude) - r["longitude"]),
            abs(float(v.tilt) - r["pitch"]), abs(float(v.heading) - r["heading"]))
        for v, r in zip(views, rows)], 1e-12)
    judge("KML, range", [abs(float(v.range) - r["distance"]) for v, r in zip(views, rows)], 1e-9)
    times = np.cumsum([float(d) for d in tour.findall(".//g:FlyTo/g:duration", ns)])
    judge("KML, seconds", [abs(t - r["time"]) for t, r in zip(times, rows)], 1e-9)

    eyes = parser.parse(plan(folder, "eyes.kml", "--kml-camera")).getroot()
    judge("KML Camera, eye in metres", [
        np.linalg.norm(ecef(float(v.latitude), float(v.longitude), float(v.altitude)) - p[0])
        for v, p in zip(eyes.findall(".//k:Camera", ns), poses)], 1e-3)

    def ahead(v):
        h, t = math.radians(float(v.heading)), math.radians(float(v.tilt))
        return np.array([math.sin(t) * math.sin(h), math.sin(t) * math.cos(h), -math.cos(t)]) @ axes(
            float(v.latitude), float(v.longitude))
    judge("KML Camera, line of sight", [
        np.linalg.norm(ahead(v) + p[1][2])
        for v, p in zip(eyes.findall(".//k:Camera", ns), poses)], 1e-10)

    with open(plan(folder, "flight.czml")) as file:
        packet = json.load(file)[1]
    at = np.array(packet["position"]["cartesian"]).reshape(-1, 4)
    turn = np.array(packet["orientation"]["unitQuaternion"]).reshape(-1, 5)
    judge("CZML, eye in metres", [np.linalg.norm(a[1:] - p[0]) for a, p in zip(at, poses)], 1e-6)
    judge("CZML, axes", [
        np.abs(matrix(*t[1:]) - np.array([-p[1][2], -p[1][0], p[1][1]]).T).max()
        for t, p in zip(turn, poses)], 1e-12)

    gltf = pygltflib.GLTF2().load(plan(folder, "flight.gltf"))
    data = gltf.decode_data_uri(gltf.buffers[0].uri)

    def numbers(index, width):
        accessor = gltf.accessors[index]
        view = gltf.bufferViews[accessor.bufferView]
        return np.frombuffer(
            data, "<f4", accessor.count * width, view.byteOffset or 0).reshape(-1, width).astype(float)
    samplers = gltf.animations[0].samplers
    frame = gltf.nodes[0].extras["frame"]
    origin = ecef(frame["latitude"], frame["longitude"], frame["height"])
    enu = axes(frame["latitude"], frame["longitude"])
    to_local = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
    assert samplers[0].interpolation == "CUBICSPLINE"
    place, turned = numbers(samplers[0].output, 3)[1::3], numbers(samplers[1].output, 4)[1::3]
    judge("glTF, eye in metres", [
        np.linalg.norm(origin + (to_local @ a) @ enu - p[0]) for a, p in zip(place, poses)], 2e-3)
    judge("glTF, axes", [
        np.abs((to_local @ matrix(*q)).T @ enu - p[1]).max() for q, p in zip(turned, poses)], 5e-7)

    plan(folder, "images.txt")
    model = pycolmap.Reconstruction(folder)
    with open(f"{folder}/images.txt") as file:
        words = next(line for line in file if line.startswith("# frame:")).split()
    where = {k: float(v) for k, v in (w.split("=") for w in words[3:])}
    origin = ecef(where["latitude"], where["longitude"], where["height"])
    enu = axes(where["latitude"], where["longitude"])
    images = [model.images[i] for i in sorted(model.images)]
    judge("COLMAP, eye in metres", [
        np.linalg.norm(origin + image.projection_center() @ enu - p[0])
        for image, p in zip(images, poses)], 1e-6)
    judge("COLMAP, line of sight", [
        np.linalg.norm(image.viewing_direction() @ enu + p[1][2])
        for image, p in zip(images, poses)], 1e-12)
    judge("COLMAP, focal length", [abs(
        model.cameras[1].focal_length_y - 360 / math.tan(math.radians(18)))], 1e-9)

    with open(plan(folder, "transforms.json")) as file:
        nerf = json.load(file)
    where = nerf["frame"]
    origin = ecef(where["latitude"], where["longitude"], where["height"])
    enu = axes(where["latitude"], where["longitude"])
    matrices = [np.array(f["transform_matrix"]) for f in nerf["frames"]]
    judge("NeRF, eye in metres", [
        np.linalg.norm(origin + m[:3, 3] @ enu - p[0]) for m, p in zip(matrices, poses)], 1e-6)
    judge("NeRF, axes", [
        np.abs(m[:3, :3].T @ enu - p[1]).max() for m, p in zip(matrices, poses)], 1e-12)

    # A place near the centre, by MapLibre's matrices: Mercator pixels, turned by the bearing, tilted
    # by the pitch, seen from cameraToCenterDistance pixels away; and by the flat map of this library.
    with open(plan(folder, "flight.maplibre.json")) as file:
        maplibre = json.load(file)
    size = (1280, 720)

    def mercator(lat, lon):
        return np.array([
            (180 + lon) / 360,
            (180 - math.degrees(math.log(math.tan(math.pi / 4 + math.radians(lat) / 2)))) / 360])

    def peer(frame, lat, lon):
        world = 512 * 2 ** frame["zoom"]
        delta = (mercator(lat, lon) - mercator(frame["center"][1], frame["center"][0])) * world
        b, p = math.radians(frame["bearing"]), math.radians(frame["pitch"])
        x = delta[0] * math.cos(b) + delta[1] * math.sin(b)
        y = -delta[0] * math.sin(b) + delta[1] * math.cos(b)
        to_center = 0.5 * size[1] / math.tan(math.radians(36) / 2)
        depth = to_center - y * math.sin(p)
        return np.array([size[0] / 2 + x * to_center / depth,
                         size[1] / 2 + y * math.cos(p) * to_center / depth])

    requests, expected = [], []
    for frame, row in zip(maplibre["keyframes"], rows):
        for north, east in ((0.004, 0.003), (-0.003, 0.006), (0.001, -0.01)):
            spot = (row["latitude"] + north, row["longitude"] + east)
            requests.append(json.dumps({
                "op": "project", "viewport": {"width": size[0], "height": size[1], "fieldOfView": 36},
                "camera": {
                    "centerCoordinate": {"latitude": row["latitude"], "longitude": row["longitude"]},
                    "distance": row["distance"], "pitch": row["pitch"], "heading": row["heading"]},
                "coordinate": {"latitude": spot[0], "longitude": spot[1]}}))
            expected.append(peer(frame, *spot))
    answers = subprocess.run(
        [TOOL, "query"], input="\n".join(requests) + "\n", text=True, capture_output=True,
        check=True).stdout.splitlines()
    points = [json.loads(a)["point"] for a in answers]
    judge("MapLibre, pixels", [
        math.hypot(p["x"] - e[0], p["y"] - e[1]) for p, e in zip(points, expected) if p], 1e-6)

if failures:
    sys.exit("too far off: " + ", ".join(failures))
