#include "kernelc/static_image.h"

#include <mutex>
#include <utility>

#include "kernelc/current.h"
#include "kernelc/image.h"
#include "runtime/backend/text.h"
#include "runtime/core/launch.h"
#include "runtime/core/module_state.h"

namespace kernelc {
namespace {

using backend::Concat;

// Held while an image is read, which happens once for each.
std::mutex& ReadingMutex() {
  static std::mutex& mutex = *new std::mutex;
  return mutex;
}

}  // namespace

void StaticImage::CheckKey(const abi::KernelImage& image) const {
  if (image.key == key_) {
    return;
  }
  backend::ThrowError(
      ErrorCode::ModuleLoad, "load image", name_,
      Concat("the header of `", name_, "` was made for the kernels with key ", key_,
             ", the image holds those with key ", image.key.empty() ? "(none)" : image.key,
             ": build header and image from the same kernel file again"));
}

core::ModuleState& StaticImage::Publish(std::shared_ptr<const abi::KernelImage> image) {
  CheckKey(*image);
  auto state = std::make_unique<core::ModuleState>(std::move(image));
  state_.store(state.get(), std::memory_order_release);
  return *state.release();
}

core::ModuleState& StaticImage::State() {
  if (core::ModuleState* const state = state_.load(std::memory_order_acquire)) [[likely]] {
    return *state;
  }
  const std::lock_guard lock(ReadingMutex());
  if (core::ModuleState* const state = state_.load(std::memory_order_acquire)) {
    return *state;
  }
  if (linked_ == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "launch", name_,
                        Concat("the image of `", name_, "` has not been loaded: call LoadImage() "
                                                        "with its file before the first launch"));
  }
  const std::span bytes(static_cast<const std::byte*>(linked_->bytes),
                        static_cast<std::size_t>(linked_->size));
  std::shared_ptr<const abi::KernelImage> image = ReadImage(bytes, name_);
  if (linked_->entry_count == 0) {
    return Publish(std::move(image));
  }
  auto linked = std::make_shared<abi::KernelImage>(*image);
  linked->linked_entries.assign(linked_->entries, linked_->entries + linked_->entry_count);
  return Publish(std::move(linked));
}

void StaticImage::Load(const std::string& path) {
  std::shared_ptr<const abi::KernelImage> image = ReadImageFile(path);
  const std::lock_guard lock(ReadingMutex());
  if (linked_ != nullptr || state_.load(std::memory_order_acquire) != nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "load image", path,
                        Concat("`", name_, "` has its image already"));
  }
  Publish(std::move(image));
}

void StaticImage::Launch(std::size_t kernel, const LaunchConfig& config, backend::Context* context,
                         std::span<const std::byte> params) {
  core::ModuleState& state = State();
  if (config.stream.impl() != nullptr) {
    backend::Context& streams = config.stream.impl()->context();
    if (context != nullptr && context != &streams) [[unlikely]] {
      backend::ThrowError(
          ErrorCode::InvalidArgument, "launch",
          Concat("kernel `", state.image().kernels[kernel].name, '`'),
          Concat("the arrays are on ", context->device().name(), ", the stream belongs to ",
                 context->device().name() == streams.device().name() ? "another context of " : "",
                 streams.device().name()));
    }
    context = &streams;
  }
  backend::Module* module = nullptr;
  if (context != nullptr) {
    module = state.Find(*context);
  }
  if (module == nullptr) [[unlikely]] {
    const std::shared_ptr<backend::Context> current =
        context != nullptr ? context->shared_from_this() : current_context().impl();
    backend::ThrowIfFailed(state.Get(*current, &module));
  }
  core::LaunchPacked(module->function(kernel), config, params);
}

Kernel StaticImage::kernel(std::size_t index, const Context& context) {
  core::ModuleState& state = State();
  backend::Module* module = nullptr;
  backend::ThrowIfFailed(state.Get(*context.impl(), &module));
  // The state is never destroyed, so nobody need own it.
  return Kernel(std::shared_ptr<core::ModuleState>(std::shared_ptr<void>(), &state), index,
                &module->function(index));
}

}  // namespace kernelc
