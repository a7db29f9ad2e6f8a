// Kernels with their arguments in the C API.
#include <utility>

#include "kernelc/bound_kernel.h"
#include "runtime/capi/arguments.h"
#include "runtime/capi/objects.h"

namespace kernelc::capi {
namespace {

struct BoundObject : HandleObject {
  explicit BoundObject(BoundKernel value) : bound(std::move(value)) {}
  BoundKernel bound;
};

BoundKernel& BoundOf(const char* function, kernelc_bound_kernel handle) {
  return FindAs<BoundObject>(function, HandleKind::BoundKernel, handle).bound;
}

}  // namespace
}  // namespace kernelc::capi

using kernelc::capi::Arguments;
using kernelc::capi::BoundObject;
using kernelc::capi::BoundOf;
using kernelc::capi::FindAs;
using kernelc::capi::GiveHandle;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::KernelObject;
using kernelc::capi::RequirePointer;

kernelc_status kernelc_kernel_bind(kernelc_kernel kernel, const kernelc_arg* args, size_t count,
                                   kernelc_bound_kernel* bound) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "bound", bound);
    const KernelObject& object = FindAs<KernelObject>(function, HandleKind::Kernel, kernel);
    const Arguments arguments(function, args, count);
    GiveHandle<BoundObject>(HandleKind::BoundKernel, bound, object.Bind(arguments.list()));
  });
}

kernelc_status kernelc_bound_kernel_destroy(kernelc_bound_kernel bound) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::BoundKernel, bound);
}

kernelc_status kernelc_bound_kernel_launch(kernelc_bound_kernel bound,
                                           const kernelc_launch_config* config) {
  return Guard(__func__, [&, function = __func__] {
    BoundOf(function, bound).Launch(kernelc::capi::ConfigOf(function, config));
  });
}

kernelc_status kernelc_bound_kernel_set(kernelc_bound_kernel bound, size_t index,
                                        const kernelc_arg* arg) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "arg", arg);
    const Arguments arguments(function, arg, 1);
    BoundOf(function, bound).Set(index, arguments.list().front());
  });
}

kernelc_status kernelc_bound_kernel_set_named(kernelc_bound_kernel bound, const char* name,
                                              const kernelc_arg* arg) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "name", name);
    RequirePointer(function, "arg", arg);
    const Arguments arguments(function, arg, 1);
    BoundOf(function, bound).Set(std::string_view(name), arguments.list().front());
  });
}
