#include "compiler/cache/store.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "compiler/cache/entry_file.h"
#include "compiler/cache/maintenance.h"

namespace kernelc::cache {
namespace {

// How many times the limit is checked while it is filled once.
constexpr std::uint64_t kChecksPerFill = 32;

// True when the folder is there afterwards; its parents are made as well.
bool MakeFolder(const std::string& path) {
  if (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) {
    return true;
  }
  const std::size_t slash = path.rfind('/');
  if (errno != ENOENT || slash == std::string::npos || slash == 0) {
    return false;
  }
  return MakeFolder(path.substr(0, slash)) && (mkdir(path.c_str(), 0700) == 0 || errno == EEXIST);
}

// Chooses entries by their keys, so that processes that write one entry each share the work of
// keeping the limit, with nothing to remember: an entry of 1/n of the limit is chosen in 32 of n cases.
bool ChecksLimit(const Hash& key, std::uint64_t bytes, std::uint64_t max_bytes) {
  std::uint32_t draw = 0;
  for (std::size_t i = 0; i < sizeof draw; ++i) {
    draw = draw << 8 | key.bytes[8 + i];
  }
  const double chance =
      static_cast<double>(bytes) * static_cast<double>(kChecksPerFill) / static_cast<double>(max_bytes);
  return static_cast<double>(draw) < chance * 4294967296.0;
}

}  // namespace

Store::Store(Config config) : config_(std::move(config)) {}

void Store::BeginKey(EntryKind kind, Hasher* hasher) const {
  hasher->Add(config_.build_id).Add(static_cast<std::uint64_t>(kind));
}

std::optional<std::vector<std::byte>> Store::Get(EntryKind kind, const Hash& key) const {
  const std::string path = config_.folder + "/" + ShardOf(key) + "/" + FileNameOf(kind, key);
  std::optional<std::vector<std::byte>> file = ReadWhole(path, true);
  return file ? UnwrapEntry(kind, key, std::move(*file)) : std::nullopt;
}

void Store::Put(EntryKind kind, const Hash& key, std::span<const std::byte> contents) const {
  const std::vector<std::byte> file = WrapEntry(kind, key, contents);
  if (config_.max_bytes != 0 && file.size() > config_.max_bytes) {
    return;
  }
  const std::string folder = config_.folder + "/" + ShardOf(key);
  const std::string name = FileNameOf(kind, key);
  // The folder is mostly there; when it is not, somebody may remove it again at any time.
  const bool written = WriteByRename(folder, name, file) ||
                       (MakeFolder(folder) && WriteByRename(folder, name, file));
  if (written && config_.max_bytes != 0 && ChecksLimit(key, file.size(), config_.max_bytes)) {
    static_cast<void>(Prune(config_.folder, config_.max_bytes));
  }
}

}  // namespace kernelc::cache
