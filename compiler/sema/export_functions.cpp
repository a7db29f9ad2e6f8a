// Device functions for callers that are not ours: a function with the C ABI around the one of the program.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/advice/report.h"
#include "compiler/builtins/reserved_symbols.h"
#include "compiler/kir/builder.h"
#include "compiler/sema/program.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

using kir::InstId;

// bool is C's, of one byte.
TypeId MemoryType(TypeId type) { return types::IsBool(type) ? types::kUInt8 : type; }

bool IsNumber(TypeId type) { return types::IsScalar(type) && !types::IsComplex(type); }

// The parts of a parameter as Numba's ABI has them, C's the same: an array is two unused pointers, the number of elements,
// the size of one, the data, shape and strides.
class ParameterWriter {
 public:
  ParameterWriter(kir::Module& module, kir::Builder& builder)
      : store_(module.types), builder_(builder) {}

  // The type that the function of the program takes; none where C has no form for it.
  TypeId TypeOf(const abi::ArgType& type) const {
    switch (type.kind) {
      case abi::ArgKind::Scalar:
        return IsNumber(types::ScalarType(type.scalar)) ? types::ScalarType(type.scalar) : TypeId();
      case abi::ArgKind::Pointer:
        return store_.Pointer(store_.get(store_.FromArg(type)).element,
                              types::AddressSpace::Generic);
      case abi::ArgKind::Array:
        return store_.Array(store_.get(store_.FromArg(type)).element, type.ndim, type.layout,
                            types::AddressSpace::Generic, type.readonly);
      case abi::ArgKind::None:
      case abi::ArgKind::Tuple:
      case abi::ArgKind::Record:
      case abi::ArgKind::Vector:
        return TypeId();
    }
    KC_FATAL("argument kind");
  }

  // Adds the parameter's parts and gives its value.
  InstId Add(const abi::ArgType& type, const std::string& name) {
    const TypeId wanted = TypeOf(type);
    if (type.kind == abi::ArgKind::Scalar) {
      return builder_.Convert(builder_.AddParam(name, MemoryType(wanted)), wanted);
    }
    if (type.kind == abi::ArgKind::Pointer) {
      return builder_.AddParam(name, wanted);
    }
    const TypeId element = store_.get(wanted).element;
    const TypeId pointer = store_.Pointer(element, types::AddressSpace::Generic);
    builder_.AddParam(name + "_meminfo", pointer);
    builder_.AddParam(name + "_parent", pointer);
    builder_.AddParam(name + "_size", types::kInt64);
    builder_.AddParam(name + "_itemsize", types::kInt64);
    std::vector<InstId> operands = {builder_.AddParam(name, pointer)};
    for (unsigned dim = 0; dim < type.ndim; ++dim) {
      operands.push_back(builder_.AddParam(fmt::format("{}_shape{}", name, dim), types::kInt64));
    }
    for (unsigned dim = 0; dim < type.ndim; ++dim) {
      const InstId stride =
          builder_.AddParam(fmt::format("{}_stride{}", name, dim), types::kInt64);
      if (type.layout == types::Layout::A) {
        operands.push_back(stride);
      }
    }
    return builder_.Append(kir::Op::ArrayMake, wanted, operands);
  }

 private:
  types::TypeStore& store_;
  kir::Builder& builder_;
};

void ReportExport(const FunctionInfo& function, std::string what, diag::Emitter& emitter) {
  emitter.Build(function.name_range, diag::Kind::ExportType, function.name, what)
      .Help("parameters are numbers, pointers (`CPointer(float32)`) and arrays, the result is a "
            "number or nothing; take pointers to write others to")
      .Emit();
}

}  // namespace

