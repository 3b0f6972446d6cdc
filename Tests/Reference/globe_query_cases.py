"""Random requests of `belvedere query` over the globe, and for what a viewport shows of the ground.

A judge yields (quantity, deviation, bound), as those of query_cases.
"""
from mpmath import mp, mpf

from exact.camera import FlatCamera, focal_length, principal_point
from exact.ellipsoid import A, ecef, enu, geodetic, height
from exact.globe import GlobeCamera
from exact.mercator import map_x, map_y
from exact.numbers import along, atan2_deg, dot, minus, nearest, norm, wrap_heading
from query_cases import (REASONS, WRONG, allowed_px, camera_json, domain, gap, place, quantum,
                         query_view, turn, viewport_json)

WORLD = 2.0 ** 28


def globe_view(source):
    """A view whose centre may be anywhere, the poles included, on the ellipsoid."""
    return source.view(ground=0.0, latitude=source.latitude(90.0))


def far_of(camera, view, position):
    """Metres to the centre and from there to a position: what is rounded."""
    return norm(minus(position, camera.center)) + view.distance


def project(source):
    """project on the globe"""
    view = globe_view(source)
    camera = GlobeCamera(view)
    target = (*source.coordinate(90.0), source.choice((0.0, source.uniform(0, 9000))))
    if source.chance(0.7):
        point = source.uniform(0, view.width), source.uniform(0, view.height)
        kind, latitude, longitude, _ = camera.unproject(point, 0.0)
        if kind == "ground":
            target = nearest(latitude), nearest(longitude), source.choice((0.0, 100.0))
    exact = camera.project(*target)
    seen = camera.is_visible(*target)
    position = ecef(*target)
    margin = dot(minus(position, camera.eye), camera.basis[0]) / far_of(camera, view, position)

    def judge(answer):
        if abs(margin) < 1e-14:
            return
        if exact is None:
            none = answer["point"] is None and answer["reason"] == "behindCamera"
            yield "none behind the eye", 0 if none else WRONG, 0
            return
        if seen is False:
            none = answer["point"] is None and answer["reason"] == "belowHorizon"
            yield "none behind the Earth's curve", 0 if none else WRONG, 0
        elif seen:
            yield "what is in view has a point", 0 if answer["point"] else WRONG, 0
        x, y, depth = exact
        far = far_of(camera, view, position)
        yield "depth, of the way to the centre and the point", abs(
            answer["depth"] - depth) / far, 1e-15
        if answer["point"] is None:
            return
        k = focal_length(view)
        cx, cy = principal_point(view)
        off = mp.hypot(answer["point"]["x"] - x, answer["point"]["y"] - y)
        allowed = allowed_px(view, (x - cx, y - cy), depth, 4e-15 * far)
        if 0 <= x <= view.width and 0 <= y <= view.height:
            yield "on screen, px over the allowed", off / allowed, 1
        else:
            yield "off screen, radians", max(off - allowed, 0) / k / (
                1 + ((x - cx) ** 2 + (y - cy) ** 2) / k ** 2), 1e-14
    return {"op": "project", "projection": "globe", "camera": camera_json(view),
            "viewport": viewport_json(view), "coordinate": place(*target[:2]),
            "elevation": target[2]}, judge


