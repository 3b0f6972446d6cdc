// The parts of footprints that areas fill and lines cover.
#include "overlay_boxes.h"
#include "overlay_near.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

/// The part of a box that lies in the area of some edges, by the even-odd rule.
///
/// - near: those that matter; `x`, `y`: a reference point.
/// The winding number at the box's corner is that at a reference point, changed by the edges between
/// them; from there on the signed areas beside the edges are added, which is exact. All comparisons
/// that say on which side of an edge the corner lies use the same numbers, so that none contradict
/// each other.
static double area_in(
    const BelvedereBox *b, BelvedereNear *near, double x, double y, double winding) {
  const double shift_x = BELVEDERE_SHIFT_X, shift_y = BELVEDERE_SHIFT_Y;
  const double cx = b->over_xx * (x - b->x) + b->over_xy * (y - b->y) + shift_x;
  const double cy = b->over_yx * (x - b->x) + b->over_yy * (y - b->y) + shift_y;
  double area = b->is_turned ? -winding : winding;
  for (int32_t n; (n = belvedere_next_near(near)) >= 0;) {
    const BelvedereEdge *e = &near->grid->edges[n];
    const double px = e->ax - b->x, py = e->ay - b->y, qx = e->bx - b->x, qy = e->by - b->y;
    const double ax = b->over_xx * px + b->over_xy * py + shift_x;
    const double ay = b->over_yx * px + b->over_yy * py + shift_y;
    const double bx = b->over_xx * qx + b->over_xy * qy + shift_x;
    const double by = b->over_yx * qx + b->over_yy * qy + shift_y;
    const int corner_is_left = ax * by - ay * bx > 0;
    if ((cx * ay - cy * ax > 0) != (cx * by - cy * bx > 0)) {
      const int reference_is_left = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0;
      if (corner_is_left != reference_is_left) area += corner_is_left ? 1 : -1;
    }
    // The left side, upwards from the corner.
    if ((ax < 0) != (bx < 0) && corner_is_left == (ax > bx)) {
      const double at = (ax * by - ay * bx) / (ax - bx);
      if (at < 1) area += (corner_is_left ? -1 : 1) * (1 - (at > 0 ? at : 0));
    }
    // What lies to the right of the edge's part in the box.
    const double dx = bx - ax, dy = by - ay;
    if (dy == 0 || (ax <= 0 && bx <= 0) || (ax >= 1 && bx >= 1)) continue;
    double t0 = -ay / dy, t1 = (1 - ay) / dy;
    if (t0 > t1) {
      const double t = t0;
      t0 = t1;
      t1 = t;
    }
    if (t0 < 0) t0 = 0;
    if (t1 > 1) t1 = 1;
    if (dx != 0) {
      double u0 = -ax / dx, u1 = (1 - ax) / dx;
      if (u0 > u1) {
        const double u = u0;
        u0 = u1;
        u1 = u;
      }
      if (t0 < u0) t0 = u0;
      if (t1 > u1) t1 = u1;
    }
    if (t1 <= t0) continue;
    area -= dy * (t1 - t0) * (1 - (ax + dx * 0.5 * (t0 + t1)));
  }
  const double odd = fmod(fabs(area), 2);
  return odd > 1 ? 2 - odd : odd;
}

