#include "runtime/cpu/levels.h"

#include <algorithm>
#include <iterator>

namespace kernelc::cpu {
namespace {

// Name and presence of the extensions that code may use.
struct Extension {
  std::string_view name;
  bool present;
};

bool HasExtension(std::string_view name) {
#if defined(__x86_64__)
  static const Extension kExtensions[] = {
#define KC_CPU_FEATURE(name) {name, __builtin_cpu_supports(name) != 0},
#include "runtime/abi/cpu_features.def"
  };
  const auto* const found = std::ranges::find(kExtensions, name, &Extension::name);
  return found == std::end(kExtensions) || found->present;
#else
  static_cast<void>(name);
  return false;
#endif
}

}  // namespace

int HostLevel() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) {
    return 4;
  }
  if (__builtin_cpu_supports("x86-64-v3")) {
    return 3;
  }
  return __builtin_cpu_supports("x86-64-v2") ? 2 : 1;
#else
  return 0;
#endif
}

std::string LevelName(int level) {
  if (level == 0) {
    return "generic";
  }
  return level == 1 ? "x86-64" : "x86-64-v" + std::to_string(level);
}

int ParseLevel(std::string_view name) {
  for (int level = 1; level <= 4; ++level) {
    if (name == LevelName(level)) {
      return level;
    }
  }
  return 0;
}

std::string MissingFeature(std::string_view features) {
  while (!features.empty()) {
    const std::size_t end = std::min(features.find(','), features.size());
    const std::string_view feature = features.substr(0, end);
    features.remove_prefix(std::min(end + 1, features.size()));
    if (feature.starts_with('+') && !HasExtension(feature.substr(1))) {
      return std::string(feature.substr(1));
    }
  }
  return {};
}

}  // namespace kernelc::cpu
