// What a device error means to a user.
#pragma once

#include "kernelc/error.h"
#include "runtime/abi/device_error.h"
#include "runtime/abi/kernel_image.h"

namespace kernelc::backend {

// The description of an error that code of `image` reported. `kernel` is empty where it is not known.
ErrorInfo DeviceFaultInfo(const abi::KernelImage& image, const std::string& kernel,
                          const abi::DeviceError& error);

}  // namespace kernelc::backend
