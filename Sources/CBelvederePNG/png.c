#include "CBelvederePNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

// ---- Errors: libpng calls `fail`, which jumps back into the C function that set the buffer. ----

typedef struct {
  jmp_buf jump;
  char *message;
} error_context;

static void fail(png_structp png, png_const_charp text) {
  error_context *context = png_get_error_ptr(png);
  strncpy(context->message, text, BV_PNG_MESSAGE_SIZE - 1);
  context->message[BV_PNG_MESSAGE_SIZE - 1] = 0;
  longjmp(context->jump, 1);
}

// What libpng and zlib say where there is no memory: "Out of memory", "insufficient memory".
static bv_png_status damage(const char *message) {
  return strstr(message, "memory") == NULL ? BV_PNG_CORRUPT : BV_PNG_MEMORY;
}

static void ignore_warning(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

void bv_png_free(void *pixels) { free(pixels); }

const char *bv_png_library_version(void) { return png_get_libpng_ver(NULL); }

// ---- Decoding ----

typedef struct {
  const uint8_t *data;
  size_t count, position;
  // 0 until the header is known.
  uint32_t rows;
  // Bytes of image data after the last row was complete.
  size_t beyond;
} source;

// libpng unpacks all image data that a file holds, also what follows the last row. More of these than a
// stream's end may take is made to cost time: deflate expands up to 1032 times.
enum { MAXIMUM_BEYOND = 1 << 14, IDAT = 0x49444154, PASSES = 7 };

static void read_bytes(png_structp png, png_bytep out, size_t count) {
  source *from = png_get_io_ptr(png);
  if (from->rows > 0 && png_get_io_chunk_type(png) == IDAT &&
      (png_get_current_row_number(png) >= from->rows || png_get_current_pass_number(png) >= PASSES)) {
    from->beyond += count;
    if (from->beyond > MAXIMUM_BEYOND) png_error(png, "it holds more image data than its size needs");
  }
  if (count > from->count - from->position) png_error(png, "the file ends too early");
  memcpy(out, from->data + from->position, count);
  from->position += count;
}

bv_png_status bv_png_decode(const uint8_t *data, size_t count, uint64_t maximum_pixels,
                            bv_png_image *image) {
  memset(image, 0, sizeof *image);
  error_context context = {.message = image->message};
  source from = {.data = data, .count = count};
  uint8_t *volatile pixels = NULL;
  png_bytep *volatile rows = NULL;
  volatile bv_png_status status = BV_PNG_CORRUPT;

  if (count < 8 || png_sig_cmp(data, 0, 8) != 0) {
    strcpy(image->message, "not a PNG file");
    return BV_PNG_CORRUPT;
  }
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &context, fail, ignore_warning);
  if (png == NULL) return BV_PNG_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return BV_PNG_MEMORY;
  }
  if (setjmp(context.jump) != 0) goto failed;

  // A damaged ancillary chunk counts as damage; texts and profiles are not read at all.
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  static const png_byte ignored[] = "iCCP\0zTXt\0iTXt\0tEXt\0sPLT\0eXIf";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored, 6);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_chunk_malloc_max(png, 1 << 20);
  png_set_chunk_cache_max(png, 64);
  png_set_read_fn(png, &from, read_bytes);

  png_read_info(png, info);
  const uint32_t width = png_get_image_width(png, info);
  const uint32_t height = png_get_image_height(png, info);
  if ((uint64_t)width * height > maximum_pixels) {
    status = BV_PNG_TOO_LARGE;
    image->width = width;
    image->height = height;
    strcpy(image->message, "the image has more pixels than allowed");
    goto failed;
  }
  // Deflate never expands more than 1032 times, so a short file cannot hold a large image.
  const size_t stored_row = png_get_rowbytes(png, info);
  if ((uint64_t)stored_row * height / 1032 > count) {
    strcpy(image->message, "the file is too short for the size that it announces");
    goto failed;
  }
  const int color = png_get_color_type(png, info);
  if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
  if (color == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(png, info) < 8) {
    png_set_expand_gray_1_2_4_to_8(png);
  }
  if (png_get_valid(png, info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
  const uint16_t probe = 1;
  if (png_get_bit_depth(png, info) == 16 && *(const uint8_t *)&probe == 1) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);

  const size_t stride = png_get_rowbytes(png, info);
  if (height == 0 || stride > SIZE_MAX / height) png_error(png, "the image is too large");
  pixels = malloc(stride * height);
  rows = malloc(sizeof *rows * height);
  if (pixels == NULL || rows == NULL) {
    status = BV_PNG_MEMORY;
    goto failed;
  }
  for (uint32_t y = 0; y < height; ++y) rows[y] = pixels + y * stride;
  from.rows = height;
  png_read_image(png, rows);
  png_read_end(png, NULL);

  image->width = width;
  image->height = height;
  image->channels = png_get_channels(png, info);
  image->bits = png_get_bit_depth(png, info);
  image->pixels = pixels;
  image->byte_count = stride * height;
  free(rows);
  png_destroy_read_struct(&png, &info, NULL);
  return BV_PNG_OK;

failed:
  free(pixels);
  free(rows);
  png_destroy_read_struct(&png, &info, NULL);
  return status == BV_PNG_CORRUPT ? damage(image->message) : status;
}

