#include "compiler/sema/host_calls.h"

#include <algorithm>

#include "compiler/ast/walk.h"
#include "compiler/sema/host_effects.h"
#include "compiler/sema/paths.h"

namespace kernelc::sema {
namespace {

using ast::As;

template <std::size_t N>
bool IsAmong(std::string_view name, const std::string_view (&names)[N]) {
  return std::ranges::find(names, name) != std::end(names);
}

bool IsNumpy(std::string_view module) {
  return module == "numpy" || module.starts_with("numpy.") || module == "cupy" ||
         module.starts_with("cupy.");
}

// Python's own functions that call none of what they are given.
bool CallsNothing(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "abs", "all", "any", "bin", "bool", "bytes", "callable", "chr", "complex", "dict", "dir", "divmod", "enumerate",
      "float", "format", "frozenset", "getattr", "globals", "hasattr", "hash", "hex", "id", "input", "int",
      "isinstance", "issubclass", "iter", "len", "list", "locals", "oct", "open", "ord", "pow", "print", "range",
      "repr", "reversed", "round", "set", "slice", "str", "sum", "super", "tuple", "type", "vars", "zip"};
  return IsAmong(name, kNames);
}

// What these give is a number, a text, a type or nothing.
bool GivesPlain(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "abs", "all", "any", "bin", "bool", "bytes", "callable", "chr", "complex", "divmod", "float", "format", "hasattr",
      "hash", "hex", "id", "input", "int", "isinstance", "issubclass", "len", "oct", "open", "ord", "pow", "print",
      "range", "repr", "round", "str", "type"};
  return IsAmong(name, kNames);
}

// Functions of NumPy besides the ufuncs whose results have memory of their own.
bool IsFreshOfNumpy(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "allclose", "append", "arange", "argpartition", "argsort", "argwhere", "array", "array_equal", "average",
      "bartlett", "bincount", "blackman", "column_stack", "convolve", "copy", "corrcoef", "correlate", "count_nonzero",
      "cov", "cross", "cumulative_prod", "cumulative_sum", "delete", "diag_indices", "diagflat", "diff", "digitize",
      "dstack", "dtype", "ediff1d", "empty", "empty_like", "extract", "eye", "finfo", "flatnonzero", "fromfile",
      "fromiter", "full", "full_like", "genfromtxt", "geomspace", "gradient", "hamming", "hanning", "histogram",
      "histogram2d", "hstack", "identity", "iinfo", "indices", "inner", "insert", "interp", "intersect1d", "isclose",
      "isin", "isscalar", "kaiser", "kron", "lexsort", "linspace", "load", "loadtxt", "logspace", "ndim", "nonzero",
      "ones", "ones_like", "packbits", "pad", "partition", "polyfit", "polyval", "repeat", "resize", "result_type",
      "roll", "row_stack", "save", "savetxt", "savez", "searchsorted", "select", "setdiff1d", "shape", "sinc", "size",
      "sort", "take_along_axis", "tensordot", "tile", "tri", "tril", "tril_indices", "triu", "triu_indices", "union1d",
      "unique", "unpackbits", "vander", "vdot", "vstack", "where", "zeros", "zeros_like"};
  return IsAmong(name, kNames);
}

// Methods of arrays whose results have memory of their own. `copy` is not among them: lists have it
// as well.
bool IsFreshMethod(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "all", "any", "argmax", "argmin", "argsort", "astype", "count", "cumprod", "cumsum", "endswith", "find",
      "flatten", "format", "index", "item", "join", "lower", "mean", "nonzero", "prod", "repeat", "rfind", "round",
      "startswith", "std", "strip", "sum", "tobytes", "tolist", "upper", "var"};
  return IsAmong(name, kNames);
}

