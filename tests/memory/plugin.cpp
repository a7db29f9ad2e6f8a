// A shared object with C functions that allocate: host memory for the CPU device, the driver's for
// CUDA.
#include <dlfcn.h>
#include <sys/types.h>

#include <cstdint>
#include <cstdlib>

extern "C" {

__attribute__((visibility("default"))) void* plugin_cpu_allocate(ssize_t bytes, int, void*) {
  const auto size = static_cast<std::size_t>(bytes);
  return bytes > (ssize_t{1} << 40) ? nullptr : std::aligned_alloc(256, (size + 255) / 256 * 256);
}

__attribute__((visibility("default"))) void plugin_cpu_free(void* data, ssize_t, int, void*) {
  std::free(data);
}

static void* DriverFunction(const char* name) {
  using GetAddress = int (*)(const char*, void**, int, unsigned long long, int*);
  const char* const given = std::getenv("KERNELC_CUDA_DRIVER");
  void* const driver = dlopen(given != nullptr ? given : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  const auto get = reinterpret_cast<GetAddress>(dlsym(driver, "cuGetProcAddress_v2"));
  void* function = nullptr;
  int symbol_status = 0;
  get(name, &function, 3020, 0, &symbol_status);
  return function;
}

__attribute__((visibility("default"))) void* plugin_cuda_allocate(ssize_t bytes, int, void*) {
  static const auto allocate =
      reinterpret_cast<int (*)(std::uint64_t*, std::size_t)>(DriverFunction("cuMemAlloc"));
  std::uint64_t data = 0;
  return allocate(&data, static_cast<std::size_t>(bytes)) == 0 ? reinterpret_cast<void*>(data)
                                                               : nullptr;
}

__attribute__((visibility("default"))) void plugin_cuda_free(void* data, ssize_t, int, void*) {
  static const auto free = reinterpret_cast<int (*)(std::uint64_t)>(DriverFunction("cuMemFree"));
  free(reinterpret_cast<std::uint64_t>(data));
}

}  // extern "C"
