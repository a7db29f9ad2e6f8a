// Reductions in one or two launches: rows are cut into splits until the device is busy, and the
// partial results of the splits are put together by a second launch behind the first, without a
// wait of the host.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/driver/generate/accumulator.h"
#include "compiler/driver/generate/passes.h"
#include "kernelc/expressions.h"

namespace kernelc::driver::generate {
namespace {

constexpr const char* kWhat = "reduction";
// Threads of a block for long rows, and for columns.
constexpr std::uint32_t kRowThreads = 256;
constexpr std::uint32_t kColumnThreads = 128;
// Shorter rows are left to one thread each.
constexpr std::int64_t kShortRow = 32;
// Elements of a split on the CPU at most.
constexpr std::int64_t kCpuChunk = 16384;
// Elements that a thread goes through at least before a row is split.
constexpr std::int64_t kRowItems = 8;
constexpr std::int64_t kColumnItems = 32;
// From so many results on, the second launch has a thread for each.
constexpr std::int64_t kManyRows = 4096;

}  // namespace

class ReductionState : public Accumulator {
 public:
  explicit ReductionState(Accumulation accumulation)
      : Accumulator(std::move(accumulation), false) {}

  std::vector<DeviceArrayAny> Call(const ReductionCall& call, std::span<const Arg> args) {
    std::vector<bool> is_reduced;
    return Run(
        call, args,
        [&](const Dims& shape) {
          is_reduced = ReducedOf(call, shape);
          return ResultShape(shape, is_reduced, call.keep_dims);
        },
        [&](const Work& work) { Start(work, is_reduced, call.keep_dims); });
  }

 private:
  static std::vector<bool> ReducedOf(const ReductionCall& call, const Dims& shape) {
    std::vector<bool> is_reduced(shape.size(), !call.axes.has_value());
    if (!call.axes) {
      return is_reduced;
    }
    for (const int axis : *call.axes) {
      const std::size_t place = AxisOf(axis, shape, kWhat);
      if (is_reduced[place]) {
        ThrowCall(ErrorCode::InvalidArgument, kWhat,
                  fmt::format("dimension {} is named twice", axis));
      }
      is_reduced[place] = true;
    }
    return is_reduced;
  }

  static Dims ResultShape(const Dims& shape, const std::vector<bool>& is_reduced, bool keep_dims) {
    Dims result;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (!is_reduced[d]) {
        result.push_back(shape[d]);
      } else if (keep_dims) {
        result.push_back(1);
      }
    }
    return result;
  }

  // Of a result over the whole shape: 0 in dimensions that are reduced.
  static Dims OutputStrides(const DeviceArrayAny& output, const std::vector<bool>& is_reduced,
                            bool keep_dims) {
    Dims strides;
    std::size_t next = 0;
    for (const bool reduced : is_reduced) {
      strides.push_back(reduced ? 0 : output.strides()[next]);
      next += !reduced || keep_dims ? 1 : 0;
    }
    return strides;
  }

  void Start(const Work& work, const std::vector<bool>& is_reduced, bool keep_dims) {
    std::vector<Dims> output_strides;
    for (const DeviceArrayAny& output : work.outputs) {
      output_strides.push_back(OutputStrides(output, is_reduced, keep_dims));
    }
    const Pass pass(accumulation(), work.plan, work.parameters, work.shape, is_reduced,
                    work.outputs, output_strides, {.keeps_order = false});
    const Loop& loop = pass.loop();
    const Context context = work.outputs.front().context();
    const bool columns = PrefersColumns(loop, pass.lead());
    const Split split =
        columns ? SplitColumns(loop, context.device()) : SplitRows(loop, context.device());
    if (split.count == 1) {
      StartFirst(pass, work, columns, split, {});
      return;
    }
    const std::size_t places = static_cast<std::size_t>(loop.kept_count() * split.count);
    scratch().With(context, work.stream, Partials::BytesFor(work.plan.kinds, places),
                   [&](const DeviceArrayAny& memory) {
                     const Partials partials(work.plan.kinds, memory, places);
                     StartFirst(pass, work, columns, split, partials.arrays());
                     StartSecond(pass, work, columns, split, partials);
                   });
  }

  // Whether neighbours in memory are neighbours among the results.
  static bool PrefersColumns(const Loop& loop, std::size_t lead) {
    if (loop.reduced_count() <= kShortRow) {
      return true;
    }
    if (loop.kept.empty()) {
      return false;
    }
    const Dims& strides = loop.arrays[lead].strides;
    const std::int64_t kept = std::abs(strides[loop.kept.size() - 1]);
    const std::int64_t reduced = std::abs(strides[strides.size() - 1]);
    return kept != 0 && kept < reduced;
  }

