"""Random requests of `belvedere query`, each with a judge of its answer.

A judge yields (quantity, deviation, bound). A deviation of infinity is an answer of the wrong kind.
"""
import math

from mpmath import mp, mpf

from cases import EDGE
from exact import fit, geodesic, mercator
from exact.camera import FlatCamera, View, focal_length, look_at, principal_point
from exact.ellipsoid import A
from exact.numbers import nearest, norm

WRONG = math.inf
METRES_PER_DEGREE = 111_700.0
# Words of the answers for kinds of misses.
REASONS = {"sky": "sky", "behind": "behindCamera", "beyond": "outsideWorld"}


def turn(a, b):
    """The difference of two angles in degrees."""
    d = abs(mpf(a) - mpf(b)) % 360
    return min(d, 360 - d)


def place(latitude, longitude):
    """A coordinate as JSON."""
    return {"latitude": latitude, "longitude": longitude}


def camera_json(view):
    """A camera as JSON."""
    return {"centerCoordinate": place(view.latitude, view.longitude), "distance": view.distance,
            "pitch": view.pitch, "heading": view.heading}


def viewport_json(view):
    """A viewport as JSON."""
    return {"width": view.width, "height": view.height, "fieldOfView": view.field_of_view,
            "padding": {"top": view.top, "left": view.left, "bottom": view.bottom,
                        "right": view.right}}


def gap(found, latitude, longitude):
    """Metres between a coordinate of an answer and the exact one."""
    north = abs(mpf(found["latitude"]) - latitude) * METRES_PER_DEGREE
    east = turn(found["longitude"], longitude) * METRES_PER_DEGREE * mp.cos(mp.radians(latitude))
    return mp.hypot(north, east)


def domain(found):
    """Whether a coordinate of an answer keeps the ranges of results."""
    return abs(found["latitude"]) <= 90 and -180 <= found["longitude"] < 180


def quantum(longitude=180.0):
    """Metres of half a unit in the last place of a coordinate's degrees."""
    return (math.ulp(90.0) + math.ulp(max(abs(longitude), 1e-300))) / 2 * METRES_PER_DEGREE


def map_point(source):
    """mapPoint"""
    latitude, longitude = source.coordinate()
    exact = mercator.map_x(longitude), mercator.map_y(latitude)

    def judge(answer):
        p = answer["mapPoint"]
        yield "x, ulp of the world", abs(p["x"] - exact[0]) / max(2 ** -24, math.ulp(float(
            exact[0]))), 2
        yield "y, map points", abs(p["y"] - exact[1]), 1e-6
    return {"coordinate": place(latitude, longitude)}, judge


def coordinate(source):
    """coordinate"""
    world = 2.0 ** 28
    x, y = source.uniform(-3 * world, 3 * world), source.uniform(0, world)
    exact = mercator.latitude_of(y), mercator.longitude_of(x)

    def judge(answer):
        yield "degrees", max(abs(answer["coordinate"]["latitude"] - exact[0]),
                             turn(answer["coordinate"]["longitude"], exact[1])), 2.5e-13
        yield "ranges", 0 if domain(answer["coordinate"]) else WRONG, 0
    return {"mapPoint": {"x": x, "y": y}}, judge


def meters_per_map_point(source):
    """metersPerMapPoint"""
    latitude = source.latitude(90.0)
    exact = mercator.meters_per_map_point(latitude)

    def judge(answer):
        yield "m per map point", abs(answer["metersPerMapPoint"] - exact), 1e-16
    return {"latitude": latitude}, judge


def ends(source):
    """Two coordinates, some near, some nearly antipodal."""
    start, end = source.coordinate(90.0), source.coordinate(90.0)
    kind = source.uniform(0, 1)
    reach = source.logarithmic(1e-6, 2)
    if kind < 0.3:
        end = start[0] + source.uniform(-reach, reach), start[1] + source.uniform(-reach, reach)
    elif kind < 0.6:
        end = -start[0] + source.uniform(-reach, reach), start[1] + 180 + source.uniform(
            -reach, reach)
    return start, (max(-90.0, min(90.0, end[0])), end[1])


