// The command holds the runtime as well, which calls std::atexit to write out what it records (trace.cpp): such handlers go to
// the C library. Destructors stay out, as in libkernelc (no_exit_handlers.cpp): they come with the object that they destroy,
// handlers without one.
#include <dlfcn.h>

// NOLINTBEGIN(bugprone-reserved-identifier, readability-identifier-naming)
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*run)(void*), void* object,
                                                                  void* library) noexcept;

int __cxa_atexit(void (*run)(void*), void* object, void* library) noexcept {
  if (object != nullptr) {
    return 0;
  }
  using Register = int (*)(void (*)(void*), void*, void*);
  const auto of_the_c_library = reinterpret_cast<Register>(dlsym(RTLD_NEXT, "__cxa_atexit"));
  return of_the_c_library(run, object, library);
}
// NOLINTEND(bugprone-reserved-identifier, readability-identifier-naming)