  // On the CPU, where the threads of a block go through a split one group after the other, it must
  // stay in a cache.
  static Split SplitRows(const Loop& loop, const Device& device) {
    const std::int64_t length = loop.reduced_count();
    std::int64_t most = BlocksFor(device) / std::max<std::int64_t>(loop.kept_count(), 1);
    if (device.kind() == DeviceKind::Cpu) {
      most = std::max(most, (length + kCpuChunk - 1) / kCpuChunk);
    }
    return Split::Of(length, most, kRowThreads * kRowItems, kRowThreads);
  }

  static Split SplitColumns(const Loop& loop, const Device& device) {
    const std::int64_t threads = BlocksFor(device) * kRowThreads;
    return Split::Of(loop.reduced_count(), threads / std::max<std::int64_t>(loop.kept_count(), 1),
                     kColumnItems, 1);
  }

  static std::uint32_t RowBlock(std::int64_t chunk) {
    std::uint32_t threads = kRowThreads;
    while (threads > kShortRow && chunk < 2 * static_cast<std::int64_t>(threads)) {
      threads /= 2;
    }
    return threads;
  }

  // `partials`: where the results of splits go; empty where there is one.
  static void StartFirst(const Pass& pass, const Work& work, bool columns, const Split& split,
                         std::span<const DeviceArrayAny> partials) {
    Traversal traversal = pass.TraversalOf();
    traversal.is_final = partials.empty();
    traversal.block = columns ? kColumnThreads : RowBlock(split.chunk);
    std::vector<Arg> args;
    for (const DeviceArrayAny& out : partials.empty() ? pass.outputs() : partials) {
      args.emplace_back(out);
    }
    if (columns) {
      args.emplace_back(pass.loop().kept_count());
    }
    split.AddTo(args, pass.loop().reduced_count());
    pass.AddInputs(args);
    Launch(pass.accumulation(), work, traversal, columns, pass.loop().kept_count() * split.count,
           args);
  }

  static void StartSecond(const Pass& pass, const Work& work, bool columns, const Split& split,
                          const Partials& partials) {
    const std::int64_t rows = pass.loop().kept_count();
    const bool by_columns = columns && rows >= kManyRows;
    Traversal traversal = pass.TraversalOf();
    traversal.is_partial = true;
    traversal.reduced = 1;
    traversal.block = by_columns ? kColumnThreads : RowBlock(split.count);
    std::vector<Arg> args;
    for (const DeviceArrayAny& out : pass.outputs()) {
      args.emplace_back(out);
    }
    if (by_columns) {
      args.emplace_back(rows);
    }
    Split{1, split.count}.AddTo(args, split.count);
    std::vector<DeviceArrayAny> views;
    for (const DeviceArrayAny& partial : partials.arrays()) {
      views.push_back(Partials::ViewOf(partial, pass.loop().kept, split.count, !columns));
    }
    args.insert(args.end(), views.begin(), views.end());
    Launch(pass.accumulation(), work, traversal, by_columns, rows, args);
  }

  // `places`: rows times splits.
  static void Launch(const Accumulation& accumulation, const Work& work, const Traversal& traversal,
                     bool columns, std::int64_t places, std::span<const Arg> args) {
    const std::uint64_t number = traversal.number() * 2 + (columns ? 1 : 0);
    const JitKernel& kernel = work.plan.kernels.Get(number, [&] {
      return columns ? ColumnsKernel(accumulation, work.plan, work.parameters, traversal)
                     : RowsKernel(accumulation, work.plan, work.parameters, traversal);
    });
    const std::int64_t blocks = columns ? (places + traversal.block - 1) / traversal.block : places;
    kernel.LaunchArgs(
        {.grid = GridOf(blocks, kWhat), .block = traversal.block, .stream = work.stream}, args);
  }
};

}  // namespace kernelc::driver::generate

namespace kernelc {

namespace generate = driver::generate;

Reduction::Reduction(std::string map, std::string reduce, const Neutral& neutral,
                     const ExpressionOptions& options)
    : state_(std::make_shared<generate::ReductionState>(
          generate::AccumulationOfText(generate::kWhat, map, reduce, neutral, options))) {}

Reduction Reduction::FromFunctions(const Program& program, std::string_view map,
                                   std::string_view reduce, const Neutral& neutral) {
  return Reduction(std::make_shared<generate::ReductionState>(
      generate::AccumulationOfFunctions(generate::kWhat, program, map, reduce, neutral)));
}

const std::vector<std::string>& Reduction::inputs() const noexcept {
  return state_->accumulation().interface.inputs;
}

const std::vector<std::string>& Reduction::outputs() const noexcept {
  return state_->accumulation().interface.outputs;
}

std::vector<DeviceArrayAny> Reduction::CallArgs(const ReductionCall& call,
                                                std::span<const Arg> args) const {
  return state_->Call(call, args);
}

}  // namespace kernelc
