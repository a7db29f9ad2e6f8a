// Opens the fake driver for the runtime and for the test.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "kernelc/runtime.h"
#include "tests/fake_driver/fake_driver.h"

namespace kernelc::fake_driver {

// The controls; the runtime opens the same library when it is next asked for a CUDA device.
inline const Controls& Fake() {
  static const Controls& controls = *[] {
    ::setenv("KERNELC_CUDA_DRIVER", KERNELC_FAKE_DRIVER, 1);
    void* const library = dlopen(KERNELC_FAKE_DRIVER, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      throw std::runtime_error(dlerror());
    }
    return reinterpret_cast<GetControls>(dlsym(library, "kernelc_fake_driver_controls"))();
  }();
  return controls;
}

// An image with one kernel `scale(float32[:] x, float32 f)` as PTX of `arch`.
inline std::shared_ptr<abi::KernelImage> ScaleImage(const std::string& arch = "sm_75",
                                                    const std::string& text = ".entry scale_k(") {
  auto image = std::make_shared<abi::KernelImage>();
  abi::Code code;
  code.kind = abi::CodeKind::Ptx;
  code.arch = arch;
  for (const char c : text) {
    code.bytes.push_back(static_cast<std::byte>(c));
  }
  image->codes.push_back(std::move(code));
  abi::KernelInfo info;
  info.name = "scale";
  info.symbol = "scale_k";
  info.params.push_back({"x", abi::ArgType::Array(ScalarKind::Float32, 1, Layout::A), 0, 3, true});
  info.params.push_back({"f", abi::ArgType::Scalar(ScalarKind::Float32), 3, 1, false});
  info.fields = {{abi::FieldKind::Data, 0, 0, 8},
                 {abi::FieldKind::Extent, 0, 8, 8},
                 {abi::FieldKind::Stride, 0, 16, 8},
                 {abi::FieldKind::Value, 0, 24, 4}};
  info.param_bytes = 32;
  image->kernels.push_back(std::move(info));
  return image;
}

// The same kernel, compiled so that it reports errors.
inline std::shared_ptr<abi::KernelImage> CheckedImage() {
  auto image = ScaleImage("sm_75", ".global kernelc_error_state .entry scale_k(");
  image->locations.push_back({"scale.py", 7, 5, 4, "`x`"});
  return image;
}

}  // namespace kernelc::fake_driver
