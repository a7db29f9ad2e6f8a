// Elements that are kept: by flags, by value, and where neighbours differ.
#include <algorithm>
#include <cstring>
#include <limits>

#include "kernelc/memory.h"
#include "runtime/algorithms/call.h"
#include "runtime/algorithms/keys.h"
#include "runtime/algorithms/moves.h"

namespace kernelc::algorithms {
namespace {

// As stdlib/algorithms/select.py has it.
constexpr std::uint32_t kThreads = 256;
constexpr std::uint64_t kRows = 8;
// On the CPU device.
constexpr std::uint64_t kChunksPerCore = 4;
constexpr std::uint64_t kLeastChunk = 16384;
constexpr std::uint64_t kLengthBlocksPerMultiprocessor = 8;

// Elements of a tile: fewer where they are large.
std::uint64_t TileOf(std::size_t element_size) {
  return 4 * kThreads * std::min(kRows, std::uint64_t{32} / element_size);
}

// What a kernel of tiles needs: bytes of shared memory for each element of a tile, and words of
// state for each tile.
struct TileKernel {
  const char* name;
  std::uint64_t shared_bytes;
  std::int64_t states = 1;
};

// A selection from x on a GPU. `arrays` are the kernel's first arguments, `extra` its last ones.
template <typename... Arrays, typename... Extra>
void SelectTiles(const Call& call, const TileKernel& kernel, const std::tuple<Arrays...>& arrays,
                 const DeviceArrayAny& count, const Extra&... extra) {
  const DeviceArrayAny& x = std::get<0>(arrays);
  const std::uint64_t tile = TileOf(x.element_size());
  const std::uint64_t tiles = Divided(static_cast<std::uint64_t>(x.size()), tile);
  const auto states =
      call.Temporary({{ScalarKind::UInt64, kernel.states * static_cast<std::int64_t>(tiles)}});
  MemsetAsync(call.context(), states[0].data(), 0, states[0].nbytes(), call.stream());
  std::apply(
      [&](const auto&... array) {
        call.LaunchWith(tile * kernel.shared_bytes, kernel.name, {x.kind()}, tiles, kThreads,
                        array..., count, states[0], extra...);
      },
      arrays);
}

// The same on the CPU device.
template <typename... Arrays, typename... Extra>
void SelectChunks(const Call& call, const char* kernel, const std::tuple<Arrays...>& arrays,
                  const DeviceArrayAny& count, const Extra&... extra) {
  const DeviceArrayAny& x = std::get<0>(arrays);
  const auto n = static_cast<std::uint64_t>(x.size());
  const std::uint64_t chunk =
      std::max(kLeastChunk, Divided(n, call.multiprocessors() * kChunksPerCore));
  const std::uint64_t chunks = Divided(n, chunk);
  const auto totals = call.Temporary({{ScalarKind::Int64, static_cast<std::int64_t>(chunks)}});
  for (const bool counting : {true, false}) {
    std::apply(
        [&](const auto&... array) {
          call.Launch(kernel, {x.kind()}, chunks, 1, array..., count, totals[0], chunk, counting,
                      extra...);
        },
        arrays);
  }
}

// `count` of a call; true where there is nothing to select from, and it is 0.
bool NothingTo(const Call& call, const DeviceArrayAny& x, const DeviceArrayAny& count) {
  call.Output("count", count, {ScalarKind::Int64}, 1);
  if (x.size() == 0) {
    count.Fill(std::int64_t{0}, call.stream());
    return true;
  }
  return false;
}

DeviceArrayAny OneDimension(const DeviceArrayAny& count) { return count.Raveled(); }

// Keys from `low` to `high`, or all others.
struct Range {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  bool inside = true;
};

constexpr Range kNone{1, 0, true};
constexpr Range kEvery{1, 0, false};

std::uint64_t BitsOf(const char* operation, const ScalarValue& value, ScalarKind kind) {
  std::byte bytes[16] = {};
  if (!ConvertScalar(value, kind, bytes)) {
    Throw(
        ErrorCode::TypeMismatch, operation,
        "the value " + ToString(value) + " cannot be an element of " + ToString(ElementType(kind)));
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, abi::scalar_info(kind).size);
  return bits;
}

// The keys of the smallest and the largest number.
std::pair<std::uint64_t, std::uint64_t> Ends(const KeyOrder& keys, ScalarKind kind) {
  if (abi::scalar_info(kind).cls != abi::ScalarClass::Float) {
    return {0, ~std::uint64_t{0} >> (64 - 8 * abi::scalar_info(kind).size)};
  }
  const double infinity = std::numeric_limits<double>::infinity();
  return {keys.KeyOf(BitsOf("", ScalarValue(-infinity), kind)),
          keys.KeyOf(BitsOf("", ScalarValue(infinity), kind))};
}

Range RangeFor(const char* operation, const KeyOrder& keys, ScalarKind kind, Comparison comparison,
               const ScalarValue& value) {
  const std::uint64_t key = keys.KeyOf(BitsOf(operation, value, kind));
  const auto [first, last] = Ends(keys, kind);
  if (key > last) {
    // NaN.
    return comparison == Comparison::NotEqual ? kEvery : kNone;
  }
  switch (comparison) {
    case Comparison::Equal:
      return {key, key, true};
    case Comparison::NotEqual:
      return {key, key, false};
    case Comparison::Less:
      return key == first ? kNone : Range{first, key - 1, true};
    case Comparison::LessEqual:
      return {first, key, true};
    case Comparison::Greater:
      return key == last ? kNone : Range{key + 1, last, true};
    case Comparison::GreaterEqual:
      return {key, last, true};
  }
  return kNone;
}

// A range of keys as one of raw keys, where -0.0 lies just below `zero`.
Range OfRawKeys(Range range, std::uint64_t zero, ScalarKind kind) {
  if (abi::scalar_info(kind).cls == abi::ScalarClass::Float) {
    range.low -= range.low == zero ? 1 : 0;
    range.high -= range.high == zero - 1 ? 1 : 0;
  }
  return range;
}

void SelectRange(const Call& call, bool places, const DeviceArrayAny& x, const Range& of_keys,
                 const KeyOrder& keys, const DeviceArrayAny& out, const DeviceArrayAny& count) {
  const ScalarKind bits = BitsKind(call.operation(), x.kind());
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const std::size_t size = elements.element_size();
  const Range range = OfRawKeys(of_keys, keys.KeyOf(0), x.kind());
  const auto arrays = std::tie(elements, out);
  const DeviceArrayAny flat_count = OneDimension(count);
  const Arg low = UnsignedArg(range.low, size);
  const Arg high = UnsignedArg(range.high, size);
  if (call.on_gpu()) {
    const TileKernel kernel = places ? TileKernel{"select_places", sizeof(std::uint16_t)}
                                     : TileKernel{"select_range", size};
    SelectTiles(call, kernel, arrays, flat_count, keys.order(), low, high, range.inside);
  } else {
    SelectChunks(call, places ? "select_places_chunk" : "select_range_chunk", arrays, flat_count,
                 keys.order(), low, high, range.inside);
  }
}

// The first of equal neighbours; with `lengths` also how many these are.
void SelectChanges(const Call& call, const DeviceArrayAny& x, const DeviceArrayAny& out,
                   const DeviceArrayAny& counts, const DeviceArrayAny* lengths) {
  const ScalarKind bits = BitsKind(call.operation(), x.kind());
  const DeviceArrayAny elements = As(call.Flat(x), bits);
  const KeyOrder keys(x.kind(), false, true);
  const DeviceArrayAny result = As(out, bits);
  const DeviceArrayAny count = OneDimension(counts);
  const std::size_t size = elements.element_size();
  if (call.on_gpu() && lengths == nullptr) {
    SelectTiles(call, {"select_changes", size}, std::tie(elements, result), count, keys.order());
    return;
  }
  if (call.on_gpu()) {
    SelectTiles(call, {"encode_runs", size + sizeof(std::uint16_t), 2},
                std::tie(elements, result, *lengths), count, keys.order());
    return;
  }
  if (lengths == nullptr) {
    SelectChunks(call, "select_changes_chunk", std::tie(elements, result, count), count,
                 keys.order(), false);
    return;
  }
  const DeviceArrayAny begins =
      DeviceArrayAny::Empty(call.context(), ScalarKind::Int64, Dims{x.size()});
  SelectChunks(call, "select_changes_chunk", std::tie(elements, result, begins), count,
               keys.order(), true);
  const std::uint64_t blocks = std::min(Divided(static_cast<std::uint64_t>(x.size()), kThreads),
                                        call.multiprocessors() * kLengthBlocksPerMultiprocessor);
  call.Launch("run_lengths", {ScalarKind::Int64}, blocks, kThreads, begins, count, x.size(),
              *lengths);
}

// What `write` puts into a new array, and as many of it as it says.
template <typename Write>
DeviceArrayAny Trimmed(const DeviceArrayAny& x, ScalarKind kind, const Options& options,
                       Write write) {
  const DeviceArrayAny out = NewArray(x, kind, Dims{x.size()}, options);
  const DeviceArray<std::int64_t> count(NewArray(x, ScalarKind::Int64, Dims{1}, options));
  write(out, count);
  return out.Sliced({{0, count.ToVector(options.stream)[0]}});
}

}  // namespace

void Select(const DeviceArrayAny& x, const DeviceArrayAny& flags, const DeviceArrayAny& out,
            const DeviceArrayAny& count, const Options& options) {
  const Call call("Select", x, options);
  const ScalarKind moved = MovedKind(call, "x", x);
  if (flags.kind() != ScalarKind::Bool && flags.kind() != ScalarKind::UInt8) {
    Throw(ErrorCode::TypeMismatch, call.operation(),
          "`flags` has elements of " + ToString(flags.element()) + ", expected bool or uint8");
  }
  if (flags.size() != x.size()) {
    Throw(ErrorCode::InvalidArgument, call.operation(),
          "there are " + std::to_string(x.size()) + " elements and " +
              std::to_string(flags.size()) + " flags");
  }
  const DeviceArrayAny result = As(call.Output("out", out, {x.kind()}, x.size()), moved);
  if (NothingTo(call, x, count)) {
    return;
  }
  const DeviceArrayAny elements = As(call.Flat(x), moved);
  const DeviceArrayAny kept = As(call.Flat(flags), ScalarKind::UInt8);
  const auto arrays = std::tie(elements, kept, result);
  if (call.on_gpu()) {
    SelectTiles(call, {"select_flagged", elements.element_size()}, arrays, OneDimension(count));
  } else {
    SelectChunks(call, "select_flagged_chunk", arrays, OneDimension(count));
  }
}
DeviceArrayAny Select(const DeviceArrayAny& x, const DeviceArrayAny& flags,
                      const Options& options) {
  return Trimmed(x, x.kind(), options, [&](const DeviceArrayAny& out, const DeviceArrayAny& count) {
    Select(x, flags, out, count, options);
  });
}

void SelectWhere(const DeviceArrayAny& x, Comparison comparison, const ScalarValue& value,
                 const DeviceArrayAny& out, const DeviceArrayAny& count, const Options& options) {
  const Call call("SelectWhere", x, options);
  const ScalarKind bits = BitsKind(call.operation(), x.kind());
  const DeviceArrayAny result = As(call.Output("out", out, {x.kind()}, x.size()), bits);
  const KeyOrder keys(x.kind(), false, true);
  const Range range = RangeFor(call.operation(), keys, x.kind(), comparison, value);
  if (NothingTo(call, x, count)) {
    return;
  }
  SelectRange(call, false, x, range, keys, result, count);
}
DeviceArrayAny SelectWhere(const DeviceArrayAny& x, Comparison comparison, const ScalarValue& value,
                           const Options& options) {
  return Trimmed(x, x.kind(), options, [&](const DeviceArrayAny& out, const DeviceArrayAny& count) {
    SelectWhere(x, comparison, value, out, count, options);
  });
}

void Nonzero(const DeviceArrayAny& x, const DeviceArrayAny& out, const DeviceArrayAny& count,
             const Options& options) {
  const Call call("Nonzero", x, options);
  BitsKind(call.operation(), x.kind());
  const DeviceArrayAny result = call.Output("out", out, {ScalarKind::Int64}, x.size());
  const KeyOrder keys(x.kind(), false, true);
  const std::uint64_t zero = keys.KeyOf(0);
  if (NothingTo(call, x, count)) {
    return;
  }
  SelectRange(call, true, x, {zero, zero, false}, keys, result, count);
}
DeviceArrayAny Nonzero(const DeviceArrayAny& x, const Options& options) {
  return Trimmed(x, ScalarKind::Int64, options,
                 [&](const DeviceArrayAny& out, const DeviceArrayAny& count) {
                   Nonzero(x, out, count, options);
                 });
}

void UniqueConsecutive(const DeviceArrayAny& x, const DeviceArrayAny& out,
                       const DeviceArrayAny& count, const Options& options) {
  const Call call("UniqueConsecutive", x, options);
  BitsKind(call.operation(), x.kind());
  const DeviceArrayAny result = call.Output("out", out, {x.kind()}, x.size());
  if (NothingTo(call, x, count)) {
    return;
  }
  SelectChanges(call, x, result, count, nullptr);
}
DeviceArrayAny UniqueConsecutive(const DeviceArrayAny& x, const Options& options) {
  return Trimmed(x, x.kind(), options, [&](const DeviceArrayAny& out, const DeviceArrayAny& count) {
    UniqueConsecutive(x, out, count, options);
  });
}

void Unique(const DeviceArrayAny& x, const DeviceArrayAny& out, const DeviceArrayAny& count,
            const Options& options) {
  const DeviceArrayAny sorted = Sort(x, SortOrder::Ascending, options);
  UniqueConsecutive(sorted, out, count, options);
}
DeviceArrayAny Unique(const DeviceArrayAny& x, const Options& options) {
  return UniqueConsecutive(Sort(x, SortOrder::Ascending, options), options);
}

void RunLengthEncode(const DeviceArrayAny& x, const DeviceArrayAny& values,
                     const DeviceArrayAny& lengths, const DeviceArrayAny& count,
                     const Options& options) {
  const Call call("RunLengthEncode", x, options);
  BitsKind(call.operation(), x.kind());
  const DeviceArrayAny firsts = call.Output("values", values, {x.kind()}, x.size());
  const DeviceArrayAny sizes = call.Output("lengths", lengths, {ScalarKind::Int64}, x.size());
  if (NothingTo(call, x, count)) {
    return;
  }
  SelectChanges(call, x, firsts, count, &sizes);
}
Runs RunLengthEncode(const DeviceArrayAny& x, const Options& options) {
  const DeviceArrayAny lengths = NewArray(x, ScalarKind::Int64, Dims{x.size()}, options);
  const DeviceArrayAny values =
      Trimmed(x, x.kind(), options, [&](const DeviceArrayAny& out, const DeviceArrayAny& count) {
        RunLengthEncode(x, out, lengths, count, options);
      });
  return {values, lengths.Sliced({{0, values.size()}})};
}

}  // namespace kernelc::algorithms
