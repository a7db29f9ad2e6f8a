#include "compiler/driver/launch_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace kernelc::driver {
namespace {

using kir::LaunchDirection;
using kir::LaunchNeed;
using kir::LaunchShape;

using Extents = std::array<std::uint32_t, 3>;

constexpr std::string_view kDirectionNames[] = {"x", "y", "z"};
// Blocks of two or three dimensions have no more threads than this where nothing asks for more.
constexpr std::uint32_t kMostSplitThreads = 256;
constexpr std::int64_t kMostBlocks = 0x7fffffff;

Extents ToExtents(Dim3 dim) { return {dim.x, dim.y, dim.z}; }
Dim3 ToDim(const Extents& extents) { return Dim3(extents[0], extents[1], extents[2]); }

std::uint64_t Product(const Extents& extents) {
  return std::uint64_t{extents[0]} * extents[1] * extents[2];
}

// "16,16", as the options have it.
std::string OptionText(const Extents& extents) {
  return extents[2] != 1   ? fmt::format("{},{},{}", extents[0], extents[1], extents[2])
         : extents[1] != 1 ? fmt::format("{},{}", extents[0], extents[1])
                           : fmt::format("{}", extents[0]);
}

std::optional<std::int64_t> IntegerOf(const ScalarValue& scalar) {
  const abi::ScalarInfo& info = abi::scalar_info(scalar.kind);
  if (info.cls == abi::ScalarClass::Float || info.cls == abi::ScalarClass::Float8 ||
      info.cls == abi::ScalarClass::Complex) {
    return std::nullopt;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, scalar.bytes, info.size);
  const unsigned shift = 64 - info.size * 8;
  return info.cls == abi::ScalarClass::Signed ? static_cast<std::int64_t>(bits << shift) >> shift
                                              : static_cast<std::int64_t>(bits);
}

kir::LaunchArgument ArgumentOf(const ArgumentValue& value) {
  kir::LaunchArgument argument;
  if (value.kind == abi::ArgKind::Scalar) {
    argument.value = IntegerOf(value.scalar);
  } else if (value.kind == abi::ArgKind::Array) {
    argument.extents.assign(value.array.shape().begin(), value.array.shape().end());
  }
  for (const ArgumentValue& element : value.elements) {
    argument.elements.push_back(ArgumentOf(element));
  }
  return argument;
}

std::int64_t MostElements(const std::vector<ArgumentValue>& values) {
  std::int64_t most = 1;
  for (const ArgumentValue& value : values) {
    if (value.kind == abi::ArgKind::Array) {
      most = std::max(most, value.array.size());
    }
    most = std::max(most, MostElements(value.elements));
  }
  return most;
}

// Whether a value of `actual` may be passed where a signature says `wanted`, as far as a launch's
// shape depends on it.
bool IsAlike(const abi::ArgType& wanted, const abi::ArgType& actual) {
  return wanted.kind == actual.kind && wanted.ndim == actual.ndim &&
         (wanted.kind != abi::ArgKind::Array || wanted.scalar == actual.scalar);
}

// What was chosen, and why.
struct Chosen {
  Extents extents = {1, 1, 1};
  std::string reason;
};

std::string NeedText(const LaunchNeed& need) {
  return need.array.empty() ? "a comparison" : fmt::format("`{}`", need.array);
}

class Chooser {
 public:
  Chooser(const LaunchSubject& subject, const LaunchRequest& request, const LaunchShape& shape)
      : subject_(subject), request_(request), shape_(shape) {}

  LaunchChoice Choose() {
    Chosen block = request_.block ? Chosen{ToExtents(*request_.block), ""} : ChooseBlock();
    if (request_.grid && !request_.block) {
      GrowBlock(block);
    }
    Chosen grid = request_.grid ? Chosen{ToExtents(*request_.grid), ""} : ChooseGrid(block.extents);
    LaunchChoice choice{ToDim(grid.extents), ToDim(block.extents), ""};
    if (!request_.grid) {
      choice.chosen = fmt::format("--grid {} ({})", OptionText(grid.extents), grid.reason);
    }
    if (!request_.block) {
      choice.chosen += fmt::format("{}--block {} ({})", choice.chosen.empty() ? "" : " ",
                                   OptionText(block.extents), block.reason);
    }
    return choice;
  }

