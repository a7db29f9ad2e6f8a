#include "compiler/driver/generate/function_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/diag/emitter.h"
#include "compiler/driver/compile.h"
#include "compiler/driver/jit_diagnostics.h"
#include "compiler/types/conversions.h"

namespace kernelc::driver::generate {
namespace {

using abi::ScalarClass;

// `from numba` says nothing about literals, so that a file keeps its mode.
constexpr std::string_view kImports =
    "from numba import cuda as _kc\nimport numpy as _np\nimport ml_dtypes as _ml\n";

constexpr std::string_view kNames =
    "from kernelc import *\n"
    "from math import *\n"
    "import math\n"
    "import numpy as np\n"
    "from numpy import (exp, exp2, expm1, log, log2, log10, log1p, sqrt, cbrt, sin, cos, tan, "
    "arcsin, arccos, arctan,\n"
    "                   arctan2, sinh, cosh, tanh, arcsinh, arccosh, arctanh, hypot, floor, ceil, "
    "trunc, rint, sign, square,\n"
    "                   maximum, minimum, fmax, fmin, where, clip, isnan, isinf, isfinite, "
    "copysign, fmod, power, absolute,\n"
    "                   conjugate, logaddexp, reciprocal, heaviside, nextafter, signbit, "
    "logical_and, logical_or,\n"
    "                   logical_not, logical_xor)\n";

bool IsIntegral(ScalarKind kind) {
  const ScalarClass cls = abi::scalar_info(kind).cls;
  return cls == ScalarClass::Bool || cls == ScalarClass::Signed || cls == ScalarClass::Unsigned;
}

constexpr int kComplexCategory = 3;

// 0 bool, 1 integer, 2 float, 3 complex.
int CategoryOf(ScalarKind kind) {
  switch (abi::scalar_info(kind).cls) {
    case ScalarClass::Bool:
      return 0;
    case ScalarClass::Signed:
    case ScalarClass::Unsigned:
      return 1;
    case ScalarClass::Float:
    case ScalarClass::Float8:
      return 2;
    case ScalarClass::Complex:
      return 3;
  }
  return 0;
}

ScalarKind KindOf(TypeId type) { return types::scalar_kind(type); }

// Of arrays, by the language's rules; nothing for none of them.
std::optional<ScalarKind> CommonUpTo(std::span<const ScalarKind> kinds,
                                     const std::vector<bool>& is_weak, int most) {
  std::optional<ScalarKind> common;
  for (std::size_t p = 0; p < kinds.size(); ++p) {
    if (is_weak[p] || CategoryOf(kinds[p]) > most) {
      continue;
    }
    if (!common) {
      common = kinds[p];
    } else if (*common != kinds[p]) {
      common = KindOf(types::UnifyScalars(types::PromotionRules::Weak, {types::ScalarType(*common)},
                                          {types::ScalarType(kinds[p])})
                          .type);
    }
  }
  return common;
}

// What Python's number of this category is beside arrays: of their type where that is of the same
// category or a higher one.
ScalarKind WeakKind(ScalarKind given, std::span<const ScalarKind> kinds,
                    const std::vector<bool>& is_weak) {
  const int category = CategoryOf(given);
  const std::optional<ScalarKind> arrays = CommonUpTo(kinds, is_weak, kComplexCategory);
  if (category == 0) {
    return ScalarKind::Bool;
  }
  if (category == 1) {
    const std::optional<ScalarKind> integers = CommonUpTo(kinds, is_weak, 1);
    return integers && CategoryOf(*integers) == 1 ? *integers
           : arrays && CategoryOf(*arrays) >= 2   ? *arrays
                                                  : ScalarKind::Int64;
  }
  if (category == 2) {
    const std::optional<ScalarKind> reals = CommonUpTo(kinds, is_weak, 2);
    return reals && CategoryOf(*reals) == 2             ? *reals
           : arrays && *arrays == ScalarKind::Complex64 ? ScalarKind::Float32
                                                        : ScalarKind::Float64;
  }
  const bool narrow = arrays && (*arrays == ScalarKind::Complex64 ||
                                 *arrays == ScalarKind::Float32 || *arrays == ScalarKind::Float16);
  return narrow ? ScalarKind::Complex64 : ScalarKind::Complex128;
}

// NumPy gives an integer beside a float the narrowest float that holds it; the language takes the
// float's own type.
ScalarKind BesideFloats(ScalarKind kind, std::span<const ScalarKind> kinds,
                        const std::vector<bool>& is_weak) {
  if (!IsIntegral(kind) || kind == ScalarKind::Bool) {
    return kind;
  }
  const std::uint32_t wanted = std::min(8u, abi::scalar_info(kind).size * 2);
  for (std::size_t p = 0; p < kinds.size(); ++p) {
    const int category = CategoryOf(kinds[p]);
    const std::uint32_t bytes = abi::scalar_info(kinds[p]).size / (category == 3 ? 2 : 1);
    if (!is_weak[p] && category >= 2 && bytes < wanted) {
      return wanted == 8 ? ScalarKind::Float64 : ScalarKind::Float32;
    }
  }
  return kind;
}

[[noreturn]] void ThrowResult(const char* what, std::string message) {
  ThrowCall(ErrorCode::TypeMismatch, what, std::move(message));
}

}  // namespace

FileText ExpressionFile(const char* what, const ProgramOptions& options) {
  FileText file{what, std::string(kNames), options, true};
  file.text += kImports;
  file.options.literals = Literals::Weak;
  return file;
}

FileText ProgramFile(const SourceUnit& unit, const ProgramOptions& options) {
  FileText file{unit.path(), std::string(unit.sources().file(unit.file()).text()), options, false};
  file.text += "\n\n";
  file.text += kImports;
  return file;
}

std::string FunctionText(std::string_view name, const Interface& interface, std::string_view body) {
  std::vector<std::string> parameters = interface.inputs;
  for (const NamedScalar& scalar : interface.defaults) {
    parameters.push_back(scalar.first);
  }
  if (interface.uses_index) {
    parameters.emplace_back("i");
  }
  return fmt::format("\n\ndef {}({}):\n{}", name, fmt::join(parameters, ", "), body);
}

std::string TypeText(ScalarKind kind) {
  if (kind == ScalarKind::Bool) {
    return "bool";
  }
  const std::string_view text = abi::scalar_info(kind).text;
  const bool is_ml = kind == ScalarKind::BFloat16 || text.starts_with("float8");
  return fmt::format("{}.{}", is_ml ? "_ml" : "_np", text);
}

std::vector<ScalarKind> ResultKinds(const FileText& file, const std::string& call,
                                    std::span<const ScalarKind> kinds, const char* what) {
  std::vector<std::string> names;
  std::vector<abi::ArgType> types;
  for (const ScalarKind kind : kinds) {
    names.push_back(fmt::format("p{}", names.size()));
    types.push_back(abi::ArgType::Scalar(kind));
  }
  const std::string list = fmt::format("{}", fmt::join(names, ", "));
  std::string text = file.text;
  text += fmt::format("\n\ndef _kc_value({0}):\n    return {1}({0})\n", list, call);
  text += fmt::format("\n\n@_kc.jit\ndef _kc_probe({0}):\n    value = _kc_value({0})\n", list);
  ModuleOptions modules;
  modules.include_path = file.options.include_path;
  modules.texts = file.options.modules;
  for (const auto& [name, constant] : file.options.constants) {
    modules.constants.emplace(name, constant.given());
  }
  const auto unit = SourceUnit::FromText(file.path, std::move(text), std::move(modules));
  if (unit->has_errors()) {
    ThrowCompileError(*unit, unit->diagnostics(), what, "");
  }
  const Result<std::size_t> probe = unit->FindFunction("_kc_probe");
  const sema::KernelRequest request{*probe, std::move(types)};
  sema::Options sema;
  sema.literals = file.options.literals == Literals::Auto    ? sema::LiteralMode::Auto
                  : file.options.literals == Literals::Numba ? sema::LiteralMode::Numba
                                                             : sema::LiteralMode::Weak;
  diag::CollectingConsumer consumer;
  diag::Emitter emitter(consumer);
  const std::optional<kir::Module> module =
      sema::Check(unit->index(), std::span(&request, 1), sema, emitter);
  if (!module) {
    ThrowCompileError(*unit, consumer.Take(), what, "");
  }
  const auto value = std::ranges::find(module->functions, "_kc_value", &kir::Function::name);
  if (value == module->functions.end()) {
    ThrowResult(what, "gives no number");
  }
  const types::Type& type = module->types.get(value->result);
  std::vector<TypeId> parts =
      type.kind == types::TypeKind::Tuple ? type.elements : std::vector<TypeId>{value->result};
  std::vector<ScalarKind> results;
  for (const TypeId part : parts) {
    if (!types::IsScalar(part)) {
      ThrowResult(what, fmt::format("gives {}, but a result is a number, or a tuple of numbers",
                                    types::Spell(module->types, value->result)));
    }
    results.push_back(KindOf(part));
  }
  return results;
}

ParameterTypes TypesOfParameters(const Interface& interface, std::span<const ScalarKind> kinds,
                                 const std::vector<bool>& is_weak, bool converts) {
  ParameterTypes types;
  for (std::size_t p = 0; p < kinds.size(); ++p) {
    const ScalarKind passed = is_weak[p] ? WeakKind(kinds[p], kinds, is_weak) : kinds[p];
    const std::string& name = p < interface.inputs.size()
                                  ? interface.inputs[p]
                                  : interface.defaults[p - interface.inputs.size()].first;
    const bool keeps = is_weak[p] || !converts || interface.integral.contains(name);
    types.passed.push_back(passed);
    types.converted.push_back(keeps ? passed : BesideFloats(passed, kinds, is_weak));
  }
  return types;
}

std::optional<ScalarKind> CommonKind(std::span<const ScalarKind> kinds,
                                     const std::vector<bool>& ignored) {
  return CommonUpTo(kinds, ignored, kComplexCategory);
}

ScalarKind WidenInteger(ScalarKind kind) {
  switch (abi::scalar_info(kind).cls) {
    case ScalarClass::Bool:
    case ScalarClass::Signed:
      return ScalarKind::Int64;
    case ScalarClass::Unsigned:
      return ScalarKind::UInt64;
    case ScalarClass::Float:
    case ScalarClass::Complex:
    case ScalarClass::Float8:
      return kind;
  }
  return kind;
}

bool CanStore(ScalarKind from, ScalarKind to) {
  const int source = CategoryOf(from);
  const int target = CategoryOf(to);
  const bool loses_sign = abi::scalar_info(from).cls == ScalarClass::Signed &&
                          abi::scalar_info(to).cls == ScalarClass::Unsigned;
  return source <= target && !loses_sign;
}

}  // namespace kernelc::driver::generate
