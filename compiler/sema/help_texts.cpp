#include "compiler/sema/help_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>
#include <vector>

#include "compiler/base/near_words.h"
#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"

namespace kernelc::sema {
namespace {

constexpr const char* kGrows =
    "arrays and tuples do not grow; use an array that is large enough, and count its elements";

constexpr std::string_view kArrayAttributes[] = {"shape", "size",     "ndim",   "strides",
                                                 "dtype", "itemsize", "nbytes", "flat",
                                                 "flags", "T",        "real",   "imag"};

bool IsOutside(const Value& value) { return value.is_object(ObjectKind::External); }

bool IsPlace(const Value& value) { return IsOutside(value) && index::IsThreadPlace(value.object->text); }

std::string HelpForPlace(std::string_view text) {
  return fmt::format("its parts are `{0}.x`, `{0}.y` and `{0}.z`", text);
}

// For a tuple that stands where one of its elements is meant.
std::string HelpForTuple(std::string_view text) {
  return text.ends_with(".shape")
             ? fmt::format("write one of its elements: `{}[0]`", text)
             : fmt::format("`{0}` is a tuple; its elements are `{0}[0]` and so on", text);
}

// For an array where one of its elements is meant.
std::string HelpForWhole(unsigned ndim, std::string_view text) {
  const bool is_part = text.ends_with(']') && text.find(':') == std::string_view::npos;
  std::string example(is_part ? text.substr(0, text.size() - 1) : text);
  for (unsigned i = 0; i < ndim; ++i) {
    example += i == 0 && !is_part ? "[" : ", ";
    example += "ijkl"[std::min(i + (is_part ? 1u : 0u), 3u)];
  }
  return fmt::format("`{}` is {}: one element has an index for each dimension, as in `{}]`", text,
                     is_part ? "a part of an array" : "a whole array", example);
}

// For a call whose result is None.
std::string HelpForNoValue(std::string_view text) {
  return fmt::format("`{}` gives no value: a function gives one with `return`",
                     text.substr(0, text.find('(')));
}

// The names of a class, object or module of the program; null for other values.
const Scope* ScopeOf(const Value& value) {
  if (value.is_object(ObjectKind::Class) || value.is_object(ObjectKind::Instance)) {
    return value.object->class_scope;
  }
  return value.is_object(ObjectKind::Module) && value.object->module->index
             ? &value.object->module->index->impl().module_scope()
             : nullptr;
}

std::string NearestMember(const Scope& scope, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& [bound, binding] : scope.bindings) {
    names.push_back(bound);
  }
  // The order of a hash table must not show.
  std::ranges::sort(names);
  for (const std::string_view bound : names) {
    if (SameButForCase(bound, name)) {
      return std::string(bound);
    }
  }
  return std::string(NearestWord(name, names));
}

// The texts of the arguments of a call, with their commas.
std::string_view ArgumentsText(const ast::Call& call, const SourceManager& sources) {
  const SourceRange first = call.args[0]->range;
  return sources.text({first.file, first.begin, call.args[call.args.size() - 1]->range.end});
}

}  // namespace

std::string HelpForIndex(const Value& value, std::string_view text) {
  if (IsPlace(value)) {
    return HelpForPlace(text);
  }
  if (value.is_object(ObjectKind::Str)) {
    return "leave the quotes away where a variable is meant";
  }
  if (value.kind == ValueKind::Tuple) {
    return value.elements->size() == 2
               ? "it has two parts; a loop gives them names, as in `for i, x in enumerate(a):`"
               : "it is a tuple: index with one of its elements";
  }
  return value.is_scalar() && !types::IsComplex(value.type) ? "convert it with int(...)" : "";
}

bool DividesIntegers(std::string_view text) {
  std::size_t slashes = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const bool is_digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    const bool is_point = text[i] == '.';
    const bool next_is_digit = std::isdigit(static_cast<unsigned char>(next)) != 0;
    if ((is_digit && next == '.') || (is_point && next_is_digit) ||
        (text[i] == '/' && next == '/')) {
      return false;
    }
    slashes += text[i] == '/' ? 1u : 0u;
  }
  // Elements of arrays and results of functions may be floats.
  for (std::size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    if (!text.substr(0, open).ends_with(".shape")) {
      return false;
    }
  }
  return slashes == 1 && text.find("math.") == std::string_view::npos &&
         text.find("np.") == std::string_view::npos && text.find("float") == std::string_view::npos;
}

