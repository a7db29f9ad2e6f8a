// The kernels of tests/exec/language and tests/exec/data against what Numba, NumPy and Python
// computed (tests/oracle/exec_expectations.py).
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernelc/program.h"
#include "tests/exec/device_main.h"

namespace kernelc::exec_test {

namespace {

using nlohmann::json;

const json& Expectations() {
  static const json expectations = [] {
    std::ifstream file(DataPath("data/language.json"));
    return json::parse(file);
  }();
  return expectations;
}

ScalarKind KindOf(const std::string& name) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(ScalarKind::kCount); ++i) {
    if (abi::kScalarInfos[i].text == name) {
      return static_cast<ScalarKind>(i);
    }
  }
  throw std::runtime_error("unknown type " + name);
}

double Real(const json& value) {
  if (value.is_string()) {
    const auto text = value.get<std::string>();
    const double infinity = std::numeric_limits<double>::infinity();
    return text == "nan" ? std::nan("") : text == "inf" ? infinity : -infinity;
  }
  return value.is_boolean() ? static_cast<double>(value.get<bool>()) : value.get<double>();
}

// The number of JSON values and the real type of an element: complex numbers are pairs.
struct Parts {
  std::size_t count;
  std::size_t size;
  bool is_real;
};

Parts PartsOf(ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const bool is_complex = info.cls == abi::ScalarClass::Complex;
  const std::size_t count = is_complex ? 2 : 1;
  return {count, info.size / count, is_complex || info.cls == abi::ScalarClass::Float};
}

void Write(const json& value, const Parts& parts, std::byte* out) {
  if (parts.is_real && parts.size == 4) {
    const auto number = static_cast<float>(Real(value));
    std::memcpy(out, &number, sizeof number);
  } else if (parts.is_real) {
    const double number = Real(value);
    std::memcpy(out, &number, sizeof number);
  } else {
    const std::uint64_t bits = value.is_boolean() ? std::uint64_t{value.get<bool>()}
                               : value.is_number_unsigned()
                                   ? value.get<std::uint64_t>()
                                   : static_cast<std::uint64_t>(value.get<std::int64_t>());
    std::memcpy(out, &bits, parts.size);
  }
}

