#include "runs.h"

#include <stdlib.h>
#include <string.h>

// RFC 1951, 3.2.5 and 3.2.7.
enum {
  END = 256,          // the symbol that ends a block
  SYMBOLS = 286,      // literals, the end, lengths
  LENGTHS = 256,      // of matches: 3 to 258
  SHORTEST = 3,
  // Bits of a code at most: four of them may be put at once.
  LONGEST = 14,
  // Of runs that are looked for. Shorter ones take no fewer bits than their literals.
  LEAST = 5,
  // Bytes of a block: codes fit what is near, and their table takes 1 % of it at most.
  BLOCK = 1 << 18,
  // Of so many bytes some are counted, for the codes.
  STRIDE = 1 << 12,
  COUNTED = 1 << 9,
  // The table of codes, the end and the marks of a block take less.
  OVERHEAD = 256
};

typedef struct {
  uint8_t *out;
  uint64_t bits;
  unsigned count;
} bit_writer;

static inline void put(bit_writer *w, uint64_t bits, unsigned count) {
  w->bits |= bits << w->count;
  w->count += count;
}

static inline uint64_t little_endian(uint64_t v) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(v);
#else
  return v;
#endif
}

/// Writes whole bytes, so that at most 7 bits wait and 57 may be put.
static inline void flush(bit_writer *w) {
  const uint64_t bits = little_endian(w->bits);
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

/// Lengths of an optimal prefix code of at most `LONGEST` bits by package-merge (Larmore and Hirschberg 1990), for two
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

/// The top bit of each of the eight bytes here that is as that before it.
static inline uint64_t alike(const uint8_t *in) {
  uint64_t before, here;
  memcpy(&before, in - 1, sizeof before);
  memcpy(&here, in, sizeof here);
  const uint64_t change = little_endian(before ^ here), low = 0x7F7F7F7F7F7F7F7Full;
  return ~(((change & low) + low) | change | low);
}

/// How many of the eight bytes here, of which one stands before and sixteen follow, come before the first run.
static inline unsigned literals(const uint8_t *in) {
  const uint64_t a = alike(in), b = alike(in + 8), b2 = b & b >> 8;
  // Two alike, four, five.
  const uint64_t a2 = a & (a >> 8 | b << 56), a4 = a2 & (a2 >> 16 | b2 << 48), a5 = a4 & (a >> 32 | b << 32);
  return a5 == 0 ? 8 : (unsigned)__builtin_ctzll(a5) >> 3;
}

/// The length of the run of `in[-1]` that begins here and is known to be of `LEAST` bytes.
static inline unsigned run_length(const uint8_t *in, size_t left) {
  const size_t most = left < LENGTHS + SHORTEST - 1 ? left : LENGTHS + SHORTEST - 1;
  unsigned length = LEAST;
  while (length < most && in[length] == in[-1]) length++;
  return length;
}

/// Counts the symbols of a part of the bytes. Each has a weight, so that each has a code.
static void count_symbols(const uint8_t *in, size_t size, uint32_t *weights) {
  // Eight counts, since a byte is often that before it, and an addition would wait for the last.
  uint32_t counted[8][END] = {{0}};
  unsigned extra;
  for (unsigned s = 0; s < SYMBOLS; s++) weights[s] = 1;
  for (size_t first = 0, n = 0; first < size; first += STRIDE, n++) {
    // Others each time: rows may be as long.
    const size_t start = first + n * 1237 % (STRIDE - COUNTED);
    const size_t end = start + COUNTED < size ? start + COUNTED : size;
    size_t i = start > 0 ? start : 1;
    while (i + 24 <= end) {
      const unsigned count = literals(in + i);
      if (count == 8) {
        for (size_t k = 0; k < 8; k++) counted[k][in[i + k]]++;
        i += 8;
        continue;
      }
      for (size_t k = 0; k < count; k++) counted[k][in[i + k]]++;
      i += count;
      const unsigned length = run_length(in + i, size - i);
      weights[length_symbol(length - SHORTEST, &extra)] += STRIDE / COUNTED;
      i += length;
    }
  }
  for (int s = 0; s < END; s++)
    for (int k = 0; k < 8; k++) weights[s] += STRIDE / COUNTED * counted[k][s];
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

/// The codes of literals and of the end, and whole runs: the symbol, the bits that follow it, and the code 0 of the distance 1.
typedef struct {
  uint16_t codes[END + 1];
  uint8_t lengths[END + 1];
  uint32_t runs[LENGTHS];
  uint8_t run_bits[LENGTHS];
} code_table;

static void make_table(const uint8_t *lengths, code_table *table) {
  uint16_t codes[SYMBOLS];
  codes_of(lengths, codes);
  memcpy(table->codes, codes, sizeof table->codes);
  memcpy(table->lengths, lengths, sizeof table->lengths);
  for (unsigned l = 0; l < LENGTHS; l++) {
    unsigned extra;
    const uint16_t symbol = length_symbol(l, &extra);
    table->runs[l] = codes[symbol] | (uint32_t)(l & ((1u << extra) - 1)) << lengths[symbol];
    table->run_bits[l] = (uint8_t)(lengths[symbol] + extra + 1);
  }
}

static inline void put_four(bit_writer *w, const code_table *t, const uint8_t *in) {
  const unsigned a = t->lengths[in[0]], b = t->lengths[in[1]], c = t->lengths[in[2]], d = t->lengths[in[3]];
  const uint64_t ab = t->codes[in[0]] | (uint64_t)t->codes[in[1]] << a;
  const uint64_t cd = t->codes[in[2]] | (uint64_t)t->codes[in[3]] << c;
  put(w, ab | cd << (a + b), a + b + c + d);
  flush(w);
}

static inline void put_literals(bit_writer *w, const code_table *t, const uint8_t *in, size_t count) {
  for (size_t i = 0; i < count; i++) {
    put(w, t->codes[in[i]], t->lengths[in[i]]);
    flush(w);
  }
}

/// The bytes of a block; a run never leaves it, nor begins with it.
static void put_bytes(bit_writer *w, const code_table *t, const uint8_t *in, size_t size) {
  // In registers: bytes that are written might else be thought to be the writer's own.
  bit_writer v = *w;
  put_literals(&v, t, in, 1);
  size_t i = 1;
  while (i + 24 <= size) {
    const unsigned count = literals(in + i);
    if (count == 8) {
      put_four(&v, t, in + i);
      put_four(&v, t, in + i + 4);
      i += 8;
      continue;
    }
    put_literals(&v, t, in + i, count);
    i += count;
    const unsigned length = run_length(in + i, size - i);
    put(&v, t->runs[length - SHORTEST], t->run_bits[length - SHORTEST]);
    flush(&v);
    i += length;
  }
  put_literals(&v, t, in + i, size - i);
  *w = v;
}

static void put_block(bit_writer *w, const uint8_t *in, size_t size, int is_last) {
  uint32_t weights[SYMBOLS];
  uint8_t lengths[SYMBOLS];
  code_table table;
  count_symbols(in, size, weights);
  code_lengths(weights, lengths);
  make_table(lengths, &table);
  put_header(w, lengths, is_last);
  put_bytes(w, &table, in, size);
  put(w, table.codes[END], table.lengths[END]);
  flush(w);
}

/// The bytes of a block as they are.
static void put_stored(bit_writer *w, const uint8_t *in, size_t size, int is_last) {
  while (size > 0) {
    const size_t part = size < UINT16_MAX ? size : UINT16_MAX;
    put(w, is_last && part == size ? 1 : 0, 1);
    put(w, 0, 2);
    put(w, 0, (8 - w->count % 8) % 8);
    flush(w);
    put(w, part | (uint64_t)(~part & UINT16_MAX) << 16, 32);
    flush(w);
    memcpy(w->out, in, part);
    w->out += part;
    in += part;
    size -= part;
  }
}

size_t bv_runs_bound(size_t size) {
  return size / 8 * LONGEST + LONGEST + (size / BLOCK + 1) * OVERHEAD + 16;
}

size_t bv_runs_deflate(const uint8_t *bytes, size_t size, int is_last, uint8_t *out) {
  bit_writer w = {out, 0, 0};
  for (size_t at = 0; at < size; at += BLOCK) {
    const size_t left = size - at, part = left < BLOCK ? left : BLOCK;
    const bit_writer before = w;
    put_block(&w, bytes + at, part, is_last && part == left);
    // Noise, or what is unlike the bytes that were counted.
    if ((size_t)(w.out - before.out) > part + part / UINT16_MAX * 5 + 16) {
      w = before;
      put_stored(&w, bytes + at, part, is_last && part == left);
    }
  }
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