def inverse(source):
    """geodesic"""
    while True:
        start, end = ends(source)
        exact = geodesic.inverse(start, end)
        if exact is not None:
            break

    def judge(answer):
        distance, azimuth, arrival = exact
        yield "distance, m", abs(answer["distance"] - distance), 2e-8
        # How far an error of azimuth moves the line's end, at most a quarter of the Earth away.
        reach = min(distance, mpf(1e7)) * mp.pi / 180
        flat = distance < 19_700_000
        yield ("azimuths, m across" if flat else "azimuths near the antipode, degrees"), max(
            turn(answer["azimuth"], azimuth), turn(answer["backAzimuth"], arrival)) * (
                reach if flat else 1), 3e-8 if flat else 1e-8
    return {"from": place(*start), "to": place(*end)}, judge


def destination(source):
    """destination"""
    start = source.coordinate(89.0)
    azimuth, distance = source.uniform(-400, 400), source.logarithmic(1e-3, 4e7)
    latitude, longitude, arrival = geodesic.direct(start, azimuth, distance)

    def judge(answer):
        yield "metres", gap(answer["coordinate"], latitude, longitude), 3e-8
        yield "azimuth across, m", turn(answer["azimuth"], arrival) * mp.pi / 180 * A * mp.cos(
            mp.radians(latitude)), 3e-8
        yield "ranges", 0 if domain(answer["coordinate"]) and 0 <= answer["azimuth"] < 360 \
            else WRONG, 0
    return {"from": place(*start), "azimuth": azimuth, "distance": distance}, judge


def path(source):
    """geodesicPath"""
    start = source.coordinate(80.0)
    azimuth, length = source.uniform(0, 360), source.logarithmic(10, 1.9e7)
    end = tuple(nearest(v) for v in geodesic.direct(start, azimuth, length)[:2])
    distance, azimuth, _ = geodesic.inverse(start, end) or (None, None, None)
    if distance is None:
        return path(source)
    segment = nearest(distance) / source.uniform(1, 30)
    count = int(mp.ceil(distance / mpf(segment)))
    if abs(distance / mpf(segment) - mp.nint(distance / mpf(segment))) < 1e-9:
        return path(source)
    number = source.random.randrange(count + 1)
    exact = geodesic.direct(start, nearest(azimuth), nearest(distance * number / count))

    def judge(answer):
        points = answer["coordinates"]
        yield "points", 0 if len(points) == count + 1 else WRONG, 0
        if len(points) == count + 1:
            yield "metres", gap(points[number], exact[0], exact[1]), 5e-8
    return {"from": place(*start), "to": place(*end), "maximumSegment": segment}, judge


def look(source):
    """lookAt"""
    center, eye = source.coordinate(), source.coordinate()
    if source.chance(0.7):
        reach = source.logarithmic(1e-12, 10)
        eye = (min(max(center[0] + source.uniform(-reach, reach), -EDGE), EDGE),
               center[1] + source.uniform(-reach, reach))
    altitude = source.logarithmic(1, 2e7)
    if abs(turn(center[1], eye[1]) - 180) < 1e-9:
        return look(source)
    distance, pitch, heading = look_at(center, eye, altitude)

    def judge(answer):
        c = answer["camera"]
        yield "distance, relative", abs(c["distance"] / distance - 1), 1e-14
        yield "pitch, degrees", abs(c["pitch"] - pitch), 1e-13
        yield "heading, degrees", turn(c["heading"], heading), 1e-12
        across = turn(c["heading"], heading) * mp.pi / 180 * mp.sin(mp.radians(pitch))
        yield "direction of the eye, radians", mp.hypot(
            across, abs(c["pitch"] - pitch) * mp.pi / 180), 1e-14
    return {"lookingAtCenter": place(*center), "fromEyeCoordinate": place(*eye),
            "eyeAltitude": altitude}, judge


