// `kernelc check --constants`: what the outer names of kernels are.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

#include "compiler/driver/command_constants.h"
#include "compiler/host/outcome.h"

namespace kernelc::driver {
namespace {

struct Place {
  std::string path;
  std::uint32_t line = 0;
};

Place PlaceOf(const SourceManager& sources, SourceRange range) {
  if (!range.has_value()) {
    return {};
  }
  return {sources.file(range.file).path(), sources.begin(range).line};
}

std::string InBrackets(const Place& place) {
  return place.line == 0 ? std::string() : fmt::format("  ({}:{})", place.path, place.line);
}

// Modules and functions are no constants: kernels use them by their members and calls.
bool IsConstant(const host::NamedValue& name) { return !name.is_code; }

std::string AsText(const SourceManager& sources, const std::vector<host::KernelNames>& kernels) {
  std::string text;
  for (const host::KernelNames& kernel : kernels) {
    const Place place = PlaceOf(sources, kernel.where);
    text += fmt::format("{}{}\n", kernel.name, InBrackets(place));
    bool any = false;
    for (const host::NamedValue& name : kernel.names) {
      if (!IsConstant(name)) {
        continue;
      }
      any = true;
      const std::string what = name.is_known()
                                   ? fmt::format("{} = {}", name.name, name.text)
                                   : fmt::format("{}: unknown: {}", name.name, name.reason);
      text += fmt::format("  {}{}\n", what, InBrackets(PlaceOf(sources, name.where)));
    }
    text += any ? "" : "  reads no constant\n";
  }
  return text;
}

nlohmann::ordered_json AsJson(const SourceManager& sources, const std::string& file,
                              const std::vector<host::KernelNames>& all) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const host::KernelNames& kernel : all) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const host::NamedValue& name : kernel.names) {
      if (!IsConstant(name)) {
        continue;
      }
      const Place place = PlaceOf(sources, name.where);
      nlohmann::ordered_json entry = {{"name", name.name}};
      entry[name.is_known() ? "value" : "unknown"] = name.is_known() ? name.text : name.reason;
      if (place.line != 0) {
        entry["file"] = place.path;
        entry["line"] = place.line;
      }
      names.push_back(std::move(entry));
    }
    kernels.push_back({{"kernel", kernel.name},
                       {"line", PlaceOf(sources, kernel.where).line},
                       {"constants", std::move(names)}});
  }
  return {{"file", file}, {"kernels", std::move(kernels)}};
}

}  // namespace

void PrintConstants(CommandContext& context, const SourceUnit& unit) {
  std::vector<host::KernelNames> kernels;
  for (std::size_t i = 0; i < unit.index().functions().size(); ++i) {
    std::ranges::move(sema::FindOuterNames(unit.index(), i), std::back_inserter(kernels));
  }
  if (context.global().diagnostics == diag::Format::Text) {
    context.out() << AsText(unit.sources(), kernels);
  } else {
    context.out() << AsJson(unit.sources(), unit.path(), kernels)
                         .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                  << "\n";
  }
}

}  // namespace kernelc::driver
