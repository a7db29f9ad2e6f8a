#include "compiler/constants/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

#include "compiler/base/near_words.h"
#include "compiler/builtins/builtins.h"
#include "compiler/constants/library.h"
#include "compiler/constants/const_host.h"
#include "compiler/functions/functions.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

std::string_view FirstComponent(std::string_view path) { return path.substr(0, path.find('.')); }

const std::unordered_map<std::string_view, double>& FloatConstants() {
  static const auto* constants = new std::unordered_map<std::string_view, double>{
      {"cmath.e", std::numbers::e},
      {"cmath.inf", std::numeric_limits<double>::infinity()},
      {"cmath.nan", std::numeric_limits<double>::quiet_NaN()},
      {"cmath.pi", std::numbers::pi},
      {"cmath.tau", 2 * std::numbers::pi},
      {"math.e", std::numbers::e},
      {"math.inf", std::numeric_limits<double>::infinity()},
      {"math.nan", std::numeric_limits<double>::quiet_NaN()},
      {"math.pi", std::numbers::pi},
      {"math.tau", 2 * std::numbers::pi},
      {"np.Inf", std::numeric_limits<double>::infinity()},
      {"np.NINF", -std::numeric_limits<double>::infinity()},
      {"np.Infinity", std::numeric_limits<double>::infinity()},
      {"np.NAN", std::numeric_limits<double>::quiet_NaN()},
      {"np.NZERO", -0.0},
      {"np.NaN", std::numeric_limits<double>::quiet_NaN()},
      {"np.PINF", std::numeric_limits<double>::infinity()},
      {"np.PZERO", 0.0},
      {"np.e", std::numbers::e},
      {"np.euler_gamma", std::numbers::egamma},
      {"np.inf", std::numeric_limits<double>::infinity()},
      {"np.infty", std::numeric_limits<double>::infinity()},
      {"np.nan", std::numeric_limits<double>::quiet_NaN()},
      {"np.pi", std::numbers::pi},
  };
  return *constants;
}

std::optional<double> FindConstant(std::string_view path) {
  const auto found = FloatConstants().find(path);
  return found == FloatConstants().end() ? std::nullopt : std::optional(found->second);
}

// Numbers of the module sys.
std::optional<Number> FindSysConstant(std::string_view path) {
  using Limits = std::numeric_limits<double>;
  if (path == ".sys.maxsize") {
    return Number::Int(std::numeric_limits<std::int64_t>::max());
  }
  if (path == ".sys.float_info.max") {
    return Number::Float(Limits::max());
  }
  if (path == ".sys.float_info.min") {
    return Number::Float(Limits::min());
  }
  return path == ".sys.float_info.epsilon" ? std::optional(Number::Float(Limits::epsilon()))
                                           : std::nullopt;
}

// Members of the enumerations that conversions to 8-bit floats take.
std::optional<Number> FindFloat8Mode(std::string_view path) {
  static constexpr std::pair<std::string_view, int> kModes[] = {
      {".cuda.bindings.runtime.cudaRoundMode.cudaRoundZero", 1},
      {".cuda.bindings.runtime.cudaRoundMode.cudaRoundPosInf", 2},
      {"cuda.fp8.fp8_interpretation_t.E4M3", 0},
      {"cuda.fp8.fp8_interpretation_t.E5M2", 1},
      {"cuda.fp8.saturation_t.NOSAT", 0},
      {"cuda.fp8.saturation_t.SATFINITE", 1},
  };
  const auto* found = std::ranges::find(kModes, path, &std::pair<std::string_view, int>::first);
  return found == std::end(kModes) ? std::nullopt
                                   : std::optional(Number::Int(Int128(found->second)));
}

