// The images that kernels of stdlib/algorithms were compiled into.
#pragma once

#include <span>

#include "kernelc/device.h"
#include "kernelc/static_image.h"

namespace kernelc::algorithms {

std::span<StaticImage* const> ImagesFor(DeviceKind kind);

}  // namespace kernelc::algorithms
