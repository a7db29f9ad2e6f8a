// What Python and libraries change, by their names.
#include <algorithm>
#include <unordered_map>

#include "compiler/sema/host_calls.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/host_variables.h"

namespace kernelc::sema {

// The place of the argument that a function of NumPy writes to, if a call has as many; 0 where there is none.
std::size_t OutPlace(std::string_view name) {
  struct Row {
    std::size_t place;
    std::string_view names;
  };
  // Between blanks.
  static constexpr Row kRows[] = {
      {1,
       " abs absolute acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan "
       "atanh bitwise_count bitwise_invert bitwise_not cbrt ceil conj conjugate cos cosh "
       "deg2rad degrees exp exp2 expm1 fabs fix floor frexp invert isfinite isinf isnan isnat "
       "isneginf isposinf log log10 log1p log2 logical_not modf negative positive rad2deg "
       "radians reciprocal rint sign signbit sin sinh spacing sqrt square tan tanh trunc "},
      {2,
       " add all amax amin any arctan2 argmax argmin around atan2 bitwise_and bitwise_left_shift "
       "bitwise_or bitwise_right_shift bitwise_xor choose concat concatenate copysign divide "
       "divmod dot equal float_power floor_divide fmax fmin fmod gcd greater greater_equal "
       "heaviside hypot lcm ldexp left_shift less less_equal logaddexp logaddexp2 logical_and "
       "logical_or logical_xor matmul matvec max maximum median min minimum mod multiply "
       "nanargmax nanargmin nanmax nanmedian nanmin nextafter not_equal outer pow power ptp "
       "remainder right_shift round stack subtract true_divide vecdot vecmat "},
      {3,
       " accumulate clip compress cumprod cumsum mean nancumprod nancumsum nanmean nanpercentile "
       "nanprod nanquantile nanstd nansum nanvar percentile prod quantile reduce std sum take "
       "var "},
      {4,
       " is_busday "},
      {5,
       " busday_count trace "},
      {6,
       " busday_offset "}};
  static const auto* places = [] {
    auto* map = new std::unordered_map<std::string_view, std::size_t>();
    for (const Row& row : kRows) {
      for (std::size_t at = 1; at < row.names.size();) {
        const std::size_t end = row.names.find(' ', at);
        map->emplace(row.names.substr(at, end - at), row.place);
        at = end + 1;
      }
    }
    return map;
  }();
  const auto found = places->find(name);
  return found == places->end() ? 0 : found->second;
}

bool IsChangingMethod(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "__delitem__", "__iadd__",   "__iand__",    "__imul__", "__ior__",           "__isub__",
      "__setattr__", "__setitem__", "add",        "append",   "appendleft",        "byteswap",
      "clear",       "difference_update", "discard", "extend", "extendleft",       "fill",
      "insert",      "intersection_update", "itemset", "move_to_end", "partition", "pop",
      "popitem",     "popleft",    "put",         "remove",   "resize",            "reverse",
      "rotate",      "setdefault", "setfield",    "setflags", "sort",              "subtract",
      "symmetric_difference_update", "update"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool IsChangingFunction(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "at",      "copyto",      "delattr",     "fill_diagonal", "heapify",
      "heappop", "heappush",    "heappushpop", "iadd",          "iand",
      "iconcat", "imul",        "ior",         "isub",          "setitem",
      "delitem", "heapreplace", "insort",      "insort_left",   "insort_right",
      "memmove", "memset",      "nan_to_num",  "nditer",      "nested_iters",  "next",
      "pack_into", "place",     "put",         "put_along_axis", "putmask",
      "readinto", "setattr",    "shuffle"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

bool RunsText(const ast::Call& call) {
  const auto* attribute = ast::As<ast::Attribute>(call.func);
  const auto* of = attribute == nullptr ? nullptr : ast::As<ast::Name>(attribute->value);
  const bool is_builtin = ast::As<ast::Name>(call.func) != nullptr ||
                          (of != nullptr && (of->id == "builtins" || of->id == "__builtins__"));
  const auto* text = ast::As<ast::Constant>(call.args.empty() ? nullptr : call.args.front());
  const bool is_plain = text != nullptr && text->value.kind == ast::ConstantKind::Str &&
                        text->value.text.find_first_of("(=") == std::string_view::npos;
  const std::string_view name = LastPart(call.func);
  return is_builtin && (name == "exec" || (name == "eval" && !is_plain));
}

bool BindsNamesOfFile(const ast::Call& call, const Scope* scope) {
  const auto* names = ast::As<ast::Call>(call.args.size() > 1 ? call.args[1] : nullptr);
  const bool has_names = call.args.size() > 1 || !call.keywords.empty();
  return LastPart(call.func) == "exec" && RunsText(call) &&
         (has_names ? names != nullptr && LastPart(names->func) == "globals" : scope->kind == ScopeKind::Module);
}

const ast::Expr* OutArgument(const ast::Call& call, const Scope* scope) {
  const ast::Name* first = FirstName(call.func);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  const bool is_import = binding != nullptr && binding->kind == BindingKind::Import;
  const bool is_numpy =
      is_import &&
      (binding->import.module.starts_with("numpy") || binding->import.module.starts_with("cupy"));
  const auto* attribute = ast::As<ast::Attribute>(call.func);
  const std::string_view name = attribute == nullptr && is_numpy && !binding->import.name.empty()
                                    ? binding->import.name
                                    : LastPart(call.func);
  const std::size_t place = is_numpy || (attribute != nullptr && !is_import) ? OutPlace(name) : 0;
  for (const ast::Keyword* keyword : call.keywords) {
    if (keyword->arg == "out" || (keyword->arg.empty() && place != 0)) {
      return keyword->value;
    }
  }
  // A method has its first argument before the dot.
  const std::size_t at = is_numpy ? place : place - 1;
  for (std::size_t i = 0; place > (is_numpy ? 0 : 1) && i < call.args.size() && i <= at; ++i) {
    const auto* starred = ast::As<ast::Starred>(call.args[i]);
    if (starred != nullptr || i == at) {
      return starred != nullptr ? starred->value : call.args[i];
    }
  }
  return nullptr;
}

bool IsArrayMember(std::string_view name) {
  return name == "T" || name == "real" || name == "imag" || name == "flat" || name == "base";
}

bool IsHarmlessModule(std::string_view dotted) {
  static constexpr std::string_view kNames[] = {
      "PIL",         "abc",      "argparse",   "ast",        "atexit",    "base64",     "cmath",
      "collections", "colorsys", "contextlib", "copy",       "csv",       "cuda",       "cupy",
      "dataclasses", "datetime", "decimal",    "enum",       "fractions", "functools",  "gc",
      "glob",        "h5py",     "hashlib",    "imageio",    "inspect",   "io",         "itertools",
      "json",        "logging",  "math",       "matplotlib", "networkx",  "np",         "numba",
      "numbers",     "numpy",    "operator",   "os",         "pandas",    "pathlib",    "pickle",
      "platform",    "plt",      "pprint",     "print",      "pytest",    "random",     "re",
      "scipy",       "seaborn",  "shutil",     "skimage",    "sklearn",   "statistics", "string", "struct",
      "subprocess",  "sys",      "tempfile",   "tensorflow", "textwrap",  "time",       "timeit",
      "torch",       "tqdm",     "types",      "typing",     "unittest",  "uuid",       "warnings",
      "yaml"};
  return std::ranges::find(kNames, dotted.substr(0, dotted.find('.'))) != std::end(kNames);
}

bool IsHarmlessImport(const Binding& binding, std::string_view name) {
  return IsHarmlessModule(name) || IsHarmlessModule(binding.import.module);
}

bool IsKernelDecoratorText(const ast::Expr* decorator) {
  static constexpr std::string_view kNames[] = {"device", "guvectorize", "jit",      "kernel",
                                                "njit",   "reduce",      "vectorize"};
  if (const auto* call = ast::As<ast::Call>(decorator)) {
    decorator = call->func;
  }
  return std::ranges::find(kNames, LastPart(decorator)) != std::end(kNames);
}

bool MakesDeviceCode(const ast::Expr* decorator) {
  if (const auto* call = ast::As<ast::Call>(decorator)) {
    decorator = call->func;
  }
  const auto* attribute = ast::As<ast::Attribute>(decorator);
  const std::string_view last = LastPart(decorator);
  return last == "device" || last == "kernel" ||
         (attribute != nullptr && LastPart(attribute->value) == "cuda" && IsKernelDecoratorText(decorator));
}

bool SetsFlags(const ast::Expr* target) {
  const auto* attribute = ast::As<ast::Attribute>(target);
  const auto* flags = attribute == nullptr ? nullptr : ast::As<ast::Attribute>(attribute->value);
  return (attribute != nullptr && attribute->attr == "setflags") || (flags != nullptr && flags->attr == "flags");
}

bool IsNumpyModule(const ast::Expr* expr, const Scope* scope) {
  const auto* name = ast::As<ast::Name>(expr);
  const Scope* owner = nullptr;
  const Binding* binding = name == nullptr ? nullptr : FindBinding(scope, name->id, &owner);
  return binding != nullptr && binding->kind == BindingKind::Import && binding->previous == nullptr &&
         binding->import.name.empty() && binding->import.module == "numpy";
}

}  // namespace kernelc::sema
