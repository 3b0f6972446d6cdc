// Finding the cells of the grids over overlays' outlines.
#ifndef BELVEDERE_OVERLAY_GRIDS_H
#define BELVEDERE_OVERLAY_GRIDS_H

#include "belvedere_overlays.h"

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

#endif