// Methods that change neither their objects nor what they are given. Functions of NumPy that arrays
// do not have raise.
bool IsPureMethod(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "add_argument", "add_argument_group", "add_mutually_exclusive_group", "all", "any", "argmax", "argmin",
      "argpartition", "argsort", "as_integer_ratio", "astype", "bit_count", "bit_length", "capitalize", "casefold",
      "center", "choose", "clip", "compress", "conj", "conjugate", "copy", "count", "cumprod", "cumsum", "decode",
      "diagonal", "difference", "dot", "elements", "encode", "endswith", "exists", "expandtabs", "find", "flatten",
      "format", "format_map", "from_bytes", "fromhex", "fromkeys", "get", "hex", "index", "intersection", "is_file",
      "is_integer", "isalnum", "isalpha", "isdigit", "isdisjoint", "isnumeric", "issubset", "issuperset", "item",
      "items", "join", "joinpath", "keys", "ljust", "lower", "lstrip", "max", "mean", "min", "most_common",
      "newbyteorder", "nonzero", "parse_args", "parse_known_args", "partition", "print_help", "prod", "ptp", "ravel",
      "read_text", "removeprefix", "removesuffix", "repeat", "replace", "reshape", "resolve", "rfind", "rindex",
      "rjust", "round", "rpartition", "rsplit", "rstrip", "searchsorted", "set_defaults", "split", "splitlines",
      "squeeze", "startswith", "std", "strip", "sum", "swapaxes", "swapcase", "symmetric_difference", "take", "title",
      "to_bytes", "to_device", "tobytes", "tofile", "tolist", "tostring", "trace", "translate", "transpose", "union",
      "upper", "values", "var", "view", "with_suffix", "write", "zfill", "__contains__", "__getitem__", "__len__",
      "_asdict", "_replace", "flip", "unique", "critical", "debug", "digest", "error", "exception", "hexdigest", "info",
      "warning"};
  return IsAmong(name, kNames) || OutPlace(name) != 0;
}

// Whether a keyword says that a call writes to an argument, or gives it back as it is.
bool SharesByKeyword(const ast::Call& call) {
  static constexpr std::string_view kNames[] = {"copy", "dst", "inplace", "out", "output"};
  return std::ranges::any_of(call.keywords, [](const ast::Keyword* each) {
    const auto* value = As<ast::Constant>(each->value);
    const bool copies =
        value != nullptr && each->arg == "copy" && value->value.kind == ast::ConstantKind::True;
    return !copies &&
           (IsAmong(each->arg, kNames) || std::string_view(each->arg).starts_with("overwrite"));
  });
}

// `np.array([a, b], dtype=object)`: the arrays themselves are its elements.
bool HoldsObjects(const ast::Call& call) {
  const auto is_object = [](const ast::Expr* each) {
    const auto* text = As<ast::Constant>(each);
    const std::string_view last = LastPart(each);
    return last == "object" || last == "object_" ||
           (text != nullptr && (text->value.text == "O" || text->value.text == "object"));
  };
  return std::ranges::any_of(call.args, is_object) ||
         std::ranges::any_of(call.keywords, [&](const ast::Keyword* each) { return is_object(each->value); });
}

// Classes of Python whose methods are called with the object as an argument.
bool IsClassName(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "bytearray", "defaultdict", "deque", "dict", "list", "ndarray", "object", "set", "type", "ufunc"};
  return IsAmong(name, kNames);
}

// `lambda g: g()`
bool CallsParameter(const ast::Node* node, const ast::Lambda& lambda) {
  const auto* call = As<ast::Call>(node);
  const auto* name = call == nullptr ? nullptr : As<ast::Name>(call->func);
  bool found = name != nullptr && std::ranges::any_of(lambda.args->args, [&](const ast::Arg* each) {
                 return each->arg == name->id;
               });
  ast::ForEachChild(node, [&](const ast::Node* child) { found = found || CallsParameter(child, lambda); });
  return found;
}