static double filled(const BelvedereOverlay *o, const BelvedereBox *b) {
  const BelvedereGrid *g = belvedere_grid_for(o, belvedere_box_reach(b));
  if (!g) {
    g = &o->grids[o->grid_count - 1];
    BelvedereNear near = belvedere_all_edges(g);
    return area_in(b, &near, -1e9, -1.1e9, 0);
  }
  const int32_t at = belvedere_cell_at(g, b->x, b->y), kind = g->kinds[at];
  if (kind < BELVEDERE_FIRST_CELL) return kind;
  const BelvedereCell *c = &g->cells[kind - BELVEDERE_FIRST_CELL];
  // Where there is more than an inside and an outside the mean winding number does not say how much is
  // odd.
  BelvedereCuts cuts;
  if (c->is_crossed) {
    const int is_cut = c->count <= BELVEDERE_MANY_LISTED && belvedere_cut_box(o, b, &cuts);
    return is_cut ? belvedere_cut_area(&cuts) : belvedere_sampled_area(o, b);
  }
  const double x = g->x + (at % g->columns + BELVEDERE_REFERENCE_X) * g->cell;
  const double y = g->y + (at / g->columns + BELVEDERE_REFERENCE_Y) * g->cell;
  const double reach = belvedere_box_reach(b);
  // The box, and all between it and the reference point.
  const double low[2] = { fmin(b->x - reach, x), fmin(b->y - reach, y) };
  const double high[2] = { fmax(b->x + reach, x), fmax(b->y + reach, y) };
  BelvedereNear near = belvedere_edges_near(g, at, low, high, 2 * g->cell);
  return area_in(b, &near, x, y, c->winding);
}

double belvedere_line_reach(const BelvedereOverlay *o) {
  double reach = o->join == BELVEDERE_MITER_JOIN && o->miter_limit > 1 ? o->miter_limit : 1;
  if (o->cap == BELVEDERE_SQUARE_CAP && reach < 1.4143) reach = 1.4143;
  return reach;
}

static double covered(const BelvedereOverlay *o, const BelvedereBox *b, double meter, double *along) {
  const double half = o->half_width * meter;
  // A pixel's corner is farther from its middle than its sides.
  const BelvedereGrid *g =
      belvedere_grid_for(o, half * belvedere_line_reach(o) + 1.4143 * belvedere_box_reach(b));
  const double far = half * belvedere_line_reach(o) + 2 * belvedere_box_reach(b);
  BelvedereNear near;
  if (g) {
    const int32_t cell = belvedere_cell_at(g, b->x, b->y);
    if (g->kinds[cell] < BELVEDERE_FIRST_CELL) return 0;
    const double low[2] = { b->x - far, b->y - far }, high[2] = { b->x + far, b->y + far };
    near = belvedere_edges_near(g, cell, low, high, 1.4143 * far);
  } else {
    g = &o->grids[o->grid_count - 1];
    near = belvedere_all_edges(g);
  }
  double most = 0;
  for (int32_t n; most < 1 && (n = belvedere_next_near(&near)) >= 0;) {
    const BelvedereEdge *e = &g->edges[n];
    const double x = b->x - e->ax, y = b->y - e->ay;
    const double t = x * e->east + y * e->south;
    if (fabs(x * e->south - y * e->east) > far || t < -far || t > e->length + far) continue;
    if (e->is_seam) continue;
    double at = 0;
    const double part = belvedere_line_part(o, meter, b, g, e, &at);
    if (part > most) {
      most = part;
      *along = at;
    }
  }
  return most;
}

/// The colour of a line at a part of its length.
static void stroke_color(const BelvedereOverlay *o, double at, float *color) {
  const float *c = o->stroke;
  for (int i = 0; i < 4; i++) color[i] = c[i];
  if (!o->stop_count) return;
  int32_t n = 0;
  while (n + 1 < o->stop_count && o->stops[n + 1].at <= at) n++;
  const BelvedereStop *a = &o->stops[n], *b = &o->stops[n + 1 < o->stop_count ? n + 1 : n];
  const double span = b->at - a->at;
  const float t = span > 0 ? (float)belvedere_within((at - a->at) / span, 0, 1) : 0;
  for (int i = 0; i < 4; i++) color[i] = a->color[i] + (b->color[i] - a->color[i]) * t;
}

BelvedereBox belvedere_box_of(const BelvedereOverlay *o, const BelvedereFootprintOnMap *f) {
  const double world = 268435456.0, middle = 0.5 * o->width;
  double x = f->x - o->x;
  x -= world * floor((x - middle) / world + 0.5);
  return (BelvedereBox){
    .x = x, .y = f->y - o->y, .column_x = f->column_x, .column_y = f->column_y,
    .row_x = f->row_x, .row_y = f->row_y,
  };
}

