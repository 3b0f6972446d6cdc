"""Numbers that peers' own tests assert, converted to this project's conventions."""
import math

from exact.camera import look_at

FOUNTAIN_SQUARE = {"latitude": 39.10152215, "longitude": -84.5124439696089}
UNION_TERMINAL = {"latitude": 39.10980955, "longitude": -84.5352778794236}


# MapKit measures the ground on the ellipsoid (2178.8536 m here), the flat map on a sphere.
_GROUND = 1000 * math.tan(math.radians(65.3469146074))
_FLAT = look_at(tuple(FOUNTAIN_SQUARE.values()), tuple(UNION_TERMINAL.values()), 1000.0)[0]
_PITCH = math.degrees(math.atan(_GROUND * float(math.sqrt(_FLAT ** 2 - 1e6)) / 2178.853599 / 1000))


def _camera(pitch):
    return {"centerCoordinate": FOUNTAIN_SQUARE, "distance": 10000, "pitch": pitch, "heading": 0}


def _near(path, expected, tolerance):
    def judge(answer):
        value = answer
        for key in path:
            value = value[key]
        yield ".".join(map(str, path)), abs(value - expected), tolerance
    return judge


def _both(*judges):
    def judge(answer):
        for one in judges:
            yield from one(answer)
    return judge


def _count(expected):
    def judge(answer):
        yield "points", abs(len(answer["coordinates"]) - expected), 0
    return judge


def _place(latitude, longitude):
    return {"latitude": latitude, "longitude": longitude}


CASES = [
    # MapKit, measured: the map point of New York.
    ({"op": "mapPoint", "coordinate": _place(40.7128, -74.006)},
     _both(_near(("mapPoint", "x"), 79034854.78684445, 0),
           _near(("mapPoint", "y"), 100926577.02763256, 0))),
    # MapKit's geodesic polylines on the equator: 1 degree and 90 degrees.
    ({"op": "geodesicPath", "from": _place(0, 0), "to": _place(0, 1), "maximumSegment": 1000},
     _count(113)),
    ({"op": "geodesicPath", "from": _place(0, 0), "to": _place(0, 90), "maximumSegment": 1000},
     _count(10020)),
    # MLNMapCameraTests against MKMapCamera: tilt and altitude.
    ({"op": "eye", "camera": _camera(0)}, _near(("altitude",), 10000, 0.01)),
    ({"op": "eye", "camera": _camera(60)}, _near(("altitude",), 5000, 0.01)),
    ({"op": "lookAt", "lookingAtCenter": FOUNTAIN_SQUARE, "fromEyeCoordinate": FOUNTAIN_SQUARE,
      "eyeAltitude": 1000},
     _both(_near(("camera", "pitch"), 0, 0), _near(("camera", "heading"), 0, 0),
           _near(("camera", "distance"), 1000, 0))),
    ({"op": "lookAt", "lookingAtCenter": FOUNTAIN_SQUARE, "fromEyeCoordinate": UNION_TERMINAL,
      "eyeAltitude": 1000},
     _both(_near(("camera", "pitch"), _PITCH, 1e-7),
           _near(("camera", "heading"), 115.066396383, 0.01))),
    # GeographicLib's own example: JFK to LHR.
    ({"op": "geodesic", "from": _place(40.6, -73.8), "to": _place(51.6, -0.5)},
     _both(_near(("distance",), 5551759.400319, 1e-6),
           _near(("azimuth",), 51.198882845579824, 1e-12),
           _near(("backAzimuth",), 107.821776735514309, 1e-12))),
    # The world is 2²⁸ wide; its latitudes span 170.10225755961318°.
    ({"op": "coordinate", "mapPoint": {"x": 2 ** 27, "y": 0}},
     _both(_near(("coordinate", "latitude"), 170.10225755961318 / 2, 1.5e-14),
           _near(("coordinate", "longitude"), 0, 0))),
]
