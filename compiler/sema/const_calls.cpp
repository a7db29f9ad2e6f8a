// Calls whose value is known while compiling.
#include <algorithm>

#include "compiler/base/unicode.h"
#include "compiler/sema/const_eval.h"
#include "compiler/sema/const_host.h"
#include "compiler/sema/const_numpy.h"
#include "compiler/sema/extern_functions.h"
#include "compiler/sema/host_calls.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/paths.h"
#include "compiler/sema/signature.h"

namespace kernelc::sema {
namespace {

using ast::As;

// counter.most_common(count)
std::optional<Object> MostCommon(const Object& counter, const std::vector<Object>& arguments) {
  std::vector<Object> items;
  for (std::size_t i = 0; i < counter.elements.size(); i += 2) {
    if (!counter.elements[i + 1].is_int()) {
      return std::nullopt;
    }
    items.push_back(Object::Tuple({counter.elements[i], counter.elements[i + 1]}));
  }
  std::ranges::stable_sort(items, std::ranges::greater(),
                           [](const Object& item) { return item.elements[1].number.integer; });
  if (arguments.size() == 1 && arguments[0].is_int() && arguments[0].number.integer >= 0) {
    const Int128 count = std::min(arguments[0].number.integer, Int128(items.size()));
    items.resize(static_cast<std::size_t>(count));
  } else if (!arguments.empty()) {
    return std::nullopt;
  }
  return Object::List(std::move(items));
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
  const std::uint32_t changes = changes_;
  for (const ast::Expr* argument : call.args) {
    const auto* starred = As<ast::Starred>(argument);
    consumed_ = starred != nullptr ? starred->value : consumed_;
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
    std::optional<std::vector<Object>> elements = GoThrough(*value);
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
  // What stands first is looked at when all have been evaluated.
  if (!Refresh(changes, &arguments.positional)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  return arguments;
}

std::optional<Object> Evaluator::EvalCall(const ast::Call& call, const Context& context) {
  failed_call_ = nullptr;
  const bool is_taken = std::exchange(consumed_, nullptr) == &call;
  std::optional<Object> value = EvalKnownCall(call, context, is_taken);
  // Kernels have functions of their own by the same names.
  const bool is_host = context.expressions == nullptr;
  if (value && is_host && value->is_list && value->flavor == Flavor::Plain &&
      IsLazyCall(call, context)) {
    value->flavor = Flavor::Lazy;
  }
  if (value || !is_host || failed_call_ == &call || !raising_.empty()) {
    return value;
  }
  // What its arguments do is done once.
  if (running_ > 0 && PartsMayChange(call, context.scope)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  value = EvalHostCall(call, context, is_taken);
  if (value && value->is_list && value->flavor == Flavor::Plain && IsLazyCall(call, context)) {
    value->flavor = Flavor::Lazy;
  }
  return value;
}

// Calls whose result is made when somebody goes through it, once.
bool Evaluator::IsLazyCall(const ast::Call& call, const Context& context) {
  static constexpr std::string_view kMakers[] = {"enumerate", "filter", "map", "reversed", "zip"};
  const auto* name = As<ast::Name>(call.func);
  const auto* attribute = As<ast::Attribute>(call.func);
  if (name == nullptr && attribute == nullptr) {
    return false;
  }
  const Scope* owner = nullptr;
  const bool is_bound =
      attribute != nullptr || FindBinding(context.scope, name->id, &owner) != nullptr;
  const std::optional<Object> callee = is_bound ? EvalIn(call.func, context) : std::nullopt;
  const std::string_view path = is_bound ? callee ? std::string_view(callee->text) : ""
                                         : std::string_view(name->id);
  return (!is_bound || (callee && callee->kind == ObjectKind::External)) &&
         (path.starts_with(".itertools.") ||
          std::ranges::find(kMakers, path) != std::end(kMakers));
}

// `object.method(...)` of something that statements change, or of a constant; null for other calls,
// unless `failed_call_` says that it is one and not known. Sets `*base` to the object.
std::optional<Object> Evaluator::EvalMethodCall(const ast::Call& call,
                                                const ast::Attribute& attribute,
                                                const Context& context,
                                                std::optional<Object>* base) {
  const bool may_change = running_ > 0 && IsChangingMethod(attribute.attr);
  const auto result = [&](std::optional<Object> value) {
    failed_call_ = value ? failed_call_ : &call;
    return value;
  };
  const auto change = [&](const Object& object) {
    // A cell outlives what the arguments do to the variable.
    Object holder;
    holder.kind = object.kind;
    holder.array = object.cell->value.array;
    holder.cell = object.cell;
    const std::optional<Arguments> arguments = EvalArguments(call, context);
    return result(arguments ? ChangeCell(holder, attribute.attr, *arguments) : std::nullopt);
  };
  const Object* followed = running_ > 0 && (may_change || attribute.attr == "get")
                               ? Followed(attribute.value, context)
                               : nullptr;
  if (may_change && followed != nullptr && followed->kind != ObjectKind::Instance) {
    return change(*followed);
  }
  if (!may_change && followed != nullptr && followed->kind == ObjectKind::Dict &&
      !call.args.empty()) {
    const std::shared_ptr<HostCell> cell = followed->cell;
    const std::optional<Arguments> arguments = EvalArguments(call, context);
    return result(arguments && cell->known ? GetItem(cell->value, arguments->positional)
                                           : std::nullopt);
  }
  *base = EvalBase(attribute, context);
  if (!*base) {
    return std::nullopt;
  }
  const Object& object = **base;
  if (IsOpenFile(object)) {
    return result(attribute.attr == "read" && call.args.empty() && call.keywords.empty()
                      ? ReadOpenFile(object, attribute.value, *context.scope)
                      : std::nullopt);
  }
  // What is written to an array is not computed here.
  if (running_ > 0 && object.kind == ObjectKind::Array &&
      OutArgument(call, context.scope) != nullptr) {
    return result(std::nullopt);
  }
  if (may_change && object.cell != nullptr && object.kind != ObjectKind::Instance) {
    return change(object);
  }
  const bool has_methods = object.kind == ObjectKind::Array || object.kind == ObjectKind::Str ||
                           object.kind == ObjectKind::Dict || object.kind == ObjectKind::Tuple ||
                           object.is_number();
  const std::optional<Arguments> arguments =
      has_methods ? EvalArguments(call, context) : std::nullopt;
  std::optional<Object> value =
      arguments ? EvalMethod(object, attribute.attr, *arguments) : std::nullopt;
  if (value && arguments->keywords.empty()) {
    const bool is_transposed = attribute.attr == "transpose" && arguments->positional.empty();
    ViewWhole(object, is_transposed ? std::string_view("T") : attribute.attr, arguments->positional,
              &value.value());
  }
  return value;
}

// Those that are not like other functions: record types, files, imports.
bool Evaluator::IsSpecialCall(std::string_view path) {
  return IsRecordMaker(path) || path == "cuda.declare_device" || path == "np.load" ||
         path == "open" || path == ".json.load" || path == ".json.loads" || path == "vars" ||
         path == ".importlib.import_module" || path == "__import__" || path == "cuda.to_device" ||
         IsLinkableClass(path);
}

std::optional<Object> Evaluator::EvalSpecialCall(const ast::Call& call, const Object& callee,
                                                 const Context& context) {
  if (IsRecordMaker(callee.text)) {
    return EvalRecordCall(call, callee.text, context.scope);
  }
  if (callee.text == "cuda.declare_device") {
    return EvalDeclareDevice(call, context);
  }
  // to_device(array, stream): a copy. In kernels there is no such function.
  if (callee.text == "cuda.to_device") {
    const bool is_plain =
        context.expressions == nullptr && !call.args.empty() && call.args.size() <= 2 &&
        std::ranges::all_of(call.keywords,
                            [](const ast::Keyword* each) { return each->arg == "stream"; });
    const std::optional<Object> given =
        is_plain ? EvalIn(call.args.front(), context) : std::nullopt;
    const std::optional<Object> array = given ? Current(*given) : std::nullopt;
    if (!array || array->kind != ObjectKind::Array) {
      return std::nullopt;
    }
    ConstArray copy = *array->array;
    copy.on_device = true;
    return ArrayObject(std::move(copy));
  }
  const std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments) {
    return std::nullopt;
  }
  if (callee.text == "open") {
    return OpenFile(*arguments, *context.scope);
  }
  if (callee.text == "np.load") {
    return LoadArray(*arguments, *context.scope);
  }
  if (IsLinkableClass(callee.text)) {
    return EvalLinkable(callee, *arguments);
  }
  // Of those below, what has one argument.
  if (arguments->positional.size() != 1 || call.args.size() != 1 || !call.keywords.empty()) {
    return std::nullopt;
  }
  const Object& given = arguments->positional.front();
  if (callee.text == ".json.load" || callee.text == ".json.loads") {
    const std::optional<Object> text = callee.text == ".json.loads" ? given
                                       : IsOpenFile(given) ? ReadOpenFile(given, call.args.front(), *context.scope)
                                                           : std::nullopt;
    std::optional<Object> value = text ? ReadJson(*text) : std::nullopt;
    // Changes of lists inside it are not followed.
    return value && running_ > 0 && std::ranges::any_of(value->elements, IsMutable) ? std::nullopt : value;
  }
  // What is stored in the dictionary later, the object has as well: that is not followed.
  if (callee.text == "vars") {
    const std::optional<Object> record = running_ == 0 ? Current(given) : std::nullopt;
    if (!record || record->kind != ObjectKind::Tuple || !record->fields || !record->fields->is_mutable) {
      return std::nullopt;
    }
    std::vector<Object> items;
    for (std::size_t i = 0; i < record->elements.size(); ++i) {
      items.push_back(Object::Str(record->fields->names[i]));
      items.push_back(record->elements[i]);
    }
    return MergeItems(items);
  }
  // `__import__("a.b")` gives a.
  const bool is_part = callee.text == "__import__" && given.text.find('.') != std::string::npos;
  return is_part ? std::nullopt : ImportByCall(given, *context.scope);
}

// Whether a function of a library may change what it is given, which what is known of it does not say.
bool Evaluator::ChangesUnseen(const ast::Call& call, std::string_view path,
                              const Arguments& arguments, const Context& context) {
  const auto is_mutable = [](const Keyword& each) { return IsMutable(each.value); };
  if (running_ == 0 || context.expressions != nullptr ||
      (std::ranges::none_of(arguments.positional, IsMutable) &&
       std::ranges::none_of(arguments.keywords, is_mutable))) {
    return false;
  }
  using Kind = CalledThing::Kind;
  const std::string_view name = path.substr(path.rfind('.') + 1);
  const std::size_t place = path.starts_with("np.") || path.starts_with("array.") ? OutPlace(name) : 0;
  if (place != 0 && arguments.positional.size() > place) {
    return true;
  }
  // Functions that are called are followed.
  const CalledThing thing = ThingCalled(call, context.scope);
  const bool is_foreign = thing.kind == Kind::Library || thing.kind == Kind::Method;
  return is_foreign && !path.starts_with(".functools.") && !path.starts_with(".itertools.") &&
         ChangeBy(call, context.scope) == CallChange::Everything;
}

std::optional<Object> Evaluator::EvalKnownCall(const ast::Call& call, const Context& context,
                                               bool is_taken) {
  const auto* attribute = As<ast::Attribute>(call.func);
  std::optional<Object> method_of;
  if (attribute != nullptr) {
    std::optional<Object> value = EvalMethodCall(call, *attribute, context, &method_of);
    const bool has_function =
        method_of &&
        (method_of->kind == ObjectKind::External || method_of->kind == ObjectKind::Instance ||
         method_of->kind == ObjectKind::Module || method_of->kind == ObjectKind::Class ||
         method_of->kind == ObjectKind::Function || method_of->kind == ObjectKind::EnumMember ||
         method_of->kind == ObjectKind::NamedTupleType || method_of->kind == ObjectKind::Type ||
         method_of->class_scope != nullptr);
    if (value || !has_function) {
      return value;
    }
  }
  // What gives the object of a method runs once.
  const bool is_method = method_of && (method_of->kind == ObjectKind::Instance);
  if (attribute != nullptr && !is_method && running_ > 0 &&
      MayChange(attribute->value, context.scope)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  const auto* name = As<ast::Name>(call.func);
  if (name != nullptr && name->id == "super" && call.args.empty()) {
    return SuperOf(context);
  }
  const std::optional<Object> callee =
      is_method ? Member(*method_of, attribute->attr) : EvalIn(call.func, context);
  const Scope* owner = nullptr;
  if (!callee && name != nullptr && IsSpecialCall(name->id) && FindBinding(context.scope, name->id, &owner) == nullptr) {
    return EvalSpecialCall(call, Object::External(std::string(name->id)), context);
  }
  if (!callee && name != nullptr && name->id == "ord" && call.args.size() == 1) {
    const std::optional<Object> text = EvalIn(call.args[0], context);
    return text && text->kind == ObjectKind::Str ? CodeOf(text->text) : std::nullopt;
  }
  if (!callee && name != nullptr && IsHostBuiltin(name->id)) {
    TakeAll(name->id, call);
    const std::optional<Arguments> arguments = EvalArguments(call, context);
    return arguments && arguments->keywords.empty() ? HostCall(name->id, arguments->positional)
                                                    : std::nullopt;
  }
  if (!callee) {
    return std::nullopt;
  }
  const bool is_external = callee->kind == ObjectKind::External;
  const bool is_decorator =
      callee->kind == ObjectKind::Decorator ||
      (is_external && (IsDecoratorPath(callee->text) || callee->text == ".functools.partial"));
  if (is_decorator) {
    std::optional<Object> made = EvalDecorator(call, *callee, context);
    if (made || callee->text != ".functools.partial") {
      return made;
    }
  }
  if (is_external && IsSpecialCall(callee->text)) {
    return EvalSpecialCall(call, *callee, context);
  }
  if (std::optional<Object> answer = AskedOfDevice(*callee)) {
    return answer;
  }
  // Functions of kernels compute at run time.
  if (is_external && callee->text.starts_with("cuda.") && !IsVoid(*callee) &&
      callee->text != "cuda.const.array_like") {
    return std::nullopt;
  }
  if (is_external) {
    TakeAll(callee->text, call);
  }
  const std::optional<Arguments> arguments = EvalArguments(call, context);
  if (!arguments) {
    return std::nullopt;
  }
  if (running_ > 0 && is_external) {
    const bool changes = callee->text == "np.copyto" || callee->text == "np.fill_diagonal";
    if (OutArgument(call, context.scope) != nullptr || changes) {
      failed_call_ = &call;
      return changes ? arguments->keywords.empty() && !arguments->positional.empty()
                           ? ChangeArray(callee->text, arguments->positional)
                           : std::nullopt
                     : CallWithOut(call, *callee, *arguments, context);
    }
  }
  if (is_external && ChangesUnseen(call, callee->text, *arguments, context)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  if (IsVoid(*callee) && arguments->keywords.empty()) {
    return SignatureOf(arguments->positional, nullptr);
  }
  takes_all_ = is_taken;
  std::optional<Object> value =
      is_external ? EvalExternalCall(*callee, *arguments) : CallObject(*callee, *arguments);
  takes_all_ = false;
  if (value && attempts_ > 0 && MayRaiseInstead(*callee, *arguments, *value)) {
    failed_call_ = &call;
    return std::nullopt;
  }
  if (value && is_external && callee->text.starts_with("np.") && arguments->keywords.empty() &&
      !arguments->positional.empty()) {
    ViewWhole(arguments->positional.front(), std::string_view(callee->text).substr(3),
              arguments->positional, &*value);
  }
  return value;
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
  if (base.flavor == Flavor::Counter && name == "most_common") {
    return MostCommon(base, positional);
  }
  if (base.kind == ObjectKind::Dict && positional.empty() &&
      (name == "keys" || name == "values" || name == "items")) {
    std::vector<Object> items;
    for (std::size_t i = 0; i < base.elements.size(); i += 2) {
      items.push_back(name == "keys"     ? base.elements[i]
                      : name == "values" ? base.elements[i + 1]
                                         : Object::Tuple({base.elements[i], base.elements[i + 1]}));
    }
    Object view = Object::List(std::move(items));
    view.flavor = Flavor::OfDict;
    return view;
  }
  if (base.kind == ObjectKind::Dict && name == "get" && !positional.empty()) {
    return GetItem(base, positional);
  }
  if (base.fields != nullptr && !base.fields->is_mutable && name.starts_with('_')) {
    return NamedTupleMethod(base, name, arguments);
  }
  if (base.kind == ObjectKind::Tuple && positional.size() == 1 &&
      (name == "index" || name == "count")) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < base.elements.size(); ++i) {
      const std::optional<bool> same = SameValue(base.elements[i], positional[0]);
      if (!same) {
        return std::nullopt;
      }
      if (*same) {
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

}  // namespace kernelc::sema
