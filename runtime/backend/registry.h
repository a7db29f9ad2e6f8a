// The devices of this process and the context that each one has.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/backend/backend.h"

namespace kernelc::backend {

// Implemented by cuda/ and cpu/. Devices are made once and never destroyed.
// Empty with `*why` set when there is none that can be used.
std::vector<Device*> FindCudaDevices(std::string* why);
// At least one.
const std::vector<Device*>& CpuDevices();

// The CUDA devices, found on first use; `*why` is empty or says why there are none.
const std::vector<Device*>& CudaDevices(const std::string** why = nullptr);

// Implemented by cuda/: the context that the program made current on this thread with the driver,
// and its device; null where there is none. The device is not looked for where it is `known`.
Status FindDriverContext(const void* known, Device** device, void** handle);

// The context of `device`: the one that is kept or still used; made when there is none, or when it
// was reset or is broken.
Status GetContext(Device& device, std::shared_ptr<Context>* context);
// Those of all devices that are kept or still used, and can be.
std::vector<std::shared_ptr<Context>> LiveContexts();
// Whether CUDA devices were looked for, and there are some.
bool CudaInitialized() noexcept;
// Destroys the context of `device` with all that was made in it.
Status ResetDevice(Device& device);

}  // namespace kernelc::backend