 private:
  Chosen ChooseBlock() const {
    if (subject_.file_launch) {
      return {subject_.file_launch->block,
              fmt::format("as line {} has it", subject_.file_launch->line)};
    }
    Chosen block;
    if (shape_.rank == 0 && subject_.module) {
      block.reason = "all threads do the same";
      return block;
    }
    const unsigned rank = std::max(shape_.rank, 1u);
    std::vector<unsigned> free;
    for (unsigned d = 0; d < rank; ++d) {
      const std::optional<LaunchNeed> need = BlockNeed(shape_.directions[d]);
      if (need && need->count <= request_.most_threads) {
        block.extents[d] = static_cast<std::uint32_t>(need->count);
        block.reason = "as " + NeedText(*need) + " asks";
      } else {
        free.push_back(d);
      }
    }
    if (Product(block.extents) > request_.most_threads) {
      block = Chosen();
      free.assign({0, 1, 2});
      free.resize(rank);
    }
    if (!free.empty()) {
      Share(block, free);
    }
    return block;
  }

  // What asks for this many threads of a block in one direction.
  static std::optional<LaunchNeed> BlockNeed(const LaunchDirection& direction) {
    return direction.block || direction.threads ? direction.block : direction.block_threads;
  }

  // The threads that are left, shared by the directions that nothing asks for.
  void Share(Chosen& block, const std::vector<unsigned>& free) const {
    const std::uint32_t bounds =
        subject_.module ? subject_.kernel().options.max_threads_per_block : 0;
    std::uint32_t threads = 0;
    std::string reason;
    if (shape_.block_total) {
      threads = static_cast<std::uint32_t>(shape_.block_total->count);
      reason = "as " + NeedText(*shape_.block_total) + " asks";
    } else if (bounds != 0) {
      threads = bounds;
      reason = "as the launch bounds ask";
    } else {
      threads = request_.suggest();
      threads = std::max(shape_.rank, 1u) == 1 ? threads : std::min(threads, kMostSplitThreads);
      reason = "by the occupancy calculator";
    }
    threads = std::min(threads, request_.most_threads);
    threads =
        std::max<std::uint32_t>(threads / static_cast<std::uint32_t>(Product(block.extents)), 1);
    if (free.size() == 1) {
      block.extents[free.front()] = threads;
    } else {
      // Halves from the last direction on, so that x has the most.
      unsigned bits = static_cast<unsigned>(std::bit_width(threads)) - 1;
      for (std::size_t i = free.size(); i-- > 0;) {
        const unsigned share = bits / static_cast<unsigned>(i + 1);
        block.extents[free[i]] = 1u << share;
        bits -= share;
      }
    }
    block.reason += fmt::format("{}{}", block.reason.empty() ? "" : ", ", reason);
  }

  // The grid is given: the block covers what it must, as far as a block can.
  void GrowBlock(Chosen& block) const {
    const Extents grid = ToExtents(*request_.grid);
    Extents grown = block.extents;
    std::string reason;
    for (unsigned d = 0; d < 3; ++d) {
      const LaunchDirection& direction = shape_.directions[d];
      const bool is_free = !direction.block && grid[d] != 0 && !subject_.file_launch;
      if (!direction.threads || !is_free) {
        continue;
      }
      const std::int64_t wanted = (direction.threads->count - 1) / grid[d] + 1;
      if (wanted > grown[d]) {
        grown[d] =
            static_cast<std::uint32_t>(std::min<std::int64_t>(wanted, request_.most_threads));
        reason += fmt::format("{}{} by {}", reason.empty() ? "" : ", ", kDirectionNames[d],
                              NeedText(*direction.threads));
      }
    }
    if (!reason.empty() && Product(grown) <= request_.most_threads) {
      block = {grown, reason};
    }
  }

  Chosen ChooseGrid(const Extents& block) const {
    Chosen grid;
    for (unsigned d = 0; d < 3; ++d) {
      const LaunchDirection& direction = shape_.directions[d];
      std::optional<LaunchNeed> threads = direction.threads;
      if (d == 0 && HasNoNeed()) {
        threads = LaunchNeed{subject_.most_elements, ""};
      }
      if (threads) {
        grid.extents[d] = Blocks((threads->count - 1) / std::max(block[d], 1u) + 1);
        AddReason(grid, d,
                  threads->array.empty() && HasNoNeed() ? "the largest array" : NeedText(*threads));
      } else if (direction.blocks) {
        grid.extents[d] = Blocks(direction.blocks->count);
        AddReason(grid, d, NeedText(*direction.blocks));
      } else if (direction.is_open) {
        AddReason(grid, d, "");
      }
    }
    Limit(grid, block);
    if (grid.reason.empty()) {
      grid.reason = "one block is all that is asked for";
    }
    return grid;
  }

  // The place in the grid is asked for, and nothing says how far it goes.
  bool HasNoNeed() const {
    const LaunchDirection& x = shape_.directions[0];
    const bool is_one = shape_.rank <= 1 && (x.is_open || !subject_.module);
    return is_one && !x.threads && !x.blocks && subject_.most_elements > 1;
  }