// Something that is called for what it gives: a lambda or function of the file, whose text is
// followed, or a function that is known.
bool IsKnownCallable(const ast::Expr* expr, const Scope* scope) {
  if (const auto* lambda = As<ast::Lambda>(expr)) {
    return !CallsParameter(lambda->body, *lambda);
  }
  if (As<ast::Constant>(expr) != nullptr) {
    return true;
  }
  const ast::Name* first = FirstName(expr);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  if (const auto* attribute = As<ast::Attribute>(expr)) {
    const bool is_module = binding != nullptr && binding->kind == BindingKind::Import;
    const auto* of = As<ast::Attribute>(attribute->value);
    return is_module
               ? IsHarmlessImport(*binding, first->id) && !IsChangingFunction(attribute->attr) &&
                     (of == nullptr || !IsClassName(of->attr))
               : IsPureMethod(attribute->attr);
  }
  if (As<ast::Name>(expr) == nullptr) {
    return false;
  }
  if (binding == nullptr) {
    return CallsNothing(first->id);
  }
  return binding->previous == nullptr &&
         (binding->kind == BindingKind::Function || binding->kind == BindingKind::Class ||
          (binding->kind == BindingKind::Import && IsHarmlessImport(*binding, first->id) &&
           !IsChangingFunction(binding->import.name)));
}

// Memory of the host that devices see.
bool SharesByCuda(std::string_view name) {
  static constexpr std::string_view kNames[] = {"as_cuda_array", "from_cuda_array_interface",
                                                "mapped", "pinned", "List", "Dict"};
  return IsAmong(name, kNames);
}

bool IsCudaApi(std::string_view module, const ast::Name* first) {
  return module == "numba" || module.starts_with("numba.") ||
         (first != nullptr && first->id == "cuda");
}

// Whether a function that calls others may call one that is not known: `map(add, rows)`. What
// accumulate and groupby call stands second.
bool CallsUnknown(const ast::Call& call, const Scope* scope, std::size_t place) {
  return (call.args.size() > place && !IsKnownCallable(call.args[place], scope)) ||
         std::ranges::any_of(call.keywords, [&](const ast::Keyword* each) {
           return (each->arg == "func" || each->arg == "key") &&
                  !IsKnownCallable(each->value, scope);
         });
}

// Of builtins and itertools: those that call what they are given.
bool CallsFirst(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "accumulate", "dropwhile", "filter", "filterfalse", "groupby", "map", "reduce", "starmap", "takewhile"};
  return IsAmong(name, kNames);
}

std::size_t PlaceOfCalled(std::string_view name) {
  return name == "accumulate" || name == "groupby" ? 1 : 0;
}

bool KeyIsUnknown(const ast::Call& call, const Scope* scope) {
  return std::ranges::any_of(call.keywords, [&](const ast::Keyword* each) {
    return each->arg == "key" && !IsKnownCallable(each->value, scope);
  });
}

}  // namespace

bool MayRunHidden(const ast::Node* node, const Scope* scope) {
  using ast::NodeKind;
  static constexpr NodeKind kPlain[] = {
      NodeKind::Alias,      NodeKind::AnnAssign, NodeKind::Break,  NodeKind::Constant,
      NodeKind::Continue,   NodeKind::ExprStmt,  NodeKind::Global, NodeKind::Import,
      NodeKind::ImportFrom, NodeKind::Keyword,   NodeKind::List,   NodeKind::Name,
      NodeKind::Nonlocal,   NodeKind::Pass,      NodeKind::Return, NodeKind::Starred,
      NodeKind::Tuple};
  return scope != nullptr && scope->file->effects().hidden_changes &&
         std::ranges::find(kPlain, node->kind) == std::end(kPlain);
}

