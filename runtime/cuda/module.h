// Modules and kernels of a CUDA device.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/cuda/context.h"

namespace kernelc::cuda {

class CudaModule final : public backend::Module {
 public:
  static backend::Status Load(CudaContext& context, std::shared_ptr<const abi::KernelImage> image,
                              std::unique_ptr<backend::Module>* module);
  // As the driver knows it. A library, where there is one, owns the module.
  struct Handles {
    ModuleHandle module = nullptr;
    LibraryHandle library = nullptr;
  };
  // Takes over `handles`.
  CudaModule(std::shared_ptr<backend::Context> context,
             std::shared_ptr<const abi::KernelImage> image, const Handles& handles)
      : Module(std::move(context), std::move(image)), handles_(handles) {}
  ~CudaModule() override;

 private:
  backend::Status LoadFunctions();
  backend::Status FindFunction(const abi::KernelInfo& info, const std::string& symbol,
                               FunctionHandle* handle);
  CudaContext& cuda_context() const noexcept { return static_cast<CudaContext&>(context()); }

  Handles handles_;
  // Null where the code reports no errors.
  std::unique_ptr<ErrorRecord> errors_;
};

class CudaFunction final : public backend::Function {
 public:
  // `coarse` is the second function of a kernel that has_coarse, else null.
  CudaFunction(CudaContext& context, const abi::KernelInfo& info, FunctionHandle handle,
               FunctionHandle coarse);
  // Asks the driver for attributes and limits. The context is current.
  backend::Status ReadAttributes();

  backend::Status DoLaunch(backend::Stream& stream, const LaunchConfig& config,
                         const std::byte* params) override;
  backend::Status GetMaxActiveBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                     int* blocks) override;
  backend::Status GetMaxCooperativeBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                          std::uint64_t* blocks) override;
  // What a node of a graph that starts this kernel does from its next replay on.
  backend::Status SetNode(GraphExecHandle exec, GraphNodeHandle node, const LaunchConfig& config,
                          const std::byte* params);
  // The answer without dynamic shared memory is kept: launches by element count ask each time.
  backend::Status SuggestBlock(std::size_t dynamic_shared_bytes,
                               OccupancySuggestion* suggestion) override;

 private:
  // Allows blocks all the shared memory that the device has; without it they have the portable 48
  // KiB.
  backend::Status OptInToSharedMemory(std::size_t dynamic_shared_bytes);
  // What the driver is given for a launch with a packed buffer.
  class Form;
  // The grid has so many blocks that threads which do the work of several fill the device.
  bool TakesCoarse(const LaunchConfig& config) const noexcept;
  // The address of each parameter, for the forms of launch that take no packed buffer.
  class ParamAddresses;
  backend::Status LaunchCooperative(StreamHandle stream, const LaunchConfig& config,
                                    const std::byte* params);

  CudaContext& context_;
  FunctionHandle handle_;
  FunctionHandle coarse_;
  // Threads of a grid from which on `coarse_` takes it.
  std::uint64_t coarse_threads_ = 0;
  // Threads of a block that `coarse_` can have.
  int coarse_max_threads_ = 0;
  // Never freed: errors that come after the module is gone still name the kernel.
  const std::string* name_;
  std::atomic<bool> opted_in_{false};
  // Grid and block of the kept suggestion; 0: none yet.
  std::atomic<std::uint64_t> suggestion_{0};
};

}  // namespace kernelc::cuda
