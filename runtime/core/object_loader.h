// The registered loader of CPU objects.
#pragma once

#include <memory>

#include "runtime/abi/loader.h"

namespace kernelc::core {

// The registered one, else the runtime's own. Never null.
std::shared_ptr<abi::ObjectLoader> GetObjectLoader();

}  // namespace kernelc::core
