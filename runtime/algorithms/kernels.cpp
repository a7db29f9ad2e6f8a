#include "runtime/algorithms/kernels.h"

#include <map>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <vector>

#include "kernelc/static_image.h"
#include "runtime/algorithms/call.h"
#include "runtime/algorithms/images.h"

namespace kernelc::algorithms {
namespace {

struct Place {
  StaticImage* image = nullptr;
  std::size_t kernel = 0;
};

bool Takes(const abi::KernelInfo& info, std::initializer_list<ScalarKind> arrays) {
  auto expected = arrays.begin();
  for (const abi::ParamInfo& param : info.params) {
    if (expected == arrays.end()) {
      return true;
    }
    if (param.type.kind == abi::ArgKind::Array && param.type.scalar != *expected++) {
      return false;
    }
  }
  return expected == arrays.end();
}

std::string KeyFor(DeviceKind device, std::string_view name,
                   std::initializer_list<ScalarKind> arrays) {
  std::string key(1, static_cast<char>(device));
  key += name;
  for (const ScalarKind kind : arrays) {
    key += static_cast<char>(kind);
  }
  return key;
}

Place Search(const Context& context, std::string_view name,
             std::initializer_list<ScalarKind> arrays) {
  for (StaticImage* const image : ImagesFor(context.device().kind())) {
    const std::vector<abi::KernelInfo>& kernels = image->kernel(0, context).image()->kernels;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
      if (kernels[i].name == name && Takes(kernels[i], arrays)) {
        return {image, i};
      }
    }
  }
  std::string message = "there is no kernel " + std::string(name);
  for (const ScalarKind kind : arrays) {
    message += " " + ToString(ElementType(kind));
  }
  Throw(ErrorCode::InvalidArgument, "algorithms", message);
}

}  // namespace

Kernel Find(const Context& context, std::string_view name,
            std::initializer_list<ScalarKind> arrays) {
  static std::shared_mutex mutex;
  static auto& places = *new std::map<std::string, Place>;
  const std::string key = KeyFor(context.device().kind(), name, arrays);
  {
    const std::shared_lock lock(mutex);
    if (const auto found = places.find(key); found != places.end()) {
      return found->second.image->kernel(found->second.kernel, context);
    }
  }
  const Place place = Search(context, name, arrays);
  const std::unique_lock lock(mutex);
  places.emplace(key, place);
  return place.image->kernel(place.kernel, context);
}

}  // namespace kernelc::algorithms
