#include "PeerMaths.h"

#include <GeographicLib/Config.h>
#include <GeographicLib/Geocentric.hpp>
#include <GeographicLib/Geodesic.hpp>
#include <GeographicLib/PolygonArea.hpp>

using GeographicLib::Geocentric;
using GeographicLib::Geodesic;
using GeographicLib::PolygonArea;

const char *peer_geographiclib_version(void) { return GEOGRAPHICLIB_VERSION_STRING; }

void peer_geodesic_inverse(size_t count, const double *q, double *a) {
  const Geodesic &earth = Geodesic::WGS84();
  for (size_t i = 0; i < count; i++, q += 4, a += 3)
    earth.Inverse(q[0], q[1], q[2], q[3], a[0], a[1], a[2]);
}

void peer_geodesic_direct(size_t count, const double *q, double *a) {
  const Geodesic &earth = Geodesic::WGS84();
  for (size_t i = 0; i < count; i++, q += 4, a += 3)
    earth.Direct(q[0], q[1], q[2], q[3], a[0], a[1], a[2]);
}

void peer_ecef_forward(size_t count, const double *q, double *a) {
  const Geocentric &earth = Geocentric::WGS84();
  for (size_t i = 0; i < count; i++, q += 3, a += 3)
    earth.Forward(q[0], q[1], q[2], a[0], a[1], a[2]);
}

void peer_ecef_inverse(size_t count, const double *q, double *a) {
  const Geocentric &earth = Geocentric::WGS84();
  for (size_t i = 0; i < count; i++, q += 3, a += 3)
    earth.Reverse(q[0], q[1], q[2], a[0], a[1], a[2]);
}

void peer_polygon(size_t count, size_t vertices, const double *q, double *a) {
  for (size_t i = 0; i < count; i++, a += 2) {
    PolygonArea polygon(Geodesic::WGS84());
    for (size_t j = 0; j < vertices; j++, q += 2)
      polygon.AddPoint(q[0], q[1]);
    polygon.Compute(false, true, a[0], a[1]);
  }
}
