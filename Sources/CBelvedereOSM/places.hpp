// Where nodes are, by their numbers: some six bytes each, in memory while there is room, then in a file.
#ifndef CBELVEDERE_OSM_PLACES_HPP
#define CBELVEDERE_OSM_PLACES_HPP

#include <algorithm>
#include <cstdint>
#include <memory>
#include <osmium/handler.hpp>
#include <osmium/osm/location.hpp>
#include <osmium/osm/node.hpp>
#include <osmium/osm/way.hpp>
#include <queue>
#include <vector>

#include "scratch.hpp"

namespace belvedere {

struct Place {
  uint64_t id = 0;
  osmium::Location at = osmium::Location{};

  Place() = default;
  Place(uint64_t id, osmium::Location at) : id(id), at(at) {}

  bool operator<(const Place &other) const {
    return id == other.id ? at < other.at : id < other.id;
  }
};

// Places in the order of their numbers, packed in blocks as differences.
class PackedPlaces {
 public:
  static constexpr size_t block_places = 128;

 private:
  // A number and two coordinates of ten and five bytes at most.
  static constexpr size_t most_bytes = block_places * 20;

  std::vector<uint64_t> firsts, offsets;
  PackedBytes bytes;
  unsigned char block[most_bytes];
  size_t length = 0, in_block = 0;
  Place last;

  static unsigned char *put(unsigned char *at, uint64_t value) {
    while (value >= 128) {
      *at++ = static_cast<unsigned char>(value | 128);
      value >>= 7;
    }
    *at++ = static_cast<unsigned char>(value);
    return at;
  }

  static const unsigned char *get(const unsigned char *at, uint64_t &value) {
    value = *at & 127;
    for (int shift = 7; *at++ >= 128; shift += 7) value |= uint64_t(*at & 127) << shift;
    return at;
  }

  // Small differences of either sign are small numbers.
  static uint64_t folded(int64_t value) { return uint64_t(value) << 1 ^ uint64_t(value >> 63); }
  static int64_t unfolded(uint64_t value) { return int64_t(value >> 1) ^ -int64_t(value & 1); }

 public:
  explicit PackedPlaces(Scratch &scratch) : bytes(scratch) {}

  uint64_t size() const { return 16 * firsts.size() + bytes.size(); }
  size_t blocks() const { return firsts.size(); }
  const std::vector<uint64_t> &first_ids() const { return firsts; }

  // Adds a place whose number is none below the last one's.
  void add(const Place &place) {
    if (in_block == block_places) finish();
    if (in_block == 0) {
      firsts.push_back(place.id);
      last = {place.id, osmium::Location{int32_t(0), int32_t(0)}};
      length = 0;
    }
    auto *end = put(block + length, place.id - last.id);
    end = put(end, folded(int64_t(place.at.x()) - last.at.x()));
    end = put(end, folded(int64_t(place.at.y()) - last.at.y()));
    length = size_t(end - block);
    last = place;
    in_block++;
  }

  // Keeps the last block, too.
  void finish() {
    if (in_block > 0) offsets.push_back(bytes.append(block, length));
    in_block = 0;
  }

  // The places of a block.
  size_t read(size_t number, uint64_t *ids, osmium::Location *places) {
    const auto begin = offsets[number];
    const auto end = number + 1 < offsets.size() ? offsets[number + 1] : bytes.size();
    unsigned char buffer[2 * most_bytes];
    const auto count = std::min<uint64_t>(end - begin, most_bytes);
    const auto *at = bytes.read(begin, size_t(count), buffer);
    const auto *const stop = at + count;
    Place place{firsts[number], osmium::Location{int32_t(0), int32_t(0)}};
    size_t n = 0;
    // What follows the last one are bytes of others, or of none.
    const size_t most = number + 1 < offsets.size() ? block_places : last_count;
    while (n < most && at < stop) {
      uint64_t id, x, y;
      at = get(get(get(at, id), x), y);
      place.id += id;
      place.at = osmium::Location{int32_t(place.at.x() + unfolded(x)),
                                  int32_t(place.at.y() + unfolded(y))};
      ids[n] = place.id;
      places[n++] = place.at;
    }
    return n;
  }

  // Nothing is added any more.
  void seal() {
    last_count = in_block;
    finish();
    if (last_count == 0) last_count = block_places;
  }

 private:
  size_t last_count = 0;
};

// The same for numbers in any order. Of a number that is there twice the first place counts, or the smallest where
// numbers come in no order.
class PlaceStore {
  static constexpr size_t slots = 2048;
  static constexpr size_t most_waiting = 1 << 20;

  struct Slot {
    size_t block = SIZE_MAX;
    size_t count = 0;
    uint64_t ids[PackedPlaces::block_places];
    osmium::Location places[PackedPlaces::block_places];
  };

