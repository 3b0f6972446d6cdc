// GLM behind a plain C header: clients need no C++ interoperability and never see GLM.
// Matrices are column-major, vectors are columns; clip space has z in [0, 1].
#ifndef CBELVEDEREGLM_H
#define CBELVEDEREGLM_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct { double x, y, z; } bv_vec3;
typedef struct { double x, y, z, w; } bv_vec4;
typedef struct { bv_vec4 c0, c1, c2, c3; } bv_mat4;
typedef struct { double x, y, z, w; } bv_quat;

bv_mat4 bv_mat4_multiply(const bv_mat4 *a, const bv_mat4 *b);
bv_mat4 bv_mat4_inverse(const bv_mat4 *m);
double bv_mat4_determinant(const bv_mat4 *m);
bv_mat4 bv_look_at(bv_vec3 eye, bv_vec3 target, bv_vec3 up);
// Angles in radians.
bv_mat4 bv_perspective(double vertical_fov, double aspect, double near, double far);
bv_mat4 bv_perspective_infinite_reversed(double vertical_fov, double aspect, double near);
// viewport: x, y, width, height; window y grows upwards, as in GLM.
bv_vec3 bv_project(bv_vec3 p, const bv_mat4 *model_view, const bv_mat4 *projection, bv_vec4 viewport);
bv_vec3 bv_unproject(bv_vec3 window, const bv_mat4 *model_view, const bv_mat4 *projection, bv_vec4 viewport);

bv_quat bv_quat_axis_angle(bv_vec3 axis, double angle);
bv_quat bv_quat_multiply(bv_quat a, bv_quat b);
bv_quat bv_quat_slerp(bv_quat a, bv_quat b, double t);
bv_vec3 bv_quat_rotate(bv_quat q, bv_vec3 v);
bv_mat4 bv_quat_matrix(bv_quat q);

// out[i] = m * (in[i], 1), no perspective division; in and out must not overlap.
void bv_transform_points(const bv_mat4 *m, const bv_vec3 *in, bv_vec4 *out, long count);

#ifdef __cplusplus
}
#endif
#endif
