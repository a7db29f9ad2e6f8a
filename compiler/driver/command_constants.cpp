// `kernelc check --constants`: what the outer names of kernels are.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "compiler/diag/emitter.h"
#include "compiler/driver/command_constants.h"
#include "compiler/driver/host_world.h"
#include "compiler/host/host.h"
#include "compiler/parse/parse.h"

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

std::string AsText(const SourceManager& sources, const host::Snapshot& snapshot) {
  std::string text;
  for (const host::KernelNames& kernel : snapshot.kernels) {
    const Place place = PlaceOf(sources, kernel.where);
    text += fmt::format("{}{}\n", kernel.name, InBrackets(place));
    bool any = false;
    for (const host::NamedValue& name : kernel.names) {
      if (!IsConstant(name)) {
        continue;
      }
      any = true;
      const std::string what = name.is_known
                                   ? fmt::format("{} = {}", name.name, name.text)
                                   : fmt::format("{}: unknown: {}", name.name, name.reason);
      text += fmt::format("  {}{}\n", what, InBrackets(PlaceOf(sources, name.where)));
    }
    text += any ? "" : "  reads no constant\n";
  }
  return text;
}

nlohmann::ordered_json AsJson(const SourceManager& sources, const std::string& file,
                              const host::Snapshot& snapshot) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const host::KernelNames& kernel : snapshot.kernels) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const host::NamedValue& name : kernel.names) {
      if (!IsConstant(name)) {
        continue;
      }
      const Place place = PlaceOf(sources, name.where);
      nlohmann::ordered_json entry = {{"name", name.name}};
      entry[name.is_known ? "value" : "unknown"] = name.is_known ? name.text : name.reason;
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

void PrintConstants(CommandContext& context, const SourceUnit& unit, const CheckOptions& options) {
  SourceManager sources;
  diag::CollectingConsumer faults;
  diag::Emitter emitter(faults);
  const FileId file =
      sources.AddText(unit.path(), std::string(unit.sources().file(unit.file()).text()));
  const std::unique_ptr<ast::Module> module =
      parse::Parse(sources, file, emitter, {.is_decoded = true});
  HostWorld world(unit.path(), options.compile.include_path);
  host::Inputs inputs;
  inputs.world = &world;
  inputs.defines = DefinesAsPython(options.compile.defines);
  const host::Snapshot snapshot = host::Run(sources, *module, inputs);
  if (context.global().diagnostics == diag::Format::Text) {
    context.out() << AsText(sources, snapshot);
  } else {
    context.out() << AsJson(sources, unit.path(), snapshot)
                         .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                  << "\n";
  }
}

}  // namespace kernelc::driver
