// Scans. Where there are enough rows, each is gone through once; else rows are cut into splits,
// whose totals are taken, scanned and carried into the splits by three launches, without a wait of
// the host.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/driver/generate/accumulator.h"
#include "compiler/driver/generate/passes.h"
#include "kernelc/expressions.h"

namespace kernelc::driver::generate {
namespace {

constexpr const char* kWhat = "scan";
constexpr std::uint32_t kColumnThreads = 128;
// Bytes of shared memory that the elements of a tile take at most; the totals of threads come to
// them.
constexpr std::size_t kTileBytes = 32 * 1024;
constexpr std::uint32_t kMostItems = 15;
// Elements of a split at least.
constexpr std::int64_t kSequenceItems = 1024;
// Tiles of a split at least.
constexpr std::int64_t kSplitTiles = 2;

// Elements that a thread takes at a time: an odd number, so that threads side by side use different
// banks of shared memory.
std::uint32_t ItemsFor(std::span<const ScalarKind> kinds) {
  const std::size_t items = kTileBytes / (BytesOf(kinds) * kTileThreads);
  const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(items, kMostItems));
  return most % 2 == 1 ? most : std::max(most, 2U) - 1;
}

}  // namespace

class ScanState : public Accumulator {
 public:
  // In place is safe: a place is written by the thread that read it, or behind a barrier.
  ScanState(Accumulation accumulation, bool exclusive)
      : Accumulator(std::move(accumulation), true), exclusive_(exclusive) {}

  std::vector<DeviceArrayAny> Call(const ScanCall& call, std::span<const Arg> args) {
    std::vector<bool> is_scanned;
    return Run(
        call, args,
        [&](const Dims& shape) {
          is_scanned.assign(shape.size(), !call.axis.has_value());
          if (!call.axis) {
            return Dims{ElementCount(shape)};
          }
          is_scanned[AxisOf(*call.axis, shape, kWhat)] = true;
          return shape;
        },
        [&](const Work& work) { Start(work, is_scanned, !call.axis); });
  }

 private:
  // Over the whole shape; where all elements are one row, the result has one dimension.
  static Dims OutputStrides(const DeviceArrayAny& output, const Dims& shape, bool is_flat) {
    if (!is_flat) {
      return output.strides();
    }
    Dims strides = Dims::Filled(shape.size(), output.strides()[0]);
    for (std::size_t d = shape.size(); d-- > 1;) {
      strides[d - 1] = strides[d] * shape[d];
    }
    return strides;
  }

  void Start(const Work& work, const std::vector<bool>& is_scanned, bool is_flat) {
    std::vector<Dims> output_strides;
    for (const DeviceArrayAny& output : work.outputs) {
      output_strides.push_back(OutputStrides(output, work.shape, is_flat));
    }
    const Pass pass(accumulation(), work.plan, work.parameters, work.shape, is_scanned,
                    work.outputs, output_strides, {.keeps_order = true}, true);
    const Context context = work.outputs.front().context();
    const Loop& loop = pass.loop();
    const bool sequence = PrefersSequence(loop, pass.lead(), context.device());
    const std::int64_t rows = std::max<std::int64_t>(loop.kept_count(), 1);
    const std::int64_t tile = static_cast<std::int64_t>(kTileThreads) * ItemsFor(work.plan.kinds);
    const std::int64_t blocks = BlocksFor(context.device());
    const bool is_cpu = context.device().kind() == DeviceKind::Cpu;
    const Split split =
        sequence ? Split::Of(loop.reduced_count(), blocks * (is_cpu ? 1 : kTileThreads) / rows,
                             kSequenceItems, 1)
                 : Split::Of(loop.reduced_count(), blocks / rows, tile * kSplitTiles, tile);
    if (split.count == 1) {
      Launch(pass, work, {ScanPhase::Whole, sequence}, split, {});
      return;
    }
    if (!is_cpu && !sequence && loop.kept.empty() && loop.reduced.size() == 1 &&
        StateWords(accumulation(), work.plan) != 0) {
      StartSinglePass(pass, work, context);
      return;
    }
    const std::size_t places = static_cast<std::size_t>(rows * split.count);
    scratch().With(context, work.stream, Partials::BytesFor(work.plan.kinds, places),
                   [&](const DeviceArrayAny& memory) {
                     const Partials totals(work.plan.kinds, memory, places);
                     Launch(pass, work, {ScanPhase::Totals, sequence}, split, totals.arrays());
                     ScanTotals(work, sequence, rows, split.count, totals);
                     Launch(pass, work, {ScanPhase::Resume, sequence}, split, totals.arrays());
                   });
  }

  // Tiles look back at those before them instead of waiting for another launch: elements are read
  // once.
  void StartSinglePass(const Pass& pass, const Work& work, const Context& context) {
    const std::int64_t length = pass.loop().reduced_count();
    const std::size_t state_words = StateWords(accumulation(), work.plan);
    const std::int64_t tile = SinglePassTile(state_words);
    const std::int64_t tiles = (length + tile - 1) / tile;
    const std::size_t words = static_cast<std::size_t>(tiles) * state_words;
    const Traversal traversal = pass.TraversalOf();
    const std::uint64_t number = traversal.number() * 16 + (exclusive_ ? 15 : 14);
    const JitKernel& kernel = work.plan.kernels.Get(number, [&] {
      return SinglePassKernel(accumulation(), work.plan, work.parameters, traversal, exclusive_);
    });
    scratch().With(
        context, work.stream, words * sizeof(std::uint64_t), [&](const DeviceArrayAny& memory) {
          const DeviceArrayAny states = DeviceArrayAny::Wrap(
              context, memory.data(), ScalarKind::UInt64, Dims{static_cast<std::int64_t>(words)});
          states.Fill(std::uint64_t{0}, work.stream);
          std::vector<Arg> args(pass.outputs().begin(), pass.outputs().end());
          args.emplace_back(states);
          args.emplace_back(length);
          pass.AddInputs(args);
          kernel.LaunchArgs(
              {.grid = GridOf(tiles, kWhat), .block = kTileThreads, .stream = work.stream}, args);
        });
  }

