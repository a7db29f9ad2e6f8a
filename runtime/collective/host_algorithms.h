// The operations of CPU devices, by sends and receives. Who adds what in which order depends on sizes and ranks
// alone, not on how the ranks are connected.
#pragma once

#include "runtime/backend/collective.h"
#include "runtime/collective/transport.h"

namespace kernelc::collective {

// The part of one rank of `size`. `call.parts` is not looked at. Blocks until it is done.
backend::Status RunOnHost(Transport& transport, int size, const backend::CollectiveCall& call,
                          const backend::CollectivePart& part);

}  // namespace kernelc::collective
