#define GLM_FORCE_DEPTH_ZERO_TO_ONE
#include "CBelvedereGLM.h"

#include <cmath>
#include <cstring>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#pragma STDC FP_CONTRACT OFF

namespace {

template <class To, class From>
To cast(const From &from) {
  static_assert(sizeof(To) == sizeof(From), "layouts differ");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

glm::dmat4 mat(const bv_mat4 *m) { return cast<glm::dmat4>(*m); }
glm::dvec3 vec(bv_vec3 v) { return {v.x, v.y, v.z}; }
// GLM's constructor takes w first; its storage has w last.
glm::dquat quat(bv_quat q) { return glm::dquat(q.w, q.x, q.y, q.z); }
bv_quat quat(const glm::dquat &q) { return {q.x, q.y, q.z, q.w}; }
bv_vec3 vec(const glm::dvec3 &v) { return {v.x, v.y, v.z}; }

}  // namespace

bv_mat4 bv_mat4_multiply(const bv_mat4 *a, const bv_mat4 *b) {
  return cast<bv_mat4>(mat(a) * mat(b));
}

bv_mat4 bv_mat4_inverse(const bv_mat4 *m) { return cast<bv_mat4>(glm::inverse(mat(m))); }

double bv_mat4_determinant(const bv_mat4 *m) { return glm::determinant(mat(m)); }

bv_mat4 bv_look_at(bv_vec3 eye, bv_vec3 target, bv_vec3 up) {
  return cast<bv_mat4>(glm::lookAt(vec(eye), vec(target), vec(up)));
}

bv_mat4 bv_perspective(double vertical_fov, double aspect, double near, double far) {
  return cast<bv_mat4>(glm::perspective(vertical_fov, aspect, near, far));
}

bv_mat4 bv_perspective_infinite_reversed(double vertical_fov, double aspect, double near) {
  // The limit far -> infinity of the perspective matrix with depth 1 at the near plane and 0 at
  // infinity (Lapidous & Jiao 1999; Upchurch & Desbrun 2012).
  glm::dmat4 m(0.0);
  const double f = 1.0 / std::tan(vertical_fov * 0.5);
  m[0][0] = f / aspect;
  m[1][1] = f;
  m[2][3] = -1.0;
  m[3][2] = near;
  return cast<bv_mat4>(m);
}

bv_vec3 bv_project(bv_vec3 p, const bv_mat4 *mv, const bv_mat4 *proj, bv_vec4 vp) {
  return vec(glm::project(vec(p), mat(mv), mat(proj), glm::dvec4(vp.x, vp.y, vp.z, vp.w)));
}

bv_vec3 bv_unproject(bv_vec3 w, const bv_mat4 *mv, const bv_mat4 *proj, bv_vec4 vp) {
  return vec(glm::unProject(vec(w), mat(mv), mat(proj), glm::dvec4(vp.x, vp.y, vp.z, vp.w)));
}

bv_quat bv_quat_axis_angle(bv_vec3 axis, double angle) {
  return quat(glm::angleAxis(angle, glm::normalize(vec(axis))));
}

bv_quat bv_quat_multiply(bv_quat a, bv_quat b) { return quat(quat(a) * quat(b)); }

bv_quat bv_quat_slerp(bv_quat a, bv_quat b, double t) {
  return quat(glm::slerp(quat(a), quat(b), t));
}

bv_vec3 bv_quat_rotate(bv_quat q, bv_vec3 v) { return vec(quat(q) * vec(v)); }

bv_mat4 bv_quat_matrix(bv_quat q) { return cast<bv_mat4>(glm::mat4_cast(quat(q))); }

void bv_transform_points(const bv_mat4 *m, const bv_vec3 *in, bv_vec4 *out, long count) {
  const glm::dmat4 matrix = mat(m);
  for (long i = 0; i < count; ++i) {
    out[i] = cast<bv_vec4>(matrix * glm::dvec4(in[i].x, in[i].y, in[i].z, 1.0));
  }
}
