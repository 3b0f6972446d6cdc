#define _GNU_SOURCE
#include "belvedere_memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// Which looks at what each thing has of its own.
#define IS_CHECKED 1
#endif
#endif

enum {
  LINE = 64,
  PAGE = 1 << 12,
  // A large page; as large is a region, of which the first small page is its header.
  REGION = 1 << 21,
  PAGES = REGION / PAGE,
  WORDS = PAGES / 64,
  // Of things that lie in regions. Smaller ones lie together anyway, larger ones have large pages of their own.
  LEAST = 1 << 15,
  MOST = REGION / 2,
};

static size_t rounded(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

static void *aligned(size_t unit, size_t bytes) {
  void *memory = bytes > SIZE_MAX - unit ? NULL : aligned_alloc(unit, rounded(bytes > 0 ? bytes : 1, LINE));
  if (memory == NULL) abort();
  return memory;
}

static void want_large_pages(void *memory, size_t bytes) {
#if defined(__linux__)
  // Where there are none it stays as it is.
  (void)madvise(memory, bytes, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)bytes;
#endif
}

void *belvedere_memory_large(size_t bytes) {
#if !IS_CHECKED
  if (bytes >= REGION) {
    void *memory = aligned(REGION, bytes);
    // What does not fill its last one is left in small pages.
    want_large_pages(memory, bytes / REGION * REGION);
    return memory;
  }
#endif
  return aligned(LINE, bytes);
}

// ---- Regions ----

typedef struct region {
  struct region *before, *after;
  // Bits of pages that are taken.
  uint64_t taken[WORDS];
  // No run of free pages is longer.
  int32_t longest;
  int32_t used;
} region;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// From the oldest to the newest.
static region *regions, *last;

/// The first run of so many free pages; 0 without one, and the longest run then.
static int32_t find(const region *r, int32_t count, int32_t *longest) {
  int32_t start = 1, best = 0;
  for (int32_t page = 1; page <= PAGES; page++) {
    if (page < PAGES && !(r->taken[page / 64] >> page % 64 & 1)) continue;
    if (page - start > best) best = page - start;
    if (best >= count) return start;
    start = page + 1;
  }
  *longest = best;
  return 0;
}

static void mark(region *r, int32_t first, int32_t count) {
  for (int32_t page = first; page < first + count; page++) r->taken[page / 64] ^= UINT64_C(1) << page % 64;
}

/// Apart from the heap, which would be left in pieces.
static void *map_region(void) {
#if defined(__linux__)
  char *memory = mmap(NULL, 2 * REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  const size_t lead = -(uintptr_t)memory & (REGION - 1);
  if (lead > 0) munmap(memory, lead);
  munmap(memory + lead + REGION, REGION - lead);
  want_large_pages(memory + lead, REGION);
  return memory + lead;
#else
  void *memory = aligned(REGION, REGION);
  memset(memory, 0, sizeof(region));
  return memory;
#endif
}

static void unmap_region(void *memory) {
#if defined(__linux__)
  munmap(memory, REGION);
#else
  free(memory);
#endif
}

static region *make_region(void) {
  region *r = map_region();
  r->longest = PAGES - 1;
  // Older ones are filled first, so that newer ones become empty.
  r->before = last;
  if (last != NULL) last->after = r;
  else regions = r;
  last = r;
  return r;
}

static void *take(int32_t count) {
  for (region *r = regions; r != NULL; r = r->after) {
    if (r->longest < count) continue;
    const int32_t first = find(r, count, &r->longest);
    if (first == 0) continue;
    mark(r, first, count);
    r->used += count;
    return (char *)r + (size_t)first * PAGE;
  }
  region *r = make_region();
  mark(r, 1, count);
  r->used = count;
  return (char *)r + PAGE;
}

static void give_back(region *r, void *memory, int32_t count) {
  mark(r, (int32_t)(((uintptr_t)memory & (REGION - 1)) / PAGE), count);
  r->used -= count;
  r->longest = PAGES - 1;
  if (r->used > 0) {
#if defined(__linux__)
    // Of a region that is mostly empty the system may have back what is free.
    if (r->used < PAGES / 2) (void)madvise(memory, (size_t)count * PAGE, MADV_DONTNEED);
#endif
    return;
  }
  if (r->before != NULL) r->before->after = r->after;
  else regions = r->after;
  if (r->after != NULL) r->after->before = r->before;
  else last = r->before;
  unmap_region(r);
}

static atomic_int is_ample;

void belvedere_memory_is_ample(void) {
#if !IS_CHECKED
  atomic_store_explicit(&is_ample, 1, memory_order_relaxed);
#endif
}

static int is_middling(size_t bytes) { return bytes >= LEAST && bytes <= MOST; }

static region *region_of(const void *memory) {
  const uintptr_t start = (uintptr_t)memory & ~(uintptr_t)(REGION - 1);
  for (region *r = regions; r != NULL; r = r->after)
    if ((uintptr_t)r == start) return r;
  return NULL;
}

void *belvedere_memory_shared(size_t bytes) {
  if (!is_middling(bytes) || !atomic_load_explicit(&is_ample, memory_order_relaxed))
    return belvedere_memory_large(bytes);
  pthread_mutex_lock(&lock);
  void *memory = take((int32_t)(rounded(bytes, PAGE) / PAGE));
  pthread_mutex_unlock(&lock);
  return memory;
}

void belvedere_memory_release(void *memory, size_t bytes) {
  if (is_middling(bytes)) {
    pthread_mutex_lock(&lock);
    region *r = region_of(memory);
    if (r != NULL) give_back(r, memory, (int32_t)(rounded(bytes, PAGE) / PAGE));
    pthread_mutex_unlock(&lock);
    if (r != NULL) return;
  }
  free(memory);
}
