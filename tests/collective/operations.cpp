#include "tests/collective/operations.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <stdexcept>

#include "kernelc/current_stream.h"

namespace kernelc::collective_test {
namespace {

using Arrays = std::vector<DeviceArrayAny>;

bool IsComplex(ScalarKind kind) { return abi::scalar_info(kind).cls == abi::ScalarClass::Complex; }
bool IsSigned(ScalarKind kind) {
  const abi::ScalarClass cls = abi::scalar_info(kind).cls;
  return cls != abi::ScalarClass::Unsigned && cls != abi::ScalarClass::Bool && cls != abi::ScalarClass::Float8;
}

// Small whole numbers, which every type holds and adds exactly.
int Number(int rank, std::int64_t index, ScalarKind kind, ReduceOp op) {
  const auto mixed = static_cast<std::uint64_t>(rank) * 2654435761U + static_cast<std::uint64_t>(index) * 40503U;
  if (kind == ScalarKind::Bool) {
    return static_cast<int>(mixed >> 4 & 1);
  }
  if (op == ReduceOp::Product) {
    return static_cast<int>(mixed >> 5 & 1) + 1;
  }
  return static_cast<int>((mixed >> 3) % 5) - (IsSigned(kind) ? 2 : 0);
}

void Write(ScalarKind kind, int number, std::byte* out) {
  if (abi::scalar_info(kind).cls == abi::ScalarClass::Float8) {
    *out = static_cast<std::byte>(FloatToFloat8(kind, number));
    return;
  }
  const ScalarValue value = kind == ScalarKind::Bool ? ScalarValue(number != 0)
                            : IsComplex(kind)        ? ScalarValue(std::complex<double>(number, -number))
                                                     : ScalarValue(std::int64_t{number});
  if (!ConvertScalar(value, kind, out)) {
    throw std::logic_error("a test number does not fit its type");
  }
}

template <typename NumberOf>
HostArray Make(ScalarKind kind, const Dims& shape, NumberOf number_of) {
  HostArray host(kind, shape);
  const std::size_t element = host.element_size();
  for (std::int64_t i = 0; i < host.size(); ++i) {
    Write(kind, number_of(i), host.data() + static_cast<std::size_t>(i) * element);
  }
  return host;
}

HostArray InputOf(int rank, ScalarKind kind, const Dims& shape, ReduceOp op = ReduceOp::Sum) {
  return Make(kind, shape, [&](std::int64_t i) { return Number(rank, i, kind, op); });
}

int Combined(int a, int b, ScalarKind kind, ReduceOp op) {
  if (kind == ScalarKind::Bool) {
    return op == ReduceOp::Sum || op == ReduceOp::Max ? a | b : a & b;
  }
  switch (op) {
    case ReduceOp::Sum:
      return a + b;
    case ReduceOp::Product:
      return a * b;
    case ReduceOp::Min:
      return std::min(a, b);
    case ReduceOp::Max:
      return std::max(a, b);
  }
  return 0;
}

int CombinedOfAll(int size, std::int64_t index, ScalarKind kind, ReduceOp op) {
  int result = Number(0, index, kind, op);
  for (int rank = 1; rank < size; ++rank) {
    result = Combined(result, Number(rank, index, kind, op), kind, op);
  }
  return result;
}

void Expect(const DeviceArrayAny& array, const HostArray& expected, const std::string& what) {
  const HostArray got = array.ToHost();
  if (got.nbytes() == expected.nbytes() && std::memcmp(got.data(), expected.data(), got.nbytes()) == 0) {
    return;
  }
  const std::size_t element = expected.element_size();
  for (std::int64_t i = 0; i < std::min(got.size(), expected.size()); ++i) {
    const std::size_t at = static_cast<std::size_t>(i) * element;
    if (std::memcmp(got.data() + at, expected.data() + at, element) != 0) {
      throw std::runtime_error(what + ": element " + std::to_string(i) + " is " +
                               ScalarToString(got.kind(), got.data() + at) + " and not " +
                               ScalarToString(expected.kind(), expected.data() + at));
    }
  }
  throw std::runtime_error(what + ": " + std::to_string(got.size()) + " elements");
}

std::string Name(const char* operation, ScalarKind kind, std::int64_t size) {
  return std::string(operation) + " of " + std::to_string(size) + " " + std::string(abi::scalar_info(kind).text);
}

// An array for each rank that is here.
template <typename ArrayOf>
Arrays ForRanks(const Communicator& ranks, ArrayOf array_of) {
  Arrays arrays;
  for (int i = 0; i < ranks.local_size(); ++i) {
    arrays.push_back(array_of(ranks.rank(i), ranks.context(i)));
  }
  return arrays;
}

Arrays Inputs(const Communicator& ranks, ScalarKind kind, const Dims& shape, ReduceOp op = ReduceOp::Sum) {
  return ForRanks(ranks, [&](int rank, const Context& context) {
    return DeviceArrayAny::FromHost(context, InputOf(rank, kind, shape, op));
  });
}

Arrays Outputs(const Communicator& ranks, ScalarKind kind, const Dims& shape) {
  return ForRanks(ranks, [&](int, const Context& context) { return DeviceArrayAny::Zeros(context, kind, shape); });
}

bool IsHere(const Communicator& ranks, int rank) {
  return rank >= ranks.rank() && rank < ranks.rank() + ranks.local_size();
}

}  // namespace

std::vector<ScalarKind> CopiedKinds() {
  return {ScalarKind::Bool,     ScalarKind::Int8,      ScalarKind::Int16,      ScalarKind::Int32,
          ScalarKind::Int64,    ScalarKind::UInt8,     ScalarKind::UInt16,     ScalarKind::UInt32,
          ScalarKind::UInt64,   ScalarKind::Float16,   ScalarKind::Float32,    ScalarKind::Float64,
          ScalarKind::BFloat16, ScalarKind::Complex64, ScalarKind::Complex128, ScalarKind::Float8E4M3};
}

std::vector<ScalarKind> AddedKinds() {
  std::vector<ScalarKind> kinds = CopiedKinds();
  kinds.pop_back();
  return kinds;
}

void CheckCopies(const Communicator& ranks, ScalarKind kind, std::int64_t size) {
  const int n = ranks.size();
  const int root = n - 1;
  const Dims shape{size};
  {
    const Arrays arrays = Inputs(ranks, kind, shape);
    ranks.Broadcast(arrays, root);
    for (const DeviceArrayAny& array : arrays) {
      Expect(array, InputOf(root, kind, shape), Name("broadcast", kind, size));
    }
  }
  const Arrays inputs = Inputs(ranks, kind, shape);
  const HostArray joined =
      Make(kind, Dims{n * size}, [&](std::int64_t i) { return Number(static_cast<int>(i / size), i % size, kind, ReduceOp::Sum); });
  {
    const Arrays outputs = Outputs(ranks, kind, Dims{n * size});
    ranks.AllGather(inputs, outputs);
    for (const DeviceArrayAny& output : outputs) {
      Expect(output, joined, Name("all gather", kind, size));
    }
  }
  {
    const DeviceArrayAny whole =
        IsHere(ranks, 0) ? DeviceArrayAny::Zeros(ranks.context(), kind, Dims{n * size}) : DeviceArrayAny();
    ranks.Gather(inputs, IsHere(ranks, 0) ? Chunks(whole, n) : Arrays(), 0);
    const Arrays outputs = Outputs(ranks, kind, shape);
    if (IsHere(ranks, 0)) {
      Expect(whole, joined, Name("gather", kind, size));
    }
    ranks.Scatter(IsHere(ranks, 0) ? Chunks(whole, n) : Arrays(), outputs, 0);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      Expect(outputs[i], InputOf(ranks.rank(static_cast<int>(i)), kind, shape), Name("scatter", kind, size));
    }
  }
  {
    // Around the ring.
    const Arrays outputs = Outputs(ranks, kind, shape);
    std::vector<Message> sends;
    std::vector<Message> receives;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const int rank = ranks.rank(static_cast<int>(i));
      sends.push_back({inputs[i], (rank + 1) % n});
      receives.push_back({outputs[i], (rank + n - 1) % n});
    }
    ranks.Exchange(sends, receives);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const int from = (ranks.rank(static_cast<int>(i)) + n - 1) % n;
      Expect(outputs[i], InputOf(from, kind, shape), Name("exchange", kind, size));
    }
  }
}