std::string HelpForSubscript(const Value& base, const ast::Subscript& node,
                             const SourceManager& sources) {
  const std::string_view text = sources.text(node.value->range);
  const std::string_view index = sources.text(node.slice->range);
  if (base.is_object(ObjectKind::Function)) {
    return "kernels cannot launch kernels; call it as a function, without brackets";
  }
  if (IsPlace(base)) {
    static constexpr std::string_view kIndices[] = {"0", "1", "2"};
    const auto* found = std::ranges::find(kIndices, index);
    return found == std::end(kIndices)
               ? HelpForPlace(text)
               : fmt::format("write `{}.{}`", text, "xyz"[found - std::begin(kIndices)]);
  }
  if (IsOutside(base) && !index::IsModulePath(base.object->text)) {
    return fmt::format("a function is called with parentheses: `{}({})`", text, index);
  }
  return base.is_scalar() ? fmt::format("`{}` is one number: leave `[{}]` away, or pass an array", text, index)
                          : "arrays and tuples can be indexed";
}

std::string HelpForElementWrite(const Value& base, bool is_tuple, bool is_constant, std::string_view text) {
  if (base.is_scalar()) {
    return text.ends_with(']') ? fmt::format("`{}` is one number already: assign to that, or pass an array of more "
                                             "dimensions",
                                             text)
                               : fmt::format("`{}` is one number: pass an array, or make it one", text);
  }
  if (is_tuple && is_constant) {
    return fmt::format(
        "`{}` belongs to the file, and is a constant in kernels; pass an array as a parameter",
        text);
  }
  return is_tuple ? "tuples do not change; use cuda.local.array" : "only arrays can be written";
}

std::string HelpForCall(const Value& callee, bool is_indexable, const ast::Call& call,
                        const SourceManager& sources) {
  const std::string_view text = sources.text(call.func->range);
  if (call.keywords.empty() && !call.args.empty() && is_indexable) {
    return fmt::format("an element is written in brackets: `{}[{}]`", text,
                       ArgumentsText(call, sources));
  }
  if (IsPlace(callee)) {
    return HelpForPlace(text);
  }
  if (constants::IsPythonBuiltin(text)) {
    return fmt::format("`{}` is a variable here, since the function assigns to it: give the variable another name", text);
  }
  if (callee.is_scalar() && call.keywords.empty() && call.args.empty()) {
    return "leave the parentheses away";
  }
  const bool is_written = ast::As<ast::Constant>(call.func) != nullptr;
  if (callee.is_scalar() && is_written && call.keywords.empty() && call.args.size() == 1) {
    return fmt::format("a product is written `{} * ({})`", text, ArgumentsText(call, sources));
  }
  return "kernels call functions of this file, builtins and types";
}

std::string HelpForMethod(const Value& base, bool is_attribute, const ast::Call& call,
                          const ast::Attribute& method, const SourceManager& sources) {
  if (is_attribute) {
    const std::string_view text = sources.text(method.range);
    if (method.attr == "size" && !call.args.empty()) {
      return fmt::format("write `{}.shape[{}]`", sources.text(method.value->range), ArgumentsText(call, sources));
    }
    return call.args.empty()
               ? fmt::format("`{}` is no method: leave the parentheses away", method.attr)
               : fmt::format("`{}` is no method: write `{}[{}]`", method.attr, text,
                             ArgumentsText(call, sources));
  }
  if (method.attr == "append") {
    return kGrows;
  }
  static constexpr std::pair<std::string_view, std::string_view> kOfTorch[] = {
      {"dim", "ndim"}, {"ndimension", "ndim"}, {"numel", "size"}, {"t", "T"}};
  const auto* renamed = std::ranges::find(kOfTorch, method.attr, &std::pair<std::string_view, std::string_view>::first);
  if (!base.is_scalar() && renamed != std::end(kOfTorch) && call.args.empty()) {
    return fmt::format("write `{}.{}`", sources.text(method.value->range), renamed->second);
  }
  if (method.attr == "len" || (method.attr == "length" && call.args.empty())) {
    return fmt::format("write `len({})`", sources.text(method.value->range));
  }
  if (base.is_scalar() && constants::IsKnownMember(fmt::format("math.{}", method.attr)) && call.args.empty()) {
    return fmt::format("write `math.{}({})`", method.attr, sources.text(method.value->range));
  }
  if (base.is_scalar() && (method.attr == "to" || method.attr == "cast") && call.args.size() == 1) {
    return "a conversion is a call of the type, as in `np.float64(x)`";
  }
  if (base.is_scalar() && method.attr == "astype" && call.args.size() == 1) {
    const std::string_view type = sources.text(call.args[0]->range);
    const bool is_text = type.starts_with('"') || type.starts_with('\'');
    return is_text ? "call the type, as in `np.int32(x)`"
                   : fmt::format("write `{}({})`", type, sources.text(method.value->range));
  }
  return base.is_scalar() ? "write what it does with operators and functions"
                          : "write what it does with loops and elements";
}

