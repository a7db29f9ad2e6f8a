// Controls of the fake cuBLAS, which is a library beside the fake driver.
#pragma once

namespace kernelc::fake_driver {

struct CublasControls {
  // Handles that were made and not destroyed.
  int (*live)() = nullptr;
  // How many were made.
  int (*made)() = nullptr;
  // The stream of a handle that is alive; null for others.
  void* (*stream_of)(void* handle) = nullptr;
  // The next call answers `status`.
  void (*fail)(int status) = nullptr;
  // Called when a handle is made or destroyed.
  void (*set_witness)(void (*witness)()) = nullptr;
};

// Exported as "kernelc_fake_cublas_controls".
using GetCublasControls = const CublasControls* (*)();

}  // namespace kernelc::fake_driver
