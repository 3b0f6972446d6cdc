"""The exact fit: the tightest camera of fixed heading and pitch that shows all points.

With the axes fixed, 'P stays inside an edge' is linear in the eye E = (Er, Eu, Ef), its components
along right, up and forward. With a and b the tangents of the half angles that the padding leaves,

    |Pr − Er| ≤ a (Pf − Ef),  |Pu − Eu| ≤ b (Pf − Ef)   for every P,

a linear program in three unknowns whose constraints reduce to four numbers:

    max(Pr − a Pf) + a Ef ≤ Er ≤ min(Pr + a Pf) − a Ef,  and the same with u and b.

Two cameras are given.

- tight: Ef is greatest, so that one pair of opposite edges is touched. Between the other two the
  points keep equal margins on the screen.
- near: among all that show the points, the one of least distance from its centre, when that is
  bounded (the screen's top is below the horizon). Left and right margins are equal.

The frame's scale depends on the centre's latitude, which is a result: the program is solved until
the scale it was solved with is that of the centre found.
"""
from mpmath import mpf

from .camera import axes, focal_length
from .mercator import (WORLD, latitude_of, longitude_of, map_x, map_y, meters_per_map_point,
                       short_way)
from .numbers import dot


def _slack(values, depths, slope, ahead):
    """The interval in which the eye's component may lie."""
    low = max(v - slope * f for v, f in zip(values, depths)) + slope * ahead
    high = min(v + slope * f for v, f in zip(values, depths)) - slope * ahead
    return low, high


def _reach(values, depths, slope):
    """The greatest Ef that leaves the interval not empty."""
    low, high = _slack(values, depths, slope, mpf(0))
    return (high - low) / (2 * slope)


def _balanced(values, depths, ahead):
    """The eye's component from which the extreme slopes are opposite: equal margins.

    The sum of the greatest and the least of (v − E)/depth falls and is linear in pieces; Newton's
    method ends in finitely many steps.
    """
    away = [f - ahead for f in depths]
    eye = sum(values) / len(values)
    for _ in range(200):
        slopes = [(v - eye) / d for v, d in zip(values, away)]
        high, low = slopes.index(max(slopes)), slopes.index(min(slopes))
        found = (values[high] / away[high] + values[low] / away[low]) / (
            1 / away[high] + 1 / away[low])
        if abs(found - eye) < mpf(10) ** -45 * (1 + abs(found)):
            return found
        eye = found
    raise ArithmeticError("the margins do not settle")


def solve(view, points, objective):
    """Latitude and longitude of the centre and distance; None where there is no such camera.

    view gives heading, pitch, ground, viewport; its centre and distance are not used.
    """
    basis = axes(view.pitch, view.heading)
    forward, up, right = basis
    k = focal_length(view)
    a = (mpf(view.width) - mpf(view.left) - mpf(view.right)) / 2 / k
    b = (mpf(view.height) - mpf(view.top) - mpf(view.bottom)) / 2 / k
    x0, y0 = map_x(points[0][1]), map_y(points[0][0])
    plan = [(short_way(map_x(p[1]) - x0), y0 - map_y(p[0]), mpf(p[2])) for p in points]
    latitude = mpf(points[0][0])
    for _ in range(400):
        scale = meters_per_map_point(latitude)
        frame = [(x * scale, y * scale, z) for x, y, z in plan]
        rights, ups, depths = ([dot(p, axis) for p in frame] for axis in (right, up, forward))
        ahead = min(_reach(rights, depths, a), _reach(ups, depths, b))
        if min(depths) - ahead < mpf(10) ** -6:
            # The eye would stand in the nearest point: all others lie in the view from there.
            return None
        if objective == "near" and b * up[2] + forward[2] >= 0:
            return None
        er = _balanced(rights, depths, ahead)
        eu = _slack(ups, depths, b, ahead)[0] if objective == "near" else _balanced(
            ups, depths, ahead)
        eye = tuple(er * r + eu * u + ahead * f for r, u, f in zip(right, up, forward))
        distance = (eye[2] - mpf(view.ground)) / -forward[2]
        if distance <= 0:
            return None
        x = x0 + (eye[0] + distance * forward[0]) / scale
        y = y0 - (eye[1] + distance * forward[1]) / scale
        if not 0 <= y <= WORLD or any(abs(x - x0 - p[0]) > WORLD / 2 for p in plan):
            return None
        found = latitude_of(y)
        if abs(found - latitude) < mpf(10) ** -45:
            return found, longitude_of(x), distance
        latitude = found
    return None
