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
#if defined(__GLIBC__)
#include <malloc.h>
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
  // Of things that lie in regions. Smaller ones lie together anyway; of larger ones not two fit beside each other.
  LEAST = 1 << 15,
  MOST = (PAGES - 1) / 2 * PAGE,
  // Empty regions that stay for what comes next: the system gives large pages slowly.
  SPARE = 4,
  // Lists of regions by their longest run of free pages: 1, 2 or 3, 4 to 7 and so on.
  LISTS = 9,
  // Regions of a list that are looked at for a run which not all of them have.
  LOOKS = 16,
};

static size_t rounded(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

static void *aligned(size_t unit, size_t bytes) {
  void *memory;
  if (posix_memalign(&memory, unit, bytes > 0 ? bytes : 1) != 0) abort();
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
  // Free pages beside each other, at most; and pages that are taken.
  int32_t longest, used;
} region;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// Regions with free pages; those without any are in no list.
static region *lists[LISTS];
/// Empty ones, each after another.
static region *spare;
static int32_t spare_count;
static atomic_int is_ample;

/// The first page of the first run of so many free pages; 0 without one, and how long the longest is then.
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

static int32_t list_of(int32_t run) { return 31 - __builtin_clz((uint32_t)run); }

static void leave_list(region *r) {
  if (r->longest == 0) return;
  if (r->before != NULL) r->before->after = r->after;
  else lists[list_of(r->longest)] = r->after;
  if (r->after != NULL) r->after->before = r->before;
}

static void enter_list(region *r) {
  (void)find(r, PAGES, &r->longest);
  if (r->longest == 0) return;
  region **list = &lists[list_of(r->longest)];
  r->before = NULL;
  r->after = *list;
  if (*list != NULL) (*list)->before = r;
  *list = r;
}

/// Apart from the heap, which would be left in pieces.
static region *map_region(void) {
#if defined(__linux__)
  char *memory = mmap(NULL, 2 * REGION, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) abort();
  const size_t lead = -(uintptr_t)memory & (REGION - 1);
  if (lead > 0) munmap(memory, lead);
  munmap(memory + lead + REGION, REGION - lead);
  want_large_pages(memory + lead, REGION);
  return (region *)(memory + lead);
#else
  region *r = aligned(REGION, REGION);
  memset(r, 0, sizeof *r);
  return r;
#endif
}

static void unmap_region(region *r) {
#if defined(__linux__)
  munmap(r, REGION);
#else
  free(r);
#endif
}

static region *empty_region(void) {
  region *r = spare;
  if (r == NULL) return map_region();
  spare = r->after;
  spare_count--;
  return r;
}

static region *region_with(int32_t count) {
  for (int32_t i = list_of(count), looks = LOOKS; i < LISTS; i++, looks = 1)
    for (region *r = lists[i]; r != NULL && looks > 0; r = r->after, looks--)
      if (r->longest >= count) {
        leave_list(r);
        return r;
      }
  return empty_region();
}

static void *take(int32_t count) {
  region *r = region_with(count);
  int32_t longest;
  const int32_t first = find(r, count, &longest);
  mark(r, first, count);
  r->used += count;
  enter_list(r);
  return (char *)r + (size_t)first * PAGE;
}

/// Of a region that is mostly empty the system may have back what is free.
static void leave_pages(void *memory, int32_t count) {
#if defined(__linux__)
  (void)madvise(memory, (size_t)count * PAGE, MADV_DONTNEED);
#else
  (void)memory;
  (void)count;
#endif
}

static void leave_free_pages(region *r) {
  int32_t start = 1;
  for (int32_t page = 1; page <= PAGES; page++) {
    if (page < PAGES && !(r->taken[page / 64] >> page % 64 & 1)) continue;
    if (page > start) leave_pages((char *)r + (size_t)start * PAGE, page - start);
    start = page + 1;
  }
}

static void give_back(void *memory, int32_t count) {
  region *r = (region *)((uintptr_t)memory & ~(uintptr_t)(REGION - 1));
  const int32_t before = r->used, half = PAGES / 2;
  leave_list(r);
  mark(r, (int32_t)(((uintptr_t)memory & (REGION - 1)) / PAGE), count);
  r->used -= count;
  if (r->used > 0) {
    if (r->used < half && before >= half) leave_free_pages(r);
    else if (r->used < half) leave_pages(memory, count);
    enter_list(r);
    return;
  }
  if (spare_count == SPARE) {
    unmap_region(r);
    return;
  }
  r->after = spare;
  spare = r;
  spare_count++;
}

// ---- Things ----

void belvedere_memory_is_ample(void) {
#if !IS_CHECKED
  atomic_store_explicit(&is_ample, 1, memory_order_relaxed);
#endif
}

void belvedere_memory_is_scarce(void) {
#if defined(__GLIBC__)
  (void)mallopt(M_ARENA_MAX, 1);
#endif
}

void belvedere_memory_give_back(void) {
#if defined(__GLIBC__)
  (void)malloc_trim(0);
#endif
}

static int is_middling(size_t bytes) { return bytes >= LEAST && bytes <= MOST; }

static int begins_page(const void *memory) { return ((uintptr_t)memory & (PAGE - 1)) == 0; }

/// Memory that lies in no region, which is told by where it begins: never with a page. Before it stands what is freed.
static void *apart(size_t bytes) {
  char *base = aligned(LINE, bytes + 2 * LINE), *memory = base + LINE;
  if (begins_page(memory)) memory += LINE;
  ((void **)memory)[-1] = base;
  return memory;
}

void *belvedere_memory_shared(size_t bytes) {
  if (!is_middling(bytes)) return belvedere_memory_large(bytes);
  if (!atomic_load_explicit(&is_ample, memory_order_relaxed)) return apart(bytes);
  pthread_mutex_lock(&lock);
  void *memory = take((int32_t)(rounded(bytes, PAGE) / PAGE));
  pthread_mutex_unlock(&lock);
  return memory;
}

void belvedere_memory_release(void *memory, size_t bytes) {
  if (!is_middling(bytes)) {
    free(memory);
    return;
  }
  if (!begins_page(memory)) {
    free(((void **)memory)[-1]);
    return;
  }
  pthread_mutex_lock(&lock);
  give_back(memory, (int32_t)(rounded(bytes, PAGE) / PAGE));
  pthread_mutex_unlock(&lock);
}
