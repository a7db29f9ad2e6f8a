// Controls of the fake NCCL, which is a library beside the fake driver.
#pragma once

namespace kernelc::fake_driver {

struct NcclControls {
  // Communicators that were made and neither destroyed nor aborted.
  int (*live)() = nullptr;
  int (*aborted)() = nullptr;
  // Groups that were begun and not ended.
  int (*open_groups)() = nullptr;
  // The next call answers `result`.
  void (*fail)(int result) = nullptr;
  // What each communicator's asynchronous error is from now on.
  void (*set_async_error)(int result) = nullptr;
};

// Exported as "kernelc_fake_nccl_controls".
using GetNcclControls = const NcclControls* (*)();

}  // namespace kernelc::fake_driver
