// The tests of memory resources: --plugin FILE names the shared object with allocators of its own,
// --driver FILE runs the tests of CUDA devices on the fake driver.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

#include "tests/fake_driver/fake_driver.h"
#include "tests/memory/support.h"

namespace kernelc::memory_test {

std::string plugin;

}  // namespace kernelc::memory_test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string_view(argv[i]) == "--plugin") {
      kernelc::memory_test::plugin = argv[i + 1];
      continue;
    }
    ::setenv("KERNELC_CUDA_DRIVER", argv[i + 1], 1);
    void* const library = dlopen(argv[i + 1], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      return 2;
    }
    const auto get = reinterpret_cast<kernelc::fake_driver::GetControls>(
        dlsym(library, "kernelc_fake_driver_controls"));
    get()->set_asynchronous();
  }
  return RUN_ALL_TESTS();
}
