// The cache folder as a whole: what lies in it, what is damaged, what has to go. Touches only files
// that the cache has made, whatever else the folder holds; may run beside any number of users.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/cache/store.h"

namespace kernelc::cache {

struct Tally {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

struct Contents {
  Tally total;
  // By EntryKind.
  std::array<Tally, kEntryKindCount> by_kind{};
  // Left by writers that were killed, or being written now.
  Tally temporary;
};

Contents ListContents(const std::string& folder);

struct VerifyReport {
  std::uint64_t checked = 0;
  // Paths of entries that were not whole, and have been removed.
  std::vector<std::string> damaged;
};
// Reads every entry. Blocks for as long as that takes.
VerifyReport VerifyEntries(const std::string& folder);

struct PruneReport {
  Tally removed;
  Tally kept;
};
// Removes entries, least recently used first, until they take at most nine tenths of `max_bytes`,
// where they take more than it, and temporary files that nobody writes any more.
PruneReport Prune(const std::string& folder, std::uint64_t max_bytes);
// Removes everything.
PruneReport Clear(const std::string& folder);

}  // namespace kernelc::cache
