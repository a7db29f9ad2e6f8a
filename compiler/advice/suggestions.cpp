#include "compiler/advice/suggestions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>

#include "compiler/base/look_alikes.h"
#include "compiler/base/near_words.h"
#include "compiler/constants/paths.h"
#include "compiler/functions/functions.h"

namespace kernelc::advice {
namespace {

struct ModuleImport {
  std::string_view name;
  std::string_view line;
};

constexpr ModuleImport kImports[] = {
    {"cmath", "import cmath"},       {"cuda", "from numba import cuda"}, {"math", "import math"},
    {"np", "import numpy as np"},    {"numba", "import numba"},          {"numpy", "import numpy"},
    {"operator", "import operator"}, {"scipy", "import scipy.special"},
};

std::string_view ImportOf(std::string_view module) {
  const auto* found = std::ranges::find(kImports, module, &ModuleImport::name);
  return found == std::end(kImports) ? std::string_view() : found->line;
}

std::string_view LastComponent(std::string_view path) { return path.substr(path.rfind('.') + 1); }

const Scope& ModuleScope(const Scope* scope) {
  while (scope->parent != nullptr) {
    scope = scope->parent;
  }
  return *scope;
}

bool IsNative(const Scope* scope) {
  const Scope& module = ModuleScope(scope);
  const auto is_ours = [](const ImportRef& import) { return import.module == "kernelc"; };
  return std::ranges::any_of(module.star_imports, is_ours) ||
         std::ranges::any_of(module.bindings, [&](const auto& entry) {
           return entry.second.kind == BindingKind::Import && is_ours(entry.second.import);
         });
}

// How a file writes a canonical path, and the line that it lacks for that.
struct Spelling {
  std::string text;
  std::string import;
};

// The part of `path` below `module`, with its dot; none where it is not below.
std::optional<std::string_view> Below(std::string_view path, std::string_view module) {
  const bool is_below =
      path.starts_with(module) && (path.size() == module.size() || path[module.size()] == '.');
  return is_below ? std::optional(path.substr(module.size())) : std::nullopt;
}

Spelling SpellPath(std::string_view path, const Scope* scope) {
  std::string text;
  std::size_t rest = path.size() + 1;
  // The order of a hash table must not show.
  const auto consider = [&](std::string candidate, std::size_t length) {
    if (length < rest || (length == rest && candidate < text)) {
      rest = length;
      text = std::move(candidate);
    }
  };
  const Scope& module = ModuleScope(scope);
  for (const auto& [name, binding] : module.bindings) {
    if (binding.kind != BindingKind::Import || binding.import.level > 0) {
      continue;
    }
    const std::string from = index::CanonicalModule(binding.import.module);
    const std::string bound =
        binding.import.name.empty() ? from : constants::CanonicalMember(from, binding.import.name);
    if (const auto below = Below(path, bound)) {
      consider(std::string(name) + std::string(*below), below->size());
    }
  }
  for (const ImportRef& star : module.star_imports) {
    const auto below = Below(path, index::CanonicalModule(star.module));
    if (below && below->size() > 1) {
      consider(std::string(below->substr(1)), below->size());
    }
  }
  if (!text.empty() || path.find('.') == std::string_view::npos) {
    return {text.empty() ? std::string(path) : text, ""};
  }
  const std::string_view root = path.substr(0, path.find('.'));
  const std::string_view member = path.substr(root.size() + 1);
  const std::string_view first = member.substr(0, member.find('.'));
  if (root == "cuda" && IsNative(scope)) {
    return {std::string(member), fmt::format("from kernelc import {}", first)};
  }
  if (root == "numba") {
    return {std::string(member), fmt::format("from numba import {}", first)};
  }
  return {std::string(path), std::string(ImportOf(root))};
}

std::string AddLine(std::string_view line) {
  return fmt::format("add `{}` at the top of the file", line);
}

std::string Suggest(std::string_view path, std::string_view written, const Scope* scope) {
  const Spelling spelling = SpellPath(path, scope);
  if (spelling.import.empty()) {
    return fmt::format("did you mean `{}`?", spelling.text);
  }
  return spelling.text == written
             ? AddLine(spelling.import)
             : fmt::format("write `{}`, and {}", spelling.text, AddLine(spelling.import));
}

// How a name is used, as far as what follows it tells.
enum class Use { Called, Dotted, Other };

Use UseAt(SourceRange range, const Scope* scope) {
  const SourceManager& sources = scope->file->sources();
  const std::string_view next = sources.text({range.file, range.end, range.end + 1});
  return next == "(" ? Use::Called : next == "." ? Use::Dotted : Use::Other;
}

// Whether what stands at a path is used as functions, modules and numbers are.
bool Fits(std::string_view path, Use use) {
  if (index::IsDecoratorPath(path)) {
    return false;
  }
  const Object object = constants::ResolvePath(path);
  if (object.kind == ObjectKind::Type) {
    // Short names of types are names of variables as well.
    return LastComponent(path).size() >= 4;
  }
  if (object.is_number()) {
    return use == Use::Other && LastComponent(path).size() >= 2;
  }
  if (!constants::IsKnownMember(path)) {
    return false;
  }
  return use == (index::IsModulePath(path) || index::IsThreadPlace(path) ? Use::Dotted : Use::Called);
}

// The known path of one of the modules with this name in it, but for its case; empty where there is
// none.
std::string FindAnywhere(std::string_view name, Use use, const Scope* scope) {
  const bool is_native = IsNative(scope);
  for (const std::string_view root : {"math", "cuda", "numba", "np"}) {
    const std::string path = fmt::format("{}.{}", root, name);
    const bool is_type = constants::ResolvePath(path).kind == ObjectKind::Type;
    // Types are imported from numba, or in native files from kernelc.
    const bool has_it = root == "cuda" ? is_native || !is_type : root != "numba" || is_type;
    if (has_it && Fits(path, use)) {
      return path;
    }
  }
  for (const std::string_view root : {"math", "cuda"}) {
    const std::string path = constants::FindPathInAnyCase(fmt::format("{}.{}", root, name));
    if (!path.empty() && Fits(path, use)) {
      return path;
    }
  }
  return "";
}

// CUDA C's functions of float, `sqrtf`, as paths.
std::string_view WithoutSuffix(std::string_view name) {
  return name.size() > 3 && name.ends_with('f') ? name.substr(0, name.size() - 1) : name;
}

// Names that a file binds and Python's builtins, nearest to `name`; empty when none is near.
std::string NearestName(std::string_view name, const Scope* scope,
                        std::span<const std::string_view> locals) {
  // Any two names of one letter are one edit apart, which says nothing; in short names every letter
  // counts.
  unsigned best = name.size() < 2 ? 1 : name.size() < 6 ? 2 : 3;
  std::string nearest;
  const auto consider = [&](std::string_view candidate) {
    const unsigned distance =
        SameButForCase(name, candidate) ? 0 : EditDistance(name, candidate, best);
    // The order of a hash table must not show.
    if (distance < best || (distance == best && !nearest.empty() && candidate < nearest)) {
      best = distance;
      nearest = candidate;
    }
  };
  for (const std::string_view local : locals) {
    consider(local);
  }
  for (const Scope* around = scope; around != nullptr; around = around->parent) {
    for (const auto& [bound, binding] : around->bindings) {
      consider(bound);
    }
    if (!around->star_imports.empty()) {
      const std::string module = index::CanonicalModule(around->star_imports.back().module);
      const std::string path = constants::NearestPath(constants::CanonicalMember(module, name));
      if (const auto below = Below(path, module); below && below->size() > 1) {
        consider(below->substr(1));
      }
    }
  }
  for (const std::string_view builtin : {"abs", "bool", "complex", "enumerate", "float", "int",
                                         "len", "max", "min", "range", "round", "tuple", "zip",
                                         "break", "continue", "pass", "return"}) {
    consider(builtin);
  }
  return nearest;
}

struct OtherName {
  std::string_view name;
  std::string_view path;
};

// Constants of other languages, as Python spells them.
std::string_view OtherConstant(std::string_view name) {
  static constexpr OtherName kConstants[] = {{"FALSE", "False"}, {"NULL", "None"}, {"Nil", "None"},
                                             {"TRUE", "True"},   {"false", "False"}, {"nil", "None"},
                                             {"none", "None"},   {"null", "None"},   {"nullptr", "None"},
                                             {"true", "True"}};
  const auto* found = std::ranges::find(kConstants, name, &OtherName::name);
  return found == std::end(kConstants) ? std::string_view() : found->path;
}

// `float32` for `f32`, as other languages abbreviate it; empty for other names.
std::string LongTypeName(std::string_view name) {
  const std::string_view bits = name.substr(std::min<std::size_t>(1, name.size()));
  const bool is_short = bits == "8" || bits == "16" || bits == "32" || bits == "64";
  const char kind = name.empty() ? ' ' : name[0];
  if (!is_short || (kind != 'i' && kind != 'u' && kind != 'f') || (kind == 'f' && bits == "8")) {
    return "";
  }
  return fmt::format("{}{}", kind == 'i' ? "int" : kind == 'u' ? "uint" : "float", bits);
}

// The value that C's preprocessor would give a name: `#define N 32` is a comment.
std::string_view DefinedInComment(std::string_view name, std::string_view text) {
  for (std::size_t at = text.find("#define "); at != std::string_view::npos; at = text.find("#define ", at + 1)) {
    std::string_view line = text.substr(at + 8, text.find_first_of("\r\n", at) - at - 8);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with(name) && line.size() > name.size() && line[name.size()] == ' ') {
      line.remove_prefix(name.size());
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      return line;
    }
  }
  return {};
}

}  // namespace

