#include "runtime/core/object_loader.h"

#include <mutex>
#include <utility>

#include "kernelc/object_loader.h"
#include "runtime/core/elf_loader.h"

namespace kernelc {
namespace {

using core::MakeElfLoader;

struct Registered {
  std::mutex mutex;
  std::shared_ptr<abi::ObjectLoader> loader;
};

// Never destroyed: modules may load while the process ends.
Registered& TheLoader() {
  static Registered& registered = *new Registered;
  return registered;
}

std::shared_ptr<abi::ObjectLoader> OwnLoader() {
  static const auto& loader = *new std::shared_ptr<abi::ObjectLoader>(MakeElfLoader());
  return loader;
}

}  // namespace

namespace core {
std::shared_ptr<abi::ObjectLoader> GetObjectLoader() {
  Registered& registered = TheLoader();
  const std::lock_guard lock(registered.mutex);
  return registered.loader != nullptr ? registered.loader : OwnLoader();
}
}  // namespace core

namespace runtime {
void SetObjectLoader(std::shared_ptr<abi::ObjectLoader> loader) {
  Registered& registered = TheLoader();
  const std::lock_guard lock(registered.mutex);
  registered.loader.swap(loader);
}
}  // namespace runtime

}  // namespace kernelc
