// Rings of a few corners that neither cut nor touch themselves.
#ifndef CBELVEDERE_OSM_SIMPLE_RING_HPP
#define CBELVEDERE_OSM_SIMPLE_RING_HPP

#include <algorithm>
#include <cstdint>
#include <osmium/osm/node_ref.hpp>
#include <osmium/osm/way.hpp>

namespace belvedere {

// The corners of a closed way as libosmium's assembler has those of an outer ring: from the westernmost one, of those
// the southernmost, counterclockwise.
class SimpleRing {
  // Each side is compared with all others.
  static constexpr size_t most = 32;
  // Products of differences of coordinates, in 1e-7 degrees, have room in 64 bits.
  static constexpr int64_t widest = 1 << 29;

  osmium::NodeRef corners[most];
  size_t count = 0;

  struct Vector {
    int64_t x, y;
    int64_t cross(const Vector &other) const { return x * other.y - y * other.x; }
    int64_t dot(const Vector &other) const { return x * other.x + y * other.y; }
  };

  Vector from_to(size_t a, size_t b) const {
    const auto p = corners[a].location(), q = corners[b].location();
    return {int64_t(q.x()) - p.x(), int64_t(q.y()) - p.y()};
  }

  size_t after(size_t corner) const { return corner + 1 < count ? corner + 1 : 0; }

  // Whether a corner lies on the left of a side (1), on its right (-1), or on its line.
  int side_of(size_t a, size_t b, size_t corner) const {
    const auto area = from_to(a, b).cross(from_to(a, corner));
    return (area > 0) - (area < 0);
  }

  static bool are_apart(int32_t a, int32_t b, int32_t c, int32_t d) {
    return std::max(a, b) < std::min(c, d) || std::max(c, d) < std::min(a, b);
  }

  // Whether two sides that share no corner may have a place in common.
  bool may_meet(size_t a, size_t c) const {
    const auto b = after(a), d = after(c);
    const auto p = corners[a].location(), q = corners[b].location();
    const auto r = corners[c].location(), s = corners[d].location();
    if (are_apart(p.x(), q.x(), r.x(), s.x()) || are_apart(p.y(), q.y(), r.y(), s.y())) return false;
    return side_of(a, b, c) * side_of(a, b, d) <= 0 && side_of(c, d, a) * side_of(c, d, b) <= 0;
  }

  // Takes the corners; returns whether there are few, in a small box.
  bool take(const osmium::Way &way) {
    for (const auto &node : way.nodes()) {
      const auto at = node.location();
      if (!at.valid()) return false;
      if (count > 0 && corners[count - 1].location() == at) continue;
      if (count == most) return false;
      corners[count++] = node;
    }
    if (count < 4 || corners[0].location() != corners[count - 1].location()) return false;
    count--;
    const auto [west, east] = std::minmax_element(corners, corners + count, [](auto &a, auto &b) {
      return a.location().x() < b.location().x();
    });
    const auto [south, north] = std::minmax_element(corners, corners + count, [](auto &a, auto &b) {
      return a.location().y() < b.location().y();
    });
    return int64_t(east->location().x()) - west->location().x() < widest &&
           int64_t(north->location().y()) - south->location().y() < widest;
  }

  bool is_simple() const {
    for (size_t a = 0; a < count; a++) {
      // No side leads back over the one before it.
      const auto b = after(a);
      const auto own = from_to(a, b), next = from_to(b, after(b));
      if (own.cross(next) == 0 && own.dot(next) < 0) return false;
      for (size_t c = a + 2; c < count; c++) {
        if (after(c) != a && may_meet(a, c)) return false;
      }
    }
    return true;
  }

 public:
  // Whether a closed way is such a ring, which is then taken.
  bool read(const osmium::Way &way) {
    count = 0;
    if (!take(way) || !is_simple()) return false;
    int64_t area = 0;
    for (size_t i = 2; i < count; i++) area += from_to(0, i - 1).cross(from_to(0, i));
    if (area < 0) std::reverse(corners, corners + count);
    const auto first = std::min_element(corners, corners + count, [](auto &a, auto &b) {
      return a.location() < b.location();
    });
    std::rotate(corners, first, corners + count);
    return area != 0;
  }

  size_t size() const { return count; }

  // A corner; behind the last one the first again.
  const osmium::NodeRef &operator[](size_t i) const { return corners[i < count ? i : 0]; }
};

}  // namespace belvedere

#endif
