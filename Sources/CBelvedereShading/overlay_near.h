// The edges of an outline that come near a place, one after the other.
#ifndef BELVEDERE_OVERLAY_NEAR_H
#define BELVEDERE_OVERLAY_NEAR_H

#include "overlay_grids.h"

#include <stdbool.h>
#include <string.h>

/// Some of the edges of a grid.
typedef struct {
  const BelvedereGrid *grid;
  /// The part of the list that is left, from `next` on; of all edges `first` is −1.
  int32_t first, next, count;
  /// Of the sixteen edges before `next` those that come near and were not given yet, a bit each.
  uint32_t bits;
  /// The place's box, as great as those of edges that come into it.
  uint8_t limits[4];
  /// Its middle and how far from there edges matter, in cells from the cell's corner.
  float middle[2], radius;
} BelvedereNear;

static inline BelvedereNear belvedere_all_edges(const BelvedereGrid *g) {
  return (BelvedereNear){ .grid = g, .first = -1, .count = g->edge_count };
}

/// Those of a cell's edges that come into a box, and perhaps some more.
///
/// - low, high: the box's corners, map points from the outline's origin; of what is farther away from the
///   cell than it lists edges nothing is known.
/// - radius: edges do not matter that are farther from the box's middle.
static inline BelvedereNear belvedere_edges_near(
    const BelvedereGrid *g, int32_t at, const double *low, const double *high, double radius) {
  const BelvedereCell *cell = &g->cells[g->kinds[at] - BELVEDERE_FIRST_CELL];
  BelvedereNear near = { .grid = g, .first = cell->first, .count = cell->count };
  const double corner[2] = {
    g->x + at % g->columns * g->cell, g->y + at / g->columns * g->cell,
  };
  for (int c = 0; c < 2; c++) {
    // Rounded outwards, as the edges' boxes are.
    const double a = ((low[c] - corner[c]) / g->cell + BELVEDERE_MARGIN) * BELVEDERE_MARGIN_STEPS - 1;
    const double b = ((high[c] - corner[c]) / g->cell + BELVEDERE_MARGIN) * BELVEDERE_MARGIN_STEPS + 1;
    near.limits[2 * c] = (uint8_t)belvedere_within(b, 0, 255);
    near.limits[2 * c + 1] = 255 - (uint8_t)belvedere_within(a, 0, 255);
    near.middle[c] = (float)((0.5 * (low[c] + high[c]) - corner[c]) / g->cell);
  }
  // And a little more for the rounding of floats.
  near.radius = (float)(radius / g->cell * 1.00001 + 1e-5);
  return near;
}

/// Which of the next sixteen edges lie on straight lines that come near.
static inline uint16_t belvedere_lines_near(const BelvedereNear *near) {
  typedef float Floats16 __attribute__((vector_size(64), aligned(4), may_alias));
  typedef int32_t Ints16 __attribute__((vector_size(64)));
  typedef bool Bools16 __attribute__((ext_vector_type(16)));
  const BelvedereGrid *g = near->grid;
  const float *at = g->lines + near->first + near->next;
  const size_t stride = (size_t)g->list_count;
  const Floats16 away = *(const Floats16 *)at * near->middle[0]
      + *(const Floats16 *)(at + stride) * near->middle[1] - *(const Floats16 *)(at + 2 * stride);
  const Ints16 is_near = (away <= near->radius) & (away >= -near->radius);
  const Bools16 meets = __builtin_convertvector(is_near, Bools16);
  uint16_t bits;
  memcpy(&bits, &meets, sizeof bits);
  return bits;
}

/// Finds which of the next sixteen edges come near.
static inline void belvedere_look_on(BelvedereNear *near) {
  typedef uint8_t Bytes64 __attribute__((vector_size(64), aligned(1), may_alias));
  typedef int32_t Ints16 __attribute__((vector_size(64), may_alias));
  typedef bool Bools16 __attribute__((ext_vector_type(16)));
  const BelvedereGrid *g = near->grid;
  int32_t limits;
  memcpy(&limits, near->limits, sizeof limits);
  const Bytes64 boxes = *(const Bytes64 *)(g->boxes + 4 * (size_t)(near->first + near->next));
  const Bools16 meets =
      __builtin_convertvector((Ints16)(boxes <= (Bytes64)((Ints16){} + limits)) == -1, Bools16);
  uint16_t bits;
  memcpy(&bits, &meets, sizeof bits);
  if (near->count - near->next < 16) bits &= (uint16_t)((1u << (near->count - near->next)) - 1);
  near->bits = bits && g->lines ? bits & belvedere_lines_near(near) : bits;
  near->next += 16;
}

/// The number of the next edge; −1 at the end.
static inline int32_t belvedere_next_near(BelvedereNear *near) {
  if (near->first < 0) return near->next < near->count ? near->next++ : -1;
  while (!near->bits) {
    if (near->next >= near->count) return -1;
    belvedere_look_on(near);
  }
  const int32_t n = near->next - 16 + __builtin_ctz(near->bits);
  near->bits &= near->bits - 1;
  return near->grid->list[near->first + n];
}

#endif
