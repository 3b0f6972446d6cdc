// Kernels over the bytes of pictures, for the vectors of each processor; all give the same bytes.
#ifndef BELVEDERE_PIXELS_H
#define BELVEDERE_PIXELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  /// RGBA to RGB: `width` pixels of four bytes to as many of three.
  void (*drop_alpha)(const uint8_t *pixels, size_t width, uint8_t *out);
  /// The Paeth filter (PNG specification, 9.4) of a row of `count` bytes, `pixel` a pixel, below `above`.
  void (*paeth)(const uint8_t *row, const uint8_t *above, size_t count, size_t pixel, uint8_t *out);
  /// The checksum of RFC 1950, 8.2.
  uint32_t (*adler)(const uint8_t *bytes, size_t count);
  /// The luma of `count` RGBA pixels: ITU-R BT.709, limited range.
  void (*luma)(const uint8_t *pixels, size_t count, uint8_t *out);
  /// The chroma of each of `count` RGBA pixels.
  void (*chroma)(const uint8_t *pixels, size_t count, uint8_t *blue, uint8_t *red);
  /// The chroma of two by two pixels, of two rows of `width`; the last column stands for one that is missing.
  void (*chroma_of_four)(
      const uint8_t *top, const uint8_t *bottom, size_t width, uint8_t *blue, uint8_t *red);
} BelvederePixelKernels;

/// The kernels of a set (see belvedere_vectors.h); NULL where this processor has not got it.
const BelvederePixelKernels *belvedere_pixel_kernels_named(const char *name);
/// Those of the best set that this processor has.
const BelvederePixelKernels *belvedere_pixel_kernels(void);

#ifdef __cplusplus
}
#endif
#endif
