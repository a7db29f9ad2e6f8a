// Calls whose value is known while compiling.
#include <algorithm>
#include <cmath>

#include "compiler/base/unicode.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/extern_functions.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/paths.h"
#include "compiler/sema/signature.h"

namespace kernelc::sema {
namespace {

using ast::As;

std::optional<Object> FoldExtreme(bool want_max, const std::vector<Object>& arguments) {
  std::optional<std::vector<Object>> items =
      arguments.size() == 1 ? ObjectElements(arguments.front()) : std::optional(arguments);
  if (!items) {
    return std::nullopt;
  }
  const Object* best = nullptr;
  for (const Object& item : *items) {
    if (!item.is_number()) {
      return std::nullopt;
    }
    const auto op = want_max ? ast::CompareOperator::Gt : ast::CompareOperator::Lt;
    if (best == nullptr || FoldCompare(op, item.number, best->number).value_or(false)) {
      best = &item;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

std::optional<Object> FoldCast(std::string_view name, const Object& object) {
  const Number& number = object.number;
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
  if (name == "abs") {
    const Number size = number.is_integral()
                            ? Number::Int(number.integer < 0 ? -number.integer : number.integer)
                            : Number::Float(std::hypot(number.real, number.imag));
    const bool keeps = object.typed && number.kind != NumberKind::Complex;
    return keeps ? TypedNumber(size, object.scalar) : std::optional(Object::Of(size));
  }
  return std::nullopt;
}

std::optional<Object> MakeRange(const std::vector<Object>& arguments) {
  if (arguments.empty() || arguments.size() > 3 ||
      !std::ranges::all_of(arguments, [](const Object& object) { return object.is_int(); })) {
    return std::nullopt;
  }
  const Int128 start = arguments.size() == 1 ? Int128(0) : arguments[0].number.integer;
  const Int128 stop = arguments[arguments.size() == 1 ? 0 : 1].number.integer;
  const Int128 step = arguments.size() == 3 ? arguments[2].number.integer : Int128(1);
  std::vector<Object> elements;
  for (Int128 i = start; step != 0 && (step > 0 ? i < stop : i > stop); i += step) {
    if (elements.size() >= kMaxConstantParts) {
      return std::nullopt;
    }
    elements.push_back(Object::Of(Number::Int(i)));
  }
  return step == 0 ? std::nullopt : std::optional(Object::List(std::move(elements)));
}

std::optional<Object> FoldSum(const std::vector<Object>& elements) {
  Object sum = Object::Of(Number::Int(0));
  for (const Object& element : elements) {
    std::optional<Object> next = FoldObjects(ast::BinaryOperator::Add, sum, element);
    if (!next) {
      return std::nullopt;
    }
    sum = std::move(*next);
  }
  return sum;
}

// zip, enumerate, reversed, sorted, tuple, list, len, sum, all, any of sequences.
std::optional<Object> SequenceCall(std::string_view name, const std::vector<Object>& arguments) {
  std::vector<std::vector<Object>> sequences;
  for (const Object& argument : arguments) {
    std::optional<std::vector<Object>> elements = ObjectElements(argument);
    if (!elements) {
      return std::nullopt;
    }
    sequences.push_back(std::move(*elements));
  }
  if (sequences.empty() || (sequences.size() != 1 && name != "zip")) {
    return std::nullopt;
  }
  std::vector<Object>& first = sequences.front();
  if (name == "len") {
    return Object::Of(Number::Int(Int128(first.size())));
  }
  if (name == "sum") {
    return FoldSum(first);
  }
  if (name == "reversed") {
    std::ranges::reverse(first);
    return Object::List(std::move(first));
  }
  if (name == "tuple" || name == "list") {
    Object result = Object::Tuple(std::move(first));
    result.is_list = name == "list";
    return result;
  }
  std::vector<Object> result;
  if (name == "enumerate") {
    for (std::size_t i = 0; i < first.size(); ++i) {
      result.push_back(Object::Tuple({Object::Of(Number::Int(Int128(i))), first[i]}));
    }
    return Object::List(std::move(result));
  }
  std::size_t count = first.size();
  for (const std::vector<Object>& sequence : sequences) {
    count = std::min(count, sequence.size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Object> row;
    for (const std::vector<Object>& sequence : sequences) {
      row.push_back(sequence[i]);
    }
    result.push_back(Object::Tuple(std::move(row)));
  }
  return Object::List(std::move(result));
}

bool IsSequenceCall(std::string_view path) {
  static constexpr std::string_view kNames[] = {"enumerate", "len",   "list", "reversed",
                                                "sum",       "tuple", "zip"};
  return std::ranges::find(kNames, path) != std::end(kNames);
}

// math.pow(2, 3), math.gcd(4, 6), math.hypot(3, 4) and the like.
std::optional<Object> MathCall(std::string_view name, const std::vector<Object>& arguments) {
  if (!std::ranges::all_of(arguments, [](const Object& object) { return object.is_number(); })) {
    return std::nullopt;
  }
  std::optional<Number> number;
  if (arguments.size() == 1) {
    number = FoldMath(name, arguments[0].number);
  } else if (arguments.size() == 2) {
    number = FoldMath2(name, arguments[0].number, arguments[1].number);
  }
  return number ? std::optional(Object::Of(*number)) : std::nullopt;
}

// ord(character)
std::optional<Object> CodeOf(std::string_view character) {
  std::size_t at = 0;
  const char32_t code = character.empty() ? 0 : DecodeUtf8(character, at);
  return at == 0 || at != character.size() ? std::nullopt
                                           : std::optional(Object::Of(Number::Int(Int128(code))));
}

}  // namespace

std::optional<abi::ArgType> Evaluator::AsType(const Object& object) {
  if (object.kind == ObjectKind::Type) {
    return object.types.front();
  }
  if (object.kind == ObjectKind::NamedTupleType && !object.fields->types.empty()) {
    return object.named_tuple_type();
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
  return object.is_list ? RecordFromList(object) : std::nullopt;
}

const Object* Evaluator::Arguments::Find(std::size_t index, std::string_view name) const {
  if (index < positional.size()) {
    return &positional[index];
  }
  const auto found = std::ranges::find(keywords, name, &Keyword::name);
  return found == keywords.end() ? nullptr : &found->value;
}

std::optional<Evaluator::Arguments> Evaluator::EvalArguments(const ast::Call& call,
                                                             const Context& context, bool partly) {
  Arguments arguments;
  for (const ast::Expr* argument : call.args) {
    const auto* starred = As<ast::Starred>(argument);
    std::optional<Object> value = EvalIn(starred != nullptr ? starred->value : argument, context);
    if (!value && partly && starred == nullptr) {
      arguments.unknown_places.insert(arguments.positional.size());
      value = Object();
    }
    if (!value) {
      failed_call_ = &call;
      return std::nullopt;
    }
    if (starred == nullptr) {
      arguments.positional.push_back(std::move(*value));
      continue;
    }
    std::optional<std::vector<Object>> elements = ObjectElements(*value);
    if (!elements) {
      failed_call_ = &call;
      return std::nullopt;
    }
    std::ranges::move(*elements, std::back_inserter(arguments.positional));
  }
  for (const ast::Keyword* keyword : call.keywords) {
    std::optional<Object> value = EvalIn(keyword->value, context);
    if (!value && partly && !keyword->arg.empty()) {
      arguments.unknown_names.insert(keyword->arg);
      value = Object();
    }
    if (!value || (keyword->arg.empty() && value->kind != ObjectKind::Dict)) {
      failed_call_ = &call;
      return std::nullopt;
    }
    if (!keyword->arg.empty()) {
      arguments.keywords.push_back({keyword->arg, std::move(*value)});
      continue;
    }
    for (std::size_t i = 0; i < value->elements.size(); i += 2) {
      keyword_names_.push_back(value->elements[i].text);
      arguments.keywords.push_back({keyword_names_.back(), value->elements[i + 1]});
    }
  }
  return arguments;
}

std::optional<Object> Evaluator::EvalCall(const ast::Call& call, const Context& context) {
  failed_call_ = nullptr;
  std::optional<Object> value = EvalKnownCall(call, context);
  // Kernels have functions of their own by the same names.
  const bool is_host = context.expressions == nullptr;
  if (value || !is_host || failed_call_ == &call) {
    return value;
  }
  // What its arguments do is done once.
  if (running_ > 0 && PartsMayChange(call, context.scope)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  return EvalHostCall(call, context);
}

std::optional<Object> Evaluator::EvalKnownCall(const ast::Call& call, const Context& context) {
  const auto* attribute = As<ast::Attribute>(call.func);
  std::optional<Object> method_of;
  if (attribute != nullptr) {
    const bool may_change = running_ > 0 && IsChangingMethod(attribute->attr);
    const auto change = [&](const Object& object) {
      // A cell outlives what the arguments do to the variable.
      Object holder;
      holder.kind = object.kind;
      holder.array = object.cell->value.array;
      holder.cell = object.cell;
      const std::optional<Arguments> arguments = EvalArguments(call, context);
      std::optional<Object> value =
          arguments ? ChangeCell(holder, attribute->attr, *arguments) : std::nullopt;
      failed_call_ = value ? failed_call_ : &call;
      return value;
    };
    if (const Object* followed = may_change ? Followed(attribute->value, context) : nullptr;
        followed != nullptr && followed->kind != ObjectKind::Instance) {
      return change(*followed);
    }
    if (const Object* dict = running_ > 0 && attribute->attr == "get" && !call.args.empty()
                                 ? Followed(attribute->value, context)
                                 : nullptr;
        dict != nullptr && dict->kind == ObjectKind::Dict) {
      const std::shared_ptr<HostCell> cell = dict->cell;
      const std::optional<Arguments> arguments = EvalArguments(call, context);
      return arguments ? GetItem(cell->value, arguments->positional) : std::nullopt;
    }
    const std::optional<Object> base = EvalBase(*attribute, context);
    if (!base) {
      return std::nullopt;
    }
    method_of = base;
    if (may_change && base->cell != nullptr && base->kind != ObjectKind::Instance) {
      return change(*base);
    }
    if (base->kind == ObjectKind::Array || base->kind == ObjectKind::Str ||
        base->kind == ObjectKind::Dict || base->kind == ObjectKind::Tuple || base->is_number()) {
      const std::optional<Arguments> arguments = EvalArguments(call, context);
      return arguments ? EvalMethod(*base, attribute->attr, *arguments) : std::nullopt;
    }
  }
  // What gives the object of a method runs once.
  const bool is_method = method_of && method_of->kind == ObjectKind::Instance;
  if (attribute != nullptr && !is_method && running_ > 0 &&
      MayChange(attribute->value, context.scope, false)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  const auto* name = As<ast::Name>(call.func);
  if (name != nullptr && name->id == "super" && call.args.empty()) {
    return SuperOf(context);
  }
  const std::optional<Object> callee =
      is_method ? Member(*method_of, attribute->attr) : EvalIn(call.func, context);
  if (!callee && name != nullptr && name->id == "ord" && call.args.size() == 1) {
    const std::optional<Object> text = EvalIn(call.args[0], context);
    return text && text->kind == ObjectKind::Str ? CodeOf(text->text) : std::nullopt;
  }
  if (!callee && name != nullptr && IsHostBuiltin(name->id)) {
    const std::optional<Arguments> arguments = EvalArguments(call, context);
    return arguments && arguments->keywords.empty() ? HostCall(name->id, arguments->positional)
                                                    : std::nullopt;
  }
  if (!callee) {
    return std::nullopt;
  }
  const bool is_decorator = callee->kind == ObjectKind::Decorator ||
                            (callee->kind == ObjectKind::External &&
                             (IsDecoratorPath(callee->text) || callee->text == ".functools.partial"));
  if (is_decorator) {
    std::optional<Object> made = EvalDecorator(call, *callee, context);
    if (made || callee->text != ".functools.partial") {
      return made;
    }
  }
  if (callee->kind == ObjectKind::External && IsRecordMaker(callee->text)) {
    return EvalRecordCall(call, callee->text, context.scope);
  }
  if (callee->kind == ObjectKind::External && callee->text == "cuda.declare_device") {
    return EvalDeclareDevice(call, context);
  }
  if (callee->kind == ObjectKind::External && IsLinkableClass(callee->text)) {
    const std::optional<Arguments> arguments = EvalArguments(call, context);
    return arguments ? EvalLinkable(*callee, *arguments) : std::nullopt;
  }
  if (callee->kind == ObjectKind::External && callee->text == "np.load") {
    const std::optional<Arguments> arguments = EvalArguments(call, context);
    return arguments ? LoadArray(*arguments, *context.scope) : std::nullopt;
  }
  if (std::optional<Object> answer = AskedOfDevice(*callee)) {
    return answer;
  }
  // Functions of kernels compute at run time.
  if (callee->kind == ObjectKind::External && callee->text.starts_with("cuda.") &&
      !IsVoid(*callee) && callee->text != "cuda.const.array_like") {
    return std::nullopt;
  }
  const std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments) {
    return std::nullopt;
  }
  // What it writes is not followed.
  if (running_ > 0 && OutArgument(call, context.scope) != nullptr) {
    failed_call_ = &call;
    return std::nullopt;
  }
  if (IsVoid(*callee) && arguments->keywords.empty()) {
    return SignatureOf(arguments->positional, nullptr);
  }
  return callee->kind == ObjectKind::External ? EvalExternalCall(*callee, *arguments)
                                              : CallObject(*callee, *arguments);
}

std::optional<Object> Evaluator::EvalMethod(const Object& base, std::string_view name,
                                            const Arguments& arguments) {
  const std::vector<Object>& positional = arguments.positional;
  if (base.kind == ObjectKind::Str && base.is_path) {
    return PathMethod(base, name, positional);
  }
  if (base.kind == ObjectKind::Array) {
    NumpyArguments numpy{positional, {}};
    for (const Keyword& keyword : arguments.keywords) {
      numpy.keywords.emplace_back(keyword.name, keyword.value);
    }
    return ArrayMethod(base, name, numpy);
  }
  if (base.kind == ObjectKind::Str) {
    return TextMethod(base.text, name, arguments);
  }
  // np.float32(x).astype(np.int32), np.float32(x).item()
  if (base.is_number()) {
    const std::optional<abi::ArgType> type =
        name == "astype" && positional.size() == 1 ? AsType(positional[0]) : std::nullopt;
    if (type && type->kind == abi::ArgKind::Scalar && base.typed) {
      return TypedNumber(base.number, type->scalar);
    }
    return name == "item" && positional.empty() && base.typed
               ? std::optional(Object::Of(base.number))
               : std::nullopt;
  }
  if (base.kind == ObjectKind::Dict && positional.empty() &&
      (name == "keys" || name == "values" || name == "items")) {
    std::vector<Object> items;
    for (std::size_t i = 0; i < base.elements.size(); i += 2) {
      items.push_back(name == "keys"     ? base.elements[i]
                      : name == "values" ? base.elements[i + 1]
                                         : Object::Tuple({base.elements[i], base.elements[i + 1]}));
    }
    return Object::List(std::move(items));
  }
  if (base.kind == ObjectKind::Dict && name == "get" && !positional.empty()) {
    return GetItem(base, positional);
  }
  if (base.kind == ObjectKind::Tuple && positional.size() == 1 &&
      (name == "index" || name == "count")) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < base.elements.size(); ++i) {
      if (SameValue(base.elements[i], positional[0]) == true) {
        if (name == "index") {
          return Object::Of(Number::Int(Int128(i)));
        }
        ++count;
      }
    }
    return name == "count" ? std::optional(Object::Of(Number::Int(Int128(count)))) : std::nullopt;
  }
  return std::nullopt;
}

// functools.reduce(function, sequence, initial)
std::optional<Object> Evaluator::EvalReduce(const std::vector<Object>& arguments) {
  if (arguments.size() < 2 || arguments.size() > 3) {
    return std::nullopt;
  }
  std::optional<std::vector<Object>> items = ObjectElements(arguments[1]);
  if (items && arguments.size() == 3) {
    items->insert(items->begin(), arguments[2]);
  }
  if (!items || items->empty()) {
    return std::nullopt;
  }
  std::optional<Object> value = items->front();
  for (std::size_t i = 1; value && i < items->size(); ++i) {
    value = CallObject(arguments[0], {{*value, (*items)[i]}, {}});
  }
  return value;
}

std::optional<Object> Evaluator::EvalExternalCall(const Object& callee,
                                                  const Arguments& given) {
  const std::string_view path = callee.text;
  const std::vector<Object>& arguments = given.positional;
  if (path == ".collections.namedtuple" || path == ".typing.NamedTuple") {
    return MakeNamedTupleType(given);
  }
  if (path == "cuda.const.array_like") {
    return arguments.size() == 1 && arguments[0].kind == ObjectKind::Array
               ? std::optional(arguments[0])
               : std::nullopt;
  }
  if (path.starts_with("np.")) {
    NumpyArguments numpy{arguments, {}};
    for (const Keyword& keyword : given.keywords) {
      numpy.keywords.emplace_back(keyword.name, keyword.value);
    }
    return NumpyCall(path.substr(3), numpy);
  }
  if (path == "getattr" && arguments.size() >= 2 && arguments[1].kind == ObjectKind::Str) {
    std::optional<Object> member = Member(arguments[0], arguments[1].text);
    const bool is_known = arguments[0].kind == ObjectKind::Instance && Current(arguments[0]) &&
                          !HasForeignBase(*arguments[0].class_scope);
    return member || arguments.size() == 2 || !is_known ? member : std::optional(arguments[2]);
  }
  if (path == "hasattr" && arguments.size() == 2 && arguments[1].kind == ObjectKind::Str &&
      arguments[0].kind == ObjectKind::Instance && Current(arguments[0]) &&
      !HasForeignBase(*arguments[0].class_scope)) {
    return Object::Of(Number::Bool(Member(arguments[0], arguments[1].text).has_value()));
  }
  if (path == "vars" && arguments.size() == 1 && arguments[0].kind == ObjectKind::Instance) {
    return Member(arguments[0], "__dict__");
  }
  if (path == "setattr" && arguments.size() == 3 && arguments[1].kind == ObjectKind::Str) {
    keyword_names_.push_back(arguments[1].text);
    return running_ > 0 && SetMember(arguments[0], keyword_names_.back(), arguments[2])
               ? std::optional(Object())
               : std::nullopt;
  }
  if (path == "next" && arguments.size() == 1 && running_ > 0) {
    return ChangeCell(arguments[0], "__next__", {});
  }
  if (path == "len" && arguments.size() == 1 && arguments[0].kind == ObjectKind::Instance) {
    return CallSpecial(arguments[0], "__len__", {});
  }
  if (path == ".types.SimpleNamespace" && arguments.empty()) {
    return MakeRecordOf(given);
  }
  // An object of it has no state that matters: kernels call its from_buffer alone.
  if (path == "cffi.FFI") {
    return Object::External("cffi.ffi");
  }
  // dataclasses.field(default=3), field(default_factory=list)
  if (path == ".dataclasses.field") {
    const Object* value = given.Find(1, "default");
    const Object* factory = given.Find(1, "default_factory");
    const bool is_plain = std::ranges::none_of(given.keywords, [](const Keyword& keyword) {
      return keyword.name == "init" || keyword.name == "kw_only";
    });
    return !arguments.empty() || !is_plain   ? std::nullopt
           : value != nullptr   ? std::optional(*value)
           : factory != nullptr ? CallObject(*factory, {})
                                : std::nullopt;
  }
  // What the file itself sets is not followed.
  if ((path == ".os.getenv" || path == ".os.environ.get") &&
      (index_->effects().foreign_members.contains("environ") ||
       index_->effects().foreign_contents.contains("environ"))) {
    return std::nullopt;
  }
  // os.getenv("NAME", default="1")
  if (given.keywords.size() == 1 && given.keywords[0].name == "default") {
    std::vector<Object> all = arguments;
    all.push_back(given.keywords[0].value);
    return HostCall(path, all);
  }
  if (std::optional<Object> type = MakeType(path, given)) {
    return type;
  }
  if (!given.keywords.empty() && path != ".pytest.importorskip") {
    return std::nullopt;
  }
  if (path == ".functools.reduce") {
    return EvalReduce(arguments);
  }
  if (std::optional<Object> value = HostCall(path, arguments)) {
    return value;
  }
  if (path.starts_with(".os.") || path.starts_with(".pathlib.")) {
    return PathCall(path, arguments);
  }
  if (path == "min" || path == "max") {
    return FoldExtreme(path == "max", arguments);
  }
  if (path == "range") {
    return MakeRange(arguments);
  }
  if (arguments.size() == 2 && path == "pow") {
    return FoldObjects(ast::BinaryOperator::Pow, arguments[0], arguments[1]);
  }
  if (path == "len" && arguments.size() == 1 && arguments[0].kind == ObjectKind::Array) {
    const std::vector<std::int64_t>& shape = arguments[0].array->shape;
    return shape.empty() ? std::nullopt : std::optional(Object::Of(Number::Int(shape.front())));
  }
  if (IsSequenceCall(path)) {
    return SequenceCall(path, arguments);
  }
  if (path.starts_with("math.")) {
    return MathCall(path.substr(5), arguments);
  }
  if (arguments.size() != 1) {
    return std::nullopt;
  }
  if (arguments[0].kind == ObjectKind::Str && (path == "float" || path == "int")) {
    const std::optional<Number> number = ParseNumber(arguments[0].text, path == "float");
    return number ? std::optional(Object::Of(*number)) : std::nullopt;
  }
  if (path == "str") {
    const std::optional<std::string> text = ObjectText(arguments[0]);
    return text ? std::optional(Object::Str(*text)) : std::nullopt;
  }
  return arguments[0].is_number() ? FoldCast(path, arguments[0]) : std::nullopt;
}

}  // namespace kernelc::sema
