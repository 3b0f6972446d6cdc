"""Tables of the camera in the flat map."""
import dataclasses
import math

from mpmath import mpf

from cases import Source, awkward_views
from exact.camera import FlatCamera, look_at, principal_point
from exact.mercator import EDGE
from exact.numbers import cos_deg, nearest
from table import Table

VIEW_COLUMNS = ("latitude,longitude,distance,pitch,heading,ground,width,height,fieldOfView,"
                "top,left,bottom,right")


def view_cells(view):
    """The numbers of a view."""
    return dataclasses.astuple(view)


def screen_points(source, view, camera):
    """Points of the screen and some beyond it; those about the horizon among them."""
    w, h = view.width, view.height
    center = tuple(nearest(v) for v in principal_point(view))
    points = [center, (0.0, 0.0), (w, h), (w, 0.0)]
    points += [(source.uniform(0, w), source.uniform(0, h)) for _ in range(2)]
    points.append((source.uniform(-w, 2 * w), source.uniform(-h, 2 * h)))
    horizon = camera.horizon()
    if horizon is not None and -3 * h < horizon < 4 * h:
        y = nearest(horizon)
        x = source.uniform(0, w)
        points += [(x, y + 1), (x, y + 1e-3), (x, y - 1), (0.0, y + 1), (w, y + 20)]
    return points


def elevations(source, view):
    """Heights of planes: the ground's, the datum, others, above the eye."""
    eye = view.ground + view.distance * nearest(cos_deg(view.pitch))
    return source.choice((view.ground, view.ground, 0.0, source.uniform(-100, 500),
                          eye * 1.5 + 1, -11000.0))


def is_clear(camera, point, elevation, result):
    """Whether a result would be the same for inputs a little different."""
    kind, latitude, longitude, _ = result
    if kind in ("sky", "behind"):
        height = mpf(elevation) - camera.eye[2]
        if 0 < abs(height) < 1e-9:
            return False
    shifted = [camera.unproject((point[0] + dx, point[1] + dy), elevation)[0]
               for dx, dy in ((0, 1e-6), (0, -1e-6), (1e-6, 0), (-1e-6, 0))]
    return all(other == kind for other in shifted)


def places(source, view, camera):
    """Coordinates with elevations to project."""
    yield view.latitude, view.longitude, view.ground
    yield view.latitude, view.longitude + source.choice((360.0, -720.0)), view.ground + 1
    yield math.nextafter(view.latitude, 0), math.nextafter(view.longitude, 0), view.ground
    yield (*source.coordinate(), source.uniform(-400, 9000))
    if camera.is_eye_on_map():
        latitude, longitude, _, elevation = (nearest(v) for v in camera.eye_result())
        yield latitude, longitude, elevation - source.logarithmic(1, 1000)
        yield latitude, longitude, elevation + source.logarithmic(1, 1000)
    for _ in range(4):
        point = source.uniform(0, view.width), source.uniform(0, view.height)
        elevation = source.choice((view.ground, view.ground + source.uniform(0, 300)))
        kind, latitude, longitude, _ = camera.unproject(point, elevation)
        if kind == "ground":
            yield nearest(latitude), nearest(longitude), elevation


def flat():
    """Views, eyes, horizons, project, unproject."""
    source = Source(11)
    views = awkward_views() + [source.view() for _ in range(160)]
    views += [source.view(distance=20.0, longitude=x) for x in (180.0, -180.0, 540.0, -900.0)]
    views = list(dict.fromkeys(views))
    table = Table("views", VIEW_COLUMNS, "Row n is the view n, from 0.")
    eye = Table("eye", "view -> latitude,longitude,altitude,elevation",
                "nil where the eye stands beyond the map's northern or southern edge.")
    horizon = Table("horizon", "view -> y of the horizon at all x; nil straight down")
    project = Table("project", "view,latitude,longitude,elevation -> x,y,depth; nil behind the eye")
    unproject = Table(
        "unproject", "view,x,y,elevation -> kind,latitude,longitude,length of the ray",
        "kind: ground; sky; behind (the ray falls, the plane is above the eye); beyond (the map's "
        "edge, or half a world to a side).")
    for n, view in enumerate(views):
        camera = FlatCamera(view)
        table.add(*view_cells(view))
        result = camera.eye_result()
        on_map = camera.is_eye_on_map()
        eye.add(n, *(result[:2] if on_map else (None, None)), *result[2:])
        horizon.add(n, camera.horizon())
        for place in places(source, view, camera):
            # A tie: exactly half a world away is as far to the east as to the west.
            if abs(_half_turn(place[1] - view.longitude)) < 1e-9 or abs(place[0]) > EDGE:
                continue
            found = camera.project(*place)
            project.add(n, *place, *(found or (None, None, None)))
        for point in screen_points(source, view, camera):
            elevation = elevations(source, view)
            found = camera.unproject(point, elevation)
            if is_clear(camera, point, elevation, found):
                unproject.add(n, *point, elevation, *found)
    return [table, eye, horizon, project, unproject]


def _half_turn(change):
    return abs(math.remainder(change, 360)) - 180


def look():
    """The camera from its eye."""
    source = Source(12)
    table = Table("look-at", "latitude,longitude of the centre, of the eye, eyeAltitude -> "
                  "distance,pitch,heading")
    rows = [((37.8, -122.4), (37.8, -122.4), 500.0), ((0.0, 180.0), (0.0, -180.0), 1.0),
            ((10.0, 170.0), (10.0, -170.0), 2e5), ((EDGE, 0.0), (EDGE, 179.0), 20.0),
            ((EDGE, 0.0), (-EDGE, 0.0), 2e7), ((-EDGE, 5.0), (EDGE, 5.0), 1e-3),
            ((10.0, 10.1), (10.0, -169.9), 1000.0), ((10.0, 540.0), (10.0, -900.0), 1000.0),
            ((10.0, 0.0), (10.0, 720.0 + 2 ** -40), 1000.0)]
    for _ in range(700):
        center, eye = source.coordinate(), source.coordinate()
        if source.chance(0.7):
            reach = source.logarithmic(1e-13, 10)
            eye = (min(max(center[0] + source.uniform(-reach, reach), -EDGE), EDGE),
                   center[1] + source.uniform(-reach, reach))
        rows.append((center, eye, source.logarithmic(1, 2e7)))
    for center, eye, altitude in rows:
        if _half_turn(eye[1] - center[1]) != 0:
            table.add(*center, *eye, altitude, *look_at(center, eye, altitude))
    return [table]


def tables():
    """All of them."""
    return flat() + look()