// ---- Encoding ----

// Grows the caller's struct, so that nothing local changes between setjmp and longjmp.
typedef struct {
  bv_png_data *out;
  size_t capacity;
  /// What is asked for at first: strips and what stands around them.
  size_t expected;
} sink;

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  sink *to = png_get_io_ptr(png);
  if (count > to->capacity - to->out->count) {
    size_t capacity = to->capacity > 0 ? to->capacity : to->expected;
    while (capacity - to->out->count < count) {
      if (capacity > SIZE_MAX / 2) png_error(png, "out of memory");
      capacity *= 2;
    }
    uint8_t *data = realloc(to->out->data, capacity);
    if (data == NULL) png_error(png, "out of memory");
    to->out->data = data;
    to->capacity = capacity;
  }
  memcpy(to->out->data + to->out->count, bytes, count);
  to->out->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

bv_png_status bv_png_encode(const bv_png_rows *rows, const bv_png_strip *strips, size_t strip_count,
                            int32_t level, const char *const *key_values, int32_t pair_count,
                            bv_png_data *out) {
  memset(out, 0, sizeof *out);
  error_context context = {.message = out->message};
  sink to = {out, 0, 65536};
  for (size_t i = 0; i < strip_count; i++) to.expected += strips[i].count;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &context, fail, ignore_warning);
  if (png == NULL) return BV_PNG_MEMORY;
  png_infop info = png_create_info_struct(png);
  if (info == NULL) {
    png_destroy_write_struct(&png, NULL);
    return BV_PNG_MEMORY;
  }
  if (setjmp(context.jump) != 0) {
    free(out->data);
    out->data = NULL;
    png_destroy_write_struct(&png, &info);
    return damage(out->message);
  }
  static const int colors[] = {0, PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA,
                               PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  const int32_t channels = rows->drops_alpha ? 3 : rows->channels;
  png_set_write_fn(png, &to, write_bytes, flush_nothing);
  png_set_user_limits(png, 0x7fffffff, 0x7fffffff);
  png_set_IHDR(png, info, rows->width, rows->height, rows->bits, colors[channels],
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (channels >= 3) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  for (int32_t i = 0; i < pair_count; ++i) {
    png_text text;
    memset(&text, 0, sizeof text);
    text.compression = PNG_ITXT_COMPRESSION_NONE;
    text.key = (char *)key_values[2 * i];
    text.text = (char *)key_values[2 * i + 1];
    text.lang = "";
    text.lang_key = "";
    png_set_text(png, info, &text, 1);
  }
  png_write_info(png, info);
  // The zlib stream around the strips: its head says how hard it was compressed.
  const uint8_t effort = level <= 1 ? 0 : level <= 5 ? 1 : level == 6 ? 2 : 3;
  uint8_t head[2] = {0x78, (uint8_t)(effort << 6)};
  head[1] = (uint8_t)(head[1] + 31 - (head[0] * 256 + head[1]) % 31);
  static const png_byte idat[5] = "IDAT", iend[5] = "IEND";
  for (size_t i = 0; i < strip_count; ++i) {
    const int is_first = i == 0, is_last = i + 1 == strip_count;
    const size_t length = strips[i].count + (is_first ? 2 : 0) + (is_last ? 4 : 0);
    if (length > 0x7fffffff) png_error(png, "a strip is too large");
    png_write_chunk_start(png, idat, (png_uint_32)length);
    if (is_first) png_write_chunk_data(png, head, 2);
    png_write_chunk_data(png, strips[i].data, strips[i].count);
    if (is_last) {
      uint8_t sum[4];
      png_save_uint_32(sum, strips[0].adler);
      png_write_chunk_data(png, sum, 4);
    }
    png_write_chunk_end(png);
  }
  png_write_chunk(png, iend, NULL, 0);
  png_destroy_write_struct(&png, &info);
  return BV_PNG_OK;
}
