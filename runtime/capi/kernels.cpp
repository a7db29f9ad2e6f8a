// Modules, kernels and launches of the C API.
#include <span>
#include <string_view>
#include <vector>

#include "kernelc/occupancy.h"
#include "runtime/backend/text.h"
#include "runtime/capi/arguments.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ContextOf;
using kernelc::capi::FindAs;
using kernelc::capi::GiveHandle;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::KernelObject;
using kernelc::capi::ModuleObject;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamOrDefault;

namespace kernelc::capi {
namespace {

using backend::Concat;

const Kernel& LoadedOf(const char* function, kernelc_kernel handle) {
  const Kernel* const loaded = FindAs<KernelObject>(function, HandleKind::Kernel, handle).loaded();
  if (loaded == nullptr) {
    throw Failure(KERNELC_NOT_SUPPORTED, Concat(function,
                                                ": the kernel is compiled for each launch; take "
                                                "kernelc_kernel_specialize()"));
  }
  return *loaded;
}

kernelc_occupancy OccupancyOf(const OccupancyRecord& record) {
  kernelc_occupancy out{};
  out.blocks = record.tb_per_mp;
  out.warps = record.warps_per_mp;
  out.occupancy = record.occupancy;
  out.limited_by = occupancy_limit_name(record.limited_by).data();
  return out;
}

std::vector<std::string> ParamNames(const abi::KernelInfo& info) {
  std::vector<std::string> names;
  for (const abi::ParamInfo& param : info.params) {
    names.push_back(param.name);
  }
  return names;
}

// A kernel whose code is there.
class LoadedKernel : public KernelObject {
 public:
  explicit LoadedKernel(Kernel kernel)
      : KernelObject(kernel.name(), ParamNames(kernel.info()), SignatureText(kernel.info())),
        kernel_(std::move(kernel)) {}
  const Kernel* loaded() const noexcept override { return &kernel_; }
  void Launch(const LaunchConfig& config, std::span<const Arg> args) const override {
    kernel_.LaunchArgs(config, args);
  }
  void LaunchForAll(std::int64_t elements, StreamRef stream,
                    std::span<const Arg> args) const override {
    if (elements != 0) {
      kernel_.LaunchArgs(kernel_.ConfigFor(elements, {.stream = stream}), args);
    }
  }
  BoundKernel Bind(std::span<const Arg> args) const override { return kernel_.BindArgs(args); }

 private:
  Kernel kernel_;
};

const Module& ModuleOf(const char* function, kernelc_module handle) {
  return FindAs<ModuleObject>(function, HandleKind::Module, handle).module;
}

const KernelObject& KernelOf(const char* function, kernelc_kernel handle) {
  return FindAs<KernelObject>(function, HandleKind::Kernel, handle);
}

[[noreturn]] void ThrowNoSuch(const char* function, std::string_view what, std::size_t index,
                              std::size_t count) {
  throw Failure(KERNELC_NOT_FOUND,
                Concat(function, ": there is no ", what, " number ", index, " of ", count));
}

}  // namespace

std::unique_ptr<HandleObject> LoadedKernelObject(const Kernel& kernel) {
  return std::make_unique<LoadedKernel>(kernel);
}

}  // namespace kernelc::capi

using kernelc::capi::KernelOf;
using kernelc::capi::ModuleOf;

kernelc_status kernelc_module_load(kernelc_context context, const void* bytes, size_t size,
                                   const char* name, kernelc_module* module) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "module", module);
    RequirePointer(function, "bytes", bytes);
    GiveHandle<ModuleObject>(
        HandleKind::Module, module,
        kernelc::Module::FromBytes(ContextOf(function, context),
                                   std::span(static_cast<const std::byte*>(bytes), size),
                                   name == nullptr ? "image" : name));
  });
}

kernelc_status kernelc_module_load_file(kernelc_context context, const char* path,
                                        kernelc_module* module) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "module", module);
    RequirePointer(function, "path", path);
    GiveHandle<ModuleObject>(HandleKind::Module, module,
                             kernelc::Module::FromFile(ContextOf(function, context), path));
  });
}

kernelc_status kernelc_module_destroy(kernelc_module module) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Module, module);
}

