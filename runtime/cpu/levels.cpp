#include "runtime/cpu/levels.h"

namespace kernelc::cpu {

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

}  // namespace kernelc::cpu
