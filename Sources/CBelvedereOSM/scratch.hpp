// Bytes that are kept in memory while there is room, and then in files without names.
#ifndef CBELVEDERE_OSM_SCRATCH_HPP
#define CBELVEDERE_OSM_SCRATCH_HPP

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace belvedere {

// A file for what does not fit into memory cannot be had, written or read.
struct ScratchFailure : std::runtime_error {
  using std::runtime_error::runtime_error;

  // What the system says, and what helps.
  static ScratchFailure last() {
    const int number = errno;
    const char *remedy =
        number == ENOSPC || number == EDQUOT ? "; free some space, or choose another disk for the scene"
        : number == EFBIG                    ? "; see 'ulimit -f'"
        : number == EMFILE                   ? "; raise 'ulimit -n'"
                                             : "";
    return ScratchFailure{std::string("a temporary file in the scene's folder: ") + std::strerror(number) + remedy
                          + ", or raise --memory"};
  }
};

// What memory may be filled, and where the rest goes.
struct Scratch {
  uint64_t most, held = 0;
  // A descriptor of a new file, or -1 where there is none to be had. Empty where nothing may be written: memory is
  // then filled beyond that.
  std::function<int()> make_file;

  // Bytes of which memory is taken at once.
  size_t part_size() const {
    return size_t(std::min<uint64_t>(std::max<uint64_t>(most / 16, 1 << 13), 1 << 20));
  }

  Scratch(uint64_t most, std::function<int()> make_file)
      : most(most), make_file(std::move(make_file)) {}
};

// Bytes one after another.
class PackedBytes {
  // Given back to the system at once, unlike what the allocator keeps.
  struct Unmap {
    size_t size;
    void operator()(unsigned char *part) const { ::munmap(part, size); }
  };
  using Part = std::unique_ptr<unsigned char, Unmap>;

  Scratch &scratch;
  const size_t part_size;
  // Parts in memory: all of them, or the last one alone.
  std::vector<Part> parts;
  // Whole parts that are in the file.
  size_t written = 0;
  size_t used;
  int file = -1;

  void write_part(const unsigned char *bytes, size_t number) const {
    size_t done = 0;
    while (done < part_size) {
      const auto count = ::pwrite(file, bytes + done, part_size - done,
                                  off_t(number) * off_t(part_size) + off_t(done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) throw ScratchFailure::last();
      done += size_t(count);
    }
  }

  void spill() {
    if (file < 0) {
      file = scratch.make_file();
      if (file < 0) throw ScratchFailure::last();
    }
    for (const auto &part : parts) {
      write_part(part.get(), written++);
      scratch.held -= part_size;
    }
    parts.clear();
  }

  void add_part() {
    const bool is_full = file >= 0 || scratch.held + part_size > scratch.most;
    if (is_full && scratch.make_file && !parts.empty()) spill();
    void *part = ::mmap(nullptr, part_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (part == MAP_FAILED) throw std::bad_alloc{};
    parts.emplace_back(static_cast<unsigned char *>(part), Unmap{part_size});
    scratch.held += part_size;
    used = 0;
  }

 public:
  explicit PackedBytes(Scratch &scratch)
      : scratch(scratch), part_size(scratch.part_size()), used(part_size) {}
  PackedBytes(const PackedBytes &) = delete;

  ~PackedBytes() {
    scratch.held -= parts.size() * part_size;
    if (file >= 0) ::close(file);
  }

  uint64_t size() const {
    return parts.empty() ? written * part_size : (written + parts.size() - 1) * part_size + used;
  }

  // Adds some bytes, a part at most, in one piece; returns where they begin.
  uint64_t append(const unsigned char *bytes, size_t count) {
    if (used + count > part_size) add_part();
    const auto begin = size();
    std::memcpy(parts.back().get() + used, bytes, count);
    used += count;
    return begin;
  }

  // Bytes that lie in one piece: where they are in memory, or in `buffer` once they are read.
  const unsigned char *read(uint64_t begin, size_t count, unsigned char *buffer) const {
    const auto number = size_t(begin / part_size), offset = size_t(begin % part_size);
    if (number >= written) return parts[number - written].get() + offset;
    // What is asked for beyond the end of a part is none of the piece.
    count = std::min(count, part_size - offset);
    size_t done = 0;
    while (done < count) {
      const auto got = ::pread(file, buffer + done, count - done, off_t(begin) + off_t(done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw ScratchFailure::last();
      done += size_t(got);
    }
    return buffer;
  }
};

}  // namespace belvedere

#endif