def allowed_px(view, offset, depth, metres):
    """1e-9 px, the rounding of a double of the screen, and so many metres as the eye sees them."""
    k = focal_length(view)
    return (mpf(10) ** -9 + mpf(2) ** -51 * (view.width + view.height + k)
            + k * metres / depth * mp.hypot(1, mp.hypot(*offset) / k))


def query_view(source):
    """A view without ground, for the queries have none without a scene."""
    return source.view(ground=0.0)


def eye_of(source):
    """eye"""
    while True:
        view = query_view(source)
        camera = FlatCamera(view)
        if camera.is_eye_on_map():
            break
    latitude, longitude, altitude, elevation = camera.eye_result()

    def judge(answer):
        allowed = 1e-9 * view.distance + 2 * quantum(view.longitude)
        yield "coordinate, of the allowed", gap(answer["coordinate"], latitude, longitude) \
            / allowed, 1
        yield "altitude, of the distance", max(
            abs(answer["altitude"] - altitude), abs(answer["elevation"] - elevation)
        ) / view.distance, 1e-15
        yield "altitude, relative", abs(answer["altitude"] / altitude - 1) if altitude else (
            answer["altitude"]), 1e-14
        yield "ranges", 0 if domain(answer["coordinate"]) else WRONG, 0
    return {"camera": camera_json(view)}, judge


def project(source):
    """project"""
    view = query_view(source)
    camera = FlatCamera(view)
    place_of = (*source.coordinate(), source.uniform(-400, 9000))
    if source.chance(0.85):
        point = source.uniform(0, view.width), source.uniform(0, view.height)
        elevation = source.choice((0.0, source.uniform(0, 300)))
        kind, latitude, longitude, _ = camera.unproject(point, elevation)
        if kind == "ground":
            place_of = nearest(latitude), nearest(longitude), elevation
    if abs(turn(place_of[1], view.longitude) - 180) < 1e-9:
        return project(source)
    exact = camera.project(*place_of)
    request = {"camera": camera_json(view), "viewport": viewport_json(view),
               "coordinate": place(*place_of[:2]), "elevation": place_of[2]}

    def judge(answer):
        if exact is None or answer["point"] is None:
            same = (exact is None) == (answer["point"] is None)
            yield "none behind the eye", 0 if same else WRONG, 0
            return
        x, y, depth = exact
        k = focal_length(view)
        cx, cy = principal_point(view)
        off = mp.hypot(answer["point"]["x"] - x, answer["point"]["y"] - y)
        far = norm(camera.position(*place_of)) + view.distance
        if 0 <= x <= view.width and 0 <= y <= view.height:
            yield "on screen, px over the allowed", off / allowed_px(
                view, (x - cx, y - cy), depth, 4e-15 * far), 1
        else:
            yield "off screen, radians", max(off - allowed_px(
                view, (x - cx, y - cy), depth, 4e-15 * far), 0) / k / (
                    1 + ((x - cx) ** 2 + (y - cy) ** 2) / k ** 2), 1e-14
        yield "depth, of the way to the centre and the point", abs(
            answer["depth"] - depth) / far, 1e-15
    return request, judge


