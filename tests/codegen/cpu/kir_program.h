// Runs KIR text on the CPU device without a runtime: passes, object code, loader, and a plain loop
// over blocks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/codegen/codegen.h"
#include "runtime/abi/cpu_abi.h"
#include "runtime/abi/loader.h"

namespace kernelc::codegen {

// The packed parameters of a launch. Fields are appended in the order of the kernel's parameters.
class Params {
 public:
  // A contiguous array.
  template <typename T>
  Params& Array(std::vector<T>& data, std::vector<std::int64_t> extents = {}) {
    if (extents.empty()) {
      extents = {static_cast<std::int64_t>(data.size())};
    }
    Field(data.data());
    for (const std::int64_t extent : extents) {
      Field(extent);
    }
    return *this;
  }
  template <typename T>
  Params& Scalar(T value) {
    Field(value);
    return *this;
  }
  const void* data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  template <typename T>
  void Field(T value) {
    bytes_.resize((bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T));
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(T));
  }

  std::vector<std::byte> bytes_;
};

struct Shape {
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  std::array<std::uint32_t, 3> block = {1, 1, 1};
  std::uint64_t dynamic_shared_bytes = 0;
};

// What a launch left behind.
struct Outcome {
  abi::DeviceError error;
  std::string printed;
};

class KirProgram {
 public:
  // Text that does not compile is a failure of the test, with all that is known about it.
  explicit KirProgram(std::string_view text, TargetOptions options = NativeOptions());

  Outcome Run(std::string_view kernel, const Shape& shape, const Params& params) const;

  static TargetOptions NativeOptions();
  const CodegenOutput& output() const { return output_; }
  // The KIR after the passes.
  const std::string& split_text() const { return split_text_; }
  const abi::KernelInfo& info(std::string_view kernel) const;

 private:
  CodegenOutput output_;
  std::string split_text_;
  std::shared_ptr<abi::ObjectLoader> loader_;
  std::unique_ptr<abi::LoadedObject> object_;
};

}  // namespace kernelc::codegen
