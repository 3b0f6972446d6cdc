#include "CBelvedereRays.h"

// One rounding a step, as in Swift: no multiplication is fused with an addition.
#pragma STDC FP_CONTRACT OFF

// The rays that may meet the ground in a square. A bit is set too often rather than not.
#define OVERLAP                                                                                   \
  const double c0 = columns[0], c1 = columns[1], r0 = rows[0], r1 = rows[1];                      \
  int32_t hits[BV_PACKET_SIZE];                                                                   \
  for (int k = 0; k < BV_PACKET_SIZE; k++) {                                                      \
    const double x_in = (c0 - p->ox[k]) * p->ix[k], x_out = (c1 - p->ox[k]) * p->ix[k];           \
    const double y_in = (r0 - p->oy[k]) * p->iy[k], y_out = (r1 - p->oy[k]) * p->iy[k];           \
    double from = x_in > y_in ? x_in : y_in, to = x_out < y_out ? x_out : y_out;                  \
    from = from > p->start[k] ? from : p->start[k];                                               \
    to = to < p->end[k] ? to : p->end[k];                                                         \
    const double near = first * p->z_factor[k] + p->z_near[k];                                    \
    const double far = last * p->z_factor[k] + p->z_far[k];                                       \
    hits[k] = (from <= to) & (near <= to) & (far >= from);                                        \
  }                                                                                               \
  uint32_t bits = 0;                                                                              \
  for (int k = 0; k < BV_PACKET_SIZE; k++) bits |= (uint32_t)hits[k] << k;                        \
  return bits;

typedef uint32_t (*overlap)(bv_packet *, const double *, const double *, double, double);

static uint32_t overlap_portable(bv_packet *p, const double *columns, const double *rows,
                                 double first, double last) { OVERLAP }

#if defined(__x86_64__)
__attribute__((target("avx2"))) static uint32_t overlap_avx2(
    bv_packet *p, const double *columns, const double *rows, double first, double last) { OVERLAP }
__attribute__((target("avx512f,avx512vl,avx512dq,prefer-256-bit"))) static uint32_t overlap_avx512(
    bv_packet *p, const double *columns, const double *rows, double first, double last) { OVERLAP }
#endif

static overlap chosen(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
      && __builtin_cpu_supports("avx512dq"))
    return overlap_avx512;
  if (__builtin_cpu_supports("avx2")) return overlap_avx2;
#endif
  return overlap_portable;
}

void bv_packet_begin(bv_packet *packet, const bv_relief *relief) {
  packet->squares = packet->rays = 0;
  packet->depth = 1;
  packet->waiting[0] = (bv_square){relief->top, 0, 0};
}

static intptr_t least(intptr_t a, intptr_t b) { return a < b ? a : b; }

uint32_t bv_packet_next(bv_packet *p, const bv_relief *relief, intptr_t level, bv_square *square) {
  const overlap overlaps = chosen();
  while (p->depth > 0 && p->active) {
    const bv_square s = p->waiting[--p->depth];
    const float *bounds =
        relief->bounds + 2 * (relief->offsets[s.level] + s.j * relief->widths[s.level] + s.i);
    // The lines at which rays come in, and those at which they go out.
    const double columns[2] = {
        relief->columns[least((s.i + 1 - p->east) << s.level, relief->across)],
        relief->columns[least((s.i + p->east) << s.level, relief->across)]};
    const double rows[2] = {
        relief->rows[least((s.j + 1 - p->south) << s.level, relief->down)],
        relief->rows[least((s.j + p->south) << s.level, relief->down)]};
    const uint32_t found = p->active
        & overlaps(p, columns, rows, (double)bounds[p->falls], (double)bounds[1 - p->falls]);
    p->squares++;
    if (!found) continue;
    p->rays += (uint32_t)__builtin_popcount(found);
    if (s.level <= level) {
      *square = s;
      return found;
    }
    // The last that is put on the pile is the first that rays meet.
    const intptr_t below = s.level - 1;
    for (int n = 3; n >= 0; n--) {
      const intptr_t i = 2 * s.i + ((n & 1) == p->east ? 1 : 0);
      const intptr_t j = 2 * s.j + ((n >> 1) == p->south ? 1 : 0);
      if (i << below < relief->across && j << below < relief->down)
        p->waiting[p->depth++] = (bv_square){below, i, j};
    }
  }
  return 0;
}
