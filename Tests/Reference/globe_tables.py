"""Tables of the camera over the curved Earth."""
import math

from mpmath import mpf

from camera_tables import VIEW_COLUMNS, view_cells
from cases import EDGE, FIELDS, PITCHES, Source
from exact.camera import View, principal_point
from exact.globe import GlobeCamera
from exact.ellipsoid import height
from exact.numbers import nearest
from table import Table


def views(source):
    """Views over the globe, the poles among them."""
    base = dict(latitude=37.8, longitude=-122.4, distance=1000.0, pitch=60.0, heading=30.0)
    changes = [dict(pitch=p, distance=d) for p in PITCHES for d in (20.0, 3e6)]
    changes += [dict(latitude=s * 90.0, longitude=x, pitch=p) for s in (-1, 1)
                for x in (0.0, -123.0, 180.0) for p in (0.0, 70.0)]
    changes += [dict(latitude=y, longitude=x, distance=d) for y in (0.0, EDGE, -89.9999)
                for x in (180.0, -180.0, 540.0, -900.0) for d in (20.0, 1e5)]
    changes += [dict(field_of_view=f, distance=d) for f in FIELDS for d in (1e3, 2e7)]
    changes += [dict(distance=2e7, pitch=p) for p in (0.0, 1.0, 15.0, 30.0)]
    changes += [dict(ground=g) for g in (-430.0, 8848.0)]
    made = [View(**{**base, **change}) for change in changes]
    made += [source.view(latitude=source.latitude(90.0)) for _ in range(110)]
    return list(dict.fromkeys(made))


def limb_points(source, view, camera):
    """The horizon at three x, and points one and twenty under and one above it."""
    cx = nearest(principal_point(view)[0])
    limbs = [camera.horizon(x) for x in (0.0, cx, view.width)]
    points = []
    for x, limb in zip((0.0, cx, view.width), limbs):
        if limb is not None and -view.height < limb[0] < 2 * view.height:
            y = nearest(limb[0])
            points += [(x, y + 1), (x, y - 1), (x, y + 20)]
    if points and source.chance(0.5):
        points.append((points[0][0], points[0][1] - 0.999))
    return limbs, points


def is_clear(camera, point, elevation, kind):
    """Whether the kind would be the same for a point a little off."""
    return all(camera.unproject((point[0], point[1] + dy), elevation)[0] == kind
               for dy in (1e-6, -1e-6))


def tables():
    """All of them."""
    source = Source(21)
    listing = Table("globe-views", VIEW_COLUMNS, "Row n is the view n, from 0; the ground is a "
                    "height above WGS 84.")
    eye = Table("globe-eye", "view -> latitude,longitude,height; ECEF x,y,z")
    horizon = Table(
        "globe-horizon", "view,x -> y,metres from the eye to the limb",
        "The upper limb of WGS 84 (height 0); nil where no ray above that x grazes it.")
    project = Table(
        "globe-project", "view,latitude,longitude,elevation -> x,y,depth,visible",
        "nil behind the eye; visible: WGS 84 does not hide it, nil where that is close.")
    unproject = Table(
        "globe-unproject", "view,x,y,elevation -> kind,latitude,longitude,length of the ray",
        "The first point of the ray whose geodetic height is the elevation; ground or sky.")
    for n, view in enumerate(views(source)):
        camera = GlobeCamera(view)
        listing.add(*view_cells(view))
        eye.add(n, *camera.eye_result(), *camera.eye)
        limbs, points = limb_points(source, view, camera)
        center = tuple(nearest(v) for v in principal_point(view))
        for x, limb in zip((0.0, center[0], view.width), limbs):
            horizon.add(n, x, *(limb or (None, None)))
        points += [center, (0.0, 0.0), (view.width, view.height)]
        points += [(source.uniform(0, view.width), source.uniform(0, view.height))
                   for _ in range(3)]
        lift = height(camera.eye)[0]
        seen = []
        for point in points:
            elevation = source.choice((view.ground, view.ground, 0.0, source.uniform(-100, 500)))
            if not lift > mpf(elevation) + 1e-6:
                continue
            found = camera.unproject(point, elevation)
            if found[0] != "graze" and is_clear(camera, point, elevation, found[0]):
                unproject.add(n, *point, elevation, *found)
            if found[0] == "ground":
                seen.append((nearest(found[1]), nearest(found[2]), elevation))
        seen = seen[:5] + [
            (view.latitude, view.longitude, view.ground),
            (math.nextafter(view.latitude, 0), view.longitude + 360, view.ground + 1),
            (-view.latitude, view.longitude + 180, 0.0),
            (*source.coordinate(90.0), source.uniform(-400, 9000))]
        for place in seen:
            found = camera.project(*place)
            project.add(n, *place, *(found or (None, None, None)), camera.is_visible(*place))
    return [listing, eye, horizon, project, unproject]
