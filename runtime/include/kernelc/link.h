// Code of others that kernels are linked with.
#pragma once

#include <cstdint>
#include <string>

namespace kernelc {

// What a file that is linked holds.
enum class LinkKind : std::uint8_t {
  // PTX text (.ptx).
  Ptx,
  // CUDA C++ (.cu), compiled by NVRTC.
  CudaSource,
  // Machine code of one GPU architecture (.cubin), or of several (.fatbin).
  Cubin,
  Fatbin,
  // Objects (.o) and archives of them (.a) with GPU code, or for the CPU device with the host's.
  Object,
  Archive,
  // What `nvcc -dlto` and `kernelc build --device --emit ltoir` write (.ltoir).
  LtoIr,
  // LLVM bitcode (.bc) and its text form (.ll), for GPUs or the host; linked before optimisation.
  Bitcode,
  // CPU device: a shared library (.so); `name` is its path and `bytes` is not used.
  SharedLibrary,
};

// One input in memory. `name` stands for it in messages.
struct LinkInput {
  LinkKind kind = LinkKind::Ptx;
  std::string name;
  std::string bytes;

  friend bool operator==(const LinkInput&, const LinkInput&) = default;
};

}  // namespace kernelc