std::string HelpForName(std::string_view name, SourceRange range, const Scope* scope,
                        std::span<const std::string_view> locals) {
  const Scope* owner = nullptr;
  const std::string alike = LooksLike(name);
  if (alike != name && (std::ranges::find(locals, alike) != locals.end() ||
                        index::FindBinding(scope, alike, &owner) != nullptr)) {
    return fmt::format("it only looks like `{}`: write that in ASCII", alike);
  }
  if (const std::string_view constant = OtherConstant(name); !constant.empty()) {
    return fmt::format("did you mean `{}`?", constant);
  }
  if (const std::string type = LongTypeName(name); !type.empty()) {
    return Suggest(FindAnywhere(type, Use::Called, scope), name, scope);
  }
  const SourceFile& file = scope->file->sources().file(range.file);
  if (const std::string_view defined = DefinedInComment(name, file.text()); !defined.empty()) {
    return fmt::format("`#define` is a comment: write `{} = {}`", name, defined);
  }
  const Use use = UseAt(range, scope);
  const std::string_view line = ImportOf(name);
  if (!line.empty() && use == Use::Dotted) {
    return name == "cuda" && IsNative(scope)
               ? "the names of kernelc stand without `cuda.`; import them from kernelc"
               : AddLine(line);
  }
  if (const std::string_view path = functions::PathOfOtherName(name); !path.empty()) {
    return Suggest(path, name, scope);
  }
  const std::string nearest = NearestName(name, scope, locals);
  if (SameButForCase(nearest, name)) {
    return fmt::format("did you mean `{}`?", nearest);
  }
  for (const std::string_view word : {name, WithoutSuffix(name)}) {
    if (const std::string path = FindAnywhere(word, use, scope); !path.empty()) {
      return Suggest(path, name, scope);
    }
  }
  return nearest.empty() ? "" : fmt::format("did you mean `{}`?", nearest);
}

