// What is used of HarfBuzz's interface, declared here: no headers are needed to build. Its objects are
// opaque, and the two records are part of its binary interface, of twenty bytes each since 1.0.
#ifndef CBELVEDERETEXT_HARFBUZZ_H
#define CBELVEDERETEXT_HARFBUZZ_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

typedef struct {
  uint32_t codepoint, mask, cluster, var1, var2;
} hb_glyph;

typedef struct {
  int32_t x_advance, y_advance, x_offset, y_offset;
  uint32_t var;
} hb_position;

enum { HB_READONLY = 1, HB_LEFT_TO_RIGHT = 4, HB_RIGHT_TO_LEFT = 5 };

static struct {
  const char *(*version_string)(void);
  void *(*blob_create)(const char *, unsigned int, int, void *, void (*)(void *));
  void (*blob_destroy)(void *);
  void *(*face_create)(void *, unsigned int);
  void (*face_destroy)(void *);
  void *(*font_create)(void *);
  void (*font_destroy)(void *);
  void (*font_set_scale)(void *, int, int);
  void (*ot_font_set_funcs)(void *);
  void *(*buffer_create)(void);
  void (*buffer_destroy)(void *);
  void (*buffer_add_utf32)(void *, const uint32_t *, int, unsigned int, int);
  void (*buffer_guess_segment_properties)(void *);
  void (*buffer_set_direction)(void *, int);
  hb_glyph *(*buffer_get_glyph_infos)(void *, unsigned int *);
  hb_position *(*buffer_get_glyph_positions)(void *, unsigned int *);
  void (*shape)(void *, void *, const void *, unsigned int);
  int is_loaded;
} harfbuzz;

static pthread_once_t harfbuzz_once = PTHREAD_ONCE_INIT;

static void load_harfbuzz(void) {
#ifdef __APPLE__
  void *handle = dlopen("libharfbuzz.0.dylib", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) handle = dlopen("/opt/homebrew/lib/libharfbuzz.0.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *handle = dlopen("libharfbuzz.so.0", RTLD_NOW | RTLD_LOCAL);
#endif
  if (handle == NULL) return;
#define FIND(name)                                                                            \
  if ((harfbuzz.name = (__typeof__(harfbuzz.name))dlsym(handle, "hb_" #name)) == NULL) return;
  FIND(version_string)
  FIND(blob_create)
  FIND(blob_destroy)
  FIND(face_create)
  FIND(face_destroy)
  FIND(font_create)
  FIND(font_destroy)
  FIND(font_set_scale)
  FIND(ot_font_set_funcs)
  FIND(buffer_create)
  FIND(buffer_destroy)
  FIND(buffer_add_utf32)
  FIND(buffer_guess_segment_properties)
  FIND(buffer_set_direction)
  FIND(buffer_get_glyph_infos)
  FIND(buffer_get_glyph_positions)
  FIND(shape)
#undef FIND
  harfbuzz.is_loaded = 1;
}

// Whether the machine has HarfBuzz.
static int has_harfbuzz(void) {
  pthread_once(&harfbuzz_once, load_harfbuzz);
  return harfbuzz.is_loaded;
}

#endif
