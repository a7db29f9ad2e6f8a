#include "compiler/cache/entry_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "compiler/base/check.h"

namespace kernelc::cache {
namespace {

// The head of an entry's file. A change of this layout, or of what contents mean without a change of
// the compiler, takes another magic.
struct Header {
  std::array<char, 8> magic = {'k', 'c', 'c', 'a', 'c', 'h', 'e', '1'};
  std::uint64_t kind = 0;
  std::uint64_t contents_size = 0;
  Hash key;
  // Of everything above and the contents.
  Hash checksum;
};
static_assert(sizeof(Header) == 88);

// No entry is as large; a file that claims to be is not one.
constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 31;
// Marking an entry as used writes to the disk: not more often than this.
constexpr std::int64_t kUseSeconds = 300;

Hash ChecksumOf(const Header& header, std::span<const std::byte> contents) {
  return Hasher()
      .Add(header.kind)
      .Add(header.contents_size)
      .Add(header.key)
      .Add(contents)
      .Finish();
}

// Owns a file descriptor; -1 is none.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { static_cast<void>(Close()); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool Close() {
    const int fd = fd_;
    fd_ = -1;
    return fd < 0 || close(fd) == 0;
  }

 private:
  int fd_;
};

bool WriteAll(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written <= 0) {
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

// The time of an entry is that of its last use. One in the future is from a clock that was wrong.
void MarkUsed(int fd, const struct stat& status) {
  const std::int64_t age = std::time(nullptr) - status.st_mtim.tv_sec;
  if (age > kUseSeconds || age < 0) {
    const struct timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
    static_cast<void>(futimens(fd, times));
  }
}

// Unique among the processes of all machines that share the folder, as O_EXCL sees to.
std::string TemporaryName() {
  static std::atomic<std::uint64_t> next{0};
  struct timespec now {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return fmt::format("{}{}-{}-{:x}", kTemporaryPrefix, getpid(), next.fetch_add(1),
                     static_cast<std::uint64_t>(now.tv_nsec));
}

}  // namespace

std::string_view entry_extension(EntryKind kind) {
  switch (kind) {
#define KC_CACHE_ENTRY(name, extension, what) \
  case EntryKind::name:                       \
    return extension;
#include "compiler/cache/entry_kinds.def"
  }
  KC_FATAL("entry kind {}", static_cast<int>(kind));
}

std::string_view entry_summary(EntryKind kind) {
  switch (kind) {
#define KC_CACHE_ENTRY(name, extension, what) \
  case EntryKind::name:                       \
    return what;
#include "compiler/cache/entry_kinds.def"
  }
  KC_FATAL("entry kind {}", static_cast<int>(kind));
}

std::string ShardOf(const Hash& key) { return key.hex().substr(0, 2); }

std::string FileNameOf(EntryKind kind, const Hash& key) {
  return key.hex().substr(2) + "." + std::string(entry_extension(kind));
}

bool IsShardName(std::string_view name) {
  return name.size() == 2 && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::optional<EntryName> ParseEntryName(std::string_view shard, std::string_view file) {
  const std::size_t dot = file.find('.');
  const std::string digits = std::string(shard) + std::string(file.substr(0, dot));
  EntryName name;
  if (dot == std::string_view::npos || digits.size() != name.key.bytes.size() * 2 ||
      digits.find_first_not_of("0123456789abcdef") != std::string::npos) {
    return std::nullopt;
  }
  const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
  for (std::size_t i = 0; i < name.key.bytes.size(); ++i) {
    name.key.bytes[i] =
        static_cast<std::uint8_t>(value(digits[2 * i]) * 16 + value(digits[2 * i + 1]));
  }
  for (const EntryKind kind : kEntryKinds) {
    if (file.substr(dot + 1) == entry_extension(kind)) {
      name.kind = kind;
      return name;
    }
  }
  return std::nullopt;
}

std::vector<std::byte> WrapEntry(EntryKind kind, const Hash& key,
                                 std::span<const std::byte> contents) {
  Header header;
  header.kind = static_cast<std::uint64_t>(kind);
  header.contents_size = contents.size();
  header.key = key;
  header.checksum = ChecksumOf(header, contents);
  std::vector<std::byte> file(sizeof header + contents.size());
  std::memcpy(file.data(), &header, sizeof header);
  if (!contents.empty()) {
    std::memcpy(file.data() + sizeof header, contents.data(), contents.size());
  }
  return file;
}

std::optional<std::vector<std::byte>> UnwrapEntry(EntryKind kind, const Hash& key,
                                                  std::vector<std::byte> file) {
  Header header;
  if (file.size() < sizeof header) {
    return std::nullopt;
  }
  std::memcpy(&header, file.data(), sizeof header);
  const std::span<const std::byte> contents = std::span(file).subspan(sizeof header);
  if (header.magic != Header().magic || header.kind != static_cast<std::uint64_t>(kind) ||
      header.contents_size != contents.size() || header.key != key ||
      header.checksum != ChecksumOf(header, contents)) {
    return std::nullopt;
  }
  file.erase(file.begin(), file.begin() + sizeof header);
  return file;
}

std::optional<std::vector<std::byte>> ReadWhole(const std::string& path, bool mark_used) {
  // Without O_NONBLOCK, a pipe put in an entry's place would wait for a writer.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (file.get() < 0 || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) > kMaxFileBytes) {
    return std::nullopt;
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return std::nullopt;
    }
    filled += static_cast<std::size_t>(got);
  }
  if (mark_used) {
    MarkUsed(file.get(), status);
  }
  return bytes;
}

bool WriteByRename(const std::string& folder, const std::string& name,
                   std::span<const std::byte> bytes) {
  const std::string temporary = folder + "/" + TemporaryName();
  Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (file.get() < 0) {
    return false;
  }
  // Closing reports what some file systems find out only then.
  const bool written = WriteAll(file.get(), bytes) && file.Close();
  if (written && std::rename(temporary.c_str(), (folder + "/" + name).c_str()) == 0) {
    return true;
  }
  unlink(temporary.c_str());
  return false;
}

}  // namespace kernelc::cache
