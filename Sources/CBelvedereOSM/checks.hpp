// What of a file is refused before it is used.
#ifndef CBELVEDERE_OSM_CHECKS_HPP
#define CBELVEDERE_OSM_CHECKS_HPP

#include <algorithm>
#include <cstdint>
#include <osmium/memory/buffer.hpp>
#include <osmium/osm.hpp>
#include <stdexcept>
#include <string>

namespace belvedere {

// More memory is needed than may be used.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::string name(const osmium::OSMObject &object) {
  return std::string(osmium::item_type_to_name(object.type())) + " " + std::to_string(object.id());
}

// Texts are walked as C has them: one with a zero byte would lead beyond the last.
inline void check_texts(const osmium::OSMObject &object) {
  const auto &tags = object.tags();
  const auto *begin = tags.data() + sizeof(osmium::memory::Item);
  const auto *end = tags.data() + tags.byte_size();
  if (std::count(begin, end, static_cast<unsigned char>(0)) % 2 != 0 ||
      (begin < end && end[-1] != 0)) {
    throw std::runtime_error("a tag of " + name(object) + " has a text with a zero byte");
  }
}

// libosmium has the number 0 for members that nobody wants.
inline void check_members(const osmium::Relation &relation) {
  for (const auto &member : relation.members()) {
    if (member.ref() == 0) {
      throw std::runtime_error(name(relation) + " has a member with the number 0, which is nothing's");
    }
  }
}

// OpenStreetMap has ways of 2,000 nodes at most, and programs that make maps of other data hardly more than some tens of
// thousands; what is far longer is damage that would take a lot of memory.
constexpr size_t most_nodes = 100'000;

inline void check_length(const osmium::Way &way) {
  if (way.nodes().size() > most_nodes) {
    throw std::runtime_error(name(way) + " has " + std::to_string(way.nodes().size()) +
                             " nodes, and 100000 are most (2000 in OpenStreetMap)");
  }
}

inline void check(const osmium::memory::Buffer &buffer) {
  for (const auto &object : buffer.select<osmium::OSMObject>()) {
    check_texts(object);
    if (object.type() == osmium::item_type::relation) {
      check_members(static_cast<const osmium::Relation &>(object));
    } else if (object.type() == osmium::item_type::way) {
      check_length(static_cast<const osmium::Way &>(object));
    }
  }
}

// Memory that may be used for places and ways.
struct Budget {
  uint64_t most;

  void check(uint64_t bytes) const {
    if (bytes <= most) return;
    throw TooLarge("its places and ways need more than " + std::to_string(most >> 20) +
                   " MiB of memory; --memory allows more, and 'osmium extract --bbox' cuts out a part");
  }
};

}  // namespace belvedere

#endif
