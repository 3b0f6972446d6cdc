#include "CAllocationCount.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static _Atomic uint64_t allocated;

uint64_t allocation_bytes(void) {
  return atomic_load_explicit(&allocated, memory_order_relaxed);
}

#ifdef __GLIBC__
#include <errno.h>

// The heap's own functions, before which these stand.
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static void count(size_t bytes) {
  atomic_fetch_add_explicit(&allocated, bytes, memory_order_relaxed);
}

void *malloc(size_t bytes) {
  count(bytes);
  return __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes) {
  count(number * bytes);
  return __libc_calloc(number, bytes);
}

void *realloc(void *old, size_t bytes) {
  count(bytes);
  return __libc_realloc(old, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  count(bytes);
  return __libc_memalign(alignment, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
  return aligned_alloc(alignment, bytes);
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  void *found = aligned_alloc(alignment, bytes);
  if (!found) return ENOMEM;
  *result = found;
  return 0;
}
#endif

static uint64_t status(const char *name) {
  FILE *file = fopen("/proc/self/status", "r");
  if (!file) return 0;
  char line[256];
  unsigned long long kilobytes = 0;
  while (fgets(line, sizeof line, file)) {
    if (!strncmp(line, name, strlen(name))) {
      sscanf(line + strlen(name), ": %llu", &kilobytes);
      break;
    }
  }
  fclose(file);
  return kilobytes * 1024;
}

uint64_t resident_bytes(void) { return status("VmRSS"); }
uint64_t peak_resident_bytes(void) { return status("VmHWM"); }
