// Expressions, reductions and scans against what NumPy gives for the same: values, shapes and
// types.
#include <cmath>
#include <complex>
#include <functional>
#include <map>
#include <sstream>

#include "kernelc/expressions.h"
#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr std::string_view kCases =
#include "tests/expressions/numpy_cases.inc"
    ;

struct CaseArray {
  ScalarKind kind = ScalarKind::Float64;
  Dims shape;
  char layout = 'C';
  bool is_pattern = false;
  std::vector<std::complex<double>> values;
};

struct Case {
  std::string kind;
  std::map<std::string, std::string> words;
  // An array, or a number as text.
  std::vector<std::pair<CaseArray, std::string>> inputs;
  std::vector<CaseArray> outputs;
  int line = 0;
};

ScalarKind KindNamed(const std::string& name) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(ScalarKind::kCount); ++k) {
    if (abi::kScalarInfos[k].text == name) {
      return static_cast<ScalarKind>(k);
    }
  }
  ADD_FAILURE() << name;
  return ScalarKind::Float64;
}

CaseArray ReadArray(std::istringstream& words) {
  CaseArray array;
  std::string type;
  std::string shape;
  words >> type >> shape >> array.layout;
  array.kind = KindNamed(type);
  std::istringstream extents(shape == "-" ? "" : shape);
  for (std::string extent; std::getline(extents, extent, ',');) {
    array.shape.push_back(std::stoll(extent));
  }
  const bool is_complex = abi::scalar_info(array.kind).cls == abi::ScalarClass::Complex;
  for (std::string word; words >> word;) {
    if (word == "pattern") {
      array.is_pattern = true;
      for (std::int64_t k = 0; k < ElementCount(array.shape); ++k) {
        array.values.emplace_back(static_cast<double>(k * 7 % 11 - 5));
      }
      break;
    }
    const double real = std::stod(word);
    if (is_complex) {
      words >> word;
    }
    array.values.emplace_back(real, is_complex ? std::stod(word) : 0.0);
  }
  return array;
}

std::vector<Case> ReadCases(const std::string& kind) {
  std::vector<Case> cases;
  std::istringstream lines{std::string(kCases)};
  int number = 1;
  Case current;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "case") {
      current = Case();
      current.line = number;
      words >> current.kind;
    } else if (word == "in") {
      current.inputs.emplace_back(ReadArray(words), "");
    } else if (word == "number") {
      words >> word;
      current.inputs.emplace_back(CaseArray(), word);
    } else if (word == "out") {
      current.outputs.push_back(ReadArray(words));
    } else if (word == "end" && current.kind == kind) {
      cases.push_back(current);
    } else if (!word.empty()) {
      std::string rest;
      std::getline(words >> std::ws, rest);
      current.words[word] = rest;
    }
  }
  return cases;
}

void WriteElement(ScalarKind kind, std::complex<double> value, std::byte* out) {
  const abi::ScalarClass cls = abi::scalar_info(kind).cls;
  ScalarValue wide;
  if (cls == abi::ScalarClass::Bool) {
    wide = ScalarValue(value.real() != 0);
  } else if (cls == abi::ScalarClass::Complex) {
    wide = ScalarValue(value);
  } else if (cls == abi::ScalarClass::Float) {
    wide = ScalarValue(value.real());
  } else {
    wide = ScalarValue(static_cast<std::int64_t>(value.real()));
  }
  ASSERT_TRUE(ConvertScalar(wide, kind, out));
}

// The array on the device with the layout that the case asks for.
DeviceArrayAny Make(const Context& context, const CaseArray& from) {
  HostArray host(from.kind, from.shape);
  for (std::size_t k = 0; k < from.values.size(); ++k) {
    WriteElement(from.kind, from.values[k], host.data() + k * host.element_size());
  }
  Dims wide = from.shape;
  std::vector<Slice> slices(from.shape.size());
  for (std::size_t d = 0; d < wide.size(); ++d) {
    if (from.layout == 'S') {
      wide[d] *= 2;
      slices[d].step = 2;
    } else if (from.layout == 'R') {
      slices[d].step = -1;
    }
  }
  const DeviceArrayAny all =
      DeviceArrayAny::Empty(context, from.kind, wide, from.layout == 'F' ? Order::F : Order::C);
  const DeviceArrayAny array = from.layout == 'S' || from.layout == 'R' ? all.Sliced(slices) : all;
  array.CopyFromHost(host);
  return array;
}

std::complex<double> ElementOf(ScalarKind kind, const std::byte* bytes) {
  switch (abi::scalar_info(kind).cls) {
    case abi::ScalarClass::Complex:
      return kind == ScalarKind::Complex128
                 ? *reinterpret_cast<const std::complex<double>*>(bytes)
                 : std::complex<double>(*reinterpret_cast<const std::complex<float>*>(bytes));
    case abi::ScalarClass::Bool:
      return *bytes == std::byte{0} ? 0.0 : 1.0;
    case abi::ScalarClass::Signed:
    case abi::ScalarClass::Unsigned:
    case abi::ScalarClass::Float:
    case abi::ScalarClass::Float8:
      return std::stod(ScalarToString(kind, bytes));
  }
  return 0.0;
}

