// Radix sorts of keys and pairs.
#include <algorithm>
#include <bit>

#include "kernelc/memory.h"
#include "runtime/algorithms/call.h"
#include "runtime/algorithms/keys.h"
#include "runtime/algorithms/moves.h"

namespace kernelc::algorithms {
namespace {

// As stdlib/algorithms/radix_sort.py has it, and CMakeLists.txt for pairs: threads of a block, and
// elements of a thread that have up to 4 bytes.
constexpr std::uint32_t kThreads = 256;
constexpr std::uint64_t kItems = 24;
constexpr std::uint64_t kPairItems = 32;
constexpr std::uint32_t kCountingThreads = 256;
constexpr std::uint64_t kCountedTile = kCountingThreads * 16;
constexpr std::int64_t kDigits = 256;
// About how many keys one launch moves: their number fits the 30 bits that tiles count in.
constexpr std::uint64_t kMostKeys = std::uint64_t{1} << 29;
constexpr std::uint64_t kCountingBlocksPerMultiprocessor = 4;
// On the CPU device.
constexpr std::uint64_t kLeastChunk = 16384;

// Keys as bits and, where there are any, values of 4 or 8 bytes: what a pass reads and what it
// writes.
struct Side {
  DeviceArrayAny keys;
  DeviceArrayAny values;
};

DeviceArrayAny Part(const DeviceArrayAny& array, std::int64_t first, std::int64_t count) {
  return array.Sliced({{first, first + count}});
}

class Sorter {
 public:
  Sorter(const Call& call, const Side& in, const Side& out, const KeyOrder& keys)
      : call_(call),
        in_(in),
        out_(out),
        order_(keys),
        bits_(in.keys.kind()),
        key_size_(in.keys.element_size()),
        n_(static_cast<std::uint64_t>(in.keys.size())),
        pairs_(in.values.has_context()) {}

  void Run() {
    const std::int64_t n = in_.keys.size();
    const ScalarKind value_bits = pairs_ ? in_.values.kind() : ScalarKind::UInt8;
    const auto memory = call_.Temporary({{bits_, n},
                                         {value_bits, pairs_ ? n : 0},
                                         {ScalarKind::UInt64, Counts()},
                                         {ScalarKind::UInt32, StateWords()}});
    other_ = {memory[0], memory[1]};
    counts_ = memory[2];
    states_ = memory[3];
    Side from = in_;
    const bool in_place =
        in_.keys.data() == out_.keys.data() || (pairs_ && in_.values.data() == out_.values.data());
    if (passes() % 2 != 0 && in_place) {
      other_.keys.CopyFrom(in_.keys, call_.stream());
      if (pairs_) {
        other_.values.CopyFrom(in_.values, call_.stream());
      }
      from = other_;
    }
    if (call_.on_gpu()) {
      CountDigits(from);
    }
    for (std::size_t pass = 0; pass < passes(); ++pass) {
      const Side& to = (passes() - pass) % 2 != 0 ? out_ : other_;
      call_.on_gpu() ? PassOnGpu(pass, from, to) : PassOnCpu(pass, from, to);
      from = to;
    }
  }

 private:
  std::size_t passes() const { return key_size_; }
  // What a key or its value has at most.
  std::uint64_t moved_size() const {
    return pairs_ ? std::max(key_size_, in_.values.element_size()) : key_size_;
  }
  // Keys of a tile.
  std::uint64_t tile() const {
    const std::uint64_t items = pairs_ ? kPairItems : kItems;
    return kThreads * (moved_size() <= 4 ? items : items / 2);
  }
  // Keys of a launch. Whole tiles, as the last one's counts are for the next launch.
  std::uint64_t portion() const { return kMostKeys / tile() * tile(); }
  std::uint64_t chunk() const {
    return std::max(kLeastChunk, Divided(n_, call_.multiprocessors()));
  }
  std::int64_t chunks() const { return static_cast<std::int64_t>(Divided(n_, chunk())); }
  // On a GPU: for each pass, for the next launch and the one after that, and whether keys are
  // unusual.
  std::int64_t Counts() const {
    return call_.on_gpu() ? kDigits * (static_cast<std::int64_t>(passes()) + 2) + 1
                          : kDigits * chunks();
  }
  DeviceArrayAny Unusual() const { return Part(counts_, Counts() - 1, 1); }
  std::int64_t StateWords() const {
    return call_.on_gpu()
               ? kDigits * static_cast<std::int64_t>(Divided(std::min(n_, portion()), tile()))
               : 0;
  }
  Arg ShiftOf(std::size_t pass) const { return UnsignedArg(8 * pass, key_size_); }

