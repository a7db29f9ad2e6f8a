// Kernels from expressions in the C API: kernel handles whose launches choose grid and block
// themselves.
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compiler/driver/c_api.h"
#include "kernelc/expressions.h"
#include "kernelc/kernelc.h"

using kernelc::capi::HandleKind;
using kernelc::capi::RequirePointer;

namespace kernelc::driver {
namespace {

// Puts the results of `inputs` into `outputs`.
using Call = std::function<void(std::span<const DeviceArrayAny> outputs,
                                std::span<const Arg> inputs, StreamRef stream)>;

class ExpressionKernel : public capi::KernelObject {
 public:
  // Parameters: `outputs` results, then the inputs.
  ExpressionKernel(std::string name, std::size_t outputs, const std::vector<std::string>& inputs,
                   Call call)
      : KernelObject(name, ParametersOf(outputs, inputs), SignatureOf(name, outputs, inputs)),
        outputs_(outputs),
        call_(std::move(call)) {}

  const Kernel* loaded() const noexcept override { return nullptr; }
  void Launch(const LaunchConfig& config, std::span<const Arg> args) const override {
    Start(config.stream, args);
  }
  void LaunchForAll(std::int64_t, StreamRef stream, std::span<const Arg> args) const override {
    Start(stream, args);
  }
  BoundKernel Bind(std::span<const Arg>) const override {
    throw capi::Failure(KERNELC_NOT_SUPPORTED, "kernelc_kernel_bind: `" + name() +
                                                   "` is made from an expression; launch it");
  }

 private:
  static std::vector<std::string> ParametersOf(std::size_t outputs,
                                               const std::vector<std::string>& inputs) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < outputs; ++k) {
      names.push_back("out" + std::to_string(k));
    }
    names.insert(names.end(), inputs.begin(), inputs.end());
    return names;
  }

  static std::string SignatureOf(const std::string& name, std::size_t outputs,
                                 const std::vector<std::string>& inputs) {
    std::string text = name + "(";
    for (const std::string& parameter : ParametersOf(outputs, inputs)) {
      text += (text.back() == '(' ? "" : ", ") + parameter;
    }
    return text + ")";
  }

  void Start(StreamRef stream, std::span<const Arg> args) const {
    if (args.size() < outputs_) {
      throw capi::Failure(KERNELC_TYPE_MISMATCH, "kernelc_launch: `" + name() + "` takes " +
                                                     std::to_string(params().size()) +
                                                     " arguments");
    }
    std::vector<DeviceArrayAny> outputs;
    for (const Arg& arg : args.first(outputs_)) {
      if (arg.kind() != abi::ArgKind::Array) {
        throw capi::Failure(KERNELC_TYPE_MISMATCH,
                            "kernelc_launch: argument " + std::to_string(outputs.size()) + " of `" +
                                name() + "` takes a result, so that it must be an array");
      }
      outputs.push_back(arg.array());
    }
    WithDiagnostics([&] { call_(outputs, args.subspan(outputs_), stream); });
  }

  std::size_t outputs_;
  Call call_;
};

void GiveKernel(const char* function, kernelc_kernel* kernel, std::string name, std::size_t outputs,
                const std::vector<std::string>& inputs, Call call) {
  RequirePointer(function, "kernel", kernel);
  GiveHandle(HandleKind::Kernel, kernel,
             std::make_unique<ExpressionKernel>(std::move(name), outputs, inputs, std::move(call)));
}

std::string TextOr(const char* text, const char* otherwise) {
  return text != nullptr ? text : otherwise;
}

}  // namespace
}  // namespace kernelc::driver

using namespace kernelc::driver;

kernelc_status kernelc_elementwise_kernel(const char* statements, kernelc_kernel* kernel) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "statements", statements);
    const kernelc::Elementwise made{std::string(statements)};
    GiveKernel(function, kernel, "elementwise", made.outputs().size(), made.inputs(),
               [made](auto outputs, auto inputs, kernelc::StreamRef stream) {
                 made.Launch({.outputs = outputs, .stream = stream}, inputs);
               });
  });
}

kernelc_status kernelc_reduction_kernel(const char* map, const char* reduce, const char* neutral,
                                 const int32_t* axes, size_t axis_count, kernelc_kernel* kernel) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "reduce", reduce);
    const std::string text = TextOr(map, "x");
    const kernelc::Reduction made(text, reduce, TextOr(neutral, ""));
    std::optional<std::vector<int>> dimensions;
    if (axes != nullptr) {
      dimensions.emplace(axes, axes + axis_count);
    }
    GiveKernel(function, kernel, "reduction", made.outputs().size(), made.inputs(),
               [made, dimensions](auto outputs, auto inputs, kernelc::StreamRef stream) {
                 made.CallArgs({.axes = dimensions, .outputs = outputs, .stream = stream}, inputs);
               });
  });
}

kernelc_status kernelc_scan_kernel(const char* map, const char* reduce, const char* neutral,
                            int32_t exclusive, const int32_t* axis, kernelc_kernel* kernel) {
  return GuardCompile(__func__, [&, function = __func__] {
    RequirePointer(function, "reduce", reduce);
    const std::string text = TextOr(map, "x");
    const kernelc::Scan made = exclusive != 0
                                   ? kernelc::Scan::Exclusive(reduce, TextOr(neutral, ""), text)
                                   : kernelc::Scan(reduce, TextOr(neutral, ""), text);
    const std::optional<int> dimension = axis != nullptr ? std::optional<int>(*axis) : std::nullopt;
    GiveKernel(function, kernel, "scan", made.outputs().size(), made.inputs(),
               [made, dimension](auto outputs, auto inputs, kernelc::StreamRef stream) {
                 made.CallArgs({.axis = dimension, .outputs = outputs, .stream = stream}, inputs);
               });
  });
}
