// An entry's file: where it lies, what it holds, and whether that is whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/cache/store.h"

namespace kernelc::cache {

inline constexpr EntryKind kEntryKinds[] = {
#define KC_CACHE_ENTRY(name, extension, what) EntryKind::name,
#include "compiler/cache/entry_kinds.def"
};

std::string_view entry_extension(EntryKind kind);
std::string_view entry_summary(EntryKind kind);

// The folder below the cache's that holds the entry, and the entry's file below that one.
std::string ShardOf(const Hash& key);
std::string FileNameOf(EntryKind kind, const Hash& key);
// The kind and key of an entry from both names; null for other names.
struct EntryName {
  EntryKind kind = EntryKind::Image;
  Hash key;
};
std::optional<EntryName> ParseEntryName(std::string_view shard, std::string_view file);
bool IsShardName(std::string_view name);
// Files that a writer has not renamed yet.
inline constexpr std::string_view kTemporaryPrefix = "tmp-";

// The bytes of the file.
std::vector<std::byte> WrapEntry(EntryKind kind, const Hash& key,
                                 std::span<const std::byte> contents);
// Takes the contents out of a file's bytes; null unless every byte is as it was written for this key.
std::optional<std::vector<std::byte>> UnwrapEntry(EntryKind kind, const Hash& key,
                                                  std::vector<std::byte> file);

// Reads a regular file; null when it cannot be read. `mark_used` sets its time to now, unless it was
// used a short while ago.
std::optional<std::vector<std::byte>> ReadWhole(const std::string& path, bool mark_used);
// Writes beside `path` and renames. False when that did not work; nothing is left behind then.
bool WriteByRename(const std::string& folder, const std::string& name,
                   std::span<const std::byte> bytes);

}  // namespace kernelc::cache