  void CountDigits(const Side& from) const {
    static constexpr const char* kKernels[] = {"count_digits8", "count_digits16", "count_digits32",
                                               "count_digits64"};
    const auto places = static_cast<std::int64_t>(passes());
    MemsetAsync(call_.context(), counts_.data(), 0, counts_.nbytes(), call_.stream());
    const std::uint64_t blocks = std::min(
        Divided(n_, kCountedTile), call_.multiprocessors() * kCountingBlocksPerMultiprocessor);
    const DeviceArrayAny counts = Part(counts_, 0, places * kDigits);
    call_.LaunchWith(static_cast<std::uint64_t>(places * kDigits) * sizeof(std::uint32_t),
                     kKernels[std::countr_zero(key_size_)], {bits_}, blocks, kCountingThreads,
                     from.keys, counts, Unusual(), order_.order());
    call_.Launch("begin_digits", {ScalarKind::UInt64}, passes(), kDigits, counts);
  }

  void PassOnGpu(std::size_t pass, const Side& from, const Side& to) const {
    const auto places = static_cast<std::int64_t>(passes());
    DeviceArrayAny begins = Part(counts_, kDigits * static_cast<std::int64_t>(pass), kDigits);
    for (std::uint64_t first = 0; first < n_; first += portion()) {
      const std::uint64_t count = std::min(n_ - first, portion());
      const std::uint64_t tiles = Divided(count, tile());
      const std::int64_t next = places + static_cast<std::int64_t>(first / portion() % 2);
      const DeviceArrayAny next_begins = Part(counts_, kDigits * next, kDigits);
      MemsetAsync(call_.context(), states_.data(), 0, tiles * kDigits * sizeof(std::uint32_t),
                  call_.stream());
      if (pairs_) {
        call_.LaunchWith(tile() * moved_size(), "sort_pairs_pass",
                         {bits_, bits_, from.values.kind()}, tiles, kThreads, from.keys, to.keys,
                         from.values, to.values, first, count, ShiftOf(pass), order_.order(),
                         Unusual(), begins, next_begins, states_);
      } else {
        call_.LaunchWith(tile() * moved_size(), "sort_pass", {bits_}, tiles, kThreads, from.keys,
                         to.keys, first, count, ShiftOf(pass), order_.order(), Unusual(), begins,
                         next_begins, states_);
      }
      begins = next_begins;
    }
  }

  void PassOnCpu(std::size_t pass, const Side& from, const Side& to) const {
    const auto blocks = static_cast<std::uint64_t>(chunks());
    call_.Launch("count_chunk_digits", {bits_}, blocks, 1, from.keys, counts_, chunk(),
                 ShiftOf(pass), order_.order());
    call_.Launch("begin_chunk_digits", {ScalarKind::UInt64}, 1, 1, counts_, chunks());
    if (pairs_) {
      call_.Launch("sort_pairs_chunk", {bits_, bits_, from.values.kind()}, blocks, 1, from.keys,
                   to.keys, from.values, to.values, counts_, chunk(), ShiftOf(pass),
                   order_.order());
    } else {
      call_.Launch("sort_chunk", {bits_}, blocks, 1, from.keys, to.keys, counts_, chunk(),
                   ShiftOf(pass), order_.order());
    }
  }