// A number of sys or scipy.constants, which are no modules of kernels.
std::optional<Number> FindHostConstant(std::string_view path) {
  static const auto* constants = [] {
    auto* map = new std::unordered_map<std::string_view, Number>;
#define KC_SCIPY_NUMBER(name, value) map->emplace(name, Number::Float(value));
#define KC_SCIPY_INTEGER(name, value) map->emplace(name, Number::Int(Int128(value)));
#include "compiler/host/scipy_constants.def"
    return map;
  }();
  if (path.starts_with(".sys.")) {
    return FindSysConstant(path);
  }
  if (const std::optional<Number> mode = FindFloat8Mode(path)) {
    return mode;
  }
  constexpr std::string_view kModule = ".scipy.constants.";
  const auto found =
      path.starts_with(kModule) ? constants->find(path.substr(kModule.size())) : constants->end();
  return found == constants->end() ? std::nullopt : std::optional(found->second);
}

// The members of a namespace that holds types, without the namespace; empty for other paths.
std::string_view TypeMember(std::string_view path) {
  if (path == "cuda.bf16.nv_bfloat16" || path == "ml_dtypes.bfloat16") {
    return "bfloat16";
  }
  if (path.starts_with("cuda.fp8.fp8_") || path.starts_with("cuda.fp8.fp8x") ||
      path.starts_with("ml_dtypes.float8_")) {
    return path.substr(path.rfind('.') + 1);
  }
  if (path == "cuda.fp16.half" || path == "cuda.fp16.nv_half") {
    return "float16";
  }
  for (const std::string_view prefix : {"numba.types.", "cuda.bf16.", "cuda.fp16.", "cuda.fp8.",
                                        "cuda.random.", "numba.", "cuda.", "np."}) {
    if (path.starts_with(prefix)) {
      const std::string_view name = path.substr(prefix.size());
      return name.find('.') == std::string_view::npos ? name : std::string_view();
    }
  }
  return {};
}

// All paths of functions, namespaces and places, for suggestions.
const std::vector<std::string_view>& KnownPaths() {
  static const auto* paths = [] {
    auto* all = new std::vector<std::string_view>();
    for (const auto& group : {index::ThreadPlaces(), index::NamespacePaths()}) {
      all->insert(all->end(), group.begin(), group.end());
    }
    for (const auto& group : {functions::SpecialPaths(), functions::UfuncPaths(), functions::ReductionPaths(), functions::LibraryPaths()}) {
      all->insert(all->end(), group.begin(), group.end());
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(builtins::BuiltinId::kCount); ++i) {
      all->push_back(builtins::builtin_info(static_cast<builtins::BuiltinId>(i)).name());
    }
    // A form with another number of arguments, `math.log/2`.
    std::erase_if(*all, [](std::string_view path) { return path.find('/') != path.npos; });
    return all;
  }();
  return *paths;
}

void ConsiderNear(std::string_view path, std::string_view candidate, unsigned* best,
                  std::string* nearest) {
  const unsigned distance = EditDistance(path, candidate, *best);
  if (distance < *best && candidate != path) {
    *best = distance;
    *nearest = candidate;
  }
}

}  // namespace

std::string CanonicalMember(std::string_view path, std::string_view name) {
  std::string member = index::CanonicalMember(path, name);
  // CUDA's headers, and Numba's bindings of them, begin with underscores what cuda.bf16 and cuda.fp16 have without.
  const bool is_half = path == "cuda.bf16" || path == "cuda.fp16";
  if (is_half && name.starts_with("__") && functions::FindHalfFunction(member) == nullptr) {
    member.erase(path.size() + 1, 2);
  }
  return member;
}

bool IsKnownMember(std::string_view path) {
  if (index::IsModulePath(path) || index::IsDecoratorPath(path) || functions::Find(path) != nullptr ||
      functions::FindTypeClass(path)) {
    return true;
  }
  return index::IsThreadPlace(path) || path == "cuda.void" ||
         path == "numba.void" || path == "cffi.ffi.from_buffer" || path == "np.dtype" ||
         path == "np.finfo" || path == "np.iinfo" ||
         path == "numba.prange" ||
         path.starts_with("numba.types.");
}