def unproject(source):
    """unproject"""
    view = query_view(source)
    camera = FlatCamera(view)
    point = source.uniform(0, view.width), source.uniform(0, view.height)
    horizon = camera.horizon()
    near = ""
    if horizon is not None and abs(horizon) < 5 * view.height and source.chance(0.5):
        under = source.choice((1.0, 1.0, 20.0, -1.0))
        point = point[0], nearest(horizon) + under
        near = f" {under:g} px under the horizon"
    elevation = source.choice((0.0, 0.0, source.uniform(-400, 500)))
    kind, latitude, longitude, length = camera.unproject(point, elevation)
    for dy in (1e-6, -1e-6):
        if camera.unproject((point[0], point[1] + dy), elevation)[0] != kind:
            return unproject(source)

    def judge(answer):
        found = answer["coordinate"]
        if (found is None) != (kind != "ground"):
            yield f"{kind} is a coordinate or none" + near, WRONG, 0
            return
        if found is None:
            yield f"reason {kind}", 0 if answer["reason"] == REASONS[kind] else WRONG, 0
            return
        scale = camera.scale / mercator.meters_per_map_point(latitude)
        off = gap(found, latitude, longitude) * scale
        rounding = quantum(360.0) * scale
        lens = "" if view.field_of_view >= 1 and view.width <= 1e4 else ", long lens"
        yield "of the length of the ray" + near + lens, max(off - rounding, 0) / length, 1e-9
        back = camera.project(found["latitude"], found["longitude"], elevation)
        cx, cy = principal_point(view)
        far = norm(camera.position(latitude, longitude, elevation)) + view.distance
        if back is None:
            # Only where the last place of degrees is more than the depth.
            slope = mp.hypot(point[0] - cx, point[1] - cy) / focal_length(view)
            depth = length / mp.hypot(1, slope)
            yield "projects back", WRONG if depth > rounding + 4e-15 * far else 0, 0
            return
        miss = mp.hypot(back[0] - mpf(point[0]), back[1] - mpf(point[1]))
        yield "projects back, px over the allowed" + lens, miss / allowed_px(
            view, (mpf(point[0]) - cx, mpf(point[1]) - cy), back[2], rounding + 4e-15 * far), 1
        yield "ranges", 0 if domain(found) else WRONG, 0
    return {"camera": camera_json(view), "viewport": viewport_json(view),
            "point": {"x": point[0], "y": point[1]}, "elevation": elevation}, judge


def clamp(source):
    """clamp, the default pitch limit left out"""
    view = query_view(source)
    low, high = sorted((source.logarithmic(10, 1e7), source.logarithmic(10, 1e7)))
    world = 2.0 ** 28
    rect = [source.uniform(0, world / 2), source.uniform(0, world / 2),
            source.uniform(0, world / 2), source.uniform(0, world / 2)]
    names = []
    distance = min(max(view.distance, low), high)
    if distance != view.distance:
        names.append("distance")
    x, y = mercator.map_x(view.longitude), mercator.map_y(view.latitude)
    middle = rect[0] + rect[2] / 2
    x = middle + mercator.short_way(x - middle)
    held = (min(max(x, mpf(rect[0])), mpf(rect[0]) + rect[2]),
            min(max(y, mpf(rect[1])), mpf(rect[1]) + rect[3]))
    moved = held != (x, y)
    if moved:
        names.append("centerCoordinate")

    def judge(answer):
        c = answer["camera"]
        yield "names", 0 if sorted(answer["clamped"]) == sorted(names) else WRONG, 0
        same = (c["distance"], c["pitch"]) == (distance, view.pitch)
        yield "distance, pitch", 0 if same else WRONG, 0
        yield "heading", turn(c["heading"], view.heading), 1e-13
        found = c["centerCoordinate"]
        if moved:
            yield "centre, m", gap(found, mercator.latitude_of(held[1]),
                                   mercator.longitude_of(held[0])), 1e-7
        else:
            kept = found["latitude"] == view.latitude and turn(
                found["longitude"], view.longitude) < 1e-12
            yield "centre kept", 0 if kept else WRONG, 0
    return {"camera": camera_json(view), "limits": {
        "zoomRange": {"minimumDistance": low, "maximumDistance": high}, "pitchLimit": "none",
        "boundary": dict(zip(("x", "y", "width", "height"), rect))}}, judge


