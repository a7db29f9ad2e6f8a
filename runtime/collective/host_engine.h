// Collectives of CPU devices: an operation of each rank's stream.
#pragma once

#include <memory>

#include "runtime/backend/collective.h"
#include "runtime/collective/transport.h"

namespace kernelc::collective {

std::unique_ptr<backend::CollectiveEngine> MakeHostEngine(int size, std::shared_ptr<Transport> transport);

}  // namespace kernelc::collective
