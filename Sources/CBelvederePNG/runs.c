#include "runs.h"

#include <stdlib.h>
#include <string.h>

// RFC 1951, 3.2.5 and 3.2.7.
enum {
  END = 256,          // the symbol that ends a block
  SYMBOLS = 286,      // literals, the end, lengths
  LENGTHS = 256,      // of matches: 3 to 258
  LEAST = 3,
  LONGEST = 15,       // bits of a code
  // Bytes of a block: codes fit what is near, and their table takes 1 % of it at most.
  BLOCK = 1 << 16,
  // The table of codes, the end and the marks of a block take less.
  OVERHEAD = 256
};

// Literals are tokens below this, and runs those from it on, by their length less 3.
enum { RUNS = 256, TOKENS = RUNS + LENGTHS };

typedef struct {
  uint8_t *out;
  uint64_t bits;
  unsigned count;
} bit_writer;

static inline void put(bit_writer *w, uint64_t bits, unsigned count) {
  w->bits |= bits << w->count;
  w->count += count;
}

/// Writes whole bytes, so that at most 7 bits wait and 57 may be put.
static inline void flush(bit_writer *w) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  const uint64_t bits = __builtin_bswap64(w->bits);
#else
  const uint64_t bits = w->bits;
#endif
  memcpy(w->out, &bits, sizeof bits);
  w->out += w->count >> 3;
  w->bits >>= w->count & ~7u;
  w->count &= 7;
}

/// The symbol of a match's length less 3, and how many bits of it follow.
static uint16_t length_symbol(unsigned length, unsigned *extra) {
  *extra = 0;
  if (length == LENGTHS - 1) return SYMBOLS - 1;
  if (length < 8) return (uint16_t)(END + 1 + length);
  unsigned top = 3;
  while (length >> (top + 1)) top++;
  *extra = top - 2;
  return (uint16_t)(END + 1 + 4 * (top - 1) + (length >> (top - 2) & 3));
}

typedef struct {
  uint32_t weight;
  uint16_t symbol;
} leaf;

static int by_weight(const void *a, const void *b) {
  const leaf *p = a, *q = b;
  if (p->weight != q->weight) return p->weight < q->weight ? -1 : 1;
  return p->symbol < q->symbol ? -1 : p->symbol > q->symbol;
}

/// Lengths of an optimal prefix code of at most 15 bits by package-merge (Larmore and Hirschberg 1990), for two
/// symbols or more of a weight above 0.
static void code_lengths(const uint32_t *weights, uint8_t *lengths) {
  leaf leaves[SYMBOLS];
  size_t count = 0;
  for (uint16_t s = 0; s < SYMBOLS; s++) {
    lengths[s] = 0;
    if (weights[s] > 0) leaves[count++] = (leaf){weights[s], s};
  }
  qsort(leaves, count, sizeof *leaves, by_weight);
  // Of each list whether an item is a package of two of the list before, else the next leaf.
  uint8_t is_package[LONGEST][2 * SYMBOLS];
  uint32_t items[2][2 * SYMBOLS];
  size_t size = 0;
  for (int list = 0; list < LONGEST; list++) {
    const uint32_t *before = items[list & 1];
    uint32_t *now = items[(list & 1) ^ 1];
    size_t at = 0, leaf_at = 0, package = 0;
    while (leaf_at < count || package + 1 < size) {
      const int packs = package + 1 < size
          && (leaf_at == count || before[package] + before[package + 1] < leaves[leaf_at].weight);
      is_package[list][at] = (uint8_t)packs;
      if (packs) {
        now[at++] = before[package] + before[package + 1];
        package += 2;
      } else {
        now[at++] = leaves[leaf_at++].weight;
      }
    }
    size = at;
  }
  size_t taken = 2 * count - 2;
  for (int list = LONGEST - 1; list >= 0; list--) {
    size_t packages = 0;
    for (size_t i = 0; i < taken; i++) packages += is_package[list][i];
    for (size_t i = 0; i < taken - packages; i++) lengths[leaves[i].symbol]++;
    taken = 2 * packages;
  }
}

/// The codes of the lengths, the last bit first, as they are written (RFC 1951, 3.2.2).
static void codes_of(const uint8_t *lengths, uint16_t *codes) {
  unsigned counts[LONGEST + 1] = {0}, next[LONGEST + 1] = {0}, code = 0;
  for (int s = 0; s < SYMBOLS; s++) counts[lengths[s]]++;
  counts[0] = 0;
  for (int bits = 1; bits <= LONGEST; bits++) next[bits] = code = (code + counts[bits - 1]) << 1;
  for (int s = 0; s < SYMBOLS; s++) {
    unsigned value = lengths[s] > 0 ? next[lengths[s]]++ : 0, turned = 0;
    for (int i = 0; i < lengths[s]; i++, value >>= 1) turned = turned << 1 | (value & 1);
    codes[s] = (uint16_t)turned;
  }
}