def fitted(source):
    """fit"""
    size = source.logarithmic(1e-3, 10)
    middle = source.uniform(-60, 60), source.choice((180.0, 0.0, source.longitude(179)))
    points = [(middle[0] + source.uniform(-size, size), middle[1] + source.uniform(-size, size),
               0.0) for _ in range(source.choice((2, 3, 5)))]
    view = query_view(source)
    view = View(**{**vars(view), "width": 1000.0, "height": 700.0, "top": 20.0, "left": 100.0,
                   "bottom": 50.0, "right": 0.0, "field_of_view": 30.0,
                   "pitch": source.uniform(0, 70)})
    tight = fit.solve(view, points, "tight")
    if tight is None or not 30 < tight[2] < 2e7:
        return fitted(source)

    def judge(answer):
        c = answer["camera"]
        found = FlatCamera(View(**{
            **vars(view), "latitude": c["centerCoordinate"]["latitude"],
            "longitude": c["centerCoordinate"]["longitude"], "distance": c["distance"]}))
        screen = [found.project(*p) for p in points]
        if None in screen:
            yield "all in front", WRONG, 0
            return
        gaps = [min(p[0] for p in screen) - view.left,
                view.width - view.right - max(p[0] for p in screen),
                min(p[1] for p in screen) - view.top,
                view.height - view.bottom - max(p[1] for p in screen)]
        yield "outside, px", max(mpf(0), -min(gaps)), 1e-6
        yield "slack of the tighter pair, px", min(
            max(gaps[0], gaps[1]), max(gaps[2], gaps[3])), 0.01
        yield "heading, pitch", turn(c["heading"], view.heading) + abs(
            c["pitch"] - view.pitch), 1e-9
        yield "distance, relative", abs(c["distance"] / tight[2] - 1), 1e-5
    return {"coordinates": [place(*p[:2]) for p in points], "viewport": viewport_json(view),
            "pitch": view.pitch, "heading": view.heading, "limits": {"pitchLimit": "none"}}, judge


def plan(source):
    """plan: ends, order of time, the style by distance"""
    start = query_view(source)
    reach = source.logarithmic(1e-4, 50)
    finish = source.view(
        latitude=min(max(start.latitude + source.uniform(-reach, reach), -80.0), 80.0),
        longitude=start.longitude + source.uniform(-reach, reach))
    exact = geodesic.inverse((start.latitude, start.longitude),
                             (finish.latitude, finish.longitude))
    if exact is None or min(abs(exact[0] - 2500), abs(exact[0] - 50000)) < 1:
        return plan(source)
    style = "plain" if exact[0] < 2500 else "hop" if exact[0] <= 50000 else "long"

    def same(camera, view):
        center = camera["centerCoordinate"]
        return (center["latitude"] == view.latitude and camera["distance"] == view.distance
                and turn(center["longitude"], view.longitude) < 1e-12
                and turn(camera["heading"], view.heading) < 1e-12
                and camera["pitch"] == view.pitch)

    def judge(answer):
        yield "style", 0 if answer["style"] == style else WRONG, 0
        frames, samples = answer["keyframes"], answer["samples"]
        times = [f["time"] for f in frames]
        rises = times[0] == 0 and times == sorted(times) and times[-1] == answer["duration"]
        yield "times", 0 if rises else WRONG, 0
        yield "number of samples", 0 if len(samples) == 6 else WRONG, 0
        for list_of in (samples, [f.get("camera", f) for f in frames]):
            yield "ends", 0 if same(list_of[0], start) and same(list_of[-1], finish) else WRONG, 0
    return {"from": camera_json(start), "to": camera_json(finish), "samples": 5,
            "limits": {"pitchLimit": "none"}}, judge


OPERATIONS = {
    "mapPoint": (map_point, 400), "coordinate": (coordinate, 400),
    "metersPerMapPoint": (meters_per_map_point, 200), "geodesic": (inverse, 120),
    "destination": (destination, 150), "geodesicPath": (path, 60), "lookAt": (look, 400),
    "eye": (eye_of, 300), "clamp": (clamp, 200), "project": (project, 800),
    "unproject": (unproject, 1000), "fit": (fitted, 100), "plan": (plan, 100),
}

