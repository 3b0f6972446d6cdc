// The parts of footprints that areas fill and lines cover.
#include "belvedere_overlays.h"

#include <math.h>
#include <stddef.h>

#pragma STDC FP_CONTRACT OFF

/// A footprint in an outline's coordinates, and what turns these into its own: columns and rows from its
/// corner.
typedef struct {
  double x, y, column_x, column_y, row_x, row_y;
  double over_xx, over_xy, over_yx, over_yy;
  int32_t is_turned;
} Box;

static double within(double v, double low, double high) {
  return v > low ? (v < high ? v : high) : low;
}

static double reach_of(const Box *b) {
  const double x = fabs(b->column_x) + fabs(b->row_x), y = fabs(b->column_y) + fabs(b->row_y);
  return 0.5 * (x > y ? x : y);
}

/// The finest grid in whose cells everything within a reach is listed; NULL beyond the coarsest.
static const BelvedereGrid *grid_for(const BelvedereOverlay *o, double reach) {
  double cell = o->grids[0].cell;
  for (int32_t i = 0; i < o->grid_count; i++, cell *= 2)
    if (2 * reach <= cell) return &o->grids[i];
  return NULL;
}

/// The cell of a place; the nearest one beside the grid, where nothing is.
static int32_t cell_at(const BelvedereGrid *g, double x, double y) {
  const double column = within((x - g->x) / g->cell, 0, g->columns - 1);
  const double row = within((y - g->y) / g->cell, 0, g->rows - 1);
  return (int32_t)row * g->columns + (int32_t)column;
}

