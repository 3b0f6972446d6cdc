// Blobs of a file in the format PBF, unpacked by several threads as far as there is memory for it.
#ifndef CBELVEDERE_OSM_BLOBS_HPP
#define CBELVEDERE_OSM_BLOBS_HPP

#include <algorithm>
#include <cstdint>
#include <osmium/io/pbf_input.hpp>
#include <osmium/thread/pool.hpp>
#include <string>
#include <thread>

#include "checks.hpp"
#include "damage.hpp"

namespace belvedere {

class BlobReader {
  // Programs pack some thousand objects into a blob: a tenth of that. Twenty of them and more are unpacked ahead.
  static constexpr uint64_t usual_blob = 4 << 20;
  // Bytes in memory for each of a blob's: a node takes three there, and 64 here.
  static constexpr uint64_t growth = 21;
  // Maps are packed to a half or a third. Of what is packed far more, objects are nearly alike and small, such as ways
  // without nodes: there a blob takes all of the growth, and twenty of them too much.
  static constexpr uint64_t usual_packing = 12;
  // Blobs that are unpacked, or wait for it, at once.
  static constexpr uint64_t ahead = 24;

  const char *path;
  osmium::io::File file;
  bool is_usual;
  // Bytes of blobs that are unpacked together where not all that are ahead have room.
  uint64_t together;
  osmium::io::read_meta meta;
  osmium::thread::Pool pool;

  // Whether programs that make maps write such blobs.
  static bool is_plausible(const Frames &frames) {
    return frames.largest <= usual_blob && frames.growth <= usual_packing;
  }

  // More threads than that have no use: what is made of the objects takes longer.
  static int threads() { return std::clamp(int(std::thread::hardware_concurrency()), 1, 4); }

  // Who made what and when is of use only where deleted objects are told from others by it.
  static osmium::io::read_meta needed_meta(const osmium::io::File &file) {
    osmium::io::Reader reader{file, osmium::osm_entity_bits::nothing};
    const bool is_history = reader.header().has_multiple_object_versions();
    reader.close();
    return is_history ? osmium::io::read_meta::yes : osmium::io::read_meta::no;
  }

 public:
  BlobReader(const char *path, const Frames &frames, const Budget &budget)
      : path(path), file(path, "pbf"),
        is_usual(is_plausible(frames) && frames.largest * growth * ahead <= budget.most),
        together(frames.growth <= usual_packing ? budget.most / growth / 2 : 0),
        meta(needed_meta(file)), pool(frames.growth <= usual_packing ? threads() : 1) {
    const auto largest = frames.largest;
    if (is_plausible(frames) || largest * growth <= budget.most) return;
    throw TooLarge("a blob of it has " + std::to_string(largest >> 20) +
                   " MiB when it is unpacked, which may need " +
                   std::to_string(largest * growth >> 20) +
                   " MiB of memory as objects; --memory allows more, and 'osmium cat' writes smaller blobs");
  }

  // Hands buffers of objects of some kinds to `use`, and tells `progress` the part that is read.
  template <class Use, class Progress>
  void read(osmium::osm_entity_bits::type kinds, Use &&use, Progress &&progress) {
    if (is_usual) {
      osmium::io::Reader reader{file, kinds, meta, pool};
      while (auto buffer = reader.read()) {
        use(buffer);
        if (reader.file_size() > 0) progress(double(reader.offset()) / double(reader.file_size()));
      }
      reader.close();
      return;
    }
    // As many together as have room, large ones one after another: none lies in memory before its time.
    Blobs blobs{path};
    std::string first;
    bool is_left = blobs.next();
    while (is_left) {
      if (first.empty()) first = blobs.bytes();
      auto text = blobs.is_first() ? first : first + blobs.bytes();
      uint64_t sum = blobs.unpacked();
      for (uint64_t count = 1;; count++) {
        is_left = blobs.next();
        if (!is_left || count == ahead || sum + blobs.unpacked() > together) break;
        sum += blobs.unpacked();
        text += blobs.bytes();
      }
      osmium::io::Reader reader{osmium::io::File{text.data(), text.size(), "pbf"}, kinds, meta, pool};
      while (auto buffer = reader.read()) use(buffer);
      reader.close();
      progress(blobs.part());
    }
  }
};

}  // namespace belvedere

#endif
