// Elementwise: one thread for each element, over one flat loop where arrays lie alike, else over as
// many dimensions as it takes.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "compiler/driver/generate/call.h"
#include "compiler/driver/generate/cuda_function.h"
#include "compiler/driver/generate/function_text.h"
#include "compiler/driver/generate/program_access.h"
#include "kernelc/expressions.h"

namespace kernelc::driver::generate {
namespace {

constexpr const char* kWhat = "elementwise";
constexpr std::string_view kFunction = "_kc_function";
constexpr std::uint32_t kThreads = 256;
// Elements of a thread where there are many.
constexpr std::uint32_t kItems = 4;
// Numbers of kernels from here on are those of loops over several dimensions.
constexpr std::uint64_t kLoopKernels = 1000;
constexpr std::int64_t kManyElements = std::int64_t{1} << 20;
constexpr std::int64_t kSmall = std::int64_t{1} << 31;

// What one set of types needs.
struct ElementwisePlan {
  FileText file;
  std::string call;
  ParameterTypes types;
  // Of new arrays.
  std::vector<ScalarKind> results;
  Variants kernels;
};

}  // namespace

class ElementwiseState {
 public:
  ElementwiseState(Interface interface, FileText file, std::string call)
      : interface_(std::move(interface)), file_(std::move(file)), call_(std::move(call)) {
    CheckInterface(interface_, kWhat);
  }
  ElementwiseState(Interface interface, CudaFunction function, FileText file)
      : ElementwiseState(std::move(interface), std::move(file), std::string(kFunction)) {
    cuda_ = std::move(function);
  }

  const Interface& interface() const { return interface_; }

  std::vector<DeviceArrayAny> Call(const ElementwiseCall& call, std::span<const Arg> args) {
    const Parameters parameters = BindParameters(interface_, args, call.scalars, kWhat);
    const std::vector<const DeviceArrayAny*> arrays = parameters.present();
    const Context context = ContextOfArrays(arrays, call.stream, kWhat);
    CheckDevice(context);
    const Dims shape = BroadcastShape(arrays, parameters.names(interface_), kWhat);
    ElementwisePlan& plan = PlanFor(parameters, {});
    // F order where that is the order of all arrays of the whole shape.
    const bool is_f =
        std::ranges::any_of(arrays,
                            [&](const auto* array) {
                              return array->shape() == shape && array->layout() == Layout::F;
                            }) &&
        std::ranges::none_of(arrays, [&](const auto* array) {
          return array->shape() == shape && array->layout() != Layout::F;
        });
    std::vector<DeviceArrayAny> outputs;
    for (const ScalarKind kind : plan.results) {
      outputs.push_back(
          DeviceArrayAny::Empty(context, kind, shape, is_f ? Order::F : Order::C, call.stream));
    }
    Start(plan, parameters, outputs, call.stream);
    return outputs;
  }

  void Launch(const ElementwiseCall& call, std::span<const Arg> args) {
    if (call.outputs.empty() || call.outputs.size() > kMaxOutputs) {
      ThrowOutputCount(interface_.outputs.size(), call.outputs.size());
    }
    const Parameters parameters = BindParameters(interface_, args, call.scalars, kWhat);
    ElementwisePlan& plan = PlanFor(parameters, call.outputs);
    Start(plan, parameters, call.outputs, call.stream);
  }

 private:
  [[noreturn]] static void ThrowOutputCount(std::size_t results, std::size_t given) {
    ThrowCall(ErrorCode::TypeMismatch, kWhat,
              fmt::format("gives {} result{}, but {} array{} given for {}", results,
                          results == 1 ? "" : "s", given, given == 1 ? " is" : "s are",
                          results == 1 ? "it" : "them"));
  }

  // CUDA C++ is code for GPUs alone.
  void CheckDevice(const Context& context) const {
    if (cuda_ && context.device().kind() == DeviceKind::Cpu) {
      ThrowCall(ErrorCode::NotSupported, fmt::format("CUDA C++ function `{}`", cuda_->name),
                "the CPU device runs no CUDA C++; write the expression in the kernel language, "
                "which runs on both");
    }
  }

