#include "runtime/cuda/driver_api.h"

#include <dlfcn.h>

#include <cstdlib>
#include <memory>

#include "runtime/backend/fork.h"
#include "runtime/backend/library.h"
#include "runtime/backend/text.h"

namespace kernelc::cuda {
namespace {

using backend::Concat;

// The first driver that hands out its functions by version.
constexpr int kOldestDriver = 11030;

using GetProcAddress = Result (*)(const char*, void**, int, unsigned long long);
using GetProcAddressV2 = Result (*)(const char*, void**, int, unsigned long long, int*);

using backend::Need;

DriverTable driver_table;

// Looks functions up in an open library.
class Resolver {
 public:
  explicit Resolver(const backend::Library& library)
      : newer_(reinterpret_cast<GetProcAddressV2>(library.Find("cuGetProcAddress_v2"))),
        older_(reinterpret_cast<GetProcAddress>(library.Find("cuGetProcAddress"))) {}

  bool usable() const { return newer_ != nullptr || older_ != nullptr; }

  void* Find(const char* name, int version) const {
    void* function = nullptr;
    Result result = kErrorNotFound;
    if (newer_ != nullptr) {
      int symbol_status = 0;
      result = newer_(name, &function, version, 0, &symbol_status);
    } else {
      result = older_(name, &function, version, 0);
    }
    return result == kSuccess ? function : nullptr;
  }

 private:
  GetProcAddressV2 newer_;
  GetProcAddress older_;
};

std::string FillTable(const Resolver& resolver) {
  std::string missing;
#define KC_DRIVER_FUNCTION(name, version, need, parameters)                                  \
  driver_table.name = reinterpret_cast<Result(*) parameters>(resolver.Find(#name, version)); \
  if (driver_table.name == nullptr && Need::need == Need::Required) {                        \
    missing += Concat(missing.empty() ? "" : ", ", #name);                                   \
  }
#include "runtime/cuda/driver_functions.def"
  return missing;
}

std::string Open() {
  const char* const wanted = std::getenv("KERNELC_CUDA_DRIVER");
  const char* const file = wanted != nullptr && *wanted != '\0' ? wanted : "libcuda.so.1";
  std::string reason;
  const backend::Library library = backend::Library::OpenFile(file, false, &reason);
  if (!library.is_open()) {
    return Concat("the CUDA driver library cannot be opened: ", reason);
  }
  const Resolver resolver(library);
  if (!resolver.usable()) {
    return Concat("the CUDA driver in ", file, " is older than CUDA ", kOldestDriver / 1000, '.',
                  kOldestDriver % 1000 / 10);
  }
  const std::string missing = FillTable(resolver);
  if (!missing.empty()) {
    return Concat("the CUDA driver in ", file, " has no ", missing);
  }
  const Result result = driver_table.cuInit(0);
  if (result != kSuccess) {
    return Concat("the CUDA driver cannot be initialised: ", ErrorText(result), " [",
                  ErrorName(result), " (", result, ")]");
  }
  backend::WatchForks(abi::DeviceKind::Cuda);
  return {};
}

}  // namespace

bool OpenDriver(std::string* why) {
  static const std::string& failure = *new std::string(Open());
  *why = failure;
  return failure.empty();
}

const DriverTable& Driver() noexcept { return driver_table; }

std::string DriverFile() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(driver_table.cuInit), &info) == 0) {
    return {};
  }
  const std::unique_ptr<char, void (*)(void*)> path(realpath(info.dli_fname, nullptr), &std::free);
  return path == nullptr ? info.dli_fname : path.get();
}

}  // namespace kernelc::cuda