double ReadReal(const std::byte* bytes, std::size_t size) {
  if (size == 4) {
    float number;
    std::memcpy(&number, bytes, sizeof number);
    return static_cast<double>(number);
  }
  double number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

bool Near(double actual, double expected, double tolerance) {
  if (std::isnan(expected) || std::isinf(expected)) {
    return std::isnan(expected) ? std::isnan(actual) : actual == expected;
  }
  return std::fabs(actual - expected) <= tolerance * std::max(std::fabs(expected), 1.0);
}

// An array argument: the memory it lies in, and the view that the kernel gets.
struct Argument {
  ScalarKind kind = ScalarKind::Int64;
  DeviceArrayAny memory;
  DeviceArrayAny view;
  const json* base = nullptr;
};

Argument MakeArray(const json& description) {
  Argument argument;
  argument.kind = KindOf(description["dtype"]);
  argument.base = &description["base"];
  const Parts parts = PartsOf(argument.kind);
  const std::size_t elements = argument.base->size() / parts.count;
  std::vector<std::byte> bytes(argument.base->size() * parts.size);
  for (std::size_t i = 0; i < argument.base->size(); ++i) {
    Write((*argument.base)[i], parts, bytes.data() + i * parts.size);
  }
  const Dims length = {static_cast<std::int64_t>(elements)};
  argument.memory =
      DeviceArrayAny::FromHost(TestContext(), HostArrayView(argument.kind, length, bytes.data()));
  const auto element = static_cast<std::int64_t>(abi::scalar_info(argument.kind).size);
  Dims shape;
  Dims strides;
  for (const json& extent : description["shape"]) {
    shape.push_back(extent.get<std::int64_t>());
  }
  for (const json& stride : description["strides"]) {
    strides.push_back(stride.get<std::int64_t>() * element);
  }
  const std::int64_t offset = description["offset"].get<std::int64_t>() * element;
  const DevicePointer start = argument.memory.data() + static_cast<DevicePointer>(offset);
  argument.view = DeviceArrayAny::Wrap(TestContext(), start, argument.kind, shape, strides);
  return argument;
}

ScalarValue MakeScalar(const json& description) {
  ScalarValue value;
  value.kind = KindOf(description["scalar"]);
  Write(description["value"], PartsOf(value.kind), value.bytes);
  return value;
}

void ExpectArray(const Argument& argument, const json& expected, double tolerance) {
  const Parts parts = PartsOf(argument.kind);
  std::vector<std::byte> actual(expected.size() * parts.size);
  argument.memory.CopyToHost(std::span(actual));
  int shown = 0;
  for (std::size_t i = 0; i < expected.size() && shown < 5; ++i) {
    const std::byte* at = actual.data() + i * parts.size;
    if (parts.is_real) {
      const double got = ReadReal(at, parts.size);
      if (!Near(got, Real(expected[i]), tolerance)) {
        ADD_FAILURE() << "element " << i << " is " << got << ", expected " << expected[i];
        ++shown;
      }
      continue;
    }
    std::byte want[8];
    Write(expected[i], parts, want);
    if (std::memcmp(at, want, parts.size) != 0) {
      ADD_FAILURE() << "element " << i << " is " << ScalarToString(argument.kind, at)
                    << ", expected " << expected[i];
      ++shown;
    }
  }
}

// One program a file: kernels that several cases share are compiled once for each set of types.
const Program& ProgramOf(const std::string& file) {
  static std::map<std::string, Program> programs;
  auto found = programs.find(file);
  if (found == programs.end()) {
    found = programs.emplace(file, Program::FromFile(DataPath("language/" + file))).first;
  }
  return found->second;
}

Dim3 Extent(const json& extent) { return Dim3(extent[0], extent[1], extent[2]); }

class LanguageTest : public testing::TestWithParam<std::size_t> {};

TEST_P(LanguageTest, ComputesWhatTheOracleComputed) {
  const json& test = Expectations()["cases"][GetParam()];
  SCOPED_TRACE(test["name"].get<std::string>());
  const json& arrays = Expectations()["arrays"];
  std::vector<Argument> arguments(test["args"].size());
  std::vector<Arg> list;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const json& arg = test["args"][i];
    if (arg.contains("array")) {
      arguments[i] = MakeArray(arrays[arg["array"].get<std::size_t>()]);
      list.emplace_back(arguments[i].view);
    } else {
      list.emplace_back(MakeScalar(arg));
    }
  }
  const LaunchConfig config = {.grid = Extent(test["grid"]),
                               .block = Extent(test["block"]),
                               .dynamic_shared_bytes = test["shared"]};
  try {
    ProgramOf(test["file"]).kernel(test["kernel"].get<std::string>()).LaunchArgs(config, list);
    TestContext().Synchronize();
    for (const auto& [index, expected] : test["expect"].items()) {
      SCOPED_TRACE("argument " + index);
      const Argument& argument = arguments[std::stoul(index)];
      ExpectArray(argument, expected.is_null() ? *argument.base : expected, test["tolerance"]);
    }
  } catch (const Error& error) {
    FAIL() << error.what();
  }
}

std::string CaseName(const testing::TestParamInfo<std::size_t>& info) {
  std::string name = Expectations()["cases"][info.param]["name"];
  for (char& letter : name) {
    if (!std::isalnum(static_cast<unsigned char>(letter))) {
      letter = '_';
    }
  }
  return name + "_" + std::to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(Cases, LanguageTest,
                         testing::Range<std::size_t>(0, Expectations()["cases"].size()), CaseName);

}  // namespace

}  // namespace kernelc::exec_test
