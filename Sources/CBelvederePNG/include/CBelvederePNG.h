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

// Encodes rows of `channels` samples of `bits` each; stride in bytes.
// key_values: pairs of NUL-terminated Latin-1 keywords and UTF-8 texts, pair_count pairs.
bv_png_status bv_png_encode(const uint8_t *pixels, uint32_t width, uint32_t height, size_t stride,
                            int32_t channels, int32_t bits, int32_t compression_level,
                            const char *const *key_values, int32_t pair_count, bv_png_data *out);

// The version of the library loaded at run time, such as "1.6.39".
const char *bv_png_library_version(void);

#endif
