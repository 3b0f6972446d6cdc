"""Prints the facts of GradientTests: gdaldem (GDAL 3.6.2) on a small grid of metres, and Keys' cubic
convolution in numpy. Needs gdal-bin, numpy and rasterio."""
import subprocess, tempfile, os
import numpy as np, rasterio
from rasterio.transform import from_origin

def grid():
    y, x = np.mgrid[0:7, 0:8].astype(float)
    return np.round(120 + 17 * x - 9 * y + 25 * np.sin(1.3 * x) * np.cos(0.9 * y) + 3 * x * y, 2)

z = grid()
with tempfile.TemporaryDirectory() as t:
    p = os.path.join(t, 'z.tif')
    with rasterio.open(p, 'w', driver='GTiff', width=8, height=7, count=1, dtype='float32',
                       crs='EPSG:32610', transform=from_origin(500000, 5000000, 30, 30)) as d:
        d.write(z.astype('float32'), 1)
    def run(mode, *args):
        o = os.path.join(t, mode + '.tif')
        subprocess.run(['gdaldem', mode, p, o, '-q', *args], check=True)
        return rasterio.open(o).read(1)[1:-1, 1:-1]
    print('elevations:', z.tolist())
    print('slope:', np.round(run('slope').astype(float), 4).tolist())
    print('aspect:', np.round(run('aspect').astype(float), 4).tolist())
    print('multidirectional:', run('hillshade', '-multidirectional', '-alt', '30').tolist())
    print('directional 315 45:', run('hillshade').tolist())

def keys(t, a=-0.5):
    t = abs(t)
    if t <= 1: return (a + 2) * t**3 - (a + 3) * t**2 + 1
    if t < 2: return a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a
    return 0
for x, y in [(2.25, 3.5), (3.9, 2.1), (4.5, 3.75), (1.01, 1.99)]:
    v = sum(z[j, i] * keys(x - i) * keys(y - j) for j in range(7) for i in range(8))
    print('keys', x, y, round(v, 9))

def mark(row, column):
    """Four lights, weighed by sin squared of the angle between azimuth and aspect."""
    a = z[row - 1:row + 2, column - 1:column + 2]
    k = np.array([1, 2, 1])
    e, n = k @ (a[:, 2] - a[:, 0]) / 240, k @ (a[0] - a[2]) / 240
    normal = np.array([-e, -n, 1]) / np.sqrt(1 + e * e + n * n)
    total = 0
    for azimuth in np.radians([225, 270, 315, 360]):
        light = [np.sqrt(.75) * np.sin(azimuth), np.sqrt(.75) * np.cos(azimuth), .5]
        total += np.sin(np.arctan2(-e, -n) - azimuth)**2 * max(0, normal @ light) / 2
    return round(1 + 254 * total)

print('mark', [[mark(row, column) for column in range(1, 7)] for row in range(1, 6)])