std::string HelpForAttribute(const Value& base, const ast::Attribute& node,
                             const Scope* class_scope) {
  if (class_scope != nullptr) {
    return fmt::format(
        "kernels get no object: make `{0}` a parameter, or give it a value in the body of the "
        "class and write `{1}.{0}`",
        node.attr, class_scope->name);
  }
  if (node.attr == "append") {
    return kGrows;
  }
  if (const Scope* scope = ScopeOf(base)) {
    const std::string nearest = NearestMember(*scope, node.attr);
    if (!nearest.empty()) {
      return fmt::format("did you mean `{}`?", nearest);
    }
  }
  return base.is_object(ObjectKind::Str)
             ? "strings can be compared, printed, indexed with constants and passed on"
             : "";
}

bool IsArrayAttribute(std::string_view name) {
  return std::ranges::find(kArrayAttributes, name) != std::end(kArrayAttributes);
}

std::string HelpForArrayAttribute(std::string_view name) {
  if (functions::FindReduction(name, true) != nullptr) {
    return fmt::format("`{0}` is a method: write `{0}()`", name);
  }
  if (name == "length" || name == "len") {
    return "did you mean `size`?";
  }
  const std::string_view nearest = NearestWord(name, kArrayAttributes);
  return nearest.empty() ? fmt::format("arrays have {}", fmt::join(kArrayAttributes, ", "))
                         : fmt::format("did you mean `{}`?", nearest);
}

std::string HelpForOperands(const Value& left, const Value& right, std::string_view left_text,
                            std::string_view right_text) {
  for (const auto& [value, text] : {std::pair(&left, left_text), std::pair(&right, right_text)}) {
    if (types::IsFloat8(value->type)) {
      return "8-bit floats are kept and converted, not computed with: write `float32(x)`";
    }
    if (IsPlace(*value)) {
      return HelpForPlace(text);
    }
    if (value->kind == ValueKind::Tuple && value->fields == nullptr &&
        (&left == value ? right : left).is_scalar()) {
      return HelpForTuple(text);
    }
    if (value->is_none() && text.ends_with(')')) {
      return HelpForNoValue(text);
    }
  }
  return "";
}

std::string HelpForUnpack(const Value& value, std::string_view text, std::size_t count) {
  if (text.ends_with("grid(1)") || text.ends_with("gridsize(1)")) {
    return count <= 3 ? fmt::format("write `{}({})`", text.substr(0, text.size() - 3), count)
                      : "it has 3 dimensions at most";
  }
  return value.is_scalar() ? "it is one number: give it to one name"
                           : "tuples, shapes and arrays can be unpacked";
}

std::string HelpForRange(const Value& value, bool is_array, std::string_view text) {
  if (is_array) {
    return fmt::format("its length is `len({})`", text);
  }
  return value.kind == ValueKind::Tuple ? HelpForTuple(text) : "";
}

std::string HelpForNumber(const Value& value, bool is_array, std::string_view text) {
  if (is_array) {
    return HelpForWhole(1, text);
  }
  if (value.is_object(ObjectKind::Str)) {
    return "leave the quotes away where a number is meant";
  }
  if (value.is_none() && text.ends_with(')')) {
    return HelpForNoValue(text);
  }
  if (IsPlace(value)) {
    return HelpForPlace(text);
  }
  return value.kind == ValueKind::Tuple && value.fields == nullptr ? HelpForTuple(text) : "";
}

std::string HelpForArrays(bool is_product, unsigned ndim, std::string_view text, std::string_view left,
                          std::string_view right) {
  if (is_product) {
    return fmt::format("`np.dot({}, {})` sums the products of two vectors; products of matrices are loops", left, right);
  }
  if (text.ends_with(']') && text.find(':') == std::string_view::npos) {
    return HelpForWhole(ndim, text);
  }
  return "the result would be a new array: index the arrays in a loop, or write it into an array, `np.add(a, b, out)`";
}

