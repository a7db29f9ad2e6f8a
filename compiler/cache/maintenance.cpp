#include "compiler/cache/maintenance.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <memory>
#include <optional>
#include <utility>

#include "compiler/cache/entry_file.h"

namespace kernelc::cache {
namespace {

// A writer needs a fraction of a second; a file this old has none.
constexpr std::int64_t kTemporarySeconds = 3600;

// One file of the cache.
struct Found {
  std::string path;
  // Null for temporary files.
  std::optional<EntryName> name;
  std::uint64_t bytes = 0;
  // Of the last use, in nanoseconds.
  std::int64_t used = 0;
};

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

void ListShard(const std::string& folder, const std::string& shard, std::vector<Found>& files) {
  const std::string path = folder + "/" + shard;
  const Folder opened(opendir(path.c_str()));
  if (opened == nullptr) {
    return;
  }
  while (const struct dirent* row = readdir(opened.get())) {
    const std::string file = row->d_name;
    Found found;
    found.name = ParseEntryName(shard, file);
    struct stat status {};
    if ((!found.name && !file.starts_with(kTemporaryPrefix)) ||
        fstatat(dirfd(opened.get()), row->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        S_ISDIR(status.st_mode)) {
      continue;
    }
    found.path = path + "/" + file;
    found.bytes = static_cast<std::uint64_t>(status.st_size);
    found.used = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
    files.push_back(std::move(found));
  }
}

std::vector<Found> ListFiles(const std::string& folder) {
  std::vector<Found> files;
  std::vector<std::string> shards;
  if (const Folder opened(opendir(folder.c_str())); opened != nullptr) {
    while (const struct dirent* row = readdir(opened.get())) {
      if (IsShardName(row->d_name)) {
        shards.emplace_back(row->d_name);
      }
    }
  }
  std::sort(shards.begin(), shards.end());
  for (const std::string& shard : shards) {
    ListShard(folder, shard, files);
  }
  return files;
}

void Count(const Found& file, Tally& tally) {
  tally.files += 1;
  tally.bytes += file.bytes;
}

bool Remove(const Found& file, PruneReport& report) {
  const bool removed = unlink(file.path.c_str()) == 0;
  Count(file, removed ? report.removed : report.kept);
  return removed;
}

}  // namespace

Contents ListContents(const std::string& folder) {
  Contents contents;
  for (const Found& file : ListFiles(folder)) {
    if (!file.name) {
      Count(file, contents.temporary);
      continue;
    }
    Count(file, contents.total);
    Count(file, contents.by_kind[static_cast<std::size_t>(file.name->kind)]);
  }
  return contents;
}

VerifyReport VerifyEntries(const std::string& folder) {
  VerifyReport report;
  for (const Found& file : ListFiles(folder)) {
    if (!file.name) {
      continue;
    }
    ++report.checked;
    std::optional<std::vector<std::byte>> bytes = ReadWhole(file.path, false);
    if (!bytes) {
      // Somebody may have removed it meanwhile.
      if (access(file.path.c_str(), F_OK) != 0) {
        continue;
      }
    } else if (UnwrapEntry(file.name->kind, file.name->key, std::move(*bytes))) {
      continue;
    }
    unlink(file.path.c_str());
    report.damaged.push_back(file.path);
  }
  return report;
}

PruneReport Prune(const std::string& folder, std::uint64_t max_bytes) {
  PruneReport report;
  const std::int64_t now = std::int64_t{std::time(nullptr)} * 1'000'000'000;
  std::vector<Found> entries;
  std::uint64_t bytes = 0;
  for (Found& file : ListFiles(folder)) {
    if (!file.name) {
      // A clock that was wrong may have written a time in the future.
      const std::int64_t age = now - file.used;
      if (age > kTemporarySeconds * 1'000'000'000 || age < -kTemporarySeconds * 1'000'000'000) {
        Remove(file, report);
      }
      continue;
    }
    bytes += file.bytes;
    entries.push_back(std::move(file));
  }
  if (max_bytes == 0 || bytes <= max_bytes) {
    for (const Found& file : entries) {
      Count(file, report.kept);
    }
    return report;
  }
  // Times in the future say no more than that the entry was used; the next use sets them right.
  const auto used = [now](const Found& file) { return std::min(file.used, now + 1'000'000'000); };
  std::sort(entries.begin(), entries.end(), [&](const Found& a, const Found& b) {
    return std::pair(used(a), std::string_view(a.path)) <
           std::pair(used(b), std::string_view(b.path));
  });
  const std::uint64_t goal = max_bytes / 10 * 9;
  for (const Found& file : entries) {
    if (bytes <= goal) {
      Count(file, report.kept);
    } else if (Remove(file, report)) {
      bytes -= file.bytes;
    }
  }
  return report;
}

PruneReport Clear(const std::string& folder) {
  PruneReport report;
  for (const Found& file : ListFiles(folder)) {
    Remove(file, report);
  }
  for (unsigned shard = 0; shard < 256; ++shard) {
    Hash key;
    key.bytes[0] = static_cast<std::uint8_t>(shard);
    // Fails where something else lies in it, which stays.
    static_cast<void>(rmdir((folder + "/" + ShardOf(key)).c_str()));
  }
  return report;
}

}  // namespace kernelc::cache
