// Finding the cells of the grids over overlays' outlines.
#ifndef BELVEDERE_OVERLAY_GRIDS_H
#define BELVEDERE_OVERLAY_GRIDS_H

#include "belvedere_overlays.h"

#include <math.h>
#include <stddef.h>

static inline double belvedere_within(double v, double low, double high) {
  return v > low ? (v < high ? v : high) : low;
}

/// The finest grid in whose cells everything within a reach is listed; NULL beyond the coarsest.
static inline const BelvedereGrid *belvedere_grid_for(const BelvedereOverlay *o, double reach) {
  double cell = o->grids[0].cell;
  for (int32_t i = 0; i < o->grid_count; i++, cell *= 2)
    if (2 * reach <= cell) return &o->grids[i];
  return NULL;
}

/// The cell of a place; the nearest one beside the grid, where nothing is.
static inline int32_t belvedere_cell_at(const BelvedereGrid *g, double x, double y) {
  const double column = belvedere_within((x - g->x) / g->cell, 0, g->columns - 1);
  const double row = belvedere_within((y - g->y) / g->cell, 0, g->rows - 1);
  return (int32_t)row * g->columns + (int32_t)column;
}

/// What all of a box of the map is of an overlay, of which nothing comes within a reach of it: inside or
/// outside; −1 where that is not known.
///
/// - low, high: the box's corners, map points, in whichever world.
static inline int32_t belvedere_kind_of_box(
    const BelvedereOverlay *o, double reach, const double *low, const double *high) {
  const double world = 268435456.0, middle = 0.5 * o->width;
  if (o->tile_layer || o->width > 134217728.0) return -1;
  const double turn = floor((low[0] - o->x - middle) / world + 0.5);
  if (floor((high[0] - o->x - middle) / world + 0.5) != turn) return -1;
  const double left = low[0] - o->x - turn * world, right = high[0] - o->x - turn * world;
  const double top = low[1] - o->y, bottom = high[1] - o->y;
  if (right < -reach || left > o->width + reach || bottom < -reach || top > o->height + reach)
    return BELVEDERE_OUTSIDE;
  double cell = o->grids[0].cell;
  for (int32_t i = 0; i < o->grid_count; i++, cell *= 2) {
    // Cells list what comes within half of them; coarser ones have an outline that is a 64th of them off.
    if (!(reach < cell * (0.5 - 1.0 / 32))) continue;
    const BelvedereGrid *g = &o->grids[i];
    const int32_t first = belvedere_cell_at(g, left, top), last = belvedere_cell_at(g, right, bottom);
    const int32_t columns = last % g->columns - first % g->columns + 1;
    const int32_t rows = last / g->columns - first / g->columns + 1;
    if (columns < 1 || rows < 1) return -1;
    if (columns * rows > 36) continue;
    const int32_t kind = g->kinds[first];
    if (kind >= BELVEDERE_FIRST_CELL) return -1;
    for (int32_t row = 0; row < rows; row++)
      for (int32_t column = 0; column < columns; column++)
        if (g->kinds[first + row * g->columns + column] != kind) return -1;
    return kind;
  }
  return -1;
}

#endif
