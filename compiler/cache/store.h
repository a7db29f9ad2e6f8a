// The disk cache: entries by key, one file each.
//
// Any number of threads and processes may use one folder. An entry is written beside its place and
// renamed into it, and is believed only when all of it agrees with the checksum that it carries; so
// a writer killed at any moment, a full disk or a damaged disk costs a compilation and nothing else.
// Nothing here fails: what cannot be read is not there, what cannot be written is not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "compiler/cache/hash.h"

namespace kernelc::cache {

enum class EntryKind : std::uint8_t {
#define KC_CACHE_ENTRY(name, extension, what) name,
#include "compiler/cache/entry_kinds.def"
};

inline constexpr std::size_t kEntryKindCount = 0
#define KC_CACHE_ENTRY(name, extension, what) +1
#include "compiler/cache/entry_kinds.def"
    ;

struct Config {
  std::string folder;
  // Entries are removed, least recently used first, when all of them take more. 0: no limit.
  std::uint64_t max_bytes = std::uint64_t{1} << 30;
  // Of the compiler; part of every key, so that no build sees what another has made.
  std::string build_id;
};

// What KERNELC_CACHE, KERNELC_CACHE_DIR, KERNELC_CACHE_SIZE, XDG_CACHE_HOME and HOME say, with the
// build id of this library. Null when the cache is off or has no place.
std::optional<Config> ConfigFromEnvironment();

// "500M", "2G", "1048576", "0": bytes. Units are powers of 1024; null for other text.
std::optional<std::uint64_t> ParseSize(std::string_view text);

// The GNU build id of the library that holds this code, in hexadecimal; empty where it has none.
const std::string& BuildId();

class Store {
 public:
  explicit Store(Config config);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const Config& config() const { return config_; }
  // A hasher that has taken the build id and the kind of the entry.
  void BeginKey(EntryKind kind, Hasher* hasher) const;

  // The entry's contents; null when it is not there, or not whole. Marks it as used.
  std::optional<std::vector<std::byte>> Get(EntryKind kind, const Hash& key) const;
  // Keeps `contents`, in place of what the key had; may remove other entries to keep the limit.
  void Put(EntryKind kind, const Hash& key, std::span<const std::byte> contents) const;

 private:
  Config config_;
};

}  // namespace kernelc::cache