def unproject(source):
    """unproject on the globe"""
    view = globe_view(source)
    camera = GlobeCamera(view)
    point = source.uniform(0, view.width), source.uniform(0, view.height)
    near = ""
    if source.chance(0.5):
        limb = camera.horizon(point[0])
        if limb is not None and abs(limb[0]) < 5 * view.height:
            under = source.choice((1.0, 1.0, 20.0, -1.0))
            point = point[0], nearest(limb[0]) + under
            near = f", {under:g} px under the limb"
    elevation = source.choice((0.0, 0.0, source.uniform(-100, 500)))
    if not height(camera.eye)[0] > mpf(elevation) + 1e-3:
        return unproject(source)
    kind, latitude, longitude, length = camera.unproject(point, elevation)
    for dy in (1e-6, -1e-6):
        if camera.unproject((point[0], point[1] + dy), elevation)[0] != kind:
            return unproject(source)

    def judge(answer):
        found = answer["coordinate"]
        if found is None or kind != "ground":
            same = found is None and kind != "ground" and answer["reason"] == REASONS[kind]
            yield f"{kind} is a coordinate or none" + near, 0 if same else WRONG, 0
            return
        hit = ecef(latitude, longitude, elevation)
        normal = height(hit)[1]
        way = minus(hit, camera.eye)
        sine = -dot(way, normal) / norm(way)
        rounding = quantum(360.0)
        off = norm(minus(ecef(found["latitude"], found["longitude"], elevation), hit))
        yield "of the length of the ray" + near, max(
            off - rounding - 4e-15 * far_of(camera, view, hit) / sine, 0) / length, 1e-9
        yield "ranges", 0 if domain(found) else WRONG, 0
        back = camera.project(found["latitude"], found["longitude"], elevation)
        depth = dot(way, camera.basis[0])
        if back is None or back[2] < 2 * rounding:
            yield "projects back", WRONG if depth > 3 * rounding else 0, 0
            return
        cx, cy = principal_point(view)
        miss = mp.hypot(back[0] - mpf(point[0]), back[1] - mpf(point[1]))
        yield "projects back, px over the allowed", miss / allowed_px(
            view, (mpf(point[0]) - cx, mpf(point[1]) - cy), back[2],
            rounding + 4e-15 * far_of(camera, view, hit)), 1
    return {"op": "unproject", "projection": "globe", "camera": camera_json(view),
            "viewport": viewport_json(view), "point": {"x": point[0], "y": point[1]},
            "elevation": elevation}, judge


def eye_of(source):
    """eye on the globe"""
    view = globe_view(source)
    camera = GlobeCamera(view)
    latitude, longitude, lift = camera.eye_result()

    def judge(answer):
        found = answer["coordinate"]
        below = ecef(found["latitude"], found["longitude"], lift)
        allowed = 1e-14 * view.distance + 2 * quantum(360.0) * (1 + lift / A)
        yield "coordinate, of the allowed", norm(minus(below, camera.eye)) / allowed, 1
        yield "altitude, of the distance", max(
            abs(answer["altitude"] - lift), abs(answer["elevation"] - lift)) / view.distance, 1e-14
        yield "ranges", 0 if domain(found) else WRONG, 0
    return {"op": "eye", "projection": "globe", "camera": camera_json(view)}, judge


def look(source):
    """lookAt on the globe"""
    center = source.coordinate(90.0)
    altitude = source.logarithmic(1, 2e7)
    reach = source.logarithmic(1e-9, 60)
    eye = (min(max(center[0] + source.uniform(-reach, reach), -90.0), 90.0),
           center[1] + source.uniform(-reach, reach))
    east, north, up = enu((*center, 0.0), (*eye, altitude))
    if up <= 1e-6 * norm((east, north, up)):
        return look(source)
    across = mp.hypot(east, north)
    distance, pitch = norm((east, north, up)), atan2_deg(across, up)
    heading = wrap_heading(atan2_deg(-east, -north)) if across else mpf(0)

    def judge(answer):
        c = answer["camera"]
        yield "distance, relative", abs(c["distance"] / distance - 1), 1e-14
        sideways = turn(c["heading"], heading) * mp.pi / 180 * mp.sin(mp.radians(pitch))
        yield "direction of the eye, radians", mp.hypot(
            sideways, abs(c["pitch"] - pitch) * mp.pi / 180), 1e-14
        yield "ranges", 0 if 0 <= c["heading"] < 360 and 0 <= c["pitch"] <= 90 else WRONG, 0
    return {"op": "lookAt", "projection": "globe", "lookingAtCenter": place(*center),
            "fromEyeCoordinate": place(*eye), "eyeAltitude": altitude}, judge


