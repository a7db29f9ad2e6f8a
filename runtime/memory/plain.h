// Resources each of whose allocations is one of what is below: figures, and nothing that is held.
#pragma once

#include <utility>
#include <vector>

#include "runtime/backend/backend.h"
#include "runtime/memory/counters.h"
#include "runtime/memory/resources.h"

namespace kernelc::memory {

class Plain : public backend::MemoryResource {
 public:
  using MemoryResource::MemoryResource;

  backend::Status RecordUse(DevicePointer, backend::Stream&) override { return {}; }
  backend::Status ReleaseHeld() override { return {}; }
  backend::Status StopHolding() override { return {}; }
  MemoryStats Stats() override { return ledger_.Get(); }
  void ResetPeaks() override { ledger_.ResetPeaks(); }
  std::vector<backend::MemorySegment> Segments() override { return {}; }
  backend::Status SetFraction(double) override {
    return NotOfThisKind(*this, "set memory fraction",
                         "it reserves nothing; choose a caching or a limit resource");
  }
  backend::Status RecordSites(bool) override {
    return NotOfThisKind(*this, "record allocations",
                         "it does not know its blocks; choose a caching resource");
  }

 protected:
  backend::Status Count(backend::Status status, std::size_t bytes) {
    if (status.ok()) {
      ledger_.Allocated(bytes);
    } else if (status.info().code == ErrorCode::OutOfMemory) {
      ledger_.RanOut();
      status.info().active_bytes = ledger_.Get().allocated_bytes.current;
    }
    return status;
  }
  backend::Status Uncount(backend::Status status, std::size_t bytes) {
    // Memory whose freeing failed otherwise, as the driver says it does after an error of a kernel,
    // is gone as well.
    if (status.ok() || status.info().code != ErrorCode::InvalidArgument) {
      ledger_.Freed(bytes);
    }
    return status;
  }

 private:
  Ledger ledger_;
};

}  // namespace kernelc::memory