  ElementwisePlan& PlanFor(const Parameters& parameters, std::span<const DeviceArrayAny> outputs) {
    return plans_.Get(PlanKey(parameters, outputs), [&] { return MakePlan(parameters, outputs); });
  }

  std::unique_ptr<ElementwisePlan> MakePlan(const Parameters& parameters,
                                            std::span<const DeviceArrayAny> outputs) const {
    auto plan = std::make_unique<ElementwisePlan>();
    plan->file = file_;
    plan->call = call_;
    const std::span kinds(parameters.kinds.data(), parameters.count);
    plan->types = TypesOfParameters(interface_, kinds, parameters.is_weak(), file_.converts);
    if (cuda_) {
      PlanCuda(parameters, plan.get());
    } else {
      std::vector<ScalarKind> passed = plan->types.converted;
      if (interface_.uses_index) {
        passed.push_back(ScalarKind::Int64);
      }
      plan->results = ResultKinds(plan->file, plan->call, passed, kWhat);
    }
    if (outputs.empty()) {
      return plan;
    }
    if (plan->results.size() != outputs.size()) {
      ThrowOutputCount(plan->results.size(), outputs.size());
    }
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      if (!CanStore(plan->results[k], outputs[k].kind())) {
        ThrowCall(
            ErrorCode::TypeMismatch, kWhat,
            fmt::format("the result `{0}` is {1}, which an array of {2} does not hold; convert in "
                        "the expression, as in `{2}(...)`",
                        OutputName(k), abi::scalar_info(plan->results[k]).text,
                        ToString(outputs[k].element())));
      }
    }
    return plan;
  }

  std::string OutputName(std::size_t k) const {
    return k < interface_.outputs.size() ? interface_.outputs[k] : fmt::format("out{}", k);
  }

  // torch's rules: one type for all, that of the arrays; a float beside integer arrays is float32.
  void PlanCuda(const Parameters& parameters, ElementwisePlan* plan) const {
    ScalarKind common =
        plan->types.passed.empty() ? ScalarKind::Float32 : plan->types.passed.front();
    const bool has_arrays = parameters.present().size() != 0;
    std::vector<bool> ignored(parameters.count, false);
    bool float_number = false;
    for (std::size_t p = 0; p < parameters.count; ++p) {
      ignored[p] = has_arrays && parameters.arrays[p] == nullptr;
      float_number |=
          ignored[p] && abi::scalar_info(parameters.kinds[p]).cls == abi::ScalarClass::Float;
    }
    if (const auto kind = CommonKind(std::span(plan->types.passed), ignored)) {
      common = *kind;
    }
    if (float_number && CanStore(common, ScalarKind::Int64)) {
      common = ScalarKind::Float32;
    }
    const ScalarKind computed = CudaKindOf(common, kWhat);
    for (std::size_t p = 0; p < parameters.count; ++p) {
      if (parameters.arrays[p] == nullptr) {
        plan->types.passed[p] = computed;
      }
      plan->types.converted[p] = computed;
    }
    plan->results.assign(interface_.outputs.size(), common);
    plan->file.text +=
        CudaFunctionText(*cuda_, computed, parameters.count, interface_.outputs.size());
  }

