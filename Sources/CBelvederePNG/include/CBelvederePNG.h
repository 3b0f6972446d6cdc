// libpng behind functions that return a code and a message: its longjmp never leaves this target.
#ifndef CBELVEDEREPNG_H
#define CBELVEDEREPNG_H

#include <stddef.h>
#include <stdint.h>

#define BV_PNG_MESSAGE_SIZE 128

typedef enum {
  BV_PNG_OK = 0,
  BV_PNG_CORRUPT = 1,   // not a PNG, or a damaged one; message says why
  BV_PNG_TOO_LARGE = 2, // more pixels than the caller allows
  BV_PNG_MEMORY = 3,
} bv_png_status;

typedef struct {
  uint32_t width, height;
  int32_t channels;       // 1 gray, 2 gray + alpha, 3 RGB, 4 RGBA, after palette expansion
  int32_t bits;           // 8 or 16 a channel
  uint8_t *pixels;        // rows top to bottom, 16-bit samples in the machine's byte order;
                          // free with bv_png_free
  size_t byte_count;
  char message[BV_PNG_MESSAGE_SIZE];
} bv_png_image;

// Decodes data[0 ..< count]. Frees everything it made when it fails.
bv_png_status bv_png_decode(const uint8_t *data, size_t count, uint64_t maximum_pixels,
                            bv_png_image *image);
void bv_png_free(void *pixels);

typedef struct {
  uint8_t *data;          // free with bv_png_free
  size_t count;
  char message[BV_PNG_MESSAGE_SIZE];
} bv_png_data;

// A picture's samples: `channels` of `bits` each, in the machine's byte order; stride in bytes.
typedef struct {
  const uint8_t *pixels;
  size_t stride;
  uint32_t width, height;
  int32_t channels, bits;
  int32_t drops_alpha;    // 4 channels of 8 bits are written as 3
} bv_png_rows;

enum { BV_PNG_SUB = 1, BV_PNG_UP = 2, BV_PNG_AVERAGE = 3, BV_PNG_PAETH = 4, BV_PNG_BEST = 5 };

// A part of a compressed picture.
typedef struct {
  uint8_t *data;          // free with bv_png_free
  size_t count;
  size_t length;          // bytes before compression
  uint32_t adler;
} bv_png_strip;

// Filters and compresses `count` rows; strips may be made at the same time and in any order.
bv_png_status bv_png_deflate_strip(const bv_png_rows *rows, uint32_t first, uint32_t count,
                                   int32_t filter, int32_t level, bv_png_strip *out);

// The checksum of all strips, to the first one.
void bv_png_join_strips(bv_png_strip *strips, size_t count);

// A PNG file of strips that were joined.
// key_values: pairs of NUL-terminated Latin-1 keywords and UTF-8 texts, pair_count pairs.
bv_png_status bv_png_encode(const bv_png_rows *rows, const bv_png_strip *strips, size_t strip_count,
                            int32_t level, const char *const *key_values, int32_t pair_count,
                            bv_png_data *out);

// Whether the alpha of all of `count` pixels of four bytes is 255.
int32_t bv_png_is_opaque(const uint8_t *pixels, size_t count);

// The version of the library loaded at run time, such as "1.6.39".
const char *bv_png_library_version(void);

#endif