void CheckReductions(const Communicator& ranks, ScalarKind kind, std::int64_t size, ReduceOp op) {
  const int n = ranks.size();
  const int root = n / 2;
  const Dims shape{size};
  const Arrays inputs = Inputs(ranks, kind, shape, op);
  const HostArray expected = Make(kind, shape, [&](std::int64_t i) { return CombinedOfAll(n, i, kind, op); });
  const Arrays outputs = Outputs(ranks, kind, shape);
  ranks.AllReduce(inputs, outputs, op);
  for (const DeviceArrayAny& output : outputs) {
    Expect(output, expected, Name("all reduce", kind, size));
  }
  const DeviceArrayAny sum = IsHere(ranks, root)
                                 ? DeviceArrayAny::Zeros(ranks.context(root - ranks.rank()), kind, shape)
                                 : DeviceArrayAny();
  ranks.Reduce(inputs, sum, root, op);
  if (IsHere(ranks, root)) {
    Expect(sum, expected, Name("reduce", kind, size));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    Expect(inputs[i], InputOf(ranks.rank(static_cast<int>(i)), kind, shape, op), Name("input of reduce", kind, size));
  }
  // In place.
  ranks.AllReduce(inputs, inputs, op);
  for (const DeviceArrayAny& input : inputs) {
    Expect(input, expected, Name("all reduce in place", kind, size));
  }
  const Arrays wide = Inputs(ranks, kind, Dims{n * size}, op);
  ranks.ReduceScatter(wide, outputs, op);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::int64_t start = ranks.rank(static_cast<int>(i)) * size;
    Expect(outputs[i], Make(kind, shape, [&](std::int64_t j) { return CombinedOfAll(n, start + j, kind, op); }),
           Name("reduce scatter", kind, size));
  }
}