/// Bytes as tokens; a run never leaves the block that it begins in.
static size_t tokens_of(const uint8_t *in, size_t size, uint16_t *tokens) {
  size_t count = 0, i = 1;
  tokens[count++] = in[0];
  while (i + LEAST <= size) {
    // The byte before and three more at once: one branch that mostly goes the same way.
    uint32_t four;
    memcpy(&four, in + i - 1, sizeof four);
    const uint8_t last = in[i - 1];
    if (four != last * 0x01010101u) {
      tokens[count++] = in[i++];
      continue;
    }
    size_t length = LEAST;
    while (i + length < size && in[i + length] == last && length < LENGTHS + LEAST - 1) length++;
    tokens[count++] = (uint16_t)(RUNS + length - LEAST);
    i += length;
  }
  while (i < size) tokens[count++] = in[i++];
  return count;
}

/// What begins a block whose codes have such lengths (RFC 1951, 3.2.7). Lengths are told by codes of 4 bits each.
static void put_header(bit_writer *w, const uint8_t *lengths, int is_last) {
  static const uint8_t order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  put(w, is_last ? 1 : 0, 1);
  put(w, 2, 2);
  put(w, SYMBOLS - 257, 5);
  put(w, 0, 5);
  put(w, sizeof order - 4, 4);
  flush(w);
  for (size_t i = 0; i < sizeof order; i++) {
    put(w, order[i] < 16 ? 4 : 0, 3);
    flush(w);
  }
  for (int s = 0; s <= SYMBOLS; s++) {
    // The one distance, 1, has a code of one bit.
    const unsigned length = s < SYMBOLS ? lengths[s] : 1;
    put(w, (length & 1) << 3 | (length & 2) << 1 | (length & 4) >> 1 | (length & 8) >> 3, 4);
    flush(w);
  }
}

static void put_block(bit_writer *w, const uint8_t *in, size_t size, int is_last, uint16_t *tokens) {
  const size_t count = tokens_of(in, size, tokens);
  // Four counts, since a token is often that before it, and an addition would wait for the last.
  uint32_t counted[4][TOKENS] = {{0}}, seen[TOKENS], weights[SYMBOLS] = {0};
  size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (int k = 0; k < 4; k++) counted[k][tokens[i + (size_t)k]]++;
  for (; i < count; i++) counted[0][tokens[i]]++;
  for (int t = 0; t < TOKENS; t++)
    seen[t] = counted[0][t] + counted[1][t] + counted[2][t] + counted[3][t];
  memcpy(weights, seen, RUNS * sizeof *seen);
  weights[END] = 1;
  unsigned extra;
  for (unsigned l = 0; l < LENGTHS; l++) weights[length_symbol(l, &extra)] += seen[RUNS + l];
  uint8_t lengths[SYMBOLS];
  uint16_t codes[SYMBOLS];
  code_lengths(weights, lengths);
  codes_of(lengths, codes);
  // Whole tokens: a run is its symbol, the bits that follow it, and the code 0 of the distance 1.
  uint32_t bits[TOKENS];
  uint8_t counts[TOKENS];
  for (unsigned s = 0; s < RUNS; s++) {
    bits[s] = codes[s];
    counts[s] = lengths[s];
  }
  for (unsigned l = 0; l < LENGTHS; l++) {
    const uint16_t symbol = length_symbol(l, &extra);
    bits[RUNS + l] = codes[symbol] | (uint32_t)(l & ((1u << extra) - 1)) << lengths[symbol];
    counts[RUNS + l] = (uint8_t)(lengths[symbol] + extra + 1);
  }
  put_header(w, lengths, is_last);
  // In registers: bytes that are written might else be thought to be the writer's own.
  bit_writer v = *w;
  // A token has at most 21 bits, so that two of them may be put at once.
  for (i = 0; i + 2 <= count; i += 2) {
    put(&v, bits[tokens[i]], counts[tokens[i]]);
    put(&v, bits[tokens[i + 1]], counts[tokens[i + 1]]);
    flush(&v);
  }
  if (i < count) put(&v, bits[tokens[i]], counts[tokens[i]]);
  put(&v, codes[END], lengths[END]);
  flush(&v);
  *w = v;
}

size_t bv_runs_bound(size_t size) {
  // An optimal code is no longer than one of 9 bits for each symbol, of which there are fewer than 512.
  return size + size / 8 + (size / BLOCK + 1) * OVERHEAD + 16;
}

size_t bv_runs_deflate(const uint8_t *bytes, size_t size, int is_last, uint8_t *out) {
  uint16_t *tokens = malloc(BLOCK * sizeof *tokens);
  if (tokens == NULL) return 0;
  bit_writer w = {out, 0, 0};
  for (size_t at = 0; at < size; at += BLOCK) {
    const size_t left = size - at, part = left < BLOCK ? left : BLOCK;
    put_block(&w, bytes + at, part, is_last && part == left, tokens);
  }
  free(tokens);
  if (!is_last) {
    // An empty stored block, which ends with a byte.
    put(&w, 0, 3);
    put(&w, 0, (8 - w.count % 8) % 8);
    flush(&w);
    put(&w, 0xFFFF0000u, 32);
  }
  put(&w, 0, (8 - w.count % 8) % 8);
  flush(&w);
  return (size_t)(w.out - out);
}