CalledThing ThingCalled(const ast::Call& call, const Scope* scope) {
  using Kind = CalledThing::Kind;
  const auto* name = As<ast::Name>(call.func);
  const auto* attribute = As<ast::Attribute>(call.func);
  const ast::Name* first = FirstName(call.func);
  const Scope* owner = nullptr;
  const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
  if (name != nullptr) {
    if (binding == nullptr) {
      const bool is_python = CallsNothing(name->id) || IsPythonBuiltin(name->id) ||
                             IsChangingFunction(name->id) || CallsFirst(name->id) ||
                             name->id == "sorted" || name->id == "exec" || name->id == "eval";
      return {is_python ? Kind::Python : Kind::Library, {}, name->id};
    }
    bool is_own = true;
    for (const Binding* each = binding; each != nullptr; each = each->previous) {
      is_own = is_own && (each->kind == BindingKind::Function || each->kind == BindingKind::Class);
    }
    if (is_own) {
      return {Kind::Own, {}, name->id};
    }
    bool is_import = true;
    for (const Binding* each = binding; each != nullptr; each = each->previous) {
      is_import = is_import && each->kind == BindingKind::Import;
    }
    return is_import ? CalledThing{Kind::Library, binding->import.module, binding->import.name}
                     : CalledThing{Kind::Value, {}, name->id};
  }
  if (attribute == nullptr) {
    return {};
  }
  const auto* class_name = As<ast::Name>(attribute->value);
  const auto* class_member = As<ast::Attribute>(attribute->value);
  const std::string_view base = class_name != nullptr     ? std::string_view(class_name->id)
                                : class_member != nullptr ? std::string_view(class_member->attr)
                                                          : std::string_view();
  bool is_dotted = true;
  for (const ast::Expr* part = attribute->value; part != first && is_dotted;) {
    const auto* inner = As<ast::Attribute>(part);
    is_dotted = inner != nullptr;
    part = is_dotted ? inner->value : first;
  }
  // `device = None` where the import fails: it is the module that has functions.
  while (binding != nullptr && binding->kind == BindingKind::Assign && binding->previous != nullptr &&
         As<ast::Constant>(binding->value) != nullptr) {
    binding = binding->previous;
  }
  if (binding != nullptr && binding->kind == BindingKind::Import && is_dotted) {
    return {Kind::Library, binding->import.module, attribute->attr, IsClassName(base)};
  }
  // `global np; import numpy as np` in a function.
  const ImportRef* import = first == nullptr || scope == nullptr || !is_dotted
                                ? nullptr
                                : scope->file->global_import(first->id);
  if (import != nullptr) {
    return {Kind::Library, import->module, attribute->attr, IsClassName(base)};
  }
  const bool is_class = binding == nullptr && class_name != nullptr && IsClassName(base);
  const auto* of = As<ast::Call>(attribute->value);
  const auto* type = of == nullptr ? nullptr : As<ast::Name>(of->func);
  const bool is_of_type =
      (type != nullptr && (type->id == "type" || type->id == "super")) || base == "__class__";
  const bool is_own = scope != nullptr && scope->file->has_method(attribute->attr) &&
                      !IsChangingMethod(attribute->attr);
  return {is_own ? Kind::Own : Kind::Method, {}, attribute->attr, is_class || is_of_type};
}

