#include "compiler/constants/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

#include "compiler/base/near_words.h"
#include "compiler/builtins/builtins.h"
#include "compiler/constants/files.h"
#include "compiler/constants/host_names.h"
#include "compiler/functions/functions.h"
#include "compiler/host/host.h"
#include "compiler/types/written_types.h"

namespace kernelc::constants {
namespace {

std::string_view FirstComponent(std::string_view path) { return path.substr(0, path.find('.')); }

// What NumPy had before its second release, and kernels still have.
constexpr std::pair<std::string_view, double> kOldNames[] = {
    {"np.Inf", std::numeric_limits<double>::infinity()},      {"np.Infinity", std::numeric_limits<double>::infinity()},
    {"np.PINF", std::numeric_limits<double>::infinity()},     {"np.infty", std::numeric_limits<double>::infinity()},
    {"np.NINF", -std::numeric_limits<double>::infinity()},    {"np.NAN", std::numeric_limits<double>::quiet_NaN()},
    {"np.NaN", std::numeric_limits<double>::quiet_NaN()},     {"np.NZERO", -0.0},
    {"np.PZERO", 0.0},
};

// A number or text of a library, also of those that are no modules of kernels.
std::optional<Object> FindConstant(std::string_view path) {
  const std::string python_path = path.starts_with("cuda.")    ? "numba." + std::string(path)
                                  : path.starts_with("numba.") ? std::string(path)
                                                               : LibraryPath(path);
  if (const host::ConstantRef constant = host::LibraryConstant(python_path)) {
    return PlainObject(constant);
  }
  const auto* old = std::ranges::find(kOldNames, path, &std::pair<std::string_view, double>::first);
  return old == std::end(kOldNames) ? std::nullopt : std::optional(Object::Of(Number::Float(old->second)));
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

std::string LibraryPath(std::string_view path) {
  const auto begins = [&](std::string_view module) {
    return path == module || (path.starts_with(module) && path[module.size()] == '.');
  };
  if (begins("np")) {
    return "numpy" + std::string(path.substr(2));
  }
  if (path.starts_with('.')) {
    return std::string(path.substr(1));
  }
  if (begins("math") || begins("cmath") || begins("operator")) {
    return std::string(path);
  }
  // Not what running threads have.
  const bool makes_types = index::IsModulePath(path) || path.starts_with("numba.types.") || path == "numba.optional" ||
                           path == "numba.typeof" || path.ends_with(".from_dtype") || path.ends_with(".void") ||
                           path.ends_with(".none");
  if (makes_types && (begins("numba") || begins("cuda"))) {
    return (begins("cuda") ? "numba." : "") + std::string(path);
  }
  const bool is_builtin = path.find('.') == std::string_view::npos && !begins("cuda") &&
                          !begins("numba") && !begins("cffi") && !begins("ml_dtypes");
  return is_builtin ? "builtins." + std::string(path) : std::string();
}

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
  if (std::optional<Object> constant = FindConstant(path)) {
    return std::move(*constant);
  }
  if (const std::optional<Number> mode = FindFloat8Mode(path)) {
    return Object::Of(*mode);
  }
  constexpr std::string_view kBuiltins = ".builtins.";
  if (path.starts_with(kBuiltins) && IsPythonBuiltin(path.substr(kBuiltins.size()))) {
    return Object::External(std::string(path.substr(kBuiltins.size())));
  }
  // Functions that the processor shares run in one thread here.
  if (path == "numba.prange") {
    return Object::External("range");
  }
  if (const std::optional<abi::ArgType> type = types::FindLibraryType(path)) {
    return Object::Type(*type);
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
  if (!types::TypeMember(path).empty()) {
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