void belvedere_invert_box(BelvedereBox *b) {
  double determinant = b->column_x * b->row_y - b->column_y * b->row_x;
  b->is_turned = determinant < 0;
  if (fabs(determinant) < 1e-18) determinant = b->is_turned ? -1e-18 : 1e-18;
  b->over_xx = b->row_y / determinant;
  b->over_xy = -b->row_x / determinant;
  b->over_yx = -b->column_y / determinant;
  b->over_yy = b->column_x / determinant;
}

/// The parts of a box that an overlay fills and strokes. Boxes that are much longer than wide, near the
/// horizon, are cut across.
static void shares(
    const BelvedereOverlay *o, const BelvedereBox *whole, double meter, double *fill, double *stroke,
    double *along) {
  const double narrow = sqrt(whole->column_x * whole->column_x + whole->column_y * whole->column_y);
  const double far = sqrt(whole->row_x * whole->row_x + whole->row_y * whole->row_y);
  const int32_t parts = (int32_t)belvedere_within(ceil(far / (4 * narrow + 1e-12)), 1, 8);
  *fill = *stroke = *along = 0;
  for (int32_t n = 0; n < parts; n++) {
    BelvedereBox b = *whole;
    const double at = (n + 0.5) / parts - 0.5;
    b.x += at * b.row_x;
    b.y += at * b.row_y;
    b.row_x /= parts;
    b.row_y /= parts;
    belvedere_invert_box(&b);
    if (o->fill[3] > 0) *fill += filled(o, &b) / parts;
    if (o->half_width > 0) *stroke += covered(o, &b, meter, along) / parts;
  }
}

BelvedereShares belvedere_overlay_shares(
    const BelvedereOverlay *o, const BelvedereFootprintOnMap *f) {
  BelvedereShares sum = { 0, 0, 0, 0 };
  if (o->tile_layer) {
    sum.layer = f->layers ? f->layers + 4 * (o->tile_layer - 1) : 0;
    // All of the footprint where there is anything: what is less is in the colour.
    sum.fill = sum.layer && sum.layer[3] > 0;
    return sum;
  }
  const BelvedereBox box = belvedere_box_of(o, f);
  const double reach = o->half_width * f->points_per_meter * belvedere_line_reach(o)
      + 2 * belvedere_box_reach(&box);
  // Also false where something is not a number.
  if (!(box.y > -reach && box.y < o->height + reach)) return sum;
  // An outline that is wider than the world shows in others, too.
  const int32_t worlds = o->width > 134217728.0 ? 1 : 0;
  for (int32_t n = -worlds; n <= worlds; n++) {
    BelvedereBox b = box;
    b.x += n * 268435456.0;
    if (!(b.x > -reach && b.x < o->width + reach)) continue;
    double fill, stroke, along;
    shares(o, &b, f->points_per_meter, &fill, &stroke, &along);
    sum.fill += fill;
    if (stroke > sum.stroke) {
      sum.stroke = stroke;
      sum.along = along;
    }
  }
  // In two worlds at once it counts twice, as where it lies over itself.
  sum.fill = fmod(sum.fill, 2);
  if (sum.fill > 1) sum.fill = 2 - sum.fill;
  return sum;
}

void belvedere_shares_color(
    const BelvedereOverlay *o, const BelvedereShares *shares, float *color) {
  for (int i = 0; i < 4; i++) color[i] = 0;
  if (shares->layer) {
    for (int i = 0; i < 4; i++) color[i] = shares->layer[i] * o->alpha;
    return;
  }
  if (shares->fill > 0) {
    const float a = (float)shares->fill * o->fill[3] * o->alpha;
    for (int i = 0; i < 3; i++) color[i] = o->fill[i] * a;
    color[3] = a;
  }
  if (shares->stroke > 0) {
    float line[4];
    stroke_color(o, o->length > 0 ? shares->along / o->length : 0, line);
    // Both make one picture before its opacity counts.
    const float a = (float)shares->stroke * line[3];
    for (int i = 0; i < 3; i++) color[i] = color[i] * (1 - a) + line[i] * a * o->alpha;
    color[3] = color[3] * (1 - a) + a * o->alpha;
  }
}