  void Start(ElementwisePlan& plan, const Parameters& parameters,
             std::span<const DeviceArrayAny> outputs, StreamRef stream) const {
    if (StartFlat(plan, parameters, outputs, stream)) {
      return;
    }
    std::vector<const DeviceArrayAny*> arrays = parameters.present();
    const Dims inputs_shape = BroadcastShape(arrays, parameters.names(interface_), kWhat);
    const Dims& shape = outputs.front().shape();
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      arrays.push_back(&outputs[k]);
      CheckOutput(outputs, k, inputs_shape);
    }
    CheckDevice(ContextOfArrays(arrays, stream, kWhat));
    if (outputs.front().size() == 0) {
      return;
    }
    StartLoop(plan, parameters, outputs, shape, stream);
  }

  // A result may be wider than what the inputs broadcast to, never narrower.
  void CheckOutput(std::span<const DeviceArrayAny> outputs, std::size_t k,
                   const Dims& inputs) const {
    const Dims& shape = outputs.front().shape();
    bool fits = inputs.size() <= shape.size();
    for (std::size_t d = 0; fits && d < inputs.size(); ++d) {
      fits = inputs[d] == 1 || inputs[d] == shape[shape.size() - inputs.size() + d];
    }
    CheckOutputShape(outputs[k], fits ? shape : inputs, OutputName(k), kWhat);
    for (std::size_t other = 0; other < k; ++other) {
      if (MayOverlap(outputs[k], outputs[other])) {
        ThrowCall(ErrorCode::InvalidArgument, kWhat,
                  fmt::format("the arrays for `{}` and `{}` share memory", OutputName(other),
                              OutputName(k)));
      }
    }
  }

  // All arrays of one shape in C order, none of which is overwritten before it is read: no views
  // are made.
  bool StartFlat(ElementwisePlan& plan, const Parameters& parameters,
                 std::span<const DeviceArrayAny> outputs, StreamRef stream) const {
    const DeviceArrayAny& first = outputs.front();
    const auto alike = [&](const DeviceArrayAny& array) {
      return array.layout() == Layout::C && array.shape() == first.shape() &&
             array.context_impl() == first.context_impl();
    };
    if (first.ndim() == 0 || first.size() == 0 || outputs.size() > 1 || cuda_ || !alike(first)) {
      return false;
    }
    Arg args[kMaxParameters + 1];
    args[0] = Arg(first);
    for (std::size_t p = 0; p < parameters.count; ++p) {
      const DeviceArrayAny* array = parameters.arrays[p];
      if (array == nullptr) {
        args[p + 1] = Arg(Number(plan, parameters, p));
        continue;
      }
      const bool safe = array->data() == first.data()
                            ? array->element_size() == first.element_size()
                            : !MayOverlap(*array, first);
      if (!alike(*array) || !safe) {
        return false;
      }
      args[p + 1] = Arg(*array);
    }
    const bool is_line = first.ndim() == 1;
    const std::uint32_t items = ItemsFor(first);
    const JitKernel& kernel = plan.kernels.Get(items * 2 + (is_line ? 0 : 1), [&] {
      return FlatKernel(plan, parameters, !is_line, items);
    });
    kernel.LaunchArgs(ConfigFor((first.size() + items - 1) / items, stream),
                      std::span(args, parameters.count + 1));
    return true;
  }

  ScalarValue Number(const ElementwisePlan& plan, const Parameters& parameters,
                     std::size_t p) const {
    return NumberOf(interface_, plan.types, parameters, p, kWhat);
  }

  // Several elements of a thread are more loads under way on a GPU, where there are enough for all
  // threads.
  static std::uint32_t ItemsFor(const DeviceArrayAny& array) {
    if (array.size() < kManyElements) {
      return 1;
    }
    return array.context().device().kind() == DeviceKind::Cuda ? kItems : 1;
  }

  static LaunchConfig ConfigFor(std::int64_t count, StreamRef stream) {
    const std::int64_t blocks = (count + kThreads - 1) / kThreads;
    if (blocks > kSmall - 1) {
      ThrowCall(ErrorCode::InvalidArgument, kWhat, "arrays of more than 2**39 elements");
    }
    return {.grid = static_cast<std::uint32_t>(blocks), .block = kThreads, .stream = stream};
  }

  void StartLoop(ElementwisePlan& plan, const Parameters& parameters,
                 std::span<const DeviceArrayAny> outputs, const Dims& shape,
                 StreamRef stream) const {
    // What would be overwritten before it is read is copied; the copies live until the launch is
    // made, and are freed behind it.
    std::vector<DeviceArrayAny> copies;
    copies.reserve(parameters.count);
    std::vector<LoopArray> arrays;
    for (const DeviceArrayAny& output : outputs) {
      arrays.push_back({&output, BroadcastStrides(output, shape)});
    }
    for (std::size_t p = 0; p < parameters.count; ++p) {
      const DeviceArrayAny* array = parameters.arrays[p];
      if (array == nullptr) {
        continue;
      }
      const bool overwritten = std::ranges::any_of(outputs, [&](const DeviceArrayAny& output) {
        return MayOverlap(*array, output) && !SameElements(*array, output);
      });
      if (overwritten) {
        copies.push_back(array->Contiguous(stream));
        array = &copies.back();
      }
      arrays.push_back({array, BroadcastStrides(*array, shape)});
    }
    const Loop loop = MakeLoop(shape, std::vector<bool>(shape.size(), false), std::move(arrays),
                               {.keeps_order = interface_.uses_index});
    std::vector<DeviceArrayAny> views;
    for (std::size_t a = 0; a < loop.arrays.size(); ++a) {
      views.push_back(LoopView(loop, a, false));
    }
    std::vector<Arg> args(views.begin(),
                          views.begin() + static_cast<std::ptrdiff_t>(outputs.size()));
    std::size_t next = outputs.size();
    for (std::size_t p = 0; p < parameters.count; ++p) {
      args.push_back(parameters.arrays[p] != nullptr ? Arg(views[next++])
                                                     : Arg(Number(plan, parameters, p)));
    }
    const std::size_t rank = views.front().ndim();
    const bool small = loop.kept_count() < kSmall;
    const std::uint64_t number = kLoopKernels + rank * 2 + (small ? 1 : 0);
    const JitKernel& kernel =
        plan.kernels.Get(number, [&] { return LoopKernel(plan, parameters, rank, small); });
    kernel.LaunchArgs(ConfigFor(loop.kept_count(), stream), args);
  }

  // A thread takes `items` elements, a block apart from each other, and reads all of them before it
  // writes.
  JitKernel FlatKernel(const ElementwisePlan& plan, const Parameters& parameters, bool ravels,
                       std::uint32_t items) const {
    std::string text = Head("_kc_flat", plan, parameters);
    text +=
        fmt::format("    k = _np.int64(_kc.blockIdx.x) * {} + _kc.threadIdx.x\n", kThreads * items);
    for (std::size_t p = 0; ravels && p < parameters.count; ++p) {
      if (parameters.arrays[p] != nullptr) {
        text += fmt::format("    p{0} = p{0}.ravel()\n", p);
      }
    }
    text += ravels ? "    o0 = o0.ravel()\n" : "";
    const auto value = [&](std::string_view place) {
      return fmt::format(
          "{}({})", plan.call,
          Arguments(plan.types, parameters, place, interface_.uses_index ? place : ""));
    };
    if (items == 1) {
      text += fmt::format("    if k < o0.size:\n        o0[k] = {}\n", value("k"));
      return KernelOf(plan.file, text, "_kc_flat");
    }
    text += fmt::format("    if k + {} < o0.size:\n", kThreads * (items - 1));
    for (std::uint32_t item = 0; item < items; ++item) {
      text +=
          fmt::format("        v{} = {}\n", item, value(fmt::format("k + {}", kThreads * item)));
    }
    for (std::uint32_t item = 0; item < items; ++item) {
      text += fmt::format("        o0[k + {}] = v{}\n", kThreads * item, item);
    }
    text += fmt::format("    else:\n        for item in range({}):\n            if k < o0.size:\n",
                        items);
    text += fmt::format("                o0[k] = {}\n            k += {}\n", value("k"), kThreads);
    return KernelOf(plan.file, text, "_kc_flat");
  }

  JitKernel LoopKernel(const ElementwisePlan& plan, const Parameters& parameters, std::size_t rank,
                       bool small) const {
    std::string text = Head("_kc_loop", plan, parameters);
    text += "    k = _kc.grid(1)\n    if k < o0.size:\n";
    text += Unravel("k", rank, "o0", 0, small, 8);
    const std::string place = PlaceText("k", rank);
    const std::string value =
        fmt::format("{}({})", plan.call,
                    Arguments(plan.types, parameters, place, interface_.uses_index ? "k" : ""));
    if (plan.results.size() == 1) {
      text += fmt::format("        o0[{}] = {}\n", place, value);
    } else {
      text += fmt::format("        value = {}\n", value);
      for (std::size_t r = 0; r < plan.results.size(); ++r) {
        text += fmt::format("        o{0}[{1}] = value[{0}]\n", r, place);
      }
    }
    return KernelOf(plan.file, text, "_kc_loop");
  }

  static std::string Head(std::string_view name, const ElementwisePlan& plan,
                          const Parameters& parameters) {
    const std::string inputs = Numbered("p", parameters.count);
    return fmt::format("\n\n@_kc.jit\ndef {}({}{}{}):\n", name, Numbered("o", plan.results.size()),
                       inputs.empty() ? "" : ", ", inputs);
  }

  Interface interface_;
  FileText file_;
  std::string call_;
  std::optional<CudaFunction> cuda_;
  mutable Plans<ElementwisePlan> plans_;
};

}  // namespace kernelc::driver::generate