  Scratch &scratch;
  // Ascending runs; a single one where all came in order.
  std::vector<std::unique_ptr<PackedPlaces>> runs;
  std::vector<Place> waiting;
  std::vector<Slot> cache;
  uint64_t last = 0;
  bool is_ordered = true;
  // The block in which the last one was looked for.
  size_t recent = SIZE_MAX;

  void keep_waiting() {
    if (waiting.empty()) return;
    std::sort(waiting.begin(), waiting.end());
    runs.push_back(std::make_unique<PackedPlaces>(scratch));
    for (const auto &place : waiting) runs.back()->add(place);
    runs.back()->seal();
    waiting.clear();
  }

  struct Cursor {
    PackedPlaces *run;
    size_t block = 0, next = 0;
    Slot slot;

    bool advance() {
      if (++next < slot.count) return true;
      if (block >= run->blocks()) return false;
      slot.count = run->read(block++, slot.ids, slot.places);
      next = 0;
      return slot.count > 0;
    }
    Place place() const { return {slot.ids[next], slot.places[next]}; }
  };

  void merge() {
    std::vector<std::unique_ptr<Cursor>> cursors;
    const auto later = [](const Cursor *a, const Cursor *b) { return b->place() < a->place(); };
    std::priority_queue<Cursor *, std::vector<Cursor *>, decltype(later)> queue{later};
    for (auto &run : runs) {
      cursors.push_back(std::make_unique<Cursor>());
      cursors.back()->run = run.get();
      if (cursors.back()->advance()) queue.push(cursors.back().get());
    }
    auto merged = std::make_unique<PackedPlaces>(scratch);
    bool has_place = false;
    Place smallest;
    while (!queue.empty()) {
      auto *cursor = queue.top();
      queue.pop();
      const auto place = cursor->place();
      if (has_place && place.id != smallest.id) merged->add(smallest);
      if (!has_place || place.id != smallest.id || place.at < smallest.at) smallest = place;
      has_place = true;
      if (cursor->advance()) queue.push(cursor);
    }
    if (has_place) merged->add(smallest);
    merged->seal();
    runs.clear();
    runs.push_back(std::move(merged));
  }

  osmium::Location find(size_t block, uint64_t id) {
    auto &slot = cache[block % slots];
    if (slot.block != block) {
      slot.count = runs[0]->read(block, slot.ids, slot.places);
      slot.block = block;
    }
    const uint64_t *const begin = slot.ids, *const end = begin + slot.count;
    const auto *at = std::lower_bound(begin, end, id);
    return at != end && *at == id ? slot.places[at - begin] : osmium::Location{};
  }

 public:
  explicit PlaceStore(Scratch &scratch) : scratch(scratch) {}

  void set(uint64_t id, osmium::Location at) {
    if (is_ordered && id >= last) {
      if (runs.empty()) runs.push_back(std::make_unique<PackedPlaces>(scratch));
      runs[0]->add({id, at});
      last = id;
      return;
    }
    if (is_ordered) runs[0]->seal();
    is_ordered = false;
    waiting.push_back({id, at});
    if (waiting.size() >= most_waiting) keep_waiting();
  }

  // Nothing is set any more.
  void seal() {
    if (runs.empty()) return;
    if (is_ordered) {
      runs[0]->seal();
    } else {
      keep_waiting();
      merge();
      waiting.shrink_to_fit();
    }
    cache.resize(slots);
  }

  osmium::Location get(uint64_t id) {
    if (runs.empty()) return osmium::Location{};
    const auto &firsts = runs[0]->first_ids();
    // Nodes of a way are mostly near each other.
    if (recent < firsts.size() && id > firsts[recent] &&
        (recent + 1 == firsts.size() || id < firsts[recent + 1])) {
      return find(recent, id);
    }
    const auto at = size_t(std::lower_bound(firsts.begin(), firsts.end(), id) - firsts.begin());
    if (at > 0) {
      recent = at - 1;
      const auto found = find(at - 1, id);
      if (found.valid() || at == firsts.size() || firsts[at] != id) return found;
    }
    return at < firsts.size() && firsts[at] == id ? find(at, id) : osmium::Location{};
  }

  // Bytes of all places.
  uint64_t size() const {
    uint64_t bytes = waiting.size() * sizeof(Place);
    for (const auto &run : runs) bytes += run->size();
    return bytes;
  }
};

// The places of nodes, for ways.
class Places : public osmium::handler::Handler {
  PlaceStore positive, negative;

 public:
  explicit Places(Scratch &scratch) : positive(scratch), negative(scratch) {}

  void node(const osmium::Node &node) {
    (node.id() >= 0 ? positive : negative).set(node.positive_id(), node.location());
  }

  void seal() {
    positive.seal();
    negative.seal();
  }

  void way(osmium::Way &way) {
    for (auto &node : way.nodes()) {
      node.set_location((node.ref() >= 0 ? positive : negative).get(node.positive_ref()));
    }
  }

  // Bytes of all places.
  uint64_t size() const { return positive.size() + negative.size(); }
};

}  // namespace belvedere

#endif