  const Call& call_;
  Side in_;
  Side out_;
  Side other_;
  const KeyOrder& order_;
  ScalarKind bits_;
  std::size_t key_size_;
  std::uint64_t n_;
  bool pairs_;
  DeviceArrayAny counts_;
  DeviceArrayAny states_;
};

bool Descending(SortOrder order) { return order == SortOrder::Descending; }

}  // namespace

void Sort(const DeviceArrayAny& keys, const DeviceArrayAny& out, SortOrder order,
          const Options& options) {
  const Call call("Sort", keys, options);
  const ScalarKind bits = BitsKind(call.operation(), keys.kind());
  const DeviceArrayAny result = As(call.Output("out", out, {keys.kind()}, keys.size()), bits);
  if (keys.size() == 0) {
    return;
  }
  const KeyOrder key_order(keys.kind(), Descending(order), true);
  Sorter(call, {As(call.Flat(keys), bits), {}}, {result, {}}, key_order).Run();
}

DeviceArrayAny Sort(const DeviceArrayAny& keys, SortOrder order, const Options& options) {
  const DeviceArrayAny out = NewArray(keys, keys.kind(), Dims{keys.size()}, options);
  Sort(keys, out, order, options);
  return out;
}

void SortPairs(const DeviceArrayAny& keys, const DeviceArrayAny& values,
               const DeviceArrayAny& keys_out, const DeviceArrayAny& values_out, SortOrder order,
               const Options& options) {
  const Call call("SortPairs", keys, options);
  const ScalarKind bits = BitsKind(call.operation(), keys.kind());
  const DeviceArrayAny result =
      As(call.Output("keys_out", keys_out, {keys.kind()}, keys.size()), bits);
  const ScalarKind moved = MovedKind(call, "values", values);
  const DeviceArrayAny values_result =
      As(call.Output("values_out", values_out, {values.kind()}, keys.size()), moved);
  if (values.size() != keys.size()) {
    Throw(ErrorCode::InvalidArgument, call.operation(),
          "there are " + std::to_string(keys.size()) + " keys and " +
              std::to_string(values.size()) + " values");
  }
  if (keys.size() == 0) {
    return;
  }
  const KeyOrder key_order(keys.kind(), Descending(order), true);
  const Side in{As(call.Flat(keys), bits), As(call.Flat(values), moved)};
  if (values.element_size() == 4 || values.element_size() == 8) {
    Sorter(call, in, {result, values_result}, key_order).Run();
    return;
  }
  // Other values are fetched when it is known where from.
  const ScalarKind place = PlaceKind(keys.size());
  const DeviceArrayAny from = DeviceArrayAny::Empty(call.context(), place, Dims{keys.size()});
  const DeviceArrayAny source =
      in.values.data() == values_result.data() ? in.values.Contiguous(options.stream) : in.values;
  FillPlaces(call, from);
  Sorter(call, {in.keys, from}, {result, from}, key_order).Run();
  Gather(call, source, from, values_result);
}

void ArgSort(const DeviceArrayAny& keys, const DeviceArrayAny& out, SortOrder order,
             const Options& options) {
  const Call call("ArgSort", keys, options);
  const ScalarKind bits = BitsKind(call.operation(), keys.kind());
  const DeviceArrayAny places =
      As(call.Output("out", out, {ScalarKind::Int64}, keys.size()), ScalarKind::UInt64);
  if (keys.size() == 0) {
    return;
  }
  const KeyOrder key_order(keys.kind(), Descending(order), true);
  const DeviceArrayAny sorted = DeviceArrayAny::Empty(call.context(), bits, Dims{keys.size()});
  FillPlaces(call, places);
  Sorter(call, {As(call.Flat(keys), bits), places}, {sorted, places}, key_order).Run();
}

DeviceArrayAny ArgSort(const DeviceArrayAny& keys, SortOrder order, const Options& options) {
  const DeviceArrayAny out = NewArray(keys, ScalarKind::Int64, Dims{keys.size()}, options);
  ArgSort(keys, out, order, options);
  return out;
}

}  // namespace kernelc::algorithms
