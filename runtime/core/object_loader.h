// The registered loader of CPU objects.
#pragma once

#include <memory>

#include "runtime/abi/loader.h"

namespace kernelc::core {

// Null when none is registered.
std::shared_ptr<abi::ObjectLoader> GetObjectLoader();

}  // namespace kernelc::core
