"""Flights in other programs' files, written by those programs' libraries.

    python3 -m venv venv && venv/bin/pip install numpy lxml pykml pygltflib pycolmap
    venv/bin/python Tests/Reference/flight_files.py Tests/BelvedereFlightFilesTests/Peers

Makes the files that FlightFilePeerTests reads: cameras.csv says which cameras they hold. The formulas
here are written for this script alone: WGS 84 in Earth-centred coordinates, rotations as matrices.
"""

import json
import math
import os
import sys

import numpy as np
import pycolmap
import pygltflib
from lxml import etree
from pykml.factory import GX_ElementMaker as GX
from pykml.factory import KML_ElementMaker as KML

A, F = 6378137.0, 1 / 298.257223563
WIDTH, HEIGHT, FOV = 1280, 720, 36.0
ORIGIN = (46.6, 8.0, 600.0)

# time, latitude, longitude, distance, pitch, heading
CAMERAS = [
    (0.0, 46.6, 8.0, 5000.0, 40.0, 15.0),
    (1.5, 46.61, 8.02, 4200.0, 55.0, 80.0),
    (3.25, 46.615, 8.05, 3100.0, 61.5, 170.0),
    (5.0, 46.59, 8.06, 2500.0, 20.0, 260.25),
    (7.5, 46.58, 8.01, 8000.0, 0.0, 300.0),
]


def axes(lat, lon):
    """East, north and up at a place, in Earth-centred coordinates."""
    p, l = math.radians(lat), math.radians(lon)
    return np.array([
        [-math.sin(l), math.cos(l), 0],
        [-math.sin(p) * math.cos(l), -math.sin(p) * math.sin(l), math.cos(p)],
        [math.cos(p) * math.cos(l), math.cos(p) * math.sin(l), math.sin(p)],
    ])


def ecef(lat, lon, height):
    p, l = math.radians(lat), math.radians(lon)
    e2 = F * (2 - F)
    n = A / math.sqrt(1 - e2 * math.sin(p) ** 2)
    return np.array([
        (n + height) * math.cos(p) * math.cos(l),
        (n + height) * math.cos(p) * math.sin(l),
        (n * (1 - e2) + height) * math.sin(p),
    ])


def pose(camera):
    """The eye and the axes right, up, backwards in Earth-centred coordinates."""
    _, lat, lon, distance, pitch, heading = camera
    h, p = math.radians(heading), math.radians(pitch)
    enu = axes(lat, lon)
    forward = np.array([math.sin(p) * math.sin(h), math.sin(p) * math.cos(h), -math.cos(p)]) @ enu
    right = np.array([math.cos(h), -math.sin(h), 0]) @ enu
    up = np.cross(right, forward)
    return ecef(lat, lon, 0) - distance * forward, np.array([right, up, -forward])


def local(camera):
    """The same in the local frame at the origin."""
    enu = axes(ORIGIN[0], ORIGIN[1])
    eye, rows = pose(camera)
    return enu @ (eye - ecef(*ORIGIN)), rows @ enu.T


def quaternion(matrix):
    """x, y, z, w of a rotation matrix, by the greatest eigenvalue (Bar-Itzhack 2000)."""
    m = matrix
    k = np.array([
        [m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]],
        [m[1, 0] + m[0, 1], m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]],
        [m[2, 0] + m[0, 2], m[2, 1] + m[1, 2], m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]],
        [m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], m[0, 0] + m[1, 1] + m[2, 2]],
    ]) / 3
    values, vectors = np.linalg.eigh(k)
    return vectors[:, np.argmax(values)]


def write_csv(folder):
    with open(os.path.join(folder, "cameras.csv"), "w") as out:
        out.write("time,latitude,longitude,distance,pitch,heading,fieldOfView\n")
        for camera in CAMERAS:
            out.write(",".join(repr(v) for v in camera + (FOV,)) + "\n")


def write_kml(folder):
    horizontal = math.degrees(2 * math.atan(math.tan(math.radians(FOV / 2)) * WIDTH / HEIGHT))
    playlist = GX.Playlist()
    last = 0.0
    for camera in CAMERAS:
        time, lat, lon, distance, pitch, heading = camera
        playlist.append(GX.FlyTo(
            GX.duration(repr(time - last)), GX.flyToMode("smooth"),
            KML.LookAt(
                KML.longitude(repr(lon)), KML.latitude(repr(lat)), KML.altitude("0"),
                KML.heading(repr(heading)), KML.tilt(repr(pitch)), KML.range(repr(distance)),
                KML.altitudeMode("relativeToGround"), GX.horizFov(repr(horizontal)))))
        last = time
    tour = KML.kml(KML.Document(GX.Tour(KML.name("Peers"), playlist)))
    with open(os.path.join(folder, "tour.kml"), "wb") as out:
        out.write(etree.tostring(tour, xml_declaration=True, encoding="UTF-8", pretty_print=True))


def write_czml(folder):
    position, orientation = [], []
    for camera in CAMERAS:
        eye, (right, up, back) = pose(camera)
        # x ahead, y left, z up.
        turn = np.array([-back, -right, up]).T
        position += [camera[0], *map(float, eye)]
        orientation += [camera[0], *map(float, quaternion(turn))]
    epoch = "2000-01-01T12:00:00Z"
    with open(os.path.join(folder, "flight.czml"), "w") as out:
        json.dump([
            {"id": "document", "version": "1.0"},
            {"id": "camera", "position": {"epoch": epoch, "cartesian": position},
             "orientation": {"epoch": epoch, "unitQuaternion": orientation},
             "properties": {"fieldOfView": {"number": FOV}}},
        ], out, indent=1)


