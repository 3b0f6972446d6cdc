// The looks of models: textures, colours and normals over triangles. Used by the kernels and by the scalar shader.
#ifndef BELVEDERE_SKIN_H
#define BELVEDERE_SKIN_H

#include "belvedere_triple.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BELVEDERE_MOST_SKIN_LEVELS = 16 };
enum { BELVEDERE_SKIN_CLAMPED = 0, BELVEDERE_SKIN_REPEATED = 1, BELVEDERE_SKIN_MIRRORED = 2 };

/// A picture and its halves, quarters and so on: rows of red, green, blue and a byte that is not used, encoded.
/// Level l has max(width >> l, 1) × max(height >> l, 1) texels.
typedef struct {
  const uint8_t *texels[BELVEDERE_MOST_SKIN_LEVELS];
  int32_t width, height, levels;
  /// What lies beyond the edges; whether texels are seen as squares from near.
  int32_t wrap_u, wrap_v, is_pixelated;
  /// The linear values of the 256 encoded ones.
  const float *linear;
} BelvedereSkinTexture;

/// What a triangle shows: numbers that are linear over it, each as what it grows by along the mesh's three axes and
/// what it is at the face's origin.
typedef struct {
  /// NULL for none.
  const BelvedereSkinTexture *texture;
  float u[4], v[4];
  float normal[3][4], color[3][4];
} BelvedereSkin;

/// What is seen of a triangle at a point.
///
/// - `at`: the point, metres from the face's origin; `way`: from the eye to it, metres; `face`: the triangle's unit
///   normal; all along the mesh's axes.
/// - `pixel`: metres of a pixel's width at the point's distance.
/// - `color`: the linear reflectance; `normal`: the unit normal by which it is lit.
void belvedere_skin_look(
    const BelvedereSkin *skin, BelvedereTriple at, BelvedereTriple way, BelvedereTriple face,
    float pixel, BelvedereTriple *color, BelvedereTriple *normal);

#ifdef __cplusplus
}
#endif
#endif
