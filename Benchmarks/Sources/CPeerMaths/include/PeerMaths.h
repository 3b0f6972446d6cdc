// What other people's C++ answers to the questions that belvedere-maths-bench times: geodesics by
// GeographicLib, views by GLM. A call is a whole series of questions, so that crossing from Swift
// to C++ costs nothing. Angles are degrees, lengths metres.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// GeographicLib's version, such as "2.1.2".
const char *peer_geographiclib_version(void);

/// GLM's version, such as "0.9.9.8".
const char *peer_glm_version(void);

/// lat1, lon1, lat2, lon2 → distance, azimuth at the start, azimuth on arrival.
void peer_geodesic_inverse(size_t count, const double *questions, double *answers);

/// lat, lon, azimuth, distance → lat, lon, azimuth on arrival.
void peer_geodesic_direct(size_t count, const double *questions, double *answers);

/// lat, lon, height → x, y, z.
void peer_ecef_forward(size_t count, const double *questions, double *answers);

/// x, y, z → lat, lon, height.
void peer_ecef_inverse(size_t count, const double *questions, double *answers);

/// `count` polygons of `vertices` × (lat, lon) → perimeter, area (positive anticlockwise).
void peer_polygon(size_t count, size_t vertices, const double *questions, double *answers);

/// A camera and the viewport before it.
typedef struct {
  double latitude, longitude, distance, pitch, heading;
  double width, height, fieldOfView;
} PeerCamera;

/// lat, lon, elevation → x, y in screen points, depth along the line of sight.
void peer_project(
    const PeerCamera *camera, size_t count, const double *questions, double *answers);

/// x, y in screen points, elevation of the plane that is met → lat, lon.
void peer_unproject(
    const PeerCamera *camera, size_t count, const double *questions, double *answers);

/// lat, lon, height above the ellipsoid → x, y in screen points, depth; hidden or not.
void peer_globe_project(
    const PeerCamera *camera, size_t count, const double *questions, double *answers);

/// x, y in screen points whose rays meet the ellipsoid → lat, lon.
void peer_globe_unproject(
    const PeerCamera *camera, size_t count, const double *questions, double *answers);

#ifdef __cplusplus
}
#endif
