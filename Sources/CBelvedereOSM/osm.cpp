#include "CBelvedereOSM.h"

#include <cstdio>
#include <cstring>
#include <new>

#if __has_include(<osmium/io/pbf_input.hpp>)

#include <algorithm>
#include <osmium/builder/attr.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/osm/box.hpp>
#include <osmium/osm/object_comparisons.hpp>
#include <osmium/tags/tags_filter.hpp>
#include <osmium/version.hpp>
#include <osmium/visitor.hpp>
#include <string>
#include <unordered_set>
#include <vector>

#include "assembly.hpp"
#include "blobs.hpp"
#include "checks.hpp"
#include "damage.hpp"
#include "places.hpp"
#include "teller.hpp"

struct bv_osm_objects {
  osmium::memory::Buffer buffer{1 << 20, osmium::memory::Buffer::auto_grow::yes};
};

namespace {

using belvedere::Stop;
using belvedere::Teller;
using Manager = osmium::area::MultipolygonManager<belvedere::BoundedAssembler>;

// Keys whose closed ways and multipolygons are areas on a map.
osmium::TagsFilter areas() {
  osmium::TagsFilter filter{false};
  for (const char *key : {"building", "building:part", "natural", "landuse", "leisure", "amenity",
                          "water", "waterway", "aeroway", "man_made", "tourism", "place", "area",
                          "area:highway", "shop", "historic", "public_transport", "indoor", "sport",
                          "craft"}) {
    filter.add_rule(true, osmium::TagMatcher{key});
  }
  // Of the boundaries those of parks.
  for (const char *value : {"national_park", "protected_area"}) {
    filter.add_rule(true, osmium::TagMatcher{"boundary", value});
  }
  return filter;
}

// Whether ways come in the order of their numbers, once each.
struct WayOrder {
  bool isKept = true, hasLast = false;
  osmium::object_id_type last = 0;

