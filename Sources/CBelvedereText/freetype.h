// What is used of FreeType's interface, declared here: no headers are needed to build. The layout of
// these structures is the binary interface of libfreetype.so.6, unchanged since FreeType 2.0; only the
// beginnings that are read are declared. layout.c compares them with the headers where there are any.
#ifndef CBELVEDERETEXT_FREETYPE_H
#define CBELVEDERETEXT_FREETYPE_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

typedef struct { long x, y; } ft_vector;
typedef struct { void *data; void (*finalizer)(void *); } ft_generic;

typedef struct {
  unsigned int rows, width;
  int pitch;
  unsigned char *buffer;
  unsigned short num_grays;
  unsigned char pixel_mode, palette_mode;
  void *palette;
} ft_bitmap;

typedef struct {
  short contour_count, point_count;
  ft_vector *points;
  char *tags;
  short *contours;
  int flags;
} ft_outline;

typedef struct {
  void *library, *face, *next;
  unsigned int glyph_index;
  ft_generic generic;
  long metrics[8];
  long linear_horizontal_advance, linear_vertical_advance;
  ft_vector advance;
  int format;
  ft_bitmap bitmap;
  int bitmap_left, bitmap_top;
  ft_outline outline;
} ft_slot;

typedef struct {
  long face_count, face_index, face_flags, style_flags, glyph_count;
  char *family_name, *style_name;
  int fixed_size_count;
  void *available_sizes;
  int charmap_count;
  void **charmaps;
  ft_generic generic;
  long box[4];
  unsigned short units_per_em;
  short ascender, descender, height, max_advance_width, max_advance_height;
  short underline_position, underline_thickness;
  ft_slot *glyph;
} ft_face;

typedef struct {
  int (*move_to)(const ft_vector *, void *);
  int (*line_to)(const ft_vector *, void *);
  int (*conic_to)(const ft_vector *, const ft_vector *, void *);
  int (*cubic_to)(const ft_vector *, const ft_vector *, const ft_vector *, void *);
  int shift;
  long delta;
} ft_outline_functions;

enum {
  FT_SCALABLE = 1,
  FT_ITALIC = 1,
  FT_BOLD = 2,
  FT_NO_SCALE = 1,
  FT_NO_HINTING = 2,
  FT_NO_BITMAP = 8,
  FT_OUTLINE = 0x6F75746C, // 'outl'
  FT_UNSCALED_KERNING = 2,
  FT_OUT_OF_MEMORY = 0x40,
};

static struct {
  int (*Init_FreeType)(void **);
  int (*Done_FreeType)(void *);
  void (*Library_Version)(void *, int *, int *, int *);
  int (*New_Memory_Face)(void *, const unsigned char *, long, long, ft_face **);
  int (*Done_Face)(ft_face *);
  unsigned int (*Get_Char_Index)(ft_face *, unsigned long);
  int (*Load_Glyph)(ft_face *, unsigned int, int);
  int (*Outline_Decompose)(ft_outline *, const ft_outline_functions *, void *);
  int (*Get_Kerning)(ft_face *, unsigned int, unsigned int, unsigned int, ft_vector *);
  char version[32];
  int is_loaded;
} freetype;

static pthread_once_t freetype_once = PTHREAD_ONCE_INIT;

static void load_freetype(void) {
#ifdef __APPLE__
  void *handle = dlopen("libfreetype.6.dylib", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) handle = dlopen("/opt/homebrew/lib/libfreetype.6.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *handle = dlopen("libfreetype.so.6", RTLD_NOW | RTLD_LOCAL);
#endif
  if (handle == NULL) return;
#define FIND(name)                                                                            \
  if ((freetype.name = (__typeof__(freetype.name))dlsym(handle, "FT_" #name)) == NULL) return;
  FIND(Init_FreeType)
  FIND(Done_FreeType)
  FIND(Library_Version)
  FIND(New_Memory_Face)
  FIND(Done_Face)
  FIND(Get_Char_Index)
  FIND(Load_Glyph)
  FIND(Outline_Decompose)
  FIND(Get_Kerning)
#undef FIND
  void *library = NULL;
  if (freetype.Init_FreeType(&library) != 0) return;
  int major = 0, minor = 0, patch = 0;
  freetype.Library_Version(library, &major, &minor, &patch);
  freetype.Done_FreeType(library);
  snprintf(freetype.version, sizeof freetype.version, "%d.%d.%d", major, minor, patch);
  freetype.is_loaded = major == 2;
}

// Whether the machine has FreeType 2.
__attribute__((unused)) static int has_freetype(void) {
  pthread_once(&freetype_once, load_freetype);
  return freetype.is_loaded;
}

#endif
