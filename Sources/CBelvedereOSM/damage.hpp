// Where a file in the format PBF is damaged: it is a sequence of blobs, each behind a header that says how long it is.
#ifndef CBELVEDERE_OSM_DAMAGE_HPP
#define CBELVEDERE_OSM_DAMAGE_HPP

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <osmium/io/pbf_input.hpp>
#include <protozero/pbf_reader.hpp>
#include <stdexcept>
#include <string>

#include "checks.hpp"

namespace belvedere {

// What is damaged, with its place.
struct Damage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Walks over the blobs of a file.
class Blobs {
  // As the format has them.
  static constexpr uint64_t most_header = 64 * 1024, most_blob = 32 * 1024 * 1024;

  std::ifstream file;
  uint64_t size = 0, number = 0, begin = 0, content = 0, next_begin = 0;

  [[noreturn]] void fail(const std::string &reason) const {
    throw Damage("blob " + std::to_string(number) + ", at byte " + std::to_string(begin) + " of " +
                 std::to_string(size) + ": " + reason);
  }

  std::string read(uint64_t at, uint64_t count) {
    std::string bytes(count, '\0');
    file.clear();
    file.seekg(static_cast<std::streamoff>(at));
    file.read(&bytes[0], static_cast<std::streamsize>(count));
    if (static_cast<uint64_t>(file.gcount()) != count) fail("cannot be read");
    return bytes;
  }

 public:
  explicit Blobs(const char *path) : file(path, std::ios::binary) {
    file.seekg(0, std::ios::end);
    const auto end = file.tellg();
    if (end > 0) size = static_cast<uint64_t>(end);
  }

  // Goes on to the next blob; false behind the last.
  bool next() {
    begin = next_begin;
    if (begin >= size) return false;
    number++;
    const uint64_t left = size - begin;
    if (left < 4) fail("the file ends within the length of its header");
    const auto raw = read(begin, 4);
    uint64_t header = 0;
    for (const char byte : raw) header = header << 8 | static_cast<unsigned char>(byte);
    if (header == 0) {
      fail("has no header, only zeros, as files have of which not all has arrived");
    }
    if (header > most_header) {
      fail("its header would have " + std::to_string(header) + " bytes, and 65536 are most");
    }
    if (left - 4 < header) fail("the file ends within its header");
    int64_t blob = 0;
    try {
      const auto text = read(begin + 4, header);
      protozero::pbf_reader reader{text};
      while (reader.next()) {
        if (reader.tag() == 3 && reader.wire_type() == protozero::pbf_wire_type::varint) {
          blob = reader.get_int32();
        } else {
          reader.skip();
        }
      }
    } catch (const protozero::exception &) {
      fail("its header is damaged");
    }
    if (blob <= 0 || static_cast<uint64_t>(blob) > most_blob) {
      fail("would have " + std::to_string(blob) + " bytes, and 1 to 33554432 may be");
    }
    const uint64_t whole = 4 + header + static_cast<uint64_t>(blob);
    if (left < whole) fail("the file ends " + std::to_string(whole - left) + " bytes before it does");
    content = begin + 4 + header;
    next_begin = begin + whole;
    return true;
  }

  // How many bytes the blob says to have when it is unpacked, which libosmium holds it to; the most that it may
  // have where it does not say that.
  uint64_t unpacked() {
    const auto text = read(content, std::min<uint64_t>(next_begin - content, 16));
    const char *at = text.data() + 1, *const end = text.data() + text.size();
    try {
      // The bytes themselves, with their count, or the count of those that are packed.
      if (text[0] == 0x0a || text[0] == 0x10) return std::min(protozero::decode_varint(&at, end), most_blob);
      const auto whole = read(content, next_begin - content);
      protozero::pbf_reader reader{whole};
      while (reader.next()) {
        if (reader.tag() == 2 && reader.wire_type() == protozero::pbf_wire_type::varint) {
          return std::min<uint64_t>(reader.get_uint64(), most_blob);
        }
        reader.skip();
      }
    } catch (const protozero::exception &) {
    }
    return most_blob;
  }

  // The file's size.
  uint64_t all() const { return size; }

  bool is_first() const { return number == 1; }

  // The part of the file up to the blob's end.
  double part() const { return double(next_begin) / double(size); }

  // The blob with its header.
  std::string bytes() { return read(begin, next_begin - begin); }

  // Fails where the blob cannot be read behind the first one of the file.
  void check(const std::string &first) {
    const std::string text = number == 1 ? first : first + bytes();
    try {
      osmium::io::Reader reader{osmium::io::File{text.data(), text.size(), "pbf"},
                                osmium::io::read_meta::no};
      while (auto buffer = reader.read()) belvedere::check(buffer);
      reader.close();
    } catch (const std::bad_alloc &) {
      throw;
    } catch (const std::exception &error) {
      const char *words = error.what();
      const char *prefix = "PBF error: ";
      if (std::strncmp(words, prefix, std::strlen(prefix)) == 0) words += std::strlen(prefix);
      fail(words);
    }
  }
};

// Maps are packed to a half, and to a tenth where they are all alike.
constexpr uint64_t most_growth = 100;
// Unpacked in a moment, however large that is beside the file.
constexpr uint64_t small_map = 32 << 20;

// Fails where a file ends early, or lengths in it are none: libosmium takes some of that for the end; and where it is
// far larger when it is unpacked than maps are.
//
// Returns: the bytes of the largest blob when it is unpacked, and how many times as large all of them are as the file.
struct Frames {
  uint64_t largest, growth;
};

inline Frames check_frames(const char *path) {
  Blobs blobs{path};
  uint64_t largest = 0, sum = 0;
  while (blobs.next()) {
    const uint64_t unpacked = blobs.unpacked();
    largest = std::max(largest, unpacked);
    sum += unpacked;
  }
  if (sum > small_map && sum / most_growth > blobs.all()) {
    throw TooLarge("would have " + std::to_string(sum >> 20) + " MiB when it is unpacked, " +
                   std::to_string(sum / blobs.all()) +
                   " times as much as the file, and no map is packed like that; get it again, or see what "
                   "'osmium fileinfo' says of it");
  }
  return {largest, blobs.all() > 0 ? sum / blobs.all() : 0};
}

// Fails at the first blob that cannot be read; returns where each by itself can be.
inline void find_damage(const char *path) {
  Blobs blobs{path};
  std::string first;
  while (blobs.next()) {
    if (first.empty()) first = blobs.bytes();
    blobs.check(first);
  }
}

}  // namespace belvedere

#endif
