#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "compiler/diag/renderer.h"
#include "tests/diag/sample_report.h"

namespace kernelc::diag {
namespace {

using Json = nlohmann::json;

TEST(RenderJsonTest, EveryField) {
  SampleReport sample("x = 1\ny = \u00e9.z\n");
  sample.Error(sample.Find("z"), "no attribute `z`")
      .Label(sample.Find("x = 1"), "label")
      .Note("a note")
      .Help("a hint")
      .Emit();
  Report report = sample.report();
  report.failures.push_back("no driver");
  report.remarks.push_back({"not checked", "give types"});
  report.remarks.push_back({"alone", ""});
  EXPECT_EQ(Json::parse(RenderJson(report)), Json::parse(R"({
    "version": 1, "errors": 1, "warnings": 0,
    "diagnostics": [{
      "kind": "SyntaxError", "severity": "error", "message": "no attribute `z`",
      "location": {"file": "k.py", "line": 2, "column": 7, "end_line": 2, "end_column": 8,
                   "offset": 13, "end_offset": 14},
      "labels": [{"message": "label",
                  "location": {"file": "k.py", "line": 1, "column": 1, "end_line": 1, "end_column": 6,
                               "offset": 0, "end_offset": 5}}],
      "notes": ["a note"], "help": "a hint"}],
    "failures": ["no driver"],
    "remarks": [{"message": "not checked", "help": "give types"}, {"message": "alone", "help": null}]})"));
}

TEST(RenderJsonTest, NothingToSayIsADocumentToo) {
  EXPECT_EQ(Json::parse(RenderJson({})),
            Json::parse(R"({"version": 1, "errors": 0, "warnings": 0, "diagnostics": [],
                            "failures": [], "remarks": []})"));
}

TEST(RenderJsonTest, NoPlaceIsNullAndInvalidUtf8IsReplaced) {
  SampleReport sample("x\n");
  sample.Error({}, "bad \xff byte").Emit();
  const Json diagnostic = Json::parse(RenderJson(sample.report()))["diagnostics"][0];
  EXPECT_TRUE(diagnostic["location"].is_null());
  EXPECT_TRUE(diagnostic["help"].is_null());
  EXPECT_EQ(diagnostic["message"], "bad \xef\xbf\xbd byte");
}

TEST(RenderSarifTest, ResultsPointIntoRulesAndFiles) {
  SampleReport sample("x = 1\ny = 2\n", "dir/a b.py");
  sample.Error(sample.Find("y"), "bad").Label(sample.Find("x"), "because").Help("good").Emit();
  RenderOptions options;
  options.tool_version = "1.2.3";
  const Json sarif = Json::parse(RenderSarif(sample.report(), options));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const Json& run = sarif["runs"][0];
  const Json& driver = run["tool"]["driver"];
  EXPECT_EQ(driver["version"], "1.2.3");
  EXPECT_EQ(driver["rules"].size(), static_cast<std::size_t>(Kind::kCount));
  const Json& result = run["results"][0];
  EXPECT_EQ(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
  EXPECT_EQ(result["level"], "error");
  EXPECT_EQ(result["message"]["text"], "bad\nhelp: good");
  EXPECT_EQ(result["locations"][0]["physicalLocation"], Json::parse(R"({
    "artifactLocation": {"uri": "dir/a%20b.py"},
    "region": {"startLine": 2, "startColumn": 1, "endLine": 2, "endColumn": 2}})"));
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "because");
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"]);
}

TEST(RenderSarifTest, RemarksAreNotificationsOfASuccess) {
  Report report;
  report.remarks.push_back({"not checked", "give types"});
  const Json run = Json::parse(RenderSarif(report))["runs"][0];
  EXPECT_TRUE(run["invocations"][0]["executionSuccessful"]);
  const Json& notification = run["invocations"][0]["toolExecutionNotifications"][0];
  EXPECT_EQ(notification["level"], "note");
  EXPECT_EQ(notification["message"]["text"], "not checked\nhelp: give types");
}

TEST(RenderSarifTest, FailuresAreNotifications) {
  Report report;
  report.failures.push_back("no driver");
  const Json run = Json::parse(RenderSarif(report))["runs"][0];
  EXPECT_FALSE(run["invocations"][0]["executionSuccessful"]);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"], "no driver");
}

}  // namespace
}  // namespace kernelc::diag
