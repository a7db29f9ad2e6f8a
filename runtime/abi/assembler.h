// How machine code of GPUs is made of PTX.
#pragma once

namespace kernelc::abi {

// The driver's optimisation level, 0 to 4, where nobody says otherwise: the highest.
inline constexpr unsigned kAssemblerLevel = 4;

}  // namespace kernelc::abi
