// Canonical paths of the outside world.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/index/index.h"

namespace kernelc::index {
namespace {

struct ModulePath {
  std::string_view name;
  std::string_view path;
};

constexpr ModulePath kModules[] = {
#define KC_MODULE(name, path) {name, path},
#include "compiler/index/module_paths.def"
};

// The canonical path of a module that has a row; empty for others.
std::string_view FindModule(std::string_view dotted) {
  for (const ModulePath& module : kModules) {
    const bool has_inner = module.name.ends_with(".*");
    if (has_inner ? dotted.starts_with(module.name.substr(0, module.name.size() - 1))
                  : dotted == module.name) {
      return module.path;
    }
  }
  return {};
}

constexpr std::string_view kNamespaces[] = {
    "cuda.bf16",   "cuda.fp8",   "cuda.fp8.fp8_interpretation_t", "cuda.fp8.saturation_t", "ml_dtypes",
    "cuda",        "cuda.atomic", "cuda.block", "cuda.cg",    "cuda.const",  "cuda.fp16", "cuda.libdevice",
    "cuda.local",  "cuda.random", "cuda.shared", "cuda.warp", "cmath",     "math",
    "np",          "np.linalg",   "numba",       "numba.core", "numba.types", "operator", "cffi",
};

constexpr std::string_view kThreadPlaces[] = {"cuda.blockDim", "cuda.blockIdx", "cuda.gridDim",
                                              "cuda.threadIdx"};

constexpr std::string_view kDecorators[] = {
    "cuda.Reduce", "cuda.device", "cuda.jit", "cuda.kernel", "cuda.reduce",
    "numba.guvectorize", "numba.jit", "numba.njit", "numba.vectorize"};

constexpr std::string_view kRoots[] = {"cffi", "cmath", "cuda",  "math",
                                        "ml_dtypes", "np", "numba", "operator"};

// As Python has it: `numba.cuda.misc` of `cuda.misc`.
std::string PythonPath(std::string_view path) {
  return path.starts_with("cuda.") ? fmt::format("numba.{}", path) : std::string(path);
}

}  // namespace

std::string CanonicalModule(std::string_view dotted) {
  if (const std::string_view path = FindModule(dotted); !path.empty()) {
    return std::string(path);
  }
  for (const std::string_view prefix : {"numba.cuda.", "kernelc."}) {
    if (dotted.starts_with(prefix)) {
      return "cuda." + std::string(dotted.substr(prefix.size()));
    }
  }
  return "." + std::string(dotted);
}

std::string CanonicalMember(std::string_view path, std::string_view name) {
  std::string member(path);
  member += '.';
  member += name;
  // A module by way of another one: `cuda.misc.special`.
  if (path.starts_with("cuda") || path.starts_with("numba")) {
    if (const std::string_view module = FindModule(PythonPath(member)); !module.empty()) {
      return std::string(module);
    }
  }
  return member;
}

bool IsKnownPath(std::string_view path) {
  return std::ranges::find(kRoots, path.substr(0, path.find('.'))) != std::end(kRoots);
}

bool IsModulePath(std::string_view path) {
  if (path.starts_with('.') || std::ranges::find(kNamespaces, path) != std::end(kNamespaces)) {
    return true;
  }
  // A package that is nothing but the way to a module.
  const std::string package = PythonPath(path) + '.';
  return std::ranges::any_of(
      kModules, [&](const ModulePath& module) { return module.name.starts_with(package); });
}

bool IsThreadPlace(std::string_view path) {
  return std::ranges::find(kThreadPlaces, path) != std::end(kThreadPlaces);
}

bool IsDecoratorPath(std::string_view path) {
  return std::ranges::find(kDecorators, path) != std::end(kDecorators);
}

std::span<const std::string_view> NamespacePaths() { return kNamespaces; }
std::span<const std::string_view> ThreadPlaces() { return kThreadPlaces; }
std::span<const std::string_view> DecoratorPaths() { return kDecorators; }

}  // namespace kernelc::index
