// Kernels of shading in C: from the samples of a picture to its bytes, sixteen parts of pixels at once.
//
// A part of a pixel is the samples of it that show one surface: it is shaded once, in the middle of
// these samples. Positions are in metres relative to the eye (x east, y north, z up), as floats; what
// is large is subtracted in doubles before. Like those of the rasteriser, the kernels use the
// compiler's vector types, the same source for every set of instructions, and no fused
// multiplications: all sets give the same bits.
#ifndef BELVEDERE_SHADING_H
#define BELVEDERE_SHADING_H

#include "belvedere_air.h"
#include "belvedere_globe.h"
#include "belvedere_overlays.h"
#include "belvedere_slender.h"
#include "belvedere_skin.h"
#include "belvedere_triple.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The greatest size of a block of pixels that is shaded in one call.
enum { BELVEDERE_BLOCK_WIDTH = 64, BELVEDERE_BLOCK_HEIGHT = 8 };

/// Rows (elevations) and columns (azimuths) of the table of the sky.
enum { BELVEDERE_SKY_ROWS = 96, BELVEDERE_SKY_COLUMNS = 32 };

/// Levels of the ground's texels, from 2⁻⁶ map points, and texels along the side of a tile.
enum {
  BELVEDERE_LOWEST_LEVEL = -6, BELVEDERE_LEVELS = 26, BELVEDERE_TILE_TEXELS = 256,
  BELVEDERE_TILE_STRIDE = 258,
};

/// Texels of the coarsest levels in a footprint on the globe, at most.
enum { BELVEDERE_COARSEST_FOOTPRINT = 16 };

/// The sine of the angle to level ground below which its slopes count in full for how it is foreshortened; from
/// twice that on they do not.
#define BELVEDERE_EDGE_ON 0.03125f

/// Beyond the map's edge on the globe, the least size of a footprint as a part of its distance from the edge: 2⁻¹⁰.
#define BELVEDERE_LEAST_PART_OF_STREAKS 0.0009765625

/// Squares of shadow: texels along a side, of the border around them and of a row; and the number of
/// the coarsest level.
enum {
  BELVEDERE_SHADOW_TEXELS = 256, BELVEDERE_SHADOW_BORDER = 16, BELVEDERE_SHADOW_STRIDE = 288,
  BELVEDERE_SHADOW_COARSEST = 17,
};
/// What a face is made of.
enum {
  BELVEDERE_WALL = 0, BELVEDERE_ROOF = 1, BELVEDERE_BEAM = 2, BELVEDERE_FOLIAGE = 3,
  BELVEDERE_MODEL = 4,
};

/// A plane part of a solid, a cache line. The caller's own type, laid out alike.
typedef struct {
  float normal[4], origin[4], size[2];
  uint8_t kind, pattern;
  uint16_t seed;
  uint8_t gap[4];
  float color[4];
} BelvedereFace;

/// The rhythm of a wall's windows: metres from window to window and from floor to floor, which part of
/// that is glass, and how much the glass mirrors.
typedef struct { float width, height, glass_width, glass_height, mirror; } BelvedereWallPattern;

/// A mesh of solids: from the eye to its origin, and its metres for each of the frame's.
typedef struct {
  const BelvedereFace *faces;
  const uint16_t *face_of_triangle;
  BelvedereTriple origin;
  float scale;
  /// Those of models, by the seeds of their faces.
  const BelvedereSkin *skins;
} BelvedereSolid;

#define BELVEDERE_STEEP_CELLS 8

/// The slopes of a tile of ground: (cells + 1)² pairs, rise towards the east and the north; NULL where
/// it is level. The position in cells is (x + east · per_meter, y − north · per_meter).
typedef struct {
  const float *slopes;
  int32_t cells;
  float factor, x, y, per_meter;
  /// How steep it is at most, before `factor`, in squares of BELVEDERE_STEEP_CELLS cells, row by row; NULL
  /// where it is level.
  const float *steepest;
} BelvedereGround;

/// Which tiles of a level there are: a window of tile numbers, modulo the world's, and where its
/// entries begin in the table of tiles.
typedef struct { int32_t column, row, columns, rows, first; } BelvedereLevel;

/// A level of the squares of shadow: texels in a map point, and the eye's place, moved along the sunlight to elevation
/// 0: the square, counted from four worlds above and left of the map, and the texels in it.
typedef struct {
  BelvedereLevel window;
  int32_t column, row;
  float u, v, scale;
} BelvedereShadowLevel;

