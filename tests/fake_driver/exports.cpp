// How the fake driver is entered: every function of the table is wrapped with counting and faults.
#include <cstring>
#include <string_view>

#include "tests/fake_driver/functions.h"

namespace kernelc::fake_driver {
namespace {

// These free or restore something, also when they report an error of earlier work.
bool Releases(std::string_view name) {
  return name.ends_with("Destroy") || name.ends_with("Free") || name.ends_with("FreeAsync") ||
         name.ends_with("FreeHost") || name.ends_with("Unload") ||
         name.ends_with("Unregister") || name.ends_with("CloseMemHandle") ||
         name.ends_with("Release") || name.ends_with("PopCurrent");
}

template <typename Function, Function kFunction>
struct Hook;

template <typename... Params, Result (*kFunction)(Params...)>
struct Hook<Result (*)(Params...), kFunction> {
  static inline const char* name = nullptr;
  static Result Call(Params... params) {
    const Result fault = Enter(name);
    if (fault == kSuccess) {
      return kFunction(params...);
    }
    if (fault == kErrorIllegalAddress) {
      WaitForTheEnd(TheState());
    }
    if (Releases(name)) {
      static_cast<void>(kFunction(params...));
    }
    return fault;
  }
};

void* Find(const char* name) {
  if (TheState().hidden.count(name) != 0) {
    return nullptr;
  }
#define KC_DRIVER_FUNCTION(function, version, need, parameters)               \
  if (std::strcmp(name, #function) == 0) {                                    \
    using Entry = Hook<decltype(&functions::function), &functions::function>; \
    Entry::name = #function;                                                  \
    return reinterpret_cast<void*>(&Entry::Call);                             \
  }
#include "runtime/cuda/driver_functions.def"
  return nullptr;
}

}  // namespace
}  // namespace kernelc::fake_driver

#define KC_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

KC_FAKE_EXPORT int cuGetProcAddress_v2(const char* name, void** function, int version,
                                       unsigned long long flags, int* symbol_status);
KC_FAKE_EXPORT const kernelc::fake_driver::Controls* kernelc_fake_driver_controls();

int cuGetProcAddress_v2(const char* name, void** function, int, unsigned long long,
                        int* symbol_status) {
  *function = kernelc::fake_driver::Find(name);
  // 1 means that there is no such symbol.
  *symbol_status = *function != nullptr ? 0 : 1;
  return *function != nullptr ? 0 : kernelc::cuda::kErrorNotFound;
}

const kernelc::fake_driver::Controls* kernelc_fake_driver_controls() {
  return &kernelc::fake_driver::TheControls();
}