void ExpectLike(const DeviceArrayAny& actual, const CaseArray& expected) {
  EXPECT_EQ(abi::scalar_info(actual.kind()).text, abi::scalar_info(expected.kind).text);
  ASSERT_EQ(ToString(actual.shape()), ToString(expected.shape));
  std::vector<std::byte> bytes(actual.nbytes());
  actual.CopyToHost(std::span(bytes));
  const std::size_t step = actual.size() > 64 ? 13 : 1;
  ASSERT_EQ(expected.values.size(), (static_cast<std::size_t>(actual.size()) + step - 1) / step);
  for (std::size_t k = 0; k < expected.values.size(); ++k) {
    const std::complex<double> value =
        ElementOf(actual.kind(), bytes.data() + k * step * actual.element_size());
    ASSERT_NEAR(value.real(), expected.values[k].real(), 1e-5 * std::abs(expected.values[k]))
        << "element " << k * step;
    ASSERT_NEAR(value.imag(), expected.values[k].imag(), 1e-5 * std::abs(expected.values[k]))
        << "element " << k * step;
  }
}

Arg NumberArg(const std::string& text) {
  return text.find('.') == std::string::npos ? Arg(std::int64_t{std::stoll(text)})
                                             : Arg(std::stod(text));
}

template <typename Object>
Object& Cached(std::map<std::string, Object>& cache, const std::string& key,
               const std::function<Object()>& make) {
  const auto found = cache.find(key);
  return found != cache.end() ? found->second : cache.emplace(key, make()).first->second;
}

class NumpyCasesTest : public OnDevice {
 protected:
  // Runs each case: `call` gives the results for the arguments.
  void RunAll(const std::string& kind,
              const std::function<std::vector<DeviceArrayAny>(Case&, std::span<const Arg>)>& call) {
    const std::vector<Case> cases = ReadCases(kind);
    ASSERT_GT(cases.size(), 50U);
    for (Case one : cases) {
      SCOPED_TRACE("line " + std::to_string(one.line) + ": " + one.words["text"]);
      std::vector<DeviceArrayAny> arrays;
      arrays.reserve(one.inputs.size());
      std::vector<Arg> args;
      for (const auto& [array, number] : one.inputs) {
        if (number.empty()) {
          arrays.push_back(Make(*context, array));
          args.emplace_back(arrays.back());
        } else {
          args.push_back(NumberArg(number));
        }
      }
      std::vector<DeviceArrayAny> results;
      try {
        results = call(one, args);
      } catch (const Error& error) {
        ADD_FAILURE() << error.what();
        continue;
      }
      ASSERT_EQ(results.size(), one.outputs.size());
      for (std::size_t k = 0; k < results.size(); ++k) {
        ExpectLike(results[k], one.outputs[k]);
      }
    }
  }
};
KC_ON_EACH_DEVICE(NumpyCasesTest);

TEST_P(NumpyCasesTest, Elementwise) {
  std::map<std::string, Elementwise> cache;
  RunAll("elementwise", [&](Case& one, std::span<const Arg> args) {
    return Cached<Elementwise>(cache, one.words["text"],
                               [&] { return Elementwise(one.words["text"]); })
        .CallArgs({}, args);
  });
}

TEST_P(NumpyCasesTest, Reductions) {
  std::map<std::string, Reduction> cache;
  RunAll("reduction", [&](Case& one, std::span<const Arg> args) {
    ReductionCall call;
    call.keep_dims = one.words.contains("keep");
    if (one.words.contains("axes")) {
      std::istringstream words(one.words["axes"]);
      call.axes.emplace();
      for (int axis = 0; words >> axis;) {
        call.axes->push_back(axis);
      }
    }
    return Cached<Reduction>(cache, one.words["text"] + "|" + one.words["reduce"],
                             [&] {
                               return Reduction(one.words["text"], one.words["reduce"],
                                                one.words["neutral"]);
                             })
        .CallArgs(call, args);
  });
}

TEST_P(NumpyCasesTest, Scans) {
  std::map<std::string, Scan> cache;
  RunAll("scan", [&](Case& one, std::span<const Arg> args) {
    ScanCall call;
    if (one.words.contains("axis")) {
      call.axis = std::stoi(one.words["axis"]);
    }
    const bool exclusive = one.words.contains("exclusive");
    return Cached<Scan>(
               cache, one.words["text"] + "|" + one.words["reduce"] + (exclusive ? "|x" : ""),
               [&] {
                 return exclusive
                            ? Scan::Exclusive(one.words["reduce"], one.words["neutral"],
                                              one.words["text"])
                            : Scan(one.words["reduce"], one.words["neutral"], one.words["text"]);
               })
        .CallArgs(call, args);
  });
}

}  // namespace
}  // namespace kernelc::program_test
