// Kernels: functions that decorators of Numba and kernelc made, and their launches.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/host/context.h"
#include "compiler/host/snapshot.h"

namespace kernelc::host {
namespace {

struct Decorator {
  std::string_view path;
  // What it makes is launched.
  bool is_kernel;
};

constexpr Decorator kDecorators[] = {
    {"kernelc.device", false},   {"kernelc.jit", true},       {"kernelc.kernel", true},
    {"kernelc.reduce", true},    {"kernelc.vectorize", true}, {"kernelc.guvectorize", true},
    {"numba.cfunc", false},      {"numba.cuda.Reduce", true}, {"numba.cuda.jit", true},
    {"numba.cuda.reduce", true}, {"numba.guvectorize", true}, {"numba.jit", false},
    {"numba.jit_module", false}, {"numba.njit", false},       {"numba.stencil", false},
    {"numba.vectorize", true},
};

// Functions that only read their arguments and keep none.
constexpr std::string_view kReading[] = {
    "numba.cuda.close",
    "numba.cuda.current_context",
    "numba.cuda.default_stream",
    "numba.cuda.detect",
    "numba.cuda.device_array",
    "numba.cuda.event",
    "numba.cuda.get_current_device",
    "numba.cuda.is_available",
    "numba.cuda.list_devices",
    "numba.cuda.pinned_array",
    "numba.cuda.select_device",
    "numba.cuda.stream",
    "numba.cuda.synchronize",
    "numba.cuda.to_device",
    "numba.cuda.device_array_like",
    "numba.cuda.managed_array",
};

Value MakeKernel(Context& c, const Decorator& decorator, const Value& function, bool is_device) {
  Object* kernel = c.heap.New(Kind::Kernel);
  auto info = std::make_unique<KernelInfo>();
  info->decorator = decorator.path;
  info->is_kernel = decorator.is_kernel && !is_device;
  kernel->payload = std::move(info);
  kernel->state.attributes = std::make_unique<Table>();
  if (!function.is_undefined()) {
    kernel->state.items = {function};
    kernel->text = function.object->text;
    c.kernels.push_back(kernel);
  }
  return Value::Of(kernel);
}

Value Configured(Context& c, Object* kernel, bool is_launch) {
  Object* configured = c.heap.New(Kind::Kernel);
  auto info = std::make_unique<KernelInfo>(kernel->As<KernelInfo>());
  info->is_launch = is_launch;
  info->is_forall = !is_launch;
  configured->payload = std::move(info);
  configured->state.attributes = std::make_unique<Table>();
  configured->state.items = {Value::Of(kernel)};
  return Value::Of(configured);
}

// A launch while the run waits for that of one kernel.
Value Launch(Context& c, const Object* configured, const Arguments& a) {
  const Object* kernel = configured->state.items[0].object;
  const Value& function = kernel->state.items[0];
  if (function.is(Kind::Function) && function.object->As<FunctionInfo>().node == c.target) {
    TakeOutcome(c, true);
    // Several kernels of one text may be launched at several times.
    if (function.object->As<FunctionInfo>().outer == nullptr) {
      throw Ended{};
    }
  }
  for (const Value& value : a.values) {
    c.heap.Escape(value, c.where);
  }
  return Value::None();
}

}  // namespace

Value CallExternal(Context& c, Object* external, const Arguments& a) {
  for (const Decorator& decorator : kDecorators) {
    if (decorator.path != external->text) {
      continue;
    }
    const Value device = a.Get(99, "device");
    const bool is_device = !device.is_undefined() && TruthOf(c, device) == Truthiness::True;
    if (!a.values.empty() && a.values[0].is(Kind::Function)) {
      return MakeKernel(c, decorator, a.values[0], is_device);
    }
    const bool is_known = std::ranges::none_of(a.values, [](const Value& value) {
      return value.is(Kind::Class) || value.is(Kind::Kernel);
    });
    return is_known ? MakeKernel(c, decorator, Value(), is_device)
                    : CallUnknown(c, Value::Of(external), a);
  }
  if (external->text == "numba.cuda.is_available" && c.target != nullptr) {
    // Kernels are compiled to be launched.
    return Value::Bool(true);
  }
  if (std::ranges::find(kReading, external->text) != std::end(kReading)) {
    MayRaise(c);
    return Lose(c, fmt::format("comes from `{}`", external->text));
  }
  return CallUnknown(c, Value::Of(external), a);
}

Value CallKernel(Context& c, Object* kernel, const Arguments& a) {
  const KernelInfo& info = kernel->As<KernelInfo>();
  if (info.is_launch && info.is_kernel && c.target == nullptr) {
    TakeSnapshot(c, true);
    throw Ended{};
  }
  if (info.is_launch && info.is_kernel) {
    return Launch(c, kernel, a);
  }
  if (info.is_forall) {
    return Configured(c, kernel->state.items[0].object, true);
  }
  if (kernel->state.items.empty() && a.values.size() == 1 && a.values[0].is(Kind::Function)) {
    for (const Decorator& decorator : kDecorators) {
      if (decorator.path == info.decorator) {
        return MakeKernel(c, decorator, a.values[0], decorator.is_kernel && !info.is_kernel);
      }
    }
  }
  return CallUnknown(c, Value::Of(kernel), a);
}

Value ConfigureKernel(Context& c, const Value& kernel, const Value& configuration) {
  if (kernel.is(Kind::External)) {
    if (kernel.object->text == "sys.modules") {
      ExposeModules(c);
      GiveUp(c, "is a module of the program");
    }
    Object* external = c.heap.New(Kind::External);
    external->text = fmt::format("{}[{}]", kernel.object->text, Repr(c, configuration));
    return Value::Of(external);
  }
  const KernelInfo& info = kernel.object->As<KernelInfo>();
  if (!info.is_kernel || kernel.object->state.items.empty()) {
    GiveUp(c, "is a function configured in a way that is not followed");
  }
  return Configured(c, kernel.object, true);
}

Value KernelAttribute(Context& c, Object* kernel, std::string_view name) {
  if (const Entry* own = kernel->state.attributes->FindName(name);
      own != nullptr && !own->value.is_undefined()) {
    return own->value;
  }
  const KernelInfo& info = kernel->As<KernelInfo>();
  if (name == "forall" && info.is_kernel && !kernel->state.items.empty()) {
    return Configured(c, kernel, false);
  }
  if (name == "py_func" && !kernel->state.items.empty() &&
      kernel->state.items[0].is(Kind::Function)) {
    return kernel->state.items[0];
  }
  if (name == "__name__") {
    return c.heap.Str(kernel->text);
  }
  return Lose(c, fmt::format("`{}` of a kernel is not followed", name));
}

Value GetClassItem(Context& c, const Value& cls, const Value& index) {
  if (Object* metaclass = cls.object->As<ClassInfo>().metaclass) {
    const Value own = FindOwn(c, metaclass, "__getitem__");
    if (!own.is_undefined()) {
      return Call(c, Bind(c, own, cls, metaclass), {index});
    }
  }
  const Value own = FindOwn(c, cls.object, "__class_getitem__");
  if (!own.is_undefined()) {
    return Call(c, Bind(c, own, Value(), cls.object), {index});
  }
  GiveUp(c, "is a type with parameters");
}

}  // namespace kernelc::host