void CheckViews(const Communicator& ranks) {
  const int n = ranks.size();
  const ScalarKind kind = ScalarKind::Float64;
  // Of a transposed array, sums and copies are by index, not by place in memory.
  const Arrays inputs = Inputs(ranks, kind, Dims{5, 7});
  Arrays turned;
  for (const DeviceArrayAny& input : inputs) {
    turned.push_back(input.Transposed());
  }
  const Arrays sums = Outputs(ranks, kind, Dims{7, 5});
  ranks.AllReduce(turned, sums);
  const HostArray expected = Make(kind, Dims{7, 5}, [&](std::int64_t i) {
    return CombinedOfAll(n, i % 5 * 7 + i / 5, kind, ReduceOp::Sum);
  });
  for (const DeviceArrayAny& sum : sums) {
    Expect(sum, expected, "all reduce of transposed arrays");
  }
  ranks.Broadcast(turned, 0);
  for (const DeviceArrayAny& input : inputs) {
    Expect(input, InputOf(0, kind, Dims{5, 7}), "broadcast of transposed arrays");
  }
  // Chunks along every dimension, of 1, 2, 3, ... elements.
  std::vector<std::int64_t> extents;
  for (int i = 0; i < n; ++i) {
    extents.push_back(i + 1);
  }
  const std::int64_t along = n * (n + 1) / 2;
  for (std::size_t d = 0; d < 3; ++d) {
    Dims shape{2, 3, 4};
    shape[d] = along;
    const int root = n - 1;
    const DeviceArrayAny whole =
        IsHere(ranks, root)
            ? DeviceArrayAny::FromHost(ranks.context(root - ranks.rank()), InputOf(9, kind, shape))
            : DeviceArrayAny();
    const Arrays chunks = ForRanks(ranks, [&](int rank, const Context& context) {
      Dims part = shape;
      part[d] = rank + 1;
      return DeviceArrayAny::Zeros(context, kind, part);
    });
    ranks.Scatter(IsHere(ranks, root) ? Chunks(whole, extents, d) : Arrays(), chunks, root);
    const DeviceArrayAny back =
        IsHere(ranks, root) ? DeviceArrayAny::Zeros(ranks.context(root - ranks.rank()), kind, shape) : DeviceArrayAny();
    ranks.Gather(chunks, IsHere(ranks, root) ? Chunks(back, extents, d) : Arrays(), root);
    if (IsHere(ranks, root)) {
      Expect(back, InputOf(9, kind, shape), "scatter and gather along dimension " + std::to_string(d));
    }
  }
}

void CheckCoalesced(const Communicator& ranks) {
  const std::int64_t sizes[] = {1, 100, 0, 7, 5000, 3, 64, 20000};
  const ScalarKind kinds[] = {ScalarKind::Float32, ScalarKind::Int8, ScalarKind::Complex128};
  const int root = ranks.size() / 2;
  std::vector<std::vector<DeviceArrayAny>> lists(static_cast<std::size_t>(ranks.local_size()));
  std::vector<HostArray> expected;
  int number = 0;
  for (const std::int64_t size : sizes) {
    const ScalarKind kind = kinds[number++ % 3];
    const Arrays arrays = Inputs(ranks, kind, Dims{size});
    for (std::size_t i = 0; i < lists.size(); ++i) {
      lists[i].push_back(arrays[i]);
    }
    expected.push_back(InputOf(root, kind, Dims{size}));
  }
  ranks.BroadcastCoalesced(lists, root, 16384);
  for (const std::vector<DeviceArrayAny>& list : lists) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      Expect(list[i], expected[i], "broadcast coalesced, array " + std::to_string(i));
    }
  }
}

namespace {

// A pattern that comes again every kPeriod elements, so that large arrays are made and compared quickly.
constexpr std::int64_t kPeriod = 1 << 20;

std::vector<std::int32_t> Pattern(int rank, std::int64_t count) {
  std::vector<std::int32_t> pattern(static_cast<std::size_t>(std::min(kPeriod, count)));
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    pattern[i] = static_cast<std::int32_t>((i * 2654435761U) ^ (static_cast<std::uint32_t>(rank) * 97U));
  }
  return pattern;
}

