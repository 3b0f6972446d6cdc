#include "CBelvedereJPEG.h"

#include <string.h>

#if __has_include(<turbojpeg.h>)

#include <dlfcn.h>
#include <pthread.h>
#include <turbojpeg.h>

static struct {
  __typeof__(&tjInitDecompress) InitDecompress;
  __typeof__(&tjDecompressHeader3) DecompressHeader3;
  __typeof__(&tjDecompress2) Decompress2;
  __typeof__(&tjDestroy) Destroy;
  __typeof__(&tjGetErrorStr2) GetErrorStr2;
  __typeof__(&tjGetErrorCode) GetErrorCode;
  int is_loaded;
} library;

static pthread_once_t library_once = PTHREAD_ONCE_INIT;

static void load_library(void) {
#ifdef __APPLE__
  void *handle = dlopen("libturbojpeg.0.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *handle = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
#endif
  if (handle == NULL) return;
#define FIND(name) \
  if ((library.name = (__typeof__(library.name))dlsym(handle, "tj" #name)) == NULL) return;
  FIND(InitDecompress)
  FIND(DecompressHeader3)
  FIND(Decompress2)
  FIND(Destroy)
  FIND(GetErrorStr2)
  FIND(GetErrorCode)
#undef FIND
  library.is_loaded = 1;
}

int32_t bv_jpeg_is_available(void) {
  pthread_once(&library_once, load_library);
  return library.is_loaded;
}

static int32_t failed(tjhandle handle, bv_jpeg_message *message) {
  const char *text = handle == NULL ? NULL : library.GetErrorStr2(handle);
  memset(message, 0, sizeof *message);
  strncpy(message->text, text == NULL ? "out of memory" : text, sizeof message->text - 1);
  if (handle != NULL) library.Destroy(handle);
  return 1;
}

int32_t bv_jpeg_size(const uint8_t *bytes, size_t count, int32_t *width, int32_t *height,
                     bv_jpeg_message *message) {
  if (!bv_jpeg_is_available()) return failed(NULL, message);
  tjhandle handle = library.InitDecompress();
  if (handle == NULL) return failed(NULL, message);
  int w = 0, h = 0, subsampling = 0, colors = 0;
  if (library.DecompressHeader3(handle, bytes, (unsigned long)count, &w, &h, &subsampling, &colors)
      != 0)
    return failed(handle, message);
  *width = w;
  *height = h;
  library.Destroy(handle);
  return 0;
}

int32_t bv_jpeg_decode(const uint8_t *bytes, size_t count, int32_t width, int32_t height,
                       uint8_t *pixels, bv_jpeg_message *message) {
  if (!bv_jpeg_is_available()) return failed(NULL, message);
  tjhandle handle = library.InitDecompress();
  if (handle == NULL) return failed(NULL, message);
  // The slow transform that is exact, and scans limited: a small file may ask for work without end.
  const int flags = TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS;
  if (library.Decompress2(handle, bytes, (unsigned long)count, pixels, width, 0, height,
                          TJPF_RGBA, flags) != 0)
    return failed(handle, message);
  library.Destroy(handle);
  return 0;
}

#else

int32_t bv_jpeg_is_available(void) { return 0; }

int32_t bv_jpeg_size(const uint8_t *bytes, size_t count, int32_t *width, int32_t *height,
                     bv_jpeg_message *message) {
  (void)bytes, (void)count, (void)width, (void)height;
  memset(message, 0, sizeof *message);
  return 1;
}

int32_t bv_jpeg_decode(const uint8_t *bytes, size_t count, int32_t width, int32_t height,
                       uint8_t *pixels, bv_jpeg_message *message) {
  (void)bytes, (void)count, (void)width, (void)height, (void)pixels;
  memset(message, 0, sizeof *message);
  return 1;
}

#endif