/// The part of a box that lies in the area of some edges, by the even-odd rule.
///
/// The winding number at the box's corner is that at a reference point, changed by the edges between
/// them; from there on the signed areas beside the edges are added, which is exact. All comparisons
/// that say on which side of an edge the corner lies use the same numbers, so that none contradict
/// each other.
static double area_in(
    const Box *b, const BelvedereEdge *edges, const int32_t *list, int32_t count, double x,
    double y, double winding) {
  // The corner lies a little beside the pixel's, so that it meets no edge of a regular outline.
  const double shift_x = 0.5013717, shift_y = 0.5029143;
  const double cx = b->over_xx * (x - b->x) + b->over_xy * (y - b->y) + shift_x;
  const double cy = b->over_yx * (x - b->x) + b->over_yy * (y - b->y) + shift_y;
  double area = b->is_turned ? -winding : winding;
  for (int32_t n = 0; n < count; n++) {
    const BelvedereEdge *e = &edges[list ? list[n] : n];
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

/// The part that is filled about a place with very many edges.
static double filled_about(const BelvedereOverlay *o, double x, double y) {
  if (!o->filled) return 0;
  const int32_t n = o->filled_side;
  const double u = within(x / (o->width > 1e-9 ? o->width : 1e-9) * n - 0.5, 0, n - 1.001);
  const double v = within(y / (o->height > 1e-9 ? o->height : 1e-9) * n - 0.5, 0, n - 1.001);
  const int32_t i = (int32_t)u, j = (int32_t)v;
  const float *at = o->filled + j * n + i;
  const double top = at[0] + (at[1] - at[0]) * (u - i), bottom = at[n] + (at[n + 1] - at[n]) * (u - i);
  return top + (bottom - top) * (v - j);
}

static double filled(const BelvedereOverlay *o, const Box *b) {
  const BelvedereGrid *g = grid_for(o, reach_of(b));
  if (!g) {
    g = &o->grids[o->grid_count - 1];
    if (g->edge_count > 4096) return filled_about(o, b->x, b->y);
    return area_in(b, g->edges, NULL, g->edge_count, -1e9, -1.1e9, 0);
  }
  const int32_t at = cell_at(g, b->x, b->y), kind = g->kinds[at];
  if (kind < BELVEDERE_FIRST_CELL) return kind;
  const BelvedereCell *c = &g->cells[kind - BELVEDERE_FIRST_CELL];
  if (c->count < 0) return filled_about(o, b->x, b->y);
  const double x = g->x + (at % g->columns + BELVEDERE_REFERENCE_X) * g->cell;
  const double y = g->y + (at / g->columns + BELVEDERE_REFERENCE_Y) * g->cell;
  return area_in(b, g->edges, g->list + c->first, c->count, x, y, c->winding);
}

/// The width of a box across a direction.
static double width_across(const Box *b, double x, double y) {
  const double u = b->column_x * x + b->column_y * y, v = b->row_x * x + b->row_y * y;
  const double width = sqrt(u * u + v * v);
  return width > 1e-12 ? width : 1e-12;
}

/// How much of a width around a place lies between two others.
static double between(double low, double high, double at, double width) {
  return within((high - at) / width + 0.5, 0, 1) - within((low - at) / width + 0.5, 0, 1);
}

/// A line's measures in map points.
typedef struct {
  const BelvedereOverlay *overlay;
  double half, meter;
} Line;

/// How much of a line is drawn at a place along it, at a distance from its middle: its ends and its
/// dashes.
static double drawn_at(
    const Line *line, const Box *b, const BelvedereEdge *e, double along, double away) {
  const BelvedereOverlay *o = line->overlay;
  double extra = o->cap == BELVEDERE_SQUARE_CAP ? line->half : 0;
  if (o->cap == BELVEDERE_ROUND_CAP && away < line->half)
    extra = sqrt(line->half * line->half - away * away);
  const double width = width_across(b, e->east, e->south);
  double drawn = 1;
  if (o->stroke_start > 0 || o->stroke_end < 1)
    drawn = between(
        o->stroke_start * o->length - extra, o->stroke_end * o->length + extra, along, width);
  if (!o->dash_count || drawn <= 0) return drawn;
  const double period = o->dash_length * line->meter;
  double at = fmod(along - e->ring + o->dash_phase * line->meter, period);
  if (at < 0) at += period;
  // Finer than the pixels: as much as is drawn in the mean.
  double part = 0, from = 0;
  for (int32_t i = 0; i < o->dash_count; i += 2) {
    const double to = from + o->dash[i] * line->meter;
    for (int32_t turn = -1; turn <= 1; turn++)
      part += between(from - extra + turn * period, to + extra + turn * period, at, width);
    from = to + o->dash[i + 1] * line->meter;
  }
  return drawn * (part < 1 ? part : 1);
}

/// The distance, measured across the line, of a place beyond a joint of two edges; negative where
/// nothing of the joint is.
///
/// - e: the edge from or to whose end the place is; `other`: the one that it joins.
static double beyond_joint(
    const Line *line, const BelvedereEdge *e, const BelvedereEdge *other, double x, double y,
    int is_start) {
  const BelvedereOverlay *o = line->overlay;
  if (o->join == BELVEDERE_ROUND_JOIN) return sqrt(x * x + y * y);
  // Only between the two edges, on the outer side.
  const double past = is_start ? x * other->east + y * other->south
                               : -(x * other->east + y * other->south);
  if (past < 0) return -1;
  const double own = fabs(e->east * y - e->south * x);
  const double its = fabs(other->east * y - other->south * x);
  const double cosine = e->east * other->east + e->south * other->south;
  // Of half the angle by which the line turns; a miter is 1 over that long.
  const double half = sqrt(within(0.5 + 0.5 * cosine, 0, 1));
  if (o->join == BELVEDERE_MITER_JOIN && half * o->miter_limit >= 1) return own > its ? own : its;
  // The bevel's side lies across the middle of the two.
  double nx = e->east - other->east, ny = e->south - other->south;
  const double length = sqrt(nx * nx + ny * ny);
  if (length < 1e-9) return -1;
  const double sign = is_start ? -1 : 1;
  return line->half + sign * (x * nx + y * ny) / length - line->half * half;
}

/// How much an edge's part of a line covers of a box.
static double covered_by(
    const Line *line, const Box *b, const BelvedereEdge *edges, const BelvedereEdge *e,
    double *along) {
  const double x = b->x - e->ax, y = b->y - e->ay;
  const double t = x * e->east + y * e->south;
  double nx = -e->south, ny = e->east, distance = fabs(x * nx + y * ny), share = 1;
  const double away = distance;
  if (t < 0 || t > e->length) {
    const int is_start = t < 0;
    const int32_t next = is_start ? e->before : e->after;
    const double ex = b->x - (is_start ? e->ax : e->bx), ey = b->y - (is_start ? e->ay : e->by);
    const double d = sqrt(ex * ex + ey * ey);
    if (next >= 0) {
      distance = beyond_joint(line, e, &edges[next], ex, ey, is_start);
      if (distance < 0) return 0;
    } else if (line->overlay->cap == BELVEDERE_ROUND_CAP) {
      distance = d;
    }
    if (distance == d && d > 0) {
      nx = ex / d;
      ny = ey / d;
    }
  }
  if (line->overlay->cap != BELVEDERE_ROUND_CAP) {
    // The ends are cut across.
    const double more = line->overlay->cap == BELVEDERE_SQUARE_CAP ? line->half : 0;
    const double low = e->before < 0 ? -more : -1e300, high = e->after < 0 ? e->length + more : 1e300;
    if (low > -1e300 || high < 1e300)
      share = between(low, high, t, width_across(b, e->east, e->south));
  }
  const double part =
      between(-line->half, line->half, distance, width_across(b, nx, ny)) * share;
  if (part <= 0) return 0;
  *along = e->start + within(t, 0, e->length);
  if (line->overlay->dash_count || line->overlay->stroke_start > 0 || line->overlay->stroke_end < 1)
    return part * drawn_at(line, b, e, e->start + t, away);
  return part;
}

double belvedere_line_reach(const BelvedereOverlay *o) {
  double reach = o->join == BELVEDERE_MITER_JOIN && o->miter_limit > 1 ? o->miter_limit : 1;
  if (o->cap == BELVEDERE_SQUARE_CAP && reach < 1.4143) reach = 1.4143;
  return reach;
}

static double covered(const BelvedereOverlay *o, const Box *b, double meter, double *along) {
  const Line line = { o, o->half_width * meter, meter };
  // A pixel's corner is farther from its middle than its sides.
  const BelvedereGrid *g =
      grid_for(o, line.half * belvedere_line_reach(o) + 1.4143 * reach_of(b));
  const int32_t *list = NULL;
  int32_t count;
  if (g) {
    const int32_t kind = g->kinds[cell_at(g, b->x, b->y)];
    if (kind < BELVEDERE_FIRST_CELL) return 0;
    const BelvedereCell *c = &g->cells[kind - BELVEDERE_FIRST_CELL];
    if (c->count < 0) return within(c->density * 2 * line.half, 0, 1);
    list = g->list + c->first;
    count = c->count;
  } else {
    g = &o->grids[o->grid_count - 1];
    // Of a tangle of edges some.
    count = g->edge_count < 4096 ? g->edge_count : 4096;
  }
  double most = 0;
  const double far = line.half * belvedere_line_reach(o) + 2 * reach_of(b);
  for (int32_t n = 0; n < count; n++) {
    const BelvedereEdge *e = &g->edges[list ? list[n] : n];
    const double x = b->x - e->ax, y = b->y - e->ay;
    const double t = x * e->east + y * e->south;
    if (fabs(x * e->south - y * e->east) > far || t < -far || t > e->length + far) continue;
    double at = 0;
    const double part = covered_by(&line, b, g->edges, e, &at);
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
  const float t = span > 0 ? (float)within((at - a->at) / span, 0, 1) : 0;
  for (int i = 0; i < 4; i++) color[i] = a->color[i] + (b->color[i] - a->color[i]) * t;
}

/// A footprint in the coordinates of an outline, in the world in which it is nearest to this.
static Box box_of(const BelvedereOverlay *o, const BelvedereFootprintOnMap *f) {
  const double world = 268435456.0, middle = 0.5 * o->width;
  double x = f->x - o->x;
  x -= world * floor((x - middle) / world + 0.5);
  return (Box){
    .x = x, .y = f->y - o->y, .column_x = f->column_x, .column_y = f->column_y,
    .row_x = f->row_x, .row_y = f->row_y,
  };
}

/// Finds the turned coordinates of a box.
static void invert(Box *b) {
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
    const BelvedereOverlay *o, const Box *whole, double meter, double *fill, double *stroke,
    double *along) {
  const double narrow = sqrt(whole->column_x * whole->column_x + whole->column_y * whole->column_y);
  const double far = sqrt(whole->row_x * whole->row_x + whole->row_y * whole->row_y);
  const int32_t parts = (int32_t)within(ceil(far / (4 * narrow + 1e-12)), 1, 8);
  *fill = *stroke = *along = 0;
  for (int32_t n = 0; n < parts; n++) {
    Box b = *whole;
    const double at = (n + 0.5) / parts - 0.5;
    b.x += at * b.row_x;
    b.y += at * b.row_y;
    b.row_x /= parts;
    b.row_y /= parts;
    invert(&b);
    if (o->fill[3] > 0) *fill += filled(o, &b) / parts;
    if (o->half_width > 0) *stroke += covered(o, &b, meter, along) / parts;
  }
}

void belvedere_overlay_color(
    const BelvedereOverlay *o, const BelvedereFootprintOnMap *f, float *color) {
  for (int i = 0; i < 4; i++) color[i] = 0;
  Box box = box_of(o, f);
  const double reach = o->half_width * f->points_per_meter * belvedere_line_reach(o)
      + 2 * reach_of(&box);
  // Also false where something is not a number.
  if (!(box.y > -reach && box.y < o->height + reach)) return;
  // An outline that is wider than the world shows in others, too.
  const int32_t worlds = o->width > 134217728.0 ? 1 : 0;
  double fill = 0, stroke = 0, along = 0;
  for (int32_t n = -worlds; n <= worlds; n++) {
    Box b = box;
    b.x += n * 268435456.0;
    if (!(b.x > -reach && b.x < o->width + reach)) continue;
    double parts[3];
    shares(o, &b, f->points_per_meter, &parts[0], &parts[1], &parts[2]);
    fill += parts[0];
    if (parts[1] > stroke) {
      stroke = parts[1];
      along = parts[2];
    }
  }
  // In two worlds at once it counts twice, as where it lies over itself.
  fill = fmod(fill, 2);
  if (fill > 1) fill = 2 - fill;
  if (fill > 0) {
    const float a = (float)fill * o->fill[3] * o->alpha;
    for (int i = 0; i < 3; i++) color[i] = o->fill[i] * a;
    color[3] = a;
  }
  if (stroke > 0) {
    float line[4];
    stroke_color(o, o->length > 0 ? along / o->length : 0, line);
    // Both make one picture before its opacity counts.
    const float a = (float)stroke * line[3];
    for (int i = 0; i < 3; i++) color[i] = color[i] * (1 - a) + line[i] * a * o->alpha;
    color[3] = color[3] * (1 - a) + a * o->alpha;
  }
}

void belvedere_lay_overlays(
    const BelvedereOverlay *overlays, int32_t count, const BelvedereFootprintOnMap *f,
    float *rgb) {
  for (int32_t n = 0; n < count; n++) {
    float color[4];
    belvedere_overlay_color(&overlays[n], f, color);
    belvedere_composite(overlays[n].blend, color, rgb);
  }
}
