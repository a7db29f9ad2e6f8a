// nvJitLink, which is opened at run time where the machine has it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"
#include "kernelc/link.h"

namespace kernelc::driver {

// Whether the machine has nvJitLink; `*why` says why not.
bool HasNvJitLink(std::string* why);

// Machine code for `arch` ("sm_90") from the PTX text and `inputs`. Fails with the library's messages, with the name of
// the input that it refuses. Needs HasNvJitLink. Blocks. Thread-safe.
Result<std::vector<std::byte>> LinkWithNvJitLink(std::string_view ptx, const std::string& arch,
                                                 const std::vector<LinkInput>& inputs);

}  // namespace kernelc::driver