def write_gltf(folder):
    to_gltf = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]])
    times = np.array([c[0] for c in CAMERAS], "<f4")
    places, turns = [], []
    zero3, zero4 = np.zeros(3), np.zeros(4)
    for camera in CAMERAS:
        eye, rows = local(camera)
        places += [zero3, to_gltf @ eye, zero3]
        turns += [zero4, quaternion(to_gltf @ rows.T), zero4]
    parts = [times.tobytes(), np.array(places, "<f4").tobytes(), np.array(turns, "<f4").tobytes()]
    gltf = pygltflib.GLTF2(
        scene=0, scenes=[pygltflib.Scene(nodes=[0])],
        nodes=[pygltflib.Node(camera=0, name="camera", extras={"frame": {
            "projection": "globe", "latitude": ORIGIN[0], "longitude": ORIGIN[1],
            "height": ORIGIN[2]}})],
        cameras=[pygltflib.Camera(type="perspective", perspective=pygltflib.Perspective(
            yfov=math.radians(FOV), aspectRatio=WIDTH / HEIGHT, znear=1.0))],
        animations=[pygltflib.Animation(
            samplers=[
                pygltflib.AnimationSampler(input=0, output=i, interpolation="CUBICSPLINE")
                for i in (1, 2)],
            channels=[
                pygltflib.AnimationChannel(sampler=i, target=pygltflib.AnimationChannelTarget(
                    node=0, path=path)) for i, path in enumerate(("translation", "rotation"))])],
        accessors=[
            pygltflib.Accessor(bufferView=i, componentType=pygltflib.FLOAT, count=count, type=kind)
            for i, (count, kind) in enumerate([
                (len(times), "SCALAR"), (3 * len(times), "VEC3"), (3 * len(times), "VEC4")])],
        bufferViews=[
            pygltflib.BufferView(
                buffer=0, byteOffset=sum(map(len, parts[:i])), byteLength=len(parts[i]))
            for i in range(3)],
        buffers=[pygltflib.Buffer(byteLength=sum(map(len, parts)))])
    gltf.set_binary_blob(b"".join(parts))
    gltf.save_binary(os.path.join(folder, "flight.glb"))


def write_colmap(folder):
    focal = HEIGHT / 2 / math.tan(math.radians(FOV / 2))
    model = pycolmap.Reconstruction()
    model.add_camera_with_trivial_rig(pycolmap.Camera(
        model="PINHOLE", width=WIDTH, height=HEIGHT,
        params=[focal, focal, WIDTH / 2, HEIGHT / 2], camera_id=1))
    for i, camera in enumerate(CAMERAS):
        eye, (right, up, back) = local(camera)
        rotation = np.array([right, -up, -back])
        image = pycolmap.Image(name=f"{i:06d}.png", camera_id=1, image_id=i + 1)
        model.add_image_with_trivial_frame(
            image, pycolmap.Rigid3d(pycolmap.Rotation3d(rotation), -rotation @ eye))
    model.write_text(folder)
    for name in ("rigs.txt", "frames.txt", "points3D.txt"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            os.remove(path)


def write_nerf(folder):
    focal = HEIGHT / 2 / math.tan(math.radians(FOV / 2))
    frames = []
    for i, camera in enumerate(CAMERAS):
        eye, rows = local(camera)
        matrix = np.eye(4)
        matrix[:3, :3] = rows.T
        matrix[:3, 3] = eye
        frames.append({"file_path": f"images/{i:06d}.png", "transform_matrix": matrix.tolist()})
    with open(os.path.join(folder, "transforms.json"), "w") as out:
        json.dump({
            "camera_angle_x": 2 * math.atan(WIDTH / 2 / focal), "w": WIDTH, "h": HEIGHT,
            "frames": frames}, out, indent=1)


def write_maplibre(folder):
    # In MapLibre the eye stands cameraToCenterDistance pixels from the centre, and a world of worldSize
    # pixels is as wide as the map's equator, scaled by the cosine of the latitude.
    to_center = 0.5 * HEIGHT / math.tan(math.radians(FOV) / 2)
    keyframes = []
    for time, lat, lon, distance, pitch, heading in CAMERAS:
        world = to_center * 2 * math.pi * A * math.cos(math.radians(lat)) / distance
        keyframes.append({
            "time": time, "center": {"lng": lon, "lat": lat}, "zoom": math.log2(world / 512),
            "bearing": heading, "pitch": pitch})
    with open(os.path.join(folder, "flight.maplibre.json"), "w") as out:
        json.dump({
            "viewport": {"width": WIDTH, "height": HEIGHT, "fieldOfView": FOV},
            "keyframes": keyframes}, out, indent=1)


if __name__ == "__main__":
    target = sys.argv[1]
    os.makedirs(target, exist_ok=True)
    for write in (write_csv, write_kml, write_czml, write_gltf, write_colmap, write_nerf,
                  write_maplibre):
        write(target)
