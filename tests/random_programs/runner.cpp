#include "tests/random_programs/runner.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <stdexcept>

namespace kernelc::random_programs {

namespace {

constexpr std::int64_t kLength = 40;
// Of the arrays that loops over the grid's stride walk over.
constexpr std::int64_t kStream = 204;
constexpr std::int64_t kRows = 6;
constexpr std::int64_t kColumns = 7;
// Of the array that a window lies in.
constexpr std::int64_t kPitch = 11;

// The same numbers on every machine, of all sizes and both signs.
std::uint64_t Mixed(std::uint64_t value) {
  value += 0x9E3779B97F4A7C15;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

// Element `index` of an input: small numbers, large ones and zero for integers; quarters below 256
// for floats.
template <typename T>
T Element(std::uint64_t index, std::uint64_t salt) {
  const std::uint64_t bits = Mixed(index * 977 + salt);
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(bits % 1024) - 512) / 4;
  } else if constexpr (sizeof(T) == 8 && std::is_signed_v<T>) {
    // Sums of elements stay in range.
    return static_cast<T>(static_cast<std::int32_t>(bits >> (bits % 32)));
  } else {
    return static_cast<T>(index % 5 == 0 ? bits % 7 : bits);
  }
}

class Arguments {
 public:
  Arguments(const Context& context, const Launch& launch) : context_(&context) {
    AddInput<std::int8_t>(1);
    AddInput<std::uint8_t>(2);
    AddInput<std::int16_t>(3);
    AddInput<std::int32_t>(4);
    AddInput<std::uint32_t>(5);
    AddInput<std::int64_t>(6);
    AddInput<std::uint64_t>(7);
    AddInput<float>(8);
    AddInput<double>(9);
    AddMatrix<std::int32_t>(10, launch.layout);
    AddMatrix<float>(11, launch.layout);
    AddInput<std::int32_t>(12, kStream);
    AddInput<float>(13, kStream);
    list_.emplace_back(std::int64_t{23});
    list_.emplace_back(std::int32_t{-6});
    list_.emplace_back(1.75f);
    const std::int64_t threads = launch.blocks * std::int64_t{launch.threads};
    AddOutput<std::int64_t>("whole", {threads, 6});
    AddOutput<std::uint64_t>("bits", {threads});
    AddOutput<double>("real", {threads, 3});
    AddOutput<std::int32_t>("added", {16});
    AddOutput<std::int64_t>("highest", {16});
    AddOutput<std::uint32_t>("flipped", {16});
    AddOutput<double>("lowest", {4, 4});
    AddOutput<std::int32_t>("q32", {kStream});
    AddOutput<float>("qf", {kStream});
  }

  const std::vector<Arg>& list() const { return list_; }

  std::vector<Result> Results() const {
    std::vector<Result> results;
    for (const auto& [name, array] : outputs_) {
      Result& result = results.emplace_back();
      result.name = name;
      result.kind = array->kind();
      result.bytes.resize(array->nbytes());
      array->CopyToHost(std::span(result.bytes));
    }
    return results;
  }

 private:
  template <typename T>
  DeviceArrayAny Filled(std::int64_t length, std::uint64_t salt) {
    std::vector<T> host(static_cast<std::size_t>(length));
    for (std::size_t i = 0; i < host.size(); ++i) {
      host[i] = Element<T>(i, salt);
    }
    return DeviceArrayAny::FromHost(*context_,
                                    HostArrayView(kScalarKindOf<T>, {length}, host.data()));
  }

  DeviceArrayAny& Keep(DeviceArrayAny array) { return arrays_.emplace_back(std::move(array)); }

  template <typename T>
  void AddInput(std::uint64_t salt, std::int64_t length = kLength) {
    list_.emplace_back(Keep(Filled<T>(length, salt)));
  }

  template <typename T>
  void AddMatrix(std::uint64_t salt, unsigned layout) {
    const DeviceArrayAny& memory = Keep(Filled<T>(kPitch * (kRows + 2), salt));
    constexpr auto kSize = static_cast<std::int64_t>(sizeof(T));
    Dims strides = {kColumns * kSize, kSize};
    DevicePointer start = memory.data();
    if (layout == 1) {
      strides = {kSize, kRows * kSize};
    } else if (layout == 2) {
      strides = {kPitch * kSize, kSize};
      start += static_cast<DevicePointer>((kPitch + 2) * kSize);
    }
    list_.emplace_back(
        Keep(DeviceArrayAny::Wrap(*context_, start, kScalarKindOf<T>, {kRows, kColumns}, strides)));
  }