std::string HelpForPath(std::string_view path, const Scope* scope) {
  if (const std::string_view other = functions::PathOfOtherName(path); !other.empty()) {
    return Suggest(other, path, scope);
  }
  const bool is_known = index::IsKnownPath(path);
  const std::string_view member = LastComponent(path);
  if (!is_known && !path.starts_with(".scipy.special.")) {
    return "";
  }
  if (const std::string same = constants::FindPathInAnyCase(path); !same.empty()) {
    return Suggest(same, path, scope);
  }
  // A member of a module has its name elsewhere as well; `cuda.atomic.sub` is no other `sub`.
  if (!is_known || path.find('.') == path.rfind('.')) {
    if (constants::IsPythonBuiltin(member)) {
      return Suggest(member, path, scope);
    }
    if (const std::string_view other = functions::PathOfOtherName(member); !other.empty()) {
      return Suggest(other, path, scope);
    }
    for (const Use use : {Use::Called, Use::Other}) {
      if (const std::string found = FindAnywhere(member, use, scope); !found.empty()) {
        return Suggest(found, path, scope);
      }
    }
  }
  const std::string_view around = path.substr(0, path.rfind('.'));
  if (index::IsThreadPlace(around)) {
    const std::string place = SpellPath(around, scope).text;
    return fmt::format("its parts are `{0}.x`, `{0}.y` and `{0}.z`", place);
  }
  const std::string nearest = is_known ? constants::NearestPath(path) : "";
  return nearest.empty() ? "" : Suggest(nearest, path, scope);
}

}  // namespace kernelc::advice