Object ResolvePath(std::string_view path) {
  if (const std::optional<double> constant = FindConstant(path)) {
    return Object::Of(Number::Float(*constant));
  }
  if (const std::optional<Number> constant = FindHostConstant(path)) {
    return Object::Of(*constant);
  }
  if (std::optional<Object> text = FindHostText(path)) {
    return std::move(*text);
  }
  if (path == "np.newaxis") {
    return Object();
  }
  constexpr std::string_view kBuiltins = ".builtins.";
  if (path.starts_with(kBuiltins) && IsPythonBuiltin(path.substr(kBuiltins.size()))) {
    return Object::External(std::string(path.substr(kBuiltins.size())));
  }
  // Functions that the processor shares run in one thread here.
  if (path == "numba.prange") {
    return Object::External("range");
  }
  // Kernels are compiled, not simulated.
  if (path == "numba.config.ENABLE_CUDASIM" || path == "numba.core.config.ENABLE_CUDASIM" ||
      path == "cuda.config.ENABLE_CUDASIM" || path == "cuda.core.config.ENABLE_CUDASIM") {
    return Object::Of(Number::Int(0));
  }
  if (path == "cuda.random.xoroshiro128p_type" || path == "cuda.random.xoroshiro128p_dtype") {
    const types::FieldType state{abi::ArgType::Scalar(abi::ScalarKind::UInt64), {}};
    return Object::Type(
        *types::MakeRecord({{"s0", state, std::nullopt}, {"s1", state, std::nullopt}}, true));
  }
  // np.int and the like went away, and np.long is no Python name of a kernel type; `bool`, `int` and `float` stand
  // there for Python's own.
  if (const std::string_view name = TypeMember(path); !name.empty()) {
    // The one name that means different types in NumPy and in Numba.
    if (path == "np.byte") {
      return Object::Type(abi::ArgType::Scalar(abi::ScalarKind::Int8));
    }
    if (const std::optional<abi::ScalarKind> scalar = types::FindScalarType(name)) {
      return Object::Type(abi::ArgType::Scalar(*scalar));
    }
    const std::optional<abi::ArgType> vector =
        path.starts_with("np.") ? std::nullopt : types::FindVectorType(name);
    if (vector) {
      return Object::Type(*vector);
    }
  }
  return Object::External(std::string(path));
}

bool IsPythonBuiltin(std::string_view name) {
  static constexpr std::string_view kOthers[] = {"enumerate", "print", "range", "reversed", "zip"};
  return name.find('.') == std::string_view::npos &&
         (functions::Find(name) != nullptr || functions::FindTypeClass(name) ||
          std::ranges::find(kOthers, name) != std::end(kOthers));
}

std::string FindPathInAnyCase(std::string_view path) {
  std::string same;
  const auto consider = [&](std::string_view candidate) {
    if (same.empty() && candidate != path && SameButForCase(path, candidate)) {
      same = candidate;
    }
  };
  std::ranges::for_each(KnownPaths(), consider);
  // The order of a hash table must not show: `pi` has one spelling, and `nan` is the plain one of NumPy's.
  for (const std::string_view name : {"e", "inf", "nan", "pi", "tau"}) {
    consider(fmt::format("{}.{}", FirstComponent(path), name));
  }
  return same;
}

std::string_view NearestDecorator(std::string_view path) { return NearestWord(path, index::DecoratorPaths()); }

std::string NearestPath(std::string_view path) {
  // In short names every letter counts: `max` is no misspelt `tan`.
  const std::size_t length = path.size() - path.rfind('.') - 1;
  unsigned best = length < 4 ? 1 : length < 6 ? 2 : 3;
  std::string nearest;
  const std::string_view module = FirstComponent(path);
  for (const std::string_view candidate : KnownPaths()) {
    if (FirstComponent(candidate) == module) {
      ConsiderNear(path, candidate, &best, &nearest);
    }
  }
  if (!TypeMember(path).empty()) {
    const auto consider = [&](std::string_view name) {
      // Short names are near to everything.
      if (name.size() > 4) {
        ConsiderNear(path, fmt::format("{}.{}", module, name), &best, &nearest);
      }
    };
    for (const abi::ScalarInfo& info : abi::kScalarInfos) {
      consider(info.text);
    }
    std::ranges::for_each(types::ScalarNames(), consider);
  }
  return nearest;
}

}  // namespace kernelc::constants
