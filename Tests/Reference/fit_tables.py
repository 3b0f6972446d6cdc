"""Tables of the exact fit."""
from cases import EDGE, Source
from exact import fit
from exact.camera import FlatCamera, View
from exact.numbers import nearest
from table import Table


def problem(source):
    """A view without a centre, and points to show."""
    width, height = source.choice(((1280.0, 720.0), (390.0, 844.0), (800.0, 800.0), (64.0, 2000.0)))
    top, left, bottom, right = source.padding(width, height)
    view = View(
        latitude=0.0, longitude=0.0, distance=1.0,
        pitch=source.choice((0.0, 45.0, 60.0, 80.0)) if source.chance(0.5)
        else source.uniform(0, 85),
        heading=source.choice((0.0, 90.0, 175.0)) if source.chance(0.3)
        else source.uniform(0, 360),
        ground=source.uniform(-100, 2000) if source.chance(0.3) else 0.0,
        width=width, height=height,
        field_of_view=source.choice((30.0, 30.0, 10.0, 60.0, 100.0)),
        top=top, left=left, bottom=bottom, right=right)
    size = source.logarithmic(1e-4, 20)
    middle = source.uniform(-75, 75), source.choice((180.0, -180.0, 0.0, source.longitude(179)))
    count = source.choice((2, 2, 3, 4, 8))
    tall = size * 1e5 * source.choice((0.0, 0.0, 0.1, 1.0))
    points = [(min(max(middle[0] + source.uniform(-size, size), -EDGE), EDGE),
               middle[1] + source.uniform(-size, size),
               view.ground + source.uniform(0, tall) if tall else view.ground)
              for _ in range(count)]
    return view, points


def check(view, points, found):
    """All points inside the padding's rectangle, and two opposite edges touched."""
    camera = FlatCamera(View(**{**vars(view), "latitude": found[0], "longitude": found[1],
                                "distance": found[2]}))
    screen = [camera.project(*p) for p in points]
    gaps = [min(p[0] for p in screen) - view.left,
            view.width - view.right - max(p[0] for p in screen),
            min(p[1] for p in screen) - view.top,
            view.height - view.bottom - max(p[1] for p in screen)]
    assert min(gaps) > -1e-30, gaps
    assert min(abs(gaps[0] - gaps[1]), abs(gaps[2] - gaps[3])) < 1e-30
    touched = [abs(g) < 1e-30 for g in gaps]
    assert touched[0] and touched[1] or touched[2] and touched[3], gaps


def tables():
    """All of them."""
    source = Source(31)
    table = Table(
        "fit",
        "pitch,heading,ground,width,height,fieldOfView,top,left,bottom,right,tight latitude,"
        "longitude,distance,near latitude,longitude,distance,points as latitude,longitude,"
        "elevation",
        "tight: furthest along the line of sight, equal margins; near: least distance.")
    while len(table.rows) < 420:
        view, points = problem(source)
        tight = fit.solve(view, points, "tight")
        near = fit.solve(view, points, "near")
        if tight is None or tight[2] > 5e7:
            continue
        check(view, points, tight)
        if near is not None:
            check(view, points, near)
        table.add(view.pitch, view.heading, view.ground, view.width, view.height,
                  view.field_of_view, view.top, view.left, view.bottom, view.right,
                  *tight, *(near or (None, None, None)),
                  *(nearest(v) for p in points for v in p))
    return [table]