  void Limit(Chosen& grid, const Extents& block) const {
    if (shape_.strides && shape_.most_blocks && shape_.most_blocks->count < grid.extents[0]) {
      grid.extents[0] = Blocks(shape_.most_blocks->count);
      grid.reason +=
          fmt::format(", as many blocks as `{}` has elements for", shape_.most_blocks->array);
    }
    const std::uint64_t most = request_.most_blocks(static_cast<std::uint32_t>(Product(block)));
    if (most != 0 && Product(grid.extents) > most) {
      grid.extents = {static_cast<std::uint32_t>(most), 1, 1};
      grid.reason += ", as many blocks as wait for each other at once";
    }
  }

  static std::uint32_t Blocks(std::int64_t count) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 1, kMostBlocks));
  }

  static void AddReason(Chosen& grid, unsigned direction, const std::string& need) {
    grid.reason +=
        fmt::format("{}{} {}", grid.reason.empty() ? "" : ", ", kDirectionNames[direction],
                    need.empty() ? "by nothing: no array says how far it goes" : "by " + need);
  }

  const LaunchSubject& subject_;
  const LaunchRequest& request_;
  const LaunchShape& shape_;
};

void Warn(const std::vector<kir::LaunchMisfit>& misfits, const SourceManager& sources,
          const std::string& launch, diag::Emitter& emitter) {
  for (const kir::LaunchMisfit& misfit : misfits) {
    emitter
        .Build(misfit.range, diag::Kind::LaunchOutside, sources.text(misfit.range), misfit.index,
               launch, misfit.extent)
        .Help(misfit.is_shared
                  ? "a launch and its shared arrays go together: give the array the extent of the "
                    "block, or launch "
                    "with the block that the array is for"
                  : "the array needs an element for each block, or the launch fewer blocks")
        .Emit();
  }
}

kir::LaunchExtents Wide(const Extents& extents) { return {extents[0], extents[1], extents[2]}; }

}  // namespace

LaunchSubject FindLaunchSubject(std::shared_ptr<const SourceUnit> unit, std::size_t function,
                                const std::vector<abi::ArgType>& types,
                                const sema::Options& options,
                                const std::vector<ArgumentValue>& values) {
  LaunchSubject subject;
  subject.unit = std::move(unit);
  subject.most_elements = MostElements(values);
  const sema::FunctionEntry& entry = subject.unit->functions()[function];
  const std::vector<abi::ArgType>* chosen = &types;
  for (const std::vector<abi::ArgType>& signature : entry.signatures) {
    if (!entry.from_annotations &&
        std::ranges::equal(signature, types,
                           [](const auto& a, const auto& b) { return IsAlike(a, b); })) {
      chosen = &signature;
      break;
    }
  }
  // The compilation for the launch says what is wrong.
  diag::CollectingConsumer ignored;
  diag::Emitter emitter(ignored);
  const sema::KernelRequest request{function, *chosen};
  subject.module = sema::Check(subject.unit->index(), {&request, 1}, options, emitter);
  if (subject.module && subject.kernel().params.size() == values.size()) {
    std::ranges::transform(values, std::back_inserter(subject.arguments), ArgumentOf);
  }
  const std::vector<sema::FileLaunch> launches =
      sema::FindFileLaunches(subject.unit->index(), function);
  if (!launches.empty()) {
    subject.file_launch = launches.front();
  }
  return subject;
}

LaunchChoice ChooseLaunch(const LaunchSubject& subject, const LaunchRequest& request) {
  const LaunchShape shape =
      subject.module ? kir::FindLaunchShape(*subject.module, subject.kernel(), subject.arguments)
                     : LaunchShape();
  return Chooser(subject, request, shape).Choose();
}

void WarnOfLaunch(const LaunchSubject& subject, Dim3 grid, Dim3 block, diag::Emitter& emitter) {
  if (subject.module) {
    Warn(kir::FindLaunchMisfits(*subject.module, subject.kernel(), subject.arguments,
                                Wide(ToExtents(grid)), Wide(ToExtents(block))),
         subject.unit->sources(),
         fmt::format("a grid of {} and a block of {}", OptionText(ToExtents(grid)),
                     OptionText(ToExtents(block))),
         emitter);
  }
}

void WarnOfFileLaunches(const kir::Module& module, const SourceUnit& unit, std::size_t function,
                        diag::Emitter& emitter) {
  for (const sema::FileLaunch& launch : sema::FindFileLaunches(unit.index(), function)) {
    Warn(
        kir::FindLaunchMisfits(module, module.functions.front(), {}, {1, 1, 1}, Wide(launch.block)),
        unit.sources(),
        fmt::format("a block of {}, as line {} launches it", OptionText(launch.block), launch.line),
        emitter);
  }
}

}  // namespace kernelc::driver