/// The sun's shadows: squares of the map, to which positions are moved along the sunlight, to elevation
/// 0. A texel holds the elevation from which on the sun is seen: 16 bits, in steps from below the lowest
/// place there is.
typedef struct {
  BelvedereShadowLevel levels[BELVEDERE_LEVELS];
  /// Addresses of the squares' texels, 0 where there is none; entry 0 is no square.
  const uint64_t *squares;
  /// 0 where the sun casts no shadows.
  int32_t is_cast;
  /// Map points by which a metre of height moves a position.
  float east, south;
  /// How often a pixel's size is halved to that of a texel, about.
  float fineness;
  /// Steps of elevation in a metre, and the eye's elevation in steps.
  float steps, eye;
  /// Texels' sides by which a position is raised off its surface at most.
  float most_texels;
} BelvedereShadow;

/// A train of waves: metres, slope, a seed; and where the eye is in its noise, whole and fraction, for
/// the coordinates x, 1.7 y, 1.7 x, y.
typedef struct {
  float length, steepness;
  uint32_t seed;
  uint32_t whole[4];
  float fraction[4];
} BelvedereWave;

/// A picture to be shaded.
typedef struct {
  /// Depth values and triangles of the samples: rows of `width` pixels of `samples`.
  const float *depth;
  const uint32_t *ids;
  int32_t width, height, samples;
  /// The samples' places from the pixel's upper left corner, in pixels.
  float sample_x[8], sample_y[8];
  /// What is seen of slender parts of solids, which the samples do not show; `starts` is NULL without any.
  BelvedereFine fine;

  /// The ray of a pixel: forward + right · (x − center_x) · k + up · (center_y − y) · k.
  BelvedereTriple forward, right, up;
  float center_x, center_y, k;

  /// Of every second pixel of every second row: the distance of its first sample along the line of
  /// sight, 0 for the sky; and how much of the sky's light reaches it. Filled by the kernels.
  float *distances, *ambient;
  /// Surroundings that shade: metres, and pixels at most; offsets on a spiral of radius 1.
  float occlusion_radius, occlusion_reach;
  int32_t occlusion_taps;
  float occlusion_x[16], occlusion_y[16];

  const BelvedereSolid *solids;
  const BelvedereGround *grounds;
  const BelvedereWallPattern *patterns;
  uint32_t solid_count, ground_count;
  /// Whether the ground's paint is as fine on slopes as they are seen, not as level ground would be, wherever that is;
  /// else only where level ground would be seen almost edge-on.
  int32_t follows_slopes;
  /// With such paint: what a wall around the ground shows, and the upward part of its normals at most.
  BelvedereTriple section;
  float section_rise;
  /// How many times its width a footprint on the ground is long at most; what is added to the binary
  /// logarithm of its size; and whether two levels of texels are mixed.
  float longest_footprint, level_bias;
  int32_t mixes_levels;

  /// The eye's map point plus four worlds, and map points a metre.
  double map_x, map_y, points_per_meter;
  /// Tiles of ground: addresses of their texels; entry 0 is no tile.
  BelvedereLevel levels[BELVEDERE_LEVELS];
  const uint64_t *tiles;
  int32_t tile_count;
  /// In the order in which they are laid over the ground.
  int32_t overlay_count;
  const BelvedereOverlay *overlays;
  /// Layers of tiles among the overlays: the addresses of their texels, entry by entry as those of the
  /// ground, and 0 where a tile shows nothing.
  int32_t layer_count;
  const uint64_t *layers[BELVEDERE_MOST_LAYERS];

  /// Whether the colours of what stands on the ground are changed, and how: less saturated, scaled, raised; and
  /// how much of the windows is seen.
  int32_t is_toned;
  float tone_saturation, tone_offset, tone_glass;
  BelvedereTriple tone_scale;

  BelvedereShadow shadow;
  const BelvedereWave *waves;
  int32_t wave_count;

  /// The light, as the scalar shader has it.
  /// Towards the sun; and towards it on the level, 1 long, or (0, 0, 1) where it is overhead.
  BelvedereTriple sun, level_sun;
  BelvedereTriple sun_light, sky_light, horizon_light, extinction;
  float night, haze_height, eye_height;
  /// The haze at the eye, as a part of that at sea level.
  float eye_density;
  /// How bright street lamps are, 0 by day, and their pools of light on the ground; how much of their
  /// height buildings have.
  float lamps, extrusion;
  BelvedereWave pools;
  /// Planes of red, green and blue: rows × columns, and one more number.
  const float *sky;
  /// The colours at the horizon, one for each column, and one more number each.
  const float *horizon[3];
  float sky_lowest;
  /// One over the metres to the flat world's eastern, western, northern and southern end, and the part
  /// of the way there from which the ground takes the sky's colour.
  float world_end[4], world_end_start;
  /// NULL in the flat map. A picture of the globe is one for the globe's kernels, which know neither squares of
  /// shadow nor overlays nor the flat world's end.
  const BelvedereGlobe *globe;
  /// Bits of the picture's samples, 8 or 16; whether those of 8 are dithered, by the row of the whole
  /// picture of which this may be a part.
  int32_t bits, dithers, first_row;
  /// Encoded bytes of 4,096 linear steps, and three more bytes.
  const uint8_t *byte_of_linear;
} BelvedereShading;

