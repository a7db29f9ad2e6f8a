// CUDA C++ to PTX by NVRTC, which is opened at run time where the machine has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/base/result.h"

namespace kernelc::driver {

// A header that the source may include by name.
struct NvrtcHeader {
  std::string name;
  std::string text;
};

struct NvrtcOptions {
  // "sm_90", "sm_90a".
  std::string arch;
  // Registers a thread may use; 0: no limit.
  std::uint32_t max_registers = 0;
  // Code for a debugger.
  bool debug = false;
  // Lines for profilers.
  bool line_info = false;
  // To be linked with other code.
  bool relocatable = false;
  // Give LTO-IR for a linker instead of PTX.
  bool lto = false;
  // Where set, gets what NVRTC says, warnings included.
  std::string* log = nullptr;
};

// The library that compiles: its version and its file. Opens it.
struct NvrtcLibrary {
  std::string version;
  std::string path;
};
Result<NvrtcLibrary> FindNvrtc();

// PTX text, or the bytes of LTO-IR. `name` is what NVRTC calls the source in its messages. Headers of the CUDA toolkit are
// found where CUDA_HOME, CUDA_PATH or /usr/local/cuda have them. Fails where NVRTC is not on the
// machine, and with its messages where it refuses the source. Blocks for the compiler. Thread-safe.
Result<std::string> CompileWithNvrtc(std::string_view source, std::string_view name,
                                     const std::vector<NvrtcHeader>& headers,
                                     const NvrtcOptions& options);

}  // namespace kernelc::driver
