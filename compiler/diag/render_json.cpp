// The forms for programs: our own JSON, and SARIF 2.1.0 for code hosts and editors.
#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "compiler/base/check.h"
#include "compiler/diag/renderer.h"

namespace kernelc::diag {
namespace {

// Keeps keys in the order of insertion, so that output reads well and is stable.
using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;

std::string Dump(const Json& json) {
  return json.dump(2, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

std::string_view LevelName(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  KC_FATAL("severity {}", static_cast<int>(severity));
}

Json Location(const SourceManager& sources, SourceRange range) {
  if (!range.has_value()) {
    return nullptr;
  }
  const SourceFile& file = sources.file(range.file);
  const LineColumn begin = file.line_column(range.begin);
  const LineColumn end = file.line_column(range.end);
  return {{"file", file.path()},     {"line", begin.line},         {"column", begin.column},
          {"end_line", end.line},    {"end_column", end.column},   {"offset", range.begin},
          {"end_offset", range.end}};
}

Json DiagnosticObject(const SourceManager& sources, const Diagnostic& diagnostic) {
  Json labels = Json::array();
  for (const Label& label : diagnostic.labels) {
    labels.push_back({{"message", label.text}, {"location", Location(sources, label.range)}});
  }
  return {{"kind", kind_info(diagnostic.kind).name},
          {"severity", LevelName(diagnostic.severity)},
          {"message", diagnostic.message},
          {"location", Location(sources, diagnostic.range)},
          {"labels", std::move(labels)},
          {"notes", diagnostic.notes},
          {"help", diagnostic.help.empty() ? Json(nullptr) : Json(diagnostic.help)}};
}

// A path as a URI reference: absolute paths get a scheme, relative ones stay relative to the folder of
// the command.
std::string Uri(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = byte < 0x80 && (std::isalnum(byte) != 0 ||
                                       std::string_view("-._~/!$&'()*+,;=@").find(c) !=
                                           std::string_view::npos);
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

Json PhysicalLocation(const SourceManager& sources, SourceRange range) {
  const SourceFile& file = sources.file(range.file);
  const LineColumn begin = file.line_column(range.begin);
  const LineColumn end = file.line_column(range.end);
  return {{"artifactLocation", {{"uri", Uri(file.path())}}},
          {"region",
           {{"startLine", begin.line},
            {"startColumn", begin.column},
            {"endLine", end.line},
            {"endColumn", end.column}}}};
}

// SARIF has one message; notes and help follow the text on lines of their own.
std::string FullMessage(const Diagnostic& diagnostic) {
  std::string message = diagnostic.message;
  for (const std::string& note : diagnostic.notes) {
    message += "\nnote: " + note;
  }
  if (!diagnostic.help.empty()) {
    message += "\nhelp: " + diagnostic.help;
  }
  return message;
}

Json ResultObject(const SourceManager& sources, const Diagnostic& diagnostic) {
  Json result = {{"ruleId", kind_info(diagnostic.kind).name},
                 {"ruleIndex", static_cast<int>(diagnostic.kind)},
                 {"level", LevelName(diagnostic.severity)},
                 {"message", {{"text", FullMessage(diagnostic)}}}};
  if (diagnostic.range.has_value()) {
    result["locations"] =
        Json::array({{{"physicalLocation", PhysicalLocation(sources, diagnostic.range)}}});
  }
  Json related = Json::array();
  for (const Label& label : diagnostic.labels) {
    if (label.range.has_value()) {
      related.push_back({{"id", related.size() + 1},
                         {"physicalLocation", PhysicalLocation(sources, label.range)},
                         {"message", {{"text", label.text}}}});
    }
  }
  if (!related.empty()) {
    result["relatedLocations"] = std::move(related);
  }
  return result;
}

Json Rules() {
  Json rules = Json::array();
  for (std::uint16_t i = 0; i < static_cast<std::uint16_t>(Kind::kCount); ++i) {
    const KindInfo& info = kind_info(static_cast<Kind>(i));
    rules.push_back({{"id", info.name},
                     {"shortDescription", {{"text", info.summary}}},
                     {"defaultConfiguration", {{"level", LevelName(info.severity)}}}});
  }
  return rules;
}

Json Invocation(const Report& report) {
  Json notifications = Json::array();
  for (const std::string& failure : report.failures) {
    notifications.push_back({{"level", "error"}, {"message", {{"text", failure}}}});
  }
  for (const Remark& remark : report.remarks) {
    const std::string text =
        remark.help.empty() ? remark.message : fmt::format("{}\nhelp: {}", remark.message, remark.help);
    notifications.push_back({{"level", "note"}, {"message", {{"text", text}}}});
  }
  Json invocation = {{"executionSuccessful", report.failures.empty()}};
  if (!notifications.empty()) {
    invocation["toolExecutionNotifications"] = std::move(notifications);
  }
  return invocation;
}

}  // namespace

std::string RenderJson(const Report& report) {
  Json diagnostics = Json::array();
  int errors = 0;
  int warnings = 0;
  for (const Batch& batch : report.batches) {
    for (const Diagnostic& diagnostic : SortedByPlace(batch.diagnostics)) {
      errors += diagnostic.severity == Severity::Error;
      warnings += diagnostic.severity == Severity::Warning;
      diagnostics.push_back(DiagnosticObject(*batch.sources, diagnostic));
    }
  }
  Json remarks = Json::array();
  for (const Remark& remark : report.remarks) {
    remarks.push_back({{"message", remark.message},
                       {"help", remark.help.empty() ? Json(nullptr) : Json(remark.help)}});
  }
  return Dump({{"version", kSchemaVersion},
               {"errors", errors},
               {"warnings", warnings},
               {"diagnostics", std::move(diagnostics)},
               {"failures", report.failures},
               {"remarks", std::move(remarks)}});
}

std::string RenderSarif(const Report& report, const RenderOptions& options) {
  Json results = Json::array();
  for (const Batch& batch : report.batches) {
    for (const Diagnostic& diagnostic : SortedByPlace(batch.diagnostics)) {
      results.push_back(ResultObject(*batch.sources, diagnostic));
    }
  }
  Json driver = {{"name", "kernelc"}, {"version", options.tool_version}, {"rules", Rules()}};
  Json run = {{"tool", {{"driver", std::move(driver)}}},
              {"columnKind", "unicodeCodePoints"},
              {"invocations", Json::array({Invocation(report)})},
              {"results", std::move(results)}};
  return Dump({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
               {"version", "2.1.0"},
               {"runs", Json::array({std::move(run)})}});
}

}  // namespace kernelc::diag
