// Objects as features, of which a receiver is told.
#ifndef CBELVEDERE_OSM_TELLER_HPP
#define CBELVEDERE_OSM_TELLER_HPP

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <osmium/handler.hpp>
#include <osmium/osm.hpp>
#include <vector>

#include "CBelvedereOSM.h"

namespace belvedere {

// Thrown where the receiver wants no more.
struct Stop {};

// Outlines of buildings are no lines, unless they are something else, too.
inline bool isOutline(const osmium::Way &way) {
  if (!way.is_closed()) return false;
  bool isBuilding = false;
  for (const auto &tag : way.tags()) {
    for (const char *key : {"highway", "railway", "aeroway", "waterway", "natural", "man_made", "barrier"}) {
      if (std::strcmp(tag.key(), key) == 0) return false;
    }
    if (std::strcmp(tag.key(), "building") == 0 || std::strcmp(tag.key(), "building:part") == 0) {
      isBuilding = true;
    }
  }
  return isBuilding;
}

class Teller : public osmium::handler::Handler {
  const bv_osm_box *box, *coasts;
  const bv_osm_receiver &receiver;
  bv_osm_counts &counts;
  std::vector<const char *> tags;
  std::vector<double> coordinates;
  std::vector<size_t> ends;
  std::vector<unsigned char> holes;
  // The westernmost place east of Greenwich and the easternmost one west of it: across the antimeridian data have
  // these ends.
  double westInEast = 1e9, eastInWest = -1e9;

  bool isOutside(const bv_osm_box *box) const {
    if (box == nullptr) return false;
    double west = 1e9, south = 1e9, east = -1e9, north = -1e9;
    bool isAcross = false;
    for (size_t i = 0; i + 1 < coordinates.size(); i += 2) {
      isAcross = isAcross || (i > 0 && std::abs(coordinates[i] - coordinates[i - 2]) > 180);
      west = std::min(west, coordinates[i]);
      east = std::max(east, coordinates[i]);
      south = std::min(south, coordinates[i + 1]);
      north = std::max(north, coordinates[i + 1]);
    }
    if (north < box->south || south > box->north) return true;
    // A box across the antimeridian has its west to the east of its east; what leads across that lies in it.
    return box->west <= box->east ? east < box->west || west > box->east
                                  : !isAcross && east < box->west && west > box->east;
  }

  void begin(const osmium::TagList &list) {
    tags.clear();
    for (const auto &tag : list) {
      tags.push_back(tag.key());
      tags.push_back(tag.value());
    }
    coordinates.clear();
    ends.clear();
    holes.clear();
  }

  void append(const osmium::Location &location) {
    coordinates.push_back(location.lon_without_check());
    coordinates.push_back(location.lat_without_check());
  }

  void ring(const osmium::NodeRefList &nodes, bool isHole) {
    // The last is the first again.
    for (size_t i = 0; i + 1 < nodes.size(); i++) append(nodes[i].location());
    ends.push_back(coordinates.size() / 2);
    holes.push_back(isHole ? 1 : 0);
  }

  // Whether it tells land from sea beside what is asked for, too.
  bool isCoast(int kind) const {
    if (kind != BV_OSM_LINE) return false;
    for (size_t i = 0; i + 1 < tags.size(); i += 2) {
      if (std::strcmp(tags[i], "natural") == 0) return std::strcmp(tags[i + 1], "coastline") == 0;
    }
    return false;
  }

  void tell(int kind, char type, int64_t id) {
    if (isOutside(isCoast(kind) ? coasts : box)) return;
    bv_osm_feature feature{kind,
                           type,
                           id,
                           tags.data(),
                           tags.size() / 2,
                           coordinates.data(),
                           coordinates.size() / 2,
                           ends.data(),
                           holes.data(),
                           ends.size()};
    if (receiver.feature(receiver.context, &feature) == 0) throw Stop{};
  }

 public:
  Teller(const bv_osm_box *box, const bv_osm_box *coasts, const bv_osm_receiver &receiver,
         bv_osm_counts &counts)
      : box(box), coasts(coasts != nullptr ? coasts : box), receiver(receiver), counts(counts) {}

  void node(const osmium::Node &node) {
    counts.nodes++;
    const auto location = node.location();
    if (!location.valid()) return;
    counts.extent.west = std::min(counts.extent.west, location.lon_without_check());
    counts.extent.east = std::max(counts.extent.east, location.lon_without_check());
    if (location.lon_without_check() >= 0) {
      westInEast = std::min(westInEast, location.lon_without_check());
    } else {
      eastInWest = std::max(eastInWest, location.lon_without_check());
    }
    counts.extent.south = std::min(counts.extent.south, location.lat_without_check());
    counts.extent.north = std::max(counts.extent.north, location.lat_without_check());
    if (node.tags().empty()) return;
    begin(node.tags());
    append(location);
    tell(BV_OSM_POINT, 'n', node.id());
  }

  // Of the two boxes around all nodes the narrower one: that across the antimeridian has its east beyond 180.
  void finishExtent() {
    const double across = eastInWest + 360 - westInEast;
    if (across >= 0 && across < counts.extent.east - counts.extent.west) {
      counts.extent.west = westInEast;
      counts.extent.east = eastInWest + 360;
    }
  }

  void way(const osmium::Way &way) {
    counts.ways++;
    if (way.tags().empty()) return;
    begin(way.tags());
    bool isWhole = true;
    osmium::Location last;
    for (const auto &node : way.nodes()) {
      if (!node.location().valid()) {
        isWhole = false;
      } else if (node.location() != last) {
        append(node.location());
        last = node.location();
      }
    }
    if (!isWhole) counts.incomplete_ways++;
    if (coordinates.size() >= 4 && !isOutline(way)) tell(BV_OSM_LINE, 'w', way.id());
  }

  void relation(const osmium::Relation &) { counts.relations++; }

  void area(const osmium::Area &area) {
    begin(area.tags());
    for (const auto &outer : area.outer_rings()) {
      ring(outer, false);
      for (const auto &inner : area.inner_rings(outer)) ring(inner, true);
    }
    if (!ends.empty()) tell(BV_OSM_AREA, area.from_way() ? 'w' : 'r', area.orig_id());
  }
};

}  // namespace belvedere

#endif
