// What stands on another resource and changes a part of what it does.
#pragma once

#include <string>
#include <utility>

#include "runtime/backend/text.h"
#include "runtime/memory/resources.h"

namespace kernelc::memory {

class Adaptor : public backend::MemoryResource {
 public:
  explicit Adaptor(ResourcePtr upstream)
      : MemoryResource(upstream->context()), upstream_(std::move(upstream)) {}

  std::string name() const override { return backend::Concat(kind(), '(', upstream_->name(), ')'); }
  bool stream_ordered() const noexcept override { return upstream_->stream_ordered(); }
  backend::Status Allocate(std::size_t bytes, backend::Stream& stream,
                           DevicePointer* data) override {
    return upstream_->Allocate(bytes, stream, data);
  }
  backend::Status Free(DevicePointer data, std::size_t bytes, backend::Stream& stream) override {
    return upstream_->Free(data, bytes, stream);
  }
  backend::Status RecordUse(DevicePointer data, backend::Stream& stream) override {
    return upstream_->RecordUse(data, stream);
  }
  backend::Status ReleaseHeld() override { return upstream_->ReleaseHeld(); }
  backend::Status StopHolding() override { return upstream_->StopHolding(); }
  MemoryStats Stats() override { return upstream_->Stats(); }
  void ResetPeaks() override { upstream_->ResetPeaks(); }
  std::vector<backend::MemorySegment> Segments() override { return upstream_->Segments(); }
  backend::Status SetFraction(double share) override { return upstream_->SetFraction(share); }
  backend::Status RecordSites(bool on) override { return upstream_->RecordSites(on); }
  backend::Status Verify() override { return upstream_->Verify(); }

 protected:
  virtual std::string_view kind() const noexcept = 0;
  backend::MemoryResource& upstream() const noexcept { return *upstream_; }

 private:
  const ResourcePtr upstream_;
};

}  // namespace kernelc::memory
