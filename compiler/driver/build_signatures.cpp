#include "compiler/driver/build_signatures.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "compiler/advice/advice.h"
#include "compiler/driver/near_word.h"

namespace kernelc::driver {
namespace {

// "k" and "(int32)" of "k(int32)"; no name where the text is a list of types alone, or no list.
struct SplitText {
  std::string_view name;
  std::string_view types;
};

std::string_view Trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string_view::npos
             ? std::string_view()
             : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

SplitText Split(std::string_view text) {
  text = Trimmed(text);
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return {"", text};
  }
  return {Trimmed(text.substr(0, open)), text.substr(open)};
}

// Those of `chosen` that can be meant by `name`, whether or not a later function of that name has
// taken it over.
std::vector<std::size_t> NamedOf(const SourceUnit& unit, const std::vector<std::size_t>& chosen,
                                 std::string_view name) {
  std::vector<std::size_t> named;
  for (const std::size_t kernel : chosen) {
    const std::string full = name.find('@') != std::string_view::npos
                                 ? std::string(name)
                                 : fmt::format("{}@{}", name, unit.functions()[kernel].line);
    const std::vector<std::size_t> found = unit.FindFunctions(full);
    if (std::ranges::find(found, kernel) != found.end() &&
        std::ranges::find(named, kernel) == named.end()) {
      named.push_back(kernel);
    }
  }
  return named;
}

// The kernel that the text begins with; null where it is a type, that of the result, or nothing.
Result<std::optional<std::size_t>> NamedKernel(const SourceUnit& unit, std::string_view name,
                                               const std::vector<std::size_t>& chosen) {
  if (name.empty()) {
    return std::optional<std::size_t>();
  }
  const std::vector<std::size_t> named = NamedOf(unit, chosen, name);
  if (named.size() > 1) {
    return Failure{fmt::format("`{0}` means several functions of -k: write `{0}@LINE`", name)};
  }
  if (named.size() == 1) {
    return std::optional(named.front());
  }
  // The name of a type has no line.
  if (name.find('@') == std::string_view::npos && unit.FindFunctions(name).empty()) {
    return std::optional<std::size_t>();
  }
  const Result<std::size_t> found = unit.FindFunction(name);
  return found ? Result<std::optional<std::size_t>>(*found) : found.failure();
}

std::vector<std::string> KernelNames(const SourceUnit& unit) {
  std::vector<std::string> names;
  for (const sema::FunctionEntry& entry : unit.functions()) {
    names.push_back(entry.name);
  }
  return names;
}

}  // namespace

Result<std::vector<GivenSignature>> ReadSignatures(const SourceUnit& unit,
                                                   const std::vector<std::string>& texts,
                                                   const std::vector<std::size_t>& chosen) {
  std::vector<GivenSignature> given;
  for (const std::string& text : texts) {
    const SplitText split = Split(text);
    const Result<std::optional<std::size_t>> kernel = NamedKernel(unit, split.name, chosen);
    if (!kernel) {
      return Failure{fmt::format("--sig '{}': {}", text, kernel.failure().message)};
    }
    GivenSignature signature{text, *kernel, {}};
    // Nothing at all is a list without types.
    const std::string types = signature.kernel || split.types.empty()
                                  ? fmt::format("void{}", split.types.empty() ? "()" : split.types)
                                  : text;
    std::string error;
    std::optional<std::vector<abi::ArgType>> parsed = unit.ParseSignature(types, &error);
    if (!parsed) {
      const bool is_word = split.name.find_first_of("([,' ") == std::string_view::npos;
      return Failure{fmt::format("--sig '{}': {}{}", text, error,
                                 is_word ? DidYouMean(split.name, KernelNames(unit)) : "")};
    }
    signature.types = std::move(*parsed);
    given.push_back(std::move(signature));
  }
  return given;
}

std::vector<std::vector<abi::ArgType>> SignaturesOf(const std::vector<GivenSignature>& given,
                                                    std::size_t kernel) {
  std::vector<std::vector<abi::ArgType>> signatures;
  for (const GivenSignature& signature : given) {
    if (!signature.kernel || *signature.kernel == kernel) {
      signatures.push_back(signature.types);
    }
  }
  return signatures;
}

Result<std::vector<Specialization>> ChooseTypes(const SourceUnit& unit,
                                                const std::vector<std::size_t>& kernels,
                                                const std::vector<GivenSignature>& given,
                                                bool is_launch, diag::Emitter& emitter) {
  std::vector<Specialization> chosen;
  for (const GivenSignature& signature : given) {
    if (!signature.kernel && kernels.size() > 1) {
      return Failure{
          fmt::format("--sig '{}' is for one kernel and `{}` has {}: write its name before the "
                      "types, or name it with -k",
                      signature.text, unit.path(), kernels.size())};
    }
    if (signature.kernel && std::ranges::find(kernels, *signature.kernel) == kernels.end()) {
      return Failure{fmt::format("--sig '{}' is for `{}`, which -k does not name", signature.text,
                                 SpellFunction(unit, *signature.kernel))};
    }
  }
  for (const std::size_t kernel : kernels) {
    const sema::FunctionEntry& entry = unit.functions()[kernel];
    const std::vector<std::vector<abi::ArgType>> of_options = SignaturesOf(given, kernel);
    if (of_options.empty() && !unit.decorator_errors(kernel).empty()) {
      // Compiling it reports what is wrong with the decorators.
      chosen.push_back({kernel, {}});
      continue;
    }
    const std::vector<std::vector<abi::ArgType>>& signatures =
        of_options.empty() ? entry.signatures : of_options;
    if (signatures.empty()) {
      const advice::MissingTypes missing = advice::ExplainMissingTypes(unit.index(), kernel);
      if (missing.fault) {
        emitter.Emit(*missing.fault);
        continue;
      }
      return Failure{fmt::format(
          "the types of `{}` are not known: give them with --sig, for example --sig '{}'",
          SpellFunction(unit, kernel), missing.example)};
    }
    for (std::size_t i = 0; i < signatures.size(); ++i) {
      const std::vector<abi::ArgType>& types = signatures[i];
      // A device function has the parameters of its calls, not those of a launch.
      if (is_launch && !entry.TakesArguments(types.size())) {
        return Failure{fmt::format("`{}` takes {}, the signature has {}", SpellFunction(unit, kernel),
                                   SpellCount(entry), types.size())};
      }
      const bool has_result = of_options.empty() && i < entry.results.size();
      chosen.push_back({kernel, types, has_result ? entry.results[i] : std::nullopt});
    }
  }
  return chosen;
}

}  // namespace kernelc::driver
