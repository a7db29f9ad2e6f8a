// An image and its modules, one per context that uses it.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "runtime/backend/backend.h"

namespace kernelc::core {

// Lookup takes no lock; modules live until the state is destroyed.
class ModuleState {
 public:
  explicit ModuleState(std::shared_ptr<const abi::KernelImage> image) : image_(std::move(image)) {}
  ~ModuleState();
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;

  const abi::KernelImage& image() const noexcept { return *image_; }
  const std::shared_ptr<const abi::KernelImage>& shared_image() const noexcept { return image_; }
  // The module in `context`; loads it when there is none yet. Threads that ask together load once.
  backend::Status Get(backend::Context& context, backend::Module** module);
  // The module in `context`, or null.
  backend::Module* Find(const backend::Context& context) const noexcept;

 private:
  struct Node {
    std::shared_ptr<backend::Module> module;
    Node* next = nullptr;
  };

  std::shared_ptr<const abi::KernelImage> image_;
  std::atomic<Node*> modules_{nullptr};
  std::mutex loading_;
};

}  // namespace kernelc::core