std::string HelpForText(bool compares) {
  return compares ? "a launch passes no text: give the choices numbers, and compare these"
                  : "kernels do not compute with text; give `print` the values: `print(\"x =\", x)`";
}

std::string HelpForArity(const ast::Call& call, std::span<const std::string_view> parameters,
                         const SourceManager& sources) {
  const std::string_view name = sources.text(call.func->range);
  const std::size_t given = call.args.size();
  const auto text = [&](std::size_t i) { return sources.text(call.args[i]->range); };
  if (!call.keywords.empty() || given == 0 || parameters.size() < 2) {
    return "";
  }
  if (parameters[0] == "shape" && parameters[1] == "dtype" && given == 1) {
    return fmt::format("name the type of the elements as well: `{}({}, float32)`", name, text(0));
  }
  const bool is_atomic = parameters[0] == "ary" && parameters[1] == "idx";
  const auto* element = ast::As<ast::Subscript>(call.args[0]);
  if (is_atomic && element != nullptr && given + 1 == parameters.size()) {
    const std::string_view index = sources.text(element->slice->range);
    const bool is_tuple = ast::As<ast::Tuple>(element->slice) != nullptr;
    return fmt::format("write `{}({}, {}, {})`", name, sources.text(element->value->range),
                       is_tuple && !index.starts_with('(') ? fmt::format("({})", index) : std::string(index),
                       sources.text({call.range.file, call.args[1]->range.begin, call.args[given - 1]->range.end}));
  }
  if (is_atomic && given == parameters.size() + 1) {
    return fmt::format("several indices are a tuple: `{}({}, ({}, {}), {})`", name, text(0), text(1), text(2),
                       sources.text({call.range.file, call.args[3]->range.begin, call.args[given - 1]->range.end}));
  }
  return "";
}

std::string HelpForBuiltin(std::string_view path, const ast::Call& call, std::size_t wanted,
                           const SourceManager& sources) {
  const bool takes_mask = path.starts_with("cuda.") && path.ends_with("_sync") && path != "cuda.match_all_sync";
  if (takes_mask && call.args.size() + 1 == wanted && call.keywords.empty() && !call.args.empty()) {
    return fmt::format("the mask of lanes comes first: `{}(0xFFFFFFFF, {})`", sources.text(call.func->range),
                       ArgumentsText(call, sources));
  }
  return fmt::format("`kernelc builtins {}` shows them", path);
}

std::string HelpForAtomic(const ast::Call& call, bool second_is_array, const SourceManager& sources) {
  const std::string general = "atomics take the array, the index and the value";
  if (call.args.size() < 3 || !call.keywords.empty()) {
    return general;
  }
  const std::string_view name = sources.text(call.func->range);
  const std::string_view rest =
      sources.text({call.range.file, call.args[2]->range.begin, call.args[call.args.size() - 1]->range.end});
  if (second_is_array) {
    return fmt::format("{}: `{}({}, {}, {})`", general, name, sources.text(call.args[1]->range),
                       sources.text(call.args[0]->range), rest);
  }
  const auto* element = ast::As<ast::Subscript>(call.args[0]);
  if (element != nullptr && ast::As<ast::Tuple>(element->slice) == nullptr) {
    return fmt::format("{}: `{}({}, {}, {})`", general, name, sources.text(element->value->range),
                       sources.text(element->slice->range), rest);
  }
  return general;
}

std::string HelpForExtents(std::string_view text, std::int64_t count) {
  const bool is_shape = text.ends_with(".shape") || text.find(".shape[") != std::string_view::npos;
  return is_shape ? fmt::format("the array has {} dimension{}", count, count == 1 ? "" : "s") : "";
}

std::string HelpForUndefined(std::string_view name) {
  return constants::IsPythonBuiltin(name)
             ? fmt::format("`{}` is a variable in the whole function, since the function assigns to it: give the variable "
                           "another name",
                           name)
             : "assign to it first; a name that a function assigns is local to the whole function";
}

std::string HelpForStore(const Value& value, unsigned ndim, std::string_view text) {
  if (ndim > 0) {
    return HelpForWhole(ndim, text);
  }
  if (value.is_none() && text.ends_with(')')) {
    return HelpForNoValue(text);
  }
  return value.is_scalar() ? "take `.real`, `.imag` or abs(...) of it"
                           : "elements of arrays are numbers";
}

}  // namespace kernelc::sema
