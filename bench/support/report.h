// What a benchmark says: a table for people and JSON for bench/report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/support/stats.h"

namespace kernelc::bench {

// The date (UTC), the machine's CPU model, its number of hardware threads, the operating system,
// the compiler that built this program.
nlohmann::json DescribeHost();

// Today, UTC: "2026-11-26".
std::string Today();

nlohmann::json ToJson(const Summary& summary);

// Writes `report` to `path`, "-" for standard output. False, with a message on stderr, when that
// fails.
bool WriteReport(const nlohmann::json& report, const std::string& path);

// Rows of text in columns: the first aligned left, the others right.
class Table {
 public:
  explicit Table(std::vector<std::string> header);
  void Add(std::vector<std::string> row);
  std::string Text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace kernelc::bench
