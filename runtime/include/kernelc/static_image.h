// Images that are part of a program: what headers of `kernelc build --emit header` launch from.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "kernelc/context.h"
#include "kernelc/export.h"
#include "kernelc/kernel.h"
#include "kernelc/launch.h"
#include "runtime/abi/linked_image.h"

namespace kernelc {

// An image that lives as long as the program. Read when a kernel of it is first launched, and loaded
// once into each context that launches one. Made at compile time; never destroyed. May be used by any
// number of threads.
class KC_RUNTIME_API StaticImage {
 public:
  // `name` stands for the image in messages, `key` is what abi::KernelImage::key must be. The bytes
  // are those of `linked`, which outlives the program's last launch.
  constexpr StaticImage(const char* name, const char* key, const abi::LinkedImage& linked) noexcept
      : name_(name), key_(key), linked_(&linked) {}
  // Has no bytes before Load().
  constexpr StaticImage(const char* name, const char* key) noexcept : name_(name), key_(key) {}
  StaticImage(const StaticImage&) = delete;
  StaticImage& operator=(const StaticImage&) = delete;

  // Takes the image from the file `path`. Throws what ReadImageFile() throws, Error{ModuleLoad} for
  // an image of other kernels, Error{InvalidArgument} when an image is there already.
  void Load(const std::string& path);

  // Starts kernel number `kernel` of the image on config.stream, else on this thread's current
  // stream of `context`, else, where that is null, of current_context(). `params` is its parameter buffer,
  // copied before this returns. Throws Error{LaunchLimit}, Error{ModuleLoad} and Error{FileFormat},
  // and Error{InvalidArgument} when the stream belongs to another context.
  void Launch(std::size_t kernel, const LaunchConfig& config, backend::Context* context,
              std::span<const std::byte> params);
  // The kernel for occupancy and attributes.
  Kernel kernel(std::size_t index, const Context& context);

 private:
  core::ModuleState& State();
  core::ModuleState& Publish(std::shared_ptr<const abi::KernelImage> image);
  void CheckKey(const abi::KernelImage& image) const;

  const char* name_;
  const char* key_;
  const abi::LinkedImage* linked_ = nullptr;
  // Never freed: kernels may be launched while the program ends.
  std::atomic<core::ModuleState*> state_{nullptr};
};

}  // namespace kernelc
