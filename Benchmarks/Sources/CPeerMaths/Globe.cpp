#include "PeerMaths.h"

#define GLM_FORCE_RADIANS
#include <GeographicLib/Geocentric.hpp>
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_projection.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/glm.hpp>

using GeographicLib::Geocentric;

namespace {

/// The view over the ellipsoid as a program on these two libraries would keep it: matrices in
/// Earth-centred coordinates.
struct GlobeView {
  const Geocentric &earth = Geocentric::WGS84();
  glm::dvec3 eye;
  glm::dmat4 view, projection;
  glm::dvec4 viewport;

  explicit GlobeView(const PeerCamera &c) : viewport(0, 0, c.width, c.height) {
    const double phi = glm::radians(c.latitude), lambda = glm::radians(c.longitude);
    const glm::dvec3 east(-std::sin(lambda), std::cos(lambda), 0);
    const glm::dvec3 up(
        std::cos(phi) * std::cos(lambda), std::cos(phi) * std::sin(lambda), std::sin(phi));
    const glm::dvec3 north = glm::cross(up, east);
    glm::dvec3 center;
    earth.Forward(c.latitude, c.longitude, 0, center.x, center.y, center.z);
    const double pitch = glm::radians(c.pitch), heading = glm::radians(c.heading);
    const glm::dvec3 ahead = east * std::sin(heading) + north * std::cos(heading);
    const glm::dvec3 forward = ahead * std::sin(pitch) - up * std::cos(pitch);
    eye = center - forward * c.distance;
    view = glm::lookAt(eye, center, ahead * std::cos(pitch) + up * std::sin(pitch));
    projection = glm::perspective(
        glm::radians(c.fieldOfView), c.width / c.height, c.distance / 100, c.distance * 100);
  }
};

} // namespace

void peer_globe_project(const PeerCamera *camera, size_t count, const double *q, double *a) {
  const GlobeView v(*camera);
  for (size_t i = 0; i < count; i++, q += 3, a += 3) {
    glm::dvec3 place;
    v.earth.Forward(q[0], q[1], q[2], place.x, place.y, place.z);
    const glm::dvec3 window = glm::project(place, v.view, v.projection, v.viewport);
    a[0] = window.x;
    a[1] = v.viewport.w - window.y;
    a[2] = -(v.view * glm::dvec4(place, 1)).z;
  }
}

void peer_globe_unproject(const PeerCamera *camera, size_t count, const double *q, double *a) {
  const GlobeView v(*camera);
  const double radius = v.earth.EquatorialRadius();
  const double stretch = 1 / (1 - v.earth.Flattening());
  for (size_t i = 0; i < count; i++, q += 2, a += 2) {
    const glm::dvec3 window(q[0], v.viewport.w - q[1], 0.5);
    const glm::dvec3 ray = glm::unProject(window, v.view, v.projection, v.viewport) - v.eye;
    // Where the ray enters the sphere that the ellipsoid becomes when it is stretched.
    const glm::dvec3 o(v.eye.x, v.eye.y, v.eye.z * stretch), d(ray.x, ray.y, ray.z * stretch);
    const double dd = glm::dot(d, d), od = glm::dot(o, d);
    const double root = std::sqrt(od * od - dd * (glm::dot(o, o) - radius * radius));
    const glm::dvec3 place = v.eye + ray * ((-od - root) / dd);
    double height;
    v.earth.Reverse(place.x, place.y, place.z, a[0], a[1], height);
  }
}
