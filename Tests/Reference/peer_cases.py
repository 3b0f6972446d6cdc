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


def _zoomed(zoom, latitude, height, field_of_view, east, north):
    """A place so many pixels east and north of the centre at a zoom level of 512-pixel tiles.

    MLNGeometry: the altitude that has a zoom is metres per pixel · height / (2 tan(fov / 2)), with
    cos φ · 2π · 6378137 / (512 · 2^zoom) metres per pixel; MapLibre GL JS has the same with its
    field of view, half as high as far. A pixel is a pixel on the Mercator plane.
    """
    per_pixel = math.cos(math.radians(latitude)) * 2 * math.pi * 6378137 / (512 * 2 ** zoom)
    distance = per_pixel * height / (2 * math.tan(math.radians(field_of_view) / 2))
    world = 2.0 ** 28
    scale = world / (512 * 2 ** zoom)
    y = world * (0.5 - math.atanh(math.sin(math.radians(latitude))) / (2 * math.pi))
    place = _place(
        math.degrees(math.atan(math.sinh((0.5 - (y - north * scale) / world) * 2 * math.pi))),
        10 + east * scale / world * 360)
    return ({"op": "project", "coordinate": place, "elevation": 0,
             "camera": {"centerCoordinate": _place(latitude, 10), "distance": distance},
             "viewport": {"width": 1000, "height": height, "fieldOfView": field_of_view}},
            _both(_near(("point", "x"), 500 + east, 1e-6),
                  _near(("point", "y"), height / 2 - north, 1e-6)))


CASES = [
    # MLNGeometry's zoom and altitude, with MapKit's field of view; MapLibre GL JS with its own.
    *[_zoomed(zoom, latitude, height, field_of_view, 100, 50)
      for zoom in (0, 3.5, 10, 18) for latitude in (0, 37.8, -60) for height in (400, 800)
      for field_of_view in (30, math.degrees(0.6435011087932844))],
    # GeographicLib's documentation: Wellington to Salamanca, and a line from Perth.
    ({"op": "geodesic", "from": _place(-41.32, 174.81), "to": _place(40.96, -5.50)},
     _near(("distance",), 19959679.267, 5e-4)),
    ({"op": "destination", "from": _place(-32.06, 115.74), "azimuth": 225, "distance": 20000e3},
     _both(_near(("coordinate", "latitude"), 32.11195529, 5e-9),
           _near(("coordinate", "longitude"), -63.95925278, 5e-9))),
    # MapKit: a camera that is not tilted has its distance as its altitude, at any heading.
    ({"op": "eye", "camera": {**_camera(0), "heading": 123}}, _near(("altitude",), 10000, 0.01)),
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
