"""Makes solar-positions.csv: where the sun stands, by two programs that know nothing of this one.

Needs astropy (ERFA's ephemeris, IERS-B for UT1) and pvlib (NREL's SPA). Both without refraction; astropy
sees the sun from the place itself, so its parallax is in the numbers.
"""
import random
import warnings

import astropy
import astropy.units as u
import numpy as np
import pandas
import pvlib
from astropy.coordinates import AltAz, EarthLocation, get_sun
from astropy.time import Time
from astropy.utils import iers
from pvlib import spa

warnings.simplefilter("ignore")
iers.conf.auto_download = False
iers.conf.iers_degraded_accuracy = "ignore"
random.seed(2)

places = [
    (37.7749, -122.4194), (39.742476, -105.1786), (51.4779, 0.0), (0.0, 0.0), (90.0, 0.0), (-90.0, 0.0),
    (89.999, 180.0), (-89.5, -180.0), (66.5622, 25.7294), (-66.5622, 140.0), (23.4368, -109.9),
    (-23.4368, 46.7), (0.0, 180.0), (0.0, -180.0), (-16.8, 179.9999), (52.1, -179.9999),
    (78.2232, 15.6469), (-54.8, -68.3), (27.9881, 86.925), (-33.8688, 151.2093), (64.1466, -21.9426),
]
dates = [
    (1950, 1, 1, 0, 0, 0), (1962, 7, 4, 5, 59, 59), (1972, 2, 29, 23, 59, 59), (1980, 6, 21, 12, 0, 0),
    (1987, 4, 10, 19, 21, 0), (1992, 10, 13, 0, 0, 0), (1999, 12, 31, 23, 59, 59), (2000, 1, 1, 12, 0, 0),
    (2003, 10, 17, 19, 30, 30), (2016, 2, 29, 6, 0, 0), (2024, 3, 20, 3, 6, 0), (2026, 6, 22, 1, 0, 0),
    (2026, 12, 21, 20, 50, 0), (2038, 1, 19, 3, 14, 8), (2049, 12, 31, 18, 0, 0),
]
rows = [(d, p) for d in dates for p in places]
for _ in range(300):
    date = (random.randint(1950, 2050), random.randint(1, 12), random.randint(1, 28),
            random.randint(0, 23), random.randint(0, 59), random.randint(0, 59))
    sine = random.uniform(-1, 1)
    rows.append((date, (round(float(np.degrees(np.arcsin(sine))), 6), round(random.uniform(-180, 180), 6))))

text = ["%04d-%02d-%02dT%02d:%02d:%02d" % d for d, _ in rows]
latitudes = np.array([p[0] for _, p in rows])
longitudes = np.array([p[1] for _, p in rows])
times = Time(text, scale="utc")
location = EarthLocation(lat=latitudes * u.deg, lon=longitudes * u.deg, height=0 * u.m)
sun = get_sun(times).transform_to(AltAz(obstime=times, location=location))

unix = pandas.to_datetime(text, utc=True).as_unit("ns").astype("int64").to_numpy() / 1e9
years = np.array([d[0] for d, _ in rows])
months = np.array([d[1] for d, _ in rows])
difference = spa.calculate_deltat(years, months)

with open("solar-positions.csv", "w") as out:
    out.write(f"# solar_positions.py: astropy {astropy.__version__}, pvlib {pvlib.__version__}\n")
    out.write("# Universal time and place: year,month,day,hour,minute,second,latitude,longitude\n")
    out.write("# -> astropy's azimuth and elevation, pvlib's azimuth and elevation, degrees\n")
    for i, (d, p) in enumerate(rows):
        own = spa.solar_position_numpy(
            np.array([unix[i]]), p[0], p[1], 0, 1013.25, 12, float(difference[i]), 0.0, 1)
        out.write(",".join(str(v) for v in d + p) + ",%.6f,%.6f,%.6f,%.6f\n" % (
            sun.az.deg[i], sun.alt.deg[i], float(own[4][0]), float(own[3][0])))