namespace kernelc {

namespace generate = driver::generate;

Elementwise::Elementwise(std::string statements, const ExpressionOptions& options) {
  generate::ParsedExpression parsed =
      generate::ParseStatements(statements, options, generate::kWhat);
  generate::FileText file = generate::ExpressionFile(generate::kWhat, options.program);
  file.text += generate::FunctionText(generate::kFunction, parsed.interface, parsed.body);
  state_ = std::make_shared<generate::ElementwiseState>(
      std::move(parsed.interface), std::move(file), std::string(generate::kFunction));
}

Elementwise Elementwise::FromFunction(const Program& program, std::string_view function,
                                      const ExpressionOptions& options) {
  const auto& [unit, program_options] = generate::ProgramAccess::PartsOf(program);
  generate::Interface interface = generate::InterfaceOf(*unit, function);
  if (!options.outputs.empty()) {
    interface.outputs = options.outputs;
  }
  return Elementwise(std::make_shared<generate::ElementwiseState>(
      std::move(interface), generate::ProgramFile(*unit, program_options), std::string(function)));
}

Elementwise Elementwise::FromCudaCpp(std::string text, std::size_t outputs,
                                     const ExpressionOptions& options) {
  generate::CudaFunction function = generate::ReadCudaFunction(text);
  generate::Interface interface;
  interface.defaults = options.defaults;
  const std::size_t results = outputs > 1 ? outputs : 0;
  const std::size_t behind = results + options.defaults.size();
  if (outputs == 0 || function.parameters.size() < behind) {
    generate::ThrowCall(
        ErrorCode::InvalidArgument, fmt::format("CUDA C++ function `{}`", function.name),
        fmt::format("it has {} parameters, too few for {} results and {} numbers with "
                    "defaults",
                    function.parameters.size(), outputs, options.defaults.size()));
  }
  interface.inputs.assign(function.parameters.begin(),
                          function.parameters.end() - static_cast<std::ptrdiff_t>(behind));
  if (outputs == 1) {
    interface.outputs = {"out"};
  } else {
    interface.outputs.assign(function.parameters.end() - static_cast<std::ptrdiff_t>(results),
                             function.parameters.end());
  }
  return Elementwise(std::make_shared<generate::ElementwiseState>(
      std::move(interface), std::move(function),
      generate::ExpressionFile(generate::kWhat, options.program)));
}

const std::vector<std::string>& Elementwise::inputs() const noexcept {
  return state_->interface().inputs;
}
const std::vector<std::string>& Elementwise::outputs() const noexcept {
  return state_->interface().outputs;
}

std::vector<DeviceArrayAny> Elementwise::CallArgs(const ElementwiseCall& call,
                                                  std::span<const Arg> args) const {
  if (!call.outputs.empty()) {
    state_->Launch(call, args);
    return {call.outputs.begin(), call.outputs.end()};
  }
  return state_->Call(call, args);
}

void Elementwise::Launch(const ElementwiseCall& call, std::span<const Arg> args) const {
  state_->Launch(call, args);
}

}  // namespace kernelc
