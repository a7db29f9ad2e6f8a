// The libraries of the CUDA toolkit as tables of functions, opened at run time on first use. Nothing else in the compiler
// looks functions up in a library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernelc::driver {

struct NvrtcTable {
#define KC_NVRTC_FUNCTION(name, need, result, parameters) result(*name) parameters = nullptr;
#include "compiler/driver/toolkit_functions.def"
};

struct NvJitLinkTable {
#define KC_NVJITLINK_FUNCTION(name, need, result, parameters) result(*name) parameters = nullptr;
#include "compiler/driver/toolkit_functions.def"
};

// The table of a library, once per process: null with `*why` set where the machine has no such library, or one without a
// function that is needed. `*why` says what was looked for and how to say where it is: KERNELC_NVRTC and KERNELC_NVJITLINK
// name the file, CUDA_HOME and CUDA_PATH the toolkit's folder. Thread-safe.
const NvrtcTable* OpenNvrtc(std::string* why);
const NvJitLinkTable* OpenNvJitLink(std::string* why);

// Folders where a CUDA toolkit may be, those of CUDA_HOME and CUDA_PATH first.
std::vector<std::string> ToolkitFolders();

// The "90a" of "sm_90a".
std::string ArchNumber(const std::string& arch);

}  // namespace kernelc::driver
