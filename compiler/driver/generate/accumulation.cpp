#include "compiler/driver/generate/accumulation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/generate/program_access.h"

namespace kernelc::driver::generate {
namespace {

constexpr std::string_view kMap = "_kc_map";
constexpr std::string_view kCombine = "_kc_combine";

Interface Identity() {
  Interface interface;
  interface.inputs = {"x"};
  interface.outputs = {"out"};
  return interface;
}

// "inf" as a name that each file has.
std::string NeutralText(const Neutral& neutral) {
  const std::string& text = neutral.text();
  return text == "inf" ? "_np.inf" : text == "-inf" ? "-_np.inf" : text == "nan" ? "_np.nan" : text;
}

// "def _kc_cast(v)" and "def _kc_neutral()" for the types that are accumulated.
std::string TypedText(const std::vector<ScalarKind>& kinds, const std::string& neutral) {
  std::string cast;
  if (kinds.size() == 1) {
    cast = fmt::format("{}(v)", TypeText(kinds.front()));
  } else {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      cast += fmt::format("{}{}(v[{}])", k == 0 ? "" : ", ", TypeText(kinds[k]), k);
    }
  }
  return fmt::format(
      "\n\ndef _kc_cast(v):\n    return {}\n\n\ndef _kc_neutral():\n    return _kc_cast({})\n",
      cast, neutral);
}

// Arrays that are given say the types, where these hold the results.
void TakeOutputs(const char* what, std::span<const DeviceArrayAny> outputs,
                 std::vector<ScalarKind>* results) {
  if (!outputs.empty() && outputs.size() != results->size()) {
    ThrowCall(ErrorCode::TypeMismatch, what,
              fmt::format("gives {} result{}, but {} array{} given", results->size(),
                          results->size() == 1 ? "" : "s", outputs.size(),
                          outputs.size() == 1 ? " is" : "s are"));
  }
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    ScalarKind& result = (*results)[k];
    if (outputs[k].kind() == ScalarKind::kRecord || !CanStore(result, outputs[k].kind())) {
      ThrowCall(
          ErrorCode::TypeMismatch, what,
          fmt::format("the result is {0}, which an array of {1} does not hold; convert in the map, "
                      "as in `{1}(...)`",
                      abi::scalar_info(result).text, ToString(outputs[k].element())));
    }
    result = outputs[k].kind();
  }
}

}  // namespace

Accumulation AccumulationOfText(const char* what, const std::string& map, const std::string& reduce,
                                const Neutral& neutral, const ExpressionOptions& options) {
  Accumulation accumulation;
  accumulation.what = what;
  accumulation.reduce = reduce;
  accumulation.neutral = NeutralText(neutral);
  accumulation.file = ExpressionFile(what, options.program);
  accumulation.interface = Identity();
  if (!map.empty()) {
    ParsedExpression parsed = ParseExpression(map, options, what);
    accumulation.interface = std::move(parsed.interface);
    accumulation.map = kMap;
    accumulation.file.text += FunctionText(kMap, accumulation.interface, parsed.body);
  }
  CheckInterface(accumulation.interface, what);
  accumulation.combine = kCombine;
  accumulation.file.text += fmt::format("\n\ndef {}(a, b):\n{}", kCombine, CombineBody(reduce));
  const bool is_operator = !NeutralOf(reduce, ScalarKind::Float32).empty();
  if (is_operator && accumulation.interface.outputs.size() > 1) {
    ThrowCall(
        ErrorCode::InvalidArgument, what,
        fmt::format("`{}` puts two numbers together, but `{}` has {} parts; write an expression "
                    "for tuples, as in \"a[0] + b[0], a[1] + b[1]\", and its neutral value",
                    reduce, map, accumulation.interface.outputs.size()));
  }
  if (accumulation.neutral.empty() && !is_operator) {
    ThrowCall(ErrorCode::InvalidArgument, what,
              fmt::format("`{}` has no neutral value that is known; give it, as in \"0\"", reduce));
  }
  return accumulation;
}

Accumulation AccumulationOfFunctions(const char* what, const Program& program, std::string_view map,
                                     std::string_view reduce, const Neutral& neutral) {
  const auto [unit, options] = ProgramAccess::PartsOf(program);
  Accumulation accumulation;
  accumulation.what = what;
  accumulation.file = ProgramFile(*unit, options);
  accumulation.interface = map.empty() ? Identity() : InterfaceOf(*unit, map);
  CheckInterface(accumulation.interface, what);
  accumulation.map = map;
  accumulation.combine = reduce;
  accumulation.neutral = NeutralText(neutral);
  const Interface operation = InterfaceOf(*unit, reduce);
  if (operation.inputs.size() != 2) {
    ThrowCall(
        ErrorCode::InvalidArgument, fmt::format("function `{}`", reduce),
        fmt::format("puts two values together, but has {} parameters", operation.inputs.size()));
  }
  if (accumulation.neutral.empty()) {
    ThrowCall(ErrorCode::InvalidArgument, fmt::format("function `{}`", reduce),
              "its neutral value is not known; give it, as in \"0\"");
  }
  return accumulation;
}

std::unique_ptr<AccumulationPlan> MakePlan(const Accumulation& accumulation,
                                           const Parameters& parameters,
                                           std::span<const DeviceArrayAny> outputs) {
  auto plan = std::make_unique<AccumulationPlan>();
  plan->file = accumulation.file;
  const std::span kinds(parameters.kinds.data(), parameters.count);
  plan->types = TypesOfParameters(accumulation.interface, kinds, parameters.is_weak(),
                                  accumulation.file.converts);
  std::vector<ScalarKind> passed = plan->types.converted;
  if (accumulation.interface.uses_index) {
    passed.push_back(ScalarKind::Int64);
  }
  plan->results = accumulation.map.empty()
                      ? passed
                      : ResultKinds(plan->file, accumulation.map, passed, accumulation.what);
  if (plan->results.size() == 1 && WidensIntegers(accumulation.reduce)) {
    plan->results.front() = WidenInteger(plan->results.front());
  }
  if (plan->results.size() > kMaxOutputs) {
    ThrowCall(
        ErrorCode::InvalidArgument, accumulation.what,
        fmt::format("{} results; at most {} are possible", plan->results.size(), kMaxOutputs));
  }
  TakeOutputs(accumulation.what, outputs, &plan->results);
  for (const ScalarKind kind : plan->results) {
    const bool is_half = kind == ScalarKind::Float16 || kind == ScalarKind::BFloat16;
    plan->kinds.push_back(is_half ? ScalarKind::Float32 : kind);
  }
  const std::string neutral = !accumulation.neutral.empty()
                                  ? accumulation.neutral
                                  : NeutralOf(accumulation.reduce, plan->kinds.front());
  plan->file.text += TypedText(plan->kinds, neutral);
  return plan;
}

std::size_t BytesOf(std::span<const ScalarKind> kinds) {
  std::size_t bytes = 0;
  for (const ScalarKind kind : kinds) {
    bytes += abi::scalar_info(kind).size;
  }
  return bytes;
}

}  // namespace kernelc::driver::generate