  void look(osmium::object_id_type id) {
    if (hasLast && !osmium::id_order{}(last, id)) isKept = false;
    last = id;
    hasLast = true;
  }
};

void say(char *message, const char *text) {
  std::snprintf(message, BV_OSM_MESSAGE_SIZE, "%s", text);
}

template <class Read>
int guarded(char *message, Read &&read) {
  try {
    read();
    return BV_OSM_OK;
  } catch (const Stop &) {
    return BV_OSM_STOPPED;
  } catch (const belvedere::TooLarge &error) {
    say(message, error.what());
    return BV_OSM_MEMORY;
  } catch (const belvedere::ScratchFailure &error) {
    say(message, error.what());
    return BV_OSM_SCRATCH;
  } catch (const std::bad_alloc &) {
    say(message, "there is not enough memory");
    return BV_OSM_MEMORY;
  } catch (const std::exception &error) {
    say(message, error.what());
    return BV_OSM_MALFORMED;
  } catch (...) {
    say(message, "it cannot be read");
    return BV_OSM_MALFORMED;
  }
}

// As `guarded`, of a file: what is damaged is named with its place where that can be found.
template <class Read>
int located(const char *path, char *message, Read &&read) {
  const int status = guarded(message, read);
  if (status != BV_OSM_MALFORMED) return status;
  char place[BV_OSM_MESSAGE_SIZE];
  if (guarded(place, [&] { belvedere::find_damage(path); }) == BV_OSM_MALFORMED) say(message, place);
  return status;
}

void report(const bv_osm_receiver &receiver, double part) {
  if (receiver.progress != nullptr && receiver.progress(receiver.context, part) == 0) throw Stop{};
}

// Relations, then nodes, then ways: whatever the order of what is read. `read` hands buffers of the kinds asked for
// to what is given, with the part of the whole that is read.
template <class Each>
void tell(Each &&read, const bv_osm_box *box, const bv_osm_box *coasts,
          const belvedere::Budget &budget, const bv_osm_receiver &receiver,
          bv_osm_counts &counts) {
  counts = bv_osm_counts{};
  counts.extent = {1e9, 1e9, -1e9, -1e9};
  Teller teller{box, coasts, receiver, counts};
  belvedere::AssemblyRecord record;
  belvedere::BoundedAssembler::config_type config;
  config.record = &record;
  // As the specification has it: rings of ways of which some are repeated are areas all the same.
  config.create_empty_areas = false;
  Manager manager{config, areas()};
  const auto each = [&](osmium::osm_entity_bits::type kinds, double begin, auto &&use) {
    read(kinds, begin, [&](osmium::memory::Buffer &buffer) {
      belvedere::check(buffer);
      use(buffer);
    });
  };
  const auto empty = manager.used_memory();
  std::unordered_set<osmium::object_id_type> known;
  each(osmium::osm_entity_bits::relation, 0.0, [&](osmium::memory::Buffer &buffer) {
    for (const auto &relation : buffer.select<osmium::Relation>()) {
      // Of what is there twice the first counts.
      if (!known.insert(relation.id()).second) continue;
      manager.relation(relation);
      teller.relation(relation);
    }
  });
  manager.prepare_for_lookup();
  belvedere::Scratch scratch{budget.most / 4, nullptr};
  if (receiver.scratch != nullptr) {
    scratch.make_file = [&] { return receiver.scratch(receiver.context); };
  }
  belvedere::Places places{scratch};
  WayOrder order;
  each(osmium::osm_entity_bits::node | osmium::osm_entity_bits::way, 0.33,
       [&](osmium::memory::Buffer &buffer) {
         for (const auto &object : buffer.select<osmium::OSMObject>()) {
           if (object.type() == osmium::item_type::node) {
             places.node(static_cast<const osmium::Node &>(object));
             teller.node(static_cast<const osmium::Node &>(object));
           } else {
             order.look(object.id());
           }
         }
         if (receiver.scratch == nullptr) budget.check(places.size());
       });
  places.seal();
  teller.finishExtent();
  // What cannot be put into files: areas of relations, with their ways until the last of them is there.
  const auto check_relations = [&](uint64_t others) {
    const auto held = manager.used_memory();
    const uint64_t relations = held.relations_db - empty.relations_db + held.members_db -
                               empty.members_db + held.stash - empty.stash;
    budget.check((receiver.scratch == nullptr ? places.size() : 0) + relations + others);
  };
  auto second = manager.handler([&](osmium::memory::Buffer &&buffer) {
    for (const auto &area : buffer.select<osmium::Area>()) teller.area(area);
  });
  if (order.isKept) {
    each(osmium::osm_entity_bits::way, 0.66, [&](osmium::memory::Buffer &buffer) {
      osmium::apply(buffer, places, teller, second);
      check_relations(0);
    });
  } else {
    // Areas are assembled of ways in the order of their numbers.
    osmium::memory::Buffer ways{1 << 20, osmium::memory::Buffer::auto_grow::yes};
    each(osmium::osm_entity_bits::way, 0.66, [&](osmium::memory::Buffer &buffer) {
      ways.add_buffer(buffer);
      ways.commit();
      check_relations(ways.committed());
    });
    std::vector<osmium::Way *> sorted;
    for (auto &way : ways.select<osmium::Way>()) sorted.push_back(&way);
    // Of what is there twice the first in the file comes first.
    std::sort(sorted.begin(), sorted.end(), [](const auto *a, const auto *b) {
      return a->id() == b->id() ? a < b : osmium::id_order{}(a->id(), b->id());
    });
    const osmium::Way *last = nullptr;
    for (auto *way : sorted) {
      if (last != nullptr && last->id() == way->id()) continue;
      last = way;
      places.way(*way);
      teller.way(*way);
      second.way(*way);
    }
  }
  // What the manager still holds.
  auto rest = manager.read();
  for (const auto &area : rest.select<osmium::Area>()) teller.area(area);
  counts.unassembled_areas = record.failed;
  manager.for_each_incomplete_relation(
      [&](const osmium::relations::RelationHandle &) { counts.incomplete_relations++; });
  report(receiver, 1);
}

template <class Add>
int adding(bv_osm_objects *objects, Add &&add) {
  char message[BV_OSM_MESSAGE_SIZE];
  return guarded(message, [&] {
    add(objects->buffer);
    objects->buffer.commit();
  });
}

void addTags(osmium::memory::Buffer &buffer, osmium::builder::Builder &parent,
             const char *const *tags, size_t count) {
  osmium::builder::TagListBuilder list{buffer, &parent};
  for (size_t i = 0; i < count; i++) list.add_tag(tags[2 * i], tags[2 * i + 1]);
}

}  // namespace

const char *bv_osm_library_version(void) { return LIBOSMIUM_VERSION_STRING; }

int bv_osm_read_pbf(const char *path, const bv_osm_box *box, const bv_osm_box *coasts,
                    uint64_t most_memory, const bv_osm_receiver *receiver, bv_osm_counts *counts,
                    char *message) {
  return located(path, message, [&] {
    const belvedere::Budget budget{most_memory};
    belvedere::BlobReader reader{path, belvedere::check_frames(path), budget};
    tell(
        [&](osmium::osm_entity_bits::type kinds, double begin, auto &&use) {
          reader.read(kinds, use,
                      [&](double part) { report(*receiver, begin + 0.33 * part); });
        },
        box, coasts, budget, *receiver, *counts);
  });
}

