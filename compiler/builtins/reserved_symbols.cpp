#include "compiler/builtins/reserved_symbols.h"

#include <algorithm>
#include <set>

#include "compiler/builtins/builtins.h"

namespace kernelc::builtins {

namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::string_view kPrefixes[] = {
#define KC_SYMBOL(name)
#define KC_SYMBOL_MATH(name)
#define KC_SYMBOL_PREFIX(text) text,
#include "compiler/builtins/reserved_symbols.def"
};

Names MakeCalled() {
  Names names;
  const auto add = [&names](std::string_view name) {
    names.emplace(name);
    names.emplace(std::string(name) + "f");
  };
  constexpr std::string_view kIntrinsic = "llvm.";
  for (std::size_t i = 0; i < static_cast<std::size_t>(BuiltinId::kCount); ++i) {
    const Lowering& lowering = builtin_info(static_cast<BuiltinId>(i)).cpu;
    if (lowering.kind == LoweringKind::Libm) {
      add(lowering.name);
    } else if (lowering.kind == LoweringKind::Intrinsic && lowering.name.starts_with(kIntrinsic)) {
      add(lowering.name.substr(kIntrinsic.size()));
    }
  }
  for (const std::string_view name : {"fmax", "fmin", "fma", "memcpy", "memmove", "memset",
                                      "nearbyint", "printf", "round", "snprintf", "vprintf"}) {
    add(name);
  }
  return names;
}

Names MakeListed() {
  return {
#define KC_SYMBOL(name) #name,
#define KC_SYMBOL_MATH(name) #name, #name "f",
#define KC_SYMBOL_PREFIX(text)
#include "compiler/builtins/reserved_symbols.def"
  };
}

bool HasReservedPrefix(std::string_view symbol) {
  return std::ranges::any_of(kPrefixes,
                             [&](std::string_view prefix) { return symbol.starts_with(prefix); });
}

// `param0` and `retval0` stand for the values of a call, `f_param_0` for a parameter of `f`: where
// they are visible, a function of this name is not.
bool IsParameterOfPtx(std::string_view symbol) {
  const std::size_t digits = symbol.find_last_not_of("0123456789") + 1;
  const std::string_view stem = symbol.substr(0, digits);
  return digits < symbol.size() && (stem == "param" || stem == "retval" || stem == "func_retval" ||
                                    stem.ends_with("_param_"));
}

}  // namespace

bool IsCalledByName(std::string_view symbol) {
  static const Names called = MakeCalled();
  return called.contains(symbol);
}

bool IsReservedSymbol(std::string_view symbol) {
  static const Names listed = MakeListed();
  return IsCalledByName(symbol) || listed.contains(symbol) || HasReservedPrefix(symbol) ||
         IsParameterOfPtx(symbol);
}

std::string WithFreeForm(std::string_view symbol) {
  std::string free = HasReservedPrefix(symbol) ? "k" + std::string(symbol) : std::string(symbol);
  if (IsParameterOfPtx(free)) {
    free += '_';
  }
  return free;
}

}  // namespace kernelc::builtins
