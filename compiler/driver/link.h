// Code of others in kernels: files with device functions, linked with a kernel's PTX.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"

namespace kernelc::driver {

// What the linker is given.
struct LinkInput {
  // nvJitLinkInputType of the nvJitLink documentation.
  int kind = 0;
  std::string name;
  std::string bytes;
};

// Reads `files`: PTX (.ptx), machine code (.cubin, .fatbin), objects and libraries (.o, .a), LTO IR (.ltoir), and CUDA
// C++ (.cu), which NVRTC compiles for `arch` ("sm_90"). A file that is not there is looked for in `folder`, that of the kernel's file.
// Blocks; fails with the file's name and the reason.
Result<std::vector<LinkInput>> ReadLinkInputs(const std::vector<std::string>& files,
                                              const std::string& folder, const std::string& arch);

}  // namespace kernelc::driver