int bv_osm_declared_box(const char *path, bv_osm_box *box, char *message) {
  *box = {1e9, 1e9, -1e9, -1e9};
  return located(path, message, [&] {
    osmium::io::Reader reader{osmium::io::File{path, "pbf"}, osmium::osm_entity_bits::nothing};
    const auto declared = reader.header().box();
    if (declared.valid()) {
      *box = {declared.bottom_left().lon(), declared.bottom_left().lat(),
              declared.top_right().lon(), declared.top_right().lat()};
    }
    reader.close();
  });
}

bv_osm_objects *bv_osm_objects_create(void) {
  try {
    return new bv_osm_objects;
  } catch (...) {
    return nullptr;
  }
}

void bv_osm_objects_destroy(bv_osm_objects *objects) { delete objects; }

int bv_osm_add_node(bv_osm_objects *objects, int64_t id, double longitude, double latitude,
                    const char *const *tags, size_t tag_count) {
  return adding(objects, [&](osmium::memory::Buffer &buffer) {
    osmium::builder::NodeBuilder builder{buffer};
    builder.set_id(id);
    builder.set_location(osmium::Location{longitude, latitude});
    addTags(buffer, builder, tags, tag_count);
  });
}

int bv_osm_add_way(bv_osm_objects *objects, int64_t id, const int64_t *nodes, size_t node_count,
                   const char *const *tags, size_t tag_count) {
  return adding(objects, [&](osmium::memory::Buffer &buffer) {
    osmium::builder::WayBuilder builder{buffer};
    builder.set_id(id);
    {
      osmium::builder::WayNodeListBuilder list{buffer, &builder};
      for (size_t i = 0; i < node_count; i++) list.add_node_ref(nodes[i]);
    }
    addTags(buffer, builder, tags, tag_count);
  });
}

int bv_osm_add_relation(bv_osm_objects *objects, int64_t id, const char *member_types,
                        const int64_t *members, const char *const *roles, size_t member_count,
                        const char *const *tags, size_t tag_count) {
  return adding(objects, [&](osmium::memory::Buffer &buffer) {
    osmium::builder::RelationBuilder builder{buffer};
    builder.set_id(id);
    {
      osmium::builder::RelationMemberListBuilder list{buffer, &builder};
      for (size_t i = 0; i < member_count; i++) {
        list.add_member(osmium::char_to_item_type(member_types[i]), members[i], roles[i]);
      }
    }
    addTags(buffer, builder, tags, tag_count);
  });
}

int bv_osm_tell(bv_osm_objects *objects, const bv_osm_box *box, const bv_osm_box *coasts,
                uint64_t most_memory, const bv_osm_receiver *receiver, bv_osm_counts *counts,
                char *message) {
  return guarded(message, [&] {
    // Of the objects of one kind, buffers of their own: what is used moves them.
    tell(
        [&](osmium::osm_entity_bits::type kinds, double begin, auto &&use) {
          osmium::memory::Buffer part{1 << 20, osmium::memory::Buffer::auto_grow::yes};
          for (const auto &object : objects->buffer.select<osmium::OSMObject>()) {
            if ((osmium::osm_entity_bits::from_item_type(object.type()) & kinds) == 0) continue;
            part.add_item(object);
            part.commit();
          }
          use(part);
          report(*receiver, begin + 0.33);
        },
        box, coasts, {most_memory}, *receiver, *counts);
  });
}

#else

const char *bv_osm_library_version(void) { return nullptr; }

int bv_osm_read_pbf(const char *, const bv_osm_box *, const bv_osm_box *, uint64_t,
                    const bv_osm_receiver *, bv_osm_counts *, char *) {
  return BV_OSM_ABSENT;
}

int bv_osm_declared_box(const char *, bv_osm_box *, char *) { return BV_OSM_ABSENT; }
bv_osm_objects *bv_osm_objects_create(void) { return nullptr; }
void bv_osm_objects_destroy(bv_osm_objects *) {}
int bv_osm_add_node(bv_osm_objects *, int64_t, double, double, const char *const *, size_t) {
  return BV_OSM_ABSENT;
}
int bv_osm_add_way(bv_osm_objects *, int64_t, const int64_t *, size_t, const char *const *,
                   size_t) {
  return BV_OSM_ABSENT;
}
int bv_osm_add_relation(bv_osm_objects *, int64_t, const char *, const int64_t *,
                        const char *const *, size_t, const char *const *, size_t) {
  return BV_OSM_ABSENT;
}
int bv_osm_tell(bv_osm_objects *, const bv_osm_box *, const bv_osm_box *, uint64_t,
                const bv_osm_receiver *, bv_osm_counts *, char *) {
  return BV_OSM_ABSENT;
}

#endif
