// Footprints in the coordinates of an outline.
#ifndef BELVEDERE_OVERLAY_BOXES_H
#define BELVEDERE_OVERLAY_BOXES_H

#include "overlay_grids.h"

/// A footprint in an outline's coordinates, and what turns these into its own: columns and rows from its
/// corner.
typedef struct {
  double x, y, column_x, column_y, row_x, row_y;
  double over_xx, over_xy, over_yx, over_yy;
  int32_t is_turned;
} BelvedereBox;

/// Where a footprint's corner is, in columns and rows before its middle: a little beside the pixel's own,
/// so that it meets no edge of a regular outline.
#define BELVEDERE_SHIFT_X 0.5013717
#define BELVEDERE_SHIFT_Y 0.5029143

static inline double belvedere_box_reach(const BelvedereBox *b) {
  const double x = __builtin_fabs(b->column_x) + __builtin_fabs(b->row_x);
  const double y = __builtin_fabs(b->column_y) + __builtin_fabs(b->row_y);
  return 0.5 * (x > y ? x : y);
}

/// A footprint in the world in which it is nearest to an outline.
BelvedereBox belvedere_box_of(const BelvedereOverlay *overlay, const BelvedereFootprintOnMap *footprint);

/// Finds the turned coordinates of a box.
void belvedere_invert_box(BelvedereBox *box);

/// How much of a footprint an overlay fills and strokes, and where along its line; of tiles the colour that
/// they show.
typedef struct {
  double fill, stroke, along;
  const float *layer;
} BelvedereShares;

BelvedereShares belvedere_overlay_shares(
    const BelvedereOverlay *overlay, const BelvedereFootprintOnMap *footprint);

/// The colour of shares: sRGB-encoded, premultiplied with all opacities.
void belvedere_shares_color(
    const BelvedereOverlay *overlay, const BelvedereShares *shares, float *color);

/// How much an edge's part of a line covers of a box.
///
/// - meter: map points a metre there.
/// - along: how far along the line the nearest place is; where anything is covered.
double belvedere_line_part(
    const BelvedereOverlay *overlay, double meter, const BelvedereBox *box, const BelvedereGrid *grid,
    const BelvedereEdge *edge, double *along);

/// Lines across a box, and how often an outline may cross each of them.
#define BELVEDERE_CUT_LINES 16
#define BELVEDERE_MOST_CUTS 24

/// Where an outline crosses lines across a box, from its left side, 0, to its right one, 1; and whether the
/// lines begin inside.
typedef struct {
  int32_t count[BELVEDERE_CUT_LINES];
  int32_t begins_inside[BELVEDERE_CUT_LINES];
  double at[BELVEDERE_CUT_LINES][BELVEDERE_MOST_CUTS];
} BelvedereCuts;

/// Cuts a box by an outline; 0 where that has too many edges there.
int belvedere_cut_box(const BelvedereOverlay *overlay, const BelvedereBox *box, BelvedereCuts *cuts);

/// The part of a box that is inside of an outline with too many edges for that, by 64 places on each line.
double belvedere_sampled_area(const BelvedereOverlay *overlay, const BelvedereBox *box);

/// The part of a box that is inside.
double belvedere_cut_area(const BelvedereCuts *cuts);

#endif
