// What the kernels of pictures of the globe need beside what a BelvedereShading tells: every place has its own
// axes, its own light and its own way through the air.
#ifndef BELVEDERE_GLOBE_H
#define BELVEDERE_GLOBE_H

#include "belvedere_triple.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Three directions of unit length, or a position's parts along them.
typedef struct { BelvedereTriple east, north, up; } BelvedereAxes;

typedef struct { double x, y, z; } BelvedereVector;

/// The light by the sun's height: nodes that crowd around the horizon, of `BELVEDERE_DAYLIGHT_NUMBERS` each:
/// red, green and blue of the sun and of the sky, the sky's as a part of those in its table, and the night.
enum { BELVEDERE_DAYLIGHT_NODES = 65, BELVEDERE_DAYLIGHT_NUMBERS = 10 };

/// Rows and columns of the air's table: rays that end on the ground, that pass it, and that rise.
enum {
  BELVEDERE_AIR_GROUND = 64, BELVEDERE_AIR_LIMB = 64, BELVEDERE_AIR_RISING = 32, BELVEDERE_AIR_COLUMNS = 96,
};

/// Where a mesh of solids stands: its axes in the frame, and the light there, towards the sun along them.
typedef struct {
  BelvedereAxes axes;
  BelvedereTriple sun, sun_light, sky_light, sky_share;
  float night;
} BelvedereSite;

/// A map of the sun's view: depths of texels, row by row.
///
/// A position from the eye lies at x + right · v, y − down · v in texels, whose middles are whole numbers, and has
/// the depth value depth − forward · v.
typedef struct {
  /// Along the line of sight, up to where it serves.
  float far;
  BelvedereTriple right, up, forward;
  float x, y, depth;
  /// Metres of a texel.
  float texel;
  /// Texels along its sides.
  int32_t side;
  const float *depths;
} BelvedereCascade;

enum { BELVEDERE_MOST_CASCADES = 3 };

typedef struct {
  /// The eye and the frame's axes in Earth-centred metres.
  BelvedereVector eye, east, north, up;
  /// The same where the ellipsoid is the unit sphere.
  BelvedereVector round_eye, round_east, round_north, round_up;
  /// Of the ellipsoid: metres, and the square of its eccentricity.
  double semi_major, semi_minor, eccentricity;

  /// Of the meshes of solids.
  const BelvedereSite *sites;

  /// Towards the sun in the frame, and along the eye's own axes, which are those of the place below it.
  BelvedereTriple sun, sun_at_eye;
  BelvedereAxes eye_axes;
  float eye_height;
  /// By what the light of the air is multiplied where it is seen.
  BelvedereTriple tint;
  /// How much of the haze and of the sky is as seen from space.
  float haze_share, sky_share;
  const float *daylight;
  float daylight_first, daylight_lowest;
  int32_t has_lamps;

  /// The air as seen from space: planes of red, green and blue, and one more number each; of what remains of
  /// light from behind one number a row.
  const float *air_added[3], *air_through[3];
  float highest_limb;
  /// Whether there is air above the eye.
  int32_t is_inside;

  /// The sun's shadows; none where it is down.
  int32_t cascade_count;
  BelvedereCascade cascades[BELVEDERE_MOST_CASCADES];
} BelvedereGlobe;

#ifdef __cplusplus
}
#endif
#endif