void FillWith(const DeviceArrayAny& array, const std::vector<std::int32_t>& pattern) {
  const auto period = static_cast<std::int64_t>(pattern.size());
  const DeviceArray<std::int32_t> first(array.context(), std::span<const std::int32_t>(pattern));
  for (std::int64_t at = 0; at < array.size(); at += period) {
    array.Sliced({{at, at + period, 1}}).CopyFrom(first);
  }
}

void ExpectPattern(const DeviceArrayAny& array, const std::vector<std::int32_t>& pattern, const char* what) {
  const auto period = static_cast<std::int64_t>(pattern.size());
  std::vector<std::int32_t> got(pattern.size());
  for (std::int64_t at = 0; at < array.size(); at += period) {
    array.Sliced({{at, at + period, 1}}).CopyToHost(std::as_writable_bytes(std::span(got)));
    if (got != pattern) {
      throw std::runtime_error(std::string(what) + " of " + std::to_string(array.nbytes()) +
                               " bytes is wrong after element " + std::to_string(at));
    }
  }
}

std::vector<std::int32_t> SumOfPatterns(int ranks, std::int64_t count) {
  std::vector<std::int32_t> sum = Pattern(0, count);
  for (int rank = 1; rank < ranks; ++rank) {
    const std::vector<std::int32_t> other = Pattern(rank, count);
    for (std::size_t i = 0; i < sum.size(); ++i) {
      sum[i] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sum[i]) + static_cast<std::uint32_t>(other[i]));
    }
  }
  return sum;
}

}  // namespace

void CheckLarge(const Communicator& ranks, std::int64_t bytes) {
  const int n = ranks.size();
  const std::int64_t count = bytes / 4;
  const ScalarKind kind = ScalarKind::Int32;
  const Arrays inputs = ForRanks(ranks, [&](int rank, const Context& context) {
    const DeviceArrayAny array = DeviceArrayAny::Empty(context, kind, Dims{count});
    FillWith(array, Pattern(rank, count));
    return array;
  });
  const Arrays outputs = Outputs(ranks, kind, Dims{count});
  ranks.AllReduce(inputs, outputs);
  const std::vector<std::int32_t> sum = SumOfPatterns(n, count);
  for (const DeviceArrayAny& output : outputs) {
    ExpectPattern(output, sum, "all reduce");
  }
  std::vector<Message> sends;
  std::vector<Message> receives;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const int rank = ranks.rank(static_cast<int>(i));
    sends.push_back({inputs[i], (rank + 1) % n});
    receives.push_back({outputs[i], (rank + n - 1) % n});
  }
  ranks.Exchange(sends, receives);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    ExpectPattern(outputs[i], Pattern((ranks.rank(static_cast<int>(i)) + n - 1) % n, count), "exchange");
  }
  // In parts of all, so that none of the arrays is larger.
  const std::int64_t part = count / n / kPeriod * kPeriod;
  if (part != 0) {
    Arrays parts;
    Arrays wholes;
    Arrays sums;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      parts.push_back(inputs[i].Sliced({{0, part, 1}}));
      wholes.push_back(outputs[i].Sliced({{0, part * n, 1}}));
      sums.push_back(inputs[i].Sliced({{0, part * n, 1}}));
    }
    ranks.AllGather(parts, wholes);
    for (const DeviceArrayAny& whole : wholes) {
      for (int rank = 0; rank < n; ++rank) {
        ExpectPattern(whole.Sliced({{rank * part, (rank + 1) * part, 1}}), Pattern(rank, count), "all gather");
      }
    }
    Arrays results;
    for (const DeviceArrayAny& output : outputs) {
      results.push_back(output.Sliced({{0, part, 1}}));
    }
    ranks.ReduceScatter(sums, results);
    for (const DeviceArrayAny& result : results) {
      ExpectPattern(result, sum, "reduce scatter");
    }
  }
  ranks.Broadcast(inputs, n - 1);
  for (const DeviceArrayAny& input : inputs) {
    ExpectPattern(input, Pattern(n - 1, count), "broadcast");
  }
}

void CheckAll(const Communicator& ranks, const std::vector<std::int64_t>& sizes) {
  for (const std::int64_t size : sizes) {
    for (const ScalarKind kind : CopiedKinds()) {
      CheckCopies(ranks, kind, size);
    }
    for (const ScalarKind kind : AddedKinds()) {
      for (const ReduceOp op : {ReduceOp::Sum, ReduceOp::Product, ReduceOp::Min, ReduceOp::Max}) {
        if (!IsComplex(kind) || op == ReduceOp::Sum) {
          CheckReductions(ranks, kind, size, op);
        }
      }
    }
  }
  CheckViews(ranks);
  CheckCoalesced(ranks);
  ranks.Barrier();
}

}  // namespace kernelc::collective_test