  // One thread goes through a row: on the CPU, where neighbours in memory are of different rows,
  // and short rows.
  static bool PrefersSequence(const Loop& loop, std::size_t lead, const Device& device) {
    constexpr std::int64_t kShortRow = 16;
    if (device.kind() == DeviceKind::Cpu || loop.reduced_count() <= kShortRow) {
      return true;
    }
    if (loop.kept.empty() || loop.kept_count() < kColumnThreads) {
      return false;
    }
    const Dims& strides = loop.arrays[lead].strides;
    const std::int64_t kept = std::abs(strides[loop.kept.size() - 1]);
    return kept != 0 && kept < std::abs(strides[strides.size() - 1]);
  }

  struct Kind {
    ScanPhase phase;
    bool sequence;
  };

  void Launch(const Pass& pass, const Work& work, Kind kind, const Split& split,
              std::span<const DeviceArrayAny> carries) const {
    Traversal traversal = pass.TraversalOf();
    std::vector<Arg> args(carries.begin(), carries.end());
    if (kind.phase != ScanPhase::Totals) {
      args.insert(args.end(), pass.outputs().begin(), pass.outputs().end());
    }
    const std::int64_t rows = pass.loop().kept_count();
    if (kind.sequence) {
      args.emplace_back(rows);
    }
    split.AddTo(args, pass.loop().reduced_count());
    pass.AddInputs(args);
    const bool is_cpu = pass.outputs().front().context().device().kind() == DeviceKind::Cpu;
    LaunchOver(work, traversal, kind, exclusive_, rows * split.count, is_cpu && rows == 1, args);
  }

  // The totals become what each split begins with: an exclusive scan in place.
  void ScanTotals(const Work& work, bool sequence, std::int64_t rows, std::int64_t splits,
                  const Partials& totals) const {
    Traversal traversal;
    traversal.kept = 1;
    traversal.reduced = 1;
    traversal.small = true;
    traversal.is_partial = true;
    std::vector<DeviceArrayAny> views;
    for (const DeviceArrayAny& total : totals.arrays()) {
      views.push_back(Partials::ViewOf(total, Dims{rows}, splits, true));
    }
    std::vector<Arg> args(views.begin(), views.end());
    if (sequence) {
      args.emplace_back(rows);
    }
    Split{1, splits}.AddTo(args, splits);
    args.insert(args.end(), views.begin(), views.end());
    LaunchOver(work, traversal, {ScanPhase::Whole, sequence}, true, rows, false, args);
  }

  // `alone`: a block for each thread, so that threads of the machine share the splits of one row.
  void LaunchOver(const Work& work, Traversal traversal, Kind kind, bool exclusive,
                  std::int64_t places, bool alone, std::span<const Arg> args) const {
    traversal.block = kind.sequence ? (alone ? 1 : kColumnThreads) : kTileThreads;
    const std::uint64_t number = traversal.number() * 16 + static_cast<unsigned>(kind.phase) * 4 +
                                 (kind.sequence ? 2 : 0) + (exclusive ? 1 : 0);
    const JitKernel& kernel = work.plan.kernels.Get(number, [&] {
      return kind.sequence ? SequenceKernel(accumulation(), work.plan, work.parameters, traversal,
                                            kind.phase, exclusive)
                           : TilesKernel(accumulation(), work.plan, work.parameters, traversal,
                                         kind.phase, exclusive, ItemsFor(work.plan.kinds));
    });
    const std::int64_t blocks =
        kind.sequence ? (places + traversal.block - 1) / traversal.block : places;
    kernel.LaunchArgs(
        {.grid = GridOf(blocks, kWhat), .block = traversal.block, .stream = work.stream}, args);
  }

  const bool exclusive_;
};

}  // namespace kernelc::driver::generate

namespace kernelc {

namespace generate = driver::generate;

Scan::Scan(std::string reduce, const Neutral& neutral, std::string map,
           const ExpressionOptions& options)
    : state_(std::make_shared<generate::ScanState>(
          generate::AccumulationOfText(generate::kWhat, map, reduce, neutral, options), false)) {}

Scan Scan::Exclusive(std::string reduce, const Neutral& neutral, std::string map,
                     const ExpressionOptions& options) {
  return Scan(std::make_shared<generate::ScanState>(
      generate::AccumulationOfText(generate::kWhat, map, reduce, neutral, options), true));
}

Scan Scan::FromFunctions(const Program& program, std::string_view map, std::string_view reduce,
                         const Neutral& neutral, bool exclusive) {
  return Scan(std::make_shared<generate::ScanState>(
      generate::AccumulationOfFunctions(generate::kWhat, program, map, reduce, neutral),
      exclusive));
}

const std::vector<std::string>& Scan::inputs() const noexcept {
  return state_->accumulation().interface.inputs;
}

const std::vector<std::string>& Scan::outputs() const noexcept {
  return state_->accumulation().interface.outputs;
}

std::vector<DeviceArrayAny> Scan::CallArgs(const ScanCall& call, std::span<const Arg> args) const {
  return state_->Call(call, args);
}

}  // namespace kernelc
