// Calls in code of the host that computes constants: Python's builtins that take functions, keywords or bytes, what
// stdlib/host_*.py has.
#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <unordered_map>

#include "compiler/ast/walk.h"
#include "compiler/sema/const_effects.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/fold.h"
#include "compiler/sema/host_library.h"
#include "compiler/sema/iterators.h"
#include "compiler/sema/operators.h"

namespace kernelc::sema {
namespace {

using ast::As;

// The first part of the path of a method, null where constants of that kind have none here.
std::string_view MethodsOf(const Object& object) {
  switch (object.kind) {
    case ObjectKind::Array:
      return "array.";
    case ObjectKind::Str:
      return object.is_bytes ? "bytes." : "text.";
    case ObjectKind::Tuple:
      return "tuple.";
    case ObjectKind::Dict:
      return "dict.";
    case ObjectKind::Number:
      return "number.";
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Type:
    case ObjectKind::Signature:
    case ObjectKind::External:
    case ObjectKind::Function:
    case ObjectKind::Module:
    case ObjectKind::Class:
    case ObjectKind::EnumMember:
    case ObjectKind::NamedTupleType:
    case ObjectKind::Instance:
    case ObjectKind::Decorator:
      return {};
  }
  return {};
}

// "0xff", "0b101", "0o17"
std::optional<Object> DigitsOf(std::string_view name, const Object& number) {
  if (!number.is_int()) {
    return std::nullopt;
  }
  const int radix = name == "hex" ? 16 : name == "bin" ? 2 : 8;
  Int128 rest = number.number.integer;
  const bool negative = rest < 0;
  rest = negative ? -rest : rest;
  std::string digits;
  do {
    digits += "0123456789abcdef"[static_cast<std::size_t>(rest % radix)];
    rest /= radix;
  } while (rest != 0);
  digits += name == "hex" ? "x0" : name == "bin" ? "b0" : "o0";
  digits += negative ? "-" : "";
  std::ranges::reverse(digits);
  return Object::Str(digits);
}

Object BytesObject(std::string text) {
  Object bytes = Object::Str(text);
  bytes.is_bytes = true;
  return bytes;
}

// bytes("abc", "utf-8"), bytes([1, 2]), bytes(3)
std::optional<Object> MakeBytes(const std::vector<Object>& arguments) {
  if (arguments.empty()) {
    return BytesObject({});
  }
  const Object& source = arguments[0];
  if (source.kind == ObjectKind::Str) {
    return source.is_bytes || (arguments.size() == 2 && IsAscii(source.text))
               ? std::optional(BytesObject(source.text))
               : std::nullopt;
  }
  if (source.is_int()) {
    const Int128 count = source.number.integer;
    return count < 0 || count > Int128(kMaxConstantParts)
               ? std::nullopt
               : std::optional(BytesObject(std::string(static_cast<std::size_t>(count), '\0')));
  }
  const std::optional<std::vector<Object>> items = ObjectElements(source);
  std::string text;
  for (std::size_t i = 0; items && i < items->size(); ++i) {
    const Object& item = (*items)[i];
    if (!item.is_int() || item.number.integer < 0 || item.number.integer > 255) {
      return std::nullopt;
    }
    text += static_cast<char>(item.number.integer);
  }
  return items ? std::optional(BytesObject(std::move(text))) : std::nullopt;
}

// "abc".encode(), b"abc".decode(), b"abc".hex()
std::optional<Object> ChangeText(std::string_view path, const Object& text) {
  if (path == "text.encode" && IsAscii(text.text)) {
    return BytesObject(text.text);
  }
  if (path == "bytes.decode" && IsAscii(text.text)) {
    return Object::Str(text.text);
  }
  if (path != "bytes.hex") {
    return std::nullopt;
  }
  std::string digits;
  for (const char c : text.text) {
    const auto byte = static_cast<unsigned char>(c);
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return Object::Str(digits);
}

// isinstance(object, class): for the classes of Python's numbers and sequences.
std::optional<bool> IsInstance(const Object& object, const Object& cls) {
  if (cls.kind == ObjectKind::Tuple) {
    bool any = false;
    for (const Object& each : cls.elements) {
      const std::optional<bool> is = IsInstance(object, each);
      if (!is) {
        return std::nullopt;
      }
      any = any || *is;
    }
    return any;
  }
  const std::string_view name =
      cls.kind == ObjectKind::External ? std::string_view(cls.text) : std::string_view();
  if (name == "int" || name == "float" || name == "complex" || name == "bool") {
    if (!object.is_number() || (object.typed && name != "float")) {
      return object.kind == ObjectKind::External || object.kind == ObjectKind::Class
                 ? std::nullopt
                 : std::optional(false);
    }
    switch (object.number.kind) {
      case NumberKind::Bool:
        return !object.typed && (name == "bool" || name == "int");
      case NumberKind::Int:
        return name == "int";
      case NumberKind::Float:
        return name == "float" && (!object.typed || object.scalar == abi::ScalarKind::Float64);
      case NumberKind::Complex:
        return name == "complex";
    }
  }
  const bool is_tuple = object.kind == ObjectKind::Tuple;
  if (name == "str") {
    return object.kind == ObjectKind::Str && !object.is_bytes && !object.is_path;
  }
  if (name == "list" || name == "tuple") {
    return is_tuple && object.is_list == (name == "list") && object.flavor == Flavor::Plain;
  }
  if (name == "np.generic") {
    return object.is_number() && object.typed;
  }
  if (name == "dict") {
    return object.kind == ObjectKind::Dict;
  }
  return name == "np.ndarray" ? std::optional(object.kind == ObjectKind::Array) : std::nullopt;
}

// cmath.exp(z) and the like of one number.
std::optional<Object> ComplexCall(std::string_view name, const std::vector<Object>& arguments) {
  if (arguments.size() == 2 && name == "rect" && arguments[0].is_number() &&
      arguments[1].is_number()) {
    const double r = arguments[0].number.as_double();
    const double phi = arguments[1].number.as_double();
    return Object::Of(Number::Complex(r * std::cos(phi), r * std::sin(phi)));
  }
  if (arguments.size() != 1 || !arguments[0].is_number()) {
    return std::nullopt;
  }
  const Number& number = arguments[0].number;
  const std::complex<double> z(number.as_double(),
                               number.kind == NumberKind::Complex ? number.imag : 0.0);
  if (name == "phase") {
    return Object::Of(Number::Float(std::arg(z)));
  }
  using Function = std::complex<double> (*)(const std::complex<double>&);
  static const auto* functions = new std::unordered_map<std::string_view, Function>{
      {"cos", std::cos<double>},   {"cosh", std::cosh<double>}, {"exp", std::exp<double>},
      {"log", std::log<double>},   {"log10", std::log10<double>}, {"sin", std::sin<double>},
      {"sinh", std::sinh<double>}, {"sqrt", std::sqrt<double>}, {"tan", std::tan<double>},
      {"tanh", std::tanh<double>}};
  const auto found = functions->find(name);
  if (found == functions->end()) {
    return std::nullopt;
  }
  const std::complex<double> result = found->second(z);
  // Python raises there.
  const auto is_finite = [](std::complex<double> w) {
    return std::isfinite(w.real()) && std::isfinite(w.imag());
  };
  if (is_finite(z) && !is_finite(result)) {
    return std::nullopt;
  }
  return Object::Of(Number::Complex(result.real(), result.imag()));
}

// What does not need to call anything.
std::optional<Object> SimpleCall(std::string_view path, const std::vector<Object>& arguments) {
  if (path == "bytes") {
    return MakeBytes(arguments);
  }
  if (path == "bytearray") {
    const std::optional<Object> bytes = MakeBytes(arguments);
    return bytes ? ArrayFromBytes(*bytes, abi::ScalarKind::UInt8) : std::nullopt;
  }
  if (path.starts_with("cmath.")) {
    return ComplexCall(path.substr(6), arguments);
  }
  if (path == "isinstance" && arguments.size() == 2) {
    const std::optional<bool> is = IsInstance(arguments[0], arguments[1]);
    return is ? std::optional(Object::Of(Number::Bool(*is))) : std::nullopt;
  }
  // Files are compiled for the machine that compiles them.
  if (path == ".platform.system") {
    return Object::Str("Linux");
  }
  if (arguments.empty()) {
    return std::nullopt;
  }
  if (path == "complex" && arguments.size() <= 2 && arguments[0].is_number()) {
    const Number& first = arguments[0].number;
    const Object zero = Object::Of(Number::Int(0));
    const Object& second = arguments.size() == 2 ? arguments[1] : zero;
    const bool pairs = first.kind != NumberKind::Complex && second.is_number() &&
                       second.number.kind != NumberKind::Complex;
    return pairs ? std::optional(Object::Of(
                       Number::Complex(first.as_double(), second.number.as_double())))
           : arguments.size() == 1 ? std::optional(Object::Of(first))
                                   : std::nullopt;
  }
  if (path == "hex" || path == "bin" || path == "oct") {
    return arguments.size() == 1 ? DigitsOf(path, arguments[0]) : std::nullopt;
  }
  if (path == "chr" && arguments[0].is_int() && arguments[0].number.integer >= 0 &&
      arguments[0].number.integer < 128) {
    const char letter = static_cast<char>(arguments[0].number.integer);
    return Object::Str({&letter, 1});
  }
  return arguments[0].kind == ObjectKind::Str ? ChangeText(path, arguments[0]) : std::nullopt;
}

// operator.mul(2, 3)
std::optional<Object> OperatorCall(const OperatorInfo& info, const std::vector<Object>& arguments) {
  if (arguments.size() == 1 && info.kind == OperatorKind::Unary) {
    return FoldObject(info.unary, arguments[0]);
  }
  if (arguments.size() != 2) {
    return std::nullopt;
  }
  if (info.kind == OperatorKind::Binary) {
    return FoldObjects(info.binary, arguments[0], arguments[1]);
  }
  const std::optional<bool> holds =
      info.kind == OperatorKind::Compare ? CompareObjects(info.compare, arguments[0], arguments[1])
                                         : std::nullopt;
  return holds ? std::optional(Object::Of(Number::Bool(*holds))) : std::nullopt;
}

}  // namespace

std::optional<Object> Evaluator::CallObject(const Object& callee, const Arguments& arguments) {
  switch (callee.kind) {
    case ObjectKind::Type:
      return arguments.keywords.empty() ? EvalTypeCall(callee, arguments.positional)
                                        : std::nullopt;
    case ObjectKind::External: {
      std::optional<Object> value = EvalExternalCall(callee, arguments);
      return value ? value : CallHostPath(callee.text, arguments);
    }
    case ObjectKind::Class:
      return CallClass(*callee.class_scope, arguments);
    case ObjectKind::NamedTupleType:
      return MakeNamedTuple(callee, arguments);
    case ObjectKind::Instance:
      return CallSpecial(callee, "__call__", arguments.positional);
    case ObjectKind::Function:
      return CallHostFunction(callee, arguments);
    case ObjectKind::None:
    case ObjectKind::Ellipsis:
    case ObjectKind::Number:
    case ObjectKind::Str:
    case ObjectKind::Tuple:
    case ObjectKind::Dict:
    case ObjectKind::Array:
    case ObjectKind::Signature:
    case ObjectKind::Module:
    case ObjectKind::EnumMember:
    case ObjectKind::Decorator:
      return std::nullopt;
  }
  return std::nullopt;
}

// map(function, *sequences), filter(function, sequence)
std::optional<Object> Evaluator::CallMap(bool is_filter, const std::vector<Object>& arguments) {
  std::vector<std::vector<Object>> sequences;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    std::optional<std::vector<Object>> items = ObjectElements(arguments[i]);
    if (!items) {
      return std::nullopt;
    }
    sequences.push_back(std::move(*items));
  }
  if (sequences.empty() || (is_filter && sequences.size() != 1)) {
    return std::nullopt;
  }
  const std::size_t count = std::ranges::min(sequences, {}, &std::vector<Object>::size).size();
  std::vector<Object> results;
  for (std::size_t i = 0; i < count; ++i) {
    Arguments call;
    for (const std::vector<Object>& sequence : sequences) {
      call.positional.push_back(sequence[i]);
    }
    const bool plain = is_filter && arguments[0].kind == ObjectKind::None;
    std::optional<Object> value =
        plain ? std::optional(sequences[0][i]) : CallObject(arguments[0], call);
    const std::optional<bool> truth =
        value && is_filter ? ObjectTruth(*value) : std::optional(true);
    if (!value || !truth) {
      return std::nullopt;
    }
    if (*truth) {
      results.push_back(is_filter ? sequences[0][i] : std::move(*value));
    }
  }
  return Object::List(std::move(results));
}

// sorted(items, key=f, reverse=True); max(items, key=f, default=x), min alike.
std::optional<Object> Evaluator::CallOrdered(std::string_view name, const Arguments& arguments) {
  const Object* key = arguments.Find(arguments.positional.size(), "key");
  const Object* reverse = arguments.Find(arguments.positional.size(), "reverse");
  const Object* fallback = arguments.Find(arguments.positional.size(), "default");
  const std::optional<std::vector<Object>> items =
      arguments.positional.size() == 1 ? ObjectElements(arguments.positional[0])
                                       : std::optional(arguments.positional);
  const bool is_sorted = name == "sorted";
  const auto is_taken = [&](const Keyword& keyword) {
    return keyword.name == "key" || keyword.name == (is_sorted ? "reverse" : "default");
  };
  const bool fits = std::ranges::all_of(arguments.keywords, is_taken) &&
                    (arguments.positional.size() == 1 || (!is_sorted && fallback == nullptr));
  const std::optional<bool> backwards =
      reverse == nullptr ? std::optional(name == "max") : ObjectTruth(*reverse);
  if (!items || !backwards || !fits) {
    return std::nullopt;
  }
  std::vector<std::pair<Object, Object>> keyed;
  for (const Object& item : *items) {
    const std::optional<Object> value = key == nullptr || key->kind == ObjectKind::None
                                            ? std::optional(item)
                                            : CallObject(*key, {{item}, {}});
    const bool is_nan = value && value->is_number() && std::isnan(value->number.as_double());
    if (!value || is_nan) {
      return std::nullopt;
    }
    keyed.emplace_back(*value, item);
  }
  bool known = true;
  std::ranges::stable_sort(keyed, [&](const auto& a, const auto& b) {
    const std::optional<bool> less =
        CompareObjects(*backwards ? ast::CompareOperator::Gt : ast::CompareOperator::Lt, a.first,
                       b.first);
    known = known && less.has_value();
    return less.value_or(false);
  });
  if (!known) {
    return std::nullopt;
  }
  if (name != "sorted") {
    return !keyed.empty()         ? std::optional(keyed.front().second)
           : fallback != nullptr ? std::optional(*fallback)
                                 : std::nullopt;
  }
  std::vector<Object> sorted;
  for (const auto& [value, item] : keyed) {
    sorted.push_back(item);
  }
  return Object::List(std::move(sorted));
}

std::optional<Object> Evaluator::CallHostPath(std::string_view path, const Arguments& arguments) {
  if ((path == "map" || path == "filter") && arguments.keywords.empty()) {
    return CallMap(path == "filter", arguments.positional);
  }
  if (path == "sorted" || path == "max" || path == "min") {
    return CallOrdered(path, arguments);
  }
  if (path == ".functools.partial" && !arguments.positional.empty()) {
    return MakePartial(arguments);
  }
  if (path == "dict" || path == ".collections.OrderedDict") {
    std::optional<Object> dict = MakeDict(arguments);
    if (dict && path != "dict") {
      dict->flavor = Flavor::Ordered;
    }
    return dict;
  }
  if (constexpr std::string_view kCollections = ".collections."; path.starts_with(kCollections)) {
    return MakeCollection(path.substr(kCollections.size()), arguments);
  }
  if (arguments.keywords.empty()) {
    if (std::optional<Object> value = SimpleCall(path, arguments.positional)) {
      return value;
    }
    if (const OperatorInfo* info = FindOperator(path)) {
      return OperatorCall(*info, arguments.positional);
    }
    if (path == "iter" || path == ".itertools.count") {
      return MakeIterator(path, arguments.positional);
    }
  }
  const FunctionInfo* function = FindHostFunction(path);
  if (function == nullptr) {
    return std::nullopt;
  }
  const std::size_t before = max_steps_;
  max_steps_ = std::min(before, steps_ + kMaxHostSteps);
  // These go through what they are given at once.
  Arguments given = arguments;
  for (Object& each : given.positional) {
    each.flavor = each.flavor == Flavor::Lazy ? Flavor::Plain : each.flavor;
  }
  std::optional<Object> value = CallFunction(*function, given);
  // Whether what it made lies in the memory of what it was given, the function does not say.
  if (value && running_ > 0) {
    std::set<const HostCell*> cells;
    for (const Object& each : given.positional) {
      CollectArrays(each, &cells);
    }
    ForgetPlaces(cells, &*value);
  }
  max_steps_ = before;
  return value;
}

// The memory of the arrays in `object`.
void Evaluator::CollectArrays(const Object& object, std::set<const HostCell*>* cells) {
  if (object.kind == ObjectKind::Array && object.cell != nullptr) {
    cells->insert(&object.cell->root());
  }
  for (const Object& part : object.elements) {
    CollectArrays(part, cells);
  }
}

// Takes arrays for unplaced that do not lie in that memory.
void Evaluator::ForgetPlaces(const std::set<const HostCell*>& cells, Object* object) {
  if (object->kind == ObjectKind::Array && object->cell != nullptr &&
      !cells.contains(&object->cell->root())) {
    object->cell = nullptr;
  }
  for (Object& part : object->elements) {
    ForgetPlaces(cells, &part);
  }
}

// The path of what a call calls, with the object of a method as `*self`; empty where that is not known.
std::string Evaluator::HostPathOf(const ast::Call& call, const Context& context,
                                  std::optional<Object>* self) {
  if (const auto* name = As<ast::Name>(call.func)) {
    const std::optional<Object> callee = EvalIn(name, context);
    if (callee) {
      return callee->kind == ObjectKind::External ? callee->text : std::string();
    }
    const Scope* owner = nullptr;
    std::optional<Object> local;
    const bool is_bound = FindBinding(context.scope, name->id, &owner) != nullptr ||
                          (context.locals != nullptr && (*context.locals)(*name, &local));
    return is_bound ? std::string() : std::string(name->id);
  }
  const auto* attribute = As<ast::Attribute>(call.func);
  std::optional<Object> base =
      attribute == nullptr ? std::nullopt : EvalIn(attribute->value, context);
  if (!base) {
    return {};
  }
  if (base->kind == ObjectKind::External) {
    const std::optional<Object> callee = EvalIn(attribute, context);
    return callee && callee->kind == ObjectKind::External ? callee->text
           : callee ? std::string()
                    : base->text + "." + std::string(attribute->attr);
  }
  const std::string_view methods = MethodsOf(*base);
  if (methods.empty()) {
    return {};
  }
  *self = std::move(base);
  return std::string(methods) + std::string(attribute->attr);
}

std::optional<Object> Evaluator::EvalHostCall(const ast::Call& call, const Context& context,
                                              bool is_taken) {
  const auto* method = As<ast::Attribute>(call.func);
  if (method != nullptr && (method->attr == "parse_args" || method->attr == "parse_known_args")) {
    return ParsedArguments(call, context);
  }
  std::optional<Object> self;
  const std::string path = HostPathOf(call, context, &self);
  if (path.empty()) {
    return std::nullopt;
  }
  TakeAll(path, call);
  std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments) {
    return std::nullopt;
  }
  // Who goes through it says when the function is called.
  const bool calls = path == "map" || path == "filter";
  if (calls && running_ > 0 && !is_taken && !arguments->positional.empty() &&
      !IsClosed(arguments->positional.front())) {
    return std::nullopt;
  }
  if (self) {
    arguments->positional.insert(arguments->positional.begin(), std::move(*self));
  }
  const Arguments& all = *arguments;
  if (ChangesUnseen(call, path, all, context)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  std::optional<Object> value = CallHostPath(path, all);
  const bool may_raise =
      value && attempts_ > 0 && MayRaiseInstead(Object::External(path), all, *value);
  return may_raise ? std::nullopt : value;
}

}  // namespace kernelc::sema