float belvedere_overlay_color(
    const BelvedereOverlay *o, const BelvedereFootprintOnMap *f, float *color) {
  const BelvedereShares shares = belvedere_overlay_shares(o, f);
  belvedere_shares_color(o, &shares, color);
  return (float)shares.fill;
}

/// Where cells say whether an overlay shows in all of them; NULL where it shows nowhere, or is larger than
/// the cells.
typedef struct {
  const BelvedereGrid *grid;
  double over;
} Lookup;

static Lookup lookup_in(const BelvedereGrid *g) { return (Lookup){ g, g ? 1 / g->cell : 0 }; }

static int32_t kind_at(Lookup lookup, double x, double y) {
  const BelvedereGrid *g = lookup.grid;
  if (!g) return BELVEDERE_FIRST_CELL;
  const double column = belvedere_within((x - g->x) * lookup.over, 0, g->columns - 1);
  const double row = belvedere_within((y - g->y) * lookup.over, 0, g->rows - 1);
  return g->kinds[(int32_t)row * g->columns + (int32_t)column];
}

void belvedere_mark_overlay(
    const BelvedereOverlay *o, const double *places, int32_t count, double points_per_meter,
    uint8_t *marks) {
  const double world = 268435456.0;
  const double half = o->half_width * points_per_meter, reach = half * belvedere_line_reach(o);
  // As good as a point.
  const double side = 4 * o->unit;
  const Lookup fill = lookup_in(&o->grids[0]);
  const Lookup line = lookup_in(belvedere_grid_for(o, reach + 2 * side));
  const int32_t worlds = o->width > world / 2 ? 1 : 0;
  for (int32_t n = 0; n < count; n++) {
    const double y = places[2 * n + 1] - o->y;
    if (marks[n] || !(y > -reach && y < o->height + reach)) continue;
    double x = places[2 * n] - o->x;
    x -= world * floor((x - 0.5 * o->width) / world + 0.5);
    int odd = 0, is_covered = 0;
    for (int32_t k = -worlds; k <= worlds; k++) {
      BelvedereBox b = { .x = x + k * world, .y = y, .column_x = side, .row_y = side };
      if (!(b.x > -reach && b.x < o->width + reach)) continue;
      belvedere_invert_box(&b);
      if (o->fill[3] > 0) {
        const int32_t kind = kind_at(fill, b.x, b.y);
        odd ^= kind < BELVEDERE_FIRST_CELL ? kind == BELVEDERE_INSIDE : filled(o, &b) > 0.5;
      }
      double along;
      if (half > 0 && kind_at(line, b.x, b.y) >= BELVEDERE_FIRST_CELL)
        is_covered |= covered(o, &b, points_per_meter, &along) > 0;
    }
    if (odd || is_covered) marks[n] = 1;
  }
}

int32_t belvedere_overlay_in_box(
    const BelvedereOverlay *o, double points_per_meter, double left, double top, double right,
    double bottom) {
  if (o->tile_layer) return -1;
  const double low[2] = { left, top }, high[2] = { right, bottom };
  const double line = o->half_width * points_per_meter * belvedere_line_reach(o);
  // A place is asked as a box of four units.
  const double reach = line + 8 * o->unit + 4e-7 * (o->width + o->height);
  const int32_t kind = belvedere_kind_of_box(o, reach, low, high);
  return kind < 0 ? -1 : kind == BELVEDERE_INSIDE && o->fill[3] > 0;
}