/// The tiles of ground that were met: a hash table of keys, 0 being none. Its memory grows.
typedef struct {
  uint64_t *keys;
  size_t capacity, count;
  uint64_t recent[16];
} BelvedereTileSet;

/// A tile as one number that is not 0: the level's number from 1, the column in its world, and the row
/// from four worlds above the map.
static inline uint64_t belvedere_tile_key(uint32_t level, uint32_t column, uint32_t row) {
  return (uint64_t)level << 58 | (uint64_t)(column & 0x7ffffff) << 31 | (row & 0x7fffffff);
}
void belvedere_tile_set_insert(BelvedereTileSet *set, uint64_t key);
void belvedere_tile_set_free(BelvedereTileSet *set);

/// The kernels for one instruction set.
typedef struct {
  const char *name;
  /// Fills `distances` in a row of theirs.
  void (*measure)(const BelvedereShading *picture, int32_t row);
  /// Collects most of the tiles of ground that a block of pixels shows and of the squares of shadow that
  /// it needs: those of every fourth pixel of every fourth row.
  void (*survey)(
      const BelvedereShading *picture, int32_t left, int32_t top, int32_t width, int32_t height,
      BelvedereTileSet *ground, BelvedereTileSet *shadow);
  /// Collects all of them.
  void (*demand)(
      const BelvedereShading *picture, int32_t left, int32_t top, int32_t width, int32_t height,
      BelvedereTileSet *ground, BelvedereTileSet *shadow);
  /// Fills `ambient` in a row of theirs; needs all `distances`.
  void (*occlude)(const BelvedereShading *picture, int32_t row);
  /// Writes the colours of a block of pixels: four samples each, rows `stride` bytes apart. Not 0 if a
  /// tile or a square is missing.
  int32_t (*shade)(
      const BelvedereShading *picture, int32_t left, int32_t top, int32_t width, int32_t height,
      uint8_t *pixels, size_t stride);
  /// exp2, log2, 1/√ and sRGB-encoded to linear of sixteen numbers, for tests.
  void (*functions)(const float *x, float *exp2, float *log2, float *inverse_root, float *linear);
  /// The angles of eight directions of unit length by their sines and cosines, and the logarithms of eight
  /// numbers, for tests; NULL in the flat map's kernels.
  void (*angles)(
      const double *sine, const double *cosine, const double *x, double *angle, double *logarithm);
  /// Fills a row of the air's table, by the cosines of its columns' azimuths from the sun: red, green and blue of
  /// the light that is added, a number for each column, and of what remains of light from behind. NULL in the flat
  /// map's kernels.
  void (*air_row)(
      const BelvedereAirLight *air, const BelvedereAirRay *ray, const float *azimuth_cosine,
      float *const *added, float *through);
} BelvedereShadingKernels;

/// The kernels for this processor; the environment's BELVEDERE_VECTORS (portable, avx2, avx512)
/// asks for others, and is ignored where the processor has not got them.
const BelvedereShadingKernels *belvedere_shading_kernels(void);
/// The kernels of a name; NULL where this processor has not got them.
const BelvedereShadingKernels *belvedere_shading_kernels_named(const char *name);
/// The same for pictures of the globe.
const BelvedereShadingKernels *belvedere_globe_kernels_named(const char *name);

/// The texels of shadow of elevations that were drawn: `drawn · scale + shift`, held within 16 bits.
void belvedere_shadow_texels(
    const float *drawn, size_t count, float scale, float shift, uint16_t *texels);

#ifdef __cplusplus
}
#endif
#endif
