// What Python and libraries change, by their names.
#include <algorithm>

#include "compiler/sema/host_effects.h"

namespace kernelc::sema {
namespace {

// Modules whose functions leave their arguments alone when nobody takes their results.
bool IsHarmlessModule(std::string_view name) {
  static constexpr std::string_view kNames[] = {"argparse", "atexit", "cuda", "gc",     "json",
                                                "logging",  "math",   "np",   "numba",  "numpy",
                                                "os",       "pickle", "plt",  "pprint", "pytest",
                                                "print",    "random", "sys",  "time",   "warnings"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// The place of the argument that it is, if a call has as many; 0 where there is none.
std::size_t OutPlace(std::string_view name) {
  struct Row {
    std::string_view name;
    std::size_t place;
  };
  // Functions of one number, of two, and those with an axis.
  static constexpr Row kRows[] = {
      {"abs", 1},         {"absolute", 1},     {"arccos", 1},      {"arcsin", 1},
      {"arctan", 1},      {"cbrt", 1},         {"ceil", 1},        {"conj", 1},
      {"conjugate", 1},   {"cos", 1},          {"cosh", 1},        {"exp", 1},
      {"exp2", 1},        {"expm1", 1},        {"fabs", 1},        {"floor", 1},
      {"invert", 1},      {"log", 1},          {"log10", 1},       {"log1p", 1},
      {"log2", 1},        {"logical_not", 1},  {"negative", 1},    {"positive", 1},
      {"reciprocal", 1},  {"rint", 1},         {"sign", 1},        {"sin", 1},
      {"sinh", 1},        {"sqrt", 1},         {"square", 1},      {"tan", 1},
      {"tanh", 1},        {"trunc", 1},        {"add", 2},         {"arctan2", 2},
      {"bitwise_and", 2}, {"bitwise_or", 2},   {"bitwise_xor", 2}, {"copysign", 2},
      {"divide", 2},      {"divmod", 2},       {"dot", 2},         {"equal", 2},
      {"float_power", 2}, {"floor_divide", 2}, {"fmax", 2},        {"fmin", 2},
      {"fmod", 2},        {"greater", 2},      {"hypot", 2},       {"left_shift", 2},
      {"less", 2},        {"logical_and", 2},  {"logical_or", 2},  {"matmul", 2},
      {"maximum", 2},     {"minimum", 2},      {"mod", 2},         {"multiply", 2},
      {"outer", 2},       {"power", 2},        {"remainder", 2},   {"right_shift", 2},
      {"round", 2},       {"subtract", 2},     {"true_divide", 2}, {"choose", 2},
      {"all", 2},         {"amax", 2},         {"amin", 2},        {"any", 2},
      {"argmax", 2},      {"argmin", 2},       {"clip", 3},        {"cumprod", 3},
      {"cumsum", 3},      {"mean", 3},         {"median", 2},      {"nansum", 3},
      {"prod", 3},        {"std", 3},          {"sum", 3},         {"take", 3},
      {"var", 3},         {"max", 2},          {"min", 2},         {"concatenate", 2},
      {"compress", 3}};
  const auto* const row = std::ranges::find(kRows, name, &Row::name);
  return row == std::end(kRows) ? 0 : row->place;
}

}  // namespace

bool IsChangingMethod(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "__delitem__", "__iadd__",   "__imul__", "__ior__",    "__isub__", "__setattr__",
      "__setitem__", "add",        "append",   "appendleft", "clear",    "discard",
      "extend",      "extendleft", "fill",     "insert",     "itemset",  "move_to_end",
      "partition",   "pop",        "popitem",  "popleft",    "put",      "remove",
      "resize",      "reverse",    "rotate",   "setdefault", "setfield", "sort",
      "subtract",    "update"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool IsChangingFunction(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "at",      "copyto",      "delattr",     "fill_diagonal", "heapify",
      "heappop", "heappush",    "heappushpop", "iadd",          "iand",
      "iconcat", "imul",        "ior",         "isub",          "setitem",
      "delitem", "heapreplace", "insort",      "insort_left",   "insort_right",
      "nditer",  "next",        "place",       "put",           "put_along_axis",
      "putmask", "readinto",    "setattr",     "shuffle"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool RunsText(const ast::Call& call) {
  const auto* name = ast::As<ast::Name>(call.func);
  const auto* text = ast::As<ast::Constant>(call.args.empty() ? nullptr : call.args.front());
  const bool is_plain = text != nullptr && text->value.kind == ast::ConstantKind::Str &&
                        text->value.text.find_first_of("(=") == std::string_view::npos;
  return name != nullptr && (name->id == "exec" || (name->id == "eval" && !is_plain));
}

const ast::Expr* OutArgument(const ast::Call& call, const Scope* scope) {
  for (const ast::Keyword* keyword : call.keywords) {
    if (keyword->arg == "out") {
      return keyword->value;
    }
  }
  const ast::Name* first = FirstName(call.func);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  const bool is_numpy =
      binding != nullptr && binding->kind == BindingKind::Import &&
      (binding->import.module.starts_with("numpy") || binding->import.module.starts_with("cupy"));
  const std::size_t place = is_numpy ? OutPlace(LastPart(call.func)) : 0;
  return place != 0 && call.args.size() > place ? call.args[place] : nullptr;
}

bool MakesView(std::string_view name) {
  static constexpr std::string_view kNames[] = {"asanyarray",
                                                "asarray",
                                                "ascontiguousarray",
                                                "asfortranarray",
                                                "asmatrix",
                                                "atleast_1d",
                                                "atleast_2d",
                                                "atleast_3d",
                                                "broadcast_arrays",
                                                "broadcast_to",
                                                "cast",
                                                "diagonal",
                                                "expand_dims",
                                                "flip",
                                                "fliplr",
                                                "flipud",
                                                "frombuffer",
                                                "from_dlpack",
                                                "get",
                                                "getattr",
                                                "hsplit",
                                                "imag",
                                                "iter",
                                                "items",
                                                "list",
                                                "max",
                                                "memoryview",
                                                "min",
                                                "moveaxis",
                                                "next",
                                                "enumerate",
                                                "ravel",
                                                "real",
                                                "require",
                                                "reshape",
                                                "reversed",
                                                "rollaxis",
                                                "rot90",
                                                "array_split",
                                                "sorted",
                                                "split",
                                                "squeeze",
                                                "swapaxes",
                                                "transpose",
                                                "tuple",
                                                "values",
                                                "view",
                                                "vsplit",
                                                "zip",
                                                "dict",
                                                "setdefault",
                                                "pop",
                                                "copy",
                                                "vars"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool MakesViewCall(const ast::Call& call) {
  const auto* attribute = ast::As<ast::Attribute>(call.func);
  const auto* name = ast::As<ast::Name>(call.func);
  return std::ranges::any_of(call.keywords,
                             [](const ast::Keyword* each) { return each->arg == "copy"; }) ||
         MakesView(attribute != nullptr ? std::string_view(attribute->attr)
                   : name != nullptr    ? std::string_view(name->id)
                                        : std::string_view());
}

bool IsArrayMember(std::string_view name) {
  return name == "T" || name == "real" || name == "imag" || name == "flat" || name == "base";
}

bool IsHarmlessImport(const Binding& binding, std::string_view name) {
  const std::string_view module = binding.import.module;
  return IsHarmlessModule(name) || IsHarmlessModule(module.substr(0, module.find('.')));
}

}  // namespace kernelc::sema
