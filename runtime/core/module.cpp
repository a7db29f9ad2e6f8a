#include "kernelc/module.h"

#include <utility>

#include "kernelc/image.h"
#include "runtime/backend/text.h"
#include "runtime/core/module_state.h"

namespace kernelc {

namespace core {

ModuleState::~ModuleState() {
  for (Node* node = modules_.load(std::memory_order_relaxed); node != nullptr;) {
    Node* const next = node->next;
    delete node;
    node = next;
  }
}

backend::Module* ModuleState::Find(const backend::Context& context) const noexcept {
  for (Node* node = modules_.load(std::memory_order_acquire); node != nullptr; node = node->next) {
    if (&node->module->context() == &context) {
      return node->module.get();
    }
  }
  return nullptr;
}

backend::Status ModuleState::Get(backend::Context& context, backend::Module** module) {
  *module = Find(context);
  if (*module != nullptr) {
    return {};
  }
  const std::lock_guard lock(loading_);
  *module = Find(context);
  if (*module != nullptr) {
    return {};
  }
  auto node = std::make_unique<Node>();
  std::unique_ptr<backend::Module> loaded;
  KC_RETURN_IF_FAILED(context.LoadModule(image_, &loaded));
  loaded->OwnFunctions(image_);
  node->module = std::move(loaded);
  *module = node->module.get();
  node->next = modules_.load(std::memory_order_relaxed);
  modules_.store(node.release(), std::memory_order_release);
  return {};
}

}  // namespace core

std::vector<std::byte> AssemblePtx(const Context& context, std::string_view ptx, unsigned level) {
  if (level > abi::kAssemblerLevel) {
    backend::ThrowError(ErrorCode::InvalidArgument, "assemble", context.device().name(),
                        backend::Concat("the optimisation level is ", level, "; there are 0 to ",
                                        abi::kAssemblerLevel));
  }
  std::vector<std::byte> code;
  backend::ThrowIfFailed(context.impl()->Assemble(ptx, {}, level, &code));
  return code;
}

std::vector<std::byte> LinkPtx(const Context& context, std::string_view ptx,
                               std::span<const LinkInput> inputs) {
  std::vector<std::byte> code;
  backend::ThrowIfFailed(context.impl()->Assemble(ptx, inputs, abi::kAssemblerLevel, &code));
  return code;
}

std::string AssemblerName(const Context& context) {
  std::string name;
  backend::ThrowIfFailed(context.impl()->GetAssembler(&name));
  return name;
}

Module::Module(const Context& context, std::shared_ptr<const abi::KernelImage> image)
    : context_(context) {
  if (image == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "load module", context.device().name(),
                        "there is no image");
  }
  state_ = std::make_shared<core::ModuleState>(std::move(image));
  backend::Module* module = nullptr;
  backend::ThrowIfFailed(state_->Get(*context.impl(), &module));
}

Module Module::FromBytes(const Context& context, std::span<const std::byte> bytes,
                         std::string_view name) {
  return Module(context, ReadImage(bytes, name));
}

Module Module::FromFile(const Context& context, const std::string& path) {
  return Module(context, ReadImageFile(path));
}

const abi::KernelImage& Module::image() const noexcept { return state_->image(); }

Context Module::context() const noexcept { return context_; }

Kernel Module::kernel(std::string_view name) const {
  const std::vector<abi::KernelInfo>& infos = image().kernels;
  std::string names;
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (infos[i].is_variant()) {
      continue;
    }
    if (infos[i].name == name) {
      return Kernel(state_, i, &state_->Find(*context_.impl())->function(i));
    }
    names += backend::Concat(i == 0 ? "" : ", ", '`', infos[i].name, '`');
  }
  backend::ThrowError(ErrorCode::NotFound, "find kernel", backend::Concat('`', name, '`'),
                      infos.empty() ? "the image has no kernels" : "the image has " + names);
}

std::vector<Kernel> Module::kernels() const {
  std::vector<Kernel> out;
  backend::Module* const module = state_->Find(*context_.impl());
  for (std::size_t i = 0; i < image().kernels.size(); ++i) {
    if (!image().kernels[i].is_variant()) {
      out.push_back(Kernel(state_, i, &module->function(i)));
    }
  }
  return out;
}

}  // namespace kernelc
