// `kernelc cache`: the disk cache, seen from outside.
#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <ostream>
#include <string>

#include "compiler/base/check.h"
#include "compiler/cache/entry_file.h"
#include "compiler/cache/maintenance.h"
#include "compiler/driver/command_context.h"

namespace kernelc::driver {
namespace {

std::string SizeText(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB"};
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < std::size(kUnits); ++unit) {
    size /= 1024;
  }
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string TallyText(const cache::Tally& tally) {
  return fmt::format("{} {}, {}", tally.files, tally.files == 1 ? "entry" : "entries",
                     SizeText(tally.bytes));
}

void PrintInfo(std::ostream& out, const cache::Config& config) {
  const cache::Contents contents = cache::ListContents(config.folder);
  out << fmt::format("folder  {}\n", config.folder);
  out << fmt::format("build   {}\n", config.build_id);
  out << fmt::format("limit   {}\n",
                     config.max_bytes == 0 ? "none" : SizeText(config.max_bytes));
  out << fmt::format("holds   {}\n", TallyText(contents.total));
  for (const cache::EntryKind kind : cache::kEntryKinds) {
    const cache::Tally& tally = contents.by_kind[static_cast<std::size_t>(kind)];
    out << fmt::format("        {}: {}\n", TallyText(tally), cache::entry_summary(kind));
  }
  if (contents.temporary.files != 0) {
    out << fmt::format("        {} being written, or left by writers that were killed\n",
                       contents.temporary.files);
  }
}

int Verify(CommandContext& context, const cache::Config& config) {
  const cache::VerifyReport report = cache::VerifyEntries(config.folder);
  for (const std::string& path : report.damaged) {
    context.out() << fmt::format("removed {}, which was damaged\n", path);
  }
  context.out() << fmt::format("{} {} verified, {} damaged\n", report.checked,
                               report.checked == 1 ? "entry" : "entries", report.damaged.size());
  return report.damaged.empty() ? kExitDone : StatusOf(Fault::CacheDamaged);
}

void PrintRemoval(std::ostream& out, const cache::PruneReport& report) {
  out << fmt::format("removed {}\nkept    {}\n", TallyText(report.removed),
                     TallyText(report.kept));
}

}  // namespace

int RunCache(CommandContext& context, const CacheOptions& options) {
  const std::optional<std::uint64_t> size =
      options.size.empty() ? std::optional<std::uint64_t>(0) : cache::ParseSize(options.size);
  if (!size) {
    return context.Fail(
        Fault::BadOptionValue,
        fmt::format("--size {}: write bytes, or a number with K, M, G or T, as in 500M",
                    options.size));
  }
  std::optional<cache::Config> config = cache::ConfigFromEnvironment();
  if (!config) {
    return context.Fail(Fault::CacheOff,
                        "the cache is off: KERNELC_CACHE is 0, or none of KERNELC_CACHE_DIR, "
                        "XDG_CACHE_HOME and HOME names a folder");
  }
  if (!options.size.empty()) {
    config->max_bytes = *size;
  }
  switch (options.action) {
    case CacheAction::Info:
      PrintInfo(context.out(), *config);
      return kExitDone;
    case CacheAction::Verify:
      return Verify(context, *config);
    case CacheAction::Prune:
      PrintRemoval(context.out(), cache::Prune(config->folder, config->max_bytes));
      return kExitDone;
    case CacheAction::Clear:
      PrintRemoval(context.out(), cache::Clear(config->folder));
      return kExitDone;
  }
  KC_FATAL("cache action {}", static_cast<int>(options.action));
}

}  // namespace kernelc::driver
