// Pictures in JPEG files by libjpeg-turbo's TurboJPEG, which is loaded when it is first needed. Without its header
// at build time, or without itself at run time, none can be read.
#ifndef CBELVEDEREJPEG_H
#define CBELVEDEREJPEG_H

#include <stddef.h>
#include <stdint.h>

typedef struct { char text[200]; } bv_jpeg_message;

// 1 where pictures can be read.
int32_t bv_jpeg_is_available(void);

// The size in pixels. Not 0 with a message where it cannot be told.
int32_t bv_jpeg_size(const uint8_t *bytes, size_t count, int32_t *width, int32_t *height,
                     bv_jpeg_message *message);

// Rows of red, green, blue and alpha 255, the upper one first, into 4 · width · height bytes. Not 0 with a
// message where the file is damaged.
int32_t bv_jpeg_decode(const uint8_t *bytes, size_t count, int32_t width, int32_t height,
                       uint8_t *pixels, bv_jpeg_message *message);

#endif