CallChange ChangeBy(const ast::Call& call, const Scope* scope) {
  using Kind = CalledThing::Kind;
  const CalledThing thing = ThingCalled(call, scope);
  const std::string_view name = thing.name;
  if (OutArgument(call, scope) != nullptr || (SharesByKeyword(call) && thing.kind != Kind::Own)) {
    return CallChange::Everything;
  }
  switch (thing.kind) {
    case Kind::Own:
      return CallChange::Nothing;
    case Kind::Python: {
      const bool calls = CallsFirst(name) ? CallsUnknown(call, scope, PlaceOfCalled(name))
                                          : KeyIsUnknown(call, scope);
      return IsChangingFunction(name) || calls || RunsText(call) ? CallChange::Everything
                                                                 : CallChange::Nothing;
    }
    case Kind::Library: {
      // An imported object's method, `from settings import TABLE; TABLE.append(3)`.
      const bool is_method = As<ast::Attribute>(call.func) != nullptr && IsChangingMethod(name);
      const bool is_sort = IsNumpy(thing.module) && !thing.is_unbound;
      if (IsChangingFunction(name) || thing.is_unbound || (is_method && !is_sort)) {
        return CallChange::Everything;
      }
      const bool calls = !IsNumpy(thing.module) && CallsFirst(name) &&
                         CallsUnknown(call, scope, PlaceOfCalled(name));
      const ast::Name* first = FirstName(call.func);
      const Scope* owner = nullptr;
      const Binding* binding = first == nullptr ? nullptr : FindBinding(scope, first->id, &owner);
      // `from tables import SBOX; SBOX.astype(np.uint8)`
      const bool is_of_object = binding != nullptr && !binding->import.name.empty() &&
                                As<ast::Attribute>(call.func) != nullptr && IsPureMethod(name);
      const bool is_harmless = is_of_object || IsHarmlessModule(thing.module) ||
                               (first != nullptr && IsHarmlessModule(first->id));
      const bool is_given = !call.args.empty() || !call.keywords.empty();
      return calls || (!is_harmless && is_given) ? CallChange::Everything : CallChange::Nothing;
    }
    case Kind::Method:
      if (thing.is_unbound) {
        return CallChange::Everything;
      }
      if (IsChangingMethod(name)) {
        return KeyIsUnknown(call, scope) ? CallChange::Everything : CallChange::Receiver;
      }
      return IsPureMethod(name) || ((name == "copy_to_host" || name == "read") && call.args.empty())
                 ? CallChange::Nothing
                 : CallChange::Everything;
    case Kind::Value:
      // `cuda.jit(device=True)(f)` makes a function of it.
      return As<ast::Call>(call.func) != nullptr && IsKernelDecoratorText(call.func)
                 ? CallChange::Nothing
                 : CallChange::Everything;
  }
  return CallChange::Everything;
}

bool GivesFresh(const ast::Call& call, const Scope* scope) {
  using Kind = CalledThing::Kind;
  const CalledThing thing = ThingCalled(call, scope);
  // `a.astype(a.dtype, "K", "unsafe", True, False)` copies nothing.
  constexpr std::size_t kPlaceOfCopy = 4;
  if (HoldsObjects(call) || (thing.name == "astype" && call.args.size() > kPlaceOfCopy) || SharesByKeyword(call) ||
      OutArgument(call, scope) != nullptr) {
    return false;
  }
  switch (thing.kind) {
    case Kind::Own:
    case Kind::Value:
      return false;
    case Kind::Python:
      // `type(name, bases, attributes)` makes a class.
      return GivesPlain(thing.name) && (thing.name != "type" || call.args.size() == 1);
    case Kind::Library: {
      const ast::Name* first = FirstName(call.func);
      const bool is_part = thing.module == "numpy.random" || thing.module == "numpy.linalg" ||
                           thing.module == "numpy.fft";
      const auto* attribute = As<ast::Attribute>(call.func);
      const auto* of = attribute == nullptr ? nullptr : As<ast::Attribute>(attribute->value);
      const bool is_inner =
          of != nullptr && (of->attr == "random" || of->attr == "linalg" || of->attr == "fft");
      return thing.name == "deepcopy" || thing.module == "math" || thing.module == "cmath" || thing.module == "json" ||
             (IsCudaApi(thing.module, first) && !SharesByCuda(thing.name)) ||
             ((is_part || is_inner) && IsNumpy(thing.module) && thing.name != "diagonal" &&
              thing.name != "matrix_transpose") ||
             ((thing.module == "numpy" || thing.module == "cupy") && of == nullptr &&
              (IsFreshOfNumpy(thing.name) || OutPlace(thing.name) != 0));
    }
    case Kind::Method:
      return IsFreshMethod(thing.name) || thing.name == "copy_to_host";
  }
  return false;
}

}  // namespace kernelc::sema
