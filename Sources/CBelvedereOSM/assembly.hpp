// Areas of rings, in time that grows with their places.
#ifndef CBELVEDERE_OSM_ASSEMBLY_HPP
#define CBELVEDERE_OSM_ASSEMBLY_HPP

#include <algorithm>
#include <cstdint>
#include <osmium/area/assembler.hpp>
#include <osmium/area/multipolygon_manager.hpp>
#include <osmium/builder/osm_object_builder.hpp>
#include <vector>

#include "simple_ring.hpp"

namespace belvedere {

// What became of the areas of a file.
struct AssemblyRecord {
  // Of which none could be made.
  uint64_t failed = 0;
  // Pairs of sides that may still be compared beside those that every side has of its own.
  double spare_pairs = 1e9;
};

// libosmium's assembler compares each side with all that lie at the same longitudes. Rings that zigzag across
// the whole area would take hours for it; those of a map do not.
class BoundedAssembler : public osmium::area::Assembler {
  using Base = osmium::area::Assembler;

  // More than the outlines of lakes and forests have.
  static constexpr double pairs_per_side = 1000;

  AssemblyRecord &record;

  bool keeps_bounds(const std::vector<const osmium::Way *> &ways) {
    std::vector<std::pair<int32_t, int32_t>> sides;
    for (const auto *way : ways) {
      const auto &nodes = way->nodes();
      for (size_t i = 1; i < nodes.size(); i++) {
        const auto a = nodes[i - 1].location(), b = nodes[i].location();
        if (a.valid() && b.valid() && a != b) {
          sides.push_back(std::minmax(a.x(), b.x()));
        }
      }
    }
    std::sort(sides.begin(), sides.end());
    double pairs = 0;
    for (size_t i = 0; i < sides.size(); i++) {
      const auto end = std::partition_point(
          sides.begin() + long(i), sides.end(),
          [&](const auto &other) { return other.first <= sides[i].second; });
      pairs += double(end - sides.begin()) - double(i);
    }
    const double excess = pairs - pairs_per_side * double(sides.size());
    if (excess <= 0) return true;
    if (excess > record.spare_pairs) return false;
    record.spare_pairs -= excess;
    return true;
  }

  bool noted(bool isMade) {
    // Ways of which places are missing are counted by themselves.
    if (!isMade && stats().invalid_locations == 0) record.failed++;
    return isMade;
  }

 public:
  struct config_type : Base::config_type {
    AssemblyRecord *record = nullptr;
  };

  explicit BoundedAssembler(const config_type &config) : Base(config), record(*config.record) {}

  bool operator()(const osmium::Way &way, osmium::memory::Buffer &buffer) {
    // Most are outlines of a few corners, of which nothing is to be found out.
    SimpleRing ring;
    if (ring.read(way)) {
      {
        osmium::builder::AreaBuilder builder{buffer};
        builder.initialize_from_object(way);
        builder.add_item(way.tags());
        osmium::builder::OuterRingBuilder corners{builder};
        for (size_t i = 0; i <= ring.size(); i++) corners.add_node_ref(ring[i]);
      }
      buffer.commit();
      return true;
    }
    return noted(keeps_bounds({&way}) && Base::operator()(way, buffer));
  }

  bool operator()(const osmium::Relation &relation, const std::vector<const osmium::Way *> &ways,
                  osmium::memory::Buffer &buffer) {
    return noted(keeps_bounds(ways) && Base::operator()(relation, ways, buffer));
  }
};

}  // namespace belvedere

#endif
