// A libcublas of our own: handles and their streams.
#include "tests/fake_driver/fake_cublas.h"

#include <map>
#include <mutex>
#include <utility>

namespace kernelc::fake_driver {
namespace {

constexpr int kSuccess = 0;
constexpr int kInvalidValue = 7;

struct Library {
  std::mutex mutex;
  std::map<void*, void*> streams;
  int made = 0;
  int next_status = kSuccess;
  void (*witness)() = nullptr;
};

Library& TheLibrary() {
  static Library& library = *new Library;
  return library;
}

using Lock = std::lock_guard<std::mutex>;

// What the call answers instead of doing its work.
int Enter(Library& library) { return std::exchange(library.next_status, kSuccess); }

void Tell(const Library& library) {
  if (library.witness != nullptr) {
    library.witness();
  }
}

const CublasControls kControls = {
    [] {
      const Lock lock(TheLibrary().mutex);
      return static_cast<int>(TheLibrary().streams.size());
    },
    [] { return TheLibrary().made; },
    [](void* handle) -> void* {
      const Lock lock(TheLibrary().mutex);
      const auto found = TheLibrary().streams.find(handle);
      return found == TheLibrary().streams.end() ? nullptr : found->second;
    },
    [](int status) { TheLibrary().next_status = status; },
    [](void (*witness)()) { TheLibrary().witness = witness; },
};

}  // namespace
}  // namespace kernelc::fake_driver

#define KC_FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using kernelc::fake_driver::Enter;
using kernelc::fake_driver::Library;
using kernelc::fake_driver::Lock;
using kernelc::fake_driver::Tell;
using kernelc::fake_driver::TheLibrary;

KC_FAKE_EXPORT const kernelc::fake_driver::CublasControls* kernelc_fake_cublas_controls();
KC_FAKE_EXPORT int cublasCreate_v2(void** handle);
KC_FAKE_EXPORT int cublasDestroy_v2(void* handle);
KC_FAKE_EXPORT int cublasSetStream_v2(void* handle, void* stream);

const kernelc::fake_driver::CublasControls* kernelc_fake_cublas_controls() {
  return &kernelc::fake_driver::kControls;
}

int cublasCreate_v2(void** handle) {
  Library& library = TheLibrary();
  const Lock lock(library.mutex);
  if (const int status = Enter(library); status != 0) {
    return status;
  }
  Tell(library);
  // The library keeps it to the end of the process, so that no two handles are alike.
  *handle = new int(++library.made);
  library.streams[*handle] = nullptr;
  return 0;
}

int cublasDestroy_v2(void* handle) {
  Library& library = TheLibrary();
  const Lock lock(library.mutex);
  const int status = Enter(library);
  Tell(library);
  return library.streams.erase(handle) == 0 ? kernelc::fake_driver::kInvalidValue : status;
}

int cublasSetStream_v2(void* handle, void* stream) {
  Library& library = TheLibrary();
  const Lock lock(library.mutex);
  if (const int status = Enter(library); status != 0) {
    return status;
  }
  const auto found = library.streams.find(handle);
  if (found == library.streams.end()) {
    return kernelc::fake_driver::kInvalidValue;
  }
  found->second = stream;
  return 0;
}
