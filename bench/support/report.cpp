#include "bench/support/report.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iostream>
#include <thread>

namespace kernelc::bench {

namespace {

std::string CpuModel() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) == 0) {
      const std::size_t colon = line.find(": ");
      return colon == std::string::npos ? line : line.substr(colon + 2);
    }
  }
  return "unknown";
}

}  // namespace

std::string Today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[16] = {};
  std::strftime(text, sizeof text, "%Y-%m-%d", &utc);
  return text;
}

nlohmann::json DescribeHost() {
  utsname system{};
  uname(&system);
  return {{"date", Today()},
          {"cpu", CpuModel()},
          {"threads", std::thread::hardware_concurrency()},
          {"system", fmt::format("{} {}", system.sysname, system.release)},
          {"compiler", fmt::format("g++ {}", __VERSION__)}};
}

nlohmann::json ToJson(const Summary& summary) {
  return {{"median", summary.median}, {"low", summary.low}, {"high", summary.high},
          {"min", summary.min},       {"max", summary.max}, {"samples", summary.samples}};
}

bool WriteReport(const nlohmann::json& report, const std::string& path) {
  if (path == "-") {
    std::cout << report.dump(2) << "\n";
    return true;
  }
  std::ofstream file(path);
  file << report.dump(2) << "\n";
  file.close();
  if (!file) {
    fmt::print(stderr, "error: cannot write {}\n", path);
    return false;
  }
  return true;
}

Table::Table(std::vector<std::string> header) { rows_.push_back(std::move(header)); }

void Table::Add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

std::string Table::Text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += i == 0 ? fmt::format("{:<{}}", row[i], widths[i])
                     : fmt::format("  {:>{}}", row[i], widths[i]);
    }
    text += "\n";
  }
  return text;
}

}  // namespace kernelc::bench
