#include "PeerMaths.h"

#define GLM_FORCE_RADIANS
#include <cmath>
#include <glm/ext/matrix_clip_space.hpp>
#include <glm/ext/matrix_projection.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/glm.hpp>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *peer_glm_version(void) {
  return TEXT(GLM_VERSION_MAJOR) "." TEXT(GLM_VERSION_MINOR) "." TEXT(GLM_VERSION_PATCH) "." TEXT(
      GLM_VERSION_REVISION);
}

namespace {

constexpr double earthRadius = 6378137;
constexpr double pi = 3.14159265358979323846;

double mercatorX(double longitude) { return earthRadius * glm::radians(longitude); }
double mercatorY(double latitude) { return earthRadius * std::atanh(std::sin(glm::radians(latitude))); }

/// The view as a program on GLM would keep it: two matrices and a viewport, in the metric frame at
/// the camera's centre.
struct View {
  double scale, originX, originY;
  glm::dvec3 eye;
  glm::dmat4 view, projection;
  glm::dvec4 viewport;

  explicit View(const PeerCamera &c)
      : scale(std::cos(glm::radians(c.latitude))), originX(mercatorX(c.longitude)),
        originY(mercatorY(c.latitude)), viewport(0, 0, c.width, c.height) {
    const double pitch = glm::radians(c.pitch), heading = glm::radians(c.heading);
    const glm::dvec3 forward(
        std::sin(pitch) * std::sin(heading), std::sin(pitch) * std::cos(heading), -std::cos(pitch));
    const glm::dvec3 up(
        std::cos(pitch) * std::sin(heading), std::cos(pitch) * std::cos(heading), std::sin(pitch));
    eye = -c.distance * forward;
    view = glm::lookAt(eye, glm::dvec3(0), up);
    projection = glm::perspective(
        glm::radians(c.fieldOfView), c.width / c.height, c.distance / 100, c.distance * 100);
  }
};

} // namespace

void peer_project(const PeerCamera *camera, size_t count, const double *q, double *a) {
  const View v(*camera);
  for (size_t i = 0; i < count; i++, q += 3, a += 3) {
    double dx = mercatorX(q[1]) - v.originX;
    dx -= std::round(dx / (2 * pi * earthRadius)) * (2 * pi * earthRadius);
    const glm::dvec3 place(dx * v.scale, (mercatorY(q[0]) - v.originY) * v.scale, q[2]);
    const glm::dvec3 window = glm::project(place, v.view, v.projection, v.viewport);
    a[0] = window.x;
    a[1] = v.viewport.w - window.y;
    a[2] = -(v.view * glm::dvec4(place, 1)).z;
  }
}

void peer_unproject(const PeerCamera *camera, size_t count, const double *q, double *a) {
  const View v(*camera);
  for (size_t i = 0; i < count; i++, q += 3, a += 2) {
    // One point of the ray is the eye, the other any point behind the screen point.
    const glm::dvec3 window(q[0], v.viewport.w - q[1], 0.5);
    const glm::dvec3 ray = glm::unProject(window, v.view, v.projection, v.viewport) - v.eye;
    const glm::dvec3 place = v.eye + ray * ((q[2] - v.eye.z) / ray.z);
    const double x = v.originX + place.x / v.scale, y = v.originY + place.y / v.scale;
    a[0] = glm::degrees(std::atan(std::sinh(y / earthRadius)));
    double longitude = glm::degrees(x / earthRadius);
    a[1] = longitude - std::floor((longitude + 180) / 360) * 360;
  }
}
