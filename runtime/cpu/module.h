// Modules and kernels of the CPU device.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "runtime/abi/cpu_abi.h"
#include "runtime/abi/loader.h"
#include "runtime/backend/backend.h"
#include "runtime/cpu/grid_executor.h"

namespace kernelc::cpu {

class CpuContext;

// The machine code of an image. Launches in flight keep it, so that a module may go while they run.
struct LoadedCode {
  std::shared_ptr<const abi::KernelImage> image;
  // Before the code: the loader must outlive what it loaded.
  std::shared_ptr<abi::ObjectLoader> loader;
  std::unique_ptr<abi::LoadedObject> object;
};

class CpuModule final : public backend::Module {
 public:
  static backend::Status Load(CpuContext& context, std::shared_ptr<const abi::KernelImage> image,
                              std::unique_ptr<backend::Module>* module);
  CpuModule(std::shared_ptr<backend::Context> context,
            std::shared_ptr<const abi::KernelImage> image)
      : Module(std::move(context), std::move(image)) {}
};

class CpuFunction final : public backend::Function {
 public:
  CpuFunction(CpuContext& context, const abi::KernelInfo& info,
              std::shared_ptr<const LoadedCode> code, abi::CpuEntry entry);

  backend::Status DoLaunch(backend::Stream& stream, const LaunchConfig& config,
                         const std::byte* params) override;
  backend::Status GetMaxActiveBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                     int* blocks) override;
  backend::Status GetMaxCooperativeBlocks(std::uint32_t threads, std::size_t dynamic_shared_bytes,
                                          std::uint64_t* blocks) override;
  backend::Status SuggestBlock(std::size_t dynamic_shared_bytes,
                               OccupancySuggestion* suggestion) override;

 private:
  std::shared_ptr<const LoadedCode> code_;
  abi::CpuEntry entry_;
  std::shared_ptr<CostEstimate> cost_;
};

}  // namespace kernelc::cpu