bool Program::AddExport(const FunctionInfo& function, const std::vector<abi::ArgType>& arg_types,
                        const ExportRequest& request, diag::Emitter& emitter) {
  if (!function.decorator_errors.empty()) {
    for (const diag::Diagnostic& diagnostic : function.decorator_errors) {
      emitter.Emit(diagnostic);
    }
    return false;
  }
  const ast::Arguments& parameters = function.arguments();
  const std::size_t count = parameters.posonlyargs.size() + parameters.args.size();
  if (arg_types.size() != count) {
    emitter
        .Build(function.name_range, diag::Kind::ArgumentCount, function.name, count,
               count == 1 ? "" : "s", arg_types.size())
        .Emit();
    return false;
  }
  PendingExport pending{&function, arg_types, request};
  std::string& name = pending.request.name;
  if (name.empty()) {
    name = function.name.substr(function.name.rfind('.') + 1);
  }
  if (builtins::IsReservedSymbol(name) || !symbols_.emplace(name, 1).second) {
    const bool is_exported = std::ranges::any_of(exports_, [&](const PendingExport& other) {
      return other.request.name == name;
    });
    emitter.Build(function.name_range, diag::Kind::ExternalName, name)
        .Help(
            is_exported
                ? "export it under another name"
                : fmt::format("a kernel, PTX, or CUDA's or C's library has a `{}`, which the code "
                              "may call: export it under another name",
                              name))
        .Emit();
    return false;
  }
  kir::Function unused;
  kir::Builder builder(*module_, unused);
  for (const abi::ArgType& type : arg_types) {
    if (!ParameterWriter(*module_, builder).TypeOf(type).has_value()) {
      ReportExport(function, "a parameter of type " + types::SpellArgType(type), emitter);
      return false;
    }
  }
  exports_.push_back(std::move(pending));
  return true;
}

namespace {

// The function that others call: it takes its arguments as `writer` has them, and calls `inner`.
void WriteExport(kir::Module& module, const ExportRequest& request,
                 const std::vector<abi::ArgType>& types, const Instance& inner,
                 kir::Function* outer, kir::Builder& builder, ParameterWriter& writer) {
  const FunctionInfo& function = *inner.function;
  const bool has_result = inner.result != types::kVoid;
  const bool is_status = request.abi == ExportRequest::Abi::Numba;
  outer->name = function.name;
  outer->symbol = request.name;
  outer->kind = kir::FunctionKind::Device;
  outer->range = function.name_range;
  outer->options.exported = is_status ? kir::Export::Status : kir::Export::Plain;
  outer->body = outer->AddRegion();
  builder.set_insertion_region(outer->body);
  builder.set_range(function.name_range);
  InstId place;
  if (is_status) {
    outer->result = types::kInt32;
    const TypeId element = has_result ? MemoryType(inner.result) : types::kUInt8;
    place = builder.AddParam(
        "result", module.types.Pointer(element, types::AddressSpace::Generic));
  } else {
    outer->result = has_result ? MemoryType(inner.result) : types::kVoid;
  }
  const ast::Arguments& parameters = function.arguments();
  std::vector<const ast::Arg*> named(parameters.posonlyargs.begin(), parameters.posonlyargs.end());
  named.insert(named.end(), parameters.args.begin(), parameters.args.end());
  std::vector<InstId> operands;
  for (std::size_t i = 0; i < types.size(); ++i) {
    operands.push_back(writer.Add(types[i], std::string(named[i]->arg)));
  }
  const InstId value = builder.Call(inner.id, inner.result, operands);
  if (is_status) {
    if (has_result) {
      builder.Store(place, builder.Convert(value, MemoryType(inner.result)));
    }
    builder.Return(builder.ConstInt(types::kInt32, 0));
  } else if (has_result) {
    builder.Return(builder.Convert(value, outer->result));
  } else {
    builder.Return();
  }
}

}  // namespace

bool Program::CompileExport(const PendingExport& pending, diag::Emitter& emitter) {
  const FunctionInfo& function = *pending.function;
  kir::Function outer;
  kir::Builder builder(*module_, outer);
  ParameterWriter writer(*module_, builder);
  std::vector<ParamBinding> bindings;
  for (const abi::ArgType& type : pending.types) {
    bindings.emplace_back().type = writer.TypeOf(type);
  }
  const TypeId declared =
      pending.request.result ? module_->types.FromArg(*pending.request.result) : TypeId();
  Instance* inner = Instantiate(function, std::move(bindings), {}, {}, declared);
  if (inner == nullptr || inner->state != InstanceState::Done) {
    if (inner != nullptr) {
      Report(*inner, emitter);
    }
    return false;
  }
  Report(*inner, emitter);
  if (inner->result != types::kVoid && !IsNumber(inner->result)) {
    ReportExport(function, "a result of type " + types::Spell(module_->types, inner->result),
                 emitter);
    return false;
  }
  WriteExport(*module_, pending.request, pending.types, *inner, &outer, builder, writer);
  Instance& instance = instances_.emplace_back();
  instance.function = &function;
  instance.symbol = outer.symbol;
  instance.id = kir::FunctionId(module_->functions.size());
  instance.state = InstanceState::Done;
  instance.callees.push_back(inner);
  module_->functions.push_back(std::move(outer));
  kernels_.push_back(&instance);
  return true;
}

}  // namespace kernelc::sema