def holds(answer, latitude, longitude):
    """Whether region and rectangle contain a place, whatever the turn."""
    region, rect = answer["region"], answer["mapRect"]
    center = region["center"]
    inside = (abs(latitude - center["latitude"]) <= mpf(region["latitudeDelta"]) / 2 + 1e-13
              and turn(longitude, center["longitude"])
              <= mpf(region["longitudeDelta"]) / 2 + 1e-12)
    y = min(max(map_y(latitude), mpf(0)), mpf(WORLD)) if abs(latitude) < 90 else (
        mpf(0) if latitude > 0 else mpf(WORLD))
    x = map_x(longitude)
    x += mp.floor((mpf(rect["x"]) - x) / WORLD + 1) * WORLD
    x = x - WORLD if x - WORLD >= mpf(rect["x"]) else x
    covers = (x <= mpf(rect["x"]) + rect["width"] + 1e-7
              or rect["width"] >= WORLD) and (
                  rect["y"] <= y <= mpf(rect["y"]) + rect["height"] + 1e-7)
    return inside and covers


def height_of(camera):
    """Metres of the eye above the datum."""
    return camera.eye[2] if isinstance(camera, FlatCamera) else height(camera.eye)[0]


def seen_places(source, view, camera, count):
    """Places on the ground under random points of the screen, with their depths."""
    k = focal_length(view)
    cx, cy = principal_point(view)
    for _ in range(count):
        point = source.uniform(0, view.width), source.uniform(0, view.height)
        kind, latitude, longitude, length = camera.unproject(point, 0.0)
        if kind == "ground":
            slope = mp.hypot(point[0] - cx, point[1] - cy) / k
            yield latitude, longitude, length / mp.hypot(1, slope)


def visible(source, view, camera, projection):
    """The judge of what a viewport shows."""
    places = list(seen_places(source, view, camera, 8))

    def judge(answer):
        far = answer["farDepth"]
        reached = [p for p in places if p[2] < far * (1 - 1e-9)]
        if answer["region"] is None:
            yield "nothing where nothing is seen", WRONG if reached else 0, 0
            return
        lost = sum(not holds(answer, latitude, longitude) for latitude, longitude, _ in reached)
        yield "what is seen lies inside", WRONG if lost else 0, 0
        polygon = answer["polygon"]
        yield "corners of the polygon, at least 3", 0 if len(polygon) >= 3 else WRONG, 0
        for corner in polygon[:: max(1, len(polygon) // 8)]:
            latitude, longitude = corner["latitude"], corner["longitude"]
            yield "corners in region and rectangle", 0 if holds(
                answer, latitude, longitude) else WRONG, 0
            if projection == "flat" and turn(longitude, view.longitude) > 180 - 1e-9:
                # Half a world to the side: where projecting takes the other way round.
                continue
            shown = camera.project(latitude, longitude, 0.0)
            if shown is None or shown[2] < 1e-6:
                # Only where the last place of degrees is more than the depth.
                yield "corners before the eye", 0 if height_of(camera) < 1e-3 else WRONG, 0
                continue
            out = max(-shown[0], -shown[1], shown[0] - view.width, shown[1] - view.height, mpf(0))
            cx, cy = principal_point(view)
            allowed = allowed_px(view, (shown[0] - cx, shown[1] - cy), shown[2],
                                 2 * quantum(360.0) + 1e-14 * (view.distance + shown[2]))
            yield "corners outside the viewport, over the allowed", out / (
                allowed + 1e-6 * view.height), 1
            # The row of the screen is rounded, and a low eye's rays are next to level.
            fall = max(height_of(camera), mpf("1e-300")) / far
            yield "corners beyond the far plane, relative over the allowed", max(
                shown[2] / far - 1, 0) / (1e-9 + 1e-6 / far + 1e-14 / fall), 1
    request = {"op": "visibleRegion", "camera": camera_json(view),
               "viewport": viewport_json(view)}
    if projection == "globe":
        request["projection"] = projection
    return request, judge


def visible_flat(source):
    """visibleRegion in the flat map"""
    view = query_view(source)
    return visible(source, view, FlatCamera(view), "flat")


def visible_globe(source):
    """visibleRegion on the globe"""
    view = globe_view(source)
    if view.pitch == 90:
        return visible_globe(source)
    return visible(source, view, GlobeCamera(view), "globe")


OPERATIONS = {
    "lookAt, globe": (look, 300), "eye, globe": (eye_of, 200), "project, globe": (project, 400),
    "unproject, globe": (unproject, 400), "visibleRegion": (visible_flat, 150),
    "visibleRegion, globe": (visible_globe, 100),
}