kernelc_status kernelc_module_kernel_count(kernelc_module module, size_t* count) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "count", count);
    *count = ModuleOf(function, module).kernels().size();
  });
}

kernelc_status kernelc_module_kernel_name(kernelc_module module, size_t index, const char** name) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    const std::vector<kernelc::Kernel> kernels = ModuleOf(function, module).kernels();
    if (index >= kernels.size()) {
      kernelc::capi::ThrowNoSuch(function, "kernel", index, kernels.size());
    }
    *name = kernels[index].name().c_str();
  });
}

kernelc_status kernelc_module_kernel(kernelc_module module, const char* name,
                                     kernelc_kernel* kernel) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    RequirePointer(function, "kernel", kernel);
    GiveHandle<kernelc::capi::LoadedKernel>(HandleKind::Kernel, kernel,
                                            ModuleOf(function, module).kernel(name));
  });
}

kernelc_status kernelc_kernel_destroy(kernelc_kernel kernel) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Kernel, kernel);
}

kernelc_status kernelc_kernel_name(kernelc_kernel kernel, const char** name) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    *name = KernelOf(function, kernel).name().c_str();
  });
}

kernelc_status kernelc_kernel_signature(kernelc_kernel kernel, const char** signature) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "signature", signature);
    *signature = KernelOf(function, kernel).signature().c_str();
  });
}

kernelc_status kernelc_kernel_param_count(kernelc_kernel kernel, size_t* count) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "count", count);
    *count = KernelOf(function, kernel).params().size();
  });
}

kernelc_status kernelc_kernel_param_name(kernelc_kernel kernel, size_t index, const char** name) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    const auto& params = KernelOf(function, kernel).params();
    if (index >= params.size()) {
      kernelc::capi::ThrowNoSuch(function, "parameter", index, params.size());
    }
    *name = params[index].c_str();
  });
}

kernelc_status kernelc_kernel_get_attributes(kernelc_kernel kernel,
                                             kernelc_kernel_attributes* attributes) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc::KernelAttributes& known = kernelc::capi::LoadedOf(function, kernel).attributes();
    kernelc_kernel_attributes out{};
    out.registers = known.registers;
    out.max_threads_per_block = known.max_threads_per_block;
    out.static_shared_bytes = known.static_shared_bytes;
    out.local_bytes = known.local_bytes;
    kernelc::capi::FillStruct(function, attributes, out);
  });
}

kernelc_status kernelc_arch_occupancy(const char* arch, int32_t threads, uint64_t shared_bytes,
                                      int32_t registers, kernelc_occupancy* occupancy) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "arch", arch);
    const kernelc::DeviceData device{std::string_view(arch)};
    const kernelc::OccupancyRecord record(device, threads, shared_bytes, registers);
    kernelc::capi::FillStruct(function, occupancy, kernelc::capi::OccupancyOf(record));
  });
}

kernelc_status kernelc_kernel_occupancy(kernelc_kernel kernel, int32_t threads,
                                        uint64_t dynamic_shared_bytes,
                                        kernelc_occupancy* occupancy) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc::OccupancyRecord record(kernelc::capi::LoadedOf(function, kernel), threads,
                                          dynamic_shared_bytes);
    kernelc::capi::FillStruct(function, occupancy, kernelc::capi::OccupancyOf(record));
  });
}

kernelc_status kernelc_launch(kernelc_kernel kernel, const kernelc_launch_config* config,
                              const kernelc_arg* args, size_t count) {
  return Guard(__func__, [&, function = __func__] {
    const KernelObject& object = KernelOf(function, kernel);
    const kernelc::capi::Arguments arguments(function, args, count);
    object.Launch(kernelc::capi::ConfigOf(function, config), arguments.list());
  });
}

kernelc_status kernelc_launch_for_all(kernelc_kernel kernel, int64_t elements,
                                      kernelc_stream stream, const kernelc_arg* args,
                                      size_t count) {
  return Guard(__func__, [&, function = __func__] {
    const KernelObject& object = KernelOf(function, kernel);
    const kernelc::capi::Arguments arguments(function, args, count);
    object.LaunchForAll(elements, StreamOrDefault(function, stream), arguments.list());
  });
}