  template <typename T>
  void AddOutput(const std::string& name, const Dims& shape) {
    DeviceArrayAny& array = Keep(DeviceArrayAny::Zeros(*context_, kScalarKindOf<T>, shape));
    outputs_.emplace_back(name, &array);
    list_.emplace_back(array);
  }

  const Context* context_;
  std::deque<DeviceArrayAny> arrays_;
  std::vector<std::pair<std::string, const DeviceArrayAny*>> outputs_;
  std::vector<Arg> list_;
};

template <typename T>
bool SameFloat(const std::byte* a, const std::byte* b) {
  T x;
  T y;
  std::memcpy(&x, a, sizeof x);
  std::memcpy(&y, b, sizeof y);
  return x == y || (std::isnan(x) && std::isnan(y));
}

bool SameElement(ScalarKind kind, const std::byte* a, const std::byte* b, std::size_t size) {
  if (kind == ScalarKind::Float64) {
    return SameFloat<double>(a, b);
  }
  if (kind == ScalarKind::Float32) {
    return SameFloat<float>(a, b);
  }
  return std::memcmp(a, b, size) == 0;
}

}  // namespace

Launch LaunchOf(const std::string& text) {
  Launch launch;
  if (std::sscanf(text.c_str(), "# launch: blocks %u, threads %u, layout %u, rows %u", &launch.blocks,
                  &launch.threads, &launch.layout, &launch.rows) < 3) {
    throw std::runtime_error("the first line names no launch");
  }
  return launch;
}

namespace {

Dim3 GridOf(const Launch& launch) {
  return launch.rows != 0 && launch.blocks % 2 == 0 ? Dim3(2, launch.blocks / 2) : Dim3(launch.blocks);
}

Dim3 BlockOf(const Launch& launch) {
  return launch.rows != 0 ? Dim3(launch.rows, launch.threads / launch.rows) : Dim3(launch.threads);
}

}  // namespace

Outcome Run(const std::string& text, const Way& way) {
  Outcome outcome;
  try {
    const Launch launch = LaunchOf(text);
    ProgramOptions options;
    options.opt_level = way.opt_level;
    options.assembler_level = way.assembler_level;
    const Program program = Program::FromSource(text, "random.py", options);
    const Arguments arguments(way.context, launch);
    program.kernel("kernel").LaunchArgs(
        {.grid = GridOf(launch), .block = BlockOf(launch)}, arguments.list());
    way.context.Synchronize();
    outcome.results = arguments.Results();
  } catch (const std::exception& error) {
    outcome.error = error.what();
  }
  return outcome;
}

std::string Difference(const Outcome& a, const Outcome& b) {
  if (a.error != b.error) {
    return "errors differ: `" + a.error + "` and `" + b.error + "`";
  }
  for (std::size_t i = 0; i < a.results.size(); ++i) {
    const Result& x = a.results[i];
    const Result& y = b.results[i];
    const std::size_t size = abi::scalar_info(x.kind).size;
    for (std::size_t at = 0; at < x.bytes.size(); at += size) {
      if (!SameElement(x.kind, x.bytes.data() + at, y.bytes.data() + at, size)) {
        return x.name + "[" + std::to_string(at / size) + "] is " +
               ScalarToString(x.kind, x.bytes.data() + at) + " and " +
               ScalarToString(y.kind, y.bytes.data() + at);
      }
    }
  }
  return "";
}

std::string CompareWays(const std::string& text, const std::vector<Way>& ways) {
  const Outcome first = Run(text, ways[0]);
  if (!first.error.empty()) {
    return ways[0].name + " fails: " + first.error;
  }
  for (std::size_t i = 1; i < ways.size(); ++i) {
    const std::string difference = Difference(first, Run(text, ways[i]));
    if (!difference.empty()) {
      return ways[0].name + " and " + ways[i].name + ": " + difference;
    }
  }
  return "";
}

bool AreUsable(const std::vector<Way>& ways) {
  try {
    for (const Way& way : ways) {
      way.context.Synchronize();
    }
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace kernelc::random_programs
