"""The camera in the flat map (conventions, section 3)."""
from dataclasses import dataclass

from mpmath import mp, mpf

from .mercator import (WORLD, latitude_of, longitude_of, map_x, map_y, meters_per_map_point,
                       short_way)
from .numbers import (along, atan2_deg, cos_deg, dot, minus, sin_deg, tan_deg, wrap_heading)


@dataclass(frozen=True)
class View:
    """A camera, its ground, a viewport: doubles."""
    latitude: float
    longitude: float
    distance: float
    pitch: float
    heading: float
    ground: float = 0.0
    width: float = 800.0
    height: float = 600.0
    field_of_view: float = 30.0
    top: float = 0.0
    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0


def axes(pitch, heading):
    """Forward, up, right."""
    sp, cp, sh, ch = sin_deg(pitch), cos_deg(pitch), sin_deg(heading), cos_deg(heading)
    return (sp * sh, sp * ch, -cp), (cp * sh, cp * ch, sp), (ch, -sh, mpf(0))


def focal_length(view):
    """Points from the eye to the screen."""
    return mpf(view.height) / 2 / tan_deg(mpf(view.field_of_view) / 2)


def principal_point(view):
    """The middle of what the padding leaves."""
    return ((mpf(view.left) + mpf(view.width) - mpf(view.right)) / 2,
            (mpf(view.top) + mpf(view.height) - mpf(view.bottom)) / 2)


def to_screen(view, basis, v):
    """Point and depth of a vector from the eye; None beside or behind it."""
    forward, up, right = basis
    depth = dot(v, forward)
    if depth <= 0:
        return None
    k = focal_length(view)
    x, y = principal_point(view)
    return x + k * dot(v, right) / depth, y - k * dot(v, up) / depth, depth


def ray(view, basis, point):
    """The direction through a screen point, 1 along the line of sight."""
    forward, up, right = basis
    k = focal_length(view)
    x, y = principal_point(view)
    return along(along(forward, right, (mpf(point[0]) - x) / k), up, (y - mpf(point[1])) / k)


class FlatCamera:
    """A view in the metric frame at its centre."""

    def __init__(self, view):
        self.view = view
        self.x, self.y = map_x(view.longitude), map_y(view.latitude)
        self.scale = meters_per_map_point(view.latitude)
        self.basis = axes(view.pitch, view.heading)
        self.eye = along((mpf(0), mpf(0), mpf(view.ground)), self.basis[0], -mpf(view.distance))

    def position(self, latitude, longitude, elevation):
        """Metres east, north, up."""
        return (short_way(map_x(longitude) - self.x) * self.scale,
                (self.y - map_y(latitude)) * self.scale, mpf(elevation))

    def map_point(self, east, north):
        """The map point at a position; not wrapped."""
        return self.x + east / self.scale, self.y - north / self.scale

    def eye_result(self):
        """Latitude and longitude below the eye, altitude above the centre, elevation."""
        x, y = self.map_point(self.eye[0], self.eye[1])
        altitude = mpf(self.view.distance) * cos_deg(self.view.pitch)
        return latitude_of(y), longitude_of(x), altitude, self.eye[2]

    def is_eye_on_map(self):
        """Whether the eye stands over the map and not beyond its northern or southern edge."""
        return 0 <= self.map_point(self.eye[0], self.eye[1])[1] <= WORLD

    def project(self, latitude, longitude, elevation):
        """Point and depth, or None."""
        v = minus(self.position(latitude, longitude, elevation), self.eye)
        return to_screen(self.view, self.basis, v)

    def unproject(self, point, elevation):
        """(kind, latitude, longitude, length of the ray); kind is ground, sky, behind or beyond.

        Sky: the ray runs level, or away from a plane that is not above the eye. Behind: it falls,
        and the plane is not below the eye. Beyond: the plane is met past the map's northern or
        southern edge, or more than half a world to a side, where project would take the other way
        round.
        """
        d = ray(self.view, self.basis, point)
        height = self.eye[2] - mpf(elevation)
        if height * d[2] >= 0:
            return "behind" if d[2] < 0 else "sky", None, None, None
        t = -height / d[2]
        hit = along(self.eye, d, t)
        x, y = self.map_point(hit[0], hit[1])
        length = t * mp.sqrt(dot(d, d))
        on_map = 0 <= y <= WORLD and abs(x - self.x) <= WORLD / 2
        if on_map:
            return "ground", latitude_of(y), longitude_of(x), length
        return "beyond", None, None, length

    def horizon(self):
        """The screen y of the rays that are horizontal, the same for all x; None straight down."""
        forward, up, _ = self.basis
        if up[2] == 0:
            return None
        return principal_point(self.view)[1] + focal_length(self.view) * forward[2] / up[2]


def look_at(center, eye, altitude):
    """Distance, pitch, heading of the camera whose eye stands over a coordinate."""
    scale = meters_per_map_point(center[0])
    east = short_way(map_x(eye[1]) - map_x(center[1])) * scale
    north = (map_y(center[0]) - map_y(eye[0])) * scale
    across = mp.hypot(east, north)
    distance = mp.hypot(across, mpf(altitude))
    if across == 0:
        return distance, mpf(0), mpf(0)
    return (distance, atan2_deg(across, mpf(altitude)), wrap_heading(atan2_deg(-east, -north)))
