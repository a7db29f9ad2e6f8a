// Calls while compiling: casts and functions on constants, types, decorators.
#include <algorithm>

#include "compiler/sema/const_eval.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/paths.h"
#include "compiler/sema/signature.h"

namespace kernelc::sema {
namespace {

using ast::As;

// Options of cuda.jit that change nothing here, or that the launch side reads.
constexpr std::string_view kIgnoredOptions[] = {
    "abi",      "abi_info",   "cache", "cc",       "cooperative", "extensions", "inline",
    "lineinfo", "link",       "lto",   "nopython", "nogil",       "opt",        "parallel",
    "target",   "shared_memory_carveout",
};

std::optional<std::uint32_t> AsCount(const Object& object) {
  if (!object.is_number() || !object.number.is_integral() || object.number.integer < 0 ||
      object.number.integer > Int128(0xffffffffu)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(object.number.integer);
}

std::optional<Object> FoldExtreme(bool want_max, const std::vector<Object>& arguments) {
  const std::vector<Object>& items =
      arguments.size() == 1 && arguments.front().kind == ObjectKind::Tuple
          ? arguments.front().elements
          : arguments;
  const Object* best = nullptr;
  for (const Object& item : items) {
    if (!item.is_number() || item.typed) {
      return std::nullopt;
    }
    const auto op = want_max ? ast::CompareOperator::Gt : ast::CompareOperator::Lt;
    if (best == nullptr || FoldCompare(op, item.number, best->number).value_or(false)) {
      best = &item;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

std::optional<Object> FoldCast(std::string_view name, const Number& number) {
  if (name == "int") {
    if (number.is_integral()) {
      return Object::Of(Number::Int(number.integer));
    }
    const std::optional<Number> truncated = FoldMath("trunc", number);
    return truncated ? std::optional(Object::Of(*truncated)) : std::nullopt;
  }
  if (name == "float") {
    return number.kind == NumberKind::Complex
               ? std::nullopt
               : std::optional(Object::Of(Number::Float(number.as_double())));
  }
  if (name == "bool") {
    return Object::Of(Number::Bool(number.truth()));
  }
  if (name == "abs" && number.kind != NumberKind::Complex) {
    return Object::Of(number.is_integral()
                          ? Number::Int(number.integer < 0 ? -number.integer : number.integer)
                          : Number::Float(number.real < 0 ? -number.real : number.real));
  }
  return std::nullopt;
}

// types.Array(float32, 2, "C"), types.UniTuple(int64, 2), types.Tuple((a, b))
std::optional<Object> TypeConstructor(std::string_view path, const std::vector<Object>& arguments) {
  const auto is_type = [](const Object& object) { return object.kind == ObjectKind::Type; };
  if (path == "numba.types.Array" && (arguments.size() == 3 || arguments.size() == 4) &&
      arguments[0].is_element_type() &&
      arguments[2].kind == ObjectKind::Str) {
    const std::optional<std::uint32_t> ndim = AsCount(arguments[1]);
    const std::string& layout = arguments[2].text;
    if (!ndim || *ndim > kMaxDimensions || (layout != "C" && layout != "F" && layout != "A")) {
      return std::nullopt;
    }
    const abi::Layout kind = layout == "C"   ? abi::Layout::C
                             : layout == "F" ? abi::Layout::F
                                             : abi::Layout::A;
    abi::ArgType array = abi::ArgType::ArrayOf(arguments[0].types.front(), *ndim, kind);
    array.readonly = arguments.size() == 4 && ObjectTruth(arguments[3]).value_or(false);
    return Object::Type(array);
  }
  abi::ArgType tuple;
  tuple.kind = abi::ArgKind::Tuple;
  if (path == "numba.types.UniTuple" && arguments.size() == 2 && is_type(arguments[0])) {
    const std::optional<std::uint32_t> count = AsCount(arguments[1]);
    if (!count || *count > 1000) {
      return std::nullopt;
    }
    tuple.elements.assign(*count, arguments[0].types.front());
    return Object::Type(tuple);
  }
  if (path == "numba.types.Tuple" && arguments.size() == 1 &&
      arguments[0].kind == ObjectKind::Tuple &&
      std::ranges::all_of(arguments[0].elements, is_type)) {
    for (const Object& element : arguments[0].elements) {
      tuple.elements.push_back(element.types.front());
    }
    return Object::Type(tuple);
  }
  return std::nullopt;
}

bool IsVoid(const Object& object) {
  return object.kind == ObjectKind::None ||
         (object.kind == ObjectKind::External &&
          (object.text.ends_with(".void") || object.text.ends_with(".none")));
}

std::optional<Object> MakeSignature(const std::vector<Object>& arguments) {
  Object signature;
  signature.kind = ObjectKind::Signature;
  for (const Object& argument : arguments) {
    if (argument.kind != ObjectKind::Type) {
      return std::nullopt;
    }
    signature.types.push_back(argument.types.front());
  }
  return signature;
}

}  // namespace

std::optional<abi::ArgType> Evaluator::AsType(const Object& object) {
  if (object.kind == ObjectKind::Type) {
    return object.types.front();
  }
  if (object.kind == ObjectKind::Str) {
    if (const std::optional<FieldType> dtype = ParseDType(object.text);
        dtype && dtype->extents.empty()) {
      return dtype->element;
    }
    std::string error;
    return ParseType(object.text, &error);
  }
  if (object.kind == ObjectKind::External) {
    for (const std::string_view name : {"int", "float", "bool", "complex"}) {
      if (object.text == name) {
        return abi::ArgType::Scalar(*FindScalarType(name));
      }
    }
  }
  return std::nullopt;
}

std::optional<Object> Evaluator::EvalCall(const ast::Call& call, const Context& context) {
  const std::optional<Object> callee = EvalIn(call.func, context);
  if (!callee) {
    return std::nullopt;
  }
  const bool is_decorator = callee->kind == ObjectKind::Decorator ||
                            (callee->kind == ObjectKind::External && IsDecoratorPath(callee->text));
  if (is_decorator) {
    auto options = std::make_shared<DecoratorOptions>();
    if (callee->kind == ObjectKind::Decorator) {
      *options = *callee->options;
    } else {
      options->device = callee->text != "cuda.jit" && callee->text != "cuda.kernel";
    }
    const FunctionInfo* function = nullptr;
    ReadDecoratorCall(call, context.scope, options.get(), &function, nullptr);
    Object object = Object::Function(function);
    object.kind = function == nullptr ? ObjectKind::Decorator : ObjectKind::Function;
    object.options = std::move(options);
    return object;
  }
  if (callee->kind == ObjectKind::External && IsRecordMaker(callee->text)) {
    return EvalRecordCall(call, callee->text, context.scope);
  }
  if (!call.keywords.empty()) {
    return std::nullopt;
  }
  std::vector<Object> arguments;
  for (const ast::Expr* argument : call.args) {
    std::optional<Object> value = EvalIn(argument, context);
    if (!value) {
      return std::nullopt;
    }
    arguments.push_back(std::move(*value));
  }
  if (IsVoid(*callee)) {
    return MakeSignature(arguments);
  }
  if (callee->kind == ObjectKind::Type) {
    return EvalTypeCall(*callee, arguments);
  }
  return callee->kind == ObjectKind::External ? EvalExternalCall(*callee, arguments) : std::nullopt;
}

std::optional<Object> Evaluator::EvalTypeCall(const Object& type,
                                              const std::vector<Object>& arguments) {
  // float32(float32, int32) is a signature, float32(2) a cast.
  if (!arguments.empty() && arguments.front().kind == ObjectKind::Type) {
    return MakeSignature(arguments);
  }
  if (!type.is_scalar_type() || arguments.size() != 1 || !arguments.front().is_number()) {
    return std::nullopt;
  }
  const std::optional<Number> number = CastNumber(arguments.front().number, type.scalar_type());
  return number ? std::optional(Object::OfTyped(*number, type.scalar_type())) : std::nullopt;
}

std::optional<Object> Evaluator::EvalExternalCall(const Object& callee,
                                                  const std::vector<Object>& arguments) {
  const std::string_view path = callee.text;
  if (path.starts_with("numba.types.")) {
    return TypeConstructor(path, arguments);
  }
  if (path == "min" || path == "max") {
    return FoldExtreme(path == "max", arguments);
  }
  if (arguments.size() == 2 && path == "pow" && arguments[0].is_number() &&
      arguments[1].is_number() && !arguments[0].typed && !arguments[1].typed) {
    const std::optional<Number> power =
        FoldBinary(ast::BinaryOperator::Pow, arguments[0].number, arguments[1].number);
    return power ? std::optional(Object::Of(*power)) : std::nullopt;
  }
  if (arguments.size() != 1) {
    return std::nullopt;
  }
  const Object& argument = arguments.front();
  if (path == "len" && argument.kind == ObjectKind::Tuple) {
    return Object::Of(Number::Int(Int128(argument.elements.size())));
  }
  if (path == "tuple" && argument.kind == ObjectKind::Tuple) {
    return argument;
  }
  if (path == "np.dtype") {
    const std::optional<abi::ArgType> type = AsType(argument);
    return type ? std::optional(Object::Type(*type)) : std::nullopt;
  }
  if (!argument.is_number()) {
    return std::nullopt;
  }
  if (path.starts_with("math.")) {
    const std::optional<Number> number = FoldMath(path.substr(5), argument.number);
    return number ? std::optional(Object::Of(*number)) : std::nullopt;
  }
  // NumPy keeps the type of a NumPy scalar, and its floor and ceil are floats.
  if (path.starts_with("np.") && path != "np.floor" && path != "np.ceil" && path != "np.trunc") {
    const std::optional<Number> number = FoldMath(path.substr(3), argument.number);
    if (!number) {
      return std::nullopt;
    }
    if (!argument.typed) {
      return Object::OfTyped(*number, abi::ScalarKind::Float64);
    }
    return argument.scalar == abi::ScalarKind::Float64
               ? std::optional(Object::OfTyped(*number, argument.scalar))
               : std::nullopt;
  }
  return FoldCast(path, argument.number);
}

void Evaluator::ReadDecoratorCall(const ast::Call& call, const Scope* scope,
                                  DecoratorOptions* options, const FunctionInfo** function,
                                  diag::Emitter* emitter) {
  for (const ast::Expr* argument : call.args) {
    // A list of signatures; lists are no constants elsewhere.
    if (const auto* list = As<ast::List>(argument)) {
      for (const ast::Expr* element : list->elts) {
        const std::optional<Object> object = Eval(element, scope);
        ReadSignatures(element, object ? *object : Object(), options, emitter);
      }
      continue;
    }
    const std::optional<Object> object = Eval(argument, scope);
    if (object && object->kind == ObjectKind::Function) {
      *function = object->function;
      continue;
    }
    if (object && object->kind == ObjectKind::None) {
      continue;
    }
    ReadSignatures(argument, object ? *object : Object(), options, emitter);
  }
  for (const ast::Keyword* keyword : call.keywords) {
    ReadOption(*keyword, scope, options, emitter);
  }
}

void Evaluator::ReadSignatures(const ast::Expr* expr, const Object& object,
                               DecoratorOptions* options, diag::Emitter* emitter) {
  switch (object.kind) {
    case ObjectKind::Signature:
      options->signatures.push_back(object.types);
      return;
    case ObjectKind::Type:
      // Numba reads a bare type as the type of the only parameter.
      options->signatures.push_back({object.types.front()});
      return;
    case ObjectKind::Str: {
      std::string error;
      std::optional<std::vector<abi::ArgType>> types = ParseSignature(object.text, &error);
      if (types) {
        options->signatures.push_back(std::move(*types));
      } else if (emitter != nullptr) {
        emitter->Build(expr->range, diag::Kind::BadSignature, error)
            .Help("a signature is `void(float32[:], int64)`: array types are `float32[:]` for any "
                  "layout and `float32[::1]` for contiguous ones")
            .Emit();
      }
      return;
    }
    case ObjectKind::Tuple: {
      const bool all_types =
          std::ranges::all_of(object.elements, [](const Object& element) {
            return element.kind == ObjectKind::Type;
          });
      if (all_types) {
        options->signatures.push_back(MakeSignature(object.elements)->types);
        return;
      }
      const auto* tuple = As<ast::Tuple>(expr);
      for (std::size_t i = 0; i < object.elements.size(); ++i) {
        const ast::Expr* place = tuple != nullptr ? tuple->elts[i] : expr;
        ReadSignatures(place, object.elements[i], options, emitter);
      }
      return;
    }
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::External:
    case ObjectKind::Function:
    case ObjectKind::Decorator:
      break;
  }
  if (emitter != nullptr) {
    emitter->Build(expr->range, diag::Kind::BadSignature,
                   "this is neither a signature nor a function")
        .Help("write the signature as a string, `\"void(float32[:], int64)\"`, or as types, "
              "`void(float32[:], int64)`")
        .Emit();
  }
}

void Evaluator::ReadOption(const ast::Keyword& keyword, const Scope* scope,
                           DecoratorOptions* options, diag::Emitter* emitter) {
  const std::optional<Object> value = Eval(keyword.value, scope);
  const std::string_view name = keyword.arg;
  const auto flag = [&](bool* option) {
    const std::optional<bool> truth = value ? ObjectTruth(*value) : std::nullopt;
    if (truth) {
      *option = *truth;
    }
    return truth.has_value();
  };
  const auto count = [&](const std::optional<Object>& object, std::uint32_t* option) {
    const std::optional<std::uint32_t> number = object ? AsCount(*object) : std::nullopt;
    if (number) {
      *option = *number;
    }
    return number.has_value() || (object && object->kind == ObjectKind::None);
  };
  bool understood = true;
  if (name == "device") {
    understood = flag(&options->device);
  } else if (name == "fastmath") {
    understood = flag(&options->fastmath);
  } else if (name == "debug") {
    understood = flag(&options->debug);
  } else if (name == "forceinline") {
    understood = flag(&options->force_inline);
  } else if (name == "max_registers") {
    understood = count(value, &options->max_registers);
  } else if (name == "launch_bounds") {
    if (value && value->kind == ObjectKind::Tuple && !value->elements.empty()) {
      understood = count(value->elements[0], &options->max_threads_per_block) &&
                   (value->elements.size() < 2 ||
                    count(value->elements[1], &options->min_blocks_per_multiprocessor));
    } else {
      understood = count(value, &options->max_threads_per_block);
    }
  } else if (std::ranges::find(kIgnoredOptions, name) == std::end(kIgnoredOptions) &&
             emitter != nullptr && !name.empty()) {
    emitter->Build(keyword.range, diag::Kind::UnknownDecoratorOption, name)
        .Help("the options are debug, device, fastmath, forceinline, launch_bounds and max_registers")
        .Emit();
    return;
  }
  if (!understood && emitter != nullptr) {
    emitter->Build(keyword.value->range, diag::Kind::BadDecoratorOption, name)
        .Help("options of a decorator are constants")
        .Emit();
  }
}

}  // namespace kernelc::sema
